/* The report of a week. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "bot/history/history_schema.h"
#include "bot/history/stats_internal.h"
#include "bot/history/week.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

enum { NOW = 1800000000 };

static struct database *new_database(const char *rows)
{
    struct error err = {0};
    struct database *database = database_open(":memory:", DATABASE_WRITE, &err);
    assert_non_null(database);
    assert_true(database_migrate(database, history_steps, history_step_count, &err));
    while (*rows != '\0') {
        char statement[1000];
        size_t length = strcspn(rows, ";");
        FORMAT_TEXT(statement, "%.*s", (int)length, rows);
        if (!database_run(database, &err, statement, "")) {
            fail_msg("%s: %s", statement, err.text);
        }
        rows += length + (rows[length] == ';');
    }
    return database;
}

static char *report(struct database *database)
{
    struct error err = {0};
    FILE *out = printed_begin();
    assert_good(week_print(database, "", "", NOW, out, &err), &err);
    return printed_end(out);
}

TEST(a_week_without_anything_says_so)
{
    struct database *database = new_database("");
    const char *text = report(database);
    database_close(database);
    assert_non_null(strstr(text, "Unknown lines of the server, by shape: none"));
    assert_non_null(strstr(text, "What to look at: nothing"));
}

/* 1799990000 is in the week, 1790000000 is older. */
static const char rows[] =
    "INSERT INTO account (id, name, server, rating, experience) VALUES (1,'our_bot','s',1612.5,400);"
    "INSERT INTO opponent (id, name, server, first_at, last_at) VALUES (1,'opp_a','s',1,1),(2,'opp_b','s',1,1);"
    "INSERT INTO match (account_id, opponent_id, length, level, state, started_at, touched_at, ended_at, is_resumed,"
    " my_score, their_score, has_won, their_rating_before) VALUES"
    " (1,1,5,'x','finished',1799980000,1799990000,1799990000,0,5,3,1,1600),"
    " (1,1,5,'x','finished',1799991000,1799992000,1799992000,0,2,5,0,1600),"
    " (1,1,0,'x','finished',1799992000,1799992000,1799992000,0,4,2,1,1600),"
    " (1,1,5,'x','finished',1789980000,1790000000,1790000000,0,5,3,1,1600),"
    " (1,2,7,'x','open',1798900000,1799000000,NULL,0,3,2,NULL,1500),"
    " (1,1,1,'x','open',1799890000,1799900000,NULL,0,0,0,NULL,1500),"
    " (1,1,0,'x','open',1799890000,1799990000,NULL,0,4,2,NULL,1500);"
    "INSERT INTO stuck_match VALUES (1,'opp_b',1799990000,7,3,2,2,'stuck'),"
    " (1,'opp_c',1799990000,NULL,1,0,2,'missing'),(1,'opp_d',1799990000,NULL,0,0,1,NULL);"
    "INSERT INTO rating VALUES (1,1799992000,1600.0,395),(1,1799980500,1612.5,405),(1,1790000000,1500,390);"
    "INSERT INTO note VALUES (1,1799990000,'unknown_line',NULL,'NAME sings N songs','opp_a sings 3 songs',4),"
    " (1,1799990100,'unknown_line',NULL,'NAME sings N songs','opp_b sings 2 songs',2),"
    " (1,1799990100,'match_left','opp_b','the opponent is idle',NULL,1),"
    " (1,1790000000,'unknown_line',NULL,'NAME is old','x is old',9);"
    "INSERT INTO refusal VALUES (1,1799990000,'opp_a',1,9,'length'),(1,1799990000,'opp_b',1,9,'length'),"
    " (1,1799990000,'opp_b',0,3,'no_answer'),"
    " (1,1799990000,'opp_b',0,3,'no_one_called');"
    "INSERT INTO connection VALUES (1,1799980000,1,'connected'),(1,1799990000,0,'the line broke'),"
    " (1,1799990600,1,'connected'),(1,1799991000,0,'the line broke'),(1,1799992800,1,'connected'),"
    " (1,1799994000,0,'logged out'),(1,1799994600,1,'connected');"
    "INSERT INTO error VALUES (1,1799990000,'the disk is full')";

TEST(all_that_happened_in_the_week_is_told)
{
    static const char *const wanted[] = {
        "our_bot: 3 finished, 2 won, 1 lost; rating 1600.00 -> 1612.50",
        "  2 rated matches are too few to tell a rating\n",
        "     6  NAME sings N songs",
        "as: opp_",
        "     2  we refused: length, by 2 users",
        "     1  they refused: no_answer, by 1 user",
        "     1  they were not logged in: 1 user",
        "     2  the line broke",
        "our_bot: times off line: 3, 50 min in all, longest 30 min",
        "our_bot: longest without a match 16 min\n", /* from the end to the next begin */
        "our_bot: opp_b, 7 points, 3-2, untouched for 11 days\n",
        "our_bot: opp_a, 1 point, 0-0, untouched for 1 day\n",
        "our_bot: opp_a, unlimited, 4-2, untouched for 0 days\n",
        "our_bot: opp_b, 3-2: stuck",
        "our_bot: opp_c, 1-0: missing",
        "     1  opp_b: the opponent is idle",
        "opp_b: saved for 11 days",
        "errors in the log: 1",
        "unknown lines: 6; send",
    };
    struct database *database = new_database(rows);
    const char *text = report(database);
    database_close(database);
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        assert_holds(text, wanted[i]);
    }
    assert_null(strstr(text, "@"));
    assert_null(strstr(text, "logged out")); /* it was not lost */
    assert_null(strstr(text, "is old"));
    assert_null(strstr(text, "opp_d")); /* it has failed once */
}

