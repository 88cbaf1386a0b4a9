/* The status page over HTTP: what it shows, and that nothing foreign becomes markup or
 * script. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <jansson.h>
#include <netinet/in.h>
#include <openssl/evp.h>
#include <openssl/sha.h>

#include "base/database.h"
#include "bot/history/history_schema.h"
#include "bot/status/status_http.h"
#include "bot/status/status_internal.h"
#include "engine/board/position.h"

static const char hostile[] = "<script>alert(1)</script>\"'&";

static struct event_base *base;
static struct status *status;
static struct log *the_log;
static struct status_http *http;
static char log_path[64];

enum { NOW = 1700000000, ANSWER_SIZE = 1 << 20 };
static char answer[ANSWER_SIZE];

static int set_up(void **state)
{
    (void)state;
    struct error err = {0};
    strcpy(log_path, "/tmp/fibsbot-status-XXXXXX");
    int fd = mkstemp(log_path);
    if (fd < 0) {
        return -1;
    }
    (void)close(fd);
    base = event_base_new();
    status = status_new(NOW - 3600);
    the_log = log_open(LOG_INFO, log_path, &err);
    const struct status_http_setup setup = {
        .offline_limit_s = 300, .status = status, .log = the_log, .version = "9.8.7"};
    http = status_http_new(base, &setup, &err);
    return http != NULL ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    status_http_free(http);
    log_close(the_log);
    status_free(status);
    event_base_free(base);
    return unlink(log_path);
}

/* ---- a client -------------------------------------------------------------------- */

static void on_end(struct bufferevent *bev, short what, void *arg)
{
    (void)bev;
    (void)arg;
    if ((what & (BEV_EVENT_EOF | BEV_EVENT_ERROR | BEV_EVENT_TIMEOUT)) != 0) {
        (void)event_base_loopbreak(base);
    }
}

/* Sends `request` as it is and reads until the server closes. */
static const char *talk(const char *request)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)status_http_port(http)),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct bufferevent *bev = bufferevent_socket_new(base, -1, BEV_OPT_CLOSE_ON_FREE);
    const struct timeval limit = {.tv_sec = 5};
    assert_non_null(bev);
    bufferevent_setcb(bev, NULL, NULL, on_end, NULL);
    bufferevent_set_timeouts(bev, &limit, NULL);
    assert_int_equal(bufferevent_enable(bev, EV_READ | EV_WRITE), 0);
    assert_int_equal(
        bufferevent_socket_connect(bev, (struct sockaddr *)&address, sizeof address),
        0);
    (void)bufferevent_write(bev, request, strlen(request));
    (void)event_base_dispatch(base);
    size_t length = bufferevent_read(bev, answer, sizeof answer - 1);
    answer[length] = '\0';
    bufferevent_free(bev);
    return answer;
}

static const char *get(const char *path)
{
    char request[200];
    (void)snprintf(request, sizeof request,
                   "GET %s HTTP/1.1\r\nHost: 127.0.0.1:1\r\nConnection: close\r\n\r\n",
                   path);
    return talk(request);
}

static const char *body_of(const char *path)
{
    const char *body = strstr(get(path), "\r\n\r\n");
    assert_non_null(body);
    return body + 4;
}

/* ---- what goes on ---------------------------------------------------------------- */

static void take(struct player_output output)
{
    status_take(status, "our_bot", &output, NOW);
}

static void begin_match(const char *opponent)
{
    struct player_output start = {.type = PLAYER_MATCH, .event.type = MATCH_START};
    start.event.length = 5;
    (void)snprintf(start.event.opponent, sizeof start.event.opponent, "%s", opponent);
    take(start);
    struct player_output board = {.type = PLAYER_BOARD};
    position_start(&board.board.view.pos);
    board.board.view.ms = match_state_match(5, 2, 1, false);
    board.board.view.turn = TURN_MINE;
    board.board.view.roll = (struct roll){3, 1};
    take(board);
}

static void decide(double win, double equity)
{
    struct player_output decided = {.type = PLAYER_DECIDED};
    decided.decided.request.kind = DECISION_CUBE;
    decided.decided.request.ms = match_state_match(5, 2, 1, false);
    decided.decided.answer.match_chance = win - 0.09;
    decided.decided.answer.kind = DECISION_CUBE;
    decided.decided.answer.has_cube = true;
    decided.decided.answer.odds.win = (float)win;
    decided.decided.answer.equity = equity;
    decided.decided.answer.thinking_ms = 20;
    take(decided);
}

