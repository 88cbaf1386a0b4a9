#pragma once
/*
 * A small server for tests of the client, on the same event loop: it logs our_bot in,
 * obeys `set` and `toggle ready`, answers `roll` and `bye`, and keeps what it heard.
 */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <arpa/inet.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/bufferevent_ssl.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>

#include "tests/unit/test_case.h"

#define PASSWORD "secret_pw"
#define BOARD                                                                          \
    "board:You:opp_a:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:" \
    "3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
#define OWN_WHO(ready) "5 our_bot - - " ready " 0 1650.00 400 3 1700000000 host c -\r\n"

enum { CONNECTIONS_MAX = 64, TEXT_SIZE = 64 * 1024 };

struct server;

struct connection {
    struct server *server;
    struct bufferevent *bev;
    struct evbuffer *pending; /* goes out byte by byte */
    bool is_ready;
    bool is_closing; /* once all is written */
};

struct server {
    struct event_base *base;
    struct evconnlistener *listener;
    int port;
    SSL_CTX *tls;
    bool writes_single_bytes;
    const char *answer_to_roll; /* NULL: a roll and a board */
    struct connection connections[CONNECTIONS_MAX];
    int accepted;
    char heard[TEXT_SIZE]; /* every line, each with \n */
};

static inline void close_connection(struct connection *connection)
{
    if (connection->bev != NULL) {
        bufferevent_free(connection->bev);
        evbuffer_free(connection->pending);
        connection->bev = NULL;
    }
}

static inline void pass_on(struct bufferevent *bev, void *arg)
{
    struct connection *connection = arg;
    struct evbuffer *output = bufferevent_get_output(bev);
    size_t left = evbuffer_get_length(connection->pending);
    if (left > 0) {
        size_t count = connection->server->writes_single_bytes ? 1 : left;
        (void)evbuffer_remove_buffer(connection->pending, output, count);
    } else if (connection->is_closing && evbuffer_get_length(output) == 0) {
        close_connection(connection);
    }
}

static inline void say(struct connection *connection, const char *text)
{
    bool was_idle = evbuffer_get_length(connection->pending) == 0 &&
                    evbuffer_get_length(bufferevent_get_output(connection->bev)) == 0;
    (void)evbuffer_add(connection->pending, text, strlen(text));
    if (was_idle) {
        pass_on(connection->bev, connection);
    }
}

static inline void answer_login(struct connection *connection, const char *line)
{
    if (strcmp(line, "login our_client 1008 our_bot " PASSWORD) != 0) {
        say(connection, "\xff\xfc\x01\r\nlogin: ");
        return;
    }
    say(connection, "1 our_bot 1699990000 192.0.2.10\r\n"
                    "2 our_bot 1 1 0 0 0 0 1 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC\r\n"
                    "3\r\n| 4 new rules |\r\n4\r\n" OWN_WHO("0") "6\r\n");
}

static inline void answer_set(struct connection *connection, const char *line)
{
    char variable[32], value[32], text[128];
    assert_int_equal(sscanf(line, "set %31s %31s", variable, value), 2);
    FORMAT_TEXT(text, "Value of '%s' set to %s.\r\n", variable, value);
    say(connection, text);
}

static inline void answer_toggle_ready(struct connection *connection)
{
    connection->is_ready = !connection->is_ready;
    say(connection,
        connection->is_ready
            ? "** You're now ready to invite or join someone.\r\n" OWN_WHO("1") "6\r\n"
            : "** You're now refusing to play with someone.\r\n" OWN_WHO("0") "6\r\n");
}

static inline void answer(struct connection *connection, const char *line)
{
    struct server *server = connection->server;
    size_t length = strlen(server->heard);
    (void)snprintf(server->heard + length, sizeof server->heard - length, "%s\n", line);
    if (strncmp(line, "login ", 6) == 0) {
        answer_login(connection, line);
    } else if (strncmp(line, "set ", 4) == 0) {
        answer_set(connection, line);
    } else if (strcmp(line, "toggle ready") == 0) {
        answer_toggle_ready(connection);
    } else if (strcmp(line, "roll") == 0) {
        say(connection, server->answer_to_roll != NULL ? server->answer_to_roll
                                                       : "You roll 3 and 1.\r\n" BOARD
                                                         "\r\n");
    } else if (strcmp(line, "bye") == 0) {
        say(connection, "            Goodbye.\r\n");
        connection->is_closing = true;
    }
}

static inline void server_reads(struct bufferevent *bev, void *arg)
{
    struct connection *connection = arg;
    char *line;
    while (connection->bev == bev &&
           (line = evbuffer_readln(bufferevent_get_input(bev), NULL,
                                   EVBUFFER_EOL_CRLF_STRICT)) != NULL) {
        answer(connection, line);
        free(line);
    }
}

static inline void greet(struct connection *connection)
{
    say(connection,
        "WELCOME TO THE\r\n"
        "Thursday, January 02 01:27:27 MET   ( Thu Jan  2 00:27:27 2003 UTC "
        ")\r\nlogin: ");
}

static inline void server_event(struct bufferevent *bev, short what, void *arg)
{
    if ((what & BEV_EVENT_CONNECTED) != 0) {
        greet(arg);
    } else {
        close_connection(arg);
    }
}

static inline void accepted(struct evconnlistener *listener, evutil_socket_t fd,
                            struct sockaddr *address, int length, void *arg)
{
    struct server *server = arg;
    int on = 1;
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    assert_true(server->accepted < CONNECTIONS_MAX);
    struct connection *connection = &server->connections[server->accepted++];
    connection->server = server;
    connection->pending = evbuffer_new();
    connection->bev =
        server->tls == NULL
            ? bufferevent_socket_new(server->base, fd, BEV_OPT_CLOSE_ON_FREE)
            : bufferevent_openssl_socket_new(server->base, fd, SSL_new(server->tls),
                                             BUFFEREVENT_SSL_ACCEPTING,
                                             BEV_OPT_CLOSE_ON_FREE);
    bufferevent_setcb(connection->bev, server_reads, pass_on, server_event, connection);
    (void)bufferevent_enable(connection->bev, EV_READ | EV_WRITE);
    if (server->tls == NULL) {
        greet(connection);
    }
}

static inline void start_server(struct server *server, struct event_base *base)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    server->base = base;
    server->listener = evconnlistener_new_bind(
        base, accepted, server, LEV_OPT_CLOSE_ON_FREE | LEV_OPT_REUSEABLE, -1,
        (struct sockaddr *)&address, sizeof address);
    assert_non_null(server->listener);
    assert_int_equal(getsockname(evconnlistener_get_fd(server->listener),
                                 (struct sockaddr *)&address, &length),
                     0);
    server->port = ntohs(address.sin_port);
}

static inline void stop_server(struct server *server)
{
    for (int i = 0; i < server->accepted; i++) {
        close_connection(&server->connections[i]);
    }
    if (server->listener != NULL) {
        evconnlistener_free(server->listener);
        server->listener = NULL;
    }
    SSL_CTX_free(server->tls);
    server->tls = NULL;
}

static inline struct connection *last_connection(struct server *server)
{
    assert_true(server->accepted > 0);
    return &server->connections[server->accepted - 1];
}
