#ifndef LAB_TRAIN_TRAIN_H
#define LAB_TRAIN_TRAIN_H
/*
 * Training a pair of nets, in phases (phase.h), from nothing by self-play or from
 * datasets.
 *
 * Play goes in rounds with frozen nets (the running averages). While a round is played
 * by nets of the round before, the samples of the last one are learnt: one thread does
 * both in turn, several do both at once, and all give the same bits.
 *
 * The whole state is written to OUT/state every few minutes, after each phase and at
 * the end, and the averaged nets beside it as OUT/small.net and OUT/big.net. A run that
 * was stopped or killed goes on from there and comes to the same nets, bit for bit, as
 * one that was not, if its phases end by counts and the machine's kernels are the same
 * (they all give the same bits).
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
    bool is_phase_end;   /* the last report of this phase */
    double share;        /* of the phase that is done, 0..1 */
    double minutes;      /* since the start of the run */
    double minutes_left; /* of the run, as far as can be told; below 0: not at all */
    double rate;         /* learning rate now */
    int64_t games;       /* since the start of the run */
    int64_t labels;      /* positions labelled */
    int64_t trained;     /* samples that the big net saw */
    double labels_per_second; /* of late; fit: samples trained */
    double loss;              /* of late, of the big net */
};

struct train_options {
    struct net_shape small;
    struct net_shape big;
    struct train_phase phase[TRAIN_PHASES_MAX];
    int phases;
    uint64_t seed;
    int threads;
    double checkpoint_minutes;
    double minutes; /* when they are over: save and end; 0: no limit */
    int round; /* positions labelled between steps of learning; 0: the usual number */
    const char *out;                  /* folder that exists */
    const struct bearoff *bearoff;    /* exact endings, or NULL */
    const struct race *race;          /* judges races, or NULL: the nets do */
    const char *from[2];              /* nets that small and big begin with, or NULL */
    const char *teacher;              /* NULL, or the OUT of another run, for refit */
    const char *data[TRAIN_DATA_MAX]; /* datasets, for fit */
    int datasets;
    bool resume;             /* from OUT/state; shapes and seed must be the same */
    const atomic_bool *stop; /* when it becomes true: save and end; or NULL */
    void (*report)(void *context, const struct train_report *report); /* ~10 s */
    void *context;
};

/* False with `err` when files cannot be read or written or memory is short.
 * `is_complete` (may be NULL) tells whether all phases are done. */
bool train(const struct train_options *options, bool *is_complete, struct error *err);

#endif
