/* The quasi-random dice of rollouts: what is promised of every block of trials. */
#include <string.h>

#include "engine/rollout/rollout_dice.h"
#include "tests/unit/test_case.h"

enum { PAIRS = ROLLS * ROLLS, BLOCK = 36, SQUARE = 36 * 36, CUBED = 36 * 36 * 36 };

static struct rollout_dice dice;

static int ways(int roll)
{
    return roll_all[roll].ways;
}

TEST(every_block_of_36_trials_shows_each_roll_in_its_ways)
{
    static const int turns[] = {0, 1, 2, 3, 4, 17, ROLLOUT_DICE_TURNS - 1};
    rollout_dice_init(&dice, 7, true);
    for (size_t t = 0; t < sizeof turns / sizeof turns[0]; t++) {
        for (int block = 0; block < 100; block++) {
            int seen[ROLLS] = {0};
            for (int n = 0; n < BLOCK; n++) {
                seen[rollout_dice_roll(&dice, block * BLOCK + n, turns[t])]++;
            }
            for (int r = 0; r < ROLLS; r++) {
                assert_int_equal(seen[r], ways(r));
            }
        }
    }
}

TEST(every_1296_trials_show_each_pair_of_first_rolls_in_its_ways)
{
    rollout_dice_init(&dice, 3, true);
    for (int block = 0; block < 5; block++) {
        int seen[PAIRS] = {0};
        for (int n = block * SQUARE; n < (block + 1) * SQUARE; n++) {
            seen[rollout_dice_roll(&dice, n, 0) * ROLLS +
                 rollout_dice_roll(&dice, n, 1)]++;
        }
        for (int p = 0; p < PAIRS; p++) {
            assert_int_equal(seen[p], ways(p / ROLLS) * ways(p % ROLLS));
        }
    }
}

TEST(every_46656_trials_show_each_triple_of_first_rolls_in_its_ways)
{
    static int seen[PAIRS * ROLLS];
    memset(seen, 0, sizeof seen);
    rollout_dice_init(&dice, 11, true);
    for (int n = 0; n < CUBED; n++) {
        seen[(rollout_dice_roll(&dice, n, 0) * ROLLS + rollout_dice_roll(&dice, n, 1)) *
                 ROLLS +
             rollout_dice_roll(&dice, n, 2)]++;
    }
    for (int p = 0; p < PAIRS * ROLLS; p++) {
        assert_int_equal(seen[p],
                         ways(p / PAIRS) * ways(p / ROLLS % ROLLS) * ways(p % ROLLS));
    }
}

/* Over many seeds the rolls of one trial are those of fair dice, each turn for itself
 * and two turns together. */
TEST(over_seeds_the_rolls_of_a_trial_are_uniform_and_independent)
{
    static const int turns[][2] = {{0, 1}, {1, 2}, {4, 9}, {130, 131}};
    enum { SEEDS = 20000, TRIAL = 41 };
    for (size_t t = 0; t < sizeof turns / sizeof turns[0]; t++) {
        int doubles[4] = {0}; /* bit 0: on the first turn, bit 1: on the second */
        for (int seed = 0; seed < SEEDS / 4; seed++) {
            rollout_dice_init(&dice, (uint64_t)seed, true);
            for (int trial = TRIAL; trial < TRIAL + 4; trial++) {
                int a = rollout_dice_roll(&dice, trial, turns[t][0]);
                int b = rollout_dice_roll(&dice, trial, turns[t][1]);
                doubles[(ways(a) == 1) + 2 * (ways(b) == 1)]++;
            }
        }
        assert_in_range(doubles[3], SEEDS / 36 - 95, SEEDS / 36 + 95); /* 4 s.d. */
        assert_in_range(doubles[1], SEEDS * 5 / 36 - 200, SEEDS * 5 / 36 + 200);
        assert_in_range(doubles[2], SEEDS * 5 / 36 - 200, SEEDS * 5 / 36 + 200);
    }
}

TEST(without_strata_rolls_differ_from_trial_to_trial)
{
    rollout_dice_init(&dice, 5, false);
    int seen[ROLLS] = {0};
    for (int n = 0; n < CUBED; n++) {
        seen[rollout_dice_roll(&dice, n, 0)]++;
    }
    bool is_exact = true;
    for (int r = 0; r < ROLLS; r++) {
        assert_in_range(seen[r], SQUARE * ways(r) - 250, SQUARE * ways(r) + 250);
        is_exact &= seen[r] == SQUARE * ways(r);
    }
    assert_false(is_exact);
}

TEST(a_seed_gives_the_same_dice_again_and_another_seed_others)
{
    int first[100];
    int same = 0;
    rollout_dice_init(&dice, 42, true);
    for (int n = 0; n < 100; n++) {
        first[n] = rollout_dice_roll(&dice, n, n);
    }
    rollout_dice_init(&dice, 43, true);
    for (int n = 0; n < 100; n++) {
        same += rollout_dice_roll(&dice, n, n) == first[n];
    }
    assert_in_range(same, 0, 20);
    rollout_dice_init(&dice, 42, true);
    for (int n = 0; n < 100; n++) {
        assert_int_equal(rollout_dice_roll(&dice, n, n), first[n]);
    }
}

TEST_MAIN(NULL, NULL)
