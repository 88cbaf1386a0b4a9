/*
 * The client over real sockets on the loopback, with a small scripted server on the
 * same event loop. Certificates are made here, so that they never expire in a drawer.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/bufferevent_ssl.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "fibs/client.h"

#define PASSWORD "secret_pw"
#define BOARD                                                                          \
    "board:You:opp_a:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:" \
    "3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
#define OWN_WHO(ready) "5 our_bot - - " ready " 0 1650.00 400 3 1700000000 host c -\r\n"

enum { PATIENCE_S = 10, CONNECTIONS_MAX = 64, TEXT_SIZE = 64 * 1024 };

/* ---- the server ----------------------------------------------------------- */

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

static void close_connection(struct connection *connection)
{
    if (connection->bev != NULL) {
        bufferevent_free(connection->bev);
        evbuffer_free(connection->pending);
        connection->bev = NULL;
    }
}

static void pass_on(struct bufferevent *bev, void *arg)
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

static void say(struct connection *connection, const char *text)
{
    bool was_idle = evbuffer_get_length(connection->pending) == 0 &&
                    evbuffer_get_length(bufferevent_get_output(connection->bev)) == 0;
    (void)evbuffer_add(connection->pending, text, strlen(text));
    if (was_idle) {
        pass_on(connection->bev, connection);
    }
}

static void answer_login(struct connection *connection, const char *line)
{
    if (strcmp(line, "login our_client 1008 our_bot " PASSWORD) != 0) {
        say(connection, "\xff\xfc\x01\r\nlogin: ");
        return;
    }
    say(connection, "1 our_bot 1699990000 192.0.2.10\r\n"
                    "2 our_bot 1 1 0 0 0 0 1 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC\r\n"
                    "3\r\n| 4 new rules |\r\n4\r\n" OWN_WHO("0") "6\r\n");
}

static void answer_set(struct connection *connection, const char *line)
{
    char variable[32], value[32], text[128];
    assert_int_equal(sscanf(line, "set %31s %31s", variable, value), 2);
    (void)snprintf(text, sizeof text, "Value of '%s' set to %s.\r\n", variable, value);
    say(connection, text);
}

static void answer_toggle_ready(struct connection *connection)
{
    connection->is_ready = !connection->is_ready;
    say(connection,
        connection->is_ready
            ? "** You're now ready to invite or join someone.\r\n" OWN_WHO("1") "6\r\n"
            : "** You're now refusing to play with someone.\r\n" OWN_WHO("0") "6\r\n");
}

static void answer(struct connection *connection, const char *line)
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

static void server_reads(struct bufferevent *bev, void *arg)
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

static void greet(struct connection *connection)
{
    say(connection,
        "WELCOME TO THE\r\n"
        "Thursday, January 02 01:27:27 MET   ( Thu Jan  2 00:27:27 2003 UTC "
        ")\r\nlogin: ");
}

static void server_event(struct bufferevent *bev, short what, void *arg)
{
    (void)bev;
    if ((what & BEV_EVENT_CONNECTED) != 0) {
        greet(arg);
    } else {
        close_connection(arg);
    }
}

static void accepted(struct evconnlistener *listener, evutil_socket_t fd,
                     struct sockaddr *address, int length, void *arg)
{
    struct server *server = arg;
    int on = 1;
    (void)listener;
    (void)address;
    (void)length;
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

static void start_server(struct server *server, struct event_base *base)
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

static void stop_server(struct server *server)
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

static struct connection *last_connection(struct server *server)
{
    assert_true(server->accepted > 0);
    return &server->connections[server->accepted - 1];
}

/* ---- certificates --------------------------------------------------------- */

struct identity {
    EVP_PKEY *key;
    X509 *certificate;
};

static void add_extension(X509 *certificate, X509 *issuer, int nid, const char *value)
{
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, nid, value);
    assert_non_null(extension);
    assert_int_equal(X509_add_ext(certificate, extension, -1), 1);
    X509_EXTENSION_free(extension);
}

/* Signed by `issuer`, or by itself when NULL; `names`: "DNS:localhost", NULL: an
 * authority. Valid from a day ago for `days` days. */
