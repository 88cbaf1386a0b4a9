#ifndef LAB_STUDY_CUBE_EFFICIENCY_MATCH_H
#define LAB_STUDY_CUBE_EFFICIENCY_MATCH_H
/*
 * Cube actions in the endings of matches: with the cube efficiency of their class (params.h)
 * and with the lives that the two-sided database tells (cube_efficiencies_exact()). The truth
 * is a search of PLY_MAX plies, to the end of nearly every game with so few checkers.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/cube/cube.h"

enum { MATCH_PLIES = 3, MATCH_CHECKERS = 4, MATCH_LIVES = 2 };
enum match_efficiencies { EFFICIENCY_BY_CLASS, EFFICIENCY_BY_DATABASE };

/* Errors of no double and losses by doubler and taker, in equity at the current cube.
 */
struct match_fit {
    double error; /* root mean square */
    double loss;  /* mean of a decision */
};

/* `positions` random endings of at most MATCH_CHECKERS checkers a side, mine on roll,
 * each at a random score of 2 to 8 points away with the cube in the middle, and at 2 of
 * mine and of theirs. False with `err`. */
struct match_fits {
    struct match_fit of[MATCH_LIVES][MATCH_PLIES][3]; /* by lives, ply, owner */
};
bool cube_efficiency_match_fit(const char *dir, int positions, uint64_t seed,
                               struct match_fits *fits, struct error *err);

#endif
