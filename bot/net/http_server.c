#include "bot/net/http_server.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <event2/util.h>
#include <limits.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "bot/net/http_head_internal.h"
#include "bot/net/timer.h"

enum {
    BACKLOG = 64,
    READ_MAX = 16384,      /* bytes read ahead from a connection */
    PAUSE_MS = 1000,       /* of the listener, after an error */
    LINGER_MS = 1000,      /* for the client to close after the answer, */
    LINGER_BYTES = 262144, /* and what it may still send meanwhile */
    LOG_EVERY_S = 60
};

enum stage { READING, ANSWERING, STREAMING, LINGERING };

struct connection {
    struct http_server *server;
    int slot;
    enum stage stage;
    struct bufferevent *stream;
    struct event *deadline;
    const struct http_route *route; /* of a stream */
    size_t discarded;               /* bytes after the request */
    struct http_request request;
};

struct http_server {
    struct http_setup setup;
    struct event_base *base;
    struct evconnlistener *listener;
    struct event *pause; /* pending: the listener is off for a second */
    int fd_max;          /* descriptors from here on are the game's */
    int64_t logged_s;    /* 0: never */
    int64_t second;      /* the current one, */
    int accepted;        /* and connections in it */
    int count;
    struct connection *connections[HTTP_CONNECTIONS_MAX];
};

/* ---- the listener ---------------------------------------------------------------- */

/* On while there is room and no pause. */
static void switch_listener(struct http_server *server)
{
    if (server->count < HTTP_CONNECTIONS_MAX &&
        event_pending(server->pause, EV_TIMEOUT, NULL) == 0) {
        (void)evconnlistener_enable(server->listener);
    } else {
        (void)evconnlistener_disable(server->listener);
    }
}

static void on_pause_end(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    switch_listener(arg);
}

static void log_sometimes(struct http_server *server, const char *reason)
{
    int64_t now_s = clock_ms() / 1000;
    struct error text;
    if (server->logged_s == 0 || now_s - server->logged_s >= LOG_EVERY_S) {
        server->logged_s = now_s;
        error_set(&text, "%s: connections wait: %s", server->setup.name, reason);
        server->setup.log(server->setup.context, text.text);
    }
}

static void pause_listener(struct http_server *server, const char *reason)
{
    log_sometimes(server, reason);
    (void)timer_start(server->pause, PAUSE_MS);
    switch_listener(server);
}

/* ---- the end of a connection ----------------------------------------------------- */

static void close_connection(struct connection *connection)
{
    struct http_server *server = connection->server;
    server->connections[connection->slot] = NULL;
    server->count--;
    bufferevent_free(connection->stream);
    event_free(connection->deadline);
    free(connection);
    switch_listener(server);
}

/* Closing with unread input resets the connection, and the client might lose the answer.
 * So let it close first. */
static void linger(struct connection *connection)
{
    connection->stage = LINGERING;
    (void)shutdown(bufferevent_getfd(connection->stream), SHUT_WR);
    (void)timer_start(connection->deadline, LINGER_MS);
    (void)bufferevent_enable(connection->stream, EV_READ);
}

static void discard_input(struct connection *connection)
{
    struct evbuffer *input = bufferevent_get_input(connection->stream);
    size_t length = evbuffer_get_length(input);
    connection->discarded += length;
    (void)evbuffer_drain(input, length);
    if (connection->discarded > LINGER_BYTES) {
        close_connection(connection);
    }
}

/* ---- answers --------------------------------------------------------------------- */

static void free_body(const void *data, size_t length, void *body)
{
    (void)data;
    (void)length;
    free(body);
}

/* Sends `body` and takes ownership. HEAD gets no body, only its length in the head. */
static void write_body(struct connection *connection, char *body, size_t length)
{
    struct evbuffer *out = bufferevent_get_output(connection->stream);
    bool has_body = connection->request.method != HTTP_HEAD && length > 0;
    if (!has_body || evbuffer_add_reference(out, body, length, free_body, body) != 0) {
        free(body);
    }
}

/* Lets the route write the body if `status` is HTTP_OK; the other bodies tell the status.
 * Returns the status of the answer. `body` is NULL or the caller's to free. */
