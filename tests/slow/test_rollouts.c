/*
 * Rollouts at full size. Three positions of a study of eXtreme Gammon's search
 * intervals, money play, by XG's own rollouts:
 *
 *   6-2  7/1 7/5* is wrong by 0.085: a deep search with a wide filter finds 7/1 4/2 and
 *        7/1 3/1, a narrow one does not look at them
 *   5-1  bar/20 12/11  -0.778 +- 0.001
 *   5-4  16/7          +0.784 +- 0.001
 *
 * And luck taken off, or not, makes no difference to the mean of whole games.
 */
#include <math.h>

#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "engine/board/position.h"
#include "engine/rollout/rollout.h"
#include "tests/unit/test_case.h"

#include "engine/search/ranked_play.h"
#include "tests/unit/engine/shipped_engine.h" /* last: its names are short */

static struct play_list list;
static struct ranked_play ranked[PLAY_LIST_MAX];

static struct position after_play(const struct decision_context *at, const char *text)
{
    struct play play;
    struct error err;
    struct position after = at->pos;
    assert_good(notation_read(text, &at->pos, at->roll, &list, &play, &err), &err);
    for (int m = 0; m < play.count; m++) {
        (void)movegen_apply(&after, play.moves[m]);
    }
    return after;
}

static void roll_plays(const struct decision_context *at,
                       const struct rollout_settings *settings,
                       const char *const plays[], int count,
                       struct rollout_result results[])
{
    struct error err;
    struct rollout *rollout =
        rollout_new(engine_evaluator(eng), engine_met(eng), settings, &at->ms, &err);
    assert_good(rollout != NULL, &err);
    for (int i = 0; i < count; i++) {
        struct position after = after_play(at, plays[i]);
        (void)rollout_add_play(rollout, &after);
    }
    assert_int_equal(rollout_run(rollout, NULL, NULL, NULL), ROLLOUT_DONE);
    for (int i = 0; i < count; i++) {
        results[i] = rollout_result(rollout, i);
        print_message("%s: %+.4f +- %.4f\n", plays[i], results[i].equity,
                      results[i].equity_error);
    }
    rollout_free(rollout);
}

/* 1,296 games to the end, plays inside at 1-ply. */
static struct rollout_settings full_settings(void)
{
    struct rollout_settings settings = rollout_default();
    settings.play_ply = 1;
    return settings;
}

/* The id is printed with the other player on roll, for whom 7/1 is no play. */
static const char hit_or_not[] = "XGID=-CDBBaBB------a----bbbbcb-:1:-1:1:62:0:0:0:0:10";

TEST(two_ply_with_the_huge_interval_does_not_hit)
{
    struct decision_context at = context(hit_or_not);
    struct strength strength = strength_default();
    strength.filter = *filter_find("xg-huge");
    (void)engine_rank_plays(eng, scratch, &strength, &at.pos, &at.ms, at.roll, ranked,
                            PLAY_LIST_MAX);
    struct position first = after_play(&at, "7/1 4/2");
    struct position second = after_play(&at, "7/1 3/1");
    assert_int_equal(ranked[0].ply, 2);
    assert_true(position_equal(&ranked[0].after, &first) ||
                position_equal(&ranked[0].after, &second));
}

TEST(a_rollout_does_not_hit_either)
{
    static const char *const plays[] = {"7/1 4/2", "7/1 3/1", "7/1 7/5*"};
    struct decision_context at = context(hit_or_not);
    struct rollout_settings settings = full_settings();
    struct rollout_result results[3];
    roll_plays(&at, &settings, plays, 3, results);
    double best = fmax(results[0].equity, results[1].equity);
    assert_true(fabs(best - results[2].equity - 0.085) <= 0.02);
}

TEST(rollouts_agree_with_the_studys)
{
    static const struct {
        const char *id;
        const char *play;
        double equity;
    } rows[] = {
        {"XGID=aCDBB-BB-----a-----bbbbcb-:1:-1:-1:51:0:0:0:0:10", "bar/20 12/11",
         -0.780},
        {"XGID=aCDBB-BA-----a--A--bbbbcb-:1:-1:1:54:0:0:0:0:10", "16/7", +0.784},
    };
    for (int i = 0; i < 2; i++) {
        struct decision_context at = context(rows[i].id);
        struct rollout_settings settings = full_settings();
        struct rollout_result result;
        roll_plays(&at, &settings, &rows[i].play, 1, &result);
        assert_true(fabs(result.equity - rows[i].equity) <= 0.01);
    }
}

/* Whole games from the first roll, cubeful: raw and with the luck taken off. */
TEST(luck_taken_off_leaves_the_mean_of_whole_games)
{
    static const char *const play = "8/5 6/5";
    struct decision_context at =
        context("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10");
    struct rollout_settings settings = rollout_default();
    struct rollout_result reduced;
    struct rollout_result raw;
    roll_plays(&at, &settings, &play, 1, &reduced);
    settings.reduces_variance = false;
    settings.trials = 36 * 36 * 8;
    roll_plays(&at, &settings, &play, 1, &raw);
    assert_true(fabs(raw.equity - reduced.equity) <=
                3.0 * hypot(raw.equity_error, reduced.equity_error));
    assert_true(fabs(raw.cubeless - reduced.cubeless) <=
                3.0 * hypot(raw.cubeless_error, reduced.cubeless_error));
    for (int k = 0; k < 5; k++) {
        assert_true(fabs(raw.outputs[k] - reduced.outputs[k]) <=
                    3.5 * hypot(raw.outputs_error[k], reduced.outputs_error[k]));
    }
    /* an eighth of the games and the smaller error all the same */
    assert_true(reduced.cubeless_error < raw.cubeless_error);
    assert_true(reduced.outputs_error[0] < raw.outputs_error[0]);
}

TEST_MAIN(open_engine, close_engine)
