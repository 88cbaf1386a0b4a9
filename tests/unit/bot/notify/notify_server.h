#pragma once
/* Notifications to a real HTTP server on loopback that fails, stalls and redirects. */

#include <event2/buffer.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "bot/notify/notify.h"
#include "bot/notify/notify_queue.h"
#include "tests/unit/bot/base/said.h"
#include "tests/unit/bot/net/https_server.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

enum { SEEN_MAX = 32, STALLED_MAX = 8 };

/* The server: what it got, and how it answers the next requests. */
static struct {
    struct event_base *base;
    struct evhttp *http;
    int port;
    int failures, status; /* so many answers with this status first; 0: no answer */
    bool is_endless;      /* answers 200, and then bytes without end */
    const char *location; /* of redirections */
    const char *retry_after;
    int count;
    char path[SEEN_MAX][80];
    char event[SEEN_MAX][20];
    char delivery[SEEN_MAX][80];
    char body[SEEN_MAX][2000];
    char timestamp[40], signature[100];
    struct evhttp_request *stalled[STALLED_MAX];
    int stalled_count;
    struct evhttp_request *endless; /* ours until its end is sent */
} server;

static char folder[64], queue_folder[100];

static inline void copy_header(struct evhttp_request *request, const char *name,
                               char *to, size_t size)
{
    const char *value =
        evhttp_find_header(evhttp_request_get_input_headers(request), name);
    (void)snprintf(to, size, "%s", value == NULL ? "" : value);
}

static inline void keep(struct evhttp_request *request)
{
    int i = server.count++;
    assert_true(i < SEEN_MAX);
    COPY_TEXT(server.path[i], evhttp_request_get_uri(request));
    copy_header(request, "X-Fibsbot-Event", server.event[i], sizeof server.event[i]);
    copy_header(request, "X-Fibsbot-Delivery", server.delivery[i],
                sizeof server.delivery[i]);
    copy_header(request, "X-Fibsbot-Timestamp", server.timestamp,
                sizeof server.timestamp);
    copy_header(request, "X-Fibsbot-Signature", server.signature,
                sizeof server.signature);
    struct evbuffer *body = evhttp_request_get_input_buffer(request);
    int length = (int)evbuffer_copyout(body, server.body[i], sizeof server.body[i] - 1);
    server.body[i][length > 0 ? length : 0] = '\0';
}

/* A piece, and the next one when it is written; the client hangs up some day. */
static inline void send_more(struct evhttp_connection *connection, void *arg)
{
    static const char piece[16384];
    struct evbuffer *body = evbuffer_new();
    (void)evbuffer_add(body, piece, sizeof piece);
    evhttp_send_reply_chunk_with_cb(arg, body, send_more, arg);
    evbuffer_free(body);
}

static inline void on_request(struct evhttp_request *request, void *arg)
{
    keep(request);
    struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
    if (server.is_endless) {
        server.is_endless = false;
        server.endless = request;
        evhttp_send_reply_start(request, 200, "OK");
        send_more(NULL, request);
        return;
    }
    if (server.failures == 0) {
        evhttp_send_reply(request, 200, "OK", NULL);
        return;
    }
    server.failures--;
    if (server.status == 0) {
        assert_true(server.stalled_count < STALLED_MAX);
        server.stalled[server.stalled_count++] = request;
        return;
    }
    if (server.location != NULL) {
        (void)evhttp_add_header(headers, "Location", server.location);
    }
    if (server.retry_after != NULL) {
        (void)evhttp_add_header(headers, "Retry-After", server.retry_after);
    }
    evhttp_send_reply(request, server.status, "no", NULL);
}

static inline int set_up(void **state)
{
    memset(&server, 0, sizeof server);
    (void)said_open();
    test_folder_make(folder, sizeof folder, "notify");
    FORMAT_TEXT(queue_folder, "%s/queue", folder);
    server.base = event_base_new();
    server.http = https_listen(server.base, NULL, on_request, NULL, &server.port);
    return 0;
}

static inline int tear_down(void **state)
{
    if (server.endless != NULL) {
        evhttp_send_reply_end(server.endless);
    }
    evhttp_free(server.http);
    event_base_free(server.base);
    said_close();
    return test_folder_remove(folder);
}

static inline struct notify *open_notify(struct notify_config config)
{
    static char url[100];
    struct error err = {0};
    if (config.url[0] == '\0') {
        FORMAT_TEXT(url, "http://127.0.0.1:%d/secret-hook", server.port);
        config.url = url;
    }
    config.queue = queue_folder;
    config.log = said_state.log;
    struct notify *notify = notify_new(server.base, &config, &err);
    assert_good(notify != NULL, &err);
    return notify;
}

static inline struct notify_config quick(void)
{
    struct notify_config config = notify_config_default();
    config.timeout_ms = 150;
    config.retry_ms = 10;
    config.retry_max_ms = 50;
    return config;
}

static inline void send_event_of(struct notify *notify, enum notify_event event,
                                 int64_t at_s)
{
    const struct notify_message message = {.event = event,
                                           .at_s = at_s,
                                           .account = "our_bot",
                                           .opponent = "opp_a",
                                           .length = 5,
                                           .my_score = 5,
                                           .their_score = 3,
                                           .text = "gone"};
    notify_send(notify, &message);
}

static inline void send_event(struct notify *notify, enum notify_event event)
{
    send_event_of(notify, event, (int64_t)time(NULL));
}

static inline void stop_loop(evutil_socket_t fd, short what, void *arg)
{
    (void)event_base_loopbreak(arg);
}

/* Runs the loop until nothing waits, or for some seconds. */
static inline void run(const struct notify *notify)
{
    for (int i = 0; i < 1000 && notify_counts(notify).waiting > 0; i++) {
        const struct timeval soon = {.tv_usec = 5000};
        (void)event_base_once(server.base, -1, EV_TIMEOUT, stop_loop, server.base,
                              &soon);
        (void)event_base_dispatch(server.base);
    }
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)