static void end_match(int mine, int theirs)
{
    struct player_output end = {.type = PLAYER_MATCH, .event.type = MATCH_END};
    end.event.length = 5;
    end.event.is_finished = true;
    end.event.my_score = mine;
    end.event.their_score = theirs;
    strcpy(end.event.opponent, "opp_a");
    end.event.ratings.before[0] = (struct standing){true, 1650.0, 400};
    end.event.ratings.after[0] = (struct standing){true, 1654.88, 405};
    take(end);
}

/* ---- pages ----------------------------------------------------------------------- */

static void page_shows_board_chances_results_and_log(void **state)
{
    (void)state;
    status_add(status, "our_bot", "fibs.com", "level strong");
    status_link(status, "our_bot", true);
    begin_match("opp_b");
    end_match(5, 3);
    begin_match("opp_a");
    decide(0.55, 0.1);
    decide(0.75, 0.4);
    log_event(the_log, LOG_INFO, "our_bot/opp_a", "a line of the log");
    const char *page = body_of("/");
    static const char *const wants[] = {
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\"",
        "Playing <b>opp_a</b>, 5 points, <b>2-1</b>",
        "Last decision: <b>roll</b>, chance of winning the game 75.0 %, equity +0.400",
        "aria-label=\"Chance of winning the match, %, now 66\"",
        "<span>match 66.0 %</span><span class=\"g\">game 75.0 %</span>",
        ("<b>opp_a</b> <span class=\"end\"><span class=\"soft\">167 pips</span> "
         "<span class=\"score\">1</span>"),
        "<span class=\"turn\">to play 3-1</span>",
        "<h3>Equity</h3>",
        "<h3>Rating</h3>",
        "<td class=\"n\">5 : 3</td><td>won</td><td class=\"n good\">+4.88</td>",
        "<span>our_bot/opp_a</span><p>a line of the log</p>",
        "<p class=\"soft\" id=\"what\" data-part>9.8.7, level strong, up ",
        "<a href=\"#a1\">our_bot</a><span class=\"sr\">, logged in</span>",
        "<td>opp_a, 5 points, <b>2-1</b></td>",
        "<title>2-1 opp_a - fibsbot</title>",
        "%3Ctext x='16' y='14'%3E2%3C/text%3E%3Ctext x='16' y='29'%3E1%3C/text%3E",
        "data-copy=\"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10\"",
        "matches 1, won 1; games 0; decisions 2, 20 ms each",
    };
    for (size_t i = 0; i < sizeof wants / sizeof wants[0]; i++) {
        if (strstr(page, wants[i]) == NULL) {
            fail_msg("no \"%s\" in %s", wants[i], page);
        }
    }
}

/* Before the first decision there is nothing to be shown of chances. */
static void chances_and_charts_come_with_the_decisions(void **state)
{
    (void)state;
    static const char meter[] =
        "<span class=\"meter\"><i style=\"width:66%\"></i></span>66 %";
    status_link(status, "our_bot", true);
    begin_match("opp_a");
    const char *page = body_of("/");
    assert_null(strstr(page, "class=\"meter\""));
    assert_null(strstr(page, "chance of winning the game"));
    assert_null(strstr(page, "<p class=\"key\">"));
    decide(0.55, 0.1);
    decide(0.75, -0.4);
    page = body_of("/");
    assert_non_null(strstr(page, meter));
    assert_non_null(strstr(page, "equity -0.400"));
    assert_non_null(strstr(page, "aria-label=\"Equity, now -0.40\""));
    assert_non_null(strstr(page,
                           "games 0; decisions 2, 20 ms each; refusals 0; errors 0; "
                           "failed writes 0; connections 1."));
}

static void the_server_is_shown_where_there_are_two(void **state)
{
    (void)state;
    status_add(status, "our_bot", "fibs.com", "level strong");
    status_add(status, "our_second", "fibs.com", "level strong");
    assert_null(strstr(body_of("/"), "data-name=\"server\""));
    status_add(status, "our_second", "bgammon.org", "level strong");
    assert_non_null(strstr(body_of("/"), "data-name=\"server\">bgammon.org</span>"));
}

