/* The lists of the history: each column has what its heading says. */
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "bot/history/history_schema.h"
#include "bot/history/stats.h"
#include "bot/history/stats_print.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

static struct database *database;
static const struct stats_filter everything = {
    .account = "", .opponent = "", .server = "", .level = ""};

static void run(const char *statement)
{
    struct error err = {0};
    if (!database_run(database, &err, statement, "")) {
        fail_msg("%s: %s", statement, err.text);
    }
}

static int set_up(void **state)
{
    struct error err = {0};
    database = database_open(":memory:", DATABASE_WRITE, &err);
    assert_non_null(database);
    assert_true(database_migrate(database, history_steps, history_step_count, &err));
    run("INSERT INTO account (id, name, server) VALUES (1,'our_bot','fibs.com')");
    run("INSERT INTO opponent (id, name, server, first_at, last_at) VALUES"
        " (1,'opp_a','fibs.com',1,1),(2,'opp_b','fibs.com',1,1),(3,'opp_c','fibs.com',1,1)");
    run("INSERT INTO match (id, account_id, opponent_id, length, level, state, started_at,"
        " touched_at, ended_at, is_resumed, my_score, their_score, has_won, is_inferred,"
        " interruptions, rating_before, rating_after, experience_before, experience_after)"
        " VALUES (1,1,1,5,'x','finished',1700000000,1700000600,1700000600,0,5,3,1,0,2,"
        " 1500,1504.5,400,405),"
        " (2,1,2,5,'x','finished',1700001000,1700001600,1700001600,0,3,5,0,1,0,"
        " 1504.5,1500,405,410),"
        " (3,1,3,5,'x','finished',1700002000,1700002600,1700002600,0,5,0,1,0,0,"
        " 1500,1504.5,410,415)");
    run("INSERT INTO refusal (account_id, at, opponent, is_ours, length, code) VALUES"
        " (1,1700000000,'opp_a',1,9,'length'),(1,1700000001,'opp_b',0,0,'no_answer')");
    run("INSERT INTO connection VALUES (1,1700000000,1,'connected'),"
        " (1,1700000600,0,'the line broke')");
    return 0;
}

static int tear_down(void **state)
{
    database_close(database);
    return 0;
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)

static void assert_has(const char *list, const char *const *wanted)
{
    struct error err;
    FILE *out = printed_begin();
    assert_true(stats_print_list(database, list, &everything, 0, STATS_CSV, out, &err));
    const char *text = printed_end(out);
    for (; *wanted != NULL; wanted++) {
        assert_holds(text, *wanted);
    }
}

CASE(a_refusal_says_who_has_refused)
{
    assert_has("refusals",
               (const char *const[]){
                   "at,account,opponent,refused_by,length,code,server\n",
                   "2023-11-14T22:13:20Z,our_bot,opp_a,we,9,length,fibs.com\n",
                   "2023-11-14T22:13:21Z,our_bot,opp_b,they,unlimited,no_answer,"
                   "fibs.com\n",
                   NULL});
}

CASE(a_line_goes_up_and_down)
{
    assert_has("connections",
               (const char *const[]){",our_bot,up,connected,",
                                     ",our_bot,down,the line broke,", NULL});
}

CASE(a_match_has_its_interruptions_and_ratings)
{
    assert_has("matches",
               (const char *const[]){",result,inferred,interruptions,rating_before,"
                                     "rating_after,experience_before,experience_after,",
                                     ",5,3,won,0,2,1500.00,1504.50,400,405,",
                                     ",3,5,lost,1,0,1504.50,1500.00,405,410,", NULL});
}

CASE(numbers_of_a_list_end_where_their_heading_ends)
{
    struct error err;
    FILE *out = printed_begin();
    assert_true(
        stats_print_list(database, "matches", &everything, 0, STATS_TEXT, out, &err));
    const char *heading = printed_end(out), *row = strchr(heading, '\n') + 1;
    const ptrdiff_t length = strstr(heading, " length ") + 6 - heading;
    const ptrdiff_t before = strstr(heading, " rating_before ") + 13 - heading;
    assert_int_equal(strncmp(row + length - 1, " 5 ", 3), 0);
    assert_int_equal(strncmp(row + before - 6, "1500.00 ", 8), 0);
}

static char *table_of(const struct stats_filter *filter, int limit)
{
    struct stats_table table;
    struct error err;
    FILE *out = printed_begin();
    assert_true(stats_load(database, STATS_OPPONENT, filter, &table, &err));
    stats_print_table(&table, limit, out);
    stats_free(&table);
    return printed_end(out);
}

CASE(a_cut_table_says_how_many_are_left_out)
{
    char *text = table_of(&everything, 1);
    assert_non_null(strstr(text, "  ... and 2 more\n"));
}

CASE(a_table_of_nothing_says_so)
{
    struct stats_filter nobody = everything;
    nobody.opponent = "nobody";
    char *text = table_of(&nobody, 20);
    assert_non_null(strstr(text, "---\n  no matches\n"));
    assert_null(strstr(text, "  all "));
}

CASE(a_rating_that_comes_back_has_changed_by_0)
{
    struct stats_table table;
    struct error err;
    run("UPDATE match SET rating_before=1500.1, rating_after=1500.2 WHERE id=1");
    run("UPDATE match SET rating_before=1600.3, rating_after=1600.2 WHERE id=2");
    run("UPDATE match SET rating_before=NULL WHERE id=3");
    assert_true(stats_load(database, STATS_LENGTH, &everything, &table, &err));
    assert_true(table.rows[0].rating_change != 0.0);
    json_t *json = stats_table_json(&table);
    json_t *row = json_array_get(json_object_get(json, "rows"), 0);
    json_t *change = json_object_get(row, "rating_change");
    assert_true(json_is_integer(change));
    assert_int_equal(json_integer_value(change), 0);
    json_decref(json);
    stats_free(&table);
}

TEST_MAIN(NULL, NULL)