/* `insert` selects a row for each i from 1 to `count`. */
static void add_rows(struct database *database, const char *insert, int count)
{
    char sql[400];
    struct error err;
    FORMAT_TEXT(sql,
                "%s FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1"
                " FROM n WHERE i<?1) SELECT i FROM n)",
                insert);
    if (!database_run(database, &err, sql, "i", (int64_t)count)) {
        fail_msg("%s: %s", sql, err.text);
    }
}

TEST(what_is_to_be_looked_at_is_told_from_its_number_on)
{
    static const struct {
        const char *insert, *told;
        int least;
    } cases[] = {
        {"INSERT INTO connection SELECT 1,1799990000+i,0,'the line broke'",
         "  20 lost connections: network, or the server?\n", 20},
        {"INSERT INTO refusal (account_id, at, opponent, is_ours, length, code)"
         " SELECT 1,1799990000+i,'opp_a',1,9,'length'",
         "  opp_a was refused 20 times (length): ", 20},
        {"INSERT INTO note SELECT 1,1799990000+i,'match_left','opp_b','idle',NULL,1",
         "  5 matches left: see above why\n", 5},
        {"INSERT INTO match (account_id, opponent_id, length, level, state, started_at,"
         " touched_at, is_resumed, my_score, their_score)"
         " SELECT 1,1,5,'x','open',1799990000,1799990000+i,0,0,0",
         "  7 saved matches: FIBS makes no new ones at 10", 7},
        {"INSERT INTO match (account_id, opponent_id, length, level, state, started_at,"
         " touched_at, is_resumed, my_score, their_score)"
         " SELECT 1,1,5,'x','open',1,1800000000-3*86400-(i-1)*5*86400,0,0,0",
         "  opp_a: saved for 8 days; FIBS drops it", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int few = 1; few >= 0; few--) {
            struct database *database = new_database(
                "INSERT INTO account (id, name, server) VALUES (1,'our_bot','s');"
                "INSERT INTO opponent (id, name, server, first_at, last_at) VALUES"
                " (1,'opp_a','s',1,1)");
            add_rows(database, cases[i].insert, cases[i].least - few);
            const char *text = report(database);
            database_close(database);
            if (few) {
                assert_non_null(strstr(text, "What to look at: nothing\n"));
            } else {
                assert_holds(text, cases[i].told);
            }
        }
    }
}

/* 1.96 x 2000 / ln 10 / sqrt(5 x matches x 0.5 x 0.5) is their error. */
TEST(a_rating_is_told_when_its_error_is_at_most_300)
{
    static const struct {
        int added;
        const char *told;
    } cases[] = {
        {22, "  24 rated matches are too few to tell a rating\n"},
        {24,
         "  The results of the 26 rated matches are those of a rating of 1600 +- 299 (95 %)\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct error err = {0};
        struct database *database = new_database(rows);
        assert_true(database_run(
            database, &err,
            "INSERT INTO match (account_id, opponent_id, length, level, state, started_at,"
            " touched_at, ended_at, is_resumed, my_score, their_score, has_won,"
            " their_rating_before) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1"
            " FROM n WHERE i<?1) SELECT 1,1,5,'x','finished',1799990000,1799990000,"
            "1799990000+i,0,5,3,i%2,1600 FROM n",
            "i", (int64_t)cases[i].added));
        const char *text = report(database);
        database_close(database);
        assert_holds(text, cases[i].told);
    }
}

TEST(one_rated_match_is_too_few)
{
    struct database *database = new_database(rows);
    struct error err = {0};
    assert_true(database_run(database, &err,
                             "UPDATE match SET their_rating_before=NULL WHERE id NOT IN"
                             " (SELECT min(id) FROM match WHERE their_rating_before>0"
                             " AND state='finished')",
                             ""));
    const char *text = report(database);
    database_close(database);
    assert_holds(text, "  1 rated match is too few to tell a rating\n");
}

TEST(a_match_left_at_bgammon_org_is_not_called_saved)
{
    struct database *database = new_database(rows);
    struct error err = {0};
    assert_true(
        database_run(database, &err, "UPDATE account SET server='bgammon.org'", ""));
    const char *text = report(database);
    database_close(database);
    assert_non_null(strstr(text, "Matches not finished: none\n"));
    assert_null(strstr(text, "saved for"));
}

TEST(a_performance_lies_where_as_many_are_expected_as_were_won)
{
    struct stats_rated_match matches[100];
    double rating, error;
    for (int i = 0; i < 100; i++) {
        matches[i] = (struct stats_rated_match){1500.0, 1, i % 4 != 0};
    }
    assert_true(week_performance(matches, 100, &rating, &error));
    assert_true(stats_expected(rating - 1500.0, 1) > 0.749);
    assert_true(stats_expected(rating - 1500.0, 1) < 0.751);
    /* by the formula's slope: 2000/ln 10 / sqrt(100 x 0.75 x 0.25) */
    assert_true(error > 200.5 && error < 200.7);
    matches[0].has_won = true;
    assert_false(week_performance(matches + 1, 3, &rating, &error)); /* all were won */
    assert_false(week_performance(matches, 0, &rating, &error));
}

TEST_MAIN(NULL, NULL)