/* The director of a tournament plays no match: a line of the table tells what it does. */
static void director_has_a_line_and_no_card(void **state)
{
    (void)state;
    status_add(status, "our_bot", "fibs.com", "level strong");
    status_add(status, "a_director", "fibs.com", "level weak");
    status_note_director(status, "a_director");
    status_link(status, "a_director", true);
    const char *page = body_of("/");
    assert_non_null(
        strstr(page, "</i>a_director<span class=\"sr\">, logged in</span>"));
    assert_non_null(strstr(page, "<td>directs the tournament</td>"));
    assert_non_null(strstr(page, "<section class=\"half\" id=\"a1\""));
    assert_null(strstr(page, "id=\"a2\""));
    assert_non_null(strstr(page, "9.8.7, level strong, up ")); /* of all that play */
}

/* Where the score changed a game ended: a line in the chart and the score below. */
static void each_game_of_the_match_is_marked(void **state)
{
    (void)state;
    begin_match("opp_a");
    for (int i = 0; i < 4; i++) {
        decide(0.5, 0.0);
    }
    assert_null(strstr(body_of("/"), "class=\"game\""));
    struct player_output board = {.type = PLAYER_BOARD};
    position_start(&board.board.view.pos);
    board.board.view.ms = match_state_match(5, 2, 3, false);
    take(board);
    take(board);
    decide(0.4, -0.2);
    const char *page = body_of("/");
    assert_non_null(strstr(page, "<path class=\"game\" d=\"M75.00 0V100\"/>"));
    assert_non_null(strstr(page, "<i class=\"x\" style=\"left:75.0%\">2-3</i>"));
    assert_int_equal(status->accounts[0]->mark_count, 1);
    begin_match("opp_b");
    assert_int_equal(status->accounts[0]->mark_count, 0);
}

