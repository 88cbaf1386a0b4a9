#pragma once
/*
 * Serves the status on 127.0.0.1: / for people, /status as JSON, /metrics for
 * Prometheus, /healthz for health checks (200 or 503; status_is_healthy()), and match
 * files with their analyses (status_internal.h). Read-only (GET, HEAD), without external
 * resources; the page has one script of its own. bot/net/http_server.h says what is
 * refused.
 */

#include "bot/base/log.h"
#include "bot/notify/notify.h"
#include "bot/status/status.h"

struct event_base;
struct status_http;

struct status_http_setup {
    int port;            /* 0: any free one */
    int offline_limit_s; /* of /healthz */
    struct status *status;
    struct log *log;             /* may be NULL */
    const struct notify *notify; /* may be NULL */
    const char *version;         /* of the program; may be NULL */
};

/* Starts the server, and ticks the status. What `setup` points to must outlive it. NULL
 * with `err`. */
struct status_http *status_http_new(struct event_base *base,
                                    const struct status_http_setup *setup,
                                    struct error *err);
void status_http_free(struct status_http *http); /* may be NULL */
int status_http_port(const struct status_http *http);
