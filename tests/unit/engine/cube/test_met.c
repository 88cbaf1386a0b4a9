/* The match equity table: the file, values, points beyond it, gammons and take points.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/cube/met.h"
#include "engine/cube/met_internal.h"
#include "tests/unit/test_case.h"

#include "tests/unit/assert_near.h"
#include "tests/unit/engine/cube/take_points.h"

#define SHIPPED "weights/kazaross-xg2.met"

static int open_shipped(void **state)
{
    struct error err = {0};
    *state = met_open(SHIPPED, &err);
    if (*state == NULL) {
        print_error("%s\n", err.text);
    }
    return *state == NULL;
}

static int close_shipped(void **state)
{
    met_close(*state);
    return 0;
}

TEST(shipped_table_is_kazaross_xg2)
{
    static const struct {
        int mine, theirs;
        bool is_post_crawford;
        double mwc;
    } cases[] = {
        {1, 1, false, 0.5},      {1, 1, true, 0.5},       {2, 2, false, 0.5},
        {1, 2, false, 0.67736},  {2, 1, false, 0.32264},  {1, 2, true, 0.51197},
        {2, 1, true, 0.48803},   {3, 1, true, 0.32264},   {4, 2, false, 0.33130},
        {5, 7, false, 0.62638},  {7, 5, false, 0.37362},  {25, 25, false, 0.5},
        {1, 25, false, 0.99905}, {25, 1, true, 0.001230}, {2, 25, false, 0.99802},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_near(
            met_mwc(*state, cases[i].mine, cases[i].theirs, cases[i].is_post_crawford),
            cases[i].mwc, 1e-9);
    }
}

TEST(one_sides_gain_is_the_others_loss_at_every_score)
{
    for (int a = 1; a <= MET_AWAY_MAX; a++) {
        for (int b = 1; b <= MET_AWAY_MAX; b++) {
            for (int post = 0; post < 2; post++) {
                double sum = met_mwc(*state, a, b, post) + met_mwc(*state, b, a, post);
                assert_near(sum, 1.0, 1e-12);
            }
        }
    }
}

TEST(needing_fewer_points_is_never_worse)
{
    for (int a = 1; a < MET_AWAY_MAX; a++) {
        for (int b = 1; b <= MET_AWAY_MAX; b++) {
            double mwc = met_mwc(*state, a, b, false);
            assert_true(mwc > 0.0 && mwc < 1.0);
            assert_true(met_mwc(*state, a + 1, b, false) < mwc);
        }
        assert_true(met_mwc(*state, a + 1, 1, true) < met_mwc(*state, a, 1, true));
    }
}

TEST(a_finished_match_is_certain)
{
    assert_near(met_mwc(*state, 0, 3, false), 1.0, 0.0);
    assert_near(met_mwc(*state, -2, 1, true), 1.0, 0.0);
    assert_near(met_mwc(*state, 3, -1, false), 0.0, 0.0);
}

/* Keeps the table's corner of `size` points, so that the rest is extended. */
static struct met *cut_down(const struct met *met, int size)
{
    enum { ROOM = 1 << 16 };
    char *text = malloc(ROOM);
    assert_non_null(text);
    int n =
        snprintf(text, ROOM, "fibsbot-met 1\nname cut\nsize %d\npre-crawford\n", size);
    for (int a = 1; a <= size; a++) {
        for (int b = 1; b <= size; b++) {
            n += snprintf(text + n, (size_t)(ROOM - n), "%.6f ",
                          met_mwc(met, a, b, false));
        }
        n += snprintf(text + n, (size_t)(ROOM - n), "\n");
    }
    n += snprintf(text + n, (size_t)(ROOM - n), "post-crawford\n");
    for (int a = 1; a <= size; a++) {
        n += snprintf(text + n, (size_t)(ROOM - n), "%.6f ", met_mwc(met, a, 1, true));
    }
    struct error err = {0};
    struct met *cut = met_parse(text, (size_t)n, "cut", &err);
    assert_string_equal(err.text, "");
    free(text);
    return cut;
}

