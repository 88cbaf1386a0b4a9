#pragma once
/*
 * Queue of unsent notifications, each a small file in a folder, so that a restart loses
 * none: SECONDS-NUMBER-EVENT.json, oldest first. When it is full, the oldest is dropped.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "bot/notify/notify_message.h"

enum { NOTIFY_WAITING_MAX = 200, NOTIFY_BODY_MAX = 8192 };

struct notify_queue;

/* Opens or makes the folder and reads what is queued there. NULL with `err`. */
struct notify_queue *notify_queue_open(const char *folder, struct error *err);
void notify_queue_close(struct notify_queue *queue); /* the files stay */

/* Queues a notification: writes its file. False with `err`. */
bool notify_queue_add(struct notify_queue *queue, int64_t at_s, enum notify_event event,
                      const char *body, struct error *err);
int notify_queue_count(const struct notify_queue *queue);
bool notify_queue_holds(const struct notify_queue *queue, const char *id);

/* The oldest notification; `id` is its file name without .json. */
struct notify_waiting {
    char id[64];
    char event[16];
    int64_t at_s;
    char body[NOTIFY_BODY_MAX];
};
/* Reads the oldest. Deletes files that cannot be read. False when the queue is empty. */
bool notify_queue_first(struct notify_queue *queue, struct notify_waiting *waiting);

/* Deletes one, sent or given up. */
void notify_queue_drop(struct notify_queue *queue, const char *id);
