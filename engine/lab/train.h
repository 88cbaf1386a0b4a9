#ifndef ENGINE_LAB_TRAIN_H
#define ENGINE_LAB_TRAIN_H
/*
 * Training a pair of nets from nothing by self-play, in phases:
 *
 *   small   the small net plays alone, both nets learn from its TD(lambda) returns
 *   td      the big net chooses among the plays that the small one keeps; same returns
 *   exact   targets over all 21 rolls (selfplay.h) go through a replay buffer
 *   refit   the same, but the nets of another run play and label: the quick way to nets
 *           of another shape
 *   race    exact targets from races only, for a race net: the big one, which plays
 *           alone
 *
 * Play goes in rounds with frozen nets (the running averages), on several threads if
 * asked; between rounds the nets learn. The whole state is written to OUT/state every
 * few minutes and at the end, and the averaged nets beside it as OUT/small.net and
 * OUT/big.net. A run that was stopped goes on from there.
 */

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/bearoff.h"
#include "engine/error.h"
#include "engine/lab/learner.h"

enum train_kind { TRAIN_SMALL, TRAIN_TD, TRAIN_EXACT, TRAIN_REFIT, TRAIN_RACE };
enum { TRAIN_PHASES_MAX = 12 };

struct train_phase {
    enum train_kind kind;
    double minutes;
    double rate_from; /* Adam's learning rate falls geometrically from ... */
    double rate_to;   /* ... to */
    double lambda;
    int keep; /* plays that the small net keeps for the big one */
};

/* Reads "small:1,td:6:2e-3:1e-3:.7:3,exact:30": kind, minutes, and where the defaults
 * of the kind are not wanted also rate_from, rate_to, lambda, keep. Returns the number
 * of phases, or 0 with `err`. */
int train_phases_read(const char *text, struct train_phase phases[TRAIN_PHASES_MAX],
                      struct engine_error *err);
const char *train_kind_name(enum train_kind kind);

struct train_report {
    const char *phase;
    double minutes;     /* done, of ... */
    double minutes_all; /* ... the whole run */
    double rate;        /* learning rate now */
    int64_t games;      /* since the start of the run */
    int64_t labels;     /* positions labelled */
    int64_t trained;    /* samples that the big net (phase small: small net) saw */
    double labels_per_second; /* of late */
    double loss;              /* of late, of the big net */
    double surprise; /* of late: root mean square of target - value in equity */
};

struct train_options {
    struct net_shape small;
    struct net_shape big;
    struct train_phase phase[TRAIN_PHASES_MAX];
    int phases;
    uint64_t seed;
    int threads; /* that play */
    double odd;  /* share of odd starting positions */
    double checkpoint_minutes;
    int round; /* positions labelled between steps of learning; 0: the usual number */
    const char *out;               /* folder that exists */
    const struct bearoff *bearoff; /* exact endings, or NULL */
    const char *teacher;           /* NULL, or the OUT of another run, for refit */
    bool resume; /* from OUT/state; shapes and seed must be the same */
    volatile const sig_atomic_t *stop; /* when it becomes non-zero: save and end */
    void (*report)(void *context, const struct train_report *report); /* ~10 s */
    void *context;
};

/* False with `err` when files cannot be read or written or memory is short. */
bool train(const struct train_options *options, struct engine_error *err);

#endif
