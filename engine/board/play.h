#pragma once
/* A play: the checker moves of one turn. */

#include <stdbool.h>
#include <stdint.h>

#include "engine/board/checkers.h"

/* One checker moved by one die, in the mover's numbering: from 25 (bar) or 24..1, to
 * 24..1 or 0 (off). */
struct checker_move {
    uint8_t from;
    uint8_t to;
};

enum { CHECKER_MOVES_MAX = 4 };

/* A whole turn: its checker moves, in an order in which they can be played. count is 0
 * when no checker can move (a dance). */
struct play {
    struct checker_move moves[CHECKER_MOVES_MAX];
    uint8_t count;
};

/* Whether who hops so, on points numbered for both sides alike, moves to higher ones. */
static inline bool play_hop_is_up(int from, int to)
{
    return from == POINT_BAR ? to <= POINT_BAR / 2
           : to == POINT_OFF ? from > POINT_BAR / 2
                             : to >= from;
}
