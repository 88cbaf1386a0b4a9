#include "bot/game/game_board.h"

#include <stddef.h>

#include "engine/board/position.h"

void game_board_judge(struct game_board *board)
{
    const struct board_view *view = &board->view;
    const char *fault = position_fault(&view->pos);
    fault = fault != NULL ? fault : match_state_fault(&view->ms);
    board->fault = view->turn != TURN_NOBODY ? fault : NULL;
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
