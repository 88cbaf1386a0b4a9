#pragma once
/*
 * The session without socket, clock or thread: lines and times go in, and the
 * transcript of what came out is compared as text:
 *
 *   state NAME: REASON     send COMMAND     login     connect     close: REASON
 *   notice TEXT            trouble TEXT
 *   message ID (only while `hears_messages`)
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fibs/session_internal.h"
#include "tests/unit/test_case.h"

enum { TRANSCRIPT_SIZE = 16 * 1024 };

struct fixture {
    struct fibs_session_config config;
    struct fibs_session *session;
    int64_t now;
    bool hears_messages;
    int messages;
    char transcript[TRANSCRIPT_SIZE];
    size_t length;
};

/* All toggles as a bot needs them, not ready. */
#define OWN_INFO_RIGHT "2 our_bot 1 1 0 0 0 0 1 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC"
#define OWN_WHO(opponent, ready)                                                       \
    "5 our_bot " opponent " - " ready                                                  \
    " 0 1650.00 400 3 1700000000 192.0.2.10 our_client -"
#define SETTINGS_SENT                                                                  \
    "send set boardstyle 3\nsend set linelength 0\nsend set pagelength 0\n"

static inline int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    fibs_session_config_default(&f->config);
    (void)snprintf(f->config.name, sizeof f->config.name, "our_bot");
    (void)snprintf(f->config.client, sizeof f->config.client, "our_client");
    f->config.jitter_seed = 7;
    f->now = 1000000;
    f->session = fibs_session_new(&f->config);
    *state = f;
    return f->session == NULL;
}

static inline int teardown(void **state)
{
    struct fixture *f = *state;
    fibs_session_free(f->session);
    free(f);
    return 0;
}

__attribute__((format(printf, 2, 3))) static void note(struct fixture *f,
                                                       const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t left = sizeof f->transcript - f->length;
    int length = vsnprintf(f->transcript + f->length, left, format, args);
    va_end(args);
    assert_true(length >= 0 && (size_t)length < left);
    f->length += (size_t)length;
}

static inline void note_event(struct fixture *f, const struct fibs_event *event)
{
    switch (event->type) {
    case FIBS_EVENT_NONE:
        fail();
        break;
    case FIBS_EVENT_CONNECT:
        note(f, "connect\n");
        break;
    case FIBS_EVENT_SEND:
        note(f, "send %s\n", event->command.text);
        break;
    case FIBS_EVENT_SEND_LOGIN:
        note(f, "login\n");
        break;
    case FIBS_EVENT_CLOSE:
        note(f, "close: %s\n", event->text);
        break;
    case FIBS_EVENT_STATE:
        note(f, "state %s: %s\n", fibs_session_state_name(event->state), event->text);
        break;
    case FIBS_EVENT_MESSAGE:
        f->messages++;
        if (f->hears_messages) {
            note(f, "message %s\n", fibs_message_name(event->message->id));
        }
        break;
    case FIBS_EVENT_NOTICE:
        note(f, "notice %s\n", event->text);
        break;
    case FIBS_EVENT_TROUBLE:
        note(f, "trouble %s\n", event->text);
        break;
    }
}

static inline void take(struct fixture *f)
{
    struct fibs_event event;
    while (fibs_session_next_event(f->session, &event)) {
        note_event(f, &event);
    }
}

static inline void feed(struct fixture *f, const char *line)
{
    fibs_session_line(f->session, f->now, line);
    take(f);
}

/* Lets time pass, as a loop with a timer does. */
static inline void wait_ms(struct fixture *f, int64_t ms)
{
    int64_t end = f->now + ms;
    int64_t due;
    int at_once = 0; /* clocks may run out at the same time */
    while ((due = fibs_session_deadline(f->session)) <= end) {
        at_once = due > f->now ? 0 : at_once + 1;
        assert_in_range(at_once, 0, 3);
        f->now = due > f->now ? due : f->now;
        fibs_session_tick(f->session, f->now);
        take(f);
    }
    f->now = end;
}

static inline bool send_plain(struct fixture *f, enum fibs_command_id id)
{
    struct fibs_command command;
    assert_true(fibs_command_plain(&command, id));
    bool is_queued = fibs_session_send(f->session, f->now, &command);
    take(f);
    return is_queued;
}

static inline bool send_kibitz(struct fixture *f, const char *text)
{
    struct fibs_command command;
    assert_true(fibs_command_chat(&command, FIBS_CMD_KIBITZ, text));
    bool is_queued = fibs_session_send(f->session, f->now, &command);
    take(f);
    return is_queued;
}

static inline void set_ready(struct fixture *f, bool ready)
{
    fibs_session_set_ready(f->session, f->now, ready);
    take(f);
}

static inline void disconnect(struct fixture *f, const char *reason)
{
    fibs_session_disconnected(f->session, f->now, reason, FIBS_LOSS_BROKEN);
    take(f);
}

/* As disconnect(), for a cause. */
static inline void lose(struct fixture *f, enum fibs_loss loss, const char *reason)
{
    fibs_session_disconnected(f->session, f->now, reason, loss);
    take(f);
}

static inline void forget(struct fixture *f)
{
    f->length = 0;
    f->transcript[0] = '\0';
}

static inline void expect(struct fixture *f, const char *transcript)
{
    assert_string_equal(f->transcript, transcript);
    forget(f);
}

static inline void expect_state(struct fixture *f, enum fibs_session_state state)
{
    assert_string_equal(fibs_session_state_name(fibs_session_state(f->session)),
                        fibs_session_state_name(state));
}

static inline void start(struct fixture *f)
{
    fibs_session_start(f->session, f->now);
    take(f);
}

static inline void connect_now(struct fixture *f)
{
    fibs_session_connected(f->session, f->now);
    take(f);
}

/* Up to the log-in, from offline or a connection under way. */
static inline void reach_login_sent(struct fixture *f)
{
    start(f);
    connect_now(f);
    feed(f, "WELCOME TO THE");
    feed(f, "login:");
    expect_state(f, FIBS_LOGIN_SENT);
}

static inline void reach_settings(struct fixture *f, const char *own_info)
{
    reach_login_sent(f);
    feed(f, "1 our_bot 1699990000 192.0.2.10");
    feed(f, own_info);
    feed(f, "3");
    feed(f, "| 4 new rules: be nice, play fast, play fair, have fun |");
    feed(f, "4");
    feed(f, OWN_WHO("-", "0"));
    forget(f);
    feed(f, "6");
    expect_state(f, FIBS_SETTINGS);
}

static inline void confirm_variables(struct fixture *f)
{
    feed(f, "Value of 'boardstyle' set to 3.");
    feed(f, "Value of 'linelength' set to 0.");
    feed(f, "Value of 'pagelength' set to 0.");
}

static inline void reach_ready(struct fixture *f)
{
    reach_settings(f, OWN_INFO_RIGHT);
    confirm_variables(f);
    expect_state(f, FIBS_READY);
    forget(f);
}

/* Sits out the wait for the next connection; returns how long it was. */
static inline int64_t backoff_of(struct fixture *f)
{
    expect_state(f, FIBS_BACKOFF);
    int64_t begin = f->now;
    f->now = fibs_session_deadline(f->session);
    fibs_session_tick(f->session, f->now);
    take(f);
    forget(f);
    expect_state(f, FIBS_CONNECTING);
    return f->now - begin;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
