#include "bot/net/http_server.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>

#include "base/clock.h"
#include "base/port/listener.h"
#include "bot/net/timer.h"

enum {
    LINGER_MS = 1000,      /* for the client to close after the answer, */
    LINGER_BYTES = 262144, /* and what it may still send meanwhile */
    SECOND_MS = 1000
};

/* WAITING: for a second that has room for its page. */
enum stage { READING, WAITING, ANSWERING, STREAMING, LINGERING };

struct connection {
    struct http_server *server;
    int slot;
    enum stage stage;
    struct peer *peer;
    size_t discarded; /* bytes after the request */
    struct http_request request;
};

struct http_server {
    struct http_setup setup;
    struct listener *listener;
    struct timer *next_second; /* for those who wait */
    int64_t second;            /* the current one, */
    int answered[2];           /* and pages in it: others, vital ones */
    struct connection *connections[HTTP_CONNECTIONS_MAX];
};

/* ---- the end of a connection ----------------------------------------------------- */

static void forget_connection(void *arg)
{
    struct connection *connection = arg;
    connection->server->connections[connection->slot] = NULL;
    free(connection);
}

static void close_connection(struct connection *connection)
{
    peer_close(connection->peer);
    forget_connection(connection);
}

static struct bufferevent *link_of(const struct connection *connection)
{
    return peer_link(connection->peer);
}

/* Closing with unread input resets the connection, and the client might lose the answer.
 * So let it close first. */
static void linger(struct connection *connection)
{
    connection->stage = LINGERING;
    (void)shutdown(bufferevent_getfd(link_of(connection)), SHUT_WR);
    peer_unsettle(connection->peer);
    peer_set_deadline(connection->peer, LINGER_MS);
    (void)bufferevent_enable(link_of(connection), EV_READ);
}

static void discard_input(struct connection *connection)
{
    struct evbuffer *input = bufferevent_get_input(link_of(connection));
    size_t length = evbuffer_get_length(input);
    connection->discarded += length;
    (void)evbuffer_drain(input, length);
    if (connection->discarded > LINGER_BYTES) {
        close_connection(connection);
    }
}

/* ---- heads of answers ------------------------------------------------------------ */

/* "Not Found"; "" */
static const char *phrase_of(enum http_status status)
{
    static const struct {
        enum http_status status;
        const char *phrase;
    } rows[] = {{HTTP_OK, "OK"},
                {HTTP_BAD_REQUEST, "Bad Request"},
                {HTTP_FORBIDDEN, "Forbidden"},
                {HTTP_NOT_FOUND, "Not Found"},
                {HTTP_METHOD_NOT_ALLOWED, "Method Not Allowed"},
                {HTTP_TIMEOUT, "Request Timeout"},
                {HTTP_CONFLICT, "Conflict"},
                {HTTP_LENGTH_REQUIRED, "Length Required"},
                {HTTP_CONTENT_TOO_LARGE, "Content Too Large"},
                {HTTP_URI_TOO_LONG, "URI Too Long"},
                {HTTP_HEADERS_TOO_LARGE, "Request Header Fields Too Large"},
                {HTTP_INTERNAL_ERROR, "Internal Server Error"},
                {HTTP_NOT_IMPLEMENTED, "Not Implemented"},
                {HTTP_UNAVAILABLE, "Service Unavailable"},
                {HTTP_VERSION_NOT_SUPPORTED, "HTTP Version Not Supported"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].status == status) {
            return rows[i].phrase;
        }
    }
    return "";
}

static const char *allowed_methods(const struct http_route *route)
{
    bool has_get = (route->methods & HTTP_GET) != 0;
    bool has_post = (route->methods & HTTP_POST) != 0;
    return has_get && has_post ? "GET, HEAD, POST" : has_get ? "GET, HEAD" : "POST";
}

static const char fields[] =
    "Cache-Control: no-store\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "X-Frame-Options: DENY\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Connection: close\r\n"
    "Content-Security-Policy: default-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; ";

/* Writes the head of an answer whose body has `length` bytes, which is not told of a stream,
 * and its blank line. `route` may be NULL. */
