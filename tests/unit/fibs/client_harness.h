#pragma once
/*
 * A client over real sockets on the loopback, beside its server on one event loop: what
 * it says is kept, and the loop turns until a condition is met.
 */

#include <stdint.h>
#include <unistd.h>

#include "base/clock.h"
#include "fibs/client.h"
#include "tests/unit/fibs/scripted_server.h"
#include "tests/unit/test_case.h"

enum { PATIENCE_S = 60 };

static struct fixture {
    struct event_base *base;
    struct server server;
    struct fibs_client_config config;
    struct fibs_client *client;
    const char *password; /* NULL: there is none */
    bool stops_when_ready;
    enum fibs_session_state state;
    char reason[200]; /* of the last state */
    int messages[FIBS_MSG_COUNT];
    char trace[TEXT_SIZE], notices[TEXT_SIZE], troubles[TEXT_SIZE];
    char ca_path[64];
} f;

static inline bool give_password(void *arg, char *buffer, size_t size)
{
    if (f.password == NULL) {
        return false;
    }
    (void)snprintf(buffer, size, "%s", f.password);
    return true;
}

static inline void take_message(void *arg, const struct fibs_message *message)
{
    f.messages[message->id]++;
}

static inline void take_state(void *arg, enum fibs_session_state state,
                              const char *reason)
{
    f.state = state;
    COPY_TEXT(f.reason, reason);
    if (state == FIBS_READY && f.stops_when_ready) {
        fibs_client_stop(f.client);
    }
}

static inline void append(char *text, const char *sign, const char *line)
{
    bool is_full = text[TEXT_SIZE - 2] != '\0';
    if (!is_full) {
        size_t length = strlen(text);
        (void)snprintf(text + length, TEXT_SIZE - length, "%s%s\n", sign, line);
    }
}

static inline void take_notice(void *arg, const char *text)
{
    append(f.notices, "", text);
}

static inline void take_trouble(void *arg, const char *text)
{
    append(f.troubles, "", text);
}

static inline void take_trace(void *arg, enum fibs_direction direction,
                              const char *line)
{
    append(f.trace, direction == FIBS_FROM_SERVER ? "S: " : "C: ", line);
}

static const struct fibs_client_handler handler = {
    give_password, take_message, take_state, take_notice, take_trouble, take_trace,
};

static inline int setup(void **state)
{
    memset(&f, 0, sizeof f);
    f.base = event_base_new();
    f.password = PASSWORD;
    start_server(&f.server, f.base);
    fibs_client_config_default(&f.config);
    struct fibs_session_config *session = &f.config.session;
    FORMAT_TEXT(session->name, "our_bot");
    FORMAT_TEXT(session->client, "our_client");
    session->acknowledge_ms = 1000;
    session->backoff_first_ms = 10;
    session->backoff_max_ms = 20;
    FORMAT_TEXT(f.config.host, "127.0.0.1");
    f.config.port = f.server.port;
    return 0;
}

static inline int teardown(void **state)
{
    fibs_client_free(f.client);
    stop_server(&f.server);
    (void)event_base_loop(f.base, EVLOOP_NONBLOCK);
    event_base_free(f.base);
    if (f.ca_path[0] != '\0') {
        (void)unlink(f.ca_path);
    }
    return 0;
}

static inline void start(void)
{
    struct error err = {0};
    f.client = fibs_client_new(f.base, &f.config, &handler, &f, &err);
    assert_string_equal(err.text, f.client != NULL ? err.text : "");
    assert_non_null(f.client);
    fibs_client_start(f.client);
}

typedef bool condition(void);

static inline void turn_loop(condition *is_met)
{
    int64_t end = clock_ms() + PATIENCE_S * 1000;
    const struct timeval moment = {0, 20 * 1000};
    while (!is_met() && clock_ms() < end) {
        (void)event_base_loopexit(f.base, &moment);
        (void)event_base_loop(f.base, EVLOOP_ONCE);
    }
    assert_true(is_met());
}

static inline bool is_ready(void)
{
    return f.state == FIBS_READY;
}

static inline void start_and_log_in(void)
{
    start();
    turn_loop(is_ready);
}

static inline bool is_failed(void)
{
    return f.state == FIBS_FAILED;
}

static inline bool is_offline(void)
{
    return f.state == FIBS_OFFLINE;
}

static inline bool has_connected_twice(void)
{
    return f.server.accepted == 2 && f.state == FIBS_READY;
}

static inline bool has_board(void)
{
    return f.messages[FIBS_MSG_BOARD] > 0;
}

static inline bool has_shout(void)
{
    return f.messages[FIBS_MSG_CLIP_SHOUTS] > 0;
}

static inline void send_plain(enum fibs_command_id id)
{
    struct fibs_command command;
    assert_true(fibs_command_plain(&command, id));
    assert_true(fibs_client_send(f.client, &command));
}

#define CASE(claim) TEST_WITH(claim, setup, teardown)
