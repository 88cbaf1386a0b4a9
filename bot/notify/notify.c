#include "bot/notify/notify.h"

#include <event2/event.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "bot/base/secret.h"
#include "bot/net/signature.h"
#include "bot/net/timer.h"
#include "bot/net/transfers.h"
#include "bot/notify/notify_queue.h"

enum {
    ANSWER_MAX = 65536, /* bytes to read of an answer; none is kept */
    DOUBLINGS_MAX = 16,
    TOPIC_SIZE = 80
};

struct notify {
    struct notify_config config;
    char url[SECRET_LINE_MAX];
    char topic[TOPIC_SIZE];
    char secret[SECRET_LINE_MAX];
    char ca_file[256];
    struct event_base *base;
    struct timer *retry_timer;
    struct transfers *transfers;
    struct notify_waiting current;
    struct notify_queue *queue;
    int failures; /* of the current one */
    struct notify_counts counts;
};

struct notify_config notify_config_default(void)
{
    return (struct notify_config){
        .url = "",
        .secret = "",
        .queue = "notifications",
        .ca_file = "",
        .name = "",
        .events = (1U << NOTIFY_EVENTS) - 1,
        .timeout_ms = 10000,
        .retry_ms = 5000,
        .retry_max_ms = 600000,
        .age_max_s = 86400,
    };
}

/* ---- one request ---------------------------------------------------------------- */

static void add_headers(struct notify *notify)
{
    char timestamp[32], text[NOTIFY_BODY_MAX + 32];
    char hmac[SIGNATURE_DIGEST_SIZE], value[80];
    FORMAT_TEXT(timestamp, "%lld", (long long)time(NULL));
    transfers_add_header(notify->transfers, "Content-Type", "application/json");
    transfers_add_header(notify->transfers, "Expect", "");
    transfers_add_header(notify->transfers, "X-Fibsbot-Event", notify->current.event);
    transfers_add_header(notify->transfers, "X-Fibsbot-Delivery", notify->current.id);
    transfers_add_header(notify->transfers, "X-Fibsbot-Timestamp", timestamp);
    FORMAT_TEXT(text, "%s.%s", timestamp, notify->current.body);
    if (notify->secret[0] != '\0' && signature_hmac(notify->secret, text, hmac)) {
        FORMAT_TEXT(value, "sha256=%s", hmac);
        transfers_add_header(notify->transfers, "X-Fibsbot-Signature", value);
    }
}

/* False when libcurl refuses it. */
static bool start_request(struct notify *notify)
{
    const struct transfers_request request = {.url = notify->url,
                                              .protocols = TRANSFERS_HTTP_TOO,
                                              .ca_file = notify->ca_file,
                                              .post = notify->current.body,
                                              .timeout_ms = notify->config.timeout_ms,
                                              .answer_max = ANSWER_MAX};
    add_headers(notify);
    return transfers_start(notify->transfers, &request);
}

static void send_next(void *context)
{
    struct notify *notify = context;
    bool is_busy =
        transfers_is_busy(notify->transfers) || timer_is_set(notify->retry_timer);
    if (is_busy || !notify_queue_first(notify->queue, &notify->current)) {
        return;
    }
    if (!start_request(notify)) {
        (void)timer_start(notify->retry_timer, notify->config.retry_max_ms);
    }
}

/* ---- the outcome ---------------------------------------------------------------- */

static void finish_current(struct notify *notify)
{
    notify->failures = 0;
    notify_queue_drop(notify->queue, notify->current.id);
    send_next(notify);
}

static int64_t back_off_ms(const struct notify *notify, int64_t asked_s)
{
    int doublings = notify->failures - 1;
    int64_t ms = (int64_t)notify->config.retry_ms
                 << (doublings < DOUBLINGS_MAX ? doublings : DOUBLINGS_MAX);
    if (asked_s >= notify->config.retry_max_ms / 1000) {
        return notify->config.retry_max_ms; /* any number that a stranger may send */
    }
    if (asked_s * 1000 > ms) {
        ms = asked_s * 1000;
    }
    return ms < notify->config.retry_max_ms ? ms : notify->config.retry_max_ms;
}

static void note_failed_try(struct notify *notify, const char *why, bool is_final,
                            int64_t asked_s)
{
    notify->counts.failed++;
    notify->failures++;
    int64_t age_s = (int64_t)time(NULL) - notify->current.at_s;
    bool is_kept = notify_queue_holds(notify->queue, notify->current.id);
    if (is_final || !is_kept || age_s > notify->config.age_max_s) {
        log_event(notify->config.log, LOG_WARNING, notify->config.name,
                  "notification %s given up: %s", notify->current.id, why);
        notify->counts.given_up++;
        finish_current(notify);
        return;
    }
    int64_t ms = back_off_ms(notify, asked_s);
    log_event(notify->config.log, LOG_INFO, notify->config.name,
              "notification %s: %s; again in %lld s", notify->current.id, why,
              (long long)((ms + 999) / 1000));
    (void)timer_start(notify->retry_timer, ms);
}

