#pragma once
/*
 * Computes new targets for the positions of a dataset with given nets and writes them
 * to another dataset.
 *
 *   exact     mean over the 21 rolls of the best play's value (selfplay.h, lambda 0)
 *   deep      over the 21 rolls: the exact target of the best play, so that the nets
 *             evaluate two plies further; with `choices` above 1, for a share of the positions,
 *             the best of so many plays by their exact targets
 *   kept      the target that the position has
 *   rollout   truncated games from the position, with the luck of all rolls removed
 *             (selfplay_trial()), each play the best of `choices` by its exact target
 *
 * Each kind of target has a share of the positions; positions beyond all shares are
 * left out. The kind of a position and the dice of its rollout depend on the seed and
 * its number in the dataset alone, so the new dataset has the same bytes however often
 * the work was stopped and for any number of threads. Siblings (sample.h) get labels of
 * one kind, with the same dice, and stay marked where both are in the new dataset.
 */

#include "arena/job/work.h"
#include "base/error.h"
#include "lab/selfplay/pruned_play.h"

enum retarget_kind {
    RETARGET_EXACT,
    RETARGET_DEEP,
    RETARGET_KEPT,
    RETARGET_ROLLOUT,
    RETARGET_KINDS
};

struct retarget {
    const struct pruned_nets *nets;
    double share[RETARGET_KINDS]; /* at most 1 in total */
    int choices;         /* deep, rollout: 1..PRUNED_KEEP_MAX; deep so many ... */
    double choice_share; /* ... for this share of the positions, 1 for others */
    unsigned only;       /* a set of classes (position_kind.h); 0: all */
    unsigned without;    /* a set of classes */
    int trials;          /* rollout: games for each position, ... */
    int plies;           /* ... each truncated after 1..SELFPLAY_PLIES_MAX */
    uint64_t seed;
    const char *from;
    const char *to;   /* appended to if it exists, made of the positions of `from` */
    const char *note; /* source, nets, shares; must be that of an existing file */
    struct work_limits limits;
};

/* Runs the work. Returns false with `err` on failure. `samples` is set to the number that the
 * new dataset has, on the first rank alone; reports count the positions read. `is_complete`
 * is false if a limit stopped it. */
bool retarget_run(const struct retarget *retarget, int64_t *samples, bool *is_complete,
                  struct error *err);
