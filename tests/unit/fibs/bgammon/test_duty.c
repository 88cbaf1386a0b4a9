#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "fibs/bgammon/duty.h"
#include "tests/unit/fibs/bgammon/board_line.h"

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

static void every_state_of_the_flow_has_its_duty(void **state)
{
    (void)state;
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

static void nothing_is_done_for_a_free_seat_or_a_game_that_is_over(void **state)
{
    (void)state;
    struct bgammon_board board = board_of(BOARD_LINE(NULL));
    board.players[1].name[0] = '\0';
    assert_int_equal(bgammon_board_duty(&board, false), BGAMMON_WAITS);
    board = board_of(BOARD_LINE("Turn=1", "Roll1=3", "Roll2=6"));
    board.slots[BGAMMON_OFF] = 15;
    assert_int_equal(bgammon_board_duty(&board, false), BGAMMON_WAITS);
}

static void with_autoplay_the_server_plays_what_is_forced(void **state)
{
    (void)state;
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

static void doubling_has_its_conditions(void **state)
{
    (void)state;
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

static void giving_up_costs_what_the_board_says(void **state)
{
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_state_of_the_flow_has_its_duty),
        cmocka_unit_test(nothing_is_done_for_a_free_seat_or_a_game_that_is_over),
        cmocka_unit_test(with_autoplay_the_server_plays_what_is_forced),
        cmocka_unit_test(doubling_has_its_conditions),
        cmocka_unit_test(giving_up_costs_what_the_board_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