static struct identity make_identity(const struct identity *issuer, const char *names,
                                     int days)
{
    struct identity made = {EVP_EC_gen("P-256"), X509_new()};
    const struct identity *signer = issuer != NULL ? issuer : &made;
    X509 *certificate = made.certificate;
    assert_non_null(made.key);
    X509_set_version(certificate, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), names != NULL ? 2 : 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -24 * 3600L);
    X509_gmtime_adj(X509_getm_notAfter(certificate), (days - 1) * 24 * 3600L);
    X509_set_pubkey(certificate, made.key);
    X509_NAME *name = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(
        name, "CN", MBSTRING_ASC,
        (const unsigned char *)(names != NULL ? "server" : "authority"), -1, -1, 0);
    X509_set_issuer_name(certificate, X509_get_subject_name(signer->certificate));
    add_extension(certificate, signer->certificate, NID_basic_constraints,
                  names != NULL ? "CA:FALSE" : "critical,CA:TRUE");
    if (names != NULL) {
        add_extension(certificate, signer->certificate, NID_subject_alt_name, names);
    }
    assert_true(X509_sign(certificate, signer->key, EVP_sha256()) > 0);
    return made;
}

static void free_identity(struct identity *identity)
{
    EVP_PKEY_free(identity->key);
    X509_free(identity->certificate);
}

static void write_certificate(const struct identity *identity, const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(PEM_write_X509(file, identity->certificate), 1);
    assert_int_equal(fclose(file), 0);
}

/* ---- the fixture ---------------------------------------------------------- */

struct fixture {
    struct event_base *base;
    struct server server;
    struct fibs_client_config config;
    struct fibs_client *client;
    const char *password; /* NULL: there is none */
    bool stops_when_ready;
    enum fibs_session_state state;
    char reason[200]; /* of the last state */
    int messages[FIBS_MSG_COUNT];
    char trace[TEXT_SIZE], notices[TEXT_SIZE];
    char ca_path[64];
};

static bool give_password(void *arg, char *buffer, size_t size)
{
    struct fixture *f = arg;
    if (f->password == NULL) {
        return false;
    }
    (void)snprintf(buffer, size, "%s", f->password);
    return true;
}

static void take_message(void *arg, const struct fibs_message *message)
{
    struct fixture *f = arg;
    f->messages[message->id]++;
}

static void take_state(void *arg, enum fibs_session_state state, const char *reason)
{
    struct fixture *f = arg;
    f->state = state;
    (void)snprintf(f->reason, sizeof f->reason, "%s", reason);
    if (state == FIBS_READY && f->stops_when_ready) {
        fibs_client_stop(f->client);
    }
}

static void append(char *text, const char *sign, const char *line)
{
    bool is_full = text[TEXT_SIZE - 2] != '\0';
    if (!is_full) {
        size_t length = strlen(text);
        (void)snprintf(text + length, TEXT_SIZE - length, "%s%s\n", sign, line);
    }
}

static void take_notice(void *arg, const char *text)
{
    struct fixture *f = arg;
    append(f->notices, "", text);
}

static void take_trace(void *arg, enum fibs_direction direction, const char *line)
{
    struct fixture *f = arg;
    append(f->trace, direction == FIBS_FROM_SERVER ? "S: " : "C: ", line);
}

static const struct fibs_client_handler handler = {
    give_password, take_message, take_state, take_notice, take_trace,
};

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    *state = f;
    f->base = event_base_new();
    f->password = PASSWORD;
    start_server(&f->server, f->base);
    fibs_client_config_default(&f->config);
    struct fibs_session_config *session = &f->config.session;
    (void)snprintf(session->name, sizeof session->name, "our_bot");
    (void)snprintf(session->client, sizeof session->client, "our_client");
    session->acknowledge_ms = 1000;
    session->backoff_first_ms = 10;
    session->backoff_max_ms = 20;
    (void)snprintf(f->config.host, sizeof f->config.host, "127.0.0.1");
    f->config.port = f->server.port;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    fibs_client_free(f->client);
    stop_server(&f->server);
    (void)event_base_loop(f->base, EVLOOP_NONBLOCK);
    event_base_free(f->base);
    if (f->ca_path[0] != '\0') {
        (void)unlink(f->ca_path);
    }
    free(f);
    return 0;
}

