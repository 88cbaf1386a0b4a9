#include "engine/search/search_threads.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine/search/search.h"

struct member {
    struct search_threads *search_threads;
    int number;
    struct scratch *scratch;
    pthread_t thread;
    bool is_started;
};

/* `lock` guards all that follows it. */
struct search_threads {
    int size;
    struct member members[SEARCH_THREADS_MAX]; /* [0], the caller's, is not used */
    pthread_mutex_t lock;
    pthread_cond_t called;
    pthread_cond_t done;
    unsigned calls; /* of search_threads_run() so far */
    int working;    /* members that have not yet returned */
    bool is_closing;
    search_threads_work *work;
    void *context;
};

/* Waits for the call after `seen`; false when the search threads is dismissed. */
static bool wait_for_call(struct search_threads *search_threads, unsigned seen)
{
    pthread_mutex_lock(&search_threads->lock);
    while (search_threads->calls == seen && !search_threads->is_closing) {
        pthread_cond_wait(&search_threads->called, &search_threads->lock);
    }
    bool is_called = !search_threads->is_closing;
    pthread_mutex_unlock(&search_threads->lock);
    return is_called;
}

static void *serve(void *arg)
{
    struct member *member = arg;
    struct search_threads *search_threads = member->search_threads;
    for (unsigned seen = 0; wait_for_call(search_threads, seen); seen++) {
        search_threads->work(search_threads->context, member->number);
        pthread_mutex_lock(&search_threads->lock);
        if (--search_threads->working == 0) {
            pthread_cond_signal(&search_threads->done);
        }
        pthread_mutex_unlock(&search_threads->lock);
    }
    return NULL;
}

void search_threads_run(struct search_threads *search_threads,
                        search_threads_work *work, void *context)
{
    pthread_mutex_lock(&search_threads->lock);
    search_threads->work = work;
    search_threads->context = context;
    search_threads->working = search_threads->size - 1;
    search_threads->calls++;
    pthread_cond_broadcast(&search_threads->called);
    pthread_mutex_unlock(&search_threads->lock);
    work(context, 0);
    pthread_mutex_lock(&search_threads->lock);
    while (search_threads->working > 0) {
        pthread_cond_wait(&search_threads->done, &search_threads->lock);
    }
    pthread_mutex_unlock(&search_threads->lock);
}

static bool start_member(struct search_threads *search_threads, int number,
                         const struct evaluator *ev)
{
    struct member *member = &search_threads->members[number];
    member->search_threads = search_threads;
    member->number = number;
    member->scratch = search_scratch_new(ev);
    member->is_started = member->scratch != NULL &&
                         pthread_create(&member->thread, NULL, serve, member) == 0;
    return member->is_started;
}

struct search_threads *search_threads_new(const struct evaluator *ev, int threads,
                                          struct error *err)
{
    struct search_threads *search_threads = calloc(1, sizeof *search_threads);
    if (search_threads == NULL) {
        error_set(err, "no memory for %d threads", threads);
        return NULL;
    }
    search_threads->size = threads < 1                    ? 1
                           : threads > SEARCH_THREADS_MAX ? SEARCH_THREADS_MAX
                                                          : threads;
    pthread_mutex_init(&search_threads->lock, NULL);
    pthread_cond_init(&search_threads->called, NULL);
    pthread_cond_init(&search_threads->done, NULL);
    for (int n = 1; n < search_threads->size; n++) {
        if (!start_member(search_threads, n, ev)) {
            error_set(err, "cannot start %d thinking threads", threads);
            search_threads_free(search_threads);
            return NULL;
        }
    }
    return search_threads;
}

void search_threads_free(struct search_threads *search_threads)
{
    if (search_threads == NULL) {
        return;
    }
    pthread_mutex_lock(&search_threads->lock);
    search_threads->is_closing = true;
    pthread_cond_broadcast(&search_threads->called);
    pthread_mutex_unlock(&search_threads->lock);
    for (int n = 1; n < search_threads->size; n++) {
        if (search_threads->members[n].is_started) {
            pthread_join(search_threads->members[n].thread, NULL);
        }
        search_scratch_free(search_threads->members[n].scratch);
    }
    pthread_cond_destroy(&search_threads->done);
    pthread_cond_destroy(&search_threads->called);
    pthread_mutex_destroy(&search_threads->lock);
    free(search_threads);
}

int search_threads_size(const struct search_threads *search_threads)
{
    return search_threads->size;
}

struct scratch *search_threads_scratch(const struct search_threads *search_threads,
                                       int worker)
{
    return search_threads->members[worker].scratch;
}
