/* The tables of a filter study, from figures made by hand. */
#include <stdio.h>
#include <string.h>

#include "lab/study/filter_study.h"
#include "tests/unit/test_case.h"

static const char *const with_unit[] = {"2/.1", "xg-normal"};

static void write_report(bool is_plot, const char *const *specs, int games_ply,
                         char *text, size_t size)
{
    const struct study_settings settings = {
        .ply = 2, .games_ply = games_ply, .filters = 2, .seed = 7};
    struct study_figures f = {.matches = 3,
                              .games = 4,
                              .plays = 200,
                              .evaluated = 50,
                              .timed = 10,
                              .cubes = games_ply == 2 ? 300 : 0,
                              .cube = {{9, 2, 0.5}, {6, 1, 0.25}, {3, 0, 0}}};
    f.account[0] = (struct study_account){.loss = 0.4,
                                          .game_squares = 0.08,
                                          .worst_game = 0.2,
                                          .different = 12,
                                          .above_020 = 5,
                                          .above_080 = 1,
                                          .games = {1, 0, 1, 0, 0, 1},
                                          .seconds = 0.05};
    f.account[0].games[STUDY_BUCKETS - 1] = 1;
    f.account[1] = (struct study_account){.games = {4}, .seconds = 0.1};
    FILE *out = fmemopen(text, size, "w");
    if (is_plot) {
        filter_report_plot(&settings, &f, specs, out);
    } else {
        filter_report_tables(&settings, &f, specs, out);
    }
    (void)fclose(out);
}

/* .4 lost in four games is .1 a game, 88 Elo; squares of .08 / 4 less .1 x .1 are a variance
 * of .01: the mean is known to .05. */
TEST(tables_show_what_a_game_loses_and_a_decision_takes)
{
    static const char want[] =
        "2-ply decisions; 4 games of 3 matches, 200 plays with a choice, seed 7; 10 "
        "decisions timed.\n\n"
        "| filter | equity lost | a game | a play | plays that differ | above .020 | above "
        ".080 | worst game | Elo | ms a decision | time |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
        "| 2/.1 | 0.400 | 0.100000 +- 0.050000 | 0.0020000 | 12 | 5 | 1 | 0.200 | 88.00 | "
        "5.00 | 0.50 |\n"
        "| xg-normal | 0.000 | 0.000000 +- 0.000000 | 0.0000000 | 0 | 0 | 0 | 0.000 | "
        "0.00 | 10.00 | 1.00 |\n"
        "\nShare of games by what they lost, in per cent:\n\n"
        "| filter | none | to 0.005 | to 0.010 | to 0.020 | to 0.030 | to 0.040 | to 0.050 "
        "| to 0.060 | to 0.070 | to 0.080 | to 0.090 | to 0.100 | 0.100 and more |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- "
        "|\n"
        "| 2/.1 | 25.00 | 0.00 | 25.00 | 0.00 | 0.00 | 25.00 | 0.00 | 0.00 | 0.00 | 0.00 | "
        "0.00 | 0.00 | 25.00 |\n"
        "| xg-normal | 100.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | "
        "0.00 | 0.00 | 0.00 | 0.00 |\n"
        "\nCube actions decided at 0-ply alone where no double leads by more than a "
        "threshold, of 300 in all:\n\n"
        "| threshold | decided at 0-ply | doubles missed | equity lost |\n"
        "| --- | --- | --- | --- |\n"
        "| .200 | 9 | 2 | 0.500 |\n| .300 | 6 | 1 | 0.250 |\n| .400 | 3 | 0 | 0.000 |\n";
    char text[4096] = "";
    write_report(false, with_unit, 2, text, sizeof text);
    assert_string_equal(text, want);
}

TEST(games_at_a_lower_ply_have_no_shares_and_no_cube)
{
    char text[4096] = "";
    write_report(false, with_unit, 1, text, sizeof text);
    assert_non_null(strstr(text,
                           " The games are played at 1-ply; 50 decisions in which a "
                           "filter can lose are measured.\n"));
    assert_null(strstr(text, "Share of games"));
    assert_null(strstr(text, "Cube actions"));
}

/* 2/.1 takes half the time; the axes are logarithmic. */
TEST(the_plot_has_a_point_an_error_and_a_name_for_each_filter)
{
    static const char want[] =
        "<line x1='199.3' y1='510.0' x2='199.3' y2='30.0' stroke='#036'/>"
        "<circle cx='199.3' cy='270.0' r='3' fill='#036'/>\n"
        "<line x1='600.7' y1='510.0' x2='600.7' y2='510.0' stroke='#036'/>"
        "<circle cx='600.7' cy='510.0' r='3' fill='#036'/>\n"
        "<text x='206.3' y='266.0' fill='#036'>2/.1</text>\n"
        "<text x='607.7' y='506.0' fill='#036'>xg-normal</text>\n"
        "</svg>\n";
    char text[4096] = "";
    write_report(true, with_unit, 2, text, sizeof text);
    assert_non_null(strstr(text, "decision (xg-normal is 1), 2-ply</text>\n"));
    const char *points = strstr(text, "<line x1='199.3' y1='510.0'");
    assert_non_null(points);
    assert_string_equal(points, want);
}

TEST(without_the_usual_unit_the_plot_names_the_first_filter)
{
    static const char *const others[] = {"2/.1", "3/.1"};
    char text[4096] = "";
    write_report(true, others, 2, text, sizeof text);
    assert_non_null(strstr(text, "decision (2/.1 is 1), 2-ply</text>\n"));
}

TEST_MAIN(NULL, NULL)