static void start(struct fixture *f)
{
    char why[160] = "";
    f->client = fibs_client_new(f->base, &f->config, &handler, f, why, sizeof why);
    assert_string_equal(why, f->client != NULL ? why : "");
    assert_non_null(f->client);
    fibs_client_start(f->client);
}

typedef bool condition(struct fixture *f);

static void turn_loop(struct fixture *f, condition *is_met)
{
    int64_t end = fibs_client_now_ms() + PATIENCE_S * 1000;
    const struct timeval moment = {0, 20 * 1000};
    while (!is_met(f) && fibs_client_now_ms() < end) {
        (void)event_base_loopexit(f->base, &moment);
        (void)event_base_loop(f->base, EVLOOP_ONCE);
    }
    assert_true(is_met(f));
}

static bool is_ready(struct fixture *f)
{
    return f->state == FIBS_READY;
}

static bool is_failed(struct fixture *f)
{
    return f->state == FIBS_FAILED;
}

static bool is_offline(struct fixture *f)
{
    return f->state == FIBS_OFFLINE;
}

static bool has_connected_twice(struct fixture *f)
{
    return f->server.accepted == 2 && f->state == FIBS_READY;
}

static bool has_board(struct fixture *f)
{
    return f->messages[FIBS_MSG_BOARD] > 0;
}

static bool has_shout(struct fixture *f)
{
    return f->messages[FIBS_MSG_CLIP_SHOUTS] > 0;
}

static void send_plain(struct fixture *f, enum fibs_command_id id)
{
    struct fibs_command command;
    assert_true(fibs_command_plain(&command, id));
    assert_true(fibs_client_send(f->client, &command));
}

/* ---- plain connections ---------------------------------------------------- */

static void logs_in_plays_and_logs_out(void **state)
{
    struct fixture *f = *state;
    start(f);
    turn_loop(f, is_ready);
    assert_string_equal(f->server.heard,
                        "login our_client 1008 our_bot " PASSWORD "\n"
                        "set boardstyle 3\nset linelength 0\nset pagelength 0\n");
    send_plain(f, FIBS_CMD_ROLL);
    turn_loop(f, has_board);
    assert_int_equal(f->messages[FIBS_MSG_YOU_ROLL], 1);
    fibs_client_stop(f->client);
    turn_loop(f, is_offline);
    assert_int_equal(f->messages[FIBS_MSG_GOODBYE], 1);
    assert_int_equal(f->server.accepted, 1);
}

static void trace_holds_all_lines_but_no_password(void **state)
{
    struct fixture *f = *state;
    start(f);
    turn_loop(f, is_ready);
    assert_non_null(strstr(f->trace, "S: login:\nC: login our_client 1008 our_bot ***\n"
                                     "S: 1 our_bot 1699990000 192.0.2.10\n"));
    assert_non_null(strstr(f->trace, "S: | 4 new rules |\n"));
    assert_non_null(strstr(f->trace, "C: set boardstyle 3\n"));
    assert_null(strstr(f->trace, PASSWORD));
}

static void bytes_may_come_one_by_one(void **state)
{
    struct fixture *f = *state;
    f->server.writes_single_bytes = true;
    start(f);
    turn_loop(f, is_ready);
    send_plain(f, FIBS_CMD_ROLL);
    turn_loop(f, has_board);
    assert_int_equal(f->messages[FIBS_MSG_UNKNOWN], 0);
}

static void lines_may_come_glued(void **state)
{
    struct fixture *f = *state;
    f->server.answer_to_roll =
        "opp_a rolls 6 and 4." BOARD "5 our_bot opp_a - 1 0 1650.00 400 3 1700000000 "
        "host c -\n6\n";
    start(f);
    turn_loop(f, is_ready);
    send_plain(f, FIBS_CMD_ROLL);
    turn_loop(f, has_board);
    assert_int_equal(f->messages[FIBS_MSG_OPP_ROLLS], 1);
    assert_string_equal(fibs_client_account(f->client)->opponent, "opp_a");
}

static void board_without_line_end_is_heard(void **state)
{
    struct fixture *f = *state;
    f->server.answer_to_roll = "You roll 3 and 1.\r\n" BOARD;
    f->config.session.acknowledge_ms = 50;
    start(f);
    turn_loop(f, is_ready);
    send_plain(f, FIBS_CMD_ROLL);
    turn_loop(f, has_board);
    say(last_connection(&f->server), "\r\n13 opp_a hi\r\n");
    turn_loop(f, has_shout);
    assert_int_equal(f->messages[FIBS_MSG_BOARD], 1);
}

