#include "bot/service/worker_pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/thread.h"
#include "bot/net/wakeup.h"
#include "engine/search/search_threads.h"

enum job_state { JOB_FREE, JOB_WAITING, JOB_THINKING, JOB_ANSWERED };

struct job {
    enum job_state state;
    bool is_cancelled;
    uint64_t order; /* first come, first served */
    atomic_bool stop;
    struct strength strength;
    struct decision_request request;
    struct decision_answer answer;
    worker_pool_callback *callback;
    void *context;
};

struct worker {
    struct worker_pool *pool;
    struct search_scratch *scratch;
    struct search_threads *search_threads;
    pthread_t thread;
    bool is_started;
};

/* `lock` guards jobs, orders and is_closing. */
struct worker_pool {
    const struct engine *eng;
    pthread_mutex_t lock;
    pthread_cond_t wanted;
    struct job jobs[WORKER_POOL_REQUESTS_MAX];
    uint64_t orders;
    bool is_closing;
    struct wakeup *wakeup; /* signalled for each answer */
    int worker_count;
    struct worker workers[WORKER_POOL_THREADS_MAX];
};

/* ---- on a worker's thread -------------------------------------------------------- */

static struct job *oldest_waiting(struct worker_pool *pool)
{
    struct job *oldest = NULL;
    for (int i = 0; i < WORKER_POOL_REQUESTS_MAX; i++) {
        struct job *job = &pool->jobs[i];
        if (job->state == JOB_WAITING &&
            (oldest == NULL || job->order < oldest->order)) {
            oldest = job;
        }
    }
    return oldest;
}

/* Waits for the next job. NULL when the pool closes. */
static struct job *take_job(struct worker_pool *pool)
{
    struct job *job = NULL;
    pthread_mutex_lock(&pool->lock);
    while (!pool->is_closing && (job = oldest_waiting(pool)) == NULL) {
        pthread_cond_wait(&pool->wanted, &pool->lock);
    }
    if (pool->is_closing) {
        job = NULL;
    } else {
        job->state = JOB_THINKING;
    }
    pthread_mutex_unlock(&pool->lock);
    return job;
}

static void *work(void *arg)
{
    struct worker *worker = arg;
    struct worker_pool *pool = worker->pool;
    struct job *job;
    while ((job = take_job(pool)) != NULL) {
        struct strength strength = job->strength;
        struct decision_answer answer;
        strength.search_threads = worker->search_threads;
        strength.stop = &job->stop;
        int64_t start_ms = clock_ms();
        decision_make(pool->eng, worker->scratch, &strength, &job->request, &answer);
        answer.thinking_ms = (int)(clock_ms() - start_ms);
        pthread_mutex_lock(&pool->lock);
        job->answer = answer;
        job->state = JOB_ANSWERED;
        pthread_mutex_unlock(&pool->lock);
        wakeup_signal(pool->wakeup);
    }
    return NULL;
}

/* ---- on the loop's thread -------------------------------------------------------- */

/* Copies one finished job and frees its slot. */
static bool take_finished_job(struct worker_pool *pool, struct job *out)
{
    bool found = false;
    pthread_mutex_lock(&pool->lock);
    for (int i = 0; i < WORKER_POOL_REQUESTS_MAX && !found; i++) {
        struct job *job = &pool->jobs[i];
        if (job->state == JOB_ANSWERED) {
            out->answer = job->answer;
            out->callback = job->callback;
            out->context = job->context;
            out->is_cancelled = job->is_cancelled;
            job->state = JOB_FREE;
            found = true;
        }
    }
    pthread_mutex_unlock(&pool->lock);
    return found;
}

static void deliver_answers(void *context)
{
    struct worker_pool *pool = context;
    struct job job;
    while (take_finished_job(pool, &job)) {
        if (!job.is_cancelled) {
            job.callback(job.context, &job.answer);
        }
    }
}

