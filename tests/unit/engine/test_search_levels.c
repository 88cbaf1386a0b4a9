/* Levels below the best: noise, and few plays for the main net. */
#include <math.h>

#include "engine/board/position.h"
#include "engine/board/rng.h"
#include "engine/search/search.h"
#include "tests/unit/engine/board/random_position.h"

#include "tests/unit/engine/search_harness.h" /* last: its names are short */

enum { MAX_RANKED = 512 };

static struct ranked_play ranked[MAX_RANKED];

/* ---- noise ----------------------------------------------------------------------- */

TEST(noise_depends_on_position_and_seed_alone)
{
    struct position pos;
    position_start(&pos);
    struct strength plain = at_ply(0);
    struct strength noisy = plain;
    noisy.noise = 0.05F;
    double sum = 0.0;
    double squares = 0.0;
    int count = 0;
    static struct ranked_play other[MAX_RANKED];
    for (uint64_t seed = 0; seed < 200; seed++) {
        noisy.noise_seed = seed;
        int n = engine_rank_plays(eng, scratch, &noisy, &pos, &scores[0],
                                  (struct roll){2, 1}, ranked, MAX_RANKED);
        (void)engine_rank_plays(eng, scratch, &noisy, &pos, &scores[0],
                                (struct roll){2, 1}, other, MAX_RANKED);
        (void)engine_rank_plays(eng, scratch, &plain, &pos, &scores[0],
                                (struct roll){2, 1}, other + n, MAX_RANKED - n);
        for (int i = 0; i < n; i++) {
            assert_true(ranked[i].equity == other[i].equity);
            for (int j = n; j < 2 * n; j++) {
                /* what is further behind is absurd, and put further down */
                bool is_plausible =
                    other[j].equity > other[n].equity - STRENGTH_DEVIATES * noisy.noise;
                if (is_plausible && position_equal(&other[j].after, &ranked[i].after)) {
                    double noise = (double)(ranked[i].equity - other[j].equity);
                    sum += noise;
                    squares += noise * noise;
                    count++;
                }
            }
        }
    }
    assert_in_range(count, 200 * 10, 200 * 15);
    assert_true(fabs(sum / count) < 0.004);
    assert_true(fabs(sqrt(squares / count) - 0.05) < 0.003);
}

/* With noise of deviation d a play loses at most 2 d by the engine's own judgement. */
TEST(noise_never_chooses_an_absurd_play)
{
    struct rng rng;
    rng_seed(&rng, 18, 0);
    struct strength good = at_ply(0);
    struct strength weak = good;
    weak.noise = 0.1F;
    int errors = 0;
    for (int game = 0; game < 200; game++) {
        struct position pos = after_random_turns(&rng, game % 20);
        struct roll roll = rng_roll(&rng);
        weak.noise_seed = (uint64_t)game;
        (void)engine_rank_plays(eng, scratch, &weak, &pos, &scores[0], roll, ranked,
                                MAX_RANKED);
        struct position chosen = ranked[0].after;
        (void)engine_rank_plays(eng, scratch, &good, &pos, &scores[0], roll, ranked,
                                MAX_RANKED);
        int at = 0;
        while (!position_equal(&ranked[at].after, &chosen)) {
            at++;
        }
        assert_true(ranked[at].equity >= ranked[0].equity - 0.2001F);
        errors += at > 0;
    }
    assert_true(errors > 20);
}

TEST(cube_noise_turns_close_actions_alone)
{
    struct rng rng;
    rng_seed(&rng, 19, 0);
    struct strength weak = at_ply(0);
    int turned = 0;
    for (int game = 0; game < 600; game++) {
        struct position pos = after_random_turns(&rng, game % 30);
        struct cube_decision good, noisy;
        weak.cube_noise = 0.0F;
        engine_cube_decision(eng, scratch, &weak, &pos, &scores[0], &good);
        weak.cube_noise = 0.1F;
        engine_cube_decision(eng, scratch, &weak, &pos, &scores[0], &noisy);
        assert_true(fabsf(good.double_take - noisy.double_take) < 0.2001F);
        assert_true(good.no_double == noisy.no_double);
        turned += good.action != noisy.action;
    }
    assert_true(turned > 5);
}

/* ---- the level between the nets ------------------------------------------------ */

static int rank_at(const struct strength *strength, const struct position *pos,
                   struct roll roll, struct ranked_play *out)
{
    return engine_rank_plays(eng, scratch, strength, pos, &scores[0], roll, out,
                             MAX_RANKED);
}

/* The plays that the big net values have its values, and stand before the others. */
TEST(at_0_ply_the_best_plays_have_the_values_of_the_big_net)
{
    static struct ranked_play all[MAX_RANKED];
    struct rng rng;
    rng_seed(&rng, 20, 0);
    struct strength both = at_ply(0);
    struct strength big = both;
    struct error err;
    assert_true(filter_read_row("3/.5", 0, &both.filter, &err));
    assert_true(filter_read_row("skip", 0, &big.filter, &err));
    int by_small = 0;
    for (int game = 0; game < 60; game++) {
        struct position pos = after_random_turns(&rng, game % 30);
        struct roll roll = rng_roll(&rng);
        int n = rank_at(&big, &pos, roll, all);
        assert_int_equal(rank_at(&both, &pos, roll, ranked), n);
        for (int i = 0; i < n; i++) {
            int at = 0;
            while (!position_equal(&all[at].after, &ranked[i].after)) {
                at++;
            }
            assert_int_equal(all[at].ply, 0);
            if (ranked[i].ply == SEARCH_PLY_PRUNING_NET) {
                assert_true(i > 0);
                by_small++;
            } else {
                assert_true(i == 0 || ranked[i - 1].ply == 0);
                assert_true(ranked[i].equity == all[at].equity);
                assert_memory_equal(&ranked[i].outputs, &all[at].outputs,
                                    sizeof all[at].outputs);
            }
        }
    }
    assert_true(by_small > 100);
}

/* Noise may prefer any play, and the small net is not asked twice. */
TEST(weak_levels_are_not_changed_by_it)
{
    static struct ranked_play other[MAX_RANKED];
    struct rng rng;
    rng_seed(&rng, 21, 0);
    struct error err;
    for (int game = 0; game < 60; game++) {
        struct strength weak = at_ply(0);
        weak.noise = game % 2 == 0 ? 0.08F : 0.0F;
        weak.uses_pruning_net = game % 3 == 0 || weak.noise == 0.0F;
        struct strength same = weak;
        assert_true(filter_read_row("1/0", 0, &weak.filter, &err));
        assert_true(filter_read_row("skip", 0, &same.filter, &err));
        struct position pos = after_random_turns(&rng, game % 30);
        struct roll roll = rng_roll(&rng);
        int n = rank_at(&same, &pos, roll, other);
        assert_int_equal(rank_at(&weak, &pos, roll, ranked), n);
        for (int i = 0; i < n; i++) {
            assert_true(position_equal(&ranked[i].after, &other[i].after));
            assert_true(ranked[i].equity == other[i].equity);
            assert_int_equal(ranked[i].ply, 0);
        }
    }
}

TEST_MAIN(open_engine, close_engine)
