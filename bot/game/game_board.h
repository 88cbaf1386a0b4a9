#pragma once
/*
 * A board as a server shows it, with engine types, and what earlier events tell that one
 * board does not. Pure.
 */

#include "engine/board/board_view.h"

struct game_board {
    /* Mine is us, or the player whom we watch. match_length is points, POINTS_UNLIMITED,
     * or 0: unknown. Owner and Crawford game are the best guess from this board alone;
     * game_board_recall() completes them. Between games (turn nobody) it may show a final
     * score. */
    struct board_view view;
    const char *fault;  /* why this is no position of a game, static; NULL: it is one */
    bool is_owner_told; /* of the cube */
    bool they_move_upwards; /* the server numbers points so that they move 1 -> 24 */
};

enum game_crawford {
    GAME_CRAWFORD_UNKNOWN, /* we came in the middle of a match: the board's hint counts */
    GAME_CRAWFORD_AHEAD,   /* no game with a side one point away has been played yet */
    GAME_CRAWFORD_NOW,     /* this game is it */
    GAME_CRAWFORD_OVER     /* it has been played, or this match has none */
};
/* Zero: nothing is known. */
struct game_memory {
    enum cube_owner owner; /* before the double that is pending */
    enum game_crawford crawford;
};

/* Sets `fault` from the board; call it when all else has been read. */
void game_board_judge(struct game_board *board);

/* Returns the view with the owner and the Crawford game that `memory` tells, where the
 * board does not. */
struct board_view game_board_recall(const struct game_board *board,
                                    const struct game_memory *memory);
