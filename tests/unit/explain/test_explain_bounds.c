/* From where on a fact is a reason: what is just enough, and what just is not. */
#include <string.h>

#include "tests/unit/explain/explain_example.h"
#include "tests/unit/test_case.h"

/* The first two numbers of a reason, -1 if it is not given. */
static void assert_numbers(const struct explain_reasons *reasons,
                           enum explain_kind kind, int first, int second)
{
    int number[2] = {-1, -1};
    for (int i = 0; i < reasons->count; i++) {
        if (reasons->reason[i].kind == kind) {
            number[0] = (int)reasons->reason[i].number[0];
            number[1] = (int)reasons->reason[i].number[1];
        }
    }
    assert_int_equal(number[0], first);
    assert_int_equal(number[1], second);
}

/* Both hold four points in a row, and of the pips of all others one has six more. */
TEST(to_wait_longer_counts_from_6_pips_on_behind_4_points)
{
    static const struct {
        const char *id, *played, *best;
        int best_pips, played_pips; /* -1: not said */
    } rows[] = {
        /* spare: 8, 7, 6 and 13; the 4 point holds two back, and 13 two are spare */
        {"-b---BCBC----B-----edd----:0:0:1:42:0:0", "8/4 6/4", "13/7", 30, 24},
        /* a pip lower the 3 point holds back 4 pips alone */
        {"-b--BCBC-----B-----edd----:0:0:1:42:0:0", "7/3 5/3", "13/7", -1, -1},
        /* the anchor is given up, and the fourth point is not held after the other play */
        {"-b--BBBB-----C-----edd--B-:0:0:1:42:0:0", "7/5 7/3", "24/18", -1, -1},
        /* 30 pips and 24 again, but three points in a row, or four */
        {"-b---BCBA----B-----edd----:0:0:1:42:0:0", "8/4 6/4", "13/7", -1, -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct explain_reasons reasons;
        find_kinds(rows[i].id, rows[i].played, rows[i].best, 0.0, &reasons);
        assert_numbers(&reasons, EXPLAIN_WAITS, rows[i].best_pips, rows[i].played_pips);
    }
}

/* A checker on the 1 or 3 point hits with 9 of 36 rolls, or with 8. */
TEST(what_follows_a_hit_counts_from_9_shots_on)
{
    static const struct {
        const char *id, *played, *best;
        int best_rolls, played_rolls; /* -1: not said */
    } rows[] = {
        /* best: 6-1, 5-2, 4-3, 6-5, 4-4; played: 6-1, 5-2, 4-3, 6-4, 5-5 */
        {"-a------A------AAA------B-:0:0:1:41:0:0", "17/16 15/11", "16/12 15/14", 20,
         12},
        /* best: 6-2, 5-3, 4-4, 2-2, 6-6, 3-3; played: 6-1, 5-2, 4-3, 6-6, 4-4, 3-3 */
        {"-a-------A---A-A-A------b-:0:0:1:21:0:0", "17/15 9/8", "17/14", -1, -1},
        /* best: 6-1, 5-2, 4-3, 6-4, 5-5; played: 6-2, 5-3, 4-4, 2-2, 6-5 */
        {"---a-------B--B--------bb-:0:0:1:41:0:0", "14/10 11/10", "14/13 14/10", -1,
         -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct explain_reasons reasons;
        find_kinds(rows[i].id, rows[i].played, rows[i].best, 0.0, &reasons);
        assert_numbers(&reasons, EXPLAIN_RETURNS, rows[i].best_rolls,
                       rows[i].played_rolls);
    }
}

/* A 4 covers their 5 point, and hits on 7; on 6 a 3 does. */
TEST(one_number_less_that_they_can_use_is_duplication)
{
    static const char id[] = "---b-----A---C--c---a-----:0:0:1:21:0:0";
    struct explain_reasons reasons;
    find_kinds(id, "9/6", "13/12 9/7", 0.0, &reasons);
    assert_numbers(&reasons, EXPLAIN_DUPLICATES, 4, 0);
    find_kinds(id, "13/12 9/7", "9/6", 0.0, &reasons);
    assert_numbers(&reasons, EXPLAIN_DUPLICATES, -1, -1);
}

TEST(gammons_count_from_a_twentieth_of_a_game_on)
{
    static const struct {
        double played[3], best[3], price[2];
        const char *said;
    } rows[] = {
        {{50, 10, 10},
         {50, 12, 10},
         {.05, .5},
         "wins 12.0 % gammons instead of 10.0 %."},
        {{50, 10, 10}, {50, 12, 10}, {.049, .5}, ""},
        {{50, 10, 12},
         {50, 10, 10},
         {.5, .05},
         "loses 10.0 % gammons instead of 12.0 %."},
        {{50, 10, 12}, {50, 10, 10}, {.5, .049}, ""},
        /* for nothing nobody gives up wins */
        {{48.3, 9.9, 21.4}, {46.8, 9.9, 13.2}, {.31, .049}, ""},
        {{48.3, 9.9, 21.4},
         {46.8, 9.9, 13.2},
         {.31, .05},
         "gives up 1.5 % wins and loses 8.2 % fewer gammons: a gammon costs .05 of a game "
         "here."},
        /* of as many won and saved those that are won are said */
        {{50, 10, 10},
         {48, 12, 8},
         {.5, .4},
         "gives up 2.0 % wins for 2.0 % gammons: a gammon is worth .50 of a game here."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct example example = {.id = "-a-aa-E-C---dF---a-eb----A:0:0:1:31:0:0",
                                  .played = "bar/24 13/10",
                                  .best = "bar/21",
                                  .loss = 0.1};
        struct explain_reasons reasons;
        char text[EXPLAIN_SIZE], said[EXPLAIN_SIZE];
        memcpy(example.chances[0], rows[i].played, sizeof example.chances[0]);
        memcpy(example.chances[1], rows[i].best, sizeof example.chances[1]);
        memcpy(example.price, rows[i].price, sizeof example.price);
        explain_example(&example, &reasons);
        (void)explain_write(&reasons, &names, text);
        FORMAT_TEXT(said, "%s%s", rows[i].said[0] != 0 ? "bar/21 " : "", rows[i].said);
        assert_string_equal(text, said);
    }
}

TEST(a_text_that_is_full_ends_with_a_whole_letter)
{
    char name[2 * EXPLAIN_SIZE + 2] = "";
    while (strlen(name) < sizeof name - 3) {
        (void)strcat(name, "\xc3\xb6");
    }
    const struct explain_names of[] = {{"me", name, false}, {"me", name + 1, false}};
    struct explain_reasons reasons = {.subject = "24/23"};
    explain_reasons_add(&reasons, (struct explain_reason){.kind = EXPLAIN_SHOTS});
    for (int i = 0; i < 2; i++) {
        char text[EXPLAIN_SIZE];
        size_t length = explain_write(&reasons, &of[i], text);
        assert_int_equal(length, strlen(text));
        assert_true(length > EXPLAIN_SIZE - 3);
        assert_int_equal((unsigned char)text[length - 1], 0xb6);
    }
}

/* 6-5 on the 13 point, and no other. */
TEST(a_blot_counts_that_two_of_36_rolls_hit)
{
    struct explain_reasons reasons;
    find_kinds("--a--C-------B---------b--:0:0:1:44:0:0", "13/5 5/1(2)", "13/5(2)", 0.0,
               &reasons);
    assert_true(has_kind(&reasons, EXPLAIN_NO_BLOT));
}

TEST_MAIN(open_scratch, close_scratch)
