#ifndef ENGINE_LAB_CUBE_LIFE_H
#define ENGINE_LAB_CUBE_LIFE_H
/*
 * Cube life (params.h) fitted to endings whose cubeful equities are known exactly: the
 * two-sided bearoff database. At 0-ply the value is a straight line in the life, so the
 * best one is a least-squares quotient; under a search it is found on a grid. The
 * cubeless chances at the leaves are exact, too, so the life is all that is fitted.
 */

#include <stdint.h>

#include "engine/cube.h"
#include "engine/error.h"

enum { CUBE_LIFE_PLIES = 3 };

struct cube_life_fit {
    double life;       /* the best */
    double error;      /* root mean square error of equities with it */
    double error_now;  /* ... with the life of params.h */
    double error_dead; /* ... with a dead cube */
};

/* Fits `positions` random endings, by ply (0, 1, 2) and by who has the cube; mine is on
 * roll and does not double now. False with `err`: no weights, no database in `dir`. */
bool cube_life_fit(const char *dir, int positions, uint64_t seed,
                   struct cube_life_fit fits[CUBE_LIFE_PLIES][3],
                   struct engine_error *err);

#endif
