#ifndef LAB_STUDY_CUBE_EFFICIENCY_MATCH_H
#define LAB_STUDY_CUBE_EFFICIENCY_MATCH_H
/*
 * Compares cube actions in endings of match games with the cube efficiency of the class
 * (params.h) and with those from the two-sided database (cube_efficiencies_exact()).
 * The truth is a search of PLY_MAX plies, which reaches the end of nearly every game
 * with so few checkers.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/cube/cube.h"

enum { MATCH_PLIES = 3, MATCH_CHECKERS = 4, MATCH_EFFICIENCIES = 2 };
enum match_efficiencies { EFFICIENCY_BY_CLASS, EFFICIENCY_BY_DATABASE };

/* Errors of the equity of no double and losses by doubler and taker, in equity at the
 * current cube. */
struct match_fit {
    double error; /* root mean square */
    double loss;  /* mean per decision */
};

/* Fits `positions` random endings of at most MATCH_CHECKERS checkers a side, mine on
 * roll, each at a random score of 2 to 8 points away, with a centred cube and with a
 * 2-cube of mine and of theirs. Returns false with `err` on failure. */
struct match_fits {
    struct match_fit of[MATCH_EFFICIENCIES][MATCH_PLIES]
                       [3]; /* by efficiencies, ply, owner */
};
bool cube_efficiency_match_fit(const char *dir, int positions, uint64_t seed,
                               struct match_fits *fits, struct error *err);

#endif
