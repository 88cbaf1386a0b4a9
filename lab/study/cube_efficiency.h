#ifndef LAB_STUDY_CUBE_EFFICIENCY_H
#define LAB_STUDY_CUBE_EFFICIENCY_H
/*
 * Fits the cube efficiency (params.h) to bearoffs with exact cubeful equities, from the
 * two-sided database. The best efficiency is found on a grid of .02. The cubeless
 * chances at the leaves are exact, too, so the efficiency is all that is fitted.
 */

#include <stdint.h>

#include "base/error.h"
#include "engine/board/rng.h"
#include "engine/cube/cube.h"

enum { CUBE_EFFICIENCY_PLIES = 3 };

struct cube_efficiency_fit {
    double efficiency; /* the best */
    double error;      /* root mean square error of equities with it */
    double error_now;  /* ... with the efficiency of params.h */
    double error_dead; /* ... with a dead cube */
};

/* Fits `positions` random endings, by ply (0, 1, 2) and by owner of the cube; mine is
 * on roll and does not double now. Returns false with `err` if `dir` has no weights or
 * no database. */
bool cube_efficiency_fit(const char *dir, int positions, uint64_t seed,
                         struct cube_efficiency_fit fits[CUBE_EFFICIENCY_PLIES][3],
                         struct error *err);

/* Returns a random ending: 1 to `most` checkers a side, anywhere on points 1..6. */
struct position cube_efficiency_ending(struct rng *rng, int most);

#endif
