/* Questions of players, answered on a thread: from the history and from match files. */
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <event2/event.h>

#include "base/database.h"
#include "bot/history/history.h"
#include "bot/review/assistant.h"
#include "tests/unit/engine/shipped_engine.h"
#include "tests/unit/match/match_text.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

struct account_services {
    struct event_base *base;
    struct assistant *assistant;
    struct config config;
    char folder[64];
    struct assistant_answer answers[8];
    int count, wanted;
};

static struct account_services services;

static void on_answer(void *context, const struct assistant_answer *answer)
{
    struct account_services *o = context;
    o->answers[o->count++] = *answer;
    if (o->count == o->wanted) {
        (void)event_base_loopbreak(o->base);
    }
}

static int open_services(void **state)
{
    struct error err;
    memset(&services, 0, sizeof services);
    config_default(&services.config);
    test_folder_make(services.folder, sizeof services.folder, "assistant");
    strcpy(services.config.account.name, "our_bot");
    COPY_TEXT(services.config.record.folder, services.folder);
    FORMAT_TEXT(services.config.history.file, "%s/history.db", services.folder);
    services.base = event_base_new();
    services.assistant = assistant_new(services.base, eng, NULL, NULL, &err);
    return services.assistant != NULL ? 0 : -1;
}

static int close_services(void **state)
{
    assistant_free(services.assistant);
    event_base_free(services.base);
    return test_folder_remove(services.folder);
}

#define ASSISTANT(claim) TEST_WITH(claim, open_services, close_services)

static void ask_as(enum player_question what, const char *user, bool moves_up)
{
    services.wanted++;
    assert_true(assistant_ask(services.assistant, &services.config, what, user,
                              moves_up, on_answer, &services));
}

static void ask(enum player_question what, const char *user)
{
    ask_as(what, user, false);
}

/* Until all that was asked is answered. Analyses give way to whatever else the machine does. */
static void wait_for_answers(void)
{
    const struct timeval most = {1200, 0};
    if (services.count < services.wanted) {
        (void)event_base_loopexit(services.base, &most);
        (void)event_base_dispatch(services.base);
    }
    assert_int_equal(services.count, services.wanted);
}

static struct history_event event_of(enum history_event_type type, int64_t at_s)
{
    struct history_event event = {.type = type, .at_s = at_s};
    strcpy(event.account, "our_bot");
    strcpy(event.server, "fibs.com");
    strcpy(event.name, "opp_a");
    return event;
}

static void note_match(struct history *history, int64_t at_s, int my_score,
                       int their_score)
{
    struct history_event event = event_of(HISTORY_MATCH, at_s);
    event.match = MATCH_START;
    event.length = 5;
    history_note(history, &event);
    event.match = MATCH_END;
    event.is_finished = true;
    event.my_score = my_score;
    event.their_score = their_score;
    history_note(history, &event);
}

/* Three matches with opp_a, two won, and the level that he has chosen. */
static void write_history(void)
{
    struct error err;
    struct history *history = history_open(services.config.history.file, &err);
    assert_non_null(history);
    struct history_event event = event_of(HISTORY_LEVEL, 1000);
    strcpy(event.level, "casual");
    history_note(history, &event);
    note_match(history, 999900000, 5, 4);
    note_match(history, 1000000000, 5, 0);
    note_match(history, 1000086400, 3, 6);
    history_close(history);
}

static void write_match(const char *name, bool is_over)
{
    static struct match_text m;
    char path[128];
    match_text_heading(&m, 1);
    match_text_game(&m, 1, 0, 0);
    match_text_row(&m, 1, "31: 8/5 6/5", "64: 8/4 8/2");
    if (is_over) {
        match_text_win(&m, true, 1);
    }
    FORMAT_TEXT(path, "%s/%s", services.folder, name);
    test_file_write(path, m.text);
}

/* Much to think about. */
static void write_long_match(const char *name)
{
    static struct match_text m;
    char path[128];
    match_text_heading(&m, 0);
    for (int game = 1; game <= 30; game++) {
        match_text_game(&m, game, game - 1, 0);
        match_text_row(&m, 1, "31: 8/5 6/5", "64: 8/4 8/2");
        match_text_row(&m, 2, "21: 13/11 6/5", "");
        match_text_win(&m, true, 1);
    }
    FORMAT_TEXT(path, "%s/%s", services.folder, name);
    test_file_write(path, m.text);
}