static void status_is_json(void **state)
{
    (void)state;
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

/* What status_page_html() or another one writes; lasts until the next call. */
static const char *written(void (*write)(const struct status_view *view, FILE *out),
                           const struct status_view *view)
{
    static char *text;
    size_t size = 0;
    free(text);
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    write(view, out);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void times_are_told_in_the_two_largest_units(void **state)
{
    (void)state;
    static const struct {
        int64_t seconds;
        const char *told;
    } rows[] = {
        {0, "0 min"},           {59, "0 min"},        {60, "1 min"},
        {3599, "59 min"},       {3600, "1 h 0 min"},  {7380, "2 h 3 min"},
        {86399, "23 h 59 min"}, {86400, "1 day 0 h"}, {172800 + 5 * 3600, "2 days 5 h"},
    };
    begin_match("opp_a"); /* at NOW; the program runs for an hour longer */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct status_view view = {
            .status = status, .log = the_log, .now_s = NOW - 3600 + rows[i].seconds};
        char wanted[60];
        (void)snprintf(wanted, sizeof wanted, ">up %s</p>", rows[i].told);
        assert_non_null(strstr(written(status_page_html, &view), wanted));
        view.now_s = NOW + rows[i].seconds;
        (void)snprintf(wanted, sizeof wanted, "2-1</b>, for %s</span>", rows[i].told);
        assert_non_null(strstr(written(status_page_html, &view), wanted));
    }
}

/* Scripts read it: each key with its value. */
static void json_tells_all_of_an_account(void **state)
{
    (void)state;
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
        "\"director\":false,\"server\":\"fibs.com\",\"matches\":2,\"won\":1,\"games\":0,\"saved\":0,"
        "\"decisions\":1,\"thinking_ms\":20,\"refusals\":0,\"errors\":0,"
        "\"storage_failures\":0,\"connections\":1}],\"notifications\":{\"waiting\":1,"
        "\"sent\":2,\"failed\":3,\"given_up\":4},\"log\":[]}";
    status_link(status, "our_bot", true);
    begin_match("opp_b");
    end_match(5, 3);
    begin_match("opp_c");
    end_match(2, 5);
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
}

static void stuck(const char *name, int length, int failures, const char *code)
{
    struct player_output output = {
        .type = PLAYER_STUCK,
        .stuck = {
            .length = length, .their_score = 6, .failures = failures, .code = code}};
    (void)snprintf(output.stuck.name, sizeof output.stuck.name, "%s", name);
    take(output);
}

static void saved_matches_that_do_not_go_on_are_shown(void **state)
{
    (void)state;
    assert_null(strstr(body_of("/"), "do not go on"));
    stuck("opp_b", 0, 1, "");
    stuck("opp_a", 3, 1, "");
    stuck("opp_a", 3, 2, "finished");
    const char *page = body_of("/");
    assert_non_null(strstr(page, "<h3>Saved matches that do not go on</h3>"));
    assert_non_null(strstr(page, "<li>opp_a, 3 points, 0-6: failed 2 times; "
                                 "set aside: finished</li>\n"
                                 "<li>opp_b: failed 1 time</li>"));
    json_t *json = json_loads(body_of("/status"), 0, NULL);
    const json_t *account = json_array_get(json_object_get(json, "accounts"), 0);
    const json_t *list = json_object_get(account, "stuck");
    assert_int_equal(json_array_size(list), 2);
    assert_true(json_is_null(json_object_get(json_array_get(list, 1), "length")));
    json_decref(json);
    stuck("opp_a", 0, 0, "");
    stuck("opp_b", 0, 0, "");
    assert_null(strstr(body_of("/"), "do not go on"));
    for (int i = 0; i < 3 * STATUS_STUCK_MAX; i++) {
        char name[20];
        (void)snprintf(name, sizeof name, "user_%d", i);
        stuck(name, 9999, 1, "");
    }
    assert_int_equal(status->accounts[0]->stuck_count, STATUS_STUCK_MAX);
    assert_string_equal(status->accounts[0]->stuck[0].opponent, "user_47");
}

/* Each line: a comment, or NAME{account="..."} NUMBER, or NAME NUMBER. */
static void metrics_are_prometheus_text(void **state)
{
    (void)state;
    begin_match("opp_a");
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

static void health_needs_a_running_loop_and_a_login_within_the_limit(void **state)
{
    (void)state;
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

static void healthz_is_200_or_503(void **state)
{
    (void)state;
    assert_non_null(strstr(get("/healthz"), "HTTP/1.1 200 "));
    assert_string_equal(body_of("/healthz"), "ok\n");
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    status_tick(status, now.tv_sec - 100);
    assert_non_null(strstr(get("/healthz"), "HTTP/1.1 503 "));
    assert_non_null(strstr(answer, "\r\n\r\nthe event loop has not run for 10"));
}

/* ---- strangers ------------------------------------------------------------------- */

static void names_and_chat_never_become_markup(void **state)
{
    (void)state;
    begin_match(hostile);
    log_event(the_log, LOG_INFO, hostile, "%s says: %s \x1b[31m\n<b>", hostile,
              hostile);
    struct player_output board = {.type = PLAYER_BOARD};
    position_start(&board.board.view.pos);
    status_take(status, hostile, &board, NOW);
    status_link(status, hostile, true);
    const char *page = body_of("/");
    assert_null(strstr(page, "<script>alert"));
    assert_null(strstr(strstr(page, "<script") + 1, "<script"));
    assert_null(strstr(page, "<b>\n"));
    assert_null(strchr(page, '\x1b'));
    assert_non_null(strstr(page, "&lt;script&gt;alert(1)&lt;/script&gt;"));
    json_t *json = json_loads(body_of("/status"), 0, NULL);
    assert_non_null(json);
    json_decref(json);
    assert_null(strstr(body_of("/metrics"), "\"'&"));
}

/* The policy names the one script by its digest, so that no other one runs. */
static void page_shows_the_week_line_by_line(void **state)
{
    (void)state;
    assert_null(strstr(body_of("/"), "The last seven days"));
    status_set_week(status, "Waits: none\nSaved matches:\n  our_bot: <opp_a>\n");
    assert_non_null(strstr(body_of("/"), "Waits: none\nSaved matches:\n"
                                         "  our_bot: &lt;opp_a&gt;\n</pre>"));
}

static void page_has_one_script_that_its_policy_names(void **state)
{
    (void)state;
    unsigned char digest[SHA256_DIGEST_LENGTH], base64[64];
    char policy[400];
    char *whole = strdup(get("/"));
    assert_non_null(whole);
    const char *script = strstr(whole, "<script>"), *end = strstr(whole, "</script>");
    assert_true(script != NULL && end > script);
    assert_null(strstr(end, "<script"));
    script += strlen("<script>");
    (void)SHA256((const unsigned char *)script, (size_t)(end - script), digest);
    (void)EVP_EncodeBlock(base64, digest, sizeof digest);
    (void)snprintf(policy, sizeof policy,
                   "; script-src 'sha256-%s'; connect-src 'self'",
                   (const char *)base64);
    if (strstr(whole, policy) == NULL) {
        fail_msg("no %s", policy);
    }
    assert_non_null(strstr(whole, "Content-Security-Policy: default-src 'none';"));
    assert_non_null(strstr(whole, "X-Content-Type-Options: nosniff"));
    assert_non_null(strstr(whole, "Cache-Control: no-store"));
    assert_non_null(strstr(whole, "<noscript><meta http-equiv=\"refresh\""));
    assert_null(strstr(whole, " onload"));
    assert_null(strstr(whole, " onclick"));
    assert_null(strstr(get("/status"), "script-src"));
    free(whole);
}

static void other_requests_are_refused(void **state)
{
    (void)state;
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

static void long_matches_and_many_accounts_stay_bounded(void **state)
{
    (void)state;
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
        (void)snprintf(name, sizeof name, "bot_%d", i);
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

static void a_saved_match_is_not_shown_as_played(void **state)
{
    (void)state;
    begin_match("opp_a");
    take((struct player_output){.type = PLAYER_MATCH, .event.type = MATCH_SAVED});
    assert_non_null(strstr(body_of("/"), "Not playing."));
    take((struct player_output){.type = PLAYER_MATCH, .event.type = MATCH_GAME_RESUME});
    assert_non_null(strstr(body_of("/"), "Playing <b>opp_a</b>"));
}

static void the_past_comes_from_the_history(void **state)
{
    (void)state;
    char path[100];
    struct error err = {0};
    (void)snprintf(path, sizeof path, "%s.db", log_path);
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
        " (1,1,7,'2-ply','finished',0,1600000000,1600000000,0,7,6,1,1500,1503.5),"
        " (2,1,3,'2-ply','finished',0,1600000100,1600000100,0,3,0,1,1500,1591.5)",
        "INSERT INTO rating VALUES (1,1600000000,1503.5,7)",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(database_run(database, &err, rows[i], ""));
    }
    database_close(database);
    /* The file has the time at which the match began, or a second later. */
    char record[140];
    (void)snprintf(record, sizeof record, "%s.d", log_path);
    assert_int_equal(mkdir(record, 0700), 0);
    (void)snprintf(record, sizeof record,
                   "%s.d/19700101-000001-our_bot-opp_old-7pt.mat", log_path);
    FILE *file = fopen(record, "w");
    assert_non_null(file);
    fputs(" 7 point match\n", file);
    (void)fclose(file);
    char folder[100];
    (void)snprintf(folder, sizeof folder, "%s.d", log_path);
    status_add(status, "our_bot", "fibs.com", "level strong");
    assert_true(status_load(status, "our_bot", path, folder, &err));
    assert_int_equal(status->accounts[0]->result_count, 1); /* not of bgammon.org */
    assert_string_equal(status->accounts[0]->results[0].record, record);
    const char *page = body_of("/");
    assert_non_null(strstr(page, "<td>opp_old</td>"));
    const char *link = strstr(page, "href=\"/match/");
    assert_non_null(link);
    char address[40];
    (void)snprintf(address, sizeof address, "%.23s", link + strlen("href=\""));
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
        (void)snprintf(name, sizeof name, "%s%s", path, endings[i]);
        (void)unlink(name);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(page_shows_board_chances_results_and_log),
        TEST(chances_and_charts_come_with_the_decisions),
        TEST(director_has_a_line_and_no_card),
        TEST(the_server_is_shown_where_there_are_two),
        TEST(each_game_of_the_match_is_marked),
        TEST(status_is_json),
        TEST(times_are_told_in_the_two_largest_units),
        TEST(json_tells_all_of_an_account),
        TEST(saved_matches_that_do_not_go_on_are_shown),
        TEST(metrics_are_prometheus_text),
        TEST(health_needs_a_running_loop_and_a_login_within_the_limit),
        TEST(healthz_is_200_or_503),
        TEST(names_and_chat_never_become_markup),
        TEST(page_shows_the_week_line_by_line),
        TEST(page_has_one_script_that_its_policy_names),
        TEST(other_requests_are_refused),
        TEST(long_matches_and_many_accounts_stay_bounded),
        TEST(a_saved_match_is_not_shown_as_played),
        TEST(the_past_comes_from_the_history),
    };
    (void)signal(SIGPIPE, SIG_IGN); /* as bot/service/loop.c does */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
