/* The bound on thinking time, by a clock that goes on a step at each look: what is
 * judged by then counts, and nothing is thought about for nothing. */
#include "engine/board/position.h"
#include "engine/engine.h"
#include "engine/search/ranked_play.h"
#include "tests/unit/engine/eval/stub_eval.h"
#include "tests/unit/test_case.h"

#include "tests/unit/engine/shipped_engine.h" /* last: its names are short */

enum { MAX_RANKED = 64 };

static struct ranked_play ranked[MAX_RANKED];

/* A millisecond passes at each look. */
struct false_clock {
    int64_t now;
    int looks;
};

static int64_t look(void *context)
{
    struct false_clock *clock = context;
    clock->looks++;
    return clock->now++;
}

static struct strength limited(struct false_clock *clock, int limit_ms)
{
    struct strength strength = strength_default();
    *clock = (struct false_clock){.now = 1000};
    strength.time = (struct search_time_limit){
        .limit_ms = limit_ms, .now_ms = look, .context = clock};
    return strength;
}

static int rank(const struct strength *strength, const struct position *pos,
                struct roll roll)
{
    struct match_state money = match_state_money();
    return engine_rank_plays(eng, scratch, strength, pos, &money, roll, ranked,
                             MAX_RANKED);
}

static int judged_at(int count, int ply)
{
    int found = 0;
    for (int i = 0; i < count; i++) {
        found += ranked[i].ply == ply;
    }
    return found;
}

/* The opening 2-1 under a wide filter: every node is a look at the clock. */
TEST(plays_judged_in_time_are_kept_and_stand_first)
{
    struct false_clock clock;
    struct position pos;
    struct error err;
    position_start(&pos);
    static const struct {
        int limit_ms;
        int at_1_ply, at_2_ply; /* plays in the listing */
    } rows[] = {
        {1, 0, 0}, /* no time at all: the first look */
        {2, 1, 0}, /* a node each at 1-ply */
        {4, 3, 0},
        {16, 15, 0},      /* all 15 */
        {16 + 22, 14, 1}, /* 22 nodes each at 2-ply, equal replies counting once */
        {16 + 2 * 22, 13, 2},
        {100000, 0, 15},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct strength strength = limited(&clock, rows[i].limit_ms);
        assert_true(filter_read("50/9, 50/9", &strength.filter, &err));
        int count = rank(&strength, &pos, (struct roll){2, 1});
        print_message("%d ms\n", rows[i].limit_ms);
        assert_int_equal(count, 15);
        assert_int_equal(judged_at(count, 1), rows[i].at_1_ply);
        assert_int_equal(judged_at(count, 2), rows[i].at_2_ply);
        for (int n = 1; n < count; n++) {
            assert_true(ranked[n - 1].ply >= ranked[n].ply);
        }
    }
}

TEST(what_is_done_in_time_is_the_same_as_without_a_limit)
{
    struct false_clock clock;
    struct position pos;
    position_start(&pos);
    struct strength strength = strength_default();
    int count = rank(&strength, &pos, (struct roll){3, 1});
    struct ranked_play free_best = ranked[0];
    strength = limited(&clock, 1000000);
    assert_int_equal(rank(&strength, &pos, (struct roll){3, 1}), count);
    assert_true(position_equal(&ranked[0].after, &free_best.after));
    assert_true(ranked[0].equity == free_best.equity);
    assert_int_equal(ranked[0].ply, free_best.ply);
}

TEST(forced_plays_are_not_thought_about)
{
    struct false_clock clock;
    struct strength strength = limited(&clock, 1000);
    /* on the bar, one point to enter: 6-5 is bar/20 and no six */
    struct position pos = {
        .mine = {{[8] = 14, [POINT_BAR] = 1}},
        .theirs = {{[2] = 2, [3] = 2, [4] = 2, [6] = 2, [1] = 2, [22] = 3, [23] = 2}}};
    assert_int_equal(rank(&strength, &pos, (struct roll){6, 4}), 1);
    assert_int_equal(ranked[0].ply, 0);
    assert_true(clock.looks <= 1);
}

TEST(clear_plays_are_not_thought_about)
{
    struct false_clock clock;
    struct strength strength = limited(&clock, 1000);
    struct error err;
    struct position pos;
    position_start(&pos);
    assert_true(filter_read("8/.0, 8/.0", &strength.filter, &err));
    assert_true(rank(&strength, &pos, (struct roll){3, 1}) > 1);
    assert_int_equal(ranked[0].ply, 0);
    assert_true(clock.looks <= 1);
}

TEST(cube_actions_deepen_as_far_as_the_time_goes)
{
    struct false_clock clock;
    struct match_state money = match_state_money();
    struct position pos;
    position_start(&pos);
    static const struct {
        int limit_ms, ply;
    } rows[] = {{1, 0}, {20, 0}, {23, 2}, {100, 2}, {1000000, 4}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cube_decision cube;
        struct strength strength = limited(&clock, rows[i].limit_ms);
        strength.cube_ply = 4;
        strength.filter = *filter_find("gnubg-normal"); /* no cube action is clear */
        engine_cube_decision(eng, scratch, &strength, &pos, &money, &cube);
        print_message("%d ms\n", rows[i].limit_ms);
        assert_int_equal(cube.ply, rows[i].ply);
    }
}

TEST(clear_cubes_of_an_interval_are_not_searched)
{
    struct false_clock clock;
    struct match_state money = match_state_money();
    struct cube_decision cube;
    struct position pos;
    position_start(&pos); /* doubling at once costs more than .2 */
    struct strength strength = limited(&clock, 1000000);
    strength.filter = *filter_find("gnubg-normal");
    engine_cube_decision(eng, scratch, &strength, &pos, &money, &cube);
    assert_int_equal(cube.ply, 2);
    assert_true(cube.no_double - cube.double_take > 0.2F);
    strength.filter = *filter_find("xg-normal");
    engine_cube_decision(eng, scratch, &strength, &pos, &money, &cube);
    assert_int_equal(cube.ply, 0);
    assert_int_equal(cube.action, CUBE_NO_DOUBLE);
    strength.filter = *filter_find(filter_default_name);
    engine_cube_decision(eng, scratch, &strength, &pos, &money, &cube);
    assert_int_equal(cube.ply, 0);
}

TEST_MAIN(open_engine, close_engine)
