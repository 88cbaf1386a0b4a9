#ifndef LAB_STUDY_SELF_MATCH_H
#define LAB_STUDY_SELF_MATCH_H
/*
 * Money games and matches that one mind plays against itself, with cube, Crawford rule
 * and free dice: the sample on which decisions are studied.
 */

#include <stdbool.h>

#include "engine/board/match_state.h"
#include "engine/board/position.h"
#include "engine/board/rng.h"

/* Who decides; mine is always the side to decide. `doubles` may be NULL: nobody does;
 * `takes` where it never says so; `game_ends` where nobody asks. */
struct self_player {
    void *context;
    /* mine, on roll, has decided about the cube: fills the position after the play */
    void (*plays)(void *context, const struct position *pos,
                  const struct match_state *ms, struct roll roll,
                  struct position *after);
    /* mine may double; only asked where match_state_may_double() */
    bool (*doubles)(void *context, const struct position *pos,
                    const struct match_state *ms);
    /* theirs, on roll, has doubled; ms->cube is the value before */
    bool (*takes)(void *context, const struct position *pos,
                  const struct match_state *ms);
    /* a game is over */
    void (*game_ends)(void *context);
};

/* Plays a match to `length` points, or one money game (length 0) without Jacoby rule or
 * beavers. A game longer than 2000 plays, which none is, counts as one point. */
void self_match_play(const struct self_player *player, int length, struct rng *dice);

#endif
