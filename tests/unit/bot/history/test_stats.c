/* Figures of the statistics, and how they are printed. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/history/history_schema.h"
#include "bot/history/stats_internal.h"
#include "bot/history/stats_print.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

static struct database *database;
static const struct stats_filter everything = {"", "", "", 0, 0, ""};

/* opp_a: two 5 point matches won, one lost, all of 0-ply; opp_b: an unlimited match
 * that goes on with two games. Times: 2023-11-14; a quarter before midnight of 2023-11-30,
 * and of Sunday, 2023-12-03; a quarter after it. */
static const char content[] =
    "INSERT INTO account (name, server) VALUES ('our_bot','fibs.com');"
    "INSERT INTO opponent (name, server, first_at, last_at) VALUES"
    " ('opp_a','fibs.com',0,0), ('opp_b','fibs.com',0,0);"
    "INSERT INTO match (account_id, opponent_id, length, level, state, started_at,"
    "  touched_at, ended_at, is_resumed, my_score, their_score, has_won,"
    "  rating_before, rating_after, their_rating_before) VALUES"
    " (1,1,5,'0-ply','finished',1700000000,1700000900,1700000900,0,5,2,1,1500,1504,"
    "1500),"
    " (1,1,5,'0-ply','finished',1701387000,1701387900,1701387900,0,6,0,1,1504,1508,"
    "1500),"
    " (1,1,5,'0-ply','finished',1701646200,1701647100,1701647100,0,1,5,0,1508,1503,"
    "1500),"
    " (1,2,0,'2-ply','open',1701648000,1701648900,NULL,0,2,1,NULL,NULL,NULL,NULL);"
    "INSERT INTO game (match_id, number, my_score, their_score, started_at, ended_at,"
    "  has_won, points, ending) VALUES"
    " (1,1,0,0,0,1,1,5,'play'), (2,1,0,0,0,1,1,6,'play'), (3,1,0,0,0,1,0,5,'play'),"
    " (4,1,0,0,0,1,1,2,'pass'), (4,2,2,0,0,1,0,1,'play'), "
    "(4,3,2,1,0,NULL,NULL,NULL,NULL);"
    "INSERT INTO rating VALUES (1,1700000900,1504,5), (1,1700001900,1508,10),"
    " (1,1701400900,1503,15);";

static int set_up(void **state)
{
    static const char *const fill[] = {content};
    struct error err = {0};
    database = database_open(":memory:", DATABASE_WRITE, &err);
    assert_non_null(database);
    assert_true(database_migrate(database, history_steps, history_step_count, &err));
    assert_true(database_run(database, &err, "PRAGMA user_version=0", ""));
    assert_true(database_migrate(database, fill, 1, &err));
    return 0;
}

static int tear_down(void **state)
{
    database_close(database);
    return 0;
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)

static struct stats_table load(enum stats_key key, struct stats_filter filter)
{
    struct stats_table table;
    struct error err = {0};
    assert_true(stats_load(database, key, &filter, &table, &err));
    return table;
}

static char *printed;

CASE(matches_and_games_are_counted_by_key)
{
    struct stats_table table = load(STATS_OPPONENT, everything);
    assert_int_equal(table.count, 2);
    assert_string_equal(table.rows[0].key, "opp_a"); /* most matches first */
    assert_int_equal(table.rows[0].matches, 3);
    assert_int_equal(table.rows[0].won, 2);
    assert_int_equal(table.rows[0].games, 3);
    assert_true(table.rows[0].points == 6.0);
    assert_true(table.rows[0].rating_change == 3.0);
    assert_int_equal(table.rows[1].matches, 0); /* unlimited: games alone */
    assert_int_equal(table.rows[1].games, 2);
    assert_true(table.rows[1].points == 1.0);
    assert_int_equal(table.total.games, 5);
    stats_free(&table);
}

