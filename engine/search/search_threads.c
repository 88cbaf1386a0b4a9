#include "engine/search/search_threads.h"

#include <stdlib.h>

#include "engine/search/search.h"

struct search_threads {
    int size;
    struct thread_pool *pool;
    struct search_scratch
        *scratch[SEARCH_THREADS_MAX]; /* [0], the caller's, is not used */
};

static bool open_threads(struct search_threads *s, const struct evaluator *ev,
                         int threads)
{
    s->size = threads < SEARCH_THREADS_MAX ? threads : SEARCH_THREADS_MAX;
    s->size = s->size > 1 ? s->size : 1;
    for (int n = 1; n < s->size; n++) {
        s->scratch[n] = search_scratch_new(ev);
        if (s->scratch[n] == NULL) {
            return false;
        }
    }
    s->pool = thread_pool_new(s->size);
    return s->pool != NULL;
}

struct search_threads *search_threads_new(const struct evaluator *ev, int threads,
                                          struct error *err)
{
    struct search_threads *s = calloc(1, sizeof *s);
    if (s == NULL || !open_threads(s, ev, threads)) {
        error_no_memory(err);
        search_threads_free(s);
        return NULL;
    }
    return s;
}

void search_threads_free(struct search_threads *s)
{
    if (s == NULL) {
        return;
    }
    thread_pool_free(s->pool);
    for (int n = 1; n < s->size; n++) {
        search_scratch_free(s->scratch[n]);
    }
    free(s);
}

int search_threads_size(const struct search_threads *s)
{
    return s->size;
}

struct search_scratch *search_threads_scratch(const struct search_threads *s,
                                              int thread)
{
    return s->scratch[thread];
}

void search_threads_run(struct search_threads *s, int pieces, thread_pool_work *work,
                        void *context)
{
    thread_pool_run(s->pool, pieces, work, context);
}
