#ifndef ENGINE_ROLLOUT_ROLLOUT_GAME_H
#define ENGINE_ROLLOUT_ROLLOUT_GAME_H
/*
 * Plays one game of a rollout with the dice of its trial.
 */

#include "engine/rollout/rollout.h"
#include "engine/rollout/rollout_dice.h"
#include "engine/rollout/rollout_nodes.h"

/* The figures of a trial, after variance reduction: the outputs in their order, the
 * cubeless equity and the value (as in cube.h, in units of the decision's cube). */
enum { FIGURE_OUTPUTS, FIGURE_CUBELESS = 5, FIGURE_VALUE, ROLLOUT_FIGURES };

/* What all games share. */
struct rollout_rules {
    const struct evaluator *ev;
    const struct met *met;
    const struct bearoff *bearoff; /* where games may end; NULL: not used */
    struct rollout_settings settings;
    int cube; /* of the decision */
    const struct rollout_dice *dice;
    struct rollout_nodes *nodes;
};

/* The state of one thread. */
struct rollout_seat {
    const struct rollout_rules *rules;
    struct scratch *scratch;
    struct search search;
    struct strength strength;
    struct rollout_node node;
};

/* Plays trial number `trial` from `start` and sets `figures`. Returns false if stopped
 * by seat->strength.stop; `figures` are then undefined. */
bool rollout_game(struct rollout_seat *seat, const struct rollout_start *start,
                  int trial, double figures[ROLLOUT_FIGURES]);

#endif
