#ifndef BASE_THREAD_POOL_H
#define BASE_THREAD_POOL_H
/*
 * A few threads that do the parts of a piece of work together, many thousand times a
 * second. Between pieces they wait, first awake for some microseconds, then asleep.
 */

struct thread_pool;

/* The caller is one of the threads. NULL when they cannot be had. */
struct thread_pool *thread_pool_new(int threads);
void thread_pool_free(struct thread_pool *pool);

/* Calls work(context, part, parts) for each part 0..parts-1, at the same time as far as
 * there are threads for it, and returns when all have returned. `team` may be NULL: the
 * caller does it alone. */
void thread_pool_run(struct thread_pool *pool, int parts,
                     void (*work)(void *context, int part, int parts), void *context);

#endif
