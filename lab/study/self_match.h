#pragma once
/*
 * Plays money games and matches of one player against itself, with cube, Crawford rule
 * and random dice, for studies of decisions.
 */

#include <stdbool.h>

#include "engine/board/checkers.h"
#include "engine/board/match_state.h"
#include "engine/board/rng.h"

/* The player; mine is always the side that decides. If `doubles` is NULL, nobody
 * doubles, and `takes` may be NULL, too; `game_ends` may be NULL. */
struct self_player {
    void *context;
    /* mine, on roll, has made the cube decision: sets the position after the play */
    void (*plays)(void *context, const struct position *pos,
                  const struct match_state *ms, struct roll roll,
                  struct position *after);
    /* mine may double; only asked where match_state_may_double() */
    bool (*doubles)(void *context, const struct position *pos,
                    const struct match_state *ms);
    /* whether mine takes: theirs, on roll, has doubled; ms->cube is the value before */
    bool (*takes)(void *context, const struct position *pos,
                  const struct match_state *ms);
    /* a game is over */
    void (*game_ends)(void *context);
};

/* Plays a match to `length` points, or one money game (length 0) without Jacoby rule or
 * beavers. A game longer than 2000 plays, which never occurs, counts as one point. */
void self_match_play(const struct self_player *player, int length, struct rng *dice);
