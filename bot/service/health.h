#pragma once
/*
 * Rewrites a file from the event loop while the program runs, for a container's health
 * check or a cron job where there is no service manager. Its age shows whether the loop
 * runs, its line what the accounts do:
 *
 *     2026-11-21T16:53:03Z accounts 2, on line 2, playing 1
 *
 * The file is removed when the program ends normally. A file that is none of these is
 * neither written nor removed (own_file.h).
 */

#include "base/error.h"

enum { HEALTH_SECONDS = 30 }; /* between two writes */

struct health_state {
    int accounts, online, playing;
};

struct event_base;
struct health;

/* Writes `path` at once and then every HEALTH_SECONDS. `ask`, called with `context`,
 * fills in the numbers. NULL with `err` when the file cannot be written. */
struct health *health_new(struct event_base *base, const char *path,
                          void (*ask)(void *context, struct health_state *state),
                          void *context, struct error *err);
/* Removes the file and frees `health`, which may be NULL. */
void health_free(struct health *health);
