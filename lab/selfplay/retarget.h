#ifndef LAB_SELFPLAY_RETARGET_H
#define LAB_SELFPLAY_RETARGET_H
/*
 * New targets for the positions of a dataset, from given nets, in another dataset.
 *
 *   exact     over the 21 rolls: the value of the best reply (selfplay.h, lambda 0)
 *   deep      over the 21 rolls: the exact target of the best reply, so that the nets
 *             are asked two plies further; with `choices` above 1 the best of so many
 *             replies by their exact targets
 *   rollout   games cut short, played on from the position: the luck of all rolls is
 *             taken off by the exact targets on the way (selfplay_trial())
 *
 * A share of the positions gets each kind; those that no share takes are left out.
 * Which one takes a position and the dice of its rollout depend on the seed and its
 * number in the dataset alone, so the new dataset has the same bytes however often the
 * work was stopped and on any number of threads.
 */

#include "arena/job/work.h"
#include "base/error.h"
#include "lab/selfplay/pruned_play.h"

enum label_kind { LABEL_EXACT, LABEL_DEEP, LABEL_ROLLOUT, LABEL_KINDS };

struct retarget {
    const struct pair *pair;
    double share[LABEL_KINDS]; /* 1 in all at most */
    int choices;               /* deep: 1..KEEP_MAX */
    int trials;                /* rollout: games of a position, ... */
    int plies;                 /* ... each cut after so many, up to GAME_PLIES_MAX */
    uint64_t seed;
    const char *from;
    const char *to;   /* appended to if it is there */
    const char *note; /* tells source, nets and shares: another note, another dataset */
    struct work_limits limits;
};

/* False with `err`. `is_complete`: not stopped by a limit. */
bool retarget_run(const struct retarget *retarget, bool *is_complete,
                  struct error *err);

#endif