static void write_answer_head(enum http_status status, const char *type, size_t length,
                              const struct http_route *route, struct evbuffer *out)
{
    char date[64];
    time_t now = time(NULL);
    struct tm utc;
    bool has_policy = route != NULL && route->policy != NULL;
    (void)gmtime_r(&now, &utc);
    (void)strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &utc);
    (void)evbuffer_add_printf(out, "HTTP/1.1 %d %s\r\nDate: %s\r\nContent-Type: %s\r\n",
                              (int)status, phrase_of(status), date, type);
    if (route == NULL || !route->is_stream || status != HTTP_OK) {
        (void)evbuffer_add_printf(out, "Content-Length: %zu\r\n", length);
    }
    if (route != NULL && route->file != NULL && status == HTTP_OK) {
        (void)evbuffer_add_printf(
            out, "Content-Disposition: attachment; filename=\"%s\"\r\n", route->file);
    }
    (void)evbuffer_add_printf(
        out, "%s%s%s\r\n", fields,
        route != NULL && route->has_own_style ? "" : "style-src 'unsafe-inline'; ",
        has_policy ? route->policy : "");
    if (status == HTTP_METHOD_NOT_ALLOWED) {
        (void)evbuffer_add_printf(out, "Allow: %s\r\n", allowed_methods(route));
    }
    (void)evbuffer_add(out, "\r\n", 2);
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
    struct evbuffer *out = bufferevent_get_output(link_of(connection));
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
    if (status == HTTP_OK && route->write != NULL) {
        route->write(file);
    } else if (status == HTTP_OK) {
        void *context = connection->server->setup.context;
        status = route->answer(context, &connection->request, file);
    } else if (status == HTTP_FORBIDDEN && connection->server->setup.refusal != NULL) {
        fprintf(file, "%s\n", connection->server->setup.refusal);
    } else {
        fprintf(file, "%d %s\n", (int)status, phrase_of(status));
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
static void start_stream(struct connection *connection)
{
    int ms = connection->server->setup.deadline_ms;
    const struct timeval late = {.tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000};
    connection->stage = STREAMING;
    peer_set_deadline(connection->peer, HTTP_STREAM_MS);
    (void)bufferevent_set_timeouts(link_of(connection), NULL, &late);
    (void)bufferevent_enable(link_of(connection), EV_READ);
}

/* Answers by the route if `status` is HTTP_OK, else with `status`. */
static void answer(struct connection *connection, const struct http_route *route,
                   enum http_status status)
{
    struct evbuffer *out = bufferevent_get_output(link_of(connection));
    const char *type = status == HTTP_OK ? route->type : "text/plain; charset=utf-8";
    char *body = NULL;
    size_t length = 0;
    status = make_body(connection, route, status, &body, &length);
    connection->stage = ANSWERING;
    (void)bufferevent_disable(link_of(connection), EV_READ);
    peer_set_deadline(connection->peer, connection->server->setup.deadline_ms);
    write_answer_head(status, type, length, route, out);
    write_body(connection, body, length);
    if (status == HTTP_OK && is_streamed(route, &connection->request)) {
        start_stream(connection);
    }
}

/* ---- requests -------------------------------------------------------------------- */

/* "localhost", "127.0.0.1", "[::1]" or the server's address, with or without a port. */
static bool is_here(const struct http_setup *setup, const char *host)
{
    const char *const names[] = {"localhost", "127.0.0.1", "[::1]", setup->address};
    for (size_t i = 0; i < sizeof names / sizeof names[0] && names[i] != NULL; i++) {
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
        sum += connection == NULL ? 0 : peer_unread(connection->peer);
    }
    return sum;
}

int http_server_streams(const struct http_server *server)
{
    int count = 0;
    for (int i = 0; i < HTTP_CONNECTIONS_MAX; i++) {
        const struct connection *connection = server->connections[i];
        count += connection != NULL && connection->stage == STREAMING;
    }
    return count;
}

static bool is_full_of_streams(const struct http_server *server,
                               const struct http_route *route)
{
    return route->is_stream && http_server_streams(server) >= HTTP_STREAMS_MAX;
}

/* The status that is no fault of the route; HTTP_OK: let it answer. */
static enum http_status judge_request(const struct connection *connection,
                                      const struct http_route *route, bool is_known)
{
    const struct http_server *server = connection->server;
    const struct http_request *request = &connection->request;
    return request->status != HTTP_OK            ? request->status
           : !is_known                           ? HTTP_FORBIDDEN
           : route == NULL                       ? HTTP_NOT_FOUND
           : !is_allowed(route, request->method) ? HTTP_METHOD_NOT_ALLOWED
           : route->is_vital                     ? HTTP_OK
           : unsent_bytes(server) > HTTP_UNSENT_MAX || is_full_of_streams(server, route)
               ? HTTP_UNAVAILABLE
               : HTTP_OK;
}

/* The last places are for vital pages, and for saying no to others. */
static bool has_place(const struct connection *connection,
                      const struct http_route *route)
{
    return peer_settle(connection->peer) || (route != NULL && route->is_vital);
}

/* Whether a second has room for one page more. */
static bool takes_turn(struct http_server *server, bool is_vital)
{
    int64_t second = clock_ms() / SECOND_MS;
    if (second != server->second) {
        server->second = second;
        server->answered[0] = server->answered[1] = 0;
    }
    return server->answered[is_vital] < HTTP_RATE_MAX && ++server->answered[is_vital];
}

static void wait_for_turn(struct connection *connection)
{
    struct http_server *server = connection->server;
    connection->stage = WAITING;
    peer_set_deadline(connection->peer, (int64_t)2 * SECOND_MS);
    (void)bufferevent_disable(link_of(connection), EV_READ);
    listener_complain(server->listener, "too many in a second");
    (void)timer_start(server->next_second, SECOND_MS - clock_ms() % SECOND_MS);
}

static void answer_request(struct connection *connection)
{
    struct http_server *server = connection->server;
    const struct http_request *request = &connection->request;
    const char *path = strip_prefix(&server->setup, request->path);
    const struct http_route *route =
        path == NULL ? NULL : find_route(&server->setup, path);
    bool is_known = path != NULL && is_here(&server->setup, request->host) &&
                    is_own_origin(request);
    enum http_status status = judge_request(connection, route, is_known);
    if (!has_place(connection, route)) {
        answer(connection, NULL, status == HTTP_OK ? HTTP_UNAVAILABLE : status);
    } else if (!takes_turn(server, is_known && route != NULL && route->is_vital)) {
        wait_for_turn(connection);
    } else {
        answer(connection, route, status);
    }
}

static void on_next_second(void *context)
{
    const struct http_server *server = context;
    for (int i = 0; i < HTTP_CONNECTIONS_MAX; i++) {
        struct connection *connection = server->connections[i];
        if (connection != NULL && connection->stage == WAITING) {
            answer_request(connection);
        }
    }
}

void http_server_push(struct http_server *server, const char *piece, size_t length)
{
    for (int i = 0; i < HTTP_CONNECTIONS_MAX; i++) {
        struct connection *connection = server->connections[i];
        if (connection == NULL || connection->stage != STREAMING) {
            continue;
        }
        if (peer_unread(connection->peer) + length > HTTP_STREAM_UNSENT_MAX) {
            close_connection(connection);
        } else {
            peer_write(connection->peer, piece, length);
        }
    }
}

/* ---- a connection ---------------------------------------------------------------- */

static void on_readable(void *arg)
{
    struct connection *connection = arg;
    char bytes[1024];
    size_t length;
    if (connection->stage >= STREAMING) {
        discard_input(connection);
        return;
    }
    while (connection->request.status == HTTP_MORE &&
           (length = bufferevent_read(link_of(connection), bytes, sizeof bytes)) > 0) {
        (void)http_request_feed(&connection->request, bytes, length);
    }
    if (connection->request.status != HTTP_MORE && connection->stage == READING) {
        answer_request(connection);
    }
}

/* All has been sent. */
static void on_written(void *arg)
{
    struct connection *connection = arg;
    if (connection->stage == ANSWERING) {
        linger(connection);
    }
}

static void on_deadline(void *arg)
{
    struct connection *connection = arg;
    if (connection->stage == READING && connection->request.head_length > 0) {
        answer(connection, NULL, HTTP_TIMEOUT);
    } else {
        close_connection(connection);
    }
}

static void *open_connection(void *context, struct peer *peer)
{
    struct http_server *server = context;
    struct connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        return NULL;
    }
    connection->server = server;
    connection->peer = peer;
    while (server->connections[connection->slot] != NULL) {
        connection->slot++;
    }
    server->connections[connection->slot] = connection;
    return connection;
}