static enum http_status make_body(const struct connection *connection,
                                  const struct http_route *route,
                                  enum http_status status, char **body, size_t *length)
{
    FILE *file = open_memstream(body, length);
    if (file == NULL) {
        return HTTP_INTERNAL_ERROR;
    }
    if (status == HTTP_OK) {
        void *context = connection->server->setup.context;
        status = route->answer(context, &connection->request, file);
    } else {
        fprintf(file, "%d %s\n", (int)status, http_head_phrase(status));
    }
    (void)fclose(file);
    return status;
}

static bool is_streamed(const struct http_route *route,
                        const struct http_request *request)
{
    return route != NULL && route->is_stream && request->method == HTTP_GET;
}

/* Reads on, to see when the client goes. */
static void start_stream(struct connection *connection, const struct http_route *route)
{
    int ms = connection->server->setup.deadline_ms;
    const struct timeval late = {.tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000};
    connection->stage = STREAMING;
    connection->route = route;
    (void)timer_start(connection->deadline, HTTP_STREAM_MS);
    (void)bufferevent_set_timeouts(connection->stream, NULL, &late);
    (void)bufferevent_enable(connection->stream, EV_READ);
}

/* Answers by the route if `status` is HTTP_OK, else with `status`. */
static void answer(struct connection *connection, const struct http_route *route,
                   enum http_status status)
{
    struct evbuffer *out = bufferevent_get_output(connection->stream);
    const char *type = status == HTTP_OK ? route->type : "text/plain; charset=utf-8";
    char *body = NULL;
    size_t length = 0;
    status = make_body(connection, route, status, &body, &length);
    connection->stage = ANSWERING;
    (void)bufferevent_disable(connection->stream, EV_READ);
    (void)timer_start(connection->deadline, connection->server->setup.deadline_ms);
    const struct http_head head = {status, type, length};
    http_head_write(&head, route, out);
    write_body(connection, body, length);
    if (status == HTTP_OK && is_streamed(route, &connection->request)) {
        start_stream(connection, route);
    }
}

/* ---- requests -------------------------------------------------------------------- */

/* "localhost", "127.0.0.1" or "[::1]", with or without a port. */
static bool is_local(const char *host)
{
    static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t length = strlen(names[i]);
        if (strncasecmp(host, names[i], length) == 0) {
            const char *rest = host + length;
            return *rest == '\0' ||
                   (*rest == ':' && rest[1 + strspn(rest + 1, "0123456789")] == '\0');
        }
    }
    return false;
}

static bool is_route_of(const struct http_route *route, const char *path)
{
    size_t length = strlen(route->path);
    bool is_folder = length > 1 && route->path[length - 1] == '/';
    return is_folder ? strncmp(path, route->path, length) == 0
                     : strcmp(path, route->path) == 0;
}

/* "http://HOST" of this request, or no word of it. */
static bool is_own_origin(const struct http_request *request)
{
    static const char scheme[] = "http://";
    const size_t length = sizeof scheme - 1;
    return request->origin[0] == '\0' ||
           (strncmp(request->origin, scheme, length) == 0 &&
            strcmp(request->origin + length, request->host) == 0);
}

/* Returns the path behind the prefix, or NULL. Takes the same time for any wrong one. */
static const char *strip_prefix(const struct http_setup *setup, const char *path)
{
    size_t length = strlen(setup->prefix);
    unsigned differs = 0;
    if (strlen(path) < length) {
        return NULL;
    }
    for (size_t i = 0; i < length; i++) {
        differs |= (unsigned)(path[i] ^ setup->prefix[i]);
    }
    return differs == 0 ? path + length : NULL;
}

static const struct http_route *find_route(const struct http_setup *setup,
                                           const char *path)
{
    for (int i = 0; i < setup->route_count; i++) {
        if (is_route_of(&setup->routes[i], path)) {
            return &setup->routes[i];
        }
    }
    return NULL;
}

static bool is_allowed(const struct http_route *route, enum http_method method)
{
    return (route->methods & (method == HTTP_HEAD ? HTTP_GET : method)) != 0;
}

