/* Tournaments on servers that others wrote, as FIBS-compatible ones are known to be: they
 * report no matches and no departures to everybody, write ratings with one decimal, and
 * may not know rawwho. */
#include "tests/unit/bot/tournament/world.h"
#include "tests/unit/test_case.h"

static struct world world;

static void begin_on_clone(int count, int foreign, uint64_t seed)
{
    const struct pairing_plan plan = {.kind = PAIRING_ROUND_ROBIN, .legs = 2};
    world_init(&world, plan, count, foreign, seed);
    world.has_reports = world.has_rawwho = false;
    world.decimals = 1;
}

static void run_to_the_end(int matches)
{
    world_run(&world);
    world_check_truth(&world);
    assert_int_equal(world.truth_count, matches);
    world_close(&world);
}

TEST(a_round_robin_of_three_ends)
{
    for (uint64_t seed = 1; seed <= 10; seed++) {
        begin_on_clone(3, 1, seed);
        run_to_the_end(6);
        begin_on_clone(3, 2, seed);
        run_to_the_end(6);
        begin_on_clone(3, 3, seed);
        run_to_the_end(6);
    }
}

TEST(it_ends_in_spite_of_drops)
{
    int drops = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        begin_on_clone(4, 2, seed);
        world.drop_chance = 5;
        run_to_the_end(12);
        drops += world.drops;
    }
    assert_true(drops > 20);
}

/* Nobody who is asked for by rawwho is waited for without end. */
TEST(others_are_called_though_rawwho_is_not_answered)
{
    begin_on_clone(2, 2, 1);
    world.match_seconds = 1000000;
    for (int i = 0; i < 120 && world.souls[0].playing < 0; i++) {
        world_step(&world);
    }
    assert_int_equal(world.souls[0].playing, 1);
    world_close(&world);
}

TEST_MAIN(NULL, NULL)
