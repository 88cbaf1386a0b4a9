#include "bot/service/thinker.h"

#include <errno.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/net/bell.h"

enum { JOBS_MAX = THINKER_REQUESTS_MAX };

enum job_state { JOB_FREE, JOB_WAITING, JOB_THINKING, JOB_ANSWERED };

struct job {
    enum job_state state;
    bool is_cancelled;
    uint64_t order; /* first come, first served */
    atomic_bool stop;
    struct strength strength;
    struct decision_request request;
    struct decision_answer answer;
    thinker_callback *callback;
    void *context;
};

struct worker {
    struct thinker *thinker;
    struct scratch *scratch;
    struct crew *crew;
    pthread_t thread;
    bool is_started;
};

/* `lock` guards jobs, orders and is_closing. */
struct thinker {
    const struct engine *eng;
    pthread_mutex_t lock;
    pthread_cond_t wanted;
    struct job jobs[JOBS_MAX];
    uint64_t orders;
    bool is_closing;
    struct bell *bell; /* rung for each answer */
    int worker_count;
    struct worker workers[THINKER_WORKERS_MAX];
};

/* ---- on a worker's thread ------------------------------------------------------ */

static struct job *oldest_waiting(struct thinker *thinker)
{
    struct job *oldest = NULL;
    for (int i = 0; i < JOBS_MAX; i++) {
        struct job *job = &thinker->jobs[i];
        if (job->state == JOB_WAITING &&
            (oldest == NULL || job->order < oldest->order)) {
            oldest = job;
        }
    }
    return oldest;
}

/* NULL when the pool closes. */
static struct job *take_job(struct thinker *thinker)
{
    struct job *job = NULL;
    pthread_mutex_lock(&thinker->lock);
    while (!thinker->is_closing && (job = oldest_waiting(thinker)) == NULL) {
        pthread_cond_wait(&thinker->wanted, &thinker->lock);
    }
    if (thinker->is_closing) {
        job = NULL;
    } else {
        job->state = JOB_THINKING;
    }
    pthread_mutex_unlock(&thinker->lock);
    return job;
}

static int64_t now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void *work(void *arg)
{
    struct worker *worker = arg;
    struct thinker *thinker = worker->thinker;
    struct job *job;
    while ((job = take_job(thinker)) != NULL) {
        struct strength strength = job->strength;
        struct decision_answer answer;
        strength.crew = worker->crew;
        strength.stop = &job->stop;
        int64_t start_ms = now_ms();
        decision_make(thinker->eng, worker->scratch, &strength, &job->request, &answer);
        answer.thinking_ms = (int)(now_ms() - start_ms);
        pthread_mutex_lock(&thinker->lock);
        job->answer = answer;
        job->state = JOB_ANSWERED;
        pthread_mutex_unlock(&thinker->lock);
        bell_ring(thinker->bell);
    }
    return NULL;
}

/* ---- on the loop's thread -------------------------------------------------------- */

/* Copies one finished job out and frees its place. */
static bool collect(struct thinker *thinker, struct job *out)
{
    bool found = false;
    pthread_mutex_lock(&thinker->lock);
    for (int i = 0; i < JOBS_MAX && !found; i++) {
        struct job *job = &thinker->jobs[i];
        if (job->state == JOB_ANSWERED) {
            out->answer = job->answer;
            out->callback = job->callback;
            out->context = job->context;
            out->is_cancelled = job->is_cancelled;
            job->state = JOB_FREE;
            found = true;
        }
    }
    pthread_mutex_unlock(&thinker->lock);
    return found;
}

static void hand_out(void *context)
{
    struct thinker *thinker = context;
    struct job job;
    while (collect(thinker, &job)) {
        if (!job.is_cancelled) {
            job.callback(job.context, &job.answer);
        }
    }
}

