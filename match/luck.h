#ifndef MATCH_LUCK_H
#define MATCH_LUCK_H
/*
 * How lucky a roll is, to take luck out of results.
 *
 * The luck of a roll is the value of its best play at 0-ply (LUCK_BY_1_PLY: at 1-ply) less
 * the mean of this value over all rolls that could have fallen. Its expectation before
 * the roll is exactly zero, whoever judges and however badly: so a game's result less
 * the luck of all its rolls has the same mean as the result, and the better the judge,
 * the less variance. One neutral judge values the rolls of both players, whatever they
 * then play.
 *
 * Units are those of the result: points (times the cube), or match winning chance. With
 * the cube in play the value is the cubeful one of the best cubeless play.
 */

#include <stdbool.h>

#include "base/error.h"
#include "engine/board/match_state.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"

struct luck;

/* Which nets of a folder judge. Measured against gnubg at 0-ply, cubeless: deviation of
 * a reduced game .28 by the small net, .16 by the big one at four times the cost, and
 * nearly that by both at little more than the small one's: the small net ranks the
 * plays of each roll, the big one values the best ones. LUCK_BY_1_PLY values the play that
 * LUCK_BOTH likes best by the replies to it: twenty times the cost, little beside
 * players who think for milliseconds. */
enum luck_evaluation { LUCK_NONE, LUCK_PRUNING, LUCK_MAIN, LUCK_BOTH, LUCK_BY_1_PLY };

/* Judges by a weights file (FILE.net, cubeless only) or a folder. Serves one thread.
 * NULL with `err`. */
struct luck *luck_open(const char *path, enum luck_evaluation evaluation,
                       bool is_cubeful, struct error *err);
void luck_close(struct luck *luck); /* NULL is fine */

/* What `roll` is worth to mine, on roll, and the mean over the rolls that could fall
 * (in an opening those that are no doubles). */
struct luck_value {
    double roll;
    double mean;
};
struct luck_value luck_of_roll(struct luck *luck, const struct position *pos,
                               const struct match_state *ms, struct roll roll,
                               bool is_opening);

#endif
