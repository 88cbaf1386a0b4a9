#ifndef BOT_STATUS_STATUS_HTTP_H
#define BOT_STATUS_STATUS_HTTP_H
/*
 * Serves the status on 127.0.0.1: / for people, /status as JSON, /metrics for
 * Prometheus. Reading only (GET, HEAD), no script, nothing from elsewhere; a request
 * whose Host is another name than this machine's own is refused, so that no web page
 * can read it through a name of its own (DNS rebinding).
 */

#include "bot/base/log.h"
#include "bot/notify/notify.h"
#include "bot/status/status.h"

struct event_base;
struct status_http;

/* What is given must outlive it; `log` and `notify` may be NULL. Port 0: a free one.
 * NULL with `err`. */
struct status_http *status_http_new(struct event_base *base, int port,
                                    const struct status *status, const struct log *log,
                                    const struct notify *notify, struct error *err);
void status_http_free(struct status_http *http); /* NULL is taken */
int status_http_port(const struct status_http *http);

#endif