bool thinker_ask(struct thinker *thinker, const struct strength *strength,
                 const struct decision_request *request, thinker_callback *callback,
                 void *context)
{
    bool is_queued = false;
    pthread_mutex_lock(&thinker->lock);
    for (int i = 0; i < JOBS_MAX && !is_queued; i++) {
        struct job *job = &thinker->jobs[i];
        if (job->state == JOB_FREE) {
            job->state = JOB_WAITING;
            job->is_cancelled = false;
            job->order = thinker->orders++;
            job->strength = *strength;
            job->request = *request;
            job->callback = callback;
            job->context = context;
            atomic_store(&job->stop, false);
            is_queued = true;
            pthread_cond_signal(&thinker->wanted);
        }
    }
    pthread_mutex_unlock(&thinker->lock);
    return is_queued;
}

long thinker_waiting(struct thinker *thinker)
{
    long count = 0;
    pthread_mutex_lock(&thinker->lock);
    for (int i = 0; i < JOBS_MAX; i++) {
        count += thinker->jobs[i].state != JOB_FREE;
    }
    pthread_mutex_unlock(&thinker->lock);
    return count;
}

void thinker_cancel(struct thinker *thinker, const void *context, uint64_t number)
{
    pthread_mutex_lock(&thinker->lock);
    for (int i = 0; i < JOBS_MAX; i++) {
        struct job *job = &thinker->jobs[i];
        if (job->state != JOB_FREE && job->context == context &&
            job->request.number == number) {
            job->is_cancelled = true;
            atomic_store(&job->stop, true);
            if (job->state == JOB_WAITING) {
                job->state = JOB_FREE;
            }
        }
    }
    pthread_mutex_unlock(&thinker->lock);
}

/* ---- life ------------------------------------------------------------------------ */

static bool start_worker(struct thinker *thinker, int threads, struct error *err)
{
    struct worker *worker = &thinker->workers[thinker->worker_count++];
    worker->thinker = thinker;
    worker->crew = engine_crew_new(thinker->eng, threads, err);
    if (worker->crew == NULL) {
        return false;
    }
    worker->scratch = scratch_new(thinker->eng);
    worker->is_started = worker->scratch != NULL &&
                         pthread_create(&worker->thread, NULL, work, worker) == 0;
    if (!worker->is_started) {
        error_set(err, "cannot start a thinking thread: %s", strerror(errno));
    }
    return worker->is_started;
}

static bool start_workers(struct thinker *thinker, int workers, int threads,
                          struct error *err)
{
    for (int i = 0; i < workers && i < THINKER_WORKERS_MAX; i++) {
        if (!start_worker(thinker, threads, err)) {
            return false;
        }
    }
    return true;
}

struct thinker *thinker_new(struct event_base *base, const struct engine *eng,
                            int workers, int threads, struct error *err)
{
    /* calloc would not align the positions of the jobs */
    struct thinker *thinker = aligned_alloc(alignof(struct thinker), sizeof *thinker);
    if (thinker == NULL) {
        error_set(err, "no memory for the thinker");
        return NULL;
    }
    memset(thinker, 0, sizeof *thinker);
    thinker->eng = eng;
    pthread_mutex_init(&thinker->lock, NULL);
    pthread_cond_init(&thinker->wanted, NULL);
    thinker->bell = bell_new(base, hand_out, thinker);
    if (thinker->bell == NULL) {
        error_set(err, "cannot open a pipe: %s", strerror(errno));
    }
    if (thinker->bell == NULL || !start_workers(thinker, workers, threads, err)) {
        thinker_free(thinker);
        return NULL;
    }
    return thinker;
}

static void stop_workers(struct thinker *thinker)
{
    pthread_mutex_lock(&thinker->lock);
    thinker->is_closing = true;
    for (int i = 0; i < JOBS_MAX; i++) {
        atomic_store(&thinker->jobs[i].stop, true);
    }
    pthread_cond_broadcast(&thinker->wanted);
    pthread_mutex_unlock(&thinker->lock);
    for (int i = 0; i < thinker->worker_count; i++) {
        struct worker *worker = &thinker->workers[i];
        if (worker->is_started) {
            pthread_join(worker->thread, NULL);
        }
        scratch_free(worker->scratch);
        crew_free(worker->crew);
    }
}

void thinker_free(struct thinker *thinker)
{
    if (thinker == NULL) {
        return;
    }
    stop_workers(thinker);
    bell_free(thinker->bell);
    pthread_cond_destroy(&thinker->wanted);
    pthread_mutex_destroy(&thinker->lock);
    free(thinker);
}