static void on_done(void *context, const struct transfers_answer *answer)
{
    struct notify *notify = context;
    long status = answer->status;
    if (answer->fault != NULL) {
        note_failed_try(notify, answer->fault, answer->is_final, 0);
    } else if (status >= 200 && status < 300) {
        notify->counts.sent++;
        finish_current(notify);
    } else {
        char why[40];
        bool is_later =
            status == 408 || status == 425 || status == 429 || status >= 500;
        FORMAT_TEXT(why, "HTTP status %ld", status);
        note_failed_try(notify, why, !is_later, answer->retry_s);
    }
}

/* ---- life ----------------------------------------------------------------------- */

/* ntfy takes JSON at the root of the server, with the topic inside. */
static void split_topic(struct notify *notify)
{
    char *slash = strrchr(notify->url, '/');
    bool is_topic = slash != NULL && slash > notify->url && slash[-1] != '/' &&
                    strlen(slash + 1) < sizeof notify->topic;
    if (is_topic) {
        COPY_TEXT(notify->topic, slash + 1);
        slash[1] = '\0';
    }
}

static bool open_notify(struct notify *notify, struct error *err)
{
    notify->queue = notify_queue_open(notify->config.queue, err);
    if (notify->queue == NULL) {
        return false;
    }
    notify->retry_timer = timer_new(notify->base, send_next, notify);
    if (notify->retry_timer == NULL) {
        return error_set(err, "cannot set up notifications");
    }
    notify->transfers = transfers_new(notify->base, on_done, notify, err);
    return notify->transfers != NULL;
}

struct notify *notify_new(struct event_base *base, const struct notify_config *config,
                          struct error *err)
{
    struct notify *notify = error_allocate(sizeof *notify, err);
    if (notify == NULL) {
        return NULL;
    }
    notify->config = *config;
    notify->base = base;
    COPY_TEXT(notify->url, config->url);
    COPY_TEXT(notify->secret, config->secret);
    COPY_TEXT(notify->ca_file, config->ca_file);
    if (notify_shape_has_topic(config->shape)) {
        split_topic(notify);
    }
    if (!open_notify(notify, err)) {
        notify_free(notify);
        return NULL;
    }
    send_next(notify);
    return notify;
}

void notify_free(struct notify *notify)
{
    if (notify == NULL) {
        return;
    }
    transfers_free(notify->transfers);
    timer_free(notify->retry_timer);
    notify_queue_close(notify->queue);
    secret_wipe(notify->url, sizeof notify->url);
    secret_wipe(notify->secret, sizeof notify->secret);
    free(notify);
}

void notify_send(struct notify *notify, const struct notify_message *message)
{
    struct error err = {0};
    if (notify == NULL || (notify->config.events & (1U << message->event)) == 0) {
        return;
    }
    /* the oldest goes; but the one that is under way is not lost before it fails */
    bool is_full = notify_queue_count(notify->queue) == NOTIFY_WAITING_MAX &&
                   !(transfers_is_busy(notify->transfers) &&
                     notify_queue_holds(notify->queue, notify->current.id));
    char *body = notify_body(notify->config.shape, notify->topic, message);
    bool is_queued = body != NULL && notify_queue_add(notify->queue, message->at_s,
                                                      message->event, body, &err);
    if (is_queued && is_full) {
        error_set(&err, "more than %d wait", NOTIFY_WAITING_MAX);
    }
    if (!is_queued || is_full) {
        log_event(notify->config.log, LOG_WARNING, notify->config.name,
                  "a notification is lost: %s", err.text);
        notify->counts.given_up++;
    }
    free(body);
    send_next(notify);
}

static void on_late(void *context)
{
    *(bool *)context = true;
}

void notify_drain(struct notify *notify, int ms)
{
    bool is_late = false;
    if (notify == NULL || !transfers_is_busy(notify->transfers)) {
        return; /* nothing is under way: it waits to be tried again */
    }
    struct timer *timer = timer_every(notify->base, ms, on_late, &is_late);
    while (timer != NULL && !is_late && transfers_is_busy(notify->transfers)) {
        (void)event_base_loop(notify->base, EVLOOP_ONCE);
    }
    timer_free(timer);
}

struct notify_counts notify_counts(const struct notify *notify)
{
    if (notify == NULL) {
        return (struct notify_counts){0};
    }
    struct notify_counts counts = notify->counts;
    counts.waiting = notify_queue_count(notify->queue);
    return counts;
}