static size_t unsent_bytes(const struct http_server *server)
{
    size_t sum = 0;
    for (int i = 0; i < HTTP_CONNECTIONS_MAX; i++) {
        const struct connection *connection = server->connections[i];
        if (connection != NULL) {
            sum += evbuffer_get_length(bufferevent_get_output(connection->stream));
        }
    }
    return sum;
}

static int count_streams(const struct http_server *server, const char *path)
{
    int count = 0;
    for (int i = 0; i < HTTP_CONNECTIONS_MAX; i++) {
        const struct connection *connection = server->connections[i];
        count += connection != NULL && connection->stage == STREAMING &&
                 strcmp(connection->route->path, path) == 0;
    }
    return count;
}

static bool is_full_of_streams(const struct http_server *server,
                               const struct http_route *route)
{
    return route->is_stream && count_streams(server, route->path) >= HTTP_STREAMS_MAX;
}

static void answer_request(struct connection *connection)
{
    const struct http_server *server = connection->server;
    const struct http_request *request = &connection->request;
    const char *path = strip_prefix(&server->setup, request->path);
    const struct http_route *route =
        path == NULL ? NULL : find_route(&server->setup, path);
    enum http_status status = request->status;
    if (status == HTTP_OK) {
        bool is_known =
            path != NULL && is_local(request->host) && is_own_origin(request);
        status = !is_known                                ? HTTP_FORBIDDEN
                 : route == NULL                          ? HTTP_NOT_FOUND
                 : !is_allowed(route, request->method)    ? HTTP_METHOD_NOT_ALLOWED
                 : unsent_bytes(server) > HTTP_UNSENT_MAX ? HTTP_UNAVAILABLE
                 : is_full_of_streams(server, route)      ? HTTP_UNAVAILABLE
                                                          : HTTP_OK;
    }
    answer(connection, route, status);
}

void http_server_push(struct http_server *server, const char *path, const char *piece,
                      size_t length)
{
    for (int i = 0; i < HTTP_CONNECTIONS_MAX; i++) {
        struct connection *connection = server->connections[i];
        if (connection == NULL || connection->stage != STREAMING ||
            strcmp(connection->route->path, path) != 0) {
            continue;
        }
        struct evbuffer *out = bufferevent_get_output(connection->stream);
        if (evbuffer_get_length(out) + length > HTTP_STREAM_UNSENT_MAX ||
            evbuffer_add(out, piece, length) != 0) {
            close_connection(connection);
        }
    }
}

/* ---- a connection ---------------------------------------------------------------- */

static void on_readable(struct bufferevent *stream, void *arg)
{
    struct connection *connection = arg;
    char bytes[1024];
    size_t length;
    if (connection->stage >= STREAMING) {
        discard_input(connection);
        return;
    }
    while (connection->request.status == HTTP_MORE &&
           (length = bufferevent_read(stream, bytes, sizeof bytes)) > 0) {
        (void)http_request_feed(&connection->request, bytes, length);
    }
    if (connection->request.status != HTTP_MORE) {
        answer_request(connection);
    }
}

/* All has been sent. */
static void on_written(struct bufferevent *stream, void *arg)
{
    struct connection *connection = arg;
    (void)stream;
    if (connection->stage == ANSWERING) {
        linger(connection);
    }
}

static void on_end(struct bufferevent *stream, short what, void *arg)
{
    (void)stream;
    (void)what;
    close_connection(arg);
}

static void on_deadline(evutil_socket_t fd, short what, void *arg)
{
    struct connection *connection = arg;
    (void)fd;
    (void)what;
    if (connection->stage == READING && connection->request.head_length > 0) {
        answer(connection, NULL, HTTP_TIMEOUT);
    } else {
        close_connection(connection);
    }
}

/* The listener is off while there is no free slot. False: no memory; `fd` is still the
 * caller's. */
