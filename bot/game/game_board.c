#include "bot/game/game_board.h"

#include <stddef.h>

#include "engine/board/position.h"

void game_board_judge(struct game_board *board)
{
    const struct board_view *view = &board->view;
    bool is_of_game = view->turn != TURN_NOBODY;
    board->fault = is_of_game ? position_fault(&view->pos) : NULL;
    if (is_of_game && board->fault == NULL) {
        board->fault = match_state_fault(&view->ms);
    }
}

struct board_view game_board_recall(const struct game_board *board,
                                    const struct game_memory *memory)
{
    struct board_view view = board->view;
    if (!board->is_owner_told) {
        view.ms.owner = memory->owner;
    }
    if (memory->crawford != GAME_CRAWFORD_UNKNOWN) {
        view.ms.is_crawford = memory->crawford != GAME_CRAWFORD_OVER &&
                              match_state_has_one_away(&view.ms);
    }
    return view;
}
