#ifndef CMD_TOOL_LAB_RUN_H
#define CMD_TOOL_LAB_RUN_H
/*
 * What the laboratory's long-running tools share: stopping and resuming, the databases,
 * and the form of their reports.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/cli_option.h"
#include "base/error.h"
#include "engine/race/bearoff.h"
#include "engine/race/race.h"

/* Exit statuses: stopped before its end, by a signal or --minutes (the same command
 * continues); skipped because a program that it needs is not installed. */
enum { LAB_STOPPED = 3, LAB_SKIPPED = 77 };

/* Ctrl-C, SIGTERM and SIGHUP set the flag that is returned, which stays set; the second
 * one of a kind ends the program at once. */
const atomic_bool *lab_catch_signals(void);
bool lab_is_stopped(void); /* whether it is set */

/* Creates the folder if it is missing. */
bool lab_make_folder(const char *path, struct error *err);

/* Checks --resume: false with `err` if --save, whose value is `save` or NULL, was not
 * given. */
bool lab_check_resume(bool is_resumed, const char *save, struct error *err);

/* Evaluators of endings, used in place of the nets: --bearoff FOLDER, --race FILE. */
struct lab_endings {
    struct bearoff *bearoff; /* or NULL */
    struct race *race;       /* or NULL */
};

/* Opens both databases of the folder (NULL: none) and the race net (NULL: none; it
 * needs the databases). False with `err`; lab_close_endings() in any case. */
bool lab_open_endings(struct lab_endings *endings, const char *folder, const char *race,
                      struct error *err);
void lab_close_endings(struct lab_endings *endings);

/* ---- rows of options that several tools have -------------------------------------- */

#define LAB_THREADS(type, field, highest)                                              \
    {                                                                                  \
        "threads", CLI_INT(type, field, 1, highest),                                   \
            .initial = "1", .help = "Use N threads; the results are the same."         \
    }
#define LAB_SEED(type, field)                                                          \
    {                                                                                  \
        "seed", CLI_SEED(type, field), .initial = "1", .help = "Seed of the dice."     \
    }
#define LAB_MINUTES(type, field)                                                       \
    {                                                                                  \
        "minutes", CLI_REAL(type, field, 0, 1e9),                                      \
            .argument = "N", .help = "Stop after N minutes, with exit status 3."       \
    }
#define LAB_QUIET(type, field)                                                         \
    {                                                                                  \
        "quiet", CLI_FLAG(type, field), .help = "Do not show progress."                \
    }
#define LAB_WEIGHTS(type, field)                                                       \
    {                                                                                  \
        "weights", CLI_FOLDER(type, field),                                            \
            .help = "Folder of nets and tables, if not the default one."               \
    }
#define LAB_RESUME(type, field)                                                        \
    {                                                                                  \
        "resume", CLI_FLAG(type, field),                                               \
            .help =                                                                    \
                "Continue the file of --save; only what is missing is done, and the "  \
                "result is the same as without an interruption."                       \
    }
#define LAB_BEAROFF(type, field)                                                       \
    {                                                                                  \
        "bearoff", CLI_FOLDER(type, field),                                            \
            .help = "Take exact endings from the bearoff databases in FOLDER."         \
    }
#define LAB_RACE(type, field)                                                          \
    {                                                                                  \
        "race", CLI_FILE(type, field),                                                 \
            .help =                                                                    \
                "A race net evaluates positions without contact, so that games end "   \
                "there and the nets need not learn them; needs --bearoff."             \
    }

#define LAB_EXIT_STATUS                                                                \
    "Exit status: 0 done, 1 failed, 2 usage error, 3 stopped before the end."

/* "5.1 M", "820 k", "17". */
struct lab_count {
    char text[32];
};
struct lab_count lab_count(double count);

/* "3 h 20 min", "4.5 min", "?" below 0. */
struct lab_count lab_minutes(double minutes);

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

/* The command as it was given, in the form of weights/RECIPE.md. */
void lab_print_command(FILE *out, int argc, char **argv);

#endif
