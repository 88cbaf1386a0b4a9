/* The summary of a game and of a match from a match file, by the real engine. */
#include <string.h>
#include <unistd.h>

#include "bot/seat/browser/summary.h"
#include "bot/seat/browser/summary_json.h"
#include "tests/unit/engine/shipped_engine.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

#define PLAYERS "; [Player 1 \"our_bot\"]\n; [Player 2 \"you\"]\n\n"
#define HEADING PLAYERS " 2 point match\n\n"
#define MONEY   PLAYERS " 0 point match\n\n"
/* The person's 13/7 13/9 is a blunder; he wins by a pass. */
#define GAME_1                                                                         \
    " Game 1\n our_bot : 0                        you : 0\n"                           \
    "  1) 31: 8/5 6/5                       64: 13/7 13/9\n"                           \
    "  2) 62: 24/18 13/11                    Doubles => 2\n"                           \
    "  3)  Drops                              Wins 1 point\n\n"
#define GAME_2                                                                         \
    " Game 2\n our_bot : 0                        you : 1\n"                           \
    "  1)                                   21: 6/4 6/5\n"                             \
    "  2) 66: 24/18 24/18 13/7 13/7        \n"
#define GAME_2_END "      Wins 2 points and the match\n"

static char path[] = "/tmp/fibsbot-summary-XXXXXX";
static struct summary_work *work;

static int open_both(void **state)
{
    int fd = mkstemp(path);
    return fd < 0 || close(fd) != 0 ? -1 : open_engine(state);
}

static int close_both(void **state)
{
    (void)close_engine(state);
    return unlink(path);
}

static int new_work(void **state)
{
    work = summary_new(eng, scratch);
    return work == NULL;
}

static int free_work(void **state)
{
    summary_free(work);
    return 0;
}

#define CASE(claim) TEST_WITH(claim, new_work, free_work)

static enum summary_state begin(const char *text, bool is_match)
{
    test_file_write(path, text);
    return summary_begin(work, path, is_match, NULL);
}

static struct summary sum_up(void)
{
    struct summary summary;
    while (summary_step(work)) {
    }
    summary_write(work, &summary);
    assert_true(summary.done == 1.0);
    return summary;
}

CASE(a_game_is_summed_up_when_its_end_is_written)
{
    static const char open_game[] = HEADING GAME_1 GAME_2;
    assert_int_equal(begin(open_game, false), SUMMARY_EARLY);
    assert_int_equal(begin(HEADING GAME_1, false), SUMMARY_READY);
    assert_int_equal(begin(HEADING GAME_1, true), SUMMARY_EARLY);
    assert_int_equal(begin("", false), SUMMARY_BAD);
    assert_int_equal(begin(HEADING, false), SUMMARY_BAD);
}

CASE(a_game_has_rates_luck_and_the_costliest_decisions_of_the_person)
{
    assert_int_equal(begin(HEADING GAME_1, false), SUMMARY_READY);
    struct summary s = sum_up();
    assert_true(s.is_good);
    assert_int_equal(s.game, 1);
    assert_string_equal(s.judge, "2-ply");
    assert_int_equal(s.sides[0].blunders, 1);
    assert_true(s.sides[0].error_rate > 20.0);
    assert_true(s.sides[1].luck > 0.01); /* 3-1 */
    /* a point is a fifth of a match to 2, from 30 to 70 %, and 6-4 no bad roll */
    assert_true(s.sides[0].luck < 0.0 && s.sides[0].luck > -0.05);
    assert_true(s.worst_count >= 2);
    assert_true(s.worst[0].loss >= s.worst[1].loss);
    assert_non_null(strstr(s.worst[0].why, "."));
    for (int i = 0; i < s.worst_count; i++) {
        assert_int_equal(s.worst[i].turn.side, RECORD_OPPONENT);
        assert_int_equal(s.worst[i].is_cube, strcmp(s.worst[i].made, "double") == 0);
    }
}

