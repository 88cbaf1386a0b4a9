#pragma once
/* Positions of the engine as boards of the reference. */

#include "engine/board/checkers.h"
#include "reference/rules.h"

/* The board with `mine` as `colour`. */
static inline struct reference_board as_reference(const struct position *pos,
                                                  int colour)
{
    struct reference_board board = {.off_o = 0};
    for (int p = 1; p <= 25; p++) {
        int mine_at = colour == REFERENCE_O ? p : 25 - p;
        int theirs_at = 25 - mine_at;
        board.point[mine_at] =
            (signed char)(board.point[mine_at] + colour * pos->mine.at[p]);
        board.point[theirs_at] =
            (signed char)(board.point[theirs_at] - colour * pos->theirs.at[p]);
    }
    bool mine_is_o = colour == REFERENCE_O;
    board.off_o = (signed char)(mine_is_o ? pos->mine.at[0] : pos->theirs.at[0]);
    board.off_x = (signed char)(mine_is_o ? pos->theirs.at[0] : pos->mine.at[0]);
    return board;
}
