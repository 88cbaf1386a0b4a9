#pragma once
/*
 * A game in progress as one side sees it, whichever side is to act: what a picture of
 * the board needs.
 */

#include "engine/board/checkers.h"
#include "engine/board/match_state.h"
#include "engine/board/roll.h"

enum turn { TURN_NOBODY, TURN_MINE, TURN_THEIRS };

struct board_view {
    struct position pos;
    struct match_state ms; /* ms.cube is still the value before a pending double */
    enum turn turn;        /* who must act; while a double is pending, who must answer
                            * it */
    struct roll roll;      /* of the player whose turn it is; {0, 0}: not rolled */
    bool is_double_pending;
    int match_length; /* points; unlimited: whatever the source uses */
};
