#ifndef LAB_SELFPLAY_PRUNED_PLAY_H
#define LAB_SELFPLAY_PRUNED_PLAY_H
/*
 * Choosing plays at 0-ply with two nets: the small one ranks all plays, the big one
 * values the best of them. The way all of the laboratory plays.
 */

#include <stdbool.h>

#include "engine/board/movegen.h"
#include "engine/net/net.h"
#include "engine/race/bearoff.h"
#include "engine/race/race.h"

enum { KEEP_MAX = 12 };

/* Who plays. */
struct pair {
    const struct net *small; /* NULL: the big one values all plays */
    const struct net *big;   /* NULL: the small one decides alone */
    const struct net_kernel *kernel;
    const struct bearoff *bearoff; /* exact endings, or NULL */
    const struct race *race; /* judges what has no contact, or NULL: the nets do */
    int keep;     /* 1..KEEP_MAX: at most so many plays go from the small to the big */
    float margin; /* and only those within this equity of the small one's best */
};

struct reply {
    struct position after; /* the player on roll has just moved */
    struct outputs outputs;
    float equity; /* cubeless */
    bool
        is_known; /* not from a net: the game is over, or a race, or in the databases */
};

/* The plays that were valued for one roll, best first; at least one. */
struct pruned_play {
    int count;
    struct reply reply[KEEP_MAX];
};

/* Working room of one thread, for pairs of the shapes of `pair`; NULL: no memory. */
struct replier;
struct replier *pruned_play_new(const struct pair *pair);
void pruned_play_free(struct replier *replier);

/* Fills out[i] with the replies to rolls[i], `count` up to ROLLS. */
void pruned_play_find(struct replier *replier, const struct pair *pair,
                      const struct position *on_roll, const struct weighted_roll *rolls,
                      int count, struct pruned_play *out);

#endif
