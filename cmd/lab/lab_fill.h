#ifndef CMD_LAB_LAB_FILL_H
#define CMD_LAB_LAB_FILL_H
/*
 * What the tools that fill datasets share: `lab selfplay` and `lab label`.
 */

#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>

#include "arena/job/work.h"
#include "cmd/tool/lab_run.h"
#include "lab/selfplay/pruned_play.h"

struct lab_fill {
    const char *tool; /* "selfplay" */
    const char *out;
    const char *nets;
    const char *bearoff_folder;
    const char *race_file;
    int keep;
    double margin;
    int threads;
    double minutes;
    uint64_t seed;
    bool is_quiet;

    /* lab_fill_open() fills these */
    struct net *net[2]; /* small, big */
    struct lab_endings endings;
    struct pair pair;
    struct work_limits limits;
    struct work_report last;
};

/* Rows of a getopt_long() table, and their help. */
/* clang-format off */
#define LAB_FILL_OPTIONS                          \
    {"out", required_argument, NULL, 'o'},        \
    {"nets", required_argument, NULL, 'n'},       \
    {"bearoff", required_argument, NULL, 'B'},    \
    {"race", required_argument, NULL, 'R'},       \
    {"keep", required_argument, NULL, 'k'},       \
    {"margin", required_argument, NULL, 'g'},     \
    {"seed", required_argument, NULL, 'S'},       \
    {"threads", required_argument, NULL, 't'},    \
    {"minutes", required_argument, NULL, 'm'},    \
    {"quiet", no_argument, NULL, 'q'},            \
    {"help", no_argument, NULL, 'h'}
/* clang-format on */
#define LAB_FILL_HELP                                                                  \
    "  --out FILE        the dataset, gone on with if it is there; Ctrl-C ends with\n" \
    "                    exit status 3, and the same command goes on, also after a\n"  \
    "                    kill, to the same bytes as if it had not been stopped\n"      \
    "  --nets FOLDER     small.net and big.net of a run, or "                          \
    "weights.txt\n" LAB_ENDINGS_HELP                                                   \
    "  --keep N          replies that the small net keeps for the big one (default "   \
    "5)\n"                                                                             \
    "  --margin E        and that are within so much equity of its best (default "     \
    ".16)\n"                                                                           \
    "  --seed N          (default 1)\n"                                                \
    "  --threads N       1 to 64 (default 1); the result does not depend on it\n"      \
    "  --minutes N       stop after so long\n"                                         \
    "  --quiet           no progress\n"

struct lab_fill lab_fill_default(const char *tool);

/* Takes one of the options above; false with `err` when its value is wrong. */
bool lab_fill_option(struct lab_fill *fill, int option, const char *value,
                     struct error *err);

/* Opens nets and databases and catches signals. False with `err`. */
bool lab_fill_open(struct lab_fill *fill, struct error *err);
void lab_fill_close(struct lab_fill *fill);

/* "nets 4aba9cb74ce61490 45b19749dfbf9130 bearoff keep 5 margin .16 seed 1": what of
 * these options decides the samples, for a dataset's note. */
void lab_fill_note(const struct lab_fill *fill, char *note, size_t size);

/* The command and a row of figures, in the form of weights/RECIPE.md; returns the exit
 * status. */
int lab_fill_summary(const struct lab_fill *fill, bool is_complete, int argc,
                     char **argv);

#endif
