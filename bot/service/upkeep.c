#include "bot/service/upkeep_internal.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/thread.h"
#include "bot/base/own_file.h"
#include "bot/base/paths.h"
#include "bot/config/path_options.h"
#include "match/record.h"

/* ---- one folder ------------------------------------------------------------------- */

enum {
    ROUND_MS = 3600 * 1000,
    DAY_S = 24 * 3600,
    UNFINISHED_S = 180 * DAY_S,
    DEPTH = 1, /* record.group: a folder for each opponent or day */
    TAIL_SIZE = 80
};

/* What stands beside X.mat; it goes with it. */
static const char *const beside[] = {".sgf", ".analysis.txt", ".analysis.html"};
enum { BESIDE = sizeof beside / sizeof beside[0] };

struct match_file {
    char *path;
    int64_t bytes, written_s;
};

struct match_files {
    int count, room;
    struct match_file *list;
    const atomic_bool *stop;
};

static bool is_match_file(const char *path)
{
    time_t started = 0;
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".mat") == 0 &&
           record_start_of(path, &started);
}

static void name_beside(const char *path, int which, char name[PATHS_MAX])
{
    (void)snprintf(name, PATHS_MAX, "%.*s%s", (int)strlen(path) - 4, path,
                   beside[which]);
}

static int64_t bytes_beside(const char *path)
{
    int64_t bytes = 0;
    for (int i = 0; i < BESIDE; i++) {
        char name[PATHS_MAX];
        struct stat status;
        name_beside(path, i, name);
        bytes += lstat(name, &status) == 0 ? (int64_t)status.st_size : 0;
    }
    return bytes;
}

static bool note_file(void *context, const char *path, const struct stat *status)
{
    struct match_files *files = context;
    if (!is_match_file(path)) {
        return !atomic_load(files->stop);
    }
    if (files->count == files->room) {
        int room = files->room == 0 ? 256 : 2 * files->room;
        struct match_file *list =
            realloc(files->list, (size_t)room * sizeof *files->list);
        if (list == NULL) {
            return false;
        }
        files->list = list;
        files->room = room;
    }
    struct match_file *file = &files->list[files->count];
    *file = (struct match_file){.path = strdup(path),
                                .bytes = (int64_t)status->st_size + bytes_beside(path),
                                .written_s = (int64_t)status->st_mtime};
    files->count += file->path != NULL;
    return file->path != NULL && !atomic_load(files->stop);
}

static int compare_written(const void *a, const void *b)
{
    const struct match_file *one = a, *other = b;
    return (one->written_s > other->written_s) - (one->written_s < other->written_s);
}

/* The last line of a finished match says so. */
static bool is_finished(const char *path)
{
    char tail[TAIL_SIZE + 1] = "";
    FILE *file = fopen(path, "re");
    if (file != NULL) {
        (void)fseek(file, -(long)TAIL_SIZE,
                    SEEK_END); /* a short file: from its start */
        tail[fread(tail, 1, TAIL_SIZE, file)] = '\0';
        (void)fclose(file);
    }
    return strstr(tail, " and the match") != NULL;
}

static bool may_go(const struct match_file *file, int64_t age_s)
{
    return age_s > DAY_S && own_file_is(file->path, OWN_MATCH, NULL) &&
           (age_s > UNFINISHED_S || is_finished(file->path));
}

static bool remove_files(const struct match_file *file)
{
    for (int i = 0; i < BESIDE; i++) {
        char name[PATHS_MAX];
        name_beside(file->path, i, name);
        (void)unlink(name);
    }
    return unlink(file->path) == 0;
}

static void prune_list(const struct upkeep_folder *pruning, int64_t now_s,
                       const struct match_files *files, struct upkeep_result *result)
{
    for (int i = 0; i < files->count && !atomic_load(files->stop); i++) {
        const struct match_file *file = &files->list[i];
        int64_t age_s = now_s - file->written_s;
        bool is_too_much =
            pruning->most_bytes > 0 && result->kept_bytes > pruning->most_bytes;
        bool is_too_old = pruning->most_age_s > 0 && age_s > pruning->most_age_s;
        if ((is_too_much || is_too_old) && may_go(file, age_s) && remove_files(file)) {
            result->kept--;
            result->removed++;
            result->kept_bytes -= file->bytes;
            result->removed_bytes += file->bytes;
        }
    }
}

struct upkeep_result upkeep_prune(const struct upkeep_folder *pruning, int64_t now_s,
                                  const atomic_bool *stop)
{
    struct match_files files = {.stop = stop};
    struct upkeep_result result = {0, 0, 0, 0};
    bool is_whole = folder_walk(pruning->folder, DEPTH, note_file, &files);
    for (int i = 0; i < files.count; i++) {
        result.kept++;
        result.kept_bytes += files.list[i].bytes;
    }
    if (is_whole && files.count > 0) {
        qsort(files.list, (size_t)files.count, sizeof *files.list, compare_written);
        prune_list(pruning, now_s, &files, &result);
    }
    for (int i = 0; i < files.count; i++) {
        free(files.list[i].path);
    }
    free(files.list);
    return result;
}

/* ---- a round ---------------------------------------------------------------------- */

struct upkeep {
    struct log *log;
    int64_t started_ms;
    bool has_thread; /* and it must be joined */
    atomic_bool is_done, stop;
    pthread_t thread;
    int count;
    struct upkeep_folder folders[CONFIG_LOGINS_MAX]; /* the thread's while it runs */
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
        const struct upkeep_folder *pruning = &upkeep->folders[i];
        struct upkeep_result result =
            upkeep_prune(pruning, (int64_t)time(NULL), &upkeep->stop);
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
            struct upkeep_folder *pruning = &upkeep->folders[upkeep->count++];
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
        upkeep->has_thread = thread_start(&upkeep->thread, prune_folders, upkeep);
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
