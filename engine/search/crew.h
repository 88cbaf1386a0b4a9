#ifndef ENGINE_SEARCH_CREW_H
#define ENGINE_SEARCH_CREW_H
/*
 * Several threads on one decision. A crew is lent to a decision by struct strength; the
 * thread that asks is its worker 0, the others sleep between decisions. What is worked
 * out does not depend on the size of the crew, by a bit (search_roots.c tells how).
 *
 * One decision at a time may use a crew.
 */

#include "base/error.h"

struct crew;
struct evaluator;
struct scratch;

enum { CREW_MAX = 64 };

/* A crew of `threads` (1..CREW_MAX) workers, the caller counted, each other one with a
 * thread and a scratch of its own. NULL with `err`: no memory, no thread. */
struct crew *crew_new(const struct evaluator *ev, int threads, struct error *err);
void crew_free(struct crew *crew); /* NULL is fine */

int crew_size(const struct crew *crew);

/* The scratch of worker 1 .. crew_size() - 1. */
struct scratch *crew_scratch(const struct crew *crew, int worker);

/* Calls work(context, n) once for every worker n, 0 on this thread, all at the same
 * time; returns when all have returned. */
typedef void crew_work(void *context, int worker);
void crew_run(struct crew *crew, crew_work *work, void *context);

#endif
