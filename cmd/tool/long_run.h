#pragma once
/*
 * What long-running subcommands share: stopping and resuming, and their options.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/cli_option.h"
#include "base/error.h"
#include "bot/base/paths.h"
#include "cmd/tool/progress.h"

struct engine;

/* Exit statuses: stopped before its end, by a signal or --minutes (the same command
 * continues); skipped because a program that it needs is not installed. */
enum { LONG_RUN_STOPPED = 3, LONG_RUN_SKIPPED = 77 };

#define LONG_RUN_EXIT_STATUS                                                           \
    "Exit status: 0 done, 1 failed, 2 usage error, 3 stopped before the end."

/* ---- signals --------------------------------------------------------------------- */

/* Ctrl-C, SIGTERM and SIGHUP set the flag that is returned, which stays set; the second
 * one of a kind ends the program at once. long_run_catch_interrupt(): Ctrl-C alone. */
const atomic_bool *long_run_catch_signals(void);
const atomic_bool *long_run_catch_interrupt(void);
bool long_run_is_stopped(void); /* whether it is set */

/* ---- runs ------------------------------------------------------------------------ */

/* What limits a run and what it continues. */
struct long_run {
    double minutes;      /* --minutes; 0: no limit */
    const char *save;    /* --save: file of results; NULL: none */
    bool is_resumed;     /* --resume */
    const char *weights; /* --weights; NULL: the default ones */
    double begun;        /* work_now() */
    struct progress progress;
};

/* Rows for a struct long_run: --minutes and --quiet; --resume, --weights and those. */
extern const struct cli_option long_run_limit_options[];
extern const struct cli_option long_run_options[];

/* Catches signals and starts the clock. */
void long_run_begin(struct long_run *run);

/* Seconds until the time limit; HUGE_VAL without one. */
double long_run_seconds_left(const struct long_run *run);

/* Whether a signal has come or the time is up. */
bool long_run_is_over(const struct long_run *run);

/* False with `err` if --resume was given without --save. */
bool long_run_check(const struct long_run *run, struct error *err);

/* Options of single values. */
#define LONG_RUN_THREADS(type, field, highest)                                         \
    {                                                                                  \
        "threads", CLI_INT(type, field, 1, highest),                                   \
            .initial = "1", .help = "Use N threads; the results are the same."         \
    }
#define LONG_RUN_SEED(type, field)                                                     \
    {                                                                                  \
        "seed", CLI_SEED(type, field), .initial = "1", .help = "Seed of the dice."     \
    }
#define LONG_RUN_WEIGHTS(type, field)                                                  \
    {                                                                                  \
        "weights", CLI_FOLDER(type, field),                                            \
            .help = "Folder of nets and tables, if not the default one."               \
    }

/* Opens the engine with the weights of --weights (NULL: the default ones), whose folder
 * it writes. NULL with `err`. The caller closes it. */
struct engine *long_run_open_engine(const char *weights, char folder[PATHS_MAX],
                                    struct error *err);

/* Whether all ranks (arena/job/ranks.h) are the same program with the same weights.
 * Compares `conditions`, which has the digests of the weights, and the bench signature
 * that the engine has with the weights of `folder`, NULL being the default one. On rank
 * 0 false with `err` if a rank differs; on any, if its engine cannot be opened. With
 * one rank it does nothing. */
bool long_run_check_ranks(const char *folder, const char *conditions,
                          struct error *err);
