
#include "fibs/bgammon/duty.h"
#include "tests/unit/fibs/bgammon/board_line.h"
#include "tests/unit/test_case.h"

static struct bgammon_board board_of(const char *line)
{
    struct bgammon_event event;
    struct error err = {.text = ""};
    assert_true(bgammon_event_read(line, &event, &err));
    return event.board;
}

static enum bgammon_duty duty_of(const char *line)
{
    struct bgammon_board board = board_of(line);
    return bgammon_board_duty(&board, false);
}

TEST(every_state_of_the_flow_has_its_duty)
{
    assert_int_equal(duty_of(BOARD_LINE(NULL)), BGAMMON_OPENS);
    assert_int_equal(duty_of(BOARD_LINE("Roll1=3")), BGAMMON_WAITS);
    assert_int_equal(duty_of(BOARD_LINE("Roll2=3")), BGAMMON_OPENS);
    assert_int_equal(duty_of(BOARD_LINE("Turn=1")), BGAMMON_ROLLS);
    assert_int_equal(duty_of(BOARD_LINE("Turn=2")), BGAMMON_WAITS);
    assert_int_equal(
        duty_of(BOARD_LINE("Turn=1", "Roll1=3", "Roll2=6", "Available=[[24,18]]")),
        BGAMMON_PLAYS);
    assert_int_equal(duty_of(BOARD_LINE("Turn=1", "Roll1=3", "Roll2=6")),
                     BGAMMON_ENDS_TURN);
    assert_int_equal(
        duty_of(BOARD_LINE("Turn=2", "Roll1=3", "Roll2=6", "Available=[[1,7]]")),
        BGAMMON_WAITS);
    assert_int_equal(duty_of(BOARD_LINE("Turn=1", "DoubleOffered=true")),
                     BGAMMON_WAITS);
    assert_int_equal(duty_of(BOARD_LINE("Turn=2", "DoubleOffered=true")),
                     BGAMMON_ANSWERS);
    assert_int_equal(duty_of(BOARD_LINE("Turn=1", "Winner=2")), BGAMMON_LEAVES);
    assert_int_equal(duty_of(BOARD_LINE("Turn=1", "Spectating=true")), BGAMMON_WAITS);
}

TEST(nothing_is_done_for_a_free_seat_or_a_game_that_is_over)
{
    struct bgammon_board board = board_of(BOARD_LINE(NULL));
    board.players[1].name[0] = '\0';
    assert_int_equal(bgammon_board_duty(&board, false), BGAMMON_WAITS);
    board = board_of(BOARD_LINE("Turn=1", "Roll1=3", "Roll2=6"));
    board.slots[BGAMMON_OFF] = 15;
    assert_int_equal(bgammon_board_duty(&board, false), BGAMMON_WAITS);
    board.slots[BGAMMON_OFF] = 0;
    board.slots[BGAMMON_THEIR_OFF] = -15;
    assert_int_equal(bgammon_board_duty(&board, false), BGAMMON_WAITS);
}

TEST(a_match_is_begun_by_a_turn_a_point_or_its_end)
{
    struct bgammon_board board = board_of(BOARD_LINE("Roll1=3"));
    assert_false(bgammon_is_begun(&board));
    board.players[1].points = 1;
    assert_true(bgammon_is_begun(&board));
    board = board_of(BOARD_LINE("Turn=2"));
    assert_true(bgammon_is_begun(&board));
    board = board_of(BOARD_LINE("Winner=2"));
    assert_true(bgammon_is_begun(&board));
}

TEST(with_autoplay_the_server_plays_what_is_forced)
{
    struct bgammon_board board =
        board_of(BOARD_LINE("Turn=1", "Roll1=3", "Roll2=6", "Forced=true"));
    assert_int_equal(bgammon_board_duty(&board, true), BGAMMON_WAITS);
    assert_int_equal(bgammon_board_duty(&board, false), BGAMMON_ENDS_TURN);
}

static bool may_double(const char *line)
{
    struct bgammon_board board = board_of(line);
    return bgammon_may_double(&board);
}

