#ifndef BOT_SERVICE_HEALTH_H
#define BOT_SERVICE_HEALTH_H
/*
 * A file that is written anew from the event loop as long as the program lives, for
 * whoever watches it where there is no service manager: a container's health check, a
 * cron job. Its age says whether the loop runs, its line what goes on:
 *
 *     2026-11-21T16:53:03Z accounts 2, on line 2, playing 1
 *
 * It goes when the program ends as it should.
 */

#include "base/error.h"

enum { HEALTH_SECONDS = 30 }; /* from one time to the next */

struct health_state {
    int accounts, online, playing;
};

struct event_base;
struct health;

/* Writes `path` at once and then every HEALTH_SECONDS, with what `ask` fills in. NULL
 * with `err` when it cannot be written. */
struct health *health_new(struct event_base *base, const char *path,
                          void (*ask)(void *context, struct health_state *state),
                          void *context, struct error *err);
/* Also removes the file. NULL is taken. */
void health_free(struct health *health);

#endif
