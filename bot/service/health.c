#include "bot/service/health.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <event2/event.h>

#include "base/file.h"
#include "bot/base/paths.h"

struct health {
    struct event *timer;
    char path[PATHS_MAX];
    void (*ask)(void *context, struct health_state *state);
    void *context;
};

/* Writes a second file and renames it, so that no reader finds half a line. */
static bool write_health(const struct health *health)
{
    char part[PATHS_MAX + 8], at[32] = "";
    struct health_state state = {0};
    time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc) != NULL) {
        (void)strftime(at, sizeof at, "%Y-%m-%dT%H:%M:%SZ", &utc);
    }
    health->ask(health->context, &state);
    (void)snprintf(part, sizeof part, "%s.new", health->path);
    FILE *file = file_stream(part, "w", 0644);
    if (file == NULL) {
        return false;
    }
    bool is_good = fprintf(file, "%s accounts %d, on line %d, playing %d\n", at,
                           state.accounts, state.online, state.playing) > 0;
    is_good = fclose(file) == 0 && is_good;
    return is_good && rename(part, health->path) == 0;
}

static void on_write_time(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    (void)write_health(arg); /* a failed write shows in the age of the file */
}

struct health *health_new(struct event_base *base, const char *path,
                          void (*ask)(void *context, struct health_state *state),
                          void *context, struct error *err)
{
    static const struct timeval every = {.tv_sec = HEALTH_SECONDS};
    struct health *health = calloc(1, sizeof *health);
    if (health == NULL) {
        error_set(err, "no memory");
        return NULL;
    }
    (void)snprintf(health->path, sizeof health->path, "%s", path);
    health->ask = ask;
    health->context = context;
    health->timer = event_new(base, -1, EV_PERSIST, on_write_time, health);
    bool is_good = health->timer != NULL && event_add(health->timer, &every) == 0;
    if (!is_good || !write_health(health)) {
        error_set(err, "%s: cannot be written: %s", path, file_error(errno));
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
    if (health->timer != NULL) {
        event_free(health->timer);
    }
    (void)unlink(health->path);
    free(health);
}