TEST(doubling_has_its_conditions)
{
    assert_true(may_double(BOARD_LINE("Turn=1")));
    assert_true(may_double(BOARD_LINE("Turn=1", "DoublePlayer=1", "DoubleValue=32")));
    assert_true(may_double(BOARD_LINE("Turn=1", "Crawford=2")));
    assert_false(may_double(BOARD_LINE("Turn=2")));
    assert_false(may_double(BOARD_LINE("Turn=1", "Roll1=1")));
    assert_false(may_double(BOARD_LINE("Turn=1", "Points=1")));
    assert_false(may_double(BOARD_LINE("Turn=1", "Crawford=1")));
    assert_false(may_double(BOARD_LINE("Turn=1", "DoublePlayer=2", "DoubleValue=2")));
    assert_false(may_double(BOARD_LINE("Turn=1", "DoubleValue=64")));
    assert_false(may_double(BOARD_LINE("Turn=1", "DoubleOffered=true")));
    assert_false(may_double(BOARD_LINE("Turn=1", "Variant=1")));
}

TEST(giving_up_costs_what_the_board_says)
{
    struct bgammon_board board = board_of(BOARD_LINE("DoubleValue=2"));
    assert_int_equal(bgammon_price(&board), 6); /* two men in their home */
    board.slots[24] = 0;
    board.slots[18] = 2;
    assert_int_equal(bgammon_price(&board), 4);
    board.slots[18] = 1;
    board.slots[BGAMMON_OFF] = 1;
    assert_int_equal(bgammon_price(&board), 2);
    board.slots[18] = 0;
    board.slots[BGAMMON_BAR] = 1;
    assert_int_equal(bgammon_price(&board), 6);
    board.slots[BGAMMON_BAR] = 0;
    board.slots[19] = 1;
    assert_int_equal(bgammon_price(&board), 6);
}

TEST(a_game_is_won_by_the_last_man_off)
{
    static const struct {
        int off, their_off, bar, near_home, cube, winner, points;
    } rows[] = {{14, 3, 0, 0, 1, 0, 0}, {15, 3, 0, 0, 2, 1, 2}, {15, 3, 1, 1, 1, 1, 1},
                {15, 0, 0, 0, 1, 1, 2}, {15, 0, 1, 0, 2, 1, 6}, {15, 0, 0, 1, 1, 1, 3},
                {3, 15, 0, 0, 2, 2, 2}, {0, 15, 0, 0, 1, 2, 2}, {0, 15, 1, 0, 1, 2, 3},
                {0, 15, 0, 1, 4, 2, 12}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bgammon_board board = {.points = 5, .cube = rows[i].cube};
        bool is_theirs = rows[i].winner == 2;
        board.slots[BGAMMON_OFF] = rows[i].off;
        board.slots[BGAMMON_THEIR_OFF] = -rows[i].their_off;
        board.slots[is_theirs ? BGAMMON_BAR : BGAMMON_THEIR_BAR] =
            is_theirs ? rows[i].bar : -rows[i].bar;
        board.slots[is_theirs ? 19 : 6] =
            is_theirs ? rows[i].near_home : -rows[i].near_home;
        board.slots[is_theirs ? 6 : 19] = is_theirs ? 2 : -2; /* at home */
        assert_int_equal(bgammon_game_winner(&board), rows[i].winner);
        if (rows[i].winner != 0) {
            assert_int_equal(bgammon_game_points(&board, rows[i].winner, false),
                             rows[i].points);
        }
    }
    for (int point = 1; point <= 6; point++) { /* a man of the loser in the home */
        for (int winner = 1; winner <= 2; winner++) {
            struct bgammon_board board = {.points = 5, .cube = 1};
            board.slots[winner == 1 ? BGAMMON_OFF : BGAMMON_THEIR_OFF] =
                winner == 1 ? 15 : -15;
            board.slots[winner == 1 ? point : 25 - point] = winner == 1 ? -1 : 1;
            assert_int_equal(bgammon_game_points(&board, winner, false), 3);
        }
    }
    struct bgammon_board board = {.points = 5,
                                  .players = {{.points = 1}, {.points = 3}}};
    assert_false(bgammon_wins_match(&board, 1, 3));
    assert_true(bgammon_wins_match(&board, 1, 4));
    assert_true(bgammon_wins_match(&board, 2, 2));
}

TEST_MAIN(NULL, NULL)
