/* Why a decision loses, as the tutor answers it on its thread, by the real engine. */
#include <semaphore.h>
#include <string.h>

#include "bot/seat/browser/tutor.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "tests/unit/test_case.h"

static sem_t answers;
static struct tutor *tutor;
static const struct explain_names names = {.opponent = "fibsbot"};

static void answered(void *context)
{
    (void)sem_post(&answers);
}

static int open_tutor(void **state)
{
    (void)sem_init(&answers, 0, 0);
    tutor = tutor_new("build/weights", answered, NULL);
    return tutor == NULL;
}

static int close_tutor(void **state)
{
    tutor_free(tutor);
    return sem_destroy(&answers);
}

static struct tutor_question question_at_start(void)
{
    static uint64_t number;
    struct tutor_question q = {.number = ++number, .ms = {.length = 7, .cube = 1}};
    position_start(&q.pos);
    return q;
}

static struct tutor_answer ask(const struct tutor_question *q)
{
    struct tutor_answer answer;
    tutor_ask(tutor, q);
    assert_int_equal(sem_wait(&answers), 0);
    tutor_answer(tutor, &answer);
    assert_int_equal(answer.number, q->number);
    assert_true(answer.is_good);
    return answer;
}

/* 3-1 is rolled. */
static struct tutor_answer ask_of_play(struct checker_move first,
                                       struct checker_move then)
{
    struct tutor_question q = question_at_start();
    q.roll = (struct roll){3, 1};
    q.has_after = true;
    q.after = q.pos;
    (void)movegen_apply(&q.after, first);
    (void)movegen_apply(&q.after, then);
    return ask(&q);
}

TEST(a_play_that_loses_is_explained_with_the_best_one)
{
    char why[EXPLAIN_SIZE];
    struct tutor_answer answer =
        ask_of_play((struct checker_move){13, 10}, (struct checker_move){10, 9});
    assert_true(answer.loss > 0.1);
    (void)explain_write(&answer.reasons, &names, why);
    assert_ptr_equal(strstr(why, "8/5 6/5 makes the 5 point"), why);
    assert_string_equal(explain_question(&answer.reasons), "Which point can be made?");
}

TEST(of_the_best_play_nothing_is_said)
{
    struct tutor_answer answer =
        ask_of_play((struct checker_move){8, 5}, (struct checker_move){6, 5});
    assert_true(answer.loss == 0.0);
    assert_int_equal(answer.reasons.count, 0);
}

/* What was found out of one question answers it alone. */
TEST(another_roll_at_the_same_position_has_its_own_hints)
{
    struct tutor_question q = question_at_start();
    q.roll = (struct roll){3, 1};
    assert_string_equal(ask(&q).hints[0].text, "8/5 6/5");
    q.roll.low = 2;
    const struct tutor_answer other = ask(&q);
    assert_true(other.hint_count > 0);
    assert_string_not_equal(other.hints[0].text, "8/5 6/5");
}

static double value_at(struct match_state ms, bool is_answer)
{
    struct tutor_question q = question_at_start();
    q.ms = ms;
    q.is_answer = is_answer;
    return ask(&q).value;
}

TEST(the_chance_is_that_of_the_match)
{
    double even = value_at(match_state_match(7, 0, 0, false), false);
    double behind = value_at(match_state_match(7, 0, 6, false), false);
    assert_true(even > 0.5 && even < 0.55);
    assert_true(behind > 0.03 && behind < 0.15);
    double taker = value_at(match_state_match(7, 4, 0, false), true);
    assert_true(taker > 0.1 && taker < 0.35);
}

TEST(the_value_of_money_play_is_in_points)
{
    struct match_state ms = match_state_money();
    double one = value_at(ms, false);
    assert_true(one > 0.02 && one < 0.2);
    struct tutor_question play = question_at_start();
    play.roll = (struct roll){3, 1};
    assert_true(ask(&play).win > 0.52);
    struct tutor_question taken = question_at_start();
    taken.ms = ms;
    taken.is_answer = true;
    struct tutor_answer answer = ask(&taken);
    assert_true(answer.value == -(double)answer.cube.double_take);
    assert_true(answer.cube.outputs.win > 0.5F); /* who doubles is on roll */
    assert_true(answer.win == 1.0 - (double)answer.cube.outputs.win);
    ms.cube = 4;
    ms.owner = CUBE_MINE;
    double four = value_at(ms, false);
    assert_true(four > 4.0 * one && four < 4.0);
}

/* The answer to a double is explained to who gives it: far behind in a race, a take. */
TEST(the_wrong_answer_to_a_double_is_explained)
{
    char why[EXPLAIN_SIZE];
    struct tutor_question q = question_at_start();
    memset(&q.pos, 0, sizeof q.pos);
    q.pos.mine.at[3] = CHECKERS;
    q.pos.theirs.at[6] = CHECKERS;
    q.is_answer = true;
    struct tutor_answer answer = ask(&q);
    (void)explain_write(&answer.reasons, &names, why);
    assert_non_null(strstr(why, "You win "));
    assert_non_null(strstr(why, "a take needs"));
}

TEST(a_double_that_was_not_offered_is_explained)
{
    char why[EXPLAIN_SIZE];
    struct tutor_question q = question_at_start();
    memset(&q.pos, 0, sizeof q.pos);
    q.pos.mine.at[5] = CHECKERS;
    q.pos.theirs.at[6] = CHECKERS;
    struct tutor_answer answer = ask(&q);
    (void)explain_write(&answer.reasons, &names, why);
    assert_non_null(strstr(why, "fibsbot wins "));
    assert_non_null(strstr(why, " of the next two rolls lose the market."));
}

TEST_MAIN(open_tutor, close_tutor)
