#include "bot/status/status_http.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "bot/net/http_server.h"
#include "bot/net/timer.h"
#include "bot/status/status_internal.h"
#include "view/page_viewer.h"

struct status_http {
    struct status_http_setup setup;
    struct http_server *server;
    struct timer *ticks;
    int64_t started_ms; /* of clock_ms() */
};

static void on_tick(void *context)
{
    const struct status_http *http = context;
    status_tick(http->setup.status, clock_ms() / 1000);
}

/* ---- pages ----------------------------------------------------------------------- */

static enum http_status answer_page(void *context, const struct http_request *request,
                                    FILE *body)
{
    const struct status_http *http = context;
    const struct status_view view = {.status = http->setup.status,
                                     .log = http->setup.log,
                                     .notify = notify_counts(http->setup.notify),
                                     .version = http->setup.version,
                                     .up_s = (clock_ms() - http->started_ms) / 1000,
                                     .now_s = (int64_t)time(NULL)};
    if (strcmp(request->path, "/") == 0) {
        status_page_html(&view, body);
    } else if (strcmp(request->path, "/status") == 0) {
        status_page_json(&view, body);
    } else {
        status_page_metrics(&view, body);
    }
    return HTTP_OK;
}

static enum http_status answer_health(void *context, const struct http_request *request,
                                      FILE *body)
{
    const struct status_http_setup *setup = &((struct status_http *)context)->setup;
    (void)request;
    bool is_healthy = status_is_healthy(setup->status, clock_ms() / 1000,
                                        setup->offline_limit_s, body);
    return is_healthy ? HTTP_OK : HTTP_UNAVAILABLE;
}

static enum http_status answer_file(void *context, const struct http_request *request,
                                    FILE *body)
{
    const struct status_http *http = context;
    enum http_status status =
        status_file_answer(http->setup.status, request->path, body);
    if (status != HTTP_OK) {
        fputs("There is no such file.\n", body);
    }
    return status;
}

#define TEXT "text/plain; charset=utf-8"
#define HTML "text/html; charset=utf-8"

/* clang-format off */
static const struct http_route routes[] = {
    {.path = "/", HTTP_GET, HTML, STATUS_PAGE_POLICY, .answer = answer_page},
    {.path = "/status", HTTP_GET, "application/json", .answer = answer_page},
    {.path = "/metrics", HTTP_GET, "text/plain; version=0.0.4; charset=utf-8",
     .answer = answer_page, .is_vital = true},
    {.path = "/healthz", HTTP_GET, TEXT, .answer = answer_health, .is_vital = true},
    {.path = "/match/", HTTP_GET, TEXT, .answer = answer_file},
    {.path = "/sgf/", HTTP_GET, TEXT, .answer = answer_file},
    {.path = "/analysis/", HTTP_GET, HTML, PAGE_VIEWER_POLICY, .answer = answer_file},
};
/* clang-format on */

/* ---- life ------------------------------------------------------------------------ */

static void log_warning(void *context, const char *text)
{
    const struct status_http *http = context;
    log_event(http->setup.log, LOG_WARNING, "", "%s", text);
}

static bool start_ticks(struct status_http *http, struct event_base *base)
{
    on_tick(http);
    http->ticks = timer_every(base, STATUS_TICK_S * 1000, on_tick, http);
    return http->ticks != NULL;
}

struct status_http *status_http_new(struct event_base *base,
                                    const struct status_http_setup *setup,
                                    struct error *err)
{
    struct status_http *http = error_allocate(sizeof *http, err);
    if (http == NULL) {
        return NULL;
    }
    http->setup = *setup;
    http->started_ms = clock_ms();
    const struct http_setup server = {.name = "status page",
                                      .port = setup->port,
                                      .deadline_ms = HTTP_DEADLINE_MS,
                                      .routes = routes,
                                      .route_count = sizeof routes / sizeof routes[0],
                                      .log = log_warning,
                                      .context = http};
    http->server = http_server_new(base, &server, err);
    if (http->server == NULL || (!start_ticks(http, base) && !error_no_memory(err))) {
        status_http_free(http);
        return NULL;
    }
    return http;
}

void status_http_free(struct status_http *http)
{
    if (http == NULL) {
        return;
    }
    http_server_free(http->server);
    timer_free(http->ticks);
    free(http);
}

int status_http_port(const struct status_http *http)
{
    return http_server_port(http->server);
}
