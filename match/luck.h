#pragma once
/*
 * Measures the luck of rolls, to remove luck from results.
 *
 * The luck of a roll is the value of its best play at 0-ply (LUCK_BY_1_PLY: at 1-ply)
 * less the mean of this value over all rolls that could have fallen. Before the roll
 * its expectation is exactly zero for any evaluator, so a game's result less the luck
 * of all its rolls has the same mean as the result; a better evaluator leaves less
 * variance. One evaluator values the rolls of both players, whatever they then play.
 *
 * Units are those of the result: points (times the cube), or match winning chance, with
 * the match equities of matches without a cube where there is none. If the cube is in
 * play, the value is the cubeful value of the best cubeless play.
 */

#include <stdbool.h>

#include "base/error.h"
#include "engine/board/match_state.h"
#include "engine/board/roll.h"

struct position;
struct luck;

/* The nets that evaluate the plays: the pruning net, the main net, or both: the pruning
 * net ranks the plays of each roll and the main net evaluates the best ones.
 * LUCK_BY_1_PLY evaluates the best play of LUCK_BOTH at 1-ply. Measured against gnubg
 * at 0-ply, cubeless: the standard deviation of a reduced game is .28 with the pruning
 * net, .16 with the main net at four times the cost, and nearly that with both at
 * little more than the cost of the pruning net. LUCK_BY_1_PLY costs twenty times as
 * much, little for players that use milliseconds. */
enum luck_evaluation { LUCK_NONE, LUCK_PRUNING, LUCK_MAIN, LUCK_BOTH, LUCK_BY_1_PLY };

/* Opens a weights file (FILE.net, cubeless only) or a folder as the evaluator. For one
 * thread. Returns NULL with `err` on failure. The caller closes it with
 * luck_close(). */
struct luck *luck_open(const char *path, enum luck_evaluation evaluation,
                       bool is_cubeful, struct error *err);
void luck_close(struct luck *luck); /* may be NULL */

/* Computes the value of `roll` to mine, on roll, and the mean over the rolls that could
 * have fallen (in an opening, those that are not doubles). The luck is roll - mean. */
struct luck_value {
    double roll;
    double mean;
};
struct luck_value luck_of_roll(struct luck *luck, const struct position *pos,
                               const struct match_state *ms, struct roll roll,
                               bool is_opening);