static bool open_connection(struct http_server *server, evutil_socket_t fd)
{
    struct connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        return false;
    }
    connection->server = server;
    while (server->connections[connection->slot] != NULL) {
        connection->slot++;
    }
    connection->deadline = evtimer_new(server->base, on_deadline, connection);
    if (connection->deadline != NULL) {
        connection->stream =
            bufferevent_socket_new(server->base, fd, BEV_OPT_CLOSE_ON_FREE);
    }
    if (connection->stream == NULL) {
        if (connection->deadline != NULL) {
            event_free(connection->deadline);
        }
        free(connection);
        return false;
    }
    server->connections[connection->slot] = connection;
    server->count++;
    bufferevent_setwatermark(connection->stream, EV_READ, 0, READ_MAX);
    bufferevent_setcb(connection->stream, on_readable, on_written, on_end, connection);
    (void)timer_start(connection->deadline, server->setup.deadline_ms);
    (void)bufferevent_enable(connection->stream, EV_READ | EV_WRITE);
    return true;
}

/* ---- the server ------------------------------------------------------------------ */

/* True for the last connection that a second may bring. */
static bool is_rate_reached(struct http_server *server)
{
    int64_t now_s = clock_ms() / 1000;
    if (now_s != server->second) {
        server->second = now_s;
        server->accepted = 0;
    }
    return ++server->accepted >= HTTP_RATE_MAX;
}

/* New descriptors get the lowest free number, so `fd` tells how many are in use. */
static void on_accept(struct evconnlistener *listener, evutil_socket_t fd,
                      struct sockaddr *address, int length, void *arg)
{
    struct http_server *server = arg;
    (void)listener;
    (void)address;
    (void)length;
    if (fd >= server->fd_max || !open_connection(server, fd)) {
        (void)evutil_closesocket(fd);
        pause_listener(server, fd >= server->fd_max ? "too few descriptors are left"
                                                    : "no memory");
    } else if (is_rate_reached(server)) {
        pause_listener(server, "too many in a second");
    } else if (server->count == HTTP_CONNECTIONS_MAX) {
        log_sometimes(server, "too many at once");
        switch_listener(server);
    }
}

static void on_accept_error(struct evconnlistener *listener, void *arg)
{
    (void)listener;
    pause_listener(arg, strerror(errno));
}

static int fd_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > INT_MAX) {
        return INT_MAX;
    }
    int count = (int)limit.rlim_cur;
    return count - (count / 4 < HTTP_FD_RESERVE ? count / 4 : HTTP_FD_RESERVE);
}

static bool open_listener(struct http_server *server)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)server->setup.port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const unsigned flags =
        LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE;
    server->listener =
        evconnlistener_new_bind(server->base, on_accept, server, flags, BACKLOG,
                                (struct sockaddr *)&address, sizeof address);
    if (server->listener != NULL) {
        evconnlistener_set_error_cb(server->listener, on_accept_error);
    }
    return server->listener != NULL;
}

struct http_server *http_server_new(struct event_base *base,
                                    const struct http_setup *setup, struct error *err)
{
    struct http_server *server = calloc(1, sizeof *server);
    if (server == NULL) {
        error_set(err, "%s: no memory", setup->name);
        return NULL;
    }
    server->setup = *setup;
    server->base = base;
    server->fd_max = fd_limit();
    server->pause = evtimer_new(base, on_pause_end, server);
    if (server->pause == NULL || !open_listener(server)) {
        error_set(err, "%s: port %d of 127.0.0.1: %s", setup->name, setup->port,
                  strerror(errno));
        http_server_free(server);
        return NULL;
    }
    return server;
}

void http_server_free(struct http_server *server)
{
    if (server == NULL) {
        return;
    }
    for (int i = 0; i < HTTP_CONNECTIONS_MAX; i++) {
        if (server->connections[i] != NULL) {
            close_connection(server->connections[i]);
        }
    }
    if (server->listener != NULL) {
        evconnlistener_free(server->listener);
    }
    if (server->pause != NULL) {
        event_free(server->pause);
    }
    free(server);
}

int http_server_port(const struct http_server *server)
{
    struct sockaddr_in address = {0};
    socklen_t length = sizeof address;
    return getsockname(evconnlistener_get_fd(server->listener),
                       (struct sockaddr *)&address, &length) == 0
               ? ntohs(address.sin_port)
               : 0;
}
