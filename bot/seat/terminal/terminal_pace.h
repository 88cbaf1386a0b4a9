#pragma once
/*
 * Shows what the opponent does in its own time, as the browser's table: their dice stand,
 * then their checkers go one by one. What was shown is a view of the table as it was then;
 * its newest view follows when nothing is left to show. Pure: the caller waits.
 */

#include "bot/seat/state/seat.h"
#include "bot/seat/terminal/terminal_text.h"

enum {
    TERMINAL_PACE_CALM,
    TERMINAL_PACE_NORMAL,
    TERMINAL_PACE_QUICK,
    TERMINAL_PACE_NONE, /* all is shown at once */
    TERMINAL_PACES
};

struct terminal_pace {
    uint64_t last;          /* number of the last event that was shown */
    int hop;                /* of the play that is shown, those that are */
    bool is_busy;           /* something is left to show */
    struct seat_view shown; /* what is seen meanwhile; nothing is allowed in it */
};

/* Goes on to what is to be seen next and logs its sentence. Returns for how many
 * milliseconds it is to stand, or 0 when all of `view` has been shown. */
int terminal_pace_step(struct terminal_pace *pace, int speed,
                       const struct seat_view *view, struct terminal_log *log);

/* Shows all that is left. */
void terminal_pace_end(struct terminal_pace *pace, const struct seat_view *view,
                       struct terminal_log *log);