TEST(extension_from_15_points_meets_the_table_of_25)
{
    struct met *cut = cut_down(*state, 15);
    double worst = 0.0;
    for (int a = 1; a <= 25; a++) {
        for (int b = 1; b <= 25; b++) {
            double off = met_mwc(cut, a, b, false) - met_mwc(*state, a, b, false);
            worst = fmax(worst, fabs(off));
        }
        assert_near(met_mwc(cut, a, 1, true), met_mwc(*state, a, 1, true), 1e-3);
    }
    assert_true(worst < 0.0018);
    assert_true(worst > 0.0); /* it has been extended, not copied */
    /* of a Crawford game that the trailer wins, 3 in 10 are gammons */
    assert_near(met_mwc(cut, 17, 1, false),
                0.5 *
                    (0.7 * met_mwc(cut, 16, 1, true) + 0.3 * met_mwc(cut, 15, 1, true)),
                1e-6);
    met_close(cut);
}

TEST(after_a_game_the_score_and_the_crawford_rule_decide)
{
    static const struct {
        const char *description;
        struct match_state ms;
        int points;
        double mwc;
    } cases[] = {
        {"5-point match, first game won", {.length = 5, .cube = 1}, 1, 0.57732},
        {"lost with a gammon", {.length = 5, .cube = 1}, -2, 1 - 0.64795},
        {"to 1 away: the Crawford game comes next",
         {.length = 5, .my_score = 2, .their_score = 3, .cube = 2},
         2,
         0.67736},
        {"Crawford game lost by the leader: post-Crawford",
         {.length = 5, .my_score = 4, .their_score = 2, .cube = 1, .is_crawford = true},
         -1,
         1 - 0.48803},
        {"post-Crawford goes on",
         {.length = 7, .my_score = 3, .their_score = 6, .cube = 2},
         2,
         0.48803},
        {"more points than needed", {.length = 3, .cube = 4}, 12, 1.0},
        {"match lost", {.length = 3, .their_score = 2, .cube = 1}, -1, 0.0},
        {"one point match", {.length = 1, .cube = 1}, 0, 0.5},
        {"nothing happened",
         {.length = 3, .my_score = 2, .cube = 1, .is_crawford = true},
         0,
         0.75076},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double mwc = met_mwc_after(*state, &cases[i].ms, cases[i].points);
        if (fabs(mwc - cases[i].mwc) > 1e-9) {
            fail_msg("%s: %.6f instead of %.6f", cases[i].description, mwc,
                     cases[i].mwc);
        }
    }
}

TEST(before_a_game_the_crawford_mark_chooses_the_table)
{
    struct match_state crawford = match_state_match(5, 4, 3, true);
    struct match_state later = match_state_match(5, 4, 3, false);
    assert_near(met_mwc_before(*state, &crawford), 0.67736, 1e-9);
    assert_near(met_mwc_before(*state, &later), 1 - 0.48803, 1e-9);
}

TEST(gammon_values_follow_from_the_table)
{
    struct match_state money = match_state_money();
    assert_near(gammon_value(*state, &money, false), 0.5, 1e-12);
    assert_near(backgammon_value(*state, &money, true), 0.5, 1e-12);

    struct match_state two_away = match_state_match(5, 3, 3, false);
    double gammon = (1.0 - 0.67736) / (0.67736 - 0.32264);
    assert_near(gammon_value(*state, &two_away, false), gammon, 1e-9);
    assert_near(backgammon_value(*state, &two_away, false), 0.0, 1e-12);
    two_away.cube = 2;
    assert_near(gammon_value(*state, &two_away, false), 0.0, 1e-12);

    struct match_state crawford = match_state_match(5, 4, 2, true); /* 1 away, 3 away */
    assert_near(gammon_value(*state, &crawford, false), 0.0, 1e-12);
    gammon = (0.5 - 0.48803) / (0.48803 - 0.0);
    assert_near(gammon_value(*state, &crawford, true), gammon, 1e-9);
}

TEST(money_take_points_are_janowskis)
{
    struct match_state money = match_state_money();
    assert_near(take_point_dead(*state, &money, NULL, NULL), 0.25, 1e-12);
    assert_near(take_point_live(*state, &money, NULL, NULL), 0.20, 1e-12);
    /* with mean win W and mean loss L: (L - 1/2) / (W + L) and (L - 1/2) / (W + L +
     * 1/2) */
    struct gammon_rates mine = {0.2, 0.01};
    struct gammon_rates theirs = {0.3, 0.02};
    double w = 1.21;
    double l = 1.32;
    assert_near(take_point_dead(*state, &money, &mine, &theirs), (l - 0.5) / (w + l),
                1e-12);
    assert_near(take_point_live(*state, &money, &mine, &theirs),
                (l - 0.5) / (w + l + 0.5), 1e-12);
}

