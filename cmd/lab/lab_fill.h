#pragma once
/*
 * What the tools that fill datasets share: `lab selfplay` and `lab label`.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "arena/job/work.h"
#include "base/cli_command.h"
#include "cmd/tool/long_run.h"
#include "engine/race/race.h"
#include "lab/selfplay/pruned_play.h"

/* Evaluators of endings that selfplay, label and train use in place of the nets. */
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

struct lab_fill {
    const char *out;
    const char *nets;
    struct lab_endings endings;
    int keep;
    double margin;
    bool is_dmp;
    int threads;
    uint64_t seed;
    struct long_run run;

    /* lab_fill_open() fills these */
    struct net *net[2]; /* pruning, main */
    struct pruned_nets game_nets;
    struct work_limits limits;
    struct work_report last;
};

/* The options that set it, all but --help. */
extern const struct cli_option lab_fill_options[];

/* Opens nets and databases, and installs the signal handlers. False with `err`. */
bool lab_fill_open(struct lab_fill *fill, struct error *err);
void lab_fill_close(struct lab_fill *fill);

/* "nets 4aba9cb74ce61490 45b19749dfbf9130 bearoff keep 5 margin 0.16 seed 1": the
 * options that determine the samples, for a dataset's note. */
enum { LAB_FILL_NOTE_SIZE = 160 };
void lab_fill_note(const struct lab_fill *fill, char note[LAB_FILL_NOTE_SIZE]);

/* A number of a note: three digits, or as many as tell it from all others. */
struct lab_number {
    char text[32];
};
struct lab_number lab_number(double number);

/* The command and a row of figures, in the form of weights/LOG.md, of a dataset with so many
 * samples; returns the exit status. */
int lab_fill_summary(const struct lab_fill *fill, int64_t samples, bool is_complete,
                     const struct cli_words *words);

/* The command as it was given, in the form of weights/LOG.md. */
void lab_print_command(FILE *out, int argc, char **argv);
