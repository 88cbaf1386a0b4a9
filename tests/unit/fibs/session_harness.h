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
#include <string.h>

#include "fibs/session_internal.h"
#include "tests/unit/test_case.h"

enum { TRANSCRIPT_SIZE = 16 * 1024 };

static struct fixture {
    struct fibs_session_config config;
    struct fibs_session *session;
    int64_t now;
    bool hears_messages;
    int messages;
    char transcript[TRANSCRIPT_SIZE];
    size_t length;
} f;

/* All toggles as a bot needs them, not ready. */
#define OWN_INFO_RIGHT "2 our_bot 1 1 0 0 0 0 1 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC"
#define OWN_WHO(opponent, ready)                                                       \
    "5 our_bot " opponent " - " ready                                                  \
    " 0 1650.00 400 3 1700000000 192.0.2.10 our_client -"
#define SETTINGS_SENT                                                                  \
    "send set boardstyle 3\nsend set linelength 0\nsend set pagelength 0\n"

static inline int setup(void **state)
{
    memset(&f, 0, sizeof f);
    fibs_session_config_default(&f.config);
    FORMAT_TEXT(f.config.name, "our_bot");
    FORMAT_TEXT(f.config.client, "our_client");
    f.config.jitter_seed = 7;
    f.now = 1000000;
    f.session = fibs_session_new(&f.config);
    return f.session == NULL;
}

static inline int teardown(void **state)
{
    fibs_session_free(f.session);
    return 0;
}

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t left = sizeof f.transcript - f.length;
    int length = vsnprintf(f.transcript + f.length, left, format, args);
    va_end(args);
    assert_true(length >= 0 && (size_t)length < left);
    f.length += (size_t)length;
}

static inline void note_event(const struct fibs_event *event)
{
    switch (event->type) {
    case FIBS_EVENT_NONE:
        fail();
        break;
    case FIBS_EVENT_CONNECT:
        note("connect\n");
        break;
    case FIBS_EVENT_SEND:
        note("send %s\n", event->command.text);
        break;
    case FIBS_EVENT_SEND_LOGIN:
        note("login\n");
        break;
    case FIBS_EVENT_CLOSE:
        note("close: %s\n", event->text);
        break;
    case FIBS_EVENT_STATE:
        note("state %s: %s\n", fibs_session_state_name(event->state), event->text);
        break;
    case FIBS_EVENT_MESSAGE:
        f.messages++;
        if (f.hears_messages) {
            note("message %s\n", fibs_message_name(event->message->id));
        }
        break;
    case FIBS_EVENT_NOTICE:
        note("notice %s\n", event->text);
        break;
    case FIBS_EVENT_TROUBLE:
        note("trouble %s\n", event->text);
        break;
    }
}

static inline void take(void)
{
    struct fibs_event event;
    while (fibs_session_next_event(f.session, &event)) {
        note_event(&event);
    }
}

static inline void feed(const char *line)
{
    fibs_session_line(f.session, f.now, line);
    take();
}

/* Lets time pass, as a loop with a timer does. */
static inline void wait_ms(int64_t ms)
{
    int64_t end = f.now + ms;
    int64_t due;
    int at_once = 0; /* clocks may run out at the same time */
    while ((due = fibs_session_deadline(f.session)) <= end) {
        at_once = due > f.now ? 0 : at_once + 1;
        assert_in_range(at_once, 0, 3);
        f.now = due > f.now ? due : f.now;
        fibs_session_tick(f.session, f.now);
        take();
    }
    f.now = end;
}

static inline bool send_plain(enum fibs_command_id id)
{
    struct fibs_command command;
    assert_true(fibs_command_plain(&command, id));
    bool is_queued = fibs_session_send(f.session, f.now, &command);
    take();
    return is_queued;
}

static inline bool send_kibitz(const char *text)
{
    struct fibs_command command;
    assert_true(fibs_command_chat(&command, FIBS_CMD_KIBITZ, text));
    bool is_queued = fibs_session_send(f.session, f.now, &command);
    take();
    return is_queued;
}

static inline void set_ready(bool ready)
{
    fibs_session_set_ready(f.session, f.now, ready);
    take();
}

static inline void disconnect(const char *reason)
{
    fibs_session_disconnected(f.session, f.now, reason, FIBS_LOSS_BROKEN);
    take();
}

/* As disconnect(), for a cause. */
static inline void lose(enum fibs_loss loss, const char *reason)
{
    fibs_session_disconnected(f.session, f.now, reason, loss);
    take();
}

static inline void forget(void)
{
    f.length = 0;
    f.transcript[0] = '\0';
}

static inline void expect(const char *transcript)
{
    assert_string_equal(f.transcript, transcript);
    forget();
}

static inline void expect_state(enum fibs_session_state state)
{
    assert_string_equal(fibs_session_state_name(fibs_session_state(f.session)),
                        fibs_session_state_name(state));
}

static inline void start(void)
{
    fibs_session_start(f.session, f.now);
    take();
}

static inline void connect_now(void)
{
    fibs_session_connected(f.session, f.now);
    take();
}

/* Up to the log-in, from offline or a connection under way. */
static inline void reach_login_sent(void)
{
    start();
    connect_now();
    feed("WELCOME TO THE");
    feed("login:");
    expect_state(FIBS_LOGIN_SENT);
}

static inline void reach_settings(const char *own_info)
{
    reach_login_sent();
    feed("1 our_bot 1699990000 192.0.2.10");
    feed(own_info);
    feed("3");
    feed("| 4 new rules: be nice, play fast, play fair, have fun |");
    feed("4");
    feed(OWN_WHO("-", "0"));
    forget();
    feed("6");
    expect_state(FIBS_SETTINGS);
}

static inline void confirm_variables(void)
{
    feed("Value of 'boardstyle' set to 3.");
    feed("Value of 'linelength' set to 0.");
    feed("Value of 'pagelength' set to 0.");
}

static inline void reach_ready(void)
{
    reach_settings(OWN_INFO_RIGHT);
    confirm_variables();
    expect_state(FIBS_READY);
    forget();
}

/* Sits out the wait for the next connection; returns how long it was. */
static inline int64_t backoff_of(void)
{
    expect_state(FIBS_BACKOFF);
    int64_t begin = f.now;
    f.now = fibs_session_deadline(f.session);
    fibs_session_tick(f.session, f.now);
    take();
    forget();
    expect_state(FIBS_CONNECTING);
    return f.now - begin;
}

#define CASE(claim) TEST_WITH(claim, setup, teardown)