static void dropped_connection_is_made_again(void **state)
{
    struct fixture *f = *state;
    start(f);
    turn_loop(f, is_ready);
    close_connection(last_connection(&f->server));
    turn_loop(f, has_connected_twice);
}

static void last_words_without_line_end_are_heard(void **state)
{
    struct fixture *f = *state;
    start(f);
    turn_loop(f, is_ready);
    struct connection *connection = last_connection(&f->server);
    say(connection, "Connection timed out.");
    connection->is_closing = true;
    turn_loop(f, has_connected_twice);
    assert_int_equal(f->messages[FIBS_MSG_CONN_TIMEOUT], 1);
}

static void wrong_password_is_final(void **state)
{
    struct fixture *f = *state;
    f->password = "wrong";
    f->config.session.acknowledge_ms = 20;
    start(f);
    turn_loop(f, is_failed);
    for (int i = 0; i < 5; i++) {
        const struct timeval moment = {0, 20 * 1000};
        (void)event_base_loopexit(f->base, &moment);
        (void)event_base_dispatch(f->base);
    }
    assert_int_equal(f->server.accepted, 1);
    assert_null(strstr(f->trace, "wrong"));
}

static void missing_password_is_final(void **state)
{
    struct fixture *f = *state;
    f->password = NULL;
    start(f);
    turn_loop(f, is_failed);
    assert_string_equal(f->reason, "there is no password");
}

static void password_with_line_end_is_not_sent(void **state)
{
    struct fixture *f = *state;
    f->password = "secret\r\nshout hello";
    start(f);
    turn_loop(f, is_failed);
    assert_string_equal(f->server.heard, "");
}

static bool has_been_refused(struct fixture *f)
{
    return f->state == FIBS_BACKOFF && strstr(f->reason, "cannot connect") != NULL;
}

static void nobody_listening_is_tried_again(void **state)
{
    struct fixture *f = *state;
    evconnlistener_free(f->server.listener);
    f->server.listener = NULL;
    start(f);
    turn_loop(f, has_been_refused);
    assert_string_equal(f->reason, "cannot connect: Connection refused");
    start_server(&f->server, f->base);
    fibs_client_free(f->client);
    f->config.port = f->server.port;
    start(f);
    turn_loop(f, is_ready);
}

/* "localhost" may be ::1 first, where nobody listens. */
static void every_address_of_a_name_is_tried(void **state)
{
    struct fixture *f = *state;
    (void)snprintf(f->config.host, sizeof f->config.host, "localhost");
    start(f);
    turn_loop(f, is_ready);
}

static void client_may_be_freed_in_any_state(void **state)
{
    struct fixture *f = *state;
    start(f);
    fibs_client_free(f->client); /* resolving or connecting */
    start(f);
    while (f->server.accepted == 0) {
        (void)event_base_loop(f->base, EVLOOP_ONCE);
    }
    fibs_client_free(f->client); /* logging in */
    start(f);
    turn_loop(f, is_ready);
    fibs_client_free(f->client);
    f->client = NULL;
}

/* Names under .invalid exist nowhere (RFC 2606); the resolver is still asking. */
static void client_may_be_freed_while_its_host_is_looked_up(void **state)
{
    struct fixture *f = *state;
    (void)snprintf(f->config.host, sizeof f->config.host, "fibs.invalid");
    start(f);
    (void)event_base_loop(f->base, EVLOOP_NONBLOCK);
    fibs_client_free(f->client);
    f->client = NULL;
    for (int i = 0; i < 3; i++) {
        (void)event_base_loop(f->base, EVLOOP_NONBLOCK);
    }
}

static void handler_may_stop_the_client(void **state)
{
    struct fixture *f = *state;
    f->stops_when_ready = true;
    start(f);
    turn_loop(f, is_offline);
    assert_non_null(strstr(f->server.heard, "\nbye\n"));
}

static bool is_account_ready(struct fixture *f)
{
    return fibs_client_account(f->client)->is_ready;
}

