#pragma once
/*
 * The server's toggles and variables: their known and wanted states, and the next
 * command needed to get there.
 *
 * `toggle X` flips, so a toggle is only sent when its state is known and wrong. It is
 * known from CLIP message 2, from the confirmation of a flip, from our own CLIP 5
 * (ready), or from the list that a bare `toggle` prints, asked for when all else is
 * missing. A flip whose confirmation shows the wrong state is corrected once; after
 * that the toggle is left alone. Toggles are judged by the text of a confirmation,
 * never by counting flips; but `double`, which a server is known to read the other way
 * round, by a board as well: it is set to NO there. telnet and wrap are never touched.
 */

#include <stdbool.h>

#include "fibs/command.h"
#include "fibs/message.h"

enum {
    FIBS_TOGGLE_COUNT = 15,  /* rows of the table in settings.c */
    FIBS_VARIABLE_COUNT = 3, /* boardstyle, linelength, pagelength */
};

enum fibs_setting_value { FIBS_NO, FIBS_YES, FIBS_UNSURE }; /* UNSURE wanted: either */

/* What the last command was about. */
enum fibs_setting_kind {
    FIBS_SETTING_NONE,
    FIBS_SETTING_VARIABLE,
    FIBS_SETTING_AWAY,
    FIBS_SETTING_LIST,
    FIBS_SETTING_TOGGLE
};

struct fibs_settings {
    enum fibs_setting_value known[FIBS_TOGGLE_COUNT];
    enum fibs_setting_value wanted[FIBS_TOGGLE_COUNT];
    int flips[FIBS_TOGGLE_COUNT]; /* sent since the wanted state was set */
    int variable_tries[FIBS_VARIABLE_COUNT];
    bool variable_is_done[FIBS_VARIABLE_COUNT];
    bool is_away; /* until `back` the server repeats a text behind every answer */
    int back_tries;
    bool is_double_reversed; /* a board has shown it */
    bool was_listed; /* a bare `toggle` was sent since the wanted state was set */
    enum fibs_setting_kind asked;
    int asked_index; /* of the variable or toggle */
};

/* Resets the settings at log-in: nothing is known, and the table has the wanted
 * states. */
void fibs_settings_init(struct fibs_settings *settings);

/* Takes what a message says about our settings: CLIP 2, confirmations, list rows,
 * "Value of ...", boards. Returns whether it said anything. */
bool fibs_settings_note(struct fibs_settings *settings,
                        const struct fibs_message *message);
/* Takes the ready state from our own CLIP 5. */
void fibs_settings_note_ready(struct fibs_settings *settings, bool is_ready);

/* Sets the wanted state of `ready`; it is forgotten once reached. */
void fibs_settings_want_ready(struct fibs_settings *settings, bool ready);

/* Wants to hear of all matches that start and end, from the log-in on: to be called
 * after fibs_settings_init(). */
void fibs_settings_want_reports(struct fibs_settings *settings);

/* Writes the next command needed and counts it as sent; returns false if there is
 * nothing to do. The number of commands is bounded. */
bool fibs_settings_next(struct fibs_settings *settings, struct fibs_command *command);

/* Returns whether the message answers the last command. */
bool fibs_settings_is_answer(const struct fibs_settings *settings,
                             const struct fibs_message *message);

/* Reports that the last command was answered by `message`; NULL: not answered in
 * time. */
void fibs_settings_answered(struct fibs_settings *settings,
                            const struct fibs_message *message);

/* Returns the name of a toggle that could not be set and is given up, for a notice;
 * NULL if there is none. Each is returned once. */
const char *fibs_settings_given_up(struct fibs_settings *settings);
