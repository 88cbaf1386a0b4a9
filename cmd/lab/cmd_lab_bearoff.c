/* `fibsbot lab bearoff`: makes the databases of exact endings. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/folder.h"
#include "cmd/tool/long_run.h"
#include "cmd/tool/subcommand.h"
#include "engine/board/position.h"
#include "engine/race/bearoff.h"
#include "lab/race/bearoff_make.h"

struct arguments {
    const char *folder;
    const char *file[2]; /* one-sided, two-sided */
    bool is_forced;
};

static bool is_sound(const char *path, bool is_two_sided)
{
    struct bearoff *bo =
        bearoff_open(is_two_sided ? NULL : path, is_two_sided ? path : NULL, NULL);
    bearoff_close(bo);
    return bo != NULL;
}

/* Shows "PATH 45 %" on a terminal, until all is done or stopped; false to stop. */
static bool show_share(void *path, double done)
{
    const bool goes_on = !long_run_is_stopped();
    if (isatty(STDERR_FILENO) == 1) {
        fprintf(stderr, "\r%s %3d %%", (const char *)path, (int)(100.0 * done));
        fputs(done >= 1.0 || !goes_on ? "\r\033[K" : "", stderr);
    }
    return goes_on;
}

static bool make(const char *path, bool is_two_sided, bool is_forced, struct error *err)
{
    struct race_job job = {show_share, (void *)(uintptr_t)path};
    if (!is_forced && is_sound(path, is_two_sided)) {
        return true;
    }
    return is_two_sided
               ? bearoff_make_two_sided(path, BEAROFF_TWO_SIDED_CHECKERS, &job, err)
               : bearoff_make_one_sided(path, CHECKERS, &job, err);
}

/* The file named, or the usual name in the folder, or NULL for none. */
static const char *database_path(const struct arguments *args, int which, char *room,
                                 size_t size)
{
    static const char *const names[] = {BEAROFF_ONE_SIDED_NAME, BEAROFF_TWO_SIDED_NAME};
    if (args->file[which] != NULL || args->folder == NULL) {
        return args->file[which];
    }
    (void)snprintf(room, size, "%s/%s", args->folder, names[which]);
    return room;
}

static bool check_options(const struct cli_call *call)
{
    const struct arguments *args = call->context;
    if (args->file[0] != NULL && args->file[1] != NULL &&
        strcmp(args->file[0], args->file[1]) == 0) {
        return error_set(call->err, "each database needs a file of its own");
    }
    return args->folder != NULL || args->file[0] != NULL || args->file[1] != NULL ||
           error_set(call->err, "expected --out FOLDER or a file");
}

static const struct cli_option options[] = {
    {"out", CLI_FOLDER(struct arguments, folder),
     .help =
         "Make both databases in FOLDER under their usual names, "
         "bearoff-one-sided.db and bearoff-two-sided.db. Creates FOLDER if missing."},
    {"one-sided", CLI_FILE(struct arguments, file[0]),
     .help = "Make the one-sided database: 15 checkers on 6 points, 7 MB."},
    {"two-sided", CLI_FILE(struct arguments, file[1]),
     .help = "Make the two-sided database: 6 checkers a side, with the cube, 14 MB."},
    {"force", CLI_FLAG(struct arguments, is_forced),
     .help = "Make them again, even if they are sound."},
    {0},
};

static int run(const struct cli_call *call)
{
    const struct arguments *args = call->context;
    bool is_good = args->folder == NULL || folder_make(args->folder) ||
                   error_of_path(call->err, args->folder);
    (void)long_run_catch_signals();
    for (int which = 0; is_good && which < 2; which++) {
        char room[PATHS_MAX];
        const char *path = database_path(args, which, room, sizeof room);
        is_good = path == NULL || make(path, which == 1, args->is_forced, call->err);
    }
    return is_good ? 0 : 1;
}

const struct cli_command cmd_lab_bearoff = {
    .title = "fibsbot lab bearoff",
    .summary = "make the bearoff databases",
    .about =
        "Makes the databases of exact endings from the rules, in some seconds. Keeps "
        "a file that exists and is sound. Ctrl-C ends and leaves nothing behind.",
    .options = options,
    .check = check_options,
    .size = sizeof(struct arguments),
    .run = run,
};
