/* Rollers: what is rolled out, and that the search's answer stands where nothing is. */
#include <math.h>
#include <string.h>

#include "engine/board/decision_context.h"
#include "engine/board/notation.h"
#include "engine/board/position.h"
#include "engine/engine.h"
#include "engine/level.h"
#include "engine/rollout/roller.h"
#include "engine/rollout/rollout.h"
#include "engine/rollout/rollout_internal.h"
#include "engine/search/ranked_play.h"
#include "engine/search/search_threads.h"
#include "tests/unit/test_case.h"

#include "tests/unit/engine/shipped_engine.h" /* last: its names are short */

enum { RANKED = 64 };

static struct ranked_play ranked[RANKED];
static struct ranked_play again[RANKED];

/* 7/1 4/2 and 7/1 3/1 are nearly equal, 7/1 7/5* a mistake that a 1-ply search makes.
 */
static const char close_plays[] =
    "XGID=-CDBBaBB------a----bbbbcb-:1:-1:1:62:0:0:0:0:10";

/* 8/5 6/5 is far ahead of all others. */
static const char opening_31[] = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";

static struct strength roller_strength(const char *name)
{
    struct strength strength = strength_default();
    strength.roller = roller_find(name);
    assert_non_null(strength.roller);
    return strength;
}

static int rank(const struct strength *strength, const struct decision_context *at,
                struct ranked_play *out)
{
    return engine_rank_plays(eng, scratch, strength, &at->pos, &at->ms, at->roll, out,
                             RANKED);
}

static bool same_ranking(int count)
{
    for (int i = 0; i < count; i++) {
        if (!position_equal(&ranked[i].after, &again[i].after) ||
            ranked[i].equity != again[i].equity ||
            ranked[i].trials != again[i].trials) {
            return false;
        }
    }
    return true;
}

TEST(rollers_are_found_by_name_each_leaving_less_open)
{
    int trials = 0;
    int first_turns = 1;
    double open = 1.0;
    assert_string_equal(roller_name(0), "roller");
    for (int i = 0; roller_name(i) != NULL; i++) {
        const struct roller *roller = roller_find(roller_name(i));
        assert_non_null(roller);
        assert_int_equal(roller_depth(roller), i + 1);
        assert_true(roller->trials >= trials && roller->small_loss < open);
        open = roller->small_loss;
        assert_int_equal(roller->trials % 36, 0); /* each first roll as often */
        assert_in_range(roller->horizon, 5, 7);   /* as eXtreme Gammon's */
        assert_in_range(roller->first_turns, first_turns, 2);
        first_turns = roller->first_turns;
        struct strength strength = roller_strength(roller_name(i));
        struct rollout_settings settings = roller_rollout_settings(&strength);
        assert_int_equal(settings.first_turns, first_turns);
        assert_int_equal(settings.first_ply, 1);
        trials = roller->trials;
    }
    assert_int_equal(trials, 1296);
    assert_null(roller_find("nobody"));
    assert_int_equal(roller_depth(NULL), 0);
}

TEST(a_roller_is_a_level_and_decides_for_the_strongest)
{
    struct error err;
    struct strength strength = strength_default();
    assert_true(level_read("roller+", &strength, &err));
    assert_ptr_equal(strength.roller, roller_find("roller+"));
    assert_true(strength.noise == 0.0F);
    assert_true(level_read("world-class", &strength, &err));
    assert_null(strength.roller);
    assert_true(level_read("strongest", &strength, &err)); /* has one, too */
    assert_ptr_equal(strength.roller, roller_find("roller+"));
    assert_false(level_read("roller+++", &strength, &err));
}

