/* In which order the terminal shows what the opponent did, and for how long. */
#include <string.h>

#include "bot/seat/terminal/terminal_pace.h"
#include "engine/board/position.h"
#include "tests/unit/bot/seat/terminal/terminal_view.h"
#include "tests/unit/test_case.h"

static struct terminal_pace pace;
static struct terminal_log told;
static struct seat_view view;

static struct seat_event *add(enum seat_event_type type, bool is_mine, int high,
                              int low)
{
    struct seat_event *event = &view.events[view.event_count++];
    *event = (struct seat_event){.number = (uint64_t)view.event_count,
                                 .type = type,
                                 .is_mine = is_mine,
                                 .roll = {(uint8_t)high, (uint8_t)low}};
    return event;
}

/* Both begin with 3-1 from the start; the board is that after their play. */
static void add_play(bool is_mine)
{
    struct seat_event *event = add(SEAT_EVENT_PLAY, is_mine, 3, 1);
    event->before = is_mine ? view.board.pos : position_swap(&view.board.pos);
    event->play = (struct play){.count = 2, .moves = {{8, 5}, {6, 5}}};
    struct position after = event->before;
    for (int i = 0; i < 2; i++) {
        (void)movegen_apply(&after, event->play.moves[i]);
    }
    view.board.pos = is_mine ? after : position_swap(&after);
}

static int begin(void **state)
{
    memset(&pace, 0, sizeof pace);
    told.count = 0;
    view_at(&view, SEAT_WAITING, 0);
    pace.shown = view;
    return 0;
}

#define CASE(claim) TEST_WITH(claim, begin, NULL)

static int step(int speed)
{
    return terminal_pace_step(&pace, speed, &view, &told);
}

/* The opponent's checkers on a point, as they count. */
static int theirs(int point)
{
    return pace.shown.board.pos.theirs.at[point];
}

CASE(their_dice_stand_before_their_checkers_go_one_by_one)
{
    add_play(true);
    add(SEAT_EVENT_ROLL, false, 3, 1);
    add_play(false);
    view.phase = SEAT_TO_ROLL;
    view.allowed = 1U << SEAT_ACT_ROLL;
    assert_int_equal(step(TERMINAL_PACE_NORMAL), 600);
    assert_int_equal(pace.shown.board.roll.high, 3);
    assert_int_equal(pace.shown.board.turn, TURN_THEIRS);
    assert_int_equal(pace.shown.board.pos.mine.at[5], 2); /* our play stays */
    assert_int_equal(theirs(8), 3);
    assert_int_equal(told.count, 1);
    assert_int_equal(step(TERMINAL_PACE_NORMAL), 360);
    assert_int_equal(theirs(8), 2);
    assert_int_equal(theirs(6), 5);
    assert_int_equal(pace.shown.allowed, 0); /* what is shown allows nothing */
    assert_int_equal(step(TERMINAL_PACE_NORMAL), 360);
    assert_int_equal(theirs(6), 4);
    assert_int_equal(told.count, 1); /* the sentence comes with the last checker */
    assert_int_equal(step(TERMINAL_PACE_NORMAL), 300);
    assert_string_equal(told.lines[1], "bot 3-1: 8/5 6/5");
    assert_true(pace.is_busy);
    assert_int_equal(step(TERMINAL_PACE_NORMAL), 0);
    assert_false(pace.is_busy);
    assert_int_equal(pace.shown.phase, SEAT_TO_ROLL);
}

CASE(a_calm_pace_is_slower_and_a_quick_one_faster)
{
    int times[TERMINAL_PACE_NONE];
    for (int speed = 0; speed < TERMINAL_PACE_NONE; speed++) {
        (void)begin(NULL);
        add(SEAT_EVENT_ROLL, false, 3, 1);
        add_play(false);
        times[speed] = 0;
        for (int ms = step(speed); ms > 0; ms = step(speed)) {
            times[speed] += ms;
        }
    }
    assert_int_equal(times[TERMINAL_PACE_CALM], 1000 + 2 * 580 + 500);
    assert_int_equal(times[TERMINAL_PACE_NORMAL], 600 + 2 * 360 + 300);
    assert_int_equal(times[TERMINAL_PACE_QUICK], 250 + 2 * 190 + 100);
}

CASE(all_that_is_left_is_shown_at_once_when_it_is_ended)
{
    add(SEAT_EVENT_ROLL, false, 3, 1);
    add_play(false);
    view.phase = SEAT_TO_ROLL;
    assert_int_equal(step(TERMINAL_PACE_CALM), 1000);
    terminal_pace_end(&pace, &view, &told);
    assert_false(pace.is_busy);
    assert_int_equal(pace.shown.phase, SEAT_TO_ROLL);
    assert_string_equal(told.lines[0], "bot 3-1: 8/5 6/5");
}

CASE(of_plays_that_wait_only_the_last_one_takes_time)
{
    add(SEAT_EVENT_ROLL, false, 3, 1);
    add_play(false);
    add_play(true);
    add(SEAT_EVENT_ROLL, false, 6, 6);
    add(SEAT_EVENT_DANCE, false, 6, 6);
    assert_int_equal(step(TERMINAL_PACE_NORMAL), 600);
    assert_int_equal(pace.shown.board.roll.high, 6);
    assert_int_equal(told.count, 2);
    assert_int_equal(step(TERMINAL_PACE_NORMAL), 300);
    assert_int_equal(step(TERMINAL_PACE_NORMAL), 0);
}

CASE(what_was_before_a_resumption_takes_no_time)
{
    add(SEAT_EVENT_ROLL, false, 3, 1);
    add(SEAT_EVENT_MATCH, false, 0, 0)->is_resumed = true;
    assert_int_equal(step(TERMINAL_PACE_CALM), 0);
    assert_string_equal(told.lines[0], "The match goes on.");
}

/* ... of the server comes after the opening. */
CASE(the_board_of_a_new_game_stands_at_its_first_roll)
{
    pace.shown.has_board = view.has_board = false;
    add(SEAT_EVENT_MATCH, false, 0, 0)->points = 5;
    add(SEAT_EVENT_GAME, false, 0, 0);
    add(SEAT_EVENT_OPENING, false, 6, 5);
    assert_int_equal(step(TERMINAL_PACE_NORMAL), 600);
    assert_true(pace.shown.has_board);
    assert_int_equal(theirs(24), 2);
    assert_int_equal(pace.shown.board.ms.length, 5);
    assert_int_equal(pace.shown.board.roll.high, 6);
}

/* The server's next board comes a moment after our play. */
CASE(a_board_of_before_our_play_is_not_shown_again)
{
    const struct position before = view.board.pos;
    add_play(true);
    view.board.pos = before;
    assert_int_equal(step(TERMINAL_PACE_NORMAL), 0);
    assert_int_equal(pace.shown.board.pos.mine.at[5], 2);
}

TEST_MAIN(NULL, NULL)
