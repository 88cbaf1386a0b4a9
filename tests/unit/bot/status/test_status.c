/* The status over HTTP: what it tells programs, health, refused requests, limits. */
#include "tests/unit/bot/status/status_harness.h"
#include "tests/unit/test_folder.h"

/* ---- for programs ---------------------------------------------------------------- */

CASE(status_is_json)
{
    begin_match("opp_a");
    decide(0.55, 0.1);
    log_event(the_log, LOG_INFO, "", "hello");
    json_t *json = json_loads(body_of("/status"), 0, NULL);
    assert_non_null(json);
    const json_t *account = json_array_get(json_object_get(json, "accounts"), 0);
    const json_t *match = json_object_get(account, "match");
    assert_string_equal(json_string_value(json_object_get(account, "name")), "our_bot");
    assert_string_equal(json_string_value(json_object_get(match, "opponent")), "opp_a");
    assert_string_equal(json_string_value(json_object_get(match, "position")),
                        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10");
    assert_int_equal(json_array_size(json_object_get(match, "win_curve")), 1);
    assert_int_equal(json_array_size(json_object_get(json, "log")), 1);
    json_decref(json);
}

/* Scripts read it: each key with its value. */
CASE(json_tells_all_of_an_account)
{
    static const char wanted[] =
        "{\"started\":1699996400,\"now\":1700000005,\"accounts\":[{\"name\":\"our_bot\","
        "\"online\":true,\"match\":{\"opponent\":\"opp_a\",\"length\":5,"
        "\"started\":1700000000,\"last_decision\":\"roll\",\"win\":0.55,\"equity\":0.1,"
        "\"position\":\"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10\","
        "\"turn\":\"mine\",\"cube\":1,\"my_score\":2,\"their_score\":1,"
        "\"match_win\":0.46,\"match_win_curve\":[[1.0,46.0]],"
        "\"win_curve\":[[1.0,55.0]],\"equity_curve\":[[1.0,0.1]]},"
        "\"results\":[{\"ended\":1700000000,\"opponent\":\"opp_a\",\"length\":5,"
        "\"my_score\":2,\"their_score\":5,\"rating_change\":4.88},"
        "{\"ended\":1700000000,\"opponent\":\"opp_a\",\"length\":5,\"my_score\":5,"
        "\"their_score\":3,\"rating_change\":4.88}],\"ratings\":[],\"stuck\":[],"
        "\"director\":false,\"server\":\"fibs.com\",\"matches\":2,\"won\":1,\"games\":1,\"saved\":2,"
        "\"decisions\":1,\"thinking_ms\":20,\"refusals\":3,\"errors\":4,"
        "\"storage_failures\":5,\"connections\":1}],\"notifications\":{\"waiting\":1,"
        "\"sent\":2,\"failed\":3,\"given_up\":4},\"log\":[]}";
    status_link(status, "our_bot", true);
    begin_match("opp_b");
    end_match(5, 3);
    begin_match("opp_c");
    end_match(2, 5);
    take((struct player_output){.type = PLAYER_MATCH, .event.type = MATCH_GAME_END});
    for (int i = 0; i < 5; i++) { /* each count another number */
        if (i < 2) {
            take((struct player_output){.type = PLAYER_MATCH,
                                        .event.type = MATCH_SAVED});
        }
        if (i < 3) {
            take((struct player_output){.type = PLAYER_REFUSAL});
        }
        if (i < 4) {
            status_error(status, "our_bot");
        }
        status_storage_failure(status, "our_bot");
    }
    begin_match("opp_a");
    decide(0.55, 0.1);
    status_add(status, "our_bot", "fibs.com", "level strong");
    const struct status_view view = {
        .status = status,
        .log = the_log,
        .notify = {.waiting = 1, .sent = 2, .failed = 3, .given_up = 4},
        .now_s = NOW + 5};
    json_t *json = json_loads(written(status_page_json, &view), 0, NULL);
    char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(4));
    assert_string_equal(text, wanted);
    free(text);
    json_decref(json);
    static const char *const totals[] = {"waiting 1", "sent_total 2", "failed_total 3",
                                         "given_up_total 4"};
    for (int i = 0; i < 4; i++) {
        char line[80];
        FORMAT_TEXT(line, "\nfibsbot_notifications_%s\n", totals[i]);
        assert_non_null(strstr(written(status_page_metrics, &view), line));
    }
}