ASSISTANT(chosen_level_is_remembered)
{
    write_history();
    ask(PLAYER_QUESTION_LEVEL, "opp_a");
    ask(PLAYER_QUESTION_LEVEL, "opp_b");
    wait_for_answers();
    assert_string_equal(services.answers[0].level, "casual");
    assert_string_equal(services.answers[1].level, "");
    assert_string_equal(services.answers[1].user, "opp_b");
}

ASSISTANT(results_are_told)
{
    write_history();
    struct error err;
    struct history *history = history_open(services.config.history.file, &err);
    struct history_event event = event_of(HISTORY_MATCH, 1000172800);
    assert_non_null(history);
    strcpy(event.name, "opp_c");
    event.match = MATCH_START; /* unlimited */
    history_note(history, &event);
    event.match = MATCH_END;
    event.is_finished = true;
    event.my_score = 4;
    history_note(history, &event);
    history_close(history);
    ask(PLAYER_QUESTION_STATS, "opp_a");
    ask(PLAYER_QUESTION_STATS, "opp_b");
    ask(PLAYER_QUESTION_STATS, "opp_c");
    wait_for_answers();
    assert_int_equal(services.answers[0].count, 2);
    assert_string_equal(
        services.answers[0].lines[0],
        "We have finished 3 matches: you have won 1, I 2. The last one, "
        "to 5 points, ended 5-3 for you on 2001-09-10.");
    assert_string_equal(services.answers[0].lines[1],
                        "Against everybody I have won 3 of 4 matches.");
    assert_string_equal(services.answers[1].lines[0],
                        "We have not finished a match yet.");
    assert_non_null(strstr(services.answers[2].lines[0],
                           " The last one, unlimited, ended 4-0 for me on "));
}

ASSISTANT(the_last_match_is_the_last_one_after_a_clock_set_back)
{
    struct error err;
    struct history *history = history_open(services.config.history.file, &err);
    assert_non_null(history);
    note_match(history, 1000086400, 5, 0);
    note_match(history, 1000000000, 3, 5);
    history_close(history);
    ask(PLAYER_QUESTION_STATS, "opp_a");
    wait_for_answers();
    assert_non_null(strstr(services.answers[0].lines[0],
                           " The last one, to 5 points, ended 5-3 for you on "));
}

static int64_t count_in_history(const char *sql)
{
    struct error err;
    struct database *database =
        database_open(services.config.history.file, DATABASE_READ, &err);
    assert_non_null(database);
    int64_t count = database_number(database, &err, sql, "");
    database_close(database);
    return count;
}

static struct history *open_history(void)
{
    struct error err;
    struct history *history = history_open(services.config.history.file, &err);
    assert_non_null(history);
    assistant_free(services.assistant);
    services.assistant = assistant_new(services.base, eng, history, NULL, &err);
    assert_non_null(services.assistant);
    return history;
}

static void close_history(struct history *history)
{
    assistant_free(services.assistant);
    services.assistant = NULL;
    assert_int_equal(history_close(history), 0);
}

ASSISTANT(what_has_just_been_noted_is_told)
{
    struct history *history = open_history();
    for (int i = 0; i < 70; i++) { /* some transactions */
        note_match(history, 1000000000 + 86400 * i, 5, 0);
    }
    ask(PLAYER_QUESTION_STATS, "opp_a");
    wait_for_answers();
    assert_string_equal(services.answers[0].lines[1],
                        "Against everybody I have won 70 of 70 matches.");
    close_history(history);
}

ASSISTANT(without_history_there_are_answers_too)
{
    services.config.history.file[0] = '\0';
    ask(PLAYER_QUESTION_LEVEL, "opp_a");
    ask(PLAYER_QUESTION_STATS, "opp_a");
    wait_for_answers();
    assert_string_equal(services.answers[0].level, "");
    assert_string_equal(services.answers[1].lines[0], "I keep no statistics.");
    assert_false(services.answers[0].is_error);
}

ASSISTANT(a_history_that_does_not_open_is_told)
{
    strcpy(services.config.history.file, "/");
    ask(PLAYER_QUESTION_STATS, "opp_a");
    wait_for_answers();
    assert_true(services.answers[0].is_error);
    assert_string_equal(services.answers[0].lines[0], "I keep no statistics.");
}

