/* Boards of a table of play. */
#include "bot/game/game_board.h"
#include "engine/board/position.h"
#include "tests/unit/test_case.h"

TEST(a_board_of_a_game_has_the_fault_of_its_position_or_of_its_score)
{
    static const struct {
        enum turn turn;
        int checkers, cube; /* on our 6 point */
        bool is_good;
    } rows[] = {{TURN_MINE, 5, 2, true},
                {TURN_THEIRS, 6, 2, false},
                {TURN_MINE, 5, 3, false},
                {TURN_THEIRS, 6, 3, false},
                {TURN_NOBODY, 6, 3, true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct game_board board = {.view = {.turn = rows[i].turn}};
        position_start(&board.view.pos);
        board.view.pos.mine.at[6] = (uint8_t)rows[i].checkers;
        board.view.ms = match_state_money();
        board.view.ms.cube = rows[i].cube;
        game_board_judge(&board);
        assert_int_equal(board.fault == NULL, rows[i].is_good);
    }
}

TEST_MAIN(NULL, NULL)
