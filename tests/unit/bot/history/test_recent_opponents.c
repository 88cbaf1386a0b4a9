/* What we have had to do with whom: counts of a day, and what the history knows. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/history/history.h"
#include "bot/policy/recent_opponents.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

enum { HOUR_MS = 3600 * 1000, HOUR_S = 3600, NOW_S = 1800000000 };

TEST(a_day_is_counted_by_name_and_kind)
{
    struct recent_opponents *e = calloc(1, sizeof *e);
    assert_non_null(e);
    recent_opponents_add(e, "anna", RECENT_OPPONENT_BEGUN, -23LL * HOUR_MS);
    recent_opponents_add(e, "anna", RECENT_OPPONENT_BEGUN, -25LL * HOUR_MS);
    recent_opponents_add(e, "anna", RECENT_OPPONENT_ENDED, -1LL * HOUR_MS);
    recent_opponents_add(e, "anna", RECENT_OPPONENT_ENDED, -2LL * HOUR_MS);
    recent_opponents_add(e, "bert", RECENT_OPPONENT_BEGUN, 0);
    assert_int_equal(recent_opponents_today(e, "anna", RECENT_OPPONENT_BEGUN, 0), 1);
    assert_int_equal(recent_opponents_today(e, "anna", RECENT_OPPONENT_BEGUN, HOUR_MS),
                     0);
    assert_int_equal(recent_opponents_today(e, "bert", RECENT_OPPONENT_BEGUN, HOUR_MS),
                     1);
    assert_int_equal(recent_opponents_since(e, "anna", RECENT_OPPONENT_ENDED, 0),
                     HOUR_MS);
    assert_true(recent_opponents_since(e, "bert", RECENT_OPPONENT_ENDED, 0) ==
                INT64_MAX);
    free(e);
}

TEST(the_oldest_go_when_there_are_too_many)
{
    struct recent_opponents *e = calloc(1, sizeof *e);
    assert_non_null(e);
    for (int i = 0; i < RECENT_OPPONENTS_MAX + 1; i++) {
        recent_opponents_add(e, i == 0 ? "anna" : "bert", RECENT_OPPONENT_BEGUN, i);
    }
    assert_int_equal(recent_opponents_today(e, "anna", RECENT_OPPONENT_BEGUN, 10), 0);
    assert_int_equal(recent_opponents_today(e, "bert", RECENT_OPPONENT_BEGUN, 10),
                     RECENT_OPPONENTS_MAX);
    free(e);
}

static struct history_event event_of(enum match_event_type type, int64_t at_s,
                                     const char *opponent)
{
    struct history_event event = {.type = HISTORY_MATCH,
                                  .match = type,
                                  .at_s = at_s,
                                  .account = "our_bot",
                                  .server = "fibs.com",
                                  .level = "2-ply",
                                  .length = 1,
                                  .my_score = type == MATCH_END ? 1 : 0,
                                  .is_finished = type == MATCH_END};
    COPY_TEXT(event.name, opponent);
    return event;
}

static void note(struct history *history, enum match_event_type type, int64_t at_s,
                 const char *opponent)
{
    const struct history_event event = event_of(type, at_s, opponent);
    history_note(history, &event);
}

static void begin_again(struct history *history, const char *opponent)
{
    struct history_event event = event_of(MATCH_START, NOW_S - HOUR_S, opponent);
    event.is_resumed = true;
    history_note(history, &event);
}

static void refuse(struct history *history, const char *opponent, const char *code)
{
    struct history_event refusal = {.type = HISTORY_REFUSAL,
                                    .at_s = NOW_S - HOUR_S,
                                    .account = "our_bot",
                                    .server = "fibs.com"};
    (void)snprintf(refusal.name, sizeof refusal.name, "%s", opponent);
    (void)snprintf(refusal.text, sizeof refusal.text, "%s", code);
    history_note(history, &refusal);
}

static int64_t declined_ms(const struct recent_opponents *e, const char *opponent)
{
    return recent_opponents_since(e, opponent, RECENT_OPPONENT_DECLINED, 5000);
}

/* Whoever was away, played, or was invited while we were not ready may be invited. */
TEST(the_history_is_remembered)
{
    char folder[] = "/tmp/fibsbot-opponents-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/history.db", folder);
    struct error err = {0};
    struct history *history = history_open(path, &err);
    assert_non_null(history);
    note(history, MATCH_START, NOW_S - 30 * HOUR_S, "anna");
    note(history, MATCH_END, NOW_S - 29 * HOUR_S, "anna");
    note(history, MATCH_START, NOW_S - 3 * HOUR_S, "anna");
    note(history, MATCH_END, NOW_S - 2 * HOUR_S, "anna");
    note(history, MATCH_START, NOW_S - HOUR_S, "bert");
    begin_again(history, "hugo"); /* of another day */
    refuse(history, "carl", "no_answer");
    refuse(history, "dora", "refusing_games");
    refuse(history, "emil", "no_one_called");
    refuse(history, "fred", "already_playing_other");
    refuse(history, "gina", "join_unanswered"); /* she had invited us */
    history_close(history);

    struct recent_opponents *e = calloc(1, sizeof *e);
    assert_non_null(e);
    assert_true(
        recent_opponents_load(e, path, "our_bot", "fibs.com", 5000, NOW_S, &err));
    assert_int_equal(recent_opponents_today(e, "anna", RECENT_OPPONENT_BEGUN, 5000), 1);
    assert_int_equal(recent_opponents_today(e, "bert", RECENT_OPPONENT_BEGUN, 5000), 1);
    assert_int_equal(recent_opponents_since(e, "anna", RECENT_OPPONENT_ENDED, 5000),
                     2 * HOUR_MS);
    assert_true(recent_opponents_since(e, "bert", RECENT_OPPONENT_ENDED, 5000) ==
                INT64_MAX);
    assert_int_equal(recent_opponents_today(e, "hugo", RECENT_OPPONENT_BEGUN, 5000), 0);
    assert_int_equal(declined_ms(e, "carl"), HOUR_MS);
    assert_int_equal(declined_ms(e, "dora"), HOUR_MS);
    assert_true(declined_ms(e, "emil") == INT64_MAX);
    assert_true(declined_ms(e, "fred") == INT64_MAX);
    assert_true(declined_ms(e, "gina") == INT64_MAX);
    /* the clock was set back by four hours: an hour ago is three hours to come */
    memset(e, 0, sizeof *e);
    assert_true(recent_opponents_load(e, path, "our_bot", "fibs.com", 5000,
                                      NOW_S - 4 * HOUR_MS / 1000, &err));
    assert_int_equal(recent_opponents_since(e, "anna", RECENT_OPPONENT_ENDED, 5000), 0);
    /* another account has its own */
    memset(e, 0, sizeof *e);
    assert_true(
        recent_opponents_load(e, path, "other_bot", "fibs.com", 5000, NOW_S, &err));
    assert_int_equal(e->count, 0);
    free(e);
    assert_int_equal(test_folder_remove(folder), 0);
}

TEST_MAIN(NULL, NULL)
