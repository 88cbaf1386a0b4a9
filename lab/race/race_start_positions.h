#ifndef LAB_RACE_RACE_START_POSITIONS_H
#define LAB_RACE_RACE_START_POSITIONS_H
/*
 * Where races to learn from and to judge by come from: games played until nothing is in
 * contact any more, and random sides.
 */

#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/board/rng.h"

/* Somebody who plays: the number of the play that he chooses;
 * baseline_player_choose(), for one (arena/baseline_player.h). */
struct chooser {
    int (*choose)(void *context, const struct play_list *list);
    void *context;
};

/* Plays a game to its end and keeps the positions without contact, mine on roll, at
 * most `max`; returns their number. `list` is room to work in. */
int race_positions_of_game(struct rng *rng, const struct chooser *chooser,
                           struct play_list *list, struct position *races, int max);

/* A random side with nobody beyond `farthest`, 7..23, and often somebody outside the
 * home board; some have borne off checkers. */
void race_random_side(struct rng *rng, int farthest, struct side *side);

/* A race of two random sides, either to roll. */
void race_random_position(struct rng *rng, struct position *pos);

#endif
