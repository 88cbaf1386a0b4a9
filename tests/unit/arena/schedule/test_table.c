
#include "arena/schedule/table.h"
#include "tests/unit/test_case.h"

static struct table_row rows[PAIRING_ENTRANTS_MAX];

static void assert_order(const int *entrants, const int *ranks, int count)
{
    for (int i = 0; i < count; i++) {
        assert_int_equal(rows[i].entrant, entrants[i]);
        assert_int_equal(rows[i].rank, ranks[i]);
    }
}

/* 0 and 1 have two wins each, and 1 has beaten 0. */
TEST(equals_of_a_round_robin_are_ranked_by_their_own_match)
{
    const struct pairing_plan plan = {PAIRING_ROUND_ROBIN, 4, 1, 0, 0};
    const struct pairing_result results[] = {
        {0, {{0, 3}}, 0}, {0, {{1, 2}}, 1}, {1, {{3, 2}}, 0},
        {1, {{0, 1}}, 1}, {2, {{1, 3}}, 0}, {2, {{2, 0}}, 1},
    };
    table_make(&plan, results, 6, rows);
    assert_order((const int[]){1, 0, 3, 2}, (const int[]){1, 2, 3, 4}, 4);
    assert_int_equal(rows[0].won, 2);
    assert_int_equal(rows[0].lost, 1);
    assert_int_equal(rows[0].among, 1);
}

TEST(a_swiss_is_ranked_by_the_opponents)
{
    const struct pairing_plan plan = {PAIRING_SWISS, 5, 0, 2, 0};
    const struct pairing_result results[] = {
        {0, {{0, 2}}, 0}, {0, {{1, 3}}, 1}, {0, {{4, PAIRING_BYE}}, 0},
        {1, {{0, 3}}, 0}, {1, {{4, 1}}, 1}, {1, {{2, PAIRING_BYE}}, 0},
    };
    table_make(&plan, results, 6, rows);
    /* one win each: 3 met 1 and 0 (3 wins), 2 met 0 (2), 1 met 3 and 4 (2, and has
     * beaten one with a win), 4 met 1 (1) */
    assert_order((const int[]){0, 3, 1, 2, 4}, (const int[]){1, 2, 3, 4, 5}, 5);
    assert_int_equal(rows[3].byes, 1);
    assert_int_equal(rows[3].won, 1);
    assert_int_equal(rows[3].played, 1);
}

TEST(the_beaten_of_a_round_share_a_rank)
{
    const struct pairing_plan plan = {PAIRING_KNOCK_OUT, 4, 0, 0, 0};
    const struct pairing_result results[] = {
        {0, {{0, 3}}, 1}, {0, {{1, 2}}, 0}, {1, {{3, 1}}, 0}};
    table_make(&plan, results, 3, rows);
    assert_order((const int[]){3, 1, 0, 2}, (const int[]){1, 2, 3, 3}, 4);
}

/* 0, 1 and 2 have beaten one another in a circle, and each one other player. */
TEST(equals_of_a_round_robin_are_ranked_by_whom_they_have_beaten)
{
    const struct pairing_plan plan = {PAIRING_ROUND_ROBIN, 5, 1, 0, 0};
    const struct pairing_result results[] = {
        {0, {{0, 1}}, 0}, {0, {{1, 2}}, 0}, {1, {{2, 0}}, 0}, {1, {{0, 4}}, 0},
        {2, {{1, 3}}, 0}, {2, {{2, 3}}, 0}, {3, {{3, 4}}, 0},
    };
    table_make(&plan, results, 7, rows);
    /* 0, 1 and 2 have two wins, one of them against each other: 0 has beaten 1 (2 wins)
     * and 4 (0), 1 has beaten 2 (2) and 3 (1), 2 has beaten 0 (2) and 3 (1) */
    assert_order((const int[]){1, 2, 0, 3, 4}, (const int[]){1, 1, 3, 4, 5}, 5);
    assert_int_equal(rows[0].among, 1);
    assert_int_equal(rows[0].sonneborn, 3);
}

/* Who has the better own match goes before who has beaten better players. */
TEST(own_matches_come_before_whom_they_have_beaten)
{
    const struct pairing_plan plan = {PAIRING_ROUND_ROBIN, 4, 2, 0, 0};
    /* two wins each: 0 has beaten 1 and 3; 1 has beaten 2 twice */
    const struct pairing_result results[] = {
        {0, {{1, 2}}, 0}, {0, {{0, 3}}, 0}, {1, {{2, 3}}, 0}, {1, {{0, 1}}, 0},
        {2, {{2, 1}}, 1}, {2, {{3, 2}}, 1}, {3, {{2, 3}}, 0},
    };
    table_make(&plan, results, 7, rows);
    assert_order((const int[]){2, 0, 1, 3}, (const int[]){1, 2, 3, 4}, 4);
    assert_true(rows[1].sonneborn < rows[2].sonneborn);
}

/* The first seed of a drawn order is listed first. */
TEST(equals_are_listed_by_seed_and_the_rank_after_them_counts_them)
{
    const struct pairing_plan plan = {PAIRING_KNOCK_OUT, 6, 0, 0, 9};
    int seeds[PAIRING_ENTRANTS_MAX];
    pairing_seeds(&plan, seeds);
    const struct pairing_result result = {0, {{seeds[0], seeds[5]}}, 1};
    table_make(&plan, &result, 1, rows);
    assert_order(
        (const int[]){seeds[5], seeds[1], seeds[2], seeds[3], seeds[4], seeds[0]},
        (const int[]){1, 2, 2, 2, 2, 6}, 6);
}

TEST(both_lose_a_match_that_nobody_won)
{
    const struct pairing_plan plan = {PAIRING_ROUND_ROBIN, 2, 1, 0, 0};
    const struct pairing_result results[] = {{0, {{0, 1}}, PAIRING_NOBODY}};
    table_make(&plan, results, 1, rows);
    assert_order((const int[]){0, 1}, (const int[]){1, 1}, 2);
    assert_int_equal(rows[0].lost, 1);
    assert_int_equal(rows[1].lost, 1);
}

TEST_MAIN(NULL, NULL)
