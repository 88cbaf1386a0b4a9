#ifndef LAB_STUDY_CUBE_EFFICIENCY_H
#define LAB_STUDY_CUBE_EFFICIENCY_H
/*
 * Measures the cube efficiency (params.h) in random bearoffs of few checkers, of which
 * the two-sided database knows the exact cubeful equities. Figures are by ply (0, 1, 2)
 * and by owner of the cube; mine is on roll. Functions return false with `err` if `dir`
 * has no weights or no database, or if memory is short.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum { EFFICIENCY_PLIES = 3, EFFICIENCY_OWNERS = 3 };

/* ---- money ---- */

struct cube_efficiency_fit {
    double efficiency; /* the best, on a grid of .02 */
    double error;      /* root mean square error of equities with it */
    double error_now;  /* ... with the efficiency of params.h */
    double error_dead; /* ... with a dead cube */
};

/* Fits `positions` endings in which mine does not double now. The cubeless chances at
 * the leaves are exact, too, so the efficiency is all that is fitted. */
bool cube_efficiency_fit(
    const char *dir, int positions, uint64_t seed,
    struct cube_efficiency_fit fits[EFFICIENCY_PLIES][EFFICIENCY_OWNERS],
    struct error *err);

/* ---- matches ---- */

/* The cube efficiency of the class (params.h), and that from the two-sided database
 * (cube_efficiencies_exact()). */
enum match_efficiencies {
    EFFICIENCY_BY_CLASS,
    EFFICIENCY_BY_DATABASE,
    MATCH_EFFICIENCIES
};

/* Errors of the equity of no double, and losses by doubler and taker, in equity at the
 * current cube. */
struct match_fit {
    double error; /* root mean square */
    double loss;  /* mean per decision */
};

struct match_fits {
    struct match_fit of[MATCH_EFFICIENCIES][EFFICIENCY_PLIES][EFFICIENCY_OWNERS];
};

/* Compares cube actions with either efficiency in `positions` endings of at most four
 * checkers a side, each at a random score of 2 to 8 points away, with a centred cube and
 * with a 2-cube of mine and of theirs. The truth is a search of PLY_MAX plies, which
 * reaches the end of nearly every game with so few checkers. */
bool cube_efficiency_match_fit(const char *dir, int positions, uint64_t seed,
                               struct match_fits *fits, struct error *err);

#endif
