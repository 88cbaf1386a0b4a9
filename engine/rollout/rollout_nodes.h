#pragma once
/*
 * A table, shared by all threads, of what the games of a rollout have computed for
 * positions: the cube action, the value of every roll, the plays chosen. The first
 * half-moves are the same in many trials (one position before the first roll, at most
 * 21 before the second).
 *
 * An entry holds only what every thread would compute for the same position, cube and
 * settings, so no result depends on the contents of the table.
 */

#include "engine/search/search.h"

/* Means over rolls: outputs and value as in struct search_value, in double. */
struct rollout_mean {
    double outputs[5];
    double value;
};

/* An entry; all of it is seen by the side on roll. */
struct rollout_node {
    uint64_t key; /* 0: empty */
    bool has_action;
    bool has_rolls;
    enum cube_action action;
    bool is_beaver;
    uint32_t chosen_mask;                /* bit r: chosen[r] is known */
    struct search_roll_candidates rolls; /* the best plays at 0-ply and their values */
    struct rollout_mean mean;            /* their mean over the dice */
    struct position chosen[ROLLS]; /* positions after the plays that the games make */
};

struct rollout_nodes;

struct rollout_nodes *rollout_nodes_new(void); /* NULL: out of memory */
void rollout_nodes_free(struct rollout_nodes *nodes);
void rollout_nodes_clear(struct rollout_nodes *nodes);

/* Returns the key of a position on roll with its cube, score and the ply of its plays;
 * `is_cube_dead`: nobody may double. */
uint64_t rollout_node_key(const struct position *pos, const struct match_state *ms,
                          bool is_cube_dead, int play_ply);

/* rollout_nodes_get() copies the entry of `key` to `node`, or an empty entry with that
 * key if there is none; rollout_nodes_put() stores `node`. */
void rollout_nodes_get(struct rollout_nodes *nodes, uint64_t key,
                       struct rollout_node *node);
void rollout_nodes_put(struct rollout_nodes *nodes, const struct rollout_node *node);
