#include "bot/review/desk/desk.h"

#include <event2/event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "bot/review/desk/desk_internal.h"

/* ---- life ------------------------------------------------------------------------ */

static void end_loop(evutil_socket_t number, short what, void *context)
{
    struct desk *desk = context;
    (void)number;
    (void)what;
    (void)event_base_loopexit(desk->base, NULL);
}

static bool open_loop(struct desk *desk, struct error *err)
{
    static const int numbers[] = {SIGINT, SIGTERM};
    bool is_good = (desk->base = event_base_new()) != NULL;
    for (int i = 0; i < 2 && is_good; i++) {
        desk->signals[i] = evsignal_new(desk->base, numbers[i], end_loop, desk);
        is_good = desk->signals[i] != NULL && event_add(desk->signals[i], NULL) == 0;
    }
    return is_good || error_set(err, "cannot make the loop of the review");
}

/* Of each match whether the collection has its analysis by this judge. */
static bool is_kept(const struct desk *desk, int i)
{
    const struct desk_options *options = &desk->options;
    const struct match_batch_match *match = &options->batch->matches[i];
    struct match_analysis *analysis = match_batch_analysis(options->batch, match);
    bool is_good =
        analysis != NULL && collection_restore(options->collection, desk->ids[i],
                                               options->judge, match->turns, analysis);
    match_analysis_free(analysis);
    return is_good;
}

static bool add_matches(struct desk *desk, struct error *err)
{
    const struct match_batch *batch = desk->options.batch;
    desk->ids = calloc((size_t)batch->count + 1, sizeof *desk->ids);
    desk->is_kept = calloc((size_t)batch->count + 1, sizeof *desk->is_kept);
    if (desk->ids == NULL || desk->is_kept == NULL) {
        return error_no_memory(err);
    }
    for (int i = 0; i < batch->count; i++) {
        const struct match_batch_match *match = &batch->matches[i];
        const struct collection_match one = {match->path, match->number, match->turns};
        desk->ids[i] = collection_add(desk->options.collection, &one, err);
        if (desk->ids[i] <= 0) {
            return false;
        }
        desk->is_kept[i] = is_kept(desk, i);
    }
    return true;
}

struct desk *desk_open(const struct desk_options *options, struct error *err)
{
    struct desk *desk = error_allocate(sizeof *desk, err);
    if (desk == NULL) {
        return NULL;
    }
    *desk = (struct desk){.options = *options};
    (void)pthread_mutex_init(&desk->lock, NULL);
    clock_condition_init(&desk->asked);
    if (http_server_draw_token(desk->token, err) && add_matches(desk, err) &&
        open_loop(desk, err) && desk_http_open(desk, err) &&
        desk_worker_start(desk, err)) {
        return desk;
    }
    desk_close(desk);
    return NULL;
}

void desk_run(struct desk *desk)
{
    (void)event_base_dispatch(desk->base);
}

void desk_close(struct desk *desk)
{
    if (desk == NULL) {
        return;
    }
    desk_worker_end(desk);
    http_server_free(desk->http);
    for (int i = 0; i < 2; i++) {
        if (desk->signals[i] != NULL) {
            event_free(desk->signals[i]);
        }
    }
    if (desk->base != NULL) {
        event_base_free(desk->base);
    }
    free(desk->ids);
    free(desk->is_kept);
    (void)pthread_cond_destroy(&desk->asked);
    (void)pthread_mutex_destroy(&desk->lock);
    free(desk);
}

void desk_address(const struct desk *desk, char address[DESK_ADDRESS_SIZE])
{
    (void)snprintf(address, DESK_ADDRESS_SIZE, "http://127.0.0.1:%d/%s/",
                   http_server_port(desk->http), desk->token);
}
