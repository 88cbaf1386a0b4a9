#ifndef ENGINE_ROLLOUT_ROLLOUT_GAME_H
#define ENGINE_ROLLOUT_ROLLOUT_GAME_H
/*
 * One game of a rollout, played with the dice of its trial.
 */

#include <stdbool.h>

#include "engine/rollout/rollout.h"
#include "engine/rollout/rollout_dice.h"
#include "engine/rollout/rollout_nodes.h"

/* What a trial gives: the outputs in their order, the cubeless equity and the value (as
 * in cube.h, in units of the decision's cube), luck taken off. */
enum { FIGURE_OUTPUTS, FIGURE_CUBELESS = 5, FIGURE_VALUE, ROLLOUT_FIGURES };

/* What all games have in common. */
struct rollout_rules {
    const struct evaluator *ev;
    const struct met *met;
    const struct bearoff *bearoff; /* where games may end; NULL: nowhere */
    struct rollout_settings settings;
    int cube; /* of the decision */
    const struct rollout_dice *dice;
    struct rollout_nodes *nodes;
};

/* One thread's place at the table. */
struct rollout_seat {
    const struct rollout_rules *rules;
    struct scratch *scratch;
    struct search search;
    struct strength strength;
    struct rollout_node node;
};

/* Plays trial number `trial` from `start`. False when it was stopped by the seat's
 * strength.stop; `figures` are worthless then. */
bool rollout_game(struct rollout_seat *seat, const struct rollout_start *start,
                  int trial, double figures[ROLLOUT_FIGURES]);

#endif
