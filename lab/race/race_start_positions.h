#ifndef LAB_RACE_RACE_START_POSITIONS_H
#define LAB_RACE_RACE_START_POSITIONS_H
/*
 * Makes the races for training: from games, played until there is no
 * contact, and from random sides.
 */

#include <stdbool.h>

#include "engine/board/checkers.h"
#include "engine/board/movegen.h"
#include "engine/board/rng.h"

/* A player: `choose` returns the index of the play that it chooses, such as
 * baseline_player_choose() (arena/baseline_player.h). */
struct race_chooser {
    int (*choose)(void *context, const struct play_list *list);
    void *context;
};

/* Plays a game to its end and keeps its positions without contact, mine on roll, at
 * most `max`; returns their number. `list` is scratch memory. */
int race_positions_of_game(struct rng *rng, const struct race_chooser *chooser,
                           struct play_list *list, struct position *races, int max);

/* Makes a random side with no checker beyond point `farthest`, 7..23, and often one
 * outside the home board; some sides have borne off checkers. */
void race_random_side(struct rng *rng, int farthest, struct side *side);

#endif
