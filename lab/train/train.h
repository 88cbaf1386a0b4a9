#pragma once
/*
 * Trains a pruning net and a main net in phases (phase.h), by self-play from random
 * weights or from datasets.
 *
 * Self-play is in rounds with frozen nets (the running averages). While a round is
 * played with the nets of the round before, the samples of the last round are learnt.
 * One thread does both in turn, several do both at once; all give the same bits.
 *
 * The whole state is written to OUT/state every few minutes, after each phase and at
 * the end, and the averaged nets to OUT/small.net (the pruning net) and OUT/big.net
 * (the main net). A run that was stopped or killed continues from there and gives the
 * same nets, bit for bit, as one that was not, if its phases end by counts.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/race/bearoff.h"
#include "lab/train/learner.h"
#include "lab/train/phase.h"

enum { TRAIN_DATA_MAX = 32 };

struct train_report {
    const char *phase;
    int phase_number; /* 1.. */
    int phases;
    bool is_phase_end;        /* the last report of this phase */
    double share;             /* share of the phase done, 0..1 */
    double minutes;           /* since the start of the run */
    double minutes_left;      /* estimate for the run; < 0: unknown */
    double rate;              /* learning rate now */
    int64_t games;            /* since the start of the run */
    int64_t labels;           /* positions labelled */
    int64_t trained;          /* samples that the main net learnt from */
    double labels_per_second; /* recently; in fit: samples trained */
    double loss;              /* recent loss of the main net */
};

struct train_options {
    struct net_shape pruning;
    struct net_shape main;
    struct train_phase phase[TRAIN_PHASES_MAX];
    int phases;
    uint64_t seed;
    int threads;
    double checkpoint_minutes;
    double minutes;  /* time limit, after which the run is saved; 0: none */
    int round;       /* positions labelled in a round; 0: the default */
    const char *out; /* an existing folder */
    const struct bearoff *bearoff;    /* exact values of bearoffs, or NULL */
    const struct race *race;          /* evaluates races; NULL: the nets do */
    const char *from[2];              /* initial pruning net and main net, or NULL */
    const char *teacher;              /* the OUT of another run, for refit; or NULL */
    const char *data[TRAIN_DATA_MAX]; /* datasets, for fit */
    int datasets;
    double sibling_weight;   /* fit: weight of the loss of pairs (learner.h); 0: none */
    const char *copied;      /* fit: a net whose outputs, all in
                              * floats, are the targets instead of the datasets'; or NULL */
    bool in_bytes;           /* the main net learns with its second layer in bytes */
    bool resume;             /* continue from OUT/state, of the same shapes and seed */
    const atomic_bool *stop; /* when it becomes true, save and end; may be NULL */
    /* called about every 10 s */
    void (*report)(void *context, const struct train_report *report);
    void *context;
};

/* Runs the training. Returns false with `err` if files cannot be read or written or
 * memory is short. Sets `is_complete`, which may be NULL, to whether all phases are
 * done. */
bool train(const struct train_options *options, bool *is_complete, struct error *err);
