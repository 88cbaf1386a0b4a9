#pragma once
/*
 * What a line means that a person has typed at the table: a play as people write it
 * ("24/18 13/11", "24-18 13-11", "8/4(2)", "bar/21"), or a word of the table of commands,
 * which may be cut short. An empty line is what comes next: roll, send the play. Pure.
 */

#include "bot/seat/state/seat.h"

enum terminal_verb {
    TERMINAL_ACT, /* the seat's actions, one after another */
    TERMINAL_BOARD,
    TERMINAL_MOVES,
    TERMINAL_HINT,
    TERMINAL_PIPS,
    TERMINAL_ANALYSIS,
    TERMINAL_PACE,
    TERMINAL_TUTOR,
    TERMINAL_WHY,
    TERMINAL_HELP,
    TERMINAL_QUIT
};

/* Of the tutor; each is a word of its command. */
enum terminal_tutor_mode {
    TERMINAL_TUTOR_OFF,
    TERMINAL_TUTOR_WARNS,
    TERMINAL_TUTOR_FULL,
    TERMINAL_TUTOR_MODES
};

struct terminal_command {
    enum terminal_verb verb;
    int count; /* of actions; several hops */
    struct seat_action actions[CHECKER_MOVES_MAX];
    int pace;    /* terminal_pace.h */
    int tutor;   /* enum terminal_tutor_mode; TERMINAL_TUTOR_MODES: as it is */
    double warn; /* from which loss on the tutor warns; below 0: as it is */
};

/* Reads a line at the view of the moment. False with `err`, in words for the person: not
 * understood (with the nearest command), or it makes no sense now. */
bool terminal_command_read(const char *line, const struct seat_view *view,
                           struct terminal_command *command, struct error *err);

/* Writes a point as people write it: "13", "bar", "off". */
void terminal_command_point(int point, char text[8]);

/* The name of a pace of terminal_pace.h: "calm", "normal", "quick"; of others NULL. */
const char *terminal_command_pace(int pace);

/* What an empty line does now: "roll", "send the play"; "" for nothing. */
const char *terminal_command_next(const struct seat_view *view);

/* Rows of the table: the word and its help, NULL after the last. */
struct terminal_command_row {
    const char *word, *arguments;
    const char *help; /* NULL: listed with another row */
};
bool terminal_command_row(int i, struct terminal_command_row *row);
/* The row of the command that a word stands for, also cut short. False: of none. */
bool terminal_command_find(const char *word, struct terminal_command_row *row);
