#pragma once
/*
 * Threads that search one decision together: a thread pool in which each thread has a
 * scratch. struct strength lends them to a decision; the calling thread is number 0,
 * the others sleep between decisions. Results have the same bits for any number of
 * threads (search_roots.c explains how).
 *
 * Only one decision at a time may use them.
 */

#include "base/error.h"
#include "base/thread_pool.h"

struct search_threads;
struct evaluator;

enum { SEARCH_THREADS_MAX = 64 };

/* Starts `threads` (1..SEARCH_THREADS_MAX) of them, the caller counted. Returns NULL
 * with `err` if memory is short. The caller frees them with search_threads_free()
 * before `ev` is closed. */
struct search_threads *search_threads_new(const struct evaluator *ev, int threads,
                                          struct error *err);
void search_threads_free(struct search_threads *search_threads); /* may be NULL */

int search_threads_size(const struct search_threads *search_threads);

/* The scratch of thread 1 .. search_threads_size() - 1. */
struct search_scratch *
search_threads_scratch(const struct search_threads *search_threads, int thread);

/* thread_pool_run() on them. */
void search_threads_run(struct search_threads *search_threads, int pieces,
                        thread_pool_work *work, void *context);
