#pragma once
/* A session without socket, clock or thread: lines and times go in, and the transcript of what
 * came out is compared as text. */

#include <stdlib.h>

#include "fibs/bgammon/session.h"
#include "tests/unit/fibs/bgammon/board_line.h"
#include "tests/unit/test_case.h"

enum { TRANSCRIPT_SIZE = 16 * 1024 };

struct fixture {
    struct bgammon_session_config config;
    struct bgammon_session *session;
    int64_t now;
    char transcript[TRANSCRIPT_SIZE];
    size_t length;
};

#define WELCOME                                                                        \
    "{\"Type\":\"welcome\",\"PlayerName\":\"BOT_a\",\"Clients\":1,\"Games\":0}"
#define LIST "{\"Type\":\"list\",\"Player\":\"\",\"Games\":null}"
#define JOINED_US                                                                      \
    "{\"Type\":\"joined\",\"Player\":\"BOT_a\",\"GameID\":7,\"PlayerNumber\":1}"
#define JOINED_ANN                                                                     \
    "{\"Type\":\"joined\",\"Player\":\"ann\",\"GameID\":7,\"PlayerNumber\":2}"
#define LEFT(name)   "{\"Type\":\"left\",\"Player\":\"" name "\"}"
#define NOTICE(text) "{\"Type\":\"notice\",\"Player\":\"\",\"Message\":\"" text "\"}"
#define ROLLED       "{\"Type\":\"rolled\",\"Player\":\"BOT_a\",\"Roll1\":3,\"Roll2\":0}"
#define FAILED       "{\"Type\":\"failedroll\",\"Player\":\"\",\"Reason\":\"not now\"}"

static inline int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    bgammon_session_config_default(&f->config);
    strcpy(f->config.name, "bot_a");
    f->now = 1000000;
    f->session = bgammon_session_new(&f->config);
    *state = f;
    return f->session == NULL;
}

static inline int teardown(void **state)
{
    struct fixture *f = *state;
    bgammon_session_free(f->session);
    free(f);
    return 0;
}

static inline void note(struct fixture *f, const char *what, const char *text)
{
    int length = snprintf(f->transcript + f->length, sizeof f->transcript - f->length,
                          "%s%s%s\n", what, text[0] == '\0' ? "" : " ", text);
    f->length += (size_t)length;
    assert_true(f->length < sizeof f->transcript);
}

static inline void note_event(struct fixture *f,
                              const struct bgammon_session_event *event)
{
    static const char *const words[] = {
        [BGAMMON_SESSION_CONNECT] = "connect", [BGAMMON_SESSION_SEND_LOGIN] = "login",
        [BGAMMON_SESSION_CLOSE] = "close",     [BGAMMON_SESSION_LOST] = "lost",
        [BGAMMON_SESSION_NOTICE] = "notice",   [BGAMMON_SESSION_TROUBLE] = "trouble",
        [BGAMMON_SESSION_BOARD] = "act",       [BGAMMON_SESSION_AWAY] = "away",
    };
    if (event->type == BGAMMON_SESSION_SEND) {
        note(f, "send", event->command.text);
    } else if (event->type == BGAMMON_SESSION_STATE) {
        note(f, "state", bgammon_session_state_name(event->state));
    } else if (event->type != BGAMMON_SESSION_LINE) {
        assert_non_null(words[event->type]);
        note(f, words[event->type], event->text);
    }
}

static inline void take(struct fixture *f)
{
    struct bgammon_session_event event;
    while (bgammon_session_next_event(f->session, &event)) {
        note_event(f, &event);
    }
}

static inline void feed(struct fixture *f, const char *line)
{
    bgammon_session_line(f->session, f->now, line);
    take(f);
}

static inline void wait_ms(struct fixture *f, int64_t ms)
{
    int64_t end = f->now + ms, due;
    int more = 0; /* clocks that run out at the same time */
    while ((due = bgammon_session_deadline(f->session)) <= end) {
        more = due > f->now ? 0 : more + 1;
        assert_true(more < 3);
        f->now = due > f->now ? due : f->now;
        bgammon_session_tick(f->session, f->now);
        take(f);
    }
    f->now = end;
}

static inline void expect(struct fixture *f, const char *transcript)
{
    assert_string_equal(f->transcript, transcript);
    f->transcript[f->length = 0] = '\0';
}

static inline void order(struct fixture *f, enum bgammon_command_id id)
{
    struct bgammon_command command;
    assert_true(bgammon_command_plain(&command, id));
    assert_true(bgammon_session_send(f->session, f->now, &command));
    take(f);
}

static inline void expect_state(const struct fixture *f,
                                enum bgammon_session_state state)
{
    assert_int_equal(bgammon_session_state(f->session), state);
}

static inline void reach_greeting(struct fixture *f)
{
    if (bgammon_session_state(f->session) == BGAMMON_OFFLINE) {
        bgammon_session_start(f->session, f->now);
        take(f);
    }
    while (bgammon_session_state(f->session) == BGAMMON_BACKOFF) {
        wait_ms(f, 1000);
    }
    bgammon_session_connected(f->session, f->now);
    take(f);
}

static inline void reach_login(struct fixture *f)
{
    reach_greeting(f);
    feed(f, "hello Welcome to bgammon.org!");
}

static inline void reach_ready(struct fixture *f)
{
    reach_login(f);
    feed(f, WELCOME);
    feed(f, LIST);
    feed(f, LIST);
    expect_state(f, BGAMMON_READY);
    f->transcript[f->length = 0] = '\0';
}

/* In match 7 with ann, and a board that wants a roll. */
static inline void reach_match(struct fixture *f)
{
    reach_ready(f);
    feed(f, JOINED_US);
    feed(f, JOINED_ANN);
    feed(f, BOARD_LINE("Turn=1"));
    expect(f, "act\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
