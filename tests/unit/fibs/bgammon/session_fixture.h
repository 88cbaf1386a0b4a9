#pragma once
/* A session without socket, clock or thread: lines and times go in, and the transcript of what
 * came out is compared as text. */

#include "fibs/bgammon/session.h"
#include "tests/unit/fibs/bgammon/board_line.h"
#include "tests/unit/test_case.h"

enum { TRANSCRIPT_SIZE = 16 * 1024 };

static struct fixture {
    struct bgammon_session_config config;
    struct bgammon_session *session;
    int64_t now;
    char transcript[TRANSCRIPT_SIZE];
    size_t length;
} f;

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
    memset(&f, 0, sizeof f);
    bgammon_session_config_default(&f.config);
    strcpy(f.config.name, "bot_a");
    f.now = 1000000;
    f.session = bgammon_session_new(&f.config);
    return f.session == NULL;
}

static inline int teardown(void **state)
{
    bgammon_session_free(f.session);
    return 0;
}

static inline void note(const char *what, const char *text)
{
    int length = snprintf(f.transcript + f.length, sizeof f.transcript - f.length,
                          "%s%s%s\n", what, text[0] == '\0' ? "" : " ", text);
    f.length += (size_t)length;
    assert_true(f.length < sizeof f.transcript);
}

static inline void note_event(const struct bgammon_session_event *event)
{
    static const char *const words[] = {
        [BGAMMON_SESSION_CONNECT] = "connect", [BGAMMON_SESSION_SEND_LOGIN] = "login",
        [BGAMMON_SESSION_CLOSE] = "close",     [BGAMMON_SESSION_LOST] = "lost",
        [BGAMMON_SESSION_NOTICE] = "notice",   [BGAMMON_SESSION_TROUBLE] = "trouble",
        [BGAMMON_SESSION_BOARD] = "act",       [BGAMMON_SESSION_AWAY] = "away",
    };
    if (event->type == BGAMMON_SESSION_SEND) {
        note("send", event->command.text);
    } else if (event->type == BGAMMON_SESSION_STATE) {
        note("state", bgammon_session_state_name(event->state));
    } else if (event->type != BGAMMON_SESSION_LINE) {
        assert_non_null(words[event->type]);
        note(words[event->type], event->text);
    }
}

static inline void forget(void)
{
    f.transcript[f.length = 0] = '\0';
}

static inline void take(void)
{
    struct bgammon_session_event event;
    while (bgammon_session_next_event(f.session, &event)) {
        note_event(&event);
    }
}

static inline void feed(const char *line)
{
    bgammon_session_line(f.session, f.now, line);
    take();
}

static inline void lose(const char *reason)
{
    bgammon_session_disconnected(f.session, f.now, reason);
    take();
}

static inline void wait_ms(int64_t ms)
{
    int64_t end = f.now + ms, due;
    int more = 0; /* clocks that run out at the same time */
    while ((due = bgammon_session_deadline(f.session)) <= end) {
        more = due > f.now ? 0 : more + 1;
        assert_true(more < 3);
        f.now = due > f.now ? due : f.now;
        bgammon_session_tick(f.session, f.now);
        take();
    }
    f.now = end;
}

static inline void expect(const char *transcript)
{
    assert_string_equal(f.transcript, transcript);
    forget();
}

static inline void order(enum bgammon_command_id id)
{
    struct bgammon_command command;
    assert_true(bgammon_command_plain(&command, id));
    assert_true(bgammon_session_send(f.session, f.now, &command));
    take();
}

static inline void expect_state(enum bgammon_session_state state)
{
    assert_int_equal(bgammon_session_state(f.session), state);
}

static inline void reach_greeting(void)
{
    if (bgammon_session_state(f.session) == BGAMMON_OFFLINE) {
        bgammon_session_start(f.session, f.now);
        take();
    }
    while (bgammon_session_state(f.session) == BGAMMON_BACKOFF) {
        wait_ms(1000);
    }
    bgammon_session_connected(f.session, f.now);
    take();
}

static inline void reach_login(void)
{
    reach_greeting();
    feed("hello Welcome to bgammon.org!");
}

/* Logged in; the list that says so comes a second time. */
static inline void reach_list(void)
{
    reach_login();
    feed(WELCOME);
    feed(LIST);
}

static inline void reach_ready(void)
{
    reach_list();
    feed(LIST);
    expect_state(BGAMMON_READY);
    forget();
}

/* The answer when the board was asked for: it wants a roll of ours. */
static inline void feed_our_turn(void)
{
    feed(BOARD_LINE("Turn=1"));
    feed(LIST);
}

/* In match 7 with ann, and a board that wants a roll. */
static inline void reach_match(void)
{
    reach_ready();
    feed(JOINED_US);
    feed(JOINED_ANN);
    feed(BOARD_LINE("Turn=1"));
    expect("act\n");
}

#define CASE(claim) TEST_WITH(claim, setup, teardown)
