#ifndef LAB_TRAIN_PHASE_H
#define LAB_TRAIN_PHASE_H
/*
 * The phases of a training run, as text and as numbers:
 *
 *   small   the small net plays alone, both nets learn from its TD(lambda) returns
 *   td      the big net chooses among the plays that the small one keeps; same returns
 *   exact   targets over all 21 rolls (selfplay.h) go through a replay buffer
 *   refit   the same, but the nets of another run play and label: the quick way to nets
 *           of another shape
 *   fit     nobody plays: samples of datasets, mixed anew in each pass
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "lab/selfplay/start_positions.h"

enum train_kind { TRAIN_SMALL, TRAIN_TD, TRAIN_EXACT, TRAIN_REFIT, TRAIN_FIT };

/* What the amount of a phase counts. Minutes are for trying things: only labels and
 * passes give the same nets again. */
enum phase_measure {
    PHASE_LABELS, /* of fit: samples drawn */
    PHASE_PASSES, /* of fit: times that every sample is drawn */
    PHASE_MINUTES
};

enum { TRAIN_PHASES_MAX = 24 };

struct train_phase {
    enum train_kind kind;
    enum phase_measure measure;
    double amount;
    double rate_from; /* Adam's learning rate falls geometrically from ... */
    double rate_to;   /* ... to, by the share of the amount that is done */
    double lambda;
    int keep;       /* plays that the small net keeps for the big one */
    double sibling; /* share of plies that label a play not made, too */
    struct start_positions_shares start_positions;
};

/* Reads a list with commas of
 *
 *      KIND:AMOUNT[:RATE:RATE:LAMBDA:KEEP][:NAME=SHARE...]
 *
 * such as "small:200k,td:4M:2e-3:1e-3:.7:3,exact:30M:back-game=.1:sibling=.3,fit:4x":
 * amounts are labels with k or M behind them, passes with x, else minutes. What is left
 * out has the usual figure of the kind; a NAME is "sibling" or a kind of start
 * (starts.h), whose usual shares are in `starts`. Returns the number of phases, or 0
 * with `err`. */
int train_phases_read(const char *text,
                      const struct start_positions_shares *start_positions,
                      struct train_phase phases[TRAIN_PHASES_MAX], struct error *err);

const char *train_kind_name(enum train_kind kind);

/* Whether the targets are exact ones, or returns. */
bool train_kind_is_exact(enum train_kind kind);

/* The learning rate when a share 0..1 of the phase is done. */
double phase_rate(const struct train_phase *phase, double share);

/* "250k", "4M", "1200": a count. False for anything else. */
bool phase_count_read(const char *text, double *count);

#endif
