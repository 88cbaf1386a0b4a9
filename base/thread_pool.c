#include "base/thread_pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

enum { SPINS = 2000 }; /* looks before going to sleep */

struct member {
    struct thread_pool *pool;
    pthread_t thread;
};

struct thread_pool {
    int helpers; /* that run */
    struct member *member;
    pthread_mutex_t lock;
    pthread_cond_t begun;
    pthread_cond_t done;
    atomic_uint turn; /* counts pieces of work; changed under the lock */
    bool is_closing;

    /* the piece of work at hand */
    void (*work)(void *context, int part, int parts);
    void *context;
    int parts;
    atomic_int next; /* the next part that nobody has taken */
    atomic_int busy; /* helpers that have not finished with this turn */
};

static void take_parts(struct thread_pool *pool)
{
    int part;
    while ((part = atomic_fetch_add(&pool->next, 1)) < pool->parts) {
        pool->work(pool->context, part, pool->parts);
    }
}

/* Waits for a turn other than `last`; returns it. */
static unsigned await_turn(struct thread_pool *pool, unsigned last)
{
    for (int i = 0; i < SPINS; i++) {
        if (atomic_load(&pool->turn) != last) {
            break;
        }
    }
    (void)pthread_mutex_lock(&pool->lock);
    while (atomic_load(&pool->turn) == last) {
        (void)pthread_cond_wait(&pool->begun, &pool->lock);
    }
    unsigned turn = atomic_load(&pool->turn);
    (void)pthread_mutex_unlock(&pool->lock);
    return turn;
}

static void *help(void *argument)
{
    struct thread_pool *pool = ((struct member *)argument)->pool;
    unsigned turn = 0;
    for (;;) {
        turn = await_turn(pool, turn);
        if (pool->is_closing) {
            return NULL;
        }
        take_parts(pool);
        if (atomic_fetch_sub(&pool->busy, 1) == 1) {
            (void)pthread_mutex_lock(&pool->lock);
            (void)pthread_cond_signal(&pool->done);
            (void)pthread_mutex_unlock(&pool->lock);
        }
    }
}

static void begin_turn(struct thread_pool *pool)
{
    (void)pthread_mutex_lock(&pool->lock);
    atomic_store(&pool->next, 0);
    atomic_store(&pool->busy, pool->helpers);
    atomic_fetch_add(&pool->turn, 1);
    (void)pthread_cond_broadcast(&pool->begun);
    (void)pthread_mutex_unlock(&pool->lock);
}

static void await_helpers(struct thread_pool *pool)
{
    for (int i = 0; i < SPINS; i++) {
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

struct thread_pool *thread_pool_new(int threads)
{
    struct thread_pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL) {
        return NULL;
    }
    (void)pthread_mutex_init(&pool->lock, NULL);
    (void)pthread_cond_init(&pool->begun, NULL);
    (void)pthread_cond_init(&pool->done, NULL);
    pool->member = calloc((size_t)threads, sizeof *pool->member);
    while (pool->member != NULL && pool->helpers < threads - 1) {
        struct member *member = &pool->member[pool->helpers];
        member->pool = pool;
        if (pthread_create(&member->thread, NULL, help, member) != 0) {
            break;
        }
        pool->helpers++;
    }
    if (pool->helpers < threads - 1) {
        thread_pool_free(pool);
        return NULL;
    }
    return pool;
}

void thread_pool_free(struct thread_pool *pool)
{
    if (pool == NULL) {
        return;
    }
    pool->is_closing = true;
    begin_turn(pool);
    for (int t = 0; t < pool->helpers; t++) {
        (void)pthread_join(pool->member[t].thread, NULL);
    }
    (void)pthread_cond_destroy(&pool->begun);
    (void)pthread_cond_destroy(&pool->done);
    (void)pthread_mutex_destroy(&pool->lock);
    free(pool->member);
    free(pool);
}

void thread_pool_run(struct thread_pool *pool, int parts,
                     void (*work)(void *context, int part, int parts), void *context)
{
    if (pool == NULL || pool->helpers == 0 || parts == 1) {
        for (int part = 0; part < parts; part++) {
            work(context, part, parts);
        }
        return;
    }
    pool->work = work;
    pool->context = context;
    pool->parts = parts;
    begin_turn(pool);
    take_parts(pool);
    await_helpers(pool);
}
