#include "bot/status/status_http.h"

#include <stdlib.h>
#include <time.h>

#include "bot/net/http_server.h"
#include "bot/status/status_page.h"

struct status_http {
    struct http_server *server;
    const struct status *status;
    struct log *log;
    const struct notify *notify;
};

/* ---- pages ----------------------------------------------------------------------- */

static enum http_status print(void *context, FILE *body,
                              void (*page)(const struct status_view *view, FILE *out))
{
    const struct status_http *http = context;
    const struct status_view view = {.status = http->status,
                                     .log = http->log,
                                     .notify = notify_counts(http->notify),
                                     .now_s = (int64_t)time(NULL)};
    page(&view, body);
    return HTTP_OK;
}

static enum http_status answer_html(void *context, const struct http_request *request,
                                    FILE *body)
{
    (void)request;
    return print(context, body, status_page_html);
}

static enum http_status answer_json(void *context, const struct http_request *request,
                                    FILE *body)
{
    (void)request;
    return print(context, body, status_page_json);
}

static enum http_status answer_metrics(void *context,
                                       const struct http_request *request, FILE *body)
{
    (void)request;
    return print(context, body, status_page_metrics);
}

static const struct http_route routes[] = {
    {"/", HTTP_GET, "text/html; charset=utf-8", answer_html},
    {"/status", HTTP_GET, "application/json", answer_json},
    {"/metrics", HTTP_GET, "text/plain; version=0.0.4; charset=utf-8", answer_metrics},
};

/* ---- life ------------------------------------------------------------------------ */

static void log_warning(void *context, const char *text)
{
    const struct status_http *http = context;
    log_event(http->log, LOG_WARNING, "", "%s", text);
}

struct status_http *status_http_new(struct event_base *base, int port,
                                    const struct status *status, struct log *log,
                                    const struct notify *notify, struct error *err)
{
    struct status_http *http = calloc(1, sizeof *http);
    if (http == NULL) {
        error_set(err, "no memory for the status page");
        return NULL;
    }
    *http = (struct status_http){NULL, status, log, notify};
    const struct http_setup setup = {.name = "status page",
                                     .port = port,
                                     .deadline_ms = HTTP_DEADLINE_MS,
                                     .routes = routes,
                                     .route_count = sizeof routes / sizeof routes[0],
                                     .log = log_warning,
                                     .context = http};
    http->server = http_server_new(base, &setup, err);
    if (http->server == NULL) {
        free(http);
        return NULL;
    }
    return http;
}

void status_http_free(struct status_http *http)
{
    if (http != NULL) {
        http_server_free(http->server);
        free(http);
    }
}

int status_http_port(const struct status_http *http)
{
    return http_server_port(http->server);
}
