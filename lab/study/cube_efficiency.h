#ifndef LAB_STUDY_CUBE_EFFICIENCY_H
#define LAB_STUDY_CUBE_EFFICIENCY_H
/*
 * Cube efficiency (params.h) fitted to endings whose cubeful equities are known exactly: the
 * two-sided bearoff database. The best life is found on a grid of .02. The cubeless
 * chances at the leaves are exact, too, so the life is all that is fitted.
 */

#include <stdint.h>

#include "base/error.h"
#include "engine/board/rng.h"
#include "engine/cube/cube.h"

enum { CUBE_EFFICIENCY_PLIES = 3 };

struct cube_efficiency_fit {
    double efficiency; /* the best */
    double error;      /* root mean square error of equities with it */
    double error_now;  /* ... with the life of params.h */
    double error_dead; /* ... with a dead cube */
};

/* Fits `positions` random endings, by ply (0, 1, 2) and by who has the cube; mine is on
 * roll and does not double now. False with `err`: no weights, no database in `dir`. */
bool cube_efficiency_fit(const char *dir, int positions, uint64_t seed,
                         struct cube_efficiency_fit fits[CUBE_EFFICIENCY_PLIES][3],
                         struct error *err);

/* A random ending: 1 to `most` checkers a side, anywhere on the points 1..6. */
struct position cube_efficiency_ending(struct rng *rng, int most);

#endif
