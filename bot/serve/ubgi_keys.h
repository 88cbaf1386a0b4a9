#pragma once
/*
 * What a UBGI controller may set, beside the position: one table has the keys of draft 0.2, the options of 0.1,
 * their values and limits. `engine.ply` counts as UBGI does: 1 is our 0-ply.
 */

#include "arena/protocol/ubgi_command.h"
#include "engine/board/match_state.h"
#include "engine/search/strength.h"

enum { UBGI_TEXT_SIZE = 128 };

struct ubgi_settings {
    bool has_cube;    /* somebody may double; else plays are ranked without the cube */
    bool has_jacoby;  /* of money play, unless the position tells */
    bool has_beavers; /* likewise */
    int ply;          /* 1..SEARCH_PLY_MAX + 1 */
    char level[UBGI_TEXT_SIZE]; /* "none": `ply` */
    char filter[UBGI_TEXT_SIZE];
    int threads;
    int seed; /* of the noise of weak levels */
    int time_ms;
};

struct ubgi_settings ubgi_settings_default(void);

/* Sets or writes the value of the key `name`. `is_option`: `name` is an option of 0.1.
 * Fail with `err` for an unknown key and for a value that it cannot have. */
enum ubgi_fault ubgi_settings_set(struct ubgi_settings *settings, const char *name,
                                  bool is_option, const char *value, struct error *err);
enum ubgi_fault ubgi_settings_get(const struct ubgi_settings *settings,
                                  const char *name, char value[UBGI_TEXT_SIZE],
                                  struct error *err);

/* Writes the line that announces key i, with its present value as default. False beyond
 * the last. */
bool ubgi_settings_line(const struct ubgi_settings *settings, enum ubgi_draft draft,
                        int i, char line[UBGI_LINE_SIZE]);

/* The strength that the settings ask for, without search threads. */
struct strength ubgi_settings_strength(const struct ubgi_settings *settings);

/* The match of a client as draft 0.1 describes it: `newsession`, `setscore`, `setcube` and
 * `setturn` name it piece by piece. Players are 0 and 1. Plain data; never fails. */
struct ubgi_session {
    int length; /* points; 0: money */
    bool has_jacoby;
    bool has_crawford;     /* the rule */
    bool is_crawford_over; /* its game has been played */
    int score[2];
    int cube;
    int owner; /* -1: the centre */
    int turn;
};

/* Money, with the cube in the middle. */
struct ubgi_session ubgi_session_new(void);

/* The next game of the match: the cube is in the middle again. */
void ubgi_session_next_game(struct ubgi_session *session);

/* Takes what a UBGI_NEW_SESSION, UBGI_SET_SCORE, UBGI_SET_CUBE or UBGI_SET_TURN says. */
void ubgi_session_take(struct ubgi_session *session,
                       const struct ubgi_command *command);

/* The match state of the player on turn. */
struct match_state ubgi_session_state(const struct ubgi_session *session);
