#include "base/thread_pool.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/clock.h"

/* How long to poll before going to sleep: about what the system needs to wake a thread.
 * The learner has several loops a millisecond. */
enum { POLL_NS = 100 * 1000 };

struct member {
    struct thread_pool *pool;
    int thread; /* its number, from 1 */
    pthread_t id;
};

struct thread_pool {
    int helpers; /* threads started */
    int fault;   /* why not more; 0: all are there */
    struct member *member;
    pthread_mutex_t lock;
    pthread_cond_t begun;
    pthread_cond_t done;
    atomic_uint turn; /* counts loops; changed under the lock */
    int allowed;      /* helpers that may take part in this turn; under the lock */
    bool is_closing;

    /* the loop at hand */
    thread_pool_work *work;
    void *context;
    int64_t units;
    _Atomic int64_t next; /* the next unit that nobody has taken */
    atomic_int busy;      /* helpers still working on this job */
};

static void take_units(struct thread_pool *pool, int thread)
{
    int64_t unit;
    while ((unit = atomic_fetch_add(&pool->next, 1)) < pool->units) {
        pool->work(pool->context, unit, thread);
    }
}

/* ---- helpers --------------------------------------------------------------------- */

/* Waits for a turn other than `last` that it may take part in; returns it. */
static unsigned await_turn(const struct member *member, unsigned last)
{
    struct thread_pool *pool = member->pool;
    const int64_t until = clock_ns() + POLL_NS;
    while (atomic_load(&pool->turn) == last && clock_ns() < until) {
    }
    (void)pthread_mutex_lock(&pool->lock);
    while (atomic_load(&pool->turn) == last || member->thread > pool->allowed) {
        (void)pthread_cond_wait(&pool->begun, &pool->lock);
    }
    unsigned turn = atomic_load(&pool->turn);
    (void)pthread_mutex_unlock(&pool->lock);
    return turn;
}

static void *help(void *argument)
{
    const struct member *member = argument;
    struct thread_pool *pool = member->pool;
    unsigned turn = 0;
    for (;;) {
        turn = await_turn(member, turn);
        if (pool->is_closing) {
            return NULL;
        }
        take_units(pool, member->thread);
        if (atomic_fetch_sub(&pool->busy, 1) == 1) {
            (void)pthread_mutex_lock(&pool->lock);
            (void)pthread_cond_signal(&pool->done);
            (void)pthread_mutex_unlock(&pool->lock);
        }
    }
}

static void begin_turn(struct thread_pool *pool, int allowed)
{
    (void)pthread_mutex_lock(&pool->lock);
    pool->allowed = allowed;
    atomic_store(&pool->next, 0);
    atomic_store(&pool->busy, pool->helpers);
    atomic_fetch_add(&pool->turn, 1);
    (void)pthread_cond_broadcast(&pool->begun);
    (void)pthread_mutex_unlock(&pool->lock);
}

static void allow_all(struct thread_pool *pool)
{
    (void)pthread_mutex_lock(&pool->lock);
    pool->allowed = pool->helpers;
    (void)pthread_cond_broadcast(&pool->begun);
    (void)pthread_mutex_unlock(&pool->lock);
}

static void await_helpers(struct thread_pool *pool)
{
    const int64_t until = clock_ns() + POLL_NS;
    while (clock_ns() < until) {
        if (atomic_load(&pool->busy) == 0) {
            return;
        }
    }
    (void)pthread_mutex_lock(&pool->lock);
    while (atomic_load(&pool->busy) > 0) {
        (void)pthread_cond_wait(&pool->done, &pool->lock);
    }
    (void)pthread_mutex_unlock(&pool->lock);
}

/* ---- the pool -------------------------------------------------------------------- */

struct thread_pool *thread_pool_new(int threads)
{
    struct thread_pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL) {
        return NULL;
    }
    pool->member = calloc((size_t)threads, sizeof *pool->member);
    if (pool->member == NULL) {
        free(pool);
        return NULL;
    }
    (void)pthread_mutex_init(&pool->lock, NULL);
    (void)pthread_cond_init(&pool->begun, NULL);
    clock_condition_init(&pool->done);
    while (pool->helpers < threads - 1) {
        struct member *member = &pool->member[pool->helpers];
        *member = (struct member){.pool = pool, .thread = pool->helpers + 1};
        pool->fault = pthread_create(&member->id, NULL, help, member);
        if (pool->fault != 0) {
            break;
        }
        pool->helpers++;
    }
    return pool;
}

int thread_pool_fault(const struct thread_pool *pool)
{
    return pool->fault;
}

void thread_pool_free(struct thread_pool *pool)
{
    if (pool == NULL) {
        return;
    }
    atomic_store(&pool->next, pool->units); /* of a loop that was not finished */
    allow_all(pool);
    await_helpers(pool);
    pool->is_closing = true;
    begin_turn(pool, pool->helpers);
    for (int t = 0; t < pool->helpers; t++) {
        (void)pthread_join(pool->member[t].id, NULL);
    }
    (void)pthread_cond_destroy(&pool->begun);
    (void)pthread_cond_destroy(&pool->done);
    (void)pthread_mutex_destroy(&pool->lock);
    free(pool->member);
    free(pool);
}

/* ---- loops ----------------------------------------------------------------------- */

void thread_pool_begin(struct thread_pool *pool, int64_t units, int helpers,
                       thread_pool_work *work, void *context)
{
    pool->work = work;
    pool->context = context;
    pool->units = units;
    begin_turn(pool, helpers < pool->helpers ? helpers : pool->helpers);
}

int64_t thread_pool_left(const struct thread_pool *pool)
{
    int64_t left = pool->units - atomic_load(&pool->next);
    return left > 0 ? left : 0;
}

void thread_pool_finish(struct thread_pool *pool)
{
    allow_all(pool);
    take_units(pool, 0);
    await_helpers(pool);
}

void thread_pool_run(struct thread_pool *pool, int64_t units, thread_pool_work *work,
                     void *context)
{
    if (pool == NULL || pool->helpers == 0 || units == 1) {
        for (int64_t unit = 0; unit < units; unit++) {
            work(context, unit, 0);
        }
        return;
    }
    thread_pool_begin(pool, units, pool->helpers, work, context);
    take_units(pool, 0);
    await_helpers(pool);
}

/* Whether all helpers have finished within a second. Locked. */
static bool are_done_soon(struct thread_pool *pool)
{
    const struct timespec until = clock_after(1000);
    int status = 0;
    while (atomic_load(&pool->busy) > 0 && status != ETIMEDOUT) {
        status = pthread_cond_timedwait(&pool->done, &pool->lock, &until);
    }
    return atomic_load(&pool->busy) == 0;
}

void thread_pool_watch(struct thread_pool *pool, int64_t units, thread_pool_work *work,
                       void (*watch)(void *context), void *context)
{
    if (pool == NULL || pool->helpers == 0) {
        thread_pool_run(NULL, units, work, context);
        return;
    }
    thread_pool_begin(pool, units, pool->helpers, work, context);
    (void)pthread_mutex_lock(&pool->lock);
    while (!are_done_soon(pool)) {
        (void)pthread_mutex_unlock(&pool->lock);
        watch(context);
        (void)pthread_mutex_lock(&pool->lock);
    }
    (void)pthread_mutex_unlock(&pool->lock);
}