ASSISTANT(last_match_is_analysed_and_lands_in_a_file)
{
    char path[128];
    struct stat st;
    write_match("20260101-000000-our_bot-opp_a-5pt.mat", true);
    write_match("20260102-000000-our_bot-opp_a-1pt.mat", true);
    write_match("20260103-000000-our_bot-opp_b-1pt.mat", true);
    ask(PLAYER_QUESTION_ANALYSIS, "opp_a");
    wait_for_answers();
    assert_int_equal(services.answers[0].count, 4); /* the last says why it lost */
    assert_non_null(
        strstr(services.answers[0].lines[0], "Our last match, 0-1 for you"));
    assert_non_null(strstr(services.answers[0].lines[2], "6-4: 8/4 8/2, lost"));
    FORMAT_TEXT(path, "%s/20260102-000000-our_bot-opp_a-1pt.analysis.txt",
                services.folder);
    assert_non_null(strstr(services.answers[0].note, path));
    char report[8192] = "";
    test_file_read(path, report, sizeof report);
    /* nobody knows how deep we thought: deeper than that */
    assert_non_null(strstr(report, ": our_bot at roller, opp_a at 2-ply; luck"));
    FORMAT_TEXT(path, "%s/20260102-000000-our_bot-opp_a-1pt.analysis.html",
                services.folder);
    assert_int_equal(stat(path, &st), 0);
    assert_true(st.st_size > 2000);
    services.config.record.analysis = CONFIG_RECORD_ANALYSIS_NO;
    ask(PLAYER_QUESTION_ANALYSIS, "opp_b");
    wait_for_answers();
    assert_string_equal(services.answers[1].note, "");
    ask_as(PLAYER_QUESTION_ANALYSIS, "opp_a", true); /* who moved 1 -> 24 */
    wait_for_answers();
    assert_non_null(strstr(services.answers[2].lines[2], "6-4: 17/21 17/23, lost"));
}

ASSISTANT(a_match_that_was_analysed_is_in_the_history)
{
    struct history *history = open_history();
    for (int day = 0; day < 2; day++) { /* the next one has the same score */
        struct history_event event = event_of(HISTORY_MATCH, 1767312000 + 86400 * day);
        event.match = MATCH_START;
        event.length = 1;
        history_note(history, &event);
        event.match = MATCH_END;
        event.is_finished = true;
        event.my_score = 1;
        history_note(history, &event);
    }
    write_match("20260102-000000-our_bot-opp_a-1pt.mat", true);
    services.config.record.analysis = CONFIG_RECORD_ANALYSIS_ALL;
    ask(PLAYER_QUESTION_ANALYSIS, "opp_a");
    assistant_finish(services.assistant, 120000); /* the program ends */
    assert_int_equal(services.count, 0);          /* nobody waits for an answer */
    close_history(history);
    assert_int_equal(count_in_history("SELECT count(*) FROM analysis"), 1);
    assert_int_equal(count_in_history("SELECT match_id FROM analysis"), 1);
    assert_true(count_in_history("SELECT their_decisions FROM analysis") > 0);
    assert_true(count_in_history("SELECT 1000*their_loss FROM analysis") > 0);
    /* 3-1 was lucky, 6-4 after it was not */
    assert_int_equal(
        count_in_history("SELECT my_luck > 0.05 AND their_luck < 0.0 FROM analysis"),
        1);
}

static void study(const char *name, const char *user)
{
    char path[128];
    FORMAT_TEXT(path, "%s/%s", services.folder, name);
    services.wanted++;
    assert_true(assistant_study(services.assistant, &services.config, path, user,
                                on_answer, &services));
}

/* The analysis of the first ones begins when the last one is over. */
ASSISTANT(each_of_several_matches_in_a_row_is_analysed)
{
    enum { MATCHES = 8 };
    char name[64], path[160];
    struct stat st;
    services.config.record.analysis = CONFIG_RECORD_ANALYSIS_ALL;
    for (int i = 0; i < MATCHES; i++) {
        FORMAT_TEXT(name, "20260102-00%02d00-our_bot-opp_a-1pt.mat", i);
        write_match(name, true);
    }
    for (int i = 0; i < MATCHES; i++) {
        FORMAT_TEXT(name, "20260102-00%02d00-our_bot-opp_a-1pt.mat", i);
        study(name, "opp_a");
    }
    wait_for_answers();
    for (int i = 0; i < MATCHES; i++) {
        FORMAT_TEXT(path, "%s/20260102-00%02d00-our_bot-opp_a-1pt.analysis.txt",
                    services.folder, i);
        assert_int_equal(stat(path, &st), 0);
        assert_non_null(strstr(services.answers[i].note, path));
    }
}

