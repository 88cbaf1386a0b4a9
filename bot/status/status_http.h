#ifndef BOT_STATUS_STATUS_HTTP_H
#define BOT_STATUS_STATUS_HTTP_H
/*
 * Serves the status on 127.0.0.1: / for people, /status as JSON, /metrics for Prometheus.
 * Read-only (GET, HEAD), without scripts or external resources. bot/net/http_server.h
 * says what is refused.
 */

#include "bot/base/log.h"
#include "bot/notify/notify.h"
#include "bot/status/status.h"

struct event_base;
struct status_http;

/* Starts the server. All arguments must outlive it; `log` and `notify` may be NULL. Port
 * 0: any free port. NULL with `err`. */
struct status_http *status_http_new(struct event_base *base, int port,
                                    const struct status *status, struct log *log,
                                    const struct notify *notify, struct error *err);
void status_http_free(struct status_http *http); /* may be NULL */
int status_http_port(const struct status_http *http);

#endif