static void ready_is_toggled_over_the_wire(void **state)
{
    struct fixture *f = *state;
    start(f);
    turn_loop(f, is_ready);
    fibs_client_set_ready(f->client, true);
    fibs_client_set_ready(f->client, true);
    turn_loop(f, is_account_ready);
    turn_loop(f, is_ready);
    assert_true(last_connection(&f->server)->is_ready);
}

enum { FLOOD_LINES = 40000 };

static bool has_flood(struct fixture *f)
{
    return f->messages[FIBS_MSG_CLIP_SHOUTS] == FLOOD_LINES &&
           f->messages[FIBS_MSG_BOARD] > 0;
}

/* Two megabytes of shouts and who lines at once, then the answer to a command. */
static void flood_is_survived(void **state)
{
    struct fixture *f = *state;
    start(f);
    turn_loop(f, is_ready);
    struct connection *connection = last_connection(&f->server);
    for (int i = 0; i < FLOOD_LINES; i++) {
        say(connection, "13 opp_a Anybody for a 5 point match?\r\n"
                        "5 o - - 1 0 1.0 1 1 1 h c -\r\n");
    }
    send_plain(f, FIBS_CMD_ROLL);
    turn_loop(f, has_flood);
    assert_int_equal(f->state, FIBS_READY);
}

static bool has_unknown(struct fixture *f)
{
    return f->messages[FIBS_MSG_UNKNOWN] > 0;
}

static void endless_line_is_survived(void **state)
{
    struct fixture *f = *state;
    start(f);
    turn_loop(f, is_ready);
    struct connection *connection = last_connection(&f->server);
    for (int i = 0; i < 100000; i++) {
        say(connection, "no end in sight ");
    }
    say(connection, "\n");
    turn_loop(f, has_unknown);
    assert_int_equal(f->messages[FIBS_MSG_UNKNOWN], 1);
}

static void many_clients_share_a_loop(void **state)
{
    struct fixture *f = *state;
    struct fibs_client *clients[20];
    const size_t count = sizeof clients / sizeof clients[0];
    for (size_t i = 0; i < count; i++) {
        clients[i] = fibs_client_new(f->base, &f->config, &handler, f, NULL, 0);
        fibs_client_start(clients[i]);
    }
    for (size_t i = 0; i < count; i++) {
        int64_t end = fibs_client_now_ms() + PATIENCE_S * 1000;
        while (fibs_client_state(clients[i]) != FIBS_READY &&
               fibs_client_now_ms() < end) {
            (void)event_base_loop(f->base, EVLOOP_ONCE);
        }
        assert_int_equal(fibs_client_state(clients[i]), FIBS_READY);
    }
    for (size_t i = 0; i < count; i++) {
        fibs_client_free(clients[i]);
    }
}

/* ---- TLS ------------------------------------------------------------------ */

/* The server shows a certificate for `names`, valid for `days`; the client trusts the
 * authority that signed it, or another one. */
static void use_tls(struct fixture *f, const char *names, int days, bool is_trusted)
{
    struct identity authority = make_identity(NULL, NULL, 10);
    struct identity other = make_identity(NULL, NULL, 10);
    struct identity server = make_identity(&authority, names, days);
    (void)snprintf(f->ca_path, sizeof f->ca_path, "/tmp/test_client_%ld.pem",
                   (long)getpid());
    write_certificate(is_trusted ? &authority : &other, f->ca_path);
    f->server.tls = SSL_CTX_new(TLS_server_method());
    assert_int_equal(SSL_CTX_use_certificate(f->server.tls, server.certificate), 1);
    assert_int_equal(SSL_CTX_use_PrivateKey(f->server.tls, server.key), 1);
    f->config.has_tls = true;
    f->config.ca_file = f->ca_path;
    free_identity(&authority);
    free_identity(&other);
    free_identity(&server);
}

static void expect_refused_certificate(struct fixture *f, const char *why)
{
    start(f);
    turn_loop(f, is_failed);
    assert_string_equal(f->reason, why);
    assert_string_equal(f->server.heard, "");
    assert_int_equal(f->server.accepted, 1);
}

static void tls_with_a_good_certificate_works(void **state)
{
    struct fixture *f = *state;
    use_tls(f, "DNS:localhost", 10, true);
    (void)snprintf(f->config.host, sizeof f->config.host, "localhost");
    f->server.writes_single_bytes = true;
    start(f);
    turn_loop(f, is_ready);
    send_plain(f, FIBS_CMD_ROLL);
    turn_loop(f, has_board);
    close_connection(last_connection(&f->server));
    turn_loop(f, has_connected_twice);
}

