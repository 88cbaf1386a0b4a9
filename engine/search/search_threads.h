#ifndef ENGINE_SEARCH_SEARCH_THREADS_H
#define ENGINE_SEARCH_SEARCH_THREADS_H
/*
 * Several threads on one decision. A search threads is lent to a decision by struct strength; the
 * thread that asks is its worker 0, the others sleep between decisions. What is worked
 * out does not depend on the size of the search threads, by a bit (search_roots.c tells how).
 *
 * One decision at a time may use search threads.
 */

#include "base/error.h"

struct search_threads;
struct evaluator;
struct scratch;

enum { SEARCH_THREADS_MAX = 64 };

/* A search threads of `threads` (1..SEARCH_THREADS_MAX) workers, the caller counted, each other one with a
 * thread and a scratch of its own. NULL with `err`: no memory, no thread. */
struct search_threads *search_threads_new(const struct evaluator *ev, int threads,
                                          struct error *err);
void search_threads_free(struct search_threads *search_threads); /* NULL is fine */

int search_threads_size(const struct search_threads *search_threads);

/* The scratch of worker 1 .. search_threads_size() - 1. */
struct scratch *search_threads_scratch(const struct search_threads *search_threads,
                                       int worker);

/* Calls work(context, n) once for every worker n, 0 on this thread, all at the same
 * time; returns when all have returned. */
typedef void search_threads_work(void *context, int worker);
void search_threads_run(struct search_threads *search_threads,
                        search_threads_work *work, void *context);

#endif
