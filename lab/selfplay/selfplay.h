#pragma once
/*
 * Plays games of a pruning net and a main net against themselves and makes training
 * samples from them.
 *
 * Values are those of afterstates, for the player who has just moved. s(0), s(1), ...
 * are the afterstates of one game up to the first whose value is known, V is their
 * value by the nets, and flip changes the view.
 *
 *   TD(lambda)     G(t) = flip((1 - lambda) V(s(t+1)) + lambda G(t+1))
 *                  (G. Tesauro, 1995; returns computed at the end of the game)
 *   exact          X(t) = sum over the 21 rolls of chance x flip(V(best play)), and
 *                  T(t) = X(t) + lambda flip'(T(t+1) - V(s(t+1))), flip' being the
 *                  linear part of flip: the luck of the roll cancels exactly; where
 *                  a play was drawn to explore, T(t) = X(t). Where plays are chosen by
 *                  X, V is that of the roll's best play by V, and that play has the
 *                  label, T(t) and by how much its own X is above X(t)
 */

#include "engine/board/rng.h"
#include "lab/data/sample.h"
#include "lab/selfplay/pruned_play.h"
#include "lab/selfplay/start_positions.h"

/* A game ends after so many plies, and so many samples of it count: more than there are
 * but for leaves in games of more than 340 plies. */
enum { SELFPLAY_PLIES_MAX = 400, SELFPLAY_SAMPLES_MAX = 1024 };

struct selfplay_rules {
    bool is_exact;
    double lambda;
    struct start_positions_shares start_positions;
    double sibling; /* exact: chance that a ply also labels a play that was not made */
    double leaves;  /* exact: chance that a ply also labels a leaf of its 2-ply tree */
    double explore; /* exact: chance that a ply makes one of the next three plays */
    int choices;    /* exact: a play is the best of so many by X; 0, 1: by V */
    bool in_pairs;  /* such a sample comes after that of the play made, and is marked */
};

/* Returns sum + factor * o, output by output. */
struct outputs selfplay_outputs_add(struct outputs sum, double factor,
                                    struct outputs o);

/* Returns the exact target above with lambda 0: the mean over the 21 rolls of the best
 * play's value, seen by the side that has just moved. Leaves the plays in
 * `pruned_play`. `after` must not be a finished game. */
struct outputs selfplay_look_ahead(struct play_scratch *scratch,
                                   const struct pruned_nets *nets,
                                   const struct position *after,
                                   struct pruned_play pruned_play[ROLLS]);

/* Plays one trial of a rollout from an afterstate, which must not be finished, for at
 * most `plies` plies, and returns its result less the luck of all rolls, as in the
 * exact target above with lambda 1. Each play is the best of the first `choices` by
 * their exact targets: with 1 games are played at 0-ply, with more at 1-ply. The result
 * is not limited to 0..1. */
struct outputs selfplay_trial(struct play_scratch *scratch,
                              const struct pruned_nets *nets,
                              const struct position *after, int plies, int choices,
                              struct rng *rng);

/* Plays one game. Writes at most SELFPLAY_SAMPLES_MAX samples and returns their number. */
int selfplay_game(struct play_scratch *scratch, const struct pruned_nets *nets,
                  const struct selfplay_rules *rules, struct rng *rng,
                  struct sample *samples);