/* Names are compared as they are, and shown in plain characters. */
CASE(a_name_of_other_letters_has_one_row)
{
    struct error err;
    assert_true(database_run(database, &err,
                             "UPDATE opponent SET name='Jos\xC3\xA9' WHERE id=1", ""));
    struct stats_table table = load(STATS_OPPONENT, everything);
    assert_int_equal(table.count, 2);
    assert_string_equal(table.rows[0].key, "Jos??");
    assert_int_equal(table.rows[0].matches, 3);
    stats_free(&table);
}

/* A week has one row, with the number that calendars give it, across the new year, too. */
CASE(weeks_are_those_of_the_calendar)
{
    static const struct {
        int64_t ended_at;
        const char *week;
    } wants[] = {
        {1795824000, "2026 week 48"}, /* Saturday, 2026-11-28 */
        {1798416000, "2026 week 53"}, /* Monday, 2026-12-28 */
        {1799020799, "2026 week 53"}, /* Sunday, 2027-01-03, its last second */
        {1799020800, "2027 week 01"}, /* Monday, 2027-01-04 */
        {1861920000, "2029 week 01"}, /* Monday, 2029-01-01 */
    };
    struct error err;
    for (size_t i = 0; i < sizeof wants / sizeof wants[0]; i++) {
        assert_true(database_run(database, &err, "UPDATE match SET ended_at=?", "i",
                                 wants[i].ended_at));
        struct stats_table table = load(STATS_WEEK, everything);
        assert_int_equal(table.count, 1);
        assert_string_equal(table.rows[0].key, wants[i].week);
        stats_free(&table);
    }
}

CASE(each_key_makes_its_rows)
{
    static const struct {
        enum stats_key key;
        const char *name;
        const char *rows;
    } wants[] = {
        {STATS_OPPONENT, "opponent", "opp_a 3,opp_b 0,"},
        {STATS_LENGTH, "length", " 5 3,unlimited 0,"},
        {STATS_LEVEL, "level", "0-ply 3,2-ply 0,"},
        {STATS_DAY, "day", "2023-11-14 1,2023-11-30 1,2023-12-03 1,2023-12-04 0,"},
        {STATS_WEEK, "week", "2023 week 46 1,2023 week 48 2,2023 week 49 0,"},
        {STATS_MONTH, "month", "2023-11 2,2023-12 1,"},
        {STATS_YEAR, "year", "2023 3,"},
        {STATS_ACCOUNT, "account", "our_bot 3,"},
        {STATS_SERVER, "server", "fibs.com 3,"},
    };
    for (size_t i = 0; i < sizeof wants / sizeof wants[0]; i++) {
        struct stats_table table = load(wants[i].key, everything);
        char got[200] = "";
        for (int row = 0; row < table.count; row++) {
            (void)snprintf(got + strlen(got), sizeof got - strlen(got), "%s %.0f,",
                           table.rows[row].key, table.rows[row].matches);
        }
        assert_string_equal(got, wants[i].rows);
        assert_string_equal(stats_key_name((int)wants[i].key), wants[i].name);
        stats_free(&table);
    }
    assert_null(stats_key_name(STATS_KEYS));
    const char *sql = "UPDATE match SET length=length-(id=1), ended_at=(id>1)<<30";
    assert_true(database_run(database, NULL, sql, "")); /* fewer come first */
    static const enum stats_key ordered[] = {STATS_LENGTH, STATS_MONTH, STATS_YEAR};
    for (size_t i = 0; i < sizeof ordered / sizeof ordered[0]; i++) {
        struct stats_table table = load(ordered[i], everything);
        assert_true(table.rows[0].matches == 1 && table.rows[1].matches == 2);
        stats_free(&table);
    }
}

