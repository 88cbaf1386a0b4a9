#pragma once
/* The chance of winning along a match, for curves and summaries. */

#include "engine/engine.h"
#include "match/match_turns.h"

/* Returns the chance to win the match of who has this equity at `ms`; it is normalised to
 * the cube, so that -1 and +1 are a single game lost and won. In an unlimited match `win`,
 * the chance to win the game. */
double match_chance_of(const struct met *met, const struct match_state *ms,
                       double equity, double win);

/* Returns the chance of `side` to win the match before the roll of turn `i`, which is a
 * play, or before a double, both sides using the cube well, if there is one; at 0-ply. In
 * an unlimited match: to win the game. */
double match_chance_at(const struct engine *eng, struct search_scratch *scratch,
                       const struct match_turns *turns, int i, enum record_side side);

/* Returns what `side` wins of a game of an unlimited match on average before such a
 * turn, in points. */
double match_points_at(const struct engine *eng, struct search_scratch *scratch,
                       const struct match_turns *turns, int i, enum record_side side);

/* Returns the chance at the end of a game (index in turns->game). In an unlimited match 1 if
 * `side` has won it, 0 if it has lost it. */
double match_chance_after(const struct engine *eng, const struct match_turns *turns,
                          int game, enum record_side side);