/* ---- the server ------------------------------------------------------------------ */

static void pass_warning(void *context, const char *text)
{
    const struct http_server *server = context;
    server->setup.log(server->setup.context, text);
}

static bool open_listener(struct http_server *server, struct event_base *base,
                          struct error *err)
{
    const struct listener_limits limits = {.connections = HTTP_CONNECTIONS_MAX,
                                           .per_address = HTTP_PER_ADDRESS_MAX,
                                           .settled = HTTP_CONNECTIONS_MAX - HTTP_SPARE,
                                           .per_second = HTTP_ACCEPTED_MAX,
                                           .setup_ms = server->setup.deadline_ms,
                                           .input_rate = HTTP_INPUT_RATE,
                                           .unread = HTTP_UNSENT_MAX,
                                           .unread_all = 2 * HTTP_UNSENT_MAX};
    const struct listener_service service = {.name = server->setup.name,
                                             .open = open_connection,
                                             .hear = on_readable,
                                             .sent = on_written,
                                             .expired = on_deadline,
                                             .closed = forget_connection,
                                             .log = pass_warning,
                                             .context = server};
    const char *address = server->setup.address;
    server->listener = listener_new(base, address != NULL ? address : "127.0.0.1",
                                    server->setup.port, &limits, &service, err);
    return server->listener != NULL;
}

struct http_server *http_server_new(struct event_base *base,
                                    const struct http_setup *setup, struct error *err)
{
    struct http_server *server = error_allocate(sizeof *server, err);
    struct error why = {"out of memory", ERROR_NO_MEMORY};
    if (server == NULL) {
        return NULL;
    }
    server->setup = *setup;
    server->next_second = timer_new(base, on_next_second, server);
    if (server->next_second == NULL || !open_listener(server, base, &why)) {
        error_set_from(err, &why, "%s: %.200s", setup->name, why.text);
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
    listener_free(server->listener);
    timer_free(server->next_second);
    free(server);
}

bool http_server_draw_token(char token[HTTP_TOKEN_SIZE], struct error *err)
{
    unsigned char bytes[(HTTP_TOKEN_SIZE - 1) / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        return error_set(err, "no random numbers");
    }
    for (size_t i = 0; i < sizeof bytes; i++) {
        (void)snprintf(&token[2 * i], 3, "%02x", bytes[i]);
    }
    return true;
}

int http_server_port(const struct http_server *server)
{
    return listener_port(server->listener);
}