TEST(match_take_points_follow_from_the_table)
{
    /* 2-away 2-away: a taken double decides the match */
    struct match_state ms = match_state_match(5, 3, 3, false);
    assert_near(take_point_dead(*state, &ms, NULL, NULL), 0.32264, 1e-9);
    assert_near(take_point_live(*state, &ms, NULL, NULL), 0.32264, 1e-9);
    /* 4-away 4-away: pass to 4-3, lose to 4-2, win to 2-4; the redouble to 4 is for the
     * match, and is passed below 0.3313 */
    ms = match_state_match(5, 1, 1, false);
    double share = (0.42850 - 0.33130) / (0.66870 - 0.33130);
    assert_near(take_point_dead(*state, &ms, NULL, NULL), share, 1e-9);
    assert_near(take_point_live(*state, &ms, NULL, NULL), share * (1 - 0.33130), 1e-9);
    /* post-Crawford, the trailer 2 away doubles at once: the leader may pass */
    ms = match_state_match(5, 4, 3, false);
    assert_near(take_point_dead(*state, &ms, NULL, NULL), 0.5, 1e-9);
}

TEST(gammons_of_the_doubler_raise_the_take_point)
{
    struct match_state ms = match_state_match(7, 0, 0, false);
    struct gammon_rates theirs = {0.25, 0.0};
    assert_true(take_point_dead(*state, &ms, NULL, &theirs) >
                take_point_dead(*state, &ms, NULL, NULL));
    assert_true(take_point_live(*state, &ms, NULL, &theirs) >
                take_point_live(*state, &ms, NULL, NULL));
}

#define HEAD "fibsbot-met 1\nname x\nsize 8\n"
#define ROW1 "0.5 0.6 0.65 0.7 0.75 0.8 0.85 0.9\n"

