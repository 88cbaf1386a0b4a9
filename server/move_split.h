#ifndef SERVER_MOVE_SPLIT_H
#define SERVER_MOVE_SPLIT_H
/* Moves as people write them: "24/14" is a checker that uses two dice. FIBS wants each
 * die by itself; our server finds them. */

#include "reference/rules.h"

/* Finds the play among `plays`, those of the roll on `board`, by which the checkers of
 * `colour` go as `hops` says. Where a checker may hit on its way or not, it does not: a
 * hit is written with its point. Returns NULL if there is none. */
const struct reference_play *move_split(const struct reference_plays *plays,
                                        const struct reference_board *board, int colour,
                                        const struct reference_hop *hops, int count);

#endif