CASE(reasons_call_the_opponent_by_name)
{
    assert_int_equal(begin(HEADING " Game 1\n our_bot : 0  you : 0\n"
                                   "  1) 62: 24/18 13/11                    61: 13/7* "
                                   "6/5\n"
                                   "  2) 66:                                31: 24/20\n"
                                   "  3)                                     Wins 1 "
                                   "point\n",
                           false),
                     SUMMARY_READY);
    struct summary s = sum_up();
    assert_non_null(strstr(s.worst[0].why, "our_bot"));
}

/* Nobody by their own depth: a bot that plays at 2-ply by a deeper one. */
CASE(a_bot_that_is_judged_deeper_than_the_person_is_said_to_be)
{
    assert_int_equal(
        begin("; [Player 1 Level \"fibsbot 0.2.0: 2-ply\"]\n" HEADING GAME_1, false),
        SUMMARY_READY);
    assert_string_equal(sum_up().judge, "2-ply, our_bot at roller");
}

CASE(the_curve_goes_from_even_to_what_the_game_brought)
{
    assert_int_equal(begin(HEADING GAME_1 GAME_2 GAME_2_END, true), SUMMARY_READY);
    struct summary s = sum_up();
    assert_int_equal(s.game, 0);
    assert_int_equal(s.curve_count, 7); /* five plays and two ends */
    assert_true(s.curve[0].value > 0.44 && s.curve[0].value < 0.5); /* the bot's roll */
    assert_true(s.curve[6].value == 0.0);
    assert_int_equal(s.end_count, 2);
    assert_int_equal(s.ends[0].score[0], 1);
    assert_int_equal(s.ends[1].score[1], 2);
    for (int i = 1; i < s.curve_count; i++) {
        assert_true(s.curve[i].turn >= s.curve[i - 1].turn);
    }
}

/* Every second of the plays, and each end. */
CASE(a_long_match_keeps_the_ends_of_all_its_games)
{
    enum { GAMES = SUMMARY_CURVE_MAX / 2 + 1 };
    static char text[GAMES * 120];
    int length = snprintf(text, sizeof text, MONEY);
    for (int i = 0; i < GAMES; i++) {
        length += snprintf(text + length, sizeof text - (size_t)length,
                           " Game %d\n our_bot : %d  you : 0\n  1) 31: 8/5 6/5\n"
                           "%*sWins 1 point\n\n",
                           i + 1, i, i + 1 < GAMES ? 6 : 40, "");
    }
    assert_int_equal(begin(text, true), SUMMARY_EARLY); /* it has no end */
    struct summary s = sum_up();
    assert_int_equal(s.curve_count, (GAMES + 1) / 2 + GAMES);
    assert_true(s.curve[s.curve_count - 1].value == 1.0);
}

CASE(the_curve_of_money_play_is_in_points)
{
    assert_int_equal(begin(MONEY GAME_1 GAME_2 GAME_2_END, false), SUMMARY_READY);
    struct summary s = sum_up();
    assert_int_equal(s.length, 0);
    assert_int_equal(s.game, 2); /* the last one alone is summed up */
    assert_true(s.worst_count > 0);
    for (int i = 0; i < s.worst_count; i++) {
        assert_int_equal(s.worst[i].turn.game, s.worst[0].turn.game);
        assert_non_null(strstr(s.worst[i].made, "6/4"));
    }
    assert_int_equal(s.curve_count, 7);
    assert_true(s.curve[0].value < 0.0 && s.curve[0].value > -0.2); /* the bot's roll */
    assert_true(s.curve[3].value == 1.0); /* what the first game brought */
    assert_true(s.curve[6].value == -2.0);
}