/* Under the names of eXtreme Gammon's filters, rollers have rows of their own. */
TEST(plays_are_searched_by_the_row_of_rollers_before)
{
    struct strength strength = roller_strength("roller");
    for (int i = 0; filter_name(i) != NULL; i++) {
        strength.filter = *filter_find(filter_name(i));
        const struct strength search = roller_search_strength(&strength);
        const struct filter row = filter_for_roller(&strength.filter);
        assert_null(search.roller);
        assert_int_equal(search.play_ply, 2);
        assert_false(search.filter.gives_up[1]);
        for (int sub = 0; sub < 2; sub++) {
            const struct filter_level *found = filter_level_at(&search.filter, 2, sub);
            const struct filter_level *wanted = filter_level_at(&row, 3, sub);
            assert_int_equal(found->accept, wanted->accept);
            assert_int_equal(found->extra, wanted->extra);
            assert_true(found->threshold == wanted->threshold);
        }
    }
}

TEST(the_best_plays_are_rolled_out_and_stand_first)
{
    struct decision_context at = context(close_plays);
    struct strength strength = roller_strength("roller");
    int count = rank(&strength, &at, ranked);
    assert_int_equal(count, 4);
    assert_int_equal(ranked[0].trials, 36);
    assert_int_equal(ranked[1].trials, 36);
    assert_int_equal(ranked[0].ply, 3);
    assert_true(ranked[0].equity >= ranked[1].equity);
    assert_true(fabs((double)ranked[0].equity - 0.23) < 0.02);
    assert_int_equal(ranked[3].trials, 0); /* 7/1 6/4 is far behind */
    for (int i = 0; i < 2; i++) {          /* the two that do not hit */
        assert_int_equal(ranked[i].after.mine.at[6] + ranked[i].after.mine.at[7], 3);
    }
}

TEST(threads_and_earlier_decisions_do_not_change_a_roller)
{
    struct error err;
    struct decision_context at = context(close_plays);
    struct decision_context other =
        context("XGID=-b----E-C---eE---c-e----B-:0:0:1:62:0:0:0:"
                "0:10");
    struct strength strength = roller_strength("roller");
    int count = rank(&strength, &at, ranked);
    strength.search_threads = search_threads_new(engine_evaluator(eng), 3, &err);
    assert_non_null(strength.search_threads);
    (void)rank(&strength, &other, again);
    assert_int_equal(rank(&strength, &at, again), count);
    search_threads_free(strength.search_threads);
    assert_true(same_ranking(count));
}

/* Its time is over as soon as somebody asks. */
static int64_t hurry(void *context)
{
    int64_t *now = context;
    return *now += 1000;
}

TEST(without_time_the_search_decides)
{
    int64_t now = 0;
    struct decision_context at = context(close_plays);
    struct strength strength = roller_strength("roller");
    strength.time =
        (struct search_time_limit){.limit_ms = 1, .now_ms = hurry, .context = &now};
    int count = rank(&strength, &at, ranked);
    assert_int_equal(count, 4);
    for (int i = 0; i < count; i++) {
        assert_int_equal(ranked[i].trials, 0);
    }
}

/* Rolls out the first play of `ranked` as "roller" does, with the dice of `seed`. */
static float roll_out_first(const struct strength *strength,
                            const struct decision_context *at, uint64_t seed)
{
    struct rollout_settings settings = roller_rollout_settings(strength);
    settings.trials = ranked[0].trials;
    settings.seed = seed;
    struct rollout *rollout =
        rollout_new(engine_evaluator(eng), engine_met(eng), &settings, &at->ms, NULL);
    assert_non_null(rollout);
    (void)rollout_add_play(rollout, &ranked[0].after);
    assert_int_equal(rollout_run(rollout, NULL, NULL, NULL), ROLLOUT_DONE);
    float equity = (float)rollout_result(rollout, 0).equity;
    rollout_free(rollout);
    return equity;
}

/* The same two plays: where less may be left open, they need more games. */
TEST(trials_go_on_while_a_decision_is_open)
{
    struct decision_context at =
        context("XGID=--a-B-E-Bb--dC---bBeA--a--:0:0:1:52:0:0:0:0:10");
    int before = 36;
    for (int i = 0; roller_name(i) != NULL; i++) {
        struct strength strength = roller_strength(roller_name(i));
        assert_true(rank(&strength, &at, ranked) > 1);
        assert_true(ranked[0].trials > before);
        assert_true(ranked[0].trials <= strength.roller->trials);
        before = ranked[0].trials;
    }
}

