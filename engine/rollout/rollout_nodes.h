#ifndef ENGINE_ROLLOUT_ROLLOUT_NODES_H
#define ENGINE_ROLLOUT_ROLLOUT_NODES_H
/*
 * What the games of a rollout know about the positions they come through: the cube
 * action, the value of every roll, the plays chosen. The first half-moves are the same
 * in many trials (one position before the first roll, at most 21 before the second), so
 * these are kept in a table that all threads share.
 *
 * An entry holds nothing but what every thread would find for the same position, cube
 * and settings; so no result depends on what is in the table.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/board/match_state.h"
#include "engine/board/position.h"
#include "engine/cube/cube_decision.h"
#include "engine/search/search.h"

/* Expected value of a roll: outputs and value as in node_value, in double. */
struct roll_mean {
    double outputs[5];
    double value;
};

/* All of the side on roll. */
struct rollout_node {
    uint64_t key; /* 0: empty */
    bool has_action;
    bool has_rolls;
    enum cube_action action;
    bool is_beaver;
    uint32_t chosen_mask;          /* bit r: chosen[r] is known */
    struct roll_candidates rolls;  /* 0-ply's favourites and their values */
    struct roll_mean mean;         /* of these, over the dice */
    struct position chosen[ROLLS]; /* after the plays that the games make */
};

struct rollout_nodes;

struct rollout_nodes *rollout_nodes_new(void); /* NULL: no memory */
void rollout_nodes_free(struct rollout_nodes *nodes);
void rollout_nodes_clear(struct rollout_nodes *nodes);

/* Identifies a position on roll, its cube and score; `is_cube_dead`: nobody turns it.
 */
uint64_t rollout_node_key(const struct position *pos, const struct match_state *ms,
                          bool is_cube_dead);

/* Copies the entry of `key` to `node`, or an empty one with that key. */
void rollout_nodes_get(struct rollout_nodes *nodes, uint64_t key,
                       struct rollout_node *node);
void rollout_nodes_put(struct rollout_nodes *nodes, const struct rollout_node *node);

#endif
