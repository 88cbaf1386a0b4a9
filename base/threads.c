#include "base/threads.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

struct job {
    void (*work)(void *context, int n);
    void *context;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t change;
    int running;
};

struct worker {
    pthread_t thread;
    struct job *job;
    int number;
};

static void *work(void *argument)
{
    const struct worker *worker = argument;
    struct job *job = worker->job;
    job->work(job->context, worker->number);
    (void)pthread_mutex_lock(&job->lock);
    job->running--;
    (void)pthread_cond_signal(&job->change);
    (void)pthread_mutex_unlock(&job->lock);
    return NULL;
}

static void count_running(struct job *job, int more)
{
    (void)pthread_mutex_lock(&job->lock);
    job->running += more;
    (void)pthread_mutex_unlock(&job->lock);
}

/* One that cannot be started leaves its place to the next. */
static int start(struct job *job, struct worker workers[THREADS_MAX], int count)
{
    int started = 0;
    for (int n = 0; n < count; n++) {
        struct worker *worker = &workers[started];
        *worker = (struct worker){.job = job, .number = n};
        count_running(job, 1);
        if (pthread_create(&worker->thread, NULL, work, worker) == 0) {
            started++;
        } else {
            count_running(job, -1);
        }
    }
    return started;
}

/* Until all have ended; `tell` is called unlocked, for it may take long. */
static void wait_and_tell(struct job *job, void (*tell)(void *context))
{
    (void)pthread_mutex_lock(&job->lock);
    while (job->running > 0) {
        struct timespec until;
        (void)clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++;
        if (pthread_cond_timedwait(&job->change, &job->lock, &until) == ETIMEDOUT &&
            tell != NULL) {
            (void)pthread_mutex_unlock(&job->lock);
            tell(job->context);
            (void)pthread_mutex_lock(&job->lock);
        }
    }
    (void)pthread_mutex_unlock(&job->lock);
}

int threads_run(int count, void (*to_do)(void *context, int n),
                void (*tell)(void *context), void *context)
{
    struct job job = {.work = to_do, .context = context};
    struct worker workers[THREADS_MAX];
    (void)pthread_mutex_init(&job.lock, NULL);
    (void)pthread_cond_init(&job.change, NULL);
    int started = start(&job, workers, count);
    wait_and_tell(&job, tell);
    for (int n = 0; n < started; n++) {
        (void)pthread_join(workers[n].thread, NULL);
    }
    (void)pthread_cond_destroy(&job.change);
    (void)pthread_mutex_destroy(&job.lock);
    return started;
}
