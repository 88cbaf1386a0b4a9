#ifndef FIBS_SETTINGS_H
#define FIBS_SETTINGS_H
/*
 * The server's toggles and variables: what they are, what a bot needs them to be, and
 * the next command that brings them nearer.
 *
 * `toggle X` flips, so a toggle is only sent when its state is known and wrong. It is
 * known from CLIP message 2, from the confirmation of a flip, from our own CLIP 5
 * (ready), or from the list that a bare `toggle` prints, asked for when all else is
 * missing. A flip whose confirmation shows the wrong state is corrected once; after
 * that the toggle is left alone. Toggles are judged by the text of a confirmation,
 * never by counting flips. telnet and wrap are never touched.
 */

#include <stdbool.h>

#include "fibs/command.h"
#include "fibs/message.h"

enum fibs_toggle {
    FIBS_TOGGLE_ALLOWPIP,
    FIBS_TOGGLE_AUTOBOARD,
    FIBS_TOGGLE_AUTODOUBLE,
    FIBS_TOGGLE_AUTOMOVE,
    FIBS_TOGGLE_BELL,
    FIBS_TOGGLE_CRAWFORD,
    FIBS_TOGGLE_DOUBLE,
    FIBS_TOGGLE_GREEDY,
    FIBS_TOGGLE_MOREBOARDS,
    FIBS_TOGGLE_MOVES,
    FIBS_TOGGLE_NOTIFY,
    FIBS_TOGGLE_RATINGS,
    FIBS_TOGGLE_READY,
    FIBS_TOGGLE_REPORT,
    FIBS_TOGGLE_SILENT,
    FIBS_TOGGLE_COUNT
};

enum { FIBS_VARIABLE_COUNT = 3 }; /* boardstyle, linelength, pagelength */

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
    int flips[FIBS_TOGGLE_COUNT]; /* sent since the last wish */
    int variable_tries[FIBS_VARIABLE_COUNT];
    bool variable_is_done[FIBS_VARIABLE_COUNT];
    bool is_away; /* until `back` the server repeats a text behind every answer */
    int back_tries;
    bool was_listed; /* a bare `toggle` has been sent since the last wish */
    enum fibs_setting_kind asked;
    int asked_index; /* of the variable or toggle */
};

/* At a log-in: nothing is known; the wanted column of the table is wanted. */
void fibs_settings_init(struct fibs_settings *settings);

/* Notes what a message says of our own settings: CLIP 2, confirmations, list rows,
 * "Value of ...". True when it did. */
bool fibs_settings_note(struct fibs_settings *settings,
                        const struct fibs_message *message);
/* Our own CLIP 5 said so. */
void fibs_settings_note_ready(struct fibs_settings *settings, bool is_ready);

/* A wish for `ready`, forgotten once it has been seen fulfilled. */
void fibs_settings_want_ready(struct fibs_settings *settings, bool ready);

/* Fills in the next command needed and counts it as sent; false: nothing to do. Every
 * wish leads to a bounded number of commands. */
bool fibs_settings_next(struct fibs_settings *settings, struct fibs_command *command);

/* Whether the message answers the command last given out. */
bool fibs_settings_is_answer(const struct fibs_settings *settings,
                             const struct fibs_message *message);

/* That command was answered by `message`; NULL: by nothing, in the time allowed. */
void fibs_settings_answered(struct fibs_settings *settings,
                            const struct fibs_message *message);

/* The name of a toggle that is not as wanted and will not be tried again, for a notice;
 * NULL when there is none. Each is told once. */
const char *fibs_settings_given_up(struct fibs_settings *settings);

#endif
