#include "bot/game/game_board.h"

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