CASE(filters_take_away)
{
    static const struct {
        struct stats_filter filter;
        int matches, games;
    } rows[] = {
        {{"our_bot", "", "", 0, 0, ""}, 3, 5},
        {{"nobody", "", "", 0, 0, ""}, 0, 0},
        {{"", "opp_b", "", 0, 0, ""}, 0, 2},
        {{"", "", "0-ply", 0, 0, ""}, 3, 3},
        {{"", "", "", 1701388800, 0, ""}, 1, 3},
        {{"", "", "", 0, 1701388800, ""}, 2, 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct stats_table table = load(STATS_OPPONENT, rows[i].filter);
        assert_int_equal(table.total.matches, rows[i].matches);
        assert_int_equal(table.total.games, rows[i].games);
        stats_free(&table);
    }
}

static int lines_of_list(const char *list, const char *level)
{
    const struct stats_filter filter = {"", "", level, 0, 0, ""};
    struct error err;
    FILE *out = printed_begin();
    assert_true(stats_print_list(database, list, &filter, 0, STATS_CSV, out, &err));
    printed = printed_end(out);
    return count_of(printed, "\n");
}

/* Tables show "level expert"; the command line has words of levels. A list is of the
 * matches of the level, too. */
CASE(a_level_is_found_by_its_name)
{
    static const char *const names[] = {"expert", "level expert"};
    struct error err;
    assert_true(database_run(database, &err,
                             "UPDATE match SET level='level expert' WHERE id<3", ""));
    for (int i = 0; i < 2; i++) {
        struct stats_table table =
            load(STATS_LEVEL, (struct stats_filter){"", "", names[i], 0, 0, ""});
        assert_int_equal(table.total.matches, 2);
        assert_int_equal(table.count, 1);
        stats_free(&table);
        assert_int_equal(lines_of_list("matches", names[i]), 3);
        assert_int_equal(lines_of_list("games", names[i]), 3);
    }
    assert_int_equal(lines_of_list("matches", "novice"), 1);
    assert_int_equal(lines_of_list("matches", ""), 5);
}

/* Our name and opp_a's on a second server, where opp_a won a match of ratings that FIBS's
 * formula does not know. */
static const char second_server[] =
    "INSERT INTO account (name, server) VALUES ('our_bot','bgammon.org');"
    "INSERT INTO opponent (name, server, first_at, last_at) VALUES"
    " ('opp_a','bgammon.org',0,0);"
    "INSERT INTO match (account_id, opponent_id, length, level, state, started_at,"
    "  touched_at, ended_at, is_resumed, my_score, their_score, has_won,"
    "  rating_before, rating_after, their_rating_before) VALUES"
    " (2,3,3,'0-ply','finished',1700003000,1700003900,1700003900,0,0,3,0,1600,1590,"
    "1600);"
    "INSERT INTO rating VALUES (2,1700003900,1590,3);";

static void add_second_server(void)
{
    static const char *const fill[] = {second_server};
    struct error err = {0};
    assert_true(database_run(database, &err, "PRAGMA user_version=0", ""));
    assert_true(database_migrate(database, fill, 1, &err));
}

CASE(one_name_on_two_servers_is_two_players)
{
    static const enum stats_key by[] = {STATS_OPPONENT, STATS_ACCOUNT, STATS_SERVER};
    static const char *const wants[] = {
        "opp_a@fibs.com 3,opp_a@bgammon.org 1,opp_b 0,",
        "our_bot@fibs.com 3,our_bot@bgammon.org 1,",
        "fibs.com 3,bgammon.org 1,",
    };
    add_second_server();
    for (size_t i = 0; i < sizeof by / sizeof by[0]; i++) {
        struct stats_table table = load(by[i], everything);
        char got[200] = "";
        for (int row = 0; row < table.count; row++) {
            (void)snprintf(got + strlen(got), sizeof got - strlen(got), "%s %.0f,",
                           table.rows[row].key, table.rows[row].matches);
        }
        assert_string_equal(got, wants[i]);
        stats_free(&table);
    }
}

CASE(a_server_has_its_own_matches_and_ratings)
{
    const struct stats_filter there = {"our_bot", "", "", 0, 0, "bgammon.org"};
    struct chart_point *points;
    struct error err;
    add_second_server();
    struct stats_table table = load(STATS_OPPONENT, there);
    assert_int_equal(table.total.matches, 1);
    assert_true(table.total.rating_change == -10.0);
    assert_int_equal(table.total.rated, 0); /* not by FIBS's formula */
    stats_free(&table);
    assert_int_equal(stats_ratings(database, &there, &points, &err), 1);
    assert_true(points[0].y == 1590.0);
    free(points);
    table = load(STATS_SERVER, everything);
    FILE *out = printed_begin();
    stats_print_table(&table, 0, out);
    printed = printed_end(out);
    /* 2 of 4 were won; of the 3 rated ones 50.3 % were expected, as without that match */
    assert_non_null(strstr(printed, "  all               4     2   50.0 "));
    assert_non_null(strstr(strstr(printed, "  all  "), " 50.3      5 "));
    stats_free(&table);
}

static bool is_near(double a, double b)
{
    return fabs(a - b) < 0.0005;
}

/* Wilson, 81 of 263: 0.2553 to 0.3662 (Newcombe 1998, Statistics in Medicine 17,
 * 857-872, table I); 0 of 20: 0 to 0.1611. */
CASE(win_intervals_are_wilsons)
{
    struct stats_interval of = stats_win_interval(81, 263);
    assert_true(is_near(of.low, 0.2553) && is_near(of.high, 0.3662));
    of = stats_win_interval(0, 20);
    assert_true(of.low == 0.0 && is_near(of.high, 0.1611));
    of = stats_win_interval(0, 0);
    assert_true(of.low == 0.0 && of.high == 1.0);
}

CASE(points_intervals_come_from_the_spread)
{
    /* +1, +1, -1, +3: mean 1, deviation sqrt(8 / 3) */
    struct stats_row row = {.games = 4, .points = 4.0, .squares = 12.0};
    struct stats_interval of = stats_points_interval(&row);
    double width = 1.959964 * sqrt(8.0 / 3.0 / 4.0);
    assert_true(is_near(of.low, 1.0 - width) && is_near(of.high, 1.0 + width));
    row.games = 1;
    assert_true(stats_points_interval(&row).high > 1e300);
    row = (struct stats_row){.games = 3, .points = 6.0, .squares = 12.0}; /* all +2 */
    assert_true(stats_points_interval(&row).high > 1e300);
}

/* CLIP specification: D = 155.634835, N = 3 gives the underdog 0.423029. */
CASE(expected_results_follow_the_rating_formula)
{
    assert_true(fabs(stats_expected(-155.634835, 3) - 0.423029) < 0.0000005);
    assert_true(fabs(stats_expected(155.634835, 3) - 0.576971) < 0.0000005);
    struct stats_table table = load(STATS_OPPONENT, everything);
    double want = stats_expected(0, 5) + stats_expected(4, 5) + stats_expected(8, 5);
    assert_int_equal(table.total.rated, 3);
    assert_true(fabs(table.total.expected - want) < 1e-12);
    stats_free(&table);
}

CASE(the_curve_is_in_order)
{
    struct chart_point *points;
    struct error err;
    assert_int_equal(stats_ratings(database, &everything, &points, &err), 3);
    assert_true(points[0].y == 1504.0 && points[2].y == 1503.0);
    assert_true(points[0].x < points[1].x && points[1].x < points[2].x);
    free(points);
}

CASE(a_curve_has_its_first_second_and_not_its_last)
{
    struct chart_point *points;
    struct error err;
    struct stats_filter between = everything;
    assert_int_equal(stats_ratings(database, &everything, &points, &err), 3);
    between.since_s = (int64_t)points[0].x;
    between.until_s = (int64_t)points[2].x;
    free(points);
    assert_int_equal(stats_ratings(database, &between, &points, &err), 2);
    assert_true(points[0].y == 1504.0);
    free(points);
}

CASE(a_clock_set_back_leaves_the_last_rating_last)
{
    struct chart_point *points;
    struct error err;
    assert_true(database_run(database, &err,
                             "INSERT INTO rating VALUES (1,1700000500,1506,20)", ""));
    assert_int_equal(stats_ratings(database, &everything, &points, &err), 4);
    assert_true(points[0].y == 1504.0 && points[3].y == 1506.0);
    assert_true(points[3].x == points[2].x);
    free(points);
}

/* ---- printing -------------------------------------------------------------------- */

static void assert_printed(FILE *out, const char *want)
{
    printed = printed_end(out);
    assert_string_equal(printed, want);
}

CASE(tables_fit_a_terminal)
{
    struct stats_table table = load(STATS_OPPONENT, everything);
    FILE *out = printed_begin();
    stats_print_table(&table, 0, out);
    assert_printed(out, "  opponent   matches   won      %      95 % exp. %  games   "
                        "points/game   rating"
                        "\n"
                        "--------------------------------------------------------------"
                        "------------------"
                        "\n"
                        "  opp_a            3     2   66.7   21 - 94   50.3      3  "
                        "+2.00 +-6.88     +3.0"
                        "\n"
                        "  opp_b            -     -      -         -      -      2  "
                        "+0.50 +-2.94        -"
                        "\n"
                        "--------------------------------------------------------------"
                        "------------------"
                        "\n"
                        "  all              3     2   66.7   21 - 94   50.3      5  "
                        "+1.40 +-3.95     +3.0"
                        "\n");
    stats_free(&table);
}

/* Of the matches with opp_a two were analysed. */
static void add_analyses(void)
{
    struct error err;
    assert_true(database_run(database, &err,
                             "INSERT INTO analysis VALUES (1,0,30,0.06,0.5,20,0.2,-0.5)"
                             ", (3,0,20,0.04,-0.25,30,0.3,0)",
                             ""));
}

CASE(error_rates_and_luck_are_those_of_the_matches_analysed)
{
    add_analyses();
    struct stats_table table = load(STATS_OPPONENT, everything);
    assert_int_equal(table.rows[0].analysed, 2);
    assert_true(is_near(stats_error_rate(&table.rows[0], 0), 1.0));
    assert_true(is_near(stats_error_rate(&table.rows[0], 1), 5.0));
    assert_int_equal(table.rows[1].analysed, 0);
    assert_true(isnan(stats_error_rate(&table.rows[1], 0)));
    FILE *out = printed_begin();
    stats_print_table(&table, 0, out);
    printed = printed_end(out);
    assert_non_null(strstr(printed, "rating analysed     PR theirs   luck\n"));
    assert_non_null(strstr(printed, "+3.0        2   1.00   5.00  +0.38\n"));
    assert_non_null(strstr(printed, "   -        0      -      -      -\n"));
    out = printed_begin();
    stats_print_csv(&table, false, out);
    printed = printed_end(out);
    assert_non_null(strstr(printed, ",3,2,1,5,0.125,-0.25\n"));
    assert_non_null(strstr(printed, ",0,0,,,,\n"));
    stats_free(&table);
}

CASE(csv_has_a_row_for_programs)
{
    struct stats_table table = load(STATS_LENGTH, everything);
    snprintf(table.rows[1].key, sizeof table.rows[1].key, "a, \"b\"");
    FILE *out = printed_begin();
    stats_print_csv(&table, true, out);
    assert_printed(
        out,
        "by,key,matches,won,won_share,won_share_low,won_share_high,expected_share,"
        "games,"
        "games_won,points,points_per_game,points_per_game_low,points_per_game_high,"
        "rating_change,analysed,error_rate,their_error_rate,luck,their_luck\n"
        "length,5,3,2,0.666667,0.20766,0.938508,0.502574,3,2,6,2,-4.88317,8.88317,3,0,"
        ",,,\n"
        "length,\"a, \"\"b\"\"\",0,0,,,,,2,1,1,0.5,-2.43995,3.43995,0,0,,,,\n");
    stats_free(&table);
}

CASE(lists_print_in_three_formats)
{
    struct error err;
    FILE *out = printed_begin();
    assert_true(
        stats_print_list(database, "games", &everything, 0, STATS_CSV, out, &err));
    printed = printed_end(out);
    assert_non_null(strstr(printed,
                           "\n1970-01-01T00:00:01Z,our_bot,opp_a,5,1,1,0,0,won,"
                           "5,1,play,fibs.com\n"));
    assert_non_null(strstr(printed, ",opp_b,0,4,2,2,0,lost,1,1,play,fibs.com\n"));
    out = printed_begin();
    assert_true(
        stats_print_list(database, "matches", &everything, 0, STATS_JSON, out, &err));
    printed = printed_end(out);
    assert_non_null(strstr(printed, "\"opponent\":\"opp_b\",\"length\":0,"));
    assert_non_null(strstr(printed, "\"result\":null,"));
    const struct stats_filter elsewhere = {"", "", "", 0, 0, "bgammon.org"};
    out = printed_begin();
    assert_true(
        stats_print_list(database, "matches", &elsewhere, 0, STATS_JSON, out, &err));
    assert_printed(out, "");
    static const char *const names[] = {"matches", "games",       "refusals",
                                        "errors",  "connections", "stuck"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        out = printed_begin();
        assert_string_equal(stats_list_names[i], names[i]);
        assert_true(stats_print_list(database, names[i], &everything, 0, STATS_TEXT,
                                     out, &err));
        printed = printed_end(out);
    }
    assert_null(stats_list_names[sizeof names / sizeof names[0]]);
}

/* 6-0 in a match of 5 points, which text shows as 5-0. */
CASE(people_see_points_cut_at_the_length_of_the_match)
{
    struct error err;
    FILE *out = printed_begin();
    assert_true(
        stats_print_list(database, "matches", &everything, 0, STATS_TEXT, out, &err));
    printed = printed_end(out);
    const char *line =
        strchr(strchr(printed, '\n') + 1, '\n') + 1; /* the second match */
    int length, mine, theirs;
    assert_int_equal(sscanf(line, "%*s %*s our_bot opp_a %d 0-ply finished %d %d won",
                            &length, &mine, &theirs),
                     3);
    assert_true(length == 5 && mine == 5 && theirs == 0);
    for (int i = 0; i < 2; i++) {
        line = strchr(line, '\n') + 1;
    }
    assert_int_equal(sscanf(line, "%*s - our_bot opp_b %d 2-ply open %d %d", &length,
                            &mine, &theirs),
                     3);
    assert_true(length == 0 && mine == 2 && theirs == 1);
    out = printed_begin();
    assert_true(
        stats_print_list(database, "matches", &everything, 0, STATS_CSV, out, &err));
    printed = printed_end(out);
    assert_non_null(strstr(printed, ",finished,6,0,won,"));
}

CASE(matches_set_aside_are_listed_with_the_reason)
{
    struct error err;
    assert_true(
        database_run(database, &err,
                     "INSERT INTO stuck_match VALUES (1,'opp_a',1,0,4,2,2,'stuck'),"
                     " (1,'opp_b',2,NULL,0,0,1,NULL)",
                     ""));
    FILE *out = printed_begin();
    assert_true(
        stats_print_list(database, "stuck", &everything, 0, STATS_CSV, out, &err));
    printed = printed_end(out);
    assert_non_null(strstr(printed,
                           "failures,set_aside,server\n"
                           "1970-01-01T00:00:01Z,our_bot,opp_a,unlimited,4,2,2,stuck,"
                           "fibs.com\n"
                           "1970-01-01T00:00:02Z,our_bot,opp_b,,0,0,1,,fibs.com\n"));
}

CASE(a_limited_list_has_the_newest)
{
    struct error err;
    FILE *out = printed_begin();
    assert_true(
        stats_print_list(database, "matches", &everything, 1, STATS_CSV, out, &err));
    printed = printed_end(out);
    const char *line = strchr(printed, '\n') + 1;
    assert_non_null(strstr(line, "opp_b,0,"));
    assert_string_equal(strchr(line, '\n'), "\n"); /* no other */
}

TEST_MAIN(NULL, NULL)
