#ifndef LAB_SELFPLAY_SELFPLAY_H
#define LAB_SELFPLAY_SELFPLAY_H
/*
 * Games that a pair of nets plays against itself, and what they teach.
 *
 * Values are those of afterstates, for the player who has just moved. s(0), s(1), ...
 * are the afterstates of one game up to the first one whose value is known, V the
 * pair's value of them, and flip the change of view.
 *
 *   TD(lambda)     G(t) = flip((1 - lambda) V(s(t+1)) + lambda G(t+1))
 *                  (G. Tesauro, 1995; returns computed at the end of the game)
 *   exact          X(t) = sum over the 21 rolls of chance x flip(V(best reply)), and
 *                  T(t) = X(t) + lambda flip'(T(t+1) - V(s(t+1))), flip' being the
 *                  linear part of flip: the luck of the roll cancels exactly
 */

#include <stdint.h>

#include "engine/board/rng.h"
#include "lab/data/sample.h"
#include "lab/selfplay/pruned_play.h"
#include "lab/selfplay/start_positions.h"

enum { GAME_PLIES_MAX = 400, GAME_SAMPLES_MAX = 2 * GAME_PLIES_MAX };

struct selfplay_rules {
    bool is_exact;
    double lambda;
    struct start_positions_shares start_positions;
    double sibling; /* exact: chance that a ply labels a play not made, too */
};

/* sum + factor * o, output by output. */
struct outputs selfplay_outputs_add(struct outputs sum, double factor,
                                    struct outputs o);

/* The exact target above with lambda 0: what the 21 best replies, left in `replies`,
 * make an afterstate worth. It must not be a finished game. */
struct outputs selfplay_look_ahead(struct replier *replier, const struct pair *pair,
                                   const struct position *after,
                                   struct pruned_play pruned_play[ROLLS]);

/* One trial of a rollout: the game goes on from the afterstate, which must not be
 * finished, for `plies` plies at most; the exact targets on the way take the luck of
 * all rolls off, as in the target above with lambda 1. Not cut to 0..1. */
struct outputs selfplay_trial(struct replier *replier, const struct pair *pair,
                              const struct position *after, int plies, struct rng *rng);

/* Plays one game. Writes up to GAME_SAMPLES_MAX samples and returns their number. */
int selfplay_game(struct replier *replier, const struct pair *pair,
                  const struct selfplay_rules *rules, struct rng *rng,
                  struct sample *samples);

#endif
