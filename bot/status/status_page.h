#ifndef BOT_STATUS_STATUS_PAGE_H
#define BOT_STATUS_STATUS_PAGE_H
/*
 * Prints the status as HTML (boards and curves as SVG, no script), as JSON and as
 * Prometheus text. Names and log lines are escaped by markup.h or the JSON library.
 */

#include <stdio.h>

#include "bot/base/log.h"
#include "bot/notify/notify.h"
#include "bot/status/status.h"

struct status_view {
    const struct status *status;
    const struct log *log; /* for its last lines; may be NULL */
    struct notify_counts notify;
    int64_t now_s;
};

void status_page_html(const struct status_view *view, FILE *out);
void status_page_json(const struct status_view *view, FILE *out);
void status_page_metrics(const struct status_view *view, FILE *out);

#endif
