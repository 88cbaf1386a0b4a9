#include "bot/service/health.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "bot/base/moment.h"
#include "bot/base/own_file.h"
#include "bot/base/paths.h"
#include "bot/net/timer.h"

struct health {
    struct timer *timer;
    char path[PATHS_MAX];
    bool is_written; /* and so ours to remove */
    void (*ask)(void *context, struct health_state *state);
    void *context;
};

static bool write_health(struct health *health, struct error *err)
{
    char at[MOMENT_SIZE];
    struct file_draft draft;
    struct health_state state = {0};
    moment_write(time(NULL), at);
    health->ask(health->context, &state);
    if (!own_file_is(health->path, OWN_HEALTH, err) ||
        !file_draft_open(&draft, health->path, 0644, err)) {
        return false;
    }
    (void)fprintf(draft.stream, "%s accounts %d, on line %d, playing %d\n", at,
                  state.accounts, state.online, state.playing);
    bool is_kept = file_draft_keep(&draft, FILE_SAFE_FROM_KILLS, err);
    health->is_written = health->is_written || is_kept;
    return is_kept;
}

static void on_write_time(void *context)
{
    (void)write_health(context, NULL); /* a failed write shows in the age of the file */
}

struct health *health_new(struct event_base *base, const char *path,
                          void (*ask)(void *context, struct health_state *state),
                          void *context, struct error *err)
{
    struct health *health = error_allocate(sizeof *health, err);
    if (health == NULL) {
        return NULL;
    }
    COPY_TEXT(health->path, path);
    health->ask = ask;
    health->context = context;
    health->timer =
        timer_every(base, (int64_t)HEALTH_SECONDS * 1000, on_write_time, health);
    if (health->timer == NULL) {
        error_at_path(err, 0, path, "no timer for it");
    }
    if (health->timer == NULL || !write_health(health, err)) {
        health_free(health);
        return NULL;
    }
    return health;
}

void health_free(struct health *health)
{
    if (health == NULL) {
        return;
    }
    timer_free(health->timer);
    if (health->is_written && own_file_is(health->path, OWN_HEALTH, NULL)) {
        (void)unlink(health->path);
    }
    free(health);
}
