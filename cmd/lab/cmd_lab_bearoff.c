/* `fibsbot lab bearoff`: makes the databases of exact endings. */
#include <getopt.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "cmd/tool/lab_run.h"
#include "cmd/tool/subcommand.h"
#include "engine/race/bearoff.h"
#include "lab/race/bearoff_make.h"

static const char usage[] =
    "usage: fibsbot lab bearoff [--out FOLDER] [--one-sided FILE] [--two-sided FILE]\n"
    "                           [--force]\n"
    "\n"
    "Makes the databases of exact endings from the rules; some seconds in all. A file\n"
    "that is there and sound is left alone. Ctrl-C ends without a trace.\n"
    "\n"
    "  --out FOLDER       both databases, under their usual names\n"
    "                     bearoff-one-sided.db and bearoff-two-sided.db; the folder\n"
    "                     is made if need be\n"
    "  --one-sided FILE   15 checkers on 6 points: 7 MB; a name of its own\n"
    "  --two-sided FILE   6 checkers a side, with the cube: 14 MB; a name of its own\n"
    "  --force            make them again\n";

static const struct option long_options[] = {
    {"out", required_argument, NULL, 'o'},
    {"one-sided", required_argument, NULL, '1'},
    {"two-sided", required_argument, NULL, '2'},
    {"force", no_argument, NULL, 'f'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

struct arguments {
    const char *folder;
    const char *file[2]; /* one-sided, two-sided */
    bool is_forced;
};

/* Draws on terminals only; says whether to go on. */
static bool show_progress(void *context, double done)
{
    const char *path = context;
    if (isatty(STDERR_FILENO)) {
        (void)fprintf(stderr, "\r%s %3d %%", path, (int)(100.0 * done));
    }
    return !lab_is_stopped();
}

static void end_progress(void)
{
    if (isatty(STDERR_FILENO)) {
        (void)fputs("\r\033[K", stderr);
    }
}

static bool is_sound(const char *path, bool is_two_sided)
{
    struct bearoff *bo =
        bearoff_open(is_two_sided ? NULL : path, is_two_sided ? path : NULL, NULL);
    bearoff_close(bo);
    return bo != NULL;
}

static bool make(const char *path, bool is_two_sided, bool is_forced)
{
    struct error err = {""};
    struct bearoff_job job = {show_progress, (void *)(uintptr_t)path};
    if (!is_forced && is_sound(path, is_two_sided)) {
        return true;
    }
    bool done = is_two_sided ? bearoff_make_two_sided(path, BEAROFF_TWO_SIDED_CHECKERS,
                                                      &job, &err)
                             : bearoff_make_one_sided(path, CHECKERS, &job, &err);
    end_progress();
    if (!done) {
        (void)lab_fail("bearoff", &err, 1);
    }
    return done;
}

/* The file named, or the usual name in the folder, or NULL for none. */
static const char *path_of(const struct arguments *args, int which, char *room,
                           size_t size)
{
    static const char *const names[] = {BEAROFF_ONE_SIDED_NAME, BEAROFF_TWO_SIDED_NAME};
    if (args->file[which] != NULL || args->folder == NULL) {
        return args->file[which];
    }
    (void)snprintf(room, size, "%s/%s", args->folder, names[which]);
    return room;
}

static bool read_option(int option, void *context, struct error *err)
{
    struct arguments *args = context;
    (void)err;
    switch (option) {
    case 'o':
        args->folder = optarg;
        return true;
    case '1':
    case '2':
        args->file[option - '1'] = optarg;
        return true;
    default:
        args->is_forced = true;
        return true;
    }
}

static bool settle(void *context, struct error *err)
{
    const struct arguments *args = context;
    if (args->folder == NULL && args->file[0] == NULL && args->file[1] == NULL) {
        error_set(err, "expected --out FOLDER or a file");
        return false;
    }
    return true;
}

static const struct lab_options lab_options = {
    .tool = "bearoff",
    .usage = usage,
    .table = long_options,
    .take = read_option,
    .settle = settle,
};

static int run(int argc, char **argv)
{
    struct arguments args = {.folder = NULL};
    struct error err;
    int status = lab_read_options(&lab_options, argc, argv, &args);
    if (status != 0) {
        return status - 1;
    }
    if (args.folder != NULL && !lab_make_folder(args.folder, &err)) {
        return lab_fail(lab_options.tool, &err, 1);
    }
    (void)lab_catch_signals();
    for (int which = 0; which < 2; which++) {
        char room[4096];
        const char *path = path_of(&args, which, room, sizeof room);
        if (path != NULL && !make(path, which == 1, args.is_forced)) {
            return 1;
        }
    }
    return 0;
}

const struct subcommand cmd_lab_bearoff = {"bearoff",
                                           "make the databases of exact endings", run};
