#pragma once
/*
 * Sends notifications to a webhook, on the loop and without blocking. Each goes into a
 * small queue on disk, and libcurl (its multi interface on libevent) sends one after the
 * other. A failed one is retried after 5 s, 10 s, ... 10 min, or when the server says
 * (Retry-After). One that the server refuses finally (most 4xx), or that is older than a
 * day, is dropped, with a line in the log.
 *
 *   POST with Content-Type: application/json and
 *     X-Fibsbot-Event: start
 *     X-Fibsbot-Delivery: 1795241367-000012-start     the same at each try
 *     X-Fibsbot-Timestamp: 1795241370
 *     X-Fibsbot-Signature: sha256=HEX                 with a secret: HMAC-SHA256 of
 *                                                     TIMESTAMP.BODY
 *
 * At most three redirections are followed, from https only to https. The address and the
 * secret come from files that only their owner can read, and are never logged.
 */

#include "bot/base/log.h"
#include "bot/notify/notify_message.h"

struct event_base;
struct notify;

struct notify_config {
    const char *url;
    const char *secret;  /* "": no signature */
    const char *queue;   /* folder */
    const char *ca_file; /* "": the system's */
    enum notify_shape shape;
    unsigned events;  /* bit n: event n is sent */
    int timeout_ms;   /* of one try */
    int retry_ms;     /* before the second try, then doubled ... */
    int retry_max_ms; /* ... up to this */
    int age_max_s;
    struct log *log;  /* may be NULL; no line contains the address */
    const char *name; /* in the log: whose notifications they are */
};
struct notify_config notify_config_default(void);

/* Makes a sender and starts with what is queued on disk. `config` is copied, its log and
 * name must outlive the sender. NULL with `err`. */
struct notify *notify_new(struct event_base *base, const struct notify_config *config,
                          struct error *err);
/* Frees it; unsent notifications stay on disk for the next start. May be NULL. */
void notify_free(struct notify *notify);

/* Queues a notification, unless `notify` is NULL or the event is not enabled. */
void notify_send(struct notify *notify, const struct notify_message *message);

/* Runs the loop until all are sent or one has failed, for at most `ms`; to be called
 * before the program ends. The rest stays on disk. */
void notify_drain(struct notify *notify, int ms);

/* For the status page and tests. */
struct notify_counts {
    int waiting;
    long sent, failed, given_up; /* failed: tries */
};
struct notify_counts notify_counts(const struct notify *notify);
