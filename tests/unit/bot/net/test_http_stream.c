/* Streams of server-sent events: who gets the pieces, how many there may be, and what
 * becomes of a reader that is behind. */
#include <stdio.h>
#include <string.h>

#include <arpa/inet.h>
#include <event2/event.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "bot/net/http_server.h"
#include "tests/unit/test_case.h"

enum { CLIENTS = HTTP_STREAMS_MAX + 1, PIECE = 32768, LIMIT_MS = 60000, SHORT_MS = 20 };

static struct event_base *base;
static struct http_server *server;
static int clients[CLIENTS];
static char text[1 << 20]; /* what a client has read */

static enum http_status answer_begin(void *context, const struct http_request *request,
                                     FILE *body)
{
    fputs("data: begin\n\n", body);
    return HTTP_OK;
}

static void on_log(void *context, const char *line)
{
}

static int set_up_for(int deadline_ms)
{
    static const struct http_route routes[] = {
        {.path = "/events",
         .methods = HTTP_GET,
         .type = "text/event-stream",
         .answer = answer_begin,
         .is_stream = true},
    };
    const struct http_setup setup = {.name = "streams",
                                     .deadline_ms = deadline_ms,
                                     .routes = routes,
                                     .route_count = 1,
                                     .log = on_log};
    struct error err;
    base = event_base_new();
    server = http_server_new(base, &setup, &err);
    for (int i = 0; i < CLIENTS; i++) {
        clients[i] = -1;
    }
    return server != NULL ? 0 : -1;
}

static int set_up(void **state)
{
    return set_up_for(HTTP_DEADLINE_MS);
}

static int set_up_hasty(void **state)
{
    return set_up_for(SHORT_MS);
}

static int tear_down(void **state)
{
    for (int i = 0; i < CLIENTS; i++) {
        if (clients[i] >= 0) {
            (void)close(clients[i]);
        }
    }
    http_server_free(server);
    event_base_free(base);
    return 0;
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)

