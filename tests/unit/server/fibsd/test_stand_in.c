/* Hosts and persons of bgammon.org play matches of 1 to 7 points, with drops in every
 * phase. */
#include <stdlib.h>

#include "tests/unit/server/fibsd/bgammon_world.h"
#include "tests/unit/test_case.h"

enum { HOSTS = 3, PERSONS = 3, SILENCE_MS = 5000, DAY_S = 24 * 3600 };

/* Everybody has kept the rules, and the play has not stood still. */
static void expect_good_play(const struct world *world, int matches)
{
    const struct bgammond_counts *counts = bgammond_counts(world->core);
    assert_true(counts->matches >= matches);
    assert_int_equal(counts->illegal, 0);
    assert_int_equal(counts->unknown, 0);
    assert_int_equal(counts->forbidden_joins, 0);
    assert_false(bgammond_is_hung(world->core));
    assert_true(counts->longest_wait_ms <= SILENCE_MS);
}

static struct bgammond_counts play_world(const char *what,
                                         const struct bgammond_config *config,
                                         int matches, int longest)
{
    struct world world;
    world_open(&world, config);
    world_fill(&world, HOSTS, PERSONS, longest);
    world_play(&world, matches, DAY_S);
    world_print(&world, what);
    expect_good_play(&world, matches);
    struct bgammond_counts counts = *bgammond_counts(world.core);
    world_close(&world);
    return counts;
}

static struct bgammond_config plain_config(uint64_t seed)
{
    struct bgammond_config config;
    bgammond_config_default(&config);
    config.seed = seed;
    return config;
}

TEST(matches_are_played_to_the_end)
{
    const struct bgammond_config config = plain_config(1);
    (void)play_world("no faults", &config, 12, 7);
}

/* 200 matches, and a few more: others end meanwhile. Short ones have all phases. */
TEST(drops_in_every_phase_break_no_rule)
{
    static const struct {
        enum fibsd_phase phase;
        const char *name;
    } phases[] = {
        {FIBSD_PHASE_LOGIN, "login"},     {FIBSD_PHASE_INVITED, "invited"},
        {FIBSD_PHASE_OPENING, "opening"}, {FIBSD_PHASE_PROMPT, "prompt"},
        {FIBSD_PHASE_ROLLED, "rolled"},   {FIBSD_PHASE_MOVED, "moved"},
        {FIBSD_PHASE_DOUBLED, "doubled"}, {FIBSD_PHASE_DOUBLING, "doubling"},
        {FIBSD_PHASE_BETWEEN, "between"}, {FIBSD_PHASE_OVER, "over"},
    };
    enum { PHASES = sizeof phases / sizeof phases[0], MATCHES = 20, DROPS = 20 };
    for (int i = 0; i < PHASES; i++) {
        struct bgammond_config config = plain_config(100 + (uint64_t)i);
        config.faults.drop_at = phases[i].phase;
        config.faults.drop_times = DROPS;
        config.faults.linger_ms = i % 2 == 0 ? 40000 : 0;
        struct bgammond_counts counts = play_world(phases[i].name, &config, MATCHES, 3);
        assert_true(counts.drops >= 5);
    }
}

TEST(random_drops_break_no_rule)
{
    struct bgammond_config config = plain_config(7);
    config.faults.drop = 0.01;
    config.faults.linger_ms = 30000;
    struct bgammond_counts counts = play_world("random drops", &config, 20, 7);
    assert_true(counts.drops > 20);
}

/* What real servers do at times. */
TEST(every_switch_is_got_along_with)
{
    static const struct bgammond_faults faults[] = {
        {.has_empty_arrays = true, .has_equal_openings = true},
        {.has_unknown = true, .hides_their_hops = true},
        {.rolls_by_hand = true, .has_single_price = true},
        {.refuse_move = 0.1},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        struct bgammond_config config = plain_config(50 + i);
        config.faults = faults[i];
        config.epoch_s = INT64_C(1) << 40;
        config.ping_ms = 1000;
        config.silence_ms = 1300;
        (void)play_world("switches", &config, 8, 3);
    }
}

TEST_MAIN(NULL, NULL)