/* Each line: a comment, or NAME{account="..."} NUMBER, or NAME NUMBER. */
CASE(metrics_are_prometheus_text)
{
    begin_match("opp_a");
    decide(0.55, 0.1);
    decide(0.55, 0.1);
    end_match(5, 0);
    char *body = strdup(body_of("/metrics"));
    assert_non_null(body);
    int samples = 0;
    for (char *line = strtok(body, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (line[0] == '#') {
            assert_true(strncmp(line, "# HELP fibsbot_", 15) == 0 ||
                        strncmp(line, "# TYPE fibsbot_", 15) == 0);
            continue;
        }
        size_t name = strspn(line, "abcdefghijklmnopqrstuvwxyz_");
        const char *rest = line + name;
        if (*rest == '{') {
            assert_int_equal(strncmp(rest, "{account=\"our_bot\"}", 19), 0);
            rest += 19;
        }
        char *end = NULL;
        assert_int_equal(*rest, ' ');
        (void)strtod(rest + 1, &end);
        assert_int_equal(*end, '\0');
        samples++;
    }
    assert_true(samples > 15);
    free(body);
    assert_non_null(strstr(body_of("/metrics"),
                           "\nfibsbot_matches_won_total{account=\"our_bot\"} 1\n"));
    assert_non_null(
        strstr(answer, /* twice 20 ms */
               "\nfibsbot_thinking_seconds_total{account=\"our_bot\"} 0.04\n"));
    begin_match("opp_b"); /* its chances are not those of the match before */
    assert_non_null(strstr(body_of("/status"), "\"win\": null,"));
    assert_non_null(strstr(answer, "\"equity\": null,"));
}

/* ---- health ---------------------------------------------------------------------- */

static bool is_healthy(int64_t now_s, const char *want)
{
    char line[100] = "";
    FILE *out = fmemopen(line, sizeof line, "w");
    assert_non_null(out);
    bool is_healthy = status_is_healthy(status, now_s, 300, out);
    (void)fclose(out);
    assert_string_equal(line, want);
    return is_healthy;
}

CASE(health_needs_a_running_loop_and_a_login_within_the_limit)
{
    struct status *former = status;
    status = status_new(NOW);
    status_tick(status, 1000); /* nobody is logged in yet */
    status_tick(status, 1300);
    assert_true(is_healthy(1300, "ok\n"));
    status_tick(status, 1310);
    assert_false(is_healthy(1310, "no account has been logged in for 310 s\n"));
    status_link(status, "our_bot", true);
    assert_true(is_healthy(1310, "ok\n"));
    status_tick(status, 1320);
    status_tick(status, 2000);
    status_link(status, "other_bot", false); /* one that is logged in is enough */
    assert_true(is_healthy(2060, "ok\n"));
    assert_false(is_healthy(2061, "the event loop has not run for 61 s\n"));
    status_link(status, "our_bot", false);
    status_tick(status, 2300);
    assert_true(is_healthy(2300, "ok\n"));
    status_tick(status, 2301);
    assert_false(is_healthy(2301, "no account has been logged in for 301 s\n"));
    status_free(status);
    status = former;
}

CASE(healthz_is_200_or_503)
{
    assert_non_null(strstr(get("/healthz"), "HTTP/1.1 200 "));
    assert_string_equal(body_of("/healthz"), "ok\n");
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    status_tick(status, now.tv_sec - 100);
    assert_non_null(strstr(get("/healthz"), "HTTP/1.1 503 "));
    assert_non_null(strstr(answer, "\r\n\r\nthe event loop has not run for 10"));
}

/* ---- strangers ------------------------------------------------------------------- */

CASE(other_requests_are_refused)
{
    static const struct {
        const char *request, *status;
    } rows[] = {
        {"GET /etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
         " 404 "},
        {"GET /../status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
         " 404 "},
        {"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", " 403 "},
        {"GET / HTTP/1.1\r\nHost: localhost.evil.example\r\nConnection: close\r\n\r\n",
         " 403 "},
        {"GET / HTTP/1.0\r\n\r\n", " 403 "},
        {"POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", " 405 "},
        {"HEAD / HTTP/1.1\r\nHost: localhost:80\r\nConnection: close\r\n\r\n", " 200 "},
        {"GET /?a=<b> HTTP/1.1\r\nHost: [::1]:80\r\nConnection: close\r\n\r\n", " "},
        {"nonsense\r\n\r\n", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *text = talk(rows[i].request);
        if (strstr(text, rows[i].status) == NULL) {
            fail_msg("%s gives %.60s", rows[i].request, text);
        }
        assert_null(strstr(text, "root:"));
    }
    char *huge = calloc(1, 100000);
    assert_non_null(huge);
    strcpy(huge, "GET / HTTP/1.1\r\nHost: localhost\r\nX: ");
    memset(huge + strlen(huge), 'x', 90000);
    assert_null(strstr(talk(huge), " 200 "));
    free(huge);
}

/* ---- limits and the past --------------------------------------------------------- */

CASE(long_matches_and_many_accounts_stay_bounded)
{
    begin_match("opp_a");
    for (int i = 0; i < 5 * STATUS_CURVE_MAX; i++) {
        decide(0.5, 0.0);
    }
    const struct status_account *account = status->accounts[0];
    assert_in_range(account->wins.count, STATUS_CURVE_MAX / 2, STATUS_CURVE_MAX);
    assert_int_equal(account->decisions, 5 * STATUS_CURVE_MAX);
    assert_true(account->wins.points[account->wins.count - 1].x ==
                (double)account->decisions);
    for (int i = 0; i < 2 * STATUS_ACCOUNTS_MAX; i++) {
        char name[20];
        FORMAT_TEXT(name, "bot_%d", i);
        status_link(status, name, true);
    }
    assert_int_equal(status->count, STATUS_ACCOUNTS_MAX);
    for (int i = 0; i < 2 * LOG_TAIL_MAX; i++) {
        log_event(the_log, LOG_INFO, "", "line %d", i);
    }
    const char *page = body_of("/");
    assert_null(strstr(page, "line 59<"));
    const char *oldest = strstr(page, "line 60<"), *newest = strstr(page, "line 119<");
    assert_true(oldest != NULL && newest != NULL && newest < oldest);
    status_take(NULL, "our_bot", &(struct player_output){.type = PLAYER_BOARD}, NOW);
}

CASE(a_saved_match_is_not_shown_as_played)
{
    begin_match("opp_a");
    take((struct player_output){.type = PLAYER_MATCH, .event.type = MATCH_SAVED});
    assert_non_null(strstr(body_of("/"), "Not playing."));
    take((struct player_output){.type = PLAYER_MATCH, .event.type = MATCH_GAME_RESUME});
    assert_non_null(strstr(body_of("/"), "Playing <b>opp_a</b>"));
}

CASE(the_past_comes_from_the_history)
{
    char path[100];
    struct error err = {0};
    FORMAT_TEXT(path, "%s.db", log_path);
    struct database *database = database_open(path, DATABASE_WRITE, &err);
    assert_true(database_migrate(database, history_steps, history_step_count, &err));
    static const char *const rows[] = {
        "INSERT INTO account (name, server) VALUES ('our_bot','fibs.com'),"
        " ('our_bot','bgammon.org')",
        "INSERT INTO opponent (name, server, first_at, last_at) VALUES"
        " ('opp_old','fibs.com',0,0)",
        "INSERT INTO match (account_id, opponent_id, length, level, state, started_at,"
        " touched_at, ended_at, is_resumed, my_score, their_score, has_won,"
        " rating_before, rating_after) VALUES"
        " (1,1,5,'2-ply','finished',9,1599990000,1599990000,1,2,5,0,1503.5,1499.25),"
        " (1,1,7,'2-ply','finished',0,1600000000,1600000000,0,7,6,1,1500,1503.5),"
        " (2,1,3,'2-ply','finished',0,1600000100,1600000100,0,3,0,1,1500,1591.5),"
        /* none of whose games is known */
        " (1,1,9,'2-ply','finished',0,1500000001,1500000001,0,9,1,1,NULL,NULL),"
        " (1,1,9,'2-ply','finished',0,1500000000,1500000000,0,9,0,1,NULL,NULL)",
        /* The match resumed is over last, after the clock was set back. */
        "INSERT INTO game (match_id, number, my_score, their_score, started_at)"
        " VALUES (2,1,0,0,1600000000), (1,1,0,0,1599990000)",
        "INSERT INTO rating VALUES (1,1600000000,1503.5,7)",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(database_run(database, &err, rows[i], ""));
    }
    database_close(database);
    /* The file has the time at which the match began, or a second later. */
    char record[140];
    FORMAT_TEXT(record, "%s.d", log_path);
    assert_int_equal(mkdir(record, 0700), 0);
    FORMAT_TEXT(record, "%s.d/19700101-000001-our_bot-opp_old-7pt.mat", log_path);
    test_file_write(record, " 7 point match\n");
    char folder[100];
    FORMAT_TEXT(folder, "%s.d", log_path);
    status_add(status, "our_bot", "fibs.com", "level strong");
    assert_true(status_load(status, "our_bot", path, folder, &err));
    const struct status_account *account = status->accounts[0];
    assert_int_equal(account->result_count, 4);           /* not of bgammon.org */
    assert_int_equal(account->results[0].their_score, 5); /* the last first */
    assert_int_equal(account->results[0].my_score, 2);
    assert_true(account->results[0].rating_change == -4.25);
    assert_string_equal(account->results[1].record, record);
    assert_int_equal(account->results[2].their_score, 1);
    assert_int_equal(account->results[3].their_score, 0);
    const char *page = body_of("/");
    assert_non_null(strstr(page, "<td>opp_old</td>"));
    const char *link = strstr(page, "href=\"/match/");
    assert_non_null(link);
    char address[40];
    FORMAT_TEXT(address, "%.23s", link + strlen("href=\""));
    assert_string_equal(body_of(address), " 7 point match\n");
    assert_non_null(strstr(get("/match/../../etc/passwd"), "404 Not Found"));
    assert_int_equal(unlink(record) + rmdir(folder), 0);
    page = body_of("/");
    assert_non_null(strstr(page, "+3.50"));
    assert_false(status_load(status, "our_bot", "/nonexistent/history.db", NULL, &err));
    /* The database stays open with the status page; its files need no names. */
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char name[120];
        FORMAT_TEXT(name, "%s%s", path, endings[i]);
        (void)unlink(name);
    }
}

int main(void)
{
    (void)signal(SIGPIPE, SIG_IGN); /* as bot/service/loop.c does */
    return test_cases_run(NULL, NULL);
}
