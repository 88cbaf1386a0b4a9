#include "bot/status/status_http.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "bot/status/status_page.h"

enum { HEADERS_MAX = 8192, TIMEOUT_S = 10 };

struct status_http {
    struct evhttp *server;
    const struct status *status;
    const struct log *log;
    const struct notify *notify;
    int port;
};

static const struct route {
    const char *path;
    const char *type;
    void (*write)(const struct status_view *view, FILE *out);
} routes[] = {
    {"/", "text/html; charset=utf-8", status_page_html},
    {"/status", "application/json", status_page_json},
    {"/metrics", "text/plain; version=0.0.4; charset=utf-8", status_page_metrics},
};

static const struct route *find_route(const char *path)
{
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        if (strcmp(path, routes[i].path) == 0) {
            return &routes[i];
        }
    }
    return NULL;
}

/* "localhost", "127.0.0.1" or "[::1]", with or without a port. */
static bool is_local(struct evhttp_request *request)
{
    static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
    const char *host =
        evhttp_find_header(evhttp_request_get_input_headers(request), "Host");
    for (size_t i = 0; host != NULL && i < sizeof names / sizeof names[0]; i++) {
        size_t length = strlen(names[i]);
        if (strncmp(host, names[i], length) == 0 &&
            (host[length] == '\0' || host[length] == ':')) {
            return true;
        }
    }
    return false;
}

static void add_headers(struct evhttp_request *request, const char *type)
{
    static const char *const headers[][2] = {
        {"Cache-Control", "no-store"},
        {"X-Content-Type-Options", "nosniff"},
        {"X-Frame-Options", "DENY"},
        {"Referrer-Policy", "no-referrer"},
        {"Content-Security-Policy",
         "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action "
         "'none'; frame-ancestors 'none'"},
    };
    struct evkeyvalq *output = evhttp_request_get_output_headers(request);
    (void)evhttp_add_header(output, "Content-Type", type);
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        (void)evhttp_add_header(output, headers[i][0], headers[i][1]);
    }
}

static void answer(const struct status_http *http, struct evhttp_request *request,
                   const struct route *route)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    struct evbuffer *body = evbuffer_new();
    if (out != NULL && body != NULL) {
        const struct status_view view = {.status = http->status,
                                         .log = http->log,
                                         .notify = notify_counts(http->notify),
                                         .now_s = (int64_t)time(NULL)};
        route->write(&view, out);
        (void)fclose(out);
        (void)evbuffer_add(body, text, size);
        add_headers(request, route->type);
        evhttp_send_reply(request, HTTP_OK, "OK", body);
    } else {
        evhttp_send_error(request, HTTP_INTERNAL, NULL);
    }
    if (body != NULL) {
        evbuffer_free(body);
    }
    free(text);
}

static void on_request(struct evhttp_request *request, void *arg)
{
    const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(request);
    const char *path = uri == NULL ? NULL : evhttp_uri_get_path(uri);
    const struct route *route = path == NULL ? NULL : find_route(path);
    if (!is_local(request)) {
        evhttp_send_error(request, 403, "Forbidden");
    } else if (route == NULL) {
        evhttp_send_error(request, HTTP_NOTFOUND, "Not Found");
    } else {
        answer(arg, request, route);
    }
}

static int port_of(struct evhttp_bound_socket *bound)
{
    struct sockaddr_in address = {0};
    socklen_t length = sizeof address;
    return getsockname(evhttp_bound_socket_get_fd(bound), (struct sockaddr *)&address,
                       &length) == 0
               ? ntohs(address.sin_port)
               : 0;
}

struct status_http *status_http_new(struct event_base *base, int port,
                                    const struct status *status, const struct log *log,
                                    const struct notify *notify, struct error *err)
{
    struct status_http *http = calloc(1, sizeof *http);
    if (http == NULL || (http->server = evhttp_new(base)) == NULL) {
        error_set(err, "no memory for the status page");
        free(http);
        return NULL;
    }
    http->status = status;
    http->log = log;
    http->notify = notify;
    evhttp_set_allowed_methods(http->server, EVHTTP_REQ_GET | EVHTTP_REQ_HEAD);
    evhttp_set_max_headers_size(http->server, HEADERS_MAX);
    evhttp_set_max_body_size(http->server, 0);
    evhttp_set_timeout(http->server, TIMEOUT_S);
    evhttp_set_gencb(http->server, on_request, http);
    struct evhttp_bound_socket *bound =
        evhttp_bind_socket_with_handle(http->server, "127.0.0.1", (uint16_t)port);
    if (bound == NULL) {
        error_set(err, "status page: port %d of 127.0.0.1: %s", port, strerror(errno));
        status_http_free(http);
        return NULL;
    }
    http->port = port_of(bound);
    return http;
}

void status_http_free(struct status_http *http)
{
    if (http != NULL) {
        evhttp_free(http->server);
        free(http);
    }
}

int status_http_port(const struct status_http *http)
{
    return http->port;
}
