/* A client of bgammon.org over a real socket, beside a server of a few lines on one loop. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <arpa/inet.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>

#include "base/clock.h"
#include "bot/bgammon/bgammon_connect.h"
#include "bot/game/client.h"
#include "tests/unit/fibs/bgammon/board_line.h"
#include "tests/unit/test_case.h"

enum { TEXT_SIZE = 16384, PATIENCE_S = 30 };

static struct {
    struct event_base *base;
    struct evconnlistener *listener;
    struct bufferevent *line;
    struct client *client;
    int points, patience_s;
    enum client_state state;
    char heard[TEXT_SIZE]; /* by the server */
    char trace[TEXT_SIZE], notices[TEXT_SIZE];
    enum event_type events[64];
    int event_count;
    enum client_direction said; /* where the last chat came from, by the trace */
    bool opens_nothing;         /* it refuses each table */
    int64_t clock_ms;           /* of a test that moves it; 0: it goes */
    const char *password;
} room;

/* In place of that of base/clock.c. */
int64_t clock_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return room.clock_ms > 0 ? room.clock_ms
                             : (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void append(char text[TEXT_SIZE], const char *line)
{
    size_t used = strlen(text);
    assert_true(used + strlen(line) + 2 < TEXT_SIZE);
    (void)snprintf(text + used, TEXT_SIZE - used, "%s\n", line);
}

/* ---- the server ---------------------------------------------------------------------- */

static void says(const char *text)
{
    (void)bufferevent_write(room.line, text, strlen(text));
    (void)bufferevent_write(room.line, "\n", 1);
}

static void answer(const char *line)
{
    append(room.heard, line);
    if (strncmp(line, "lj ", 3) == 0) {
        says(
            "{\"Type\":\"welcome\",\"PlayerName\":\"BOT_a\",\"Clients\":1,\"Games\":0}");
        says("{\"Type\":\"list\",\"Games\":null}");
    } else if (strcmp(line, "list") == 0) {
        says("{\"Type\":\"list\",\"Games\":null}");
    } else if (strncmp(line, "create ", 7) == 0 && room.opens_nothing) {
        says("{\"Type\":\"failedcreate\",\"Reason\":\"No.\"}");
    } else if (strncmp(line, "create ", 7) == 0) {
        says(
            "{\"Type\":\"joined\",\"Player\":\"BOT_a\",\"GameID\":1,\"PlayerNumber\":1}");
        says(BOARD_LINE("Player2={\"Number\":2,\"Name\":\"\",\"Points\":0}"));
    } else if (strcmp(line, "leave") == 0) {
        says("{\"Type\":\"left\",\"Player\":\"BOT_a\"}");
    }
}

static void hear(struct bufferevent *line, void *arg)
{
    char *text;
    while ((text = evbuffer_readln(bufferevent_get_input(line), NULL,
                                   EVBUFFER_EOL_ANY)) != NULL) {
        answer(text);
        free(text);
    }
}

static void accept_line(struct evconnlistener *listener, evutil_socket_t fd,
                        struct sockaddr *address, int length, void *arg)
{
    room.line = bufferevent_socket_new(room.base, fd, BEV_OPT_CLOSE_ON_FREE);
    bufferevent_setcb(room.line, hear, NULL, NULL, NULL);
    (void)bufferevent_enable(room.line, EV_READ | EV_WRITE);
    says("hello");
}

/* ---- the client ---------------------------------------------------------------------- */

static bool give_password(void *arg, char *buffer, size_t size)
{
    (void)snprintf(buffer, size, "%s", room.password);
    return true;
}

static void take_event(void *arg, const struct game_event *event)
{
    if (room.event_count < 64) {
        room.events[room.event_count++] = event->type;
    }
}

static void take_state(void *arg, enum client_state state, const char *reason)
{
    room.state = state;
}

static void take_notice(void *arg, const char *text)
{
    append(room.notices, text);
}

static void take_trace(void *arg, enum client_direction direction, const char *line)
{
    room.said = strstr(line, "\"say\"") != NULL ? direction : room.said;
    append(room.trace, line);
}

static int open_room(void **state)
{
    static const struct client_handler handler = {
        give_password, take_event, take_state, take_notice, take_notice, take_trace};
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t length = sizeof address;
    struct error err = {0};
    memset(&room, 0, sizeof room);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    room.base = event_base_new();
    room.listener =
        evconnlistener_new_bind(room.base, accept_line, NULL, LEV_OPT_CLOSE_ON_FREE, -1,
                                (struct sockaddr *)&address, sizeof address);
    assert_non_null(room.listener);
    assert_int_equal(getsockname(evconnlistener_get_fd(room.listener),
                                 (struct sockaddr *)&address, &length),
                     0);
    room.points = 3;
    room.patience_s = 360;
    room.password = "secret_pw";
    const struct client_setup setup = {
        .host = "127.0.0.1",
        .port = ntohs(address.sin_port),
        .name = "BOT_a",
        .program = "our_program",
        .points = &room.points,
        .patience_s = &room.patience_s,
        .times = {.backoff_first_ms = 100, .backoff_max_ms = 60000}};
    room.client = bgammon_connect(room.base, &setup, &handler, NULL, &err);
    assert_non_null(room.client);
    room.client->calls->start(room.client);
    return 0;
}

static int close_room(void **state)
{
    room.client->calls->free(room.client);
    bufferevent_free(room.line);
    evconnlistener_free(room.listener);
    event_base_free(room.base);
    return 0;
}

#define CASE(claim) TEST_WITH(claim, open_room, close_room)

static int times_heard(const char *begin)
{
    int found = 0;
    for (const char *at = room.heard; at != NULL && *at != '\0';) {
        found += strncmp(at, begin, strlen(begin)) == 0;
        at = strchr(at, '\n');
        at = at != NULL ? at + 1 : NULL;
    }
    return found;
}

static void a_moment_passes(void)
{
    const struct timeval soon = {0, 20000};
    (void)event_base_loopexit(room.base, &soon);
    (void)event_base_dispatch(room.base);
}

/* Until the server has heard so many lines that begin so. */
static void server_hears(const char *begin, int count)
{
    for (int turns = 0; turns < PATIENCE_S * 50; turns++) {
        if (times_heard(begin) >= count) {
            return;
        }
        a_moment_passes();
    }
    fail_msg("\"%s\" is not heard %d times in: %s", begin, count, room.heard);
}

/* The first match that we open waits for somebody. */
static void open_table(void)
{
    server_hears("list", 1);
    room.client->calls->set_ready(room.client, true);
    server_hears("create public 3 ", 1);
}

/* ---- tests --------------------------------------------------------------------------- */

CASE(password_is_heard_and_not_traced)
{
    server_hears("lj our_program/en BOT_a secret_pw", 1);
    assert_non_null(strstr(room.trace, "lj our_program/en BOT_a ***\n"));
    open_table();
    says("{\"Type\":\"say\",\"Player\":\"ann\",\"Message\":\"is it secret_pw?\"}");
    says("{\"Type\":\"ping\",\"Message\":\"7\"}");
    server_hears("pong 7", 1);
    assert_non_null(strstr(room.trace, "is it "));
    assert_null(strstr(room.trace, "secret_pw"));
    assert_int_equal(room.said, CLIENT_FROM_USER);
}

/* Else a password would go in clear though TLS is wanted. */
CASE(tls_without_websocket_is_refused)
{
    static const struct client_handler nobody = {.event = take_event};
    const struct client_setup setup = {.host = "127.0.0.1",
                                       .port = 1337,
                                       .name = "BOT_a",
                                       .program = "our_program",
                                       .points = &room.points,
                                       .patience_s = &room.patience_s,
                                       .has_tls = true};
    struct error err = {0};
    server_hears("list", 1);
    assert_null(bgammon_connect(room.base, &setup, &nobody, NULL, &err));
    assert_string_equal(err.text,
                        "server.tls: bgammon.org has no TLS but by WebSocket");
}

CASE(what_is_hidden_is_not_traced)
{
    open_table();
    room.client->calls->hide(room.client, "open-sesame-42");
    says("{\"Type\":\"say\",\"Player\":\"ann\",\"Message\":\"open-sesame-42 now\"}");
    says("{\"Type\":\"ping\",\"Message\":\"7\"}");
    server_hears("pong 7", 1);
    assert_non_null(strstr(room.trace, " now"));
    assert_null(strstr(room.trace, "sesame"));
}

/* Whatever words of the server come to the log, and what the caller asks about. */
CASE(no_notice_has_the_password_or_what_is_hidden)
{
    char text[] = "no secret_pw, no sesame-42";
    open_table();
    room.client->calls->hide(room.client, "sesame-42");
    says("{\"Type\" \"secret_pw\"}");
    says("{\"Type\":\"notice\",\"Message\":\"SERVER BROADCAST secret_pw sesame-42\"}");
    says("{\"Type\":\"ping\",\"Message\":\"7\"}");
    server_hears("pong 7", 1);
    assert_non_null(strstr(room.notices, "expected near '\"***\"'\n"));
    assert_non_null(strstr(room.notices, "SERVER BROADCAST *** ***\n"));
    assert_null(strstr(room.notices, "secret_pw"));
    assert_null(strstr(room.notices, "sesame-42"));
    room.client->calls->mask(room.client, text);
    assert_string_equal(text, "no ***, no ***");
}

/* Else no line of the trace would have the name. */
CASE(a_password_that_is_the_name_is_not_masked)
{
    room.password = "BOT_a";
    open_table();
    assert_non_null(strstr(room.trace, "lj our_program/en BOT_a ***\n"));
    assert_non_null(strstr(room.trace, "\"PlayerName\":\"BOT_a\""));
}

CASE(another_game_is_left_with_a_word)
{
    open_table();
    says("{\"Type\":\"joined\",\"Player\":\"ann\",\"GameID\":1,\"PlayerNumber\":2}");
    says(BOARD_LINE("Turn=1", "Variant=1"));
    server_hears("leave", 1);
    assert_int_equal(times_heard("say Sorry, I play backgammon only."), 1);
}

CASE(the_owner_who_speaks_to_all_closes_the_table)
{
    open_table();
    says("{\"Type\":\"notice\",\"Message\":\"Match history is at SERVER BROADCAST\"}");
    says("{\"Type\":\"notice\",\"Message\":\"SERVER BROADCAST: shutting down.\"}");
    server_hears("leave", 1);
    assert_non_null(strstr(room.notices, "SERVER BROADCAST: shutting down."));
    assert_null(strstr(room.notices, "Match history"));
}

CASE(a_table_of_other_points_is_opened_anew)
{
    open_table();
    room.points = 5;
    room.client->calls->set_ready(room.client, true);
    server_hears("leave", 1);
    server_hears("create public 5 ", 1);
}

/* Time passes, and the client looks whether something is due. */
static void passes(int ms)
{
    static const char ping[] = "{\"Type\":\"ping\",\"Message\":\"7\"}";
    int pongs = times_heard("pong");
    room.clock_ms += ms;
    says(ping);
    server_hears("pong", pongs + 1);
}

/* `pause_s` after the table before, of which there are so many, the next one is asked for. */
static void expect_table_after(int pause_s, int tables)
{
    passes(pause_s * 1000 - 1);
    assert_int_equal(times_heard("create "), tables);
    passes(1);
    server_hears("create ", tables + 1);
    passes(0); /* the answer is here */
}

CASE(a_refused_table_is_asked_for_after_pauses_that_grow_to_a_minute)
{
    static const int pauses_s[] = {6, 12, 24, 48, 60, 60};
    server_hears("list", 1);
    room.clock_ms = clock_ms();
    room.opens_nothing = true;
    room.client->calls->set_ready(room.client, true);
    server_hears("create ", 1);
    passes(0);
    for (int i = 0; i < 6; i++) {
        expect_table_after(pauses_s[i], i + 1);
    }
    room.opens_nothing = false;
    expect_table_after(60, 7);
    room.opens_nothing = true; /* one that was opened ends the growth at once */
    says("{\"Type\":\"left\",\"Player\":\"BOT_a\"}");
    expect_table_after(3, 8);
    expect_table_after(6, 9);
    expect_table_after(12, 10);
    room.clock_ms = 0;
}

/* Our match is open, she joins, and all that the server said is heard. */
static void ann_sits_down(void)
{
    open_table();
    says("{\"Type\":\"joined\",\"Player\":\"ann\",\"GameID\":1,\"PlayerNumber\":2}");
    says(BOARD_LINE("Turn=0"));
    says("{\"Type\":\"ping\",\"Message\":\"8\"}");
    server_hears("pong 8", 1);
}

CASE(who_sits_down_begins_a_match_and_it_goes_on_after_a_drop)
{
    struct bufferevent *old;
    ann_sits_down();
    bool has_begun = false;
    for (int i = 0; i < room.event_count; i++) {
        has_begun = has_begun || room.events[i] == EVENT_MATCH_START;
        assert_int_not_equal(room.events[i], EVENT_MATCH_RESUME);
    }
    assert_true(has_begun);
    room.event_count = 0;
    old = room.line;
    bufferevent_free(old); /* and a new one comes */
    room.line = NULL;
    server_hears("lj our_program/en BOT_a", 2);
    says(BOARD_LINE("Turn=0"));
    says("{\"Type\":\"ping\",\"Message\":\"9\"}");
    server_hears("pong 9", 1);
    bool goes_on = false;
    for (int i = 0; i < room.event_count; i++) {
        goes_on = goes_on || room.events[i] == EVENT_MATCH_RESUME;
        assert_int_not_equal(room.events[i], EVENT_MATCH_START);
    }
    assert_true(goes_on);
}

/* Whether matches are wanted is said anew in each connection. */
CASE(after_a_drop_a_table_is_opened_when_it_is_wanted)
{
    ann_sits_down();
    bufferevent_free(room.line);
    room.line = NULL;
    for (int i = 0; i < PATIENCE_S * 50 && room.state != CLIENT_BACKOFF; i++) {
        a_moment_passes();
    }
    assert_int_equal(room.state, CLIENT_BACKOFF);
    assert_in_range(room.client->calls->deadline(room.client), 0, clock_ms() + 100);
    server_hears("lj our_program/en BOT_a", 2);
    server_hears("list", 2);
    room.clock_ms = clock_ms();
    passes(4000);
    assert_int_equal(times_heard("create "), 1);
    room.event_count = 0;
    room.client->calls->set_ready(room.client, true);
    server_hears("create ", 2);
    says("{\"Type\":\"joined\",\"Player\":\"ann\",\"GameID\":2,\"PlayerNumber\":2}");
    says(BOARD_LINE("Turn=0"));
    passes(0);
    room.client->calls->set_ready(room.client, false); /* she may stay */
    passes(0);
    assert_int_equal(times_heard("leave"), 0);
    room.clock_ms = 0;
    bool has_begun = false; /* another match, with her again */
    for (int k = 0; k < room.event_count; k++) {
        has_begun = has_begun || room.events[k] == EVENT_MATCH_START;
        assert_int_not_equal(room.events[k], EVENT_MATCH_RESUME);
    }
    assert_true(has_begun);
}

/* The program was started again in a match, and the server does not say whose it is. */
CASE(a_match_to_which_nobody_comes_back_is_left)
{
    open_table();
    room.clock_ms = clock_ms();
    says("{\"Type\":\"left\",\"Player\":\"BOT_a\"}");
    says("{\"Type\":\"joined\",\"Player\":\"BOT_a\",\"GameID\":1,\"PlayerNumber\":1}");
    says(BOARD_LINE("Turn=1", "Player2={\"Number\":2,\"Name\":\"\",\"Points\":0}"));
    passes(0);
    assert_non_null(strstr(room.notices, "whose opponent is away"));
    room.client->calls->set_ready(room.client, false);
    passes(20000); /* who does not sit down is waited for, whatever we want */
    passes(0);
    passes(339999);
    assert_int_equal(times_heard("leave"), 0);
    passes(1);
    server_hears("leave", 1);
    room.clock_ms = 0;
}

CASE(who_sits_opposite_is_told)
{
    const struct client_calls *calls = room.client->calls;
    open_table();
    assert_string_equal(calls->account(room.client).opponent, "");
    ann_sits_down();
    assert_string_equal(calls->account(room.client).opponent, "ann");
}

CASE(a_text_that_is_too_long_is_said_in_several_lines)
{
    struct game_order order = {.type = ORDER_TELL, .name = "ann"};
    char want[TEXT_SIZE];
    ann_sits_down();
    memset(order.text, 'a', 190);
    strcpy(order.text + 190, " your two worst decisions and the last word");
    assert_true(room.client->calls->send(room.client, &order));
    server_hears("say worst ", 1);
    FORMAT_TEXT(want, "say %.190s your two\nsay worst decisions and the last word\n",
                order.text);
    assert_non_null(strstr(room.heard, want));
}

TEST_MAIN(NULL, NULL)