/* Rollouts that measure a roller share no errors with it. */
TEST(a_roller_has_other_dice_than_rollouts)
{
    struct decision_context at = context(close_plays);
    struct strength strength = roller_strength("roller");
    assert_true(rank(&strength, &at, ranked) > 1);
    assert_true(ranked[0].equity == roll_out_first(&strength, &at, 36));
    assert_true(ranked[0].equity !=
                roll_out_first(&strength, &at, rollout_default().seed));
}

TEST(a_single_play_is_not_rolled_out)
{
    struct decision_context at = context(close_plays);
    struct strength strength = roller_strength("roller");
    at.pos = (struct position){.mine = {{[POINT_OFF] = 14, [1] = 1}},
                               .theirs = {{[POINT_OFF] = 14, [1] = 1}}};
    assert_int_equal(rank(&strength, &at, ranked), 1);
    assert_int_equal(ranked[0].trials, 0);
    assert_true(ranked[0].equity == 1.0F);
}

/* 3-1 of the opening: 8/5 6/5 is so clear that it would not be rolled out. */
TEST(accepting_two_rolls_two_out)
{
    static const char *const filters[] = {"fibsbot", "xg-normal", "gnubg-normal"};
    struct decision_context at = context(opening_31);
    for (int i = 0; i < 3; i++) {
        struct strength strength = roller_strength("roller");
        strength.filter = *filter_find(filters[i]);
        (void)rank(&strength, &at, ranked);
        assert_int_equal(ranked[0].trials, 0);
        filter_accept(&strength.filter, 2);
        (void)rank(&strength, &at, ranked);
        assert_true(ranked[0].trials >= 36 && ranked[1].trials >= 36);
        assert_int_equal(ranked[2].trials, 0);
        assert_true(ranked[0].equity > ranked[1].equity + 0.1F);
    }
}

/* 13/9 of the same roll and 7/1 6/4 of another: both far behind. */
TEST(a_play_that_was_made_is_rolled_out_beside_the_best)
{
    const char *const ids[] = {opening_31, close_plays};
    for (int i = 0; i < 2; i++) {
        struct decision_context at = context(ids[i]);
        struct strength strength = roller_strength("roller++");
        int count = rank(&strength, &at, ranked);
        struct position worst = ranked[count - 1].after;
        struct position best = ranked[0].after;
        assert_int_equal(ranked[count - 1].trials, 0);
        int made = engine_evaluate_play(eng, scratch, &strength, &at.ms, &worst, ranked,
                                        count);
        assert_true(made > 0 && position_equal(&ranked[made].after, &worst));
        assert_true(position_equal(&ranked[0].after, &best));
        assert_true(ranked[0].trials >= 36 && ranked[made].trials >= 36);
        assert_int_equal(ranked[0].ply, ranked[made].ply);
        for (int k = 0; k < count; k++) {
            assert_true(k <= made || ranked[k].trials == 0);
        }
    }
}

TEST(clear_and_exact_cube_actions_are_not_rolled_out)
{
    struct cube_decision d;
    struct strength strength = roller_strength("roller");
    struct decision_context at =
        context("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10");
    engine_cube_decision(eng, scratch, &strength, &at.pos, &at.ms, &d);
    assert_int_equal(d.action, CUBE_NO_DOUBLE);
    assert_int_equal(d.trials, 0);
    struct strength analysis = strength;
    filter_accept(&analysis.filter, 2); /* there every one is */
    engine_cube_decision(eng, scratch, &analysis, &at.pos, &at.ms, &d);
    assert_true(d.trials >= 36);
    at.pos = (struct position){.mine = {{[POINT_OFF] = 14, [6] = 1}},
                               .theirs = {{[POINT_OFF] = 14, [1] = 1}}};
    engine_cube_decision(eng, scratch, &strength, &at.pos, &at.ms, &d);
    assert_int_equal(d.trials, 0);
    assert_int_equal(d.action, CUBE_DOUBLE_TAKE);
}

