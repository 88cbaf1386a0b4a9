/* What the tutor of the terminal says of decisions of the opening, by the real engine. */
#include <string.h>

#include "bot/seat/terminal/terminal_tutor.h"
#include "tests/unit/bot/seat/terminal/terminal_view.h"
#include "tests/unit/engine/shipped_engine.h"
#include "tests/unit/test_case.h"

/* Of 5-2: the best play, and a blunder. */
#define BEST  "24/22 13/8"
#define WORSE "13/11 8/3"

static struct terminal_advice *advice;
static struct terminal_tutor tutor;
static struct seat_preferences choices;
static struct seat_view view;
static struct terminal_log told;

static int begin(void **state)
{
    advice = terminal_advice_new(eng);
    memset(&tutor, 0, sizeof tutor);
    memset(&choices, 0, sizeof choices);
    choices.warn = 0.04;
    terminal_tutor_set(&choices, TERMINAL_TUTOR_WARNS, -1.0);
    return 0;
}

static int end(void **state)
{
    terminal_advice_free(advice);
    return 0;
}

#define CASE(claim) TEST_WITH(claim, begin, end)

static void make(const char *text)
{
    struct play_list list;
    struct play play;
    struct error err;
    view_to_play(&view, 5, 2);
    view.allowed |= 1U << SEAT_ACT_DONE;
    assert_true(
        notation_read(text, &view.hops.before, view.hops.roll, &list, &play, &err));
    assert_true(hops_play(&view.hops, &play));
}

static bool holds(enum seat_action_type type)
{
    told.count = 0;
    return terminal_tutor_holds(&tutor, advice, &choices, &view, type, &told);
}

static bool says(const char *part)
{
    bool is_said = false;
    for (int i = 0; i < told.count; i++) {
        is_said = is_said || strstr(told.lines[i], part) != NULL;
    }
    return is_said;
}

CASE(one_that_warns_holds_a_blunder_once_and_keeps_the_answer)
{
    make(WORSE);
    assert_true(holds(SEAT_ACT_DONE));
    assert_true(says("There is a better play. Your " WORSE " is a blunder. "));
    assert_true(says("Send it all the same: done."));
    assert_false(says(BEST));
    assert_false(holds(SEAT_ACT_DONE));
    assert_true(says("You lost 0.1"));
    assert_false(says(BEST));
    assert_true(holds(SEAT_ACT_DONE)); /* another time */
}

CASE(a_look_says_how_to_send_and_why_tells_all)
{
    make(BEST);
    assert_false(holds(SEAT_ACT_DONE));
    assert_int_equal(told.count, 0);
    assert_false(terminal_tutor_looks(&tutor, &view, &told));
    make(WORSE);
    assert_true(holds(SEAT_ACT_DONE));
    told.count = 0;
    assert_true(terminal_tutor_looks(&tutor, &view, &told));
    assert_true(says("Send it all the same"));
    terminal_tutor_why(&tutor, &view, &told);
    assert_true(says("Your " WORSE " loses 0.1"));
    assert_true(says("Better: " BEST "."));
    assert_true(says("  It ")); /* the play is not named again */
    make(BEST);
    told.count = 0;
    assert_false(terminal_tutor_looks(&tutor, &view, &told));
    assert_false(holds(SEAT_ACT_DONE));
}

CASE(one_that_tells_all_tells_the_better_play_and_praises_nothing)
{
    terminal_tutor_set(&choices, TERMINAL_TUTOR_FULL, -1.0);
    make(WORSE);
    assert_true(holds(SEAT_ACT_DONE));
    assert_true(says("Your " WORSE " loses 0.1"));
    assert_true(says(": play it?"));
    assert_true(says("Better: " BEST "."));
    make(BEST);
    assert_false(holds(SEAT_ACT_DONE));
    assert_true(says("Your last decision, " BEST ", was best."));
    terminal_tutor_set(&choices, TERMINAL_TUTOR_FULL, 0.0); /* never asks */
    make(WORSE);
    assert_false(holds(SEAT_ACT_DONE));
    assert_true(says("Your last decision, " WORSE ", lost 0.1"));
}

CASE(one_that_is_off_says_nothing)
{
    terminal_tutor_set(&choices, TERMINAL_TUTOR_OFF, -1.0);
    make(WORSE);
    assert_false(holds(SEAT_ACT_DONE));
    assert_int_equal(told.count, 0);
    terminal_tutor_why(&tutor, &view, &told);
    assert_true(says("has judged nothing yet"));
}

CASE(a_cube_action_is_judged_by_its_own_words)
{
    view_at(&view, SEAT_TO_ROLL, 1U << SEAT_ACT_ROLL | 1U << SEAT_ACT_DOUBLE);
    assert_true(holds(SEAT_ACT_DOUBLE));
    assert_true(says("Think about the cube. Look once more?"));
    assert_true(says("Do it all the same: double."));
    assert_false(says("roll"));
    assert_false(terminal_tutor_looks(&tutor, &view, &told)); /* an empty line rolls */
    terminal_tutor_why(&tutor, &view, &told);
    assert_true(says("Your double loses 0."));
    assert_false(holds(SEAT_ACT_ROLL)); /* he looked again */
    assert_int_equal(told.count, 0);
    terminal_tutor_why(&tutor, &view, &told);
    assert_true(says("Your roll was best."));
    terminal_tutor_set(&choices, TERMINAL_TUTOR_FULL, -1.0);
    assert_true(holds(SEAT_ACT_DOUBLE));
    assert_true(says("Your double loses 0."));
    assert_true(says(": do it?"));
    terminal_tutor_set(&choices, TERMINAL_TUTOR_WARNS, -1.0);
    view_at(&view, SEAT_OFFERED, 1U << SEAT_ACT_TAKE | 1U << SEAT_ACT_PASS);
    assert_true(holds(SEAT_ACT_PASS));
    assert_false(holds(SEAT_ACT_TAKE));
    memset(&view.board.pos, 0,
           sizeof view.board.pos); /* they bear off two, we fifteen */
    view.board.pos.mine.at[6] = 15;
    view.board.pos.theirs.at[1] = 2;
    view.board.pos.theirs.at[POINT_OFF] = 13;
    assert_false(holds(SEAT_ACT_PASS));
    assert_true(holds(SEAT_ACT_TAKE));
    view_at(&view, SEAT_TO_ROLL, 1U << SEAT_ACT_ROLL); /* nothing to decide */
    terminal_tutor_set(&choices, TERMINAL_TUTOR_FULL, -1.0);
    assert_false(holds(SEAT_ACT_ROLL));
    assert_int_equal(told.count, 0);
}

CASE(what_it_does_is_told)
{
    told.count = 0;
    terminal_tutor_tell(&choices, &told);
    terminal_tutor_set(&choices, TERMINAL_TUTOR_FULL, 0.08);
    terminal_tutor_tell(&choices, &told);
    terminal_tutor_set(&choices, TERMINAL_TUTOR_OFF, -1.0);
    terminal_tutor_tell(&choices, &told);
    assert_string_equal(told.lines[0], "The tutor asks before you lose 0.040 or more, "
                                       "without the better play.");
    assert_string_equal(told.lines[1], "The tutor asks before you lose 0.080 or more, "
                                       "and tells the better play.");
    assert_string_equal(told.lines[2], "The tutor is off.");
    assert_true(choices.warn == 0.08);
}

TEST_MAIN(open_engine, close_engine)
