/* Analyses of matches that are noted in a history from their files. */
#include <string.h>
#include <unistd.h>

#include "bot/history/history_analysis.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

enum { STARTED = 1700000000 };

static char folder[64], path[96];

/* Two matches of one point with opp_a, ten seconds apart. */
static int setup(void **state)
{
    struct error err;
    test_folder_make(folder, sizeof folder, "analysis");
    FORMAT_TEXT(path, "%s/history.db", folder);
    struct history *history = history_open(path, &err);
    assert_non_null(history);
    struct history_event event = {.type = HISTORY_MATCH,
                                  .match = MATCH_START,
                                  .account = "our_bot",
                                  .server = "fibs.com",
                                  .name = "opp_a",
                                  .length = 1};
    for (int i = 0; i < 2; i++) {
        event.at_s = STARTED + 10 * i;
        event.match = MATCH_START;
        history_note(history, &event);
        event.match = MATCH_END;
        event.is_finished = true;
        event.my_score = 1;
        event.at_s += 5;
        history_note(history, &event);
    }
    assert_int_equal(history_close(history), 0);
    return 0;
}

static int teardown(void **state)
{
    return test_folder_remove(folder);
}

#define CASE(claim) TEST_WITH(claim, setup, teardown)

static struct history_analysed analysed_at(int64_t started_s)
{
    return (struct history_analysed){.account = "our_bot",
                                     .opponent = "opp_a",
                                     .length = 1,
                                     .started_s = started_s,
                                     .sums = {{20, 10}, {0.5, 0.25}, {0.125, -0.125}}};
}

static bool note(const struct history_analysed *analysed)
{
    struct error err;
    bool is_known;
    assert_good(history_note_analysis(path, analysed, &is_known, &err), &err);
    return is_known;
}

static int64_t number(const char *sql)
{
    struct error err;
    struct database *database = database_open(path, DATABASE_READ, &err);
    assert_non_null(database);
    int64_t result = database_number(database, &err, sql, "");
    database_close(database);
    return result;
}

CASE(the_time_of_the_file_finds_the_match)
{
    struct history_analysed analysed = analysed_at(STARTED + 10);
    assert_true(note(&analysed));
    assert_int_equal(number("SELECT match_id FROM analysis"), 2);
    assert_int_equal(number("SELECT 1000*my_loss FROM analysis"), 500);
    analysed.sums.loss[0] = 0.75;
    assert_true(note(&analysed)); /* once more */
    assert_int_equal(number("SELECT 1000*sum(my_loss) FROM analysis"), 750);
    analysed = analysed_at(STARTED - 1);
    assert_true(note(&analysed));
    assert_int_equal(number("SELECT count(*) FROM analysis"), 2);
}

CASE(another_match_is_not_known)
{
    struct history_analysed analysed = analysed_at(STARTED + 5);
    assert_false(note(&analysed));
    analysed = analysed_at(STARTED);
    analysed.length = 3;
    assert_false(note(&analysed));
    analysed = analysed_at(STARTED);
    analysed.opponent = "opp_b";
    assert_false(note(&analysed));
    assert_int_equal(number("SELECT count(*) FROM analysis"), 0);
}

CASE(no_history_is_made_nor_upgraded)
{
    struct error err;
    bool is_known;
    struct history_analysed analysed = analysed_at(STARTED);
    struct database *database = database_open(path, DATABASE_WRITE, &err);
    assert_true(database_run(database, &err, "PRAGMA user_version=2", ""));
    database_close(database);
    assert_false(history_note_analysis(path, &analysed, &is_known, &err));
    assert_non_null(strstr(err.text, "found 2; fibsbot play upgrades older ones"));
    assert_int_equal(number("PRAGMA user_version"), 2);
    assert_int_equal(unlink(path), 0);
    assert_false(history_note_analysis(path, &analysed, &is_known, &err));
    assert_int_not_equal(access(path, F_OK), 0);
}

TEST_MAIN(NULL, NULL)
