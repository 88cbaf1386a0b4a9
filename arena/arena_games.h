#ifndef ARENA_ARENA_GAMES_H
#define ARENA_ARENA_GAMES_H
/*
 * The games of a pair (arena_match.h), gathered from its events: for those who keep more
 * than the result of the pair.
 */

#include "arena/arena_match.h"
#include "engine/board/match_state.h"

/* In a match to n points at most 2n - 1 games are played, and a pair has two. */
enum { ARENA_GAMES_MAX = 4 * MATCH_LENGTH_MAX };

struct arena_game {
    int half;     /* of the pair: 0 or 1 */
    int number;   /* in its half, from 1 */
    int score[2]; /* of each player before it */
    int winner;   /* player 0 or 1 */
    int points;   /* that were won */
    int cube;     /* at the end; a double that was dropped does not count */
    int plays;    /* turns of both */
    int offered;  /* the cube with the last double */
};

struct arena_games {
    int count;
    struct arena_game game[ARENA_GAMES_MAX];
};

/* Takes note of an event. A pair that is played again begins from empty. */
void arena_games_note(struct arena_games *games, const struct arena_event *event);

#endif
