#include "bot/service/upkeep.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/config/path_options.h"
#include "bot/service/match_pruning.h"

enum { ROUND_MS = 3600 * 1000 };

struct upkeep {
    struct log *log;
    int64_t started_ms;
    bool has_thread; /* and it must be joined */
    atomic_bool is_done, stop;
    pthread_t thread;
    int count;
    struct match_pruning folders[CONFIG_ACCOUNTS_MAX]; /* the thread's while it runs */
};

struct upkeep *upkeep_new(struct log *log)
{
    struct upkeep *upkeep = calloc(1, sizeof *upkeep);
    if (upkeep != NULL) {
        upkeep->log = log;
        upkeep->started_ms = -(int64_t)ROUND_MS;
        atomic_init(&upkeep->is_done, true);
        atomic_init(&upkeep->stop, false);
    }
    return upkeep;
}

static void *prune_folders(void *arg)
{
    struct upkeep *upkeep = arg;
    for (int i = 0; i < upkeep->count; i++) {
        const struct match_pruning *pruning = &upkeep->folders[i];
        struct match_pruning_result result =
            match_pruning_run(pruning, (int64_t)time(NULL), &upkeep->stop);
        if (result.removed > 0) {
            log_event(upkeep->log, LOG_INFO, "",
                      "%s: the %d oldest match files are removed, %.1f MB, with what "
                      "was beside them; %d stay, %.1f MB (record.max_size, keep_days)",
                      pruning->folder, result.removed,
                      (double)result.removed_bytes / 1e6, result.kept,
                      (double)result.kept_bytes / 1e6);
        }
    }
    atomic_store(&upkeep->is_done, true);
    return NULL;
}

/* Of accounts that share a folder the smallest limits hold. */
static void list_folders(struct upkeep *upkeep, const struct config *const *configs,
                         int count)
{
    upkeep->count = 0;
    for (int i = 0; i < count; i++) {
        const struct config *config = configs[i];
        bool is_limited = config->record.max_size > 0 || config->record.keep_days > 0;
        if (config->record.matches && is_limited) {
            struct match_pruning *pruning = &upkeep->folders[upkeep->count++];
            memcpy(pruning->folder, config->record.folder, sizeof pruning->folder);
            pruning->most_bytes = path_option_bytes(config->record.max_size);
            pruning->most_age_s = (int64_t)config->record.keep_days * 24 * 3600;
        }
    }
}

static void join_thread(struct upkeep *upkeep)
{
    if (upkeep->has_thread) {
        (void)pthread_join(upkeep->thread, NULL);
        upkeep->has_thread = false;
    }
}

void upkeep_tick(struct upkeep *upkeep, int64_t now_ms,
                 const struct config *const *configs, int count)
{
    if (upkeep == NULL || now_ms - upkeep->started_ms < ROUND_MS ||
        !atomic_load(&upkeep->is_done)) {
        return;
    }
    join_thread(upkeep);
    upkeep->started_ms = now_ms;
    list_folders(upkeep, configs, count);
    if (upkeep->count > 0) {
        atomic_store(&upkeep->is_done, false);
        upkeep->has_thread =
            pthread_create(&upkeep->thread, NULL, prune_folders, upkeep) == 0;
        if (!upkeep->has_thread) {
            atomic_store(&upkeep->is_done, true); /* tried again in an hour */
        }
    }
}

void upkeep_free(struct upkeep *upkeep)
{
    if (upkeep != NULL) {
        atomic_store(&upkeep->stop, true);
        join_thread(upkeep);
        free(upkeep);
    }
}
