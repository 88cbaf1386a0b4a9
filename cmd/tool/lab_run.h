#ifndef CMD_TOOL_LAB_RUN_H
#define CMD_TOOL_LAB_RUN_H
/*
 * What long-running subcommands share: stopping and resuming, progress, the engine and
 * the databases, and the form of reports.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/cli_option.h"
#include "base/error.h"
#include "bot/base/paths.h"
#include "engine/engine.h"
#include "engine/race/race.h"

/* Exit statuses: stopped before its end, by a signal or --minutes (the same command
 * continues); skipped because a program that it needs is not installed. */
enum { LAB_STOPPED = 3, LAB_SKIPPED = 77 };

#define LAB_EXIT_STATUS                                                                \
    "Exit status: 0 done, 1 failed, 2 usage error, 3 stopped before the end."

/* ---- signals --------------------------------------------------------------------- */

/* Ctrl-C, SIGTERM and SIGHUP set the flag that is returned, which stays set; the second
 * one of a kind ends the program at once. lab_catch_interrupt(): Ctrl-C alone. */
const atomic_bool *lab_catch_signals(void);
const atomic_bool *lab_catch_interrupt(void);
bool lab_is_stopped(void); /* whether it is set */

/* ---- progress -------------------------------------------------------------------- */

/* Progress on standard error: on a terminal one line that is overwritten, otherwise,
 * as in a log, a line every 30 seconds. Begin with {.is_quiet = ...}. */
struct lab_progress {
    bool is_quiet;
    bool has_told;
    double told_at; /* work_now() */
};

/* Whether lab_tell() would write, for callers whose text is costly to make. */
bool lab_may_tell(const struct lab_progress *progress);
void lab_tell(struct lab_progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Takes the line off the terminal, before results are printed. */
void lab_tell_no_more(struct lab_progress *progress);

/* Writes "NAME 45 %" on a terminal, and nothing elsewhere; takes it off at 1. `context`
 * is the name. Returns whether to go on. */
bool lab_tell_share(void *context, double done);

/* ---- runs ------------------------------------------------------------------------ */

/* What limits a run and what it continues. */
struct lab_run {
    double minutes;      /* --minutes; 0: no limit */
    const char *save;    /* --save: file of results; NULL: none */
    bool is_resumed;     /* --resume */
    const char *weights; /* --weights; NULL: the default ones */
    double begun;        /* work_now() */
    struct lab_progress progress;
};

/* Rows for a struct lab_run: --minutes and --quiet; --resume, --weights and those. */
extern const struct cli_option lab_limit_options[];
extern const struct cli_option lab_run_options[];

/* Catches signals and starts the clock. */
void lab_run_begin(struct lab_run *run);

/* Seconds until the time limit; HUGE_VAL without one. */
double lab_run_seconds_left(const struct lab_run *run);

/* Whether a signal has come or the time is up. */
bool lab_run_is_over(const struct lab_run *run);

/* False with `err` if --resume was given without --save. */
bool lab_run_check(const struct lab_run *run, struct error *err);

/* Options of single values. */
#define LAB_THREADS(type, field, highest)                                              \
    {                                                                                  \
        "threads", CLI_INT(type, field, 1, highest),                                   \
            .initial = "1", .help = "Use N threads; the results are the same."         \
    }
#define LAB_SEED(type, field)                                                          \
    {                                                                                  \
        "seed", CLI_SEED(type, field), .initial = "1", .help = "Seed of the dice."     \
    }
#define LAB_WEIGHTS(type, field)                                                       \
    {                                                                                  \
        "weights", CLI_FOLDER(type, field),                                            \
            .help = "Folder of nets and tables, if not the default one."               \
    }

/* ---- what they work with ----------------------------------------------------------- */

/* Creates the folder if it is missing. */
bool lab_make_folder(const char *path, struct error *err);

/* Opens the engine with the weights of --weights (NULL: the default ones), whose folder
 * it writes. NULL with `err`. The caller closes it. */
struct engine *lab_open_engine(const char *weights, char folder[PATHS_MAX],
                               struct error *err);

/* Evaluators of endings, used in place of the nets. */
struct lab_endings {
    const char *folder;      /* --bearoff; NULL: none */
    const char *race_file;   /* --race; NULL: none */
    struct bearoff *bearoff; /* of the folder, or NULL */
    struct race *race;       /* of the file, or NULL */
};

extern const struct cli_option lab_endings_options[];

/* Opens both databases of the folder and the race net, which needs them. False with
 * `err`; lab_close_endings() in any case. */
bool lab_open_endings(struct lab_endings *endings, struct error *err);
void lab_close_endings(struct lab_endings *endings);

/* ---- reports --------------------------------------------------------------------- */

/* "5.1 M", "820 k", "17". */
struct lab_count {
    char text[32];
};
struct lab_count lab_count(double count);

/* "3 h 20 min", "4.5 min", "?" below 0. */
struct lab_count lab_minutes(double minutes);

/* The command as it was given, in the form of weights/RECIPE.md. */
void lab_print_command(FILE *out, int argc, char **argv);

#endif
