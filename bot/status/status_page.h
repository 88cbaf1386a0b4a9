#ifndef BOT_STATUS_STATUS_PAGE_H
#define BOT_STATUS_STATUS_PAGE_H
/*
 * Prints the status as HTML (boards and curves as SVG), as JSON and as Prometheus text.
 * Names and log lines are escaped by markup.h or the JSON library.
 *
 * The page is complete without its script, which fetches it every few seconds and
 * replaces the elements with `data-part` that have changed. STATUS_PAGE_POLICY names the
 * script by its digest, so that the browser runs no other one.
 */

#include <stdio.h>

#include "bot/base/log.h"
#include "bot/notify/notify.h"
#include "bot/status/status.h"

struct status_view {
    const struct status *status;
    const struct log *log; /* for its last lines; may be NULL */
    struct notify_counts notify;
    const char *version; /* of the program; NULL: not known */
    int64_t now_s;
};

#define STATUS_SCRIPT_SHA256 "sl09Cq/AL7YZfiZBP3oS4OyD8bXUv/L3GJjVW+CsojU="
#define STATUS_PAGE_POLICY                                                             \
    "script-src 'sha256-" STATUS_SCRIPT_SHA256 "'; connect-src 'self'; img-src data:;"

void status_page_html(const struct status_view *view, FILE *out);
void status_page_json(const struct status_view *view, FILE *out);
void status_page_metrics(const struct status_view *view, FILE *out);

#endif
