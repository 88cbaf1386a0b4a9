#pragma once
/*
 * What can happen to a game within two rolls: whether a double that is not made now comes too
 * late. All 1,296 pairs of a roll and an answer are played out at 0-ply.
 */

#include <stdbool.h>

struct engine;
struct match_state;
struct position;

struct match_market {
    /* The share of the pairs after which the double would be passed, or the game be too good
     * to double; a game that is won counts as one. */
    double losers;
    double volatility; /* the standard deviation of the cubeful equity after them */
};

/* `pos` and `ms` are seen by the doubler, who is on roll. Takes some 20 ms. False: no
 * memory. */
bool match_market_find(const struct engine *eng, const struct position *pos,
                       const struct match_state *ms, struct match_market *market);