ASSISTANT(a_match_that_is_left_out_is_told)
{
    services.config.record.analysis = CONFIG_RECORD_ANALYSIS_ALL;
    write_match("20260102-000000-our_bot-opp_a-1pt.mat", false);
    study("20260102-000000-our_bot-opp_a-1pt.mat", "opp_a");
    study("20260103-000000-our_bot-opp_a-1pt.mat", "opp_a"); /* is not there */
    wait_for_answers();
    for (int i = 0; i < 2; i++) {
        assert_true(services.answers[i].is_error);
        assert_non_null(
            strstr(services.answers[i].note, "the match with opp_a is not analysed: "));
        assert_non_null(strstr(services.answers[i].note, i == 0 ? "20260102" : "2026"));
    }
}

ASSISTANT(what_the_end_of_the_program_leaves_out_is_told)
{
    services.config.record.analysis = CONFIG_RECORD_ANALYSIS_ALL;
    write_long_match("20260102-000000-our_bot-opp_a-money.mat");
    write_match("20260103-000000-our_bot-opp_a-1pt.mat", true);
    study("20260102-000000-our_bot-opp_a-money.mat", "opp_a");
    study("20260103-000000-our_bot-opp_a-1pt.mat", "opp_a");
    assistant_finish(services.assistant, 0);
    assert_int_equal(services.count, 2);
    for (int i = 0; i < 2; i++) {
        assert_non_null(strstr(services.answers[i].note, "the program ends"));
    }
}

ASSISTANT(what_is_analysed_as_the_program_ends_is_told)
{
    services.config.record.analysis = CONFIG_RECORD_ANALYSIS_ALL;
    write_match("20260102-000000-our_bot-opp_a-1pt.mat", true);
    study("20260102-000000-our_bot-opp_a-1pt.mat", "opp_a");
    assistant_finish(services.assistant, 120000);
    assert_int_equal(services.count, 1);
    assert_false(services.answers[0].is_error);
    assert_non_null(strstr(services.answers[0].note, "the analysis of the match is"));
}

/* A limit of sizes stands for a full disk. */
ASSISTANT(an_analysis_that_cannot_be_written_is_told)
{
    struct rlimit before;
    write_match("20260102-000000-our_bot-opp_a-1pt.mat", true);
    (void)signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    const struct rlimit limit = {.rlim_cur = 1000, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    ask(PLAYER_QUESTION_ANALYSIS, "opp_a");
    wait_for_answers();
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_true(services.answers[0].is_error);
    assert_non_null(strstr(services.answers[0].note, "-1pt.analysis.html"));
    assert_null(strstr(services.answers[0].note, "the analysis of the match is in"));
}

ASSISTANT(match_that_is_not_over_or_not_there_is_not_analysed)
{
    write_match("20260101-000000-our_bot-opp_a-1pt.mat", true);
    write_match("20260102-000000-our_bot-opp_a-1pt-2.mat", false);
    ask(PLAYER_QUESTION_ANALYSIS, "opp_a");
    ask(PLAYER_QUESTION_ANALYSIS, "opp_b");
    wait_for_answers();
    assert_non_null(strstr(services.answers[0].lines[0], "not over yet"));
    assert_non_null(strstr(services.answers[1].lines[0], "no record"));
}

ASSISTANT(quick_questions_do_not_wait_for_an_analysis)
{
    write_history();
    write_long_match("20260101-000000-our_bot-opp_a-money.mat");
    ask(PLAYER_QUESTION_ANALYSIS, "opp_a");
    ask(PLAYER_QUESTION_LEVEL, "opp_a");
    services.wanted = 1; /* the analysis is dropped when the assistant closes */
    wait_for_answers();
    assert_int_equal(services.answers[0].what, PLAYER_QUESTION_LEVEL);
}

ASSISTANT(nobody_hears_what_was_forgotten)
{
    ask(PLAYER_QUESTION_STATS, "opp_a");
    assistant_forget(services.assistant, &services);
    const struct timeval most = {0, 200000};
    (void)event_base_loopexit(services.base, &most);
    (void)event_base_dispatch(services.base);
    assert_int_equal(services.count, 0);
}

ASSISTANT(too_many_questions_are_refused)
{
    int taken = 0;
    while (taken < 1000 &&
           assistant_ask(services.assistant, &services.config, PLAYER_QUESTION_STATS,
                         "opp_a", false, NULL, &services)) {
        taken++;
    }
    assert_in_range(taken, 16, 999); /* answers are not collected here */
}

TEST_MAIN(open_engine, close_engine)