TEST(doubtful_cube_actions_are_rolled_out)
{
    struct cube_decision searched, rolled;
    struct decision_context at =
        context("XGID=----BCDBBB------cccdb-----:0:0:1:00:0:0:0:0:10");
    struct strength strength = strength_default();
    engine_cube_decision(eng, scratch, &strength, &at.pos, &at.ms, &searched);
    strength = roller_strength("roller");
    engine_cube_decision(eng, scratch, &strength, &at.pos, &at.ms, &rolled);
    assert_int_equal(searched.trials, 0);
    assert_int_equal(rolled.trials, 36);
    assert_int_equal(rolled.ply, 3);
    assert_true(rolled.double_pass == 1.0F);
    assert_true(fabs((double)(rolled.no_double - searched.no_double)) < 0.1);
    assert_true(fabs((double)(rolled.double_take - searched.double_take)) < 0.15);
    struct position taker = position_swap(&at.pos);
    struct match_state ms = match_state_swap(&at.ms);
    bool takes = engine_takes_double(eng, scratch, &strength, &taker, &ms, &searched);
    assert_int_equal(takes, rolled.double_take <= rolled.double_pass);
    assert_true(searched.double_take == rolled.double_take);
}

/* The best had better rolls in the games of the others than in those that followed. */
TEST(plays_that_were_given_up_follow_the_best_by_equity)
{
    enum { ROLLED = 5 };
    struct decision_context at =
        context("XGID=-ABBBBCA-----------cddBca-:0:0:1:32:0:0:0:0:10");
    struct strength strength = roller_strength("roller");
    filter_accept(&strength.filter, ROLLED);
    assert_in_range(rank(&strength, &at, ranked), ROLLED, RANKED);
    assert_true(ranked[0].trials > ranked[1].trials);
    assert_true(ranked[0].equity < ranked[1].equity);
    for (int i = 2; i < ROLLED; i++) {
        assert_true(ranked[i].trials >= 36);
        assert_true(ranked[i].equity < ranked[i - 1].equity);
    }
}

TEST(outputs_of_a_result_keep_their_places)
{
    const struct rollout_result result = {.outputs = {.5, .25, .125, .0625, .03125}};
    struct outputs o = rollout_outputs(&result);
    assert_true(o.win == .5F && o.win_gammon == .25F && o.win_backgammon == .125F);
    assert_true(o.lose_gammon == .0625F && o.lose_backgammon == .03125F);
}

/* Mine doubles, theirs has none off: two games, where mine's pass would cost one. */
TEST(a_pass_in_a_game_costs_the_price_of_who_passes)
{
    const struct match_state ms = {.cube = 1, .pays_by_board = true};
    const struct rollout_start start = {
        .pos = {.mine = {{[0] = 12, [1] = 3}}, .theirs = {{[4] = 5, [5] = 5, [6] = 5}}},
        .ms = ms,
        .is_mine_on_roll = true,
    };
    struct rollout_settings settings = rollout_default();
    settings.trials = 36;
    struct rollout *rollout =
        rollout_new(engine_evaluator(eng), engine_met(eng), &settings, &ms, NULL);
    assert_int_equal(rollout_add(rollout, &start), 0);
    assert_int_equal(rollout_run(rollout, NULL, NULL, NULL), ROLLOUT_DONE);
    assert_true(fabs(rollout_result(rollout, 0).equity - 2.0) < 1e-6);
    rollout_free(rollout);
}

/* One that was given up has fewer trials, and so a higher sum below 0. */
TEST(the_best_is_none_that_was_given_up)
{
    static struct rollout_candidate_sums sums[] = {
        {36, true, .sum = {[ROLLOUT_FIGURE_VALUE] = -30.0}},
        {144, false, .sum = {[ROLLOUT_FIGURE_VALUE] = -100.0}}};
    static struct rollout rollout = {.sums.candidates = 2};
    memcpy(rollout.sums.candidate, sums, sizeof sums);
    assert_int_equal(rollout_best(&rollout), 1);
}

TEST_MAIN(open_engine, close_engine)
