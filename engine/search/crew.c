#include "engine/search/crew.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine/search/search.h"

struct member {
    struct crew *crew;
    int number;
    struct scratch *scratch;
    pthread_t thread;
    bool is_started;
};

/* `lock` guards all that follows it. */
struct crew {
    int size;
    struct member members[CREW_MAX]; /* [0], the caller's, is not used */
    pthread_mutex_t lock;
    pthread_cond_t called;
    pthread_cond_t done;
    unsigned calls; /* of crew_run() so far */
    int working;    /* members that have not yet returned */
    bool is_closing;
    crew_work *work;
    void *context;
};

/* Waits for the call after `seen`; false when the crew is dismissed. */
static bool wait_for_call(struct crew *crew, unsigned seen)
{
    pthread_mutex_lock(&crew->lock);
    while (crew->calls == seen && !crew->is_closing) {
        pthread_cond_wait(&crew->called, &crew->lock);
    }
    bool is_called = !crew->is_closing;
    pthread_mutex_unlock(&crew->lock);
    return is_called;
}

static void *serve(void *arg)
{
    struct member *member = arg;
    struct crew *crew = member->crew;
    for (unsigned seen = 0; wait_for_call(crew, seen); seen++) {
        crew->work(crew->context, member->number);
        pthread_mutex_lock(&crew->lock);
        if (--crew->working == 0) {
            pthread_cond_signal(&crew->done);
        }
        pthread_mutex_unlock(&crew->lock);
    }
    return NULL;
}

void crew_run(struct crew *crew, crew_work *work, void *context)
{
    pthread_mutex_lock(&crew->lock);
    crew->work = work;
    crew->context = context;
    crew->working = crew->size - 1;
    crew->calls++;
    pthread_cond_broadcast(&crew->called);
    pthread_mutex_unlock(&crew->lock);
    work(context, 0);
    pthread_mutex_lock(&crew->lock);
    while (crew->working > 0) {
        pthread_cond_wait(&crew->done, &crew->lock);
    }
    pthread_mutex_unlock(&crew->lock);
}

static bool start_member(struct crew *crew, int number, const struct evaluator *ev)
{
    struct member *member = &crew->members[number];
    member->crew = crew;
    member->number = number;
    member->scratch = search_scratch_new(ev);
    member->is_started = member->scratch != NULL &&
                         pthread_create(&member->thread, NULL, serve, member) == 0;
    return member->is_started;
}

struct crew *crew_new(const struct evaluator *ev, int threads, struct error *err)
{
    struct crew *crew = calloc(1, sizeof *crew);
    if (crew == NULL) {
        error_set(err, "no memory for %d threads", threads);
        return NULL;
    }
    crew->size = threads < 1 ? 1 : threads > CREW_MAX ? CREW_MAX : threads;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->called, NULL);
    pthread_cond_init(&crew->done, NULL);
    for (int n = 1; n < crew->size; n++) {
        if (!start_member(crew, n, ev)) {
            error_set(err, "cannot start %d thinking threads", threads);
            crew_free(crew);
            return NULL;
        }
    }
    return crew;
}

void crew_free(struct crew *crew)
{
    if (crew == NULL) {
        return;
    }
    pthread_mutex_lock(&crew->lock);
    crew->is_closing = true;
    pthread_cond_broadcast(&crew->called);
    pthread_mutex_unlock(&crew->lock);
    for (int n = 1; n < crew->size; n++) {
        if (crew->members[n].is_started) {
            pthread_join(crew->members[n].thread, NULL);
        }
        search_scratch_free(crew->members[n].scratch);
    }
    pthread_cond_destroy(&crew->done);
    pthread_cond_destroy(&crew->called);
    pthread_mutex_destroy(&crew->lock);
    free(crew);
}

int crew_size(const struct crew *crew)
{
    return crew->size;
}

struct scratch *crew_scratch(const struct crew *crew, int worker)
{
    return crew->members[worker].scratch;
}
