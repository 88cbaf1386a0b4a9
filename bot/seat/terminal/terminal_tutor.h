#pragma once
/*
 * The tutor of the terminal: off, one that warns before a costly decision is sent without
 * telling the better one, or one that tells all. The words are those of the browser's table
 * (page/words.js).
 */

#include "bot/seat/link/seat_store.h"
#include "bot/seat/terminal/terminal_advice.h"
#include "bot/seat/terminal/terminal_command.h"

/* Sets the mode; `warn`: from which loss on it warns, below 0 as before. */
void terminal_tutor_set(struct seat_preferences *choices, enum terminal_tutor_mode mode,
                        double warn);
/* Adds what it does now. */
void terminal_tutor_tell(const struct seat_preferences *choices,
                         struct terminal_log *log);

/* What it said of the last decision. */
struct terminal_tutor {
    bool has_last;              /* something has been judged */
    bool has_warned;            /* ... and is not sent yet: */
    enum seat_action_type type; /* this action, */
    struct position after;      /* with this play made, */
    uint64_t event;             /* after this event */
    struct terminal_judgement last;
};

/* Judges an action before it is sent. True: it is held, and the log says why; the same
 * action again is not. Else the log has what the tutor says of it. */
bool terminal_tutor_holds(struct terminal_tutor *tutor, struct terminal_advice *advice,
                          const struct seat_preferences *choices,
                          const struct seat_view *view, enum seat_action_type type,
                          struct terminal_log *log);

/* Whether the play or roll of which it warned, which an empty line would send, is still to be
 * made. Such a line is a look at it, which adds how to send it. */
bool terminal_tutor_looks(const struct terminal_tutor *tutor,
                          const struct seat_view *view, struct terminal_log *log);

/* Tells all of the last decision that was judged. */
void terminal_tutor_why(const struct terminal_tutor *tutor,
                        const struct seat_view *view, struct terminal_log *log);
