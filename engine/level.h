#pragma once
/*
 * Levels of play, from beginner to the strongest, and levels by target rating.
 *
 * A level sets the plies, the nets and the noise. Weak levels use the pruning net and
 * add a random error to the equity of each play and each double: they lose little and
 * often, as people do, and never choose a play that loses more than twice the noise.
 * Forced plays and known endings are played correctly.
 *
 * Ratings are FIBS ratings, computed from the measured error rate of the level: 2050 -
 * 24.9 PR (level_rating_of()). They were not measured in play on FIBS.
 */

#include "base/error.h"
#include "engine/search/strength.h"

enum { LEVEL_TEXT_SIZE = 32 }; /* of a level's text, with the NUL */

struct level {
    const char *name;
    int rating; /* target rating */
    int play_ply;
    int cube_ply;
    bool uses_pruning_net; /* alone */
    float noise;
    float cube_noise;
    const char *roller; /* that decides what is close after the search; NULL: none */
};

/* Returns level i, weakest first, or NULL beyond the last. */
const struct level *level_at(int i);
const char *level_name(int i); /* its name, or NULL */

enum { LEVEL_RATING_LEAST = 800, LEVEL_RATING_MOST = 2100 };

/* Reads a level and sets its fields in `strength`; leaves the others (filter, time,
 * threads, seed) unchanged. `text` is the name of a level or roller (roller.h), or a
 * rating, for which the noise is interpolated between two levels. Returns false with
 * `err` if it is neither. */
bool level_read(const char *text, struct strength *strength, struct error *err);
bool level_check(const char *text,
                 struct error *err); /* only looks whether it is one */

/* Returns the rating for a performance rating (500 x equity lost per decision) by GNU
 * Backgammon's formula for its "absolute FIBS rating" (K. van den Doel) at seven
 * points: 2050 - (8798 + 25526 / 7) x equity lost per decision. */
double level_rating_of(double performance_rating);
