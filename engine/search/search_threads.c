#include "engine/search/search_threads.h"

#include <stdlib.h>

#include "engine/search/search.h"

struct search_threads {
    int size;
    struct thread_pool *pool;
    struct scratch *scratch[SEARCH_THREADS_MAX]; /* [0], the caller's, is not used */
};

static bool open_threads(struct search_threads *search_threads,
                         const struct evaluator *ev)
{
    for (int n = 1; n < search_threads->size; n++) {
        search_threads->scratch[n] = search_scratch_new(ev);
        if (search_threads->scratch[n] == NULL) {
            return false;
        }
    }
    search_threads->pool = thread_pool_new(search_threads->size);
    return search_threads->pool != NULL;
}

struct search_threads *search_threads_new(const struct evaluator *ev, int threads,
                                          struct error *err)
{
    struct search_threads *search_threads = calloc(1, sizeof *search_threads);
    if (search_threads != NULL) {
        search_threads->size = threads < 1                    ? 1
                               : threads > SEARCH_THREADS_MAX ? SEARCH_THREADS_MAX
                                                              : threads;
    }
    if (search_threads == NULL || !open_threads(search_threads, ev)) {
        error_set(err, "out of memory for %d search threads", threads);
        search_threads_free(search_threads);
        return NULL;
    }
    return search_threads;
}

void search_threads_free(struct search_threads *search_threads)
{
    if (search_threads == NULL) {
        return;
    }
    thread_pool_free(search_threads->pool);
    for (int n = 1; n < search_threads->size; n++) {
        search_scratch_free(search_threads->scratch[n]);
    }
    free(search_threads);
}

int search_threads_size(const struct search_threads *search_threads)
{
    return search_threads->size;
}

struct scratch *search_threads_scratch(const struct search_threads *search_threads,
                                       int thread)
{
    return search_threads->scratch[thread];
}

void search_threads_run(struct search_threads *search_threads, int pieces,
                        thread_pool_work *work, void *context)
{
    thread_pool_run(search_threads->pool, pieces, work, context);
}
