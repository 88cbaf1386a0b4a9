#ifndef BASE_THREAD_POOL_H
#define BASE_THREAD_POOL_H
/*
 * Threads for loops over numbered units: games of a rollout or of self-play, pairs of a
 * match, decisions of an evaluation, parts of a gradient. Whoever is free takes the next
 * number. A unit must depend on its number alone, never on the thread that does it or on
 * what was done before it: then no result depends on the number of threads.
 *
 * Between loops the threads wait, first awake for some microseconds, then asleep, so
 * that a loop may be begun many thousand times a second. One loop at a time runs on a
 * pool.
 */

#include <stdint.h>

struct thread_pool;

/* Does one unit: 0, 1, ... `thread` is from 0 (the caller) to the pool's threads - 1,
 * and no two units run on the same one at a time: it may number what each thread needs
 * for itself. A loop that is to end early has its remaining units return at once. */
typedef void thread_pool_work(void *context, int64_t unit, int thread);

/* The caller is one of the threads. A thread that the system refuses is no harm: the
 * others do its units. NULL: no memory. */
struct thread_pool *thread_pool_new(int threads);
/* NULL is taken. Of a loop that was begun and not finished no more units are done. */
void thread_pool_free(struct thread_pool *pool);

/* Does units 0..units-1 and returns when all are done. `pool` may be NULL: the caller
 * does them alone, in their order. */
void thread_pool_run(struct thread_pool *pool, int64_t units, thread_pool_work *work,
                     void *context);

/* The same in two halves: at most `helpers` threads begin, while the caller has time for
 * other things, and all of them, the caller too, finish. thread_pool_left() tells how
 * many units nobody has begun. */
void thread_pool_begin(struct thread_pool *pool, int64_t units, int helpers,
                       thread_pool_work *work, void *context);
int64_t thread_pool_left(const struct thread_pool *pool);
void thread_pool_finish(struct thread_pool *pool);

/* The same as thread_pool_run(), but the caller does no unit: he calls watch(context)
 * once a second until all are done. The threads are 1 to the pool's threads - 1; where
 * there is none, the caller does the units, unwatched, as thread 0. */
void thread_pool_watch(struct thread_pool *pool, int64_t units, thread_pool_work *work,
                       void (*watch)(void *context), void *context);

#endif
