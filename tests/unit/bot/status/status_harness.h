#pragma once
/* The status page over HTTP beside its client on one event loop, and an account whose match
 * a test plays. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

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
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

static struct event_base *base;
static struct status *status;
static struct log *the_log;
static struct status_http *http;
static char log_path[64];

enum { NOW = 1700000000, ANSWER_SIZE = 1 << 20 };
static char answer[ANSWER_SIZE];

static inline int set_up(void **state)
{
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

static inline int tear_down(void **state)
{
    status_http_free(http);
    log_close(the_log);
    status_free(status);
    event_base_free(base);
    return unlink(log_path);
}

/* ---- a client -------------------------------------------------------------------- */

static inline void on_end(struct bufferevent *bev, short what, void *arg)
{
    if ((what & (BEV_EVENT_EOF | BEV_EVENT_ERROR | BEV_EVENT_TIMEOUT)) != 0) {
        (void)event_base_loopbreak(base);
    }
}

/* Sends `request` as it is and reads until the server closes. */
static inline const char *talk(const char *request)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)status_http_port(http)),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct bufferevent *bev = bufferevent_socket_new(base, -1, BEV_OPT_CLOSE_ON_FREE);
    const struct timeval limit = {.tv_sec = 60};
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

static inline const char *get(const char *path)
{
    char request[200];
    FORMAT_TEXT(request,
                "GET %s HTTP/1.1\r\nHost: 127.0.0.1:1\r\nConnection: close\r\n\r\n",
                path);
    return talk(request);
}

static inline const char *body_of(const char *path)
{
    const char *body = strstr(get(path), "\r\n\r\n");
    assert_non_null(body);
    return body + 4;
}

/* ---- what goes on ---------------------------------------------------------------- */

static inline void take(struct player_output output)
{
    status_take(status, "our_bot", &output, NOW);
}

static inline void begin_match(const char *opponent)
{
    struct player_output start = {.type = PLAYER_MATCH, .event.type = MATCH_START};
    start.event.length = 5;
    COPY_TEXT(start.event.opponent, opponent);
    take(start);
    struct player_output board = {.type = PLAYER_BOARD};
    position_start(&board.board.view.pos);
    board.board.view.ms = match_state_match(5, 2, 1, false);
    board.board.view.turn = TURN_MINE;
    board.board.view.roll = (struct roll){3, 1};
    take(board);
}

static inline void decide(double win, double equity)
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

static inline void end_match(int mine, int theirs)
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

/* What status_page_html() or another one writes. */
static inline const char *written(void (*write)(const struct status_view *view,
                                                FILE *out),
                                  const struct status_view *view)
{
    FILE *out = printed_begin();
    write(view, out);
    return printed_end(out);
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)
