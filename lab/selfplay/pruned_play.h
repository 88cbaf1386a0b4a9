#pragma once
/*
 * Chooses plays at 0-ply with two nets: the pruning net ranks all plays, the main net
 * evaluates the best of them. All of the laboratory plays in this way.
 */

#include <stdbool.h>

#include "engine/board/movegen.h"
#include "engine/net/net.h"
#include "engine/race/bearoff.h"
#include "engine/race/race.h"

enum { PRUNED_KEEP_MAX = 12 };

/* The nets and databases that play. */
struct pruned_nets {
    const struct net *pruning; /* NULL: the main net evaluates all plays */
    const struct net *main;    /* NULL: the pruning net decides alone */
    const struct net_kernel *kernel;
    const struct bearoff *bearoff; /* exact values of bearoffs, or NULL */
    const struct race *race;       /* evaluates races; NULL: the nets do */
    int keep;     /* 1..PRUNED_KEEP_MAX: most plays that the main net evaluates */
    float margin; /* which are within this equity of the pruning net's best */
    bool is_dmp;  /* both play only to win: equities are of wins alone */
};

struct pruned_evaluated_play {
    struct position after; /* the player on roll has just moved */
    struct outputs outputs;
    float equity; /* cubeless; of wins alone where the nets' is_dmp */
    bool
        is_known; /* the game is over, a race, or in the databases: not from the nets */
};

/* Returns the equity by which such nets choose. */
static inline float pruned_equity(const struct pruned_nets *nets, struct outputs o)
{
    return nets->is_dmp ? 2.0F * o.win - 1.0F : equity_cubeless(o);
}

/* The plays evaluated for one roll, best first; at least one. */
struct pruned_play {
    int count;
    struct pruned_evaluated_play play[PRUNED_KEEP_MAX];
};

/* Makes the scratch memory of one thread, for nets of the same shapes as `nets`.
 * Returns NULL if memory is short. */
struct play_scratch;
struct play_scratch *pruned_play_new(const struct pruned_nets *nets);
void pruned_play_free(struct play_scratch *scratch); /* may be NULL */

/* Sets out[i] to the plays of rolls[i]; `count` is at most ROLLS. */
void pruned_play_find(struct play_scratch *scratch, const struct pruned_nets *nets,
                      const struct position *on_roll, const struct roll_weighted *rolls,
                      int count, struct pruned_play *out);