static void tls_checks_an_address_too(void **state)
{
    struct fixture *f = *state;
    use_tls(f, "IP:127.0.0.1", 10, true);
    start(f);
    turn_loop(f, is_ready);
}

static void certificate_for_another_host_is_final(void **state)
{
    struct fixture *f = *state;
    use_tls(f, "DNS:fibs.example.org", 10, true);
    (void)snprintf(f->config.host, sizeof f->config.host, "localhost");
    expect_refused_certificate(f, "certificate refused: hostname mismatch");
}

static void certificate_for_another_address_is_final(void **state)
{
    struct fixture *f = *state;
    use_tls(f, "IP:127.0.0.2", 10, true);
    expect_refused_certificate(f, "certificate refused: IP address mismatch");
}

static void certificate_of_an_unknown_authority_is_final(void **state)
{
    struct fixture *f = *state;
    use_tls(f, "IP:127.0.0.1", 10, false);
    start(f);
    turn_loop(f, is_failed);
    assert_non_null(strstr(f->reason, "certificate refused: "));
    assert_string_equal(f->server.heard, "");
}

static void expired_certificate_is_final(void **state)
{
    struct fixture *f = *state;
    use_tls(f, "IP:127.0.0.1", 0, true);
    expect_refused_certificate(f, "certificate refused: certificate has expired");
}

static void certificate_outside_the_systems_store_is_final(void **state)
{
    struct fixture *f = *state;
    use_tls(f, "IP:127.0.0.1", 10, true);
    f->config.ca_file = "";
    start(f);
    turn_loop(f, is_failed);
    assert_non_null(strstr(f->reason, "certificate refused: "));
}

static bool has_tls_error(struct fixture *f)
{
    return f->state == FIBS_BACKOFF;
}

static void server_without_tls_gets_no_password(void **state)
{
    struct fixture *f = *state;
    use_tls(f, "IP:127.0.0.1", 10, true);
    SSL_CTX_free(f->server.tls);
    f->server.tls = NULL;
    start(f);
    turn_loop(f, has_tls_error);
    assert_string_equal(f->reason, "TLS: wrong version number");
    assert_null(strstr(f->server.heard, PASSWORD));
    assert_null(strstr(f->trace, "login"));
}

static void missing_ca_file_is_told_by_name(void **state)
{
    struct fixture *f = *state;
    char why[160];
    f->config.has_tls = true;
    f->config.ca_file = "/nonexistent/ca.pem";
    assert_null(fibs_client_new(f->base, &f->config, &handler, f, why, sizeof why));
    assert_non_null(strstr(why, "/nonexistent/ca.pem"));
    assert_non_null(strstr(why, "No such file"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(logs_in_plays_and_logs_out),
        TEST(trace_holds_all_lines_but_no_password),
        TEST(bytes_may_come_one_by_one),
        TEST(lines_may_come_glued),
        TEST(board_without_line_end_is_heard),
        TEST(dropped_connection_is_made_again),
        TEST(last_words_without_line_end_are_heard),
        TEST(wrong_password_is_final),
        TEST(missing_password_is_final),
        TEST(password_with_line_end_is_not_sent),
        TEST(nobody_listening_is_tried_again),
        TEST(every_address_of_a_name_is_tried),
        TEST(client_may_be_freed_in_any_state),
        TEST(client_may_be_freed_while_its_host_is_looked_up),
        TEST(handler_may_stop_the_client),
        TEST(ready_is_toggled_over_the_wire),
        TEST(flood_is_survived),
        TEST(endless_line_is_survived),
        TEST(many_clients_share_a_loop),
        TEST(tls_with_a_good_certificate_works),
        TEST(tls_checks_an_address_too),
        TEST(certificate_for_another_host_is_final),
        TEST(certificate_for_another_address_is_final),
        TEST(certificate_of_an_unknown_authority_is_final),
        TEST(expired_certificate_is_final),
        TEST(certificate_outside_the_systems_store_is_final),
        TEST(server_without_tls_gets_no_password),
        TEST(missing_ca_file_is_told_by_name),
    };
    (void)signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