/* A client that takes little before it reads. */
static void ask(int i, const char *method, const char *path)
{
    const struct sockaddr_in address = {.sin_family = AF_INET,
                                        .sin_port =
                                            htons((uint16_t)http_server_port(server)),
                                        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int small = 4096;
    char request[200];
    clients[i] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(clients[i] >= 0);
    assert_int_equal(
        setsockopt(clients[i], SOL_SOCKET, SO_RCVBUF, &small, sizeof small), 0);
    assert_int_equal(
        connect(clients[i], (const struct sockaddr *)&address, sizeof address), 0);
    int length = snprintf(request, sizeof request,
                          "%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", method, path);
    assert_int_equal(send(clients[i], request, (size_t)length, 0), length);
}

static void serve(void)
{
    (void)event_base_loop(base, EVLOOP_NONBLOCK);
}

/* Reads until `end` has come, or the server has closed the connection. Returns whether it
 * has closed it. */
static bool read_until(int i, const char *end)
{
    size_t used = 0;
    text[0] = '\0';
    for (int64_t late = clock_ms() + LIMIT_MS; clock_ms() < late; serve()) {
        size_t room = sizeof text - 1 - used;
        ssize_t length = recv(clients[i], text + used, room, MSG_DONTWAIT);
        used += length > 0 ? (size_t)length : 0;
        text[used] = '\0';
        if (length == 0 || (length > 0 && strstr(text, end) != NULL)) {
            return length == 0;
        }
        used = used > sizeof text / 2 ? 0 : used; /* more than a test looks at */
    }
    fail_msg("neither \"%s\" nor the end", end);
    return true;
}

static void push(const char *piece)
{
    http_server_push(server, piece, strlen(piece));
}

CASE(pieces_go_to_all_streams)
{
    ask(0, "GET", "/events");
    ask(1, "GET", "/events");
    for (int i = 0; i < 2; i++) {
        assert_false(read_until(i, "data: begin\n\n"));
        assert_non_null(strstr(text, "200 OK"));
        assert_null(strstr(text, "Content-Length"));
    }
    push("data: one\n\n");
    push("data: two\n\n");
    for (int i = 0; i < 2; i++) {
        assert_false(read_until(i, "data: two\n\n"));
        assert_string_equal(text, "data: one\n\ndata: two\n\n");
    }
}

CASE(a_head_is_no_stream)
{
    ask(0, "HEAD", "/events");
    assert_true(read_until(0, "no such text"));
    assert_non_null(strstr(text, "200 OK"));
}

CASE(streams_are_limited_and_one_that_ends_makes_room)
{
    for (int i = 0; i < HTTP_STREAMS_MAX; i++) {
        ask(i, "GET", "/events");
        assert_false(read_until(i, "begin"));
    }
    ask(HTTP_STREAMS_MAX, "GET", "/events");
    assert_true(read_until(HTTP_STREAMS_MAX, "no such text"));
    assert_non_null(strstr(text, "503"));
    (void)close(clients[HTTP_STREAMS_MAX]);
    (void)close(clients[0]);
    do { /* until the server has seen that the first one is gone */
        ask(0, "GET", "/events");
        (void)read_until(0, "\r\n");
        if (strstr(text, "503") != NULL) {
            (void)close(clients[0]);
        }
    } while (strstr(text, "503") != NULL);
    assert_non_null(strstr(text, "200 OK"));
    clients[HTTP_STREAMS_MAX] = -1;
}

CASE(a_reader_that_is_far_behind_is_closed_and_no_other)
{
    enum { PIECES = 200 }; /* 6.5 MB: more than the kernel keeps for a socket */
    ask(0, "GET", "/events");
    ask(1, "GET", "/events");
    assert_false(read_until(0, "begin"));
    assert_false(read_until(1, "begin"));
    static char piece[PIECE];
    memset(piece, 'x', sizeof piece);
    for (int i = 0; i < PIECES; i++) {
        http_server_push(server, piece, sizeof piece);
        for (int64_t late = clock_ms() + LIMIT_MS, left = PIECE; left > 0; serve()) {
            ssize_t length = recv(clients[1], text, (size_t)left, MSG_DONTWAIT);
            assert_int_not_equal(length, 0); /* who reads stays */
            left -= length > 0 ? length : 0;
            assert_true(clock_ms() < late);
        }
    }
    push("data: end\n\n");
    assert_false(read_until(1, "data: end\n\n"));
    assert_true(read_until(0, "data: end\n\n"));
}

static void serve_for(int ms)
{
    for (int64_t end = clock_ms() + ms; clock_ms() < end; serve()) {
    }
}

TEST_WITH(a_stream_that_has_nothing_to_say_outlives_the_deadline, set_up_hasty,
          tear_down)
{
    ask(0, "GET", "/events");
    assert_false(read_until(0, "begin"));
    serve_for(5 * SHORT_MS);
    push("data: end\n\n");
    assert_false(read_until(0, "data: end\n\n"));
}

static int count_events(void)
{
    return event_base_get_num_events(base, EVENT_BASE_COUNT_ADDED);
}

/* Far fewer bytes are waiting then than a stream may be behind. */
TEST_WITH(a_reader_that_takes_nothing_is_closed_at_the_deadline, set_up_hasty,
          tear_down)
{
    enum { PIECES = 200, WAITING = 4 };
    static char piece[PIECE];
    size_t taken = 0;
    int pieces = 0;
    memset(piece, 'x', sizeof piece);
    int before = count_events();
    ask(0, "GET", "/events");
    assert_false(read_until(0, "begin"));
    while (count_events() > before && pieces < PIECES) {
        http_server_push(server, piece, sizeof piece);
        pieces++;
        serve_for(3 * SHORT_MS);
    }
    assert_true(pieces < PIECES);
    for (ssize_t length; (length = recv(clients[0], text, sizeof text, 0)) > 0;) {
        taken += (size_t)length;
    }
    assert_true(taken / PIECE + WAITING > (size_t)pieces);
    assert_true(WAITING * PIECE < HTTP_STREAM_UNSENT_MAX);
}

TEST_MAIN(NULL, NULL)