bool worker_pool_ask(struct worker_pool *pool, const struct strength *strength,
                     const struct decision_request *request,
                     worker_pool_callback *callback, void *context)
{
    bool is_queued = false;
    pthread_mutex_lock(&pool->lock);
    for (int i = 0; i < WORKER_POOL_REQUESTS_MAX && !is_queued; i++) {
        struct job *job = &pool->jobs[i];
        if (job->state == JOB_FREE) {
            job->state = JOB_WAITING;
            job->is_cancelled = false;
            job->order = pool->orders++;
            job->strength = *strength;
            job->request = *request;
            job->callback = callback;
            job->context = context;
            atomic_store(&job->stop, false);
            is_queued = true;
            pthread_cond_signal(&pool->wanted);
        }
    }
    pthread_mutex_unlock(&pool->lock);
    return is_queued;
}

long worker_pool_waiting(struct worker_pool *pool)
{
    long count = 0;
    pthread_mutex_lock(&pool->lock);
    for (int i = 0; i < WORKER_POOL_REQUESTS_MAX; i++) {
        count += pool->jobs[i].state == JOB_WAITING;
    }
    pthread_mutex_unlock(&pool->lock);
    return count;
}

void worker_pool_cancel(struct worker_pool *pool, const void *context, uint64_t number)
{
    pthread_mutex_lock(&pool->lock);
    for (int i = 0; i < WORKER_POOL_REQUESTS_MAX; i++) {
        struct job *job = &pool->jobs[i];
        if (job->state != JOB_FREE && job->context == context &&
            job->request.number == number) {
            job->is_cancelled = true;
            atomic_store(&job->stop, true);
            if (job->state == JOB_WAITING) {
                job->state = JOB_FREE;
            }
        }
    }
    pthread_mutex_unlock(&pool->lock);
}

/* ---- making and freeing ---------------------------------------------------------- */

static bool start_worker(struct worker_pool *pool, int threads, struct error *err)
{
    struct worker *worker = &pool->workers[pool->worker_count++];
    worker->pool = pool;
    worker->search_threads =
        search_threads_new(engine_evaluator(pool->eng), threads, err);
    if (worker->search_threads == NULL) {
        return false;
    }
    worker->scratch = engine_scratch_new(pool->eng);
    worker->is_started =
        worker->scratch != NULL && thread_start(&worker->thread, work, worker);
    if (!worker->is_started) {
        error_set_errno(err, "cannot start a worker thread");
    }
    return worker->is_started;
}

static bool start_workers(struct worker_pool *pool, int workers, int threads,
                          struct error *err)
{
    for (int i = 0; i < workers && i < WORKER_POOL_THREADS_MAX; i++) {
        if (!start_worker(pool, threads, err)) {
            return false;
        }
    }
    return true;
}

struct worker_pool *worker_pool_new(struct event_base *base, const struct engine *eng,
                                    int workers, int threads, struct error *err)
{
    struct worker_pool *pool = error_allocate(sizeof *pool, err);
    if (pool == NULL) {
        return NULL;
    }
    pool->eng = eng;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wanted, NULL);
    pool->wakeup = wakeup_new(base, deliver_answers, pool);
    if (pool->wakeup == NULL) {
        error_set_errno(err, "cannot open a pipe");
    }
    if (pool->wakeup == NULL || !start_workers(pool, workers, threads, err)) {
        worker_pool_free(pool);
        return NULL;
    }
    return pool;
}

static void stop_workers(struct worker_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->is_closing = true;
    for (int i = 0; i < WORKER_POOL_REQUESTS_MAX; i++) {
        atomic_store(&pool->jobs[i].stop, true);
    }
    pthread_cond_broadcast(&pool->wanted);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->worker_count; i++) {
        struct worker *worker = &pool->workers[i];
        if (worker->is_started) {
            pthread_join(worker->thread, NULL);
        }
        engine_scratch_free(worker->scratch);
        search_threads_free(worker->search_threads);
    }
}

void worker_pool_free(struct worker_pool *pool)
{
    if (pool == NULL) {
        return;
    }
    stop_workers(pool);
    wakeup_free(pool->wakeup);
    pthread_cond_destroy(&pool->wanted);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}