TEST(damaged_tables_are_refused_with_line_and_reason)
{
    static const struct {
        const char *text;
        const char *message;
    } cases[] = {
        {"", "t:0: expected \"fibsbot-met 1\", found \"\""},
        {"<?xml", "t:1: expected \"fibsbot-met 1\", found \"<?xml\""},
        {"# c\nfibsbot-met 2\n",
         "t:2: expected \"fibsbot-met 1\", found \"fibsbot-met 2\""},
        {"fibsbot-met 1\nsize 8",
         "t:2: expected \"name\" and at most 63 characters, found \"size 8\""},
        {"fibsbot-met 1\nname 63456789.123456789.123456789.123456789.123456789.123456789.1234"
         "\nsize 7",
         "t:3: expected \"size\" and a number from 8 to 99, found \"size 7\""},
        {"fibsbot-met 1\nname x\nsize 7",
         "t:3: expected \"size\" and a number from 8 to 99, found \"size 7\""},
        {"fibsbot-met 1\nname x\nsize 99999999999999999999",
         "t:3: expected \"size\" and a number from 8 to 99, found \"size "
         "99999999999999999999\""},
        {HEAD "post-crawford", "t:4: expected pre-crawford, found \"post-crawford\""},
        {HEAD "pre-crawford\n", "t:4: expected another row of chances, found \"\""},
        {HEAD "pre-crawford\n0.5 0.6\n",
         "t:5: expected 8 chances like 0.5 in the row (number 3 is wrong), found \"0.5 "
         "0.6\""},
        {HEAD "pre-crawford\n0.5 1.2 0.65 0.7 0.75 0.8 0.85 0.9\n",
         "t:5: expected 8 chances like 0.5 in the row (number 2 is wrong), found \"0.5 "
         "1.2 0.65 0.7 0.75 0.8 0.85 0.9\""},
        {HEAD "pre-crawford\n0.5 nan 0.65 0.7 0.75 0.8 0.85 0.9\n",
         "t:5: expected 8 chances like 0.5 in the row (number 2 is wrong), found \"0.5 "
         "nan 0.65 0.7 0.75 0.8 0.85 0.9\""},
        {HEAD "pre-crawford\n0.5 0.6 0.65 0.7 0.75 0.8 0.85 0.9 0.95\n",
         "t:5: expected no more chances in the row, found \"0.5 0.6 0.65 0.7 0.75 0.8 "
         "0.85 0.9 0.95\""},
        {HEAD "pre-crawford\n0.5 0.6 0.55 0.7 0.75 0.8 0.85 0.9\n",
         "t:5: expected chances that rise with the opponent's points to go, found "
         "\"0.5 0.6 0.55 0.7 0.75 0.8 0.85 0.9\""},
        {HEAD "pre-crawford\n" ROW1 "0.3 0.5 0.65 0.7 0.75 0.8 0.85 0.9\n",
         "t:6: expected a chance and its opposite (row and column exchanged) that add "
         "up to 1, found \"0.3 0.5 0.65 0.7 0.75 0.8 0.85 0.9\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct error err = {0};
        assert_null(met_parse(cases[i].text, strlen(cases[i].text), "t", &err));
        assert_string_equal(err.text, cases[i].message);
    }
}

/* Of a table whose rows before the Crawford game are good. */
TEST(what_stands_behind_the_rows_is_looked_at_too)
{
    static const struct {
        const char *text;
        const char *expected; /* NULL: a good table */
    } cases[] = {
        {"post-crawford\n0.5 0.45 0.3 0.3 0.2 0.2 0.1 0.1\n# end\n", NULL},
        {"post-crawford\n0.6 0.45 0.3 0.3 0.2 0.2 0.1 0.1", "0.5 for 1-away"},
        {"post-crawford\n0.5 0.45 0.3 0.4 0.2 0.2 0.1 0.1", "chances that fall"},
        {"post-crawford\n0.5 0.45 0.3 0.3 0.2 0.2 0.1 0.0", "number 8 is wrong"},
        {"post-crawford\n0.5 0.45 0.3 0.3 0.2 0.2 0.1 0.1\n0.1", "nothing more"},
        {"0.5 0.45 0.3 0.3 0.2 0.2 0.1 0.1", "post-crawford"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[1000] = HEAD "pre-crawford\n";
        struct error err = {0};
        for (int a = 1; a <= 8; a++) {
            for (int b = 1; b <= 8; b++) {
                size_t used = strlen(text);
                (void)snprintf(text + used, sizeof text - used, "%.2f%s",
                               0.5 + 0.05 * (b - a), b < 8 ? " " : "\n");
            }
        }
        strncat(text, cases[i].text, 100);
        struct met *met = met_parse(text, strlen(text), "t", &err);
        assert_int_equal(met != NULL, cases[i].expected == NULL);
        if (met == NULL) {
            assert_non_null(strstr(err.text, cases[i].expected));
        } else {
            assert_null(met_parse(text, strlen(text) + 1, "t", &err)); /* with a NUL */
        }
        met_close(met);
    }
}

TEST(a_missing_file_is_named)
{
    struct error err = {0};
    assert_null(met_open("no/such.met", &err));
    assert_string_equal(err.text, "no/such.met: No such file or directory");
}

/* At 2 away against 1 half the games are won, .273 of them by a gammon or more. */
TEST(without_a_cube_a_game_gives_what_the_board_says)
{
    struct met *met = met_new_without_cube(NULL);
    assert_non_null(met);
    assert_near(met_mwc(met, 1, 1, false), 0.5, 1e-9);
    assert_near(met_mwc(met, 2, 1, false), 0.5 * (0.727 * 0.5 + 0.273), 1e-9);
    assert_near(met_mwc(met, 2, 1, true), met_mwc(met, 2, 1, false), 1e-9);
    assert_near(met_mwc(met, 3, 1, false),
                0.5 * (0.727 * met_mwc(met, 2, 1, false) + 0.26 * 0.5 + 0.013), 1e-9);
    for (int a = 1; a < MET_AWAY_MAX; a++) {
        for (int b = 1; b <= MET_AWAY_MAX; b++) {
            assert_near(met_mwc(met, a, b, false) + met_mwc(met, b, a, false), 1.0,
                        1e-9);
            assert_true(met_mwc(met, a, b, false) >
                        met_mwc(met, a + 1, b, false) - 1e-12);
        }
    }
    met_close(met);
}

TEST_MAIN(open_shipped, close_shipped)
