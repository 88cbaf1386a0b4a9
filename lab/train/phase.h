#pragma once
/*
 * The phases of a training run:
 *
 *   small   the pruning net plays alone; both nets learn from its TD(lambda) returns
 *   td      the main net chooses among the plays that the pruning net keeps; same returns
 *   exact   targets over all 21 rolls (selfplay.h) go through a replay buffer
 *   refit   the same, but the nets of another run play and label: a quick way to nets
 *           of another shape
 *   fit     no games: samples of datasets, mixed in each pass
 */

#include <stdbool.h>

#include "base/error.h"
#include "lab/selfplay/start_positions.h"

enum train_kind { TRAIN_SMALL, TRAIN_TD, TRAIN_EXACT, TRAIN_REFIT, TRAIN_FIT };

/* The unit of a phase's amount. Minutes are for experiments: only labels and passes
 * give reproducible nets. */
enum phase_measure {
    PHASE_LABELS, /* in fit: samples drawn */
    PHASE_PASSES, /* in fit: times that every sample is drawn */
    PHASE_MINUTES
};

enum { TRAIN_PHASES_MAX = 24 };

struct train_phase {
    enum train_kind kind;
    enum phase_measure measure;
    double amount;
    double rate_from; /* Adam's learning rate falls geometrically from this ... */
    double rate_to;   /* ... to this, by the share of the amount done */
    double lambda;
    int keep;       /* plays that the pruning net keeps for the main net */
    double sibling; /* share of plies that also label a play that was not made */
    struct start_positions_shares start_positions;
};

/* Reads a list of phases, separated by commas:
 *
 *      KIND:AMOUNT[:RATE:RATE:LAMBDA:KEEP][:NAME=SHARE...]
 *
 * such as "small:200k,td:4M:2e-3:1e-3:.7:3,exact:30M:back-game=.1:sibling=.3,fit:4x":
 * amounts with k or M are labels, with x passes, else minutes. Fields left out have the
 * default of the kind. NAME is "sibling" or a kind of start position
 * (start_positions.h), whose default shares are in `start_positions`. Returns the
 * number of phases, or 0 with `err`. */
int train_phases_read(const char *text,
                      const struct start_positions_shares *start_positions,
                      struct train_phase phases[TRAIN_PHASES_MAX], struct error *err);

const char *train_kind_name(enum train_kind kind);

/* Returns whether the targets are exact ones, not returns. */
bool train_kind_is_exact(enum train_kind kind);

/* Returns the learning rate when a share 0..1 of the phase is done. */
double phase_rate(const struct train_phase *phase, double share);

/* Reads a count such as "250k", "4M" or "1200", below 1e15. Returns false for anything
 * else. */
bool phase_count_read(const char *text, double *count);
