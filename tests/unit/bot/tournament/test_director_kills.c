/* Tournaments under kills, cuts and crashes: each ends, with a table equal to what the
 * server has seen, and each match counted once. */
#include "tests/unit/bot/tournament/world.h"
#include "tests/unit/test_case.h"

static struct world world;

static const struct pairing_plan double_round = {.kind = PAIRING_ROUND_ROBIN,
                                                 .legs = 2};
static const struct pairing_plan swiss = {.kind = PAIRING_SWISS, .rounds = 4};
static const struct pairing_plan knock_out = {.kind = PAIRING_KNOCK_OUT, .draw = 3};

/* Eight accounts, the last one foreign, as many troubles as there can be. */
static void run_in_trouble(struct pairing_plan plan, int foreign, uint64_t seed)
{
    world_init(&world, plan, 8, foreign, seed);
    world.kill_chance = 15;
    world.drop_chance = 5;
    world.director_chance = 10;
    world.crash_chance = 4;
    world.delay_s = seed % 2 == 0 ? 3 : 20; /* more than witnesses are waited for */
    world_run(&world);
    world_check_truth(&world);
    world_close(&world);
}

static void run_calmly(struct pairing_plan plan)
{
    world_init(&world, plan, 8, 1, 1);
    world_run(&world);
    world_check_truth(&world);
    world_close(&world);
}

TEST(nothing_is_forfeited_when_nothing_goes_wrong)
{
    run_calmly(double_round);
    assert_int_equal(world.match_count, 56);
    assert_int_equal(world.truth_count, 56);
    run_calmly(swiss);
    assert_int_equal(world.truth_count, 16);
    run_calmly(knock_out);
    assert_int_equal(world.truth_count, 7);
}

TEST(a_double_round_robin_ends_in_spite_of_all)
{
    int kills = 0, crashes = 0, drops = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        run_in_trouble(double_round, 1, seed);
        assert_int_equal(world.truth_count, 56);
        kills += world.kills;
        crashes += world.crashes;
        drops += world.drops + world.director_drops;
    }
    assert_true(kills > 300 && crashes > 40 && drops > 400);
}

/* Matches that none of ours play: the server's reports and who lines have to do. */
TEST(strangers_among_themselves_are_counted_too)
{
    for (uint64_t seed = 1; seed <= 40; seed++) {
        run_in_trouble(double_round, 3, seed);
        assert_int_equal(world.truth_count, 56);
    }
}

/* Seeds at which two foreign players, called by late news, played a match once more. */
TEST(nobody_is_called_to_a_match_that_is_over)
{
    static const uint64_t seeds[] = {19, 99, 193, 305, 373, 401, 639, 675, 809, 929};
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        run_in_trouble(double_round, 3, seeds[i]);
        assert_int_equal(world.truth_count, 56);
    }
}

TEST(a_swiss_ends_in_spite_of_all)
{
    for (uint64_t seed = 1; seed <= 40; seed++) {
        run_in_trouble(swiss, 1, seed);
        assert_int_equal(world.truth_count, 16);
    }
}

TEST(a_knock_out_ends_in_spite_of_all)
{
    for (uint64_t seed = 1; seed <= 40; seed++) {
        run_in_trouble(knock_out, 1, seed);
        assert_int_equal(world.truth_count, 7);
    }
}

/* Cuts the program before and behind each transaction of a tournament, until it has no
 * more. */
static void cut_everywhere(struct pairing_plan plan, int matches)
{
    for (int before = 0; before <= 1; before++) {
        for (int cut = 1;; cut++) {
            world_init(&world, plan, 4, 1, 77);
            world.cut_at = cut;
            world.cut_before = before == 1;
            world_run(&world);
            world_check_truth(&world);
            assert_int_equal(world.truth_count, matches);
            world_close(&world);
            if (world.kills == 0) {
                assert_true(cut > 2 * matches);
                break;
            }
        }
    }
}

TEST(a_cut_at_any_transaction_changes_nothing)
{
    cut_everywhere(double_round, 12);
    cut_everywhere((struct pairing_plan){.kind = PAIRING_SWISS, .rounds = 2}, 4);
    cut_everywhere(knock_out, 3);
}

TEST_MAIN(NULL, NULL)
