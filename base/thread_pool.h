#pragma once
/*
 * A pool of threads for loops over numbered units: games of a rollout or of self-play,
 * pairs of a match, decisions of an evaluation, parts of a gradient. A free thread
 * takes the next number. The result of a unit must depend on its number alone, not on
 * the thread or on earlier units, so that no result depends on the number of threads.
 *
 * Between loops the threads spin for some microseconds and then sleep, so that loops
 * can start many thousand times a second. A pool runs one loop at a time.
 */

#include <stdint.h>

struct thread_pool;

/* Executes one unit: 0, 1, ... `thread` is 0 (the caller) to the pool's threads - 1; a
 * thread executes one unit at a time, so `thread` can index memory of its own. To end a
 * loop early, let the remaining units return at once. */
typedef void thread_pool_work(void *context, int64_t unit, int thread);

/* Starts a pool of `threads` threads, including the caller. If the system cannot start
 * one, the others execute its units. Returns NULL if memory is short. */
struct thread_pool *thread_pool_new(int threads);
/* Returns why not all of its threads could be started (an errno); 0: all are there. */
int thread_pool_fault(const struct thread_pool *pool);
/* Ends the threads and frees the pool, which may be NULL. The remaining units of an
 * unfinished loop are not executed. */
void thread_pool_free(struct thread_pool *pool);

/* Executes units 0..units-1 and returns when all are done. If `pool` is NULL, the
 * caller executes them alone, in order. */
void thread_pool_run(struct thread_pool *pool, int64_t units, thread_pool_work *work,
                     void *context);

/* The same in two steps: at most `helpers` threads begin while the caller does other
 * work; then all threads, including the caller, finish. thread_pool_left() returns the
 * number of units not begun. */
void thread_pool_begin(struct thread_pool *pool, int64_t units, int helpers,
                       thread_pool_work *work, void *context);
int64_t thread_pool_left(const struct thread_pool *pool);
void thread_pool_finish(struct thread_pool *pool);

/* Like thread_pool_run(), but the caller executes no units: it calls watch(context)
 * once a second until all are done. The threads are 1 to the pool's threads - 1; if
 * there are none, the caller executes the units as thread 0 without calling watch(). */
void thread_pool_watch(struct thread_pool *pool, int64_t units, thread_pool_work *work,
                       void (*watch)(void *context), void *context);
