#ifndef ENGINE_LEVEL_H
#define ENGINE_LEVEL_H
/*
 * Levels of strength, from beginner to the strongest, and by a rating aimed at.
 *
 * A level is a ply, nets and noise. Weak levels see the board through the small net and
 * misjudge each play and each double by a random amount: they lose little and often, as
 * people do, and no play that loses more than twice the noise seems good to them.
 * Forced plays and known endings are played properly.
 *
 * Ratings are FIBS ratings, an aim that was derived from the measured error rate of the
 * level: 2050 - 24.9 PR (level_rating_of()); they have not been earned in play.
 */

#include <stdbool.h>

#include "base/error.h"
#include "engine/search/strength.h"

enum { LEVEL_TEXT_SIZE = 32 }; /* of a level as people write it, with its end */

struct level {
    const char *name;
    int rating; /* aimed at */
    int play_ply;
    int cube_ply;
    bool is_small; /* nets: the small one alone */
    float noise;
    float cube_noise;
};

/* The levels, weakest first; NULL at the end. */
const struct level *level_at(int i);
const char *level_name(int i); /* its name, or NULL */

enum { LEVEL_RATING_LEAST = 800, LEVEL_RATING_MOST = 2100 };

/* Sets what a level is made of in `strength`, and leaves the rest (filter, time, search threads,
 * seed): `text` is a name, that of a roller too (roller.h), or a rating between two
 * levels, whose noise is then between theirs. False with `err`. */
bool level_read(const char *text, struct strength *strength, struct error *err);

/* The rating that goes with a performance rating (500 x equity lost a decision), after
 * the formula of GNU Backgammon for its "absolute FIBS rating" (K. van den Doel) at
 * seven points: 2050 - (8798 + 25526 / 7) x equity lost a decision. */
double level_rating_of(double performance_rating);

#endif