CASE(a_match_goes_on_from_the_summary_of_its_first_game)
{
    struct summary first, whole;
    assert_int_equal(begin(HEADING GAME_1, false), SUMMARY_READY);
    first = sum_up();
    assert_int_equal(begin(HEADING GAME_1 GAME_2 GAME_2_END, true), SUMMARY_READY);
    summary_write(work, &whole);
    assert_true(whole.done > 0.6); /* five of seven decisions are known */
    whole = sum_up();
    assert_true(whole.curve[0].value == first.curve[0].value);
    /* another match has nothing in common with it */
    assert_int_equal(begin(HEADING
                           " Game 1\n our_bot : 0  you : 0\n"
                           "  1)                                   21: 6/4 6/5\n"
                           "                                      Wins 1 point\n",
                           false),
                     SUMMARY_READY);
    summary_write(work, &whole);
    assert_true(whole.done == 0.0);
}

CASE(the_page_gets_what_it_draws)
{
    assert_int_equal(begin(HEADING GAME_1, false), SUMMARY_READY);
    struct summary s = sum_up();
    json_t *object = summary_json(&s);
    json_t *worst = json_array_get(json_object_get(object, "worst"), 0);
    json_t *board = json_object_get(worst, "board");
    json_t *luck =
        json_object_get(json_array_get(json_object_get(object, "sides"), 1), "luck");
    assert_int_equal(json_array_size(json_object_get(board, "mine")), 26);
    assert_int_equal(json_array_size(json_object_get(board, "theirs")), 26);
    assert_int_equal(json_is_null(json_object_get(board, "dice")), s.worst[0].is_cube);
    assert_int_equal(
        json_integer_value(json_object_get(json_object_get(board, "cube"), "value")),
        1);
    assert_int_equal(json_string_value(luck)[0], '+');
    assert_non_null(strstr(json_string_value(luck), " %"));
    json_decref(object);
    s.ends[0].score[0] = 6; /* in a match to 2 */
    object = summary_json(&s);
    json_t *end = json_array_get(json_object_get(object, "games"), 0);
    assert_string_equal(json_string_value(json_array_get(end, 1)), "2-0");
    assert_int_equal(json_integer_value(json_object_get(object, "length")), 2);
    json_decref(object);
    s.worst[0].turn.type = RECORD_CELL_DROP; /* of a cube that was on 2 */
    s.worst[0].turn.ms = match_state_money();
    s.worst[0].turn.ms.cube = 2;
    object = summary_json(&s);
    worst = json_array_get(json_object_get(object, "worst"), 0);
    const json_t *cube = json_object_get(json_object_get(worst, "board"), "cube");
    assert_int_equal(json_integer_value(json_object_get(cube, "value")), 4);
    assert_string_equal(json_string_value(json_object_get(cube, "offeredBy")), "them");
    json_decref(object);
    s.is_good = false;
    object = summary_json(&s);
    assert_true(json_is_null(object));
    json_decref(object);
}

CASE(the_page_gets_both_sides_of_a_board_and_the_curve)
{
    assert_int_equal(begin(HEADING GAME_1, false), SUMMARY_READY);
    const struct summary s = sum_up();
    const struct position *pos = &s.worst[0].turn.pos;
    json_t *object = summary_json(&s);
    const json_t *curve = json_object_get(object, "curve");
    const json_t *worst = json_array_get(json_object_get(object, "worst"), 0);
    const json_t *board = json_object_get(worst, "board");
    const json_t *mine = json_object_get(board, "mine");
    const json_t *theirs = json_object_get(board, "theirs");
    assert_memory_not_equal(&pos->mine, &pos->theirs, sizeof pos->mine);
    for (size_t i = 0; i < 26; i++) {
        assert_int_equal(json_integer_value(json_array_get(mine, i)), pos->mine.at[i]);
        assert_int_equal(json_integer_value(json_array_get(theirs, i)),
                         pos->theirs.at[i]);
    }
    assert_true(s.curve_count > 2);
    assert_int_equal(json_array_size(curve), s.curve_count);
    for (int i = 0; i < s.curve_count; i++) {
        const json_t *point = json_array_get(curve, (size_t)i);
        assert_int_equal(json_integer_value(json_array_get(point, 0)), s.curve[i].turn);
        assert_true(json_number_value(json_array_get(point, 1)) == s.curve[i].value);
    }
    json_decref(object);
}

TEST_MAIN(open_both, close_both)
