#ifndef ENGINE_BOARD_BOARD_VIEW_H
#define ENGINE_BOARD_BOARD_VIEW_H
/*
 * A game in progress as one side sees it, whoever's turn it is: what a board on paper or
 * on the screen shows.
 */

#include <stdbool.h>

#include "engine/board/match_state.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"

enum turn { TURN_NOBODY, TURN_MINE, TURN_THEIRS };

struct board_view {
    struct position pos;
    struct match_state ms; /* a pending double is not in ms.cube yet */
    enum turn turn;        /* of a pending double: who must answer it */
    struct roll roll;      /* of the player whose turn it is; {0, 0}: not rolled */
    bool is_double_pending;
    int match_length; /* points, or a number of the source for unlimited matches */
};

#endif
