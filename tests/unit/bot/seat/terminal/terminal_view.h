#pragma once
/* Views of a table for the tests of the terminal. */

#include <stdio.h>
#include <string.h>

#include "bot/seat/state/seat.h"
#include "engine/board/checkers.h"
#include "engine/board/position.h"

/* A 5 point match against "bot" at this phase, all of these actions allowed. */
static inline void view_at(struct seat_view *view, enum seat_phase phase,
                           unsigned allowed)
{
    memset(view, 0, sizeof *view);
    view->phase = phase;
    view->allowed = allowed;
    view->has_board = true;
    (void)snprintf(view->me.name, sizeof view->me.name, "you");
    (void)snprintf(view->opponent.name, sizeof view->opponent.name, "bot");
    view->board.ms = match_state_match(5, 0, 0, false);
    view->board.match_length = 5;
    position_start(&view->board.pos);
}

/* ... to play a roll of the opening. */
static inline void view_to_play(struct seat_view *view, int high, int low)
{
    static struct play_list list;
    view_at(view, SEAT_TO_PLAY,
            1U << SEAT_ACT_HOP | 1U << SEAT_ACT_PLAY | 1U << SEAT_ACT_UNDO);
    view->board.roll = (struct roll){(uint8_t)high, (uint8_t)low};
    hops_begin(&view->hops, &view->board.pos, view->board.roll, &list);
}
