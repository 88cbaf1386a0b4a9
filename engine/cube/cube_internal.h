#pragma once
/* What the files of the cube share, and what tests need besides. */

#include "engine/cube/cube.h"

/* Winning chances of mine that matter at the current cube, with the gammon shares of
 * `outputs`: what can be compared with published take points. */
struct cube_window {
    double take; /* live take point; 0 where theirs may not double */
    double cash; /* live cash point; 1 where mine may not double */
};
struct cube_window cube_window(const struct cube_model *model, struct outputs outputs);

/* Returns the same efficiency for every owner; no roll ends the game. */
struct cube_efficiencies cube_efficiencies_alike(double efficiency);

enum { CUBE_SINGLE = 1, CUBE_GAMMON = 2, CUBE_BACKGAMMON = 3 };

/* Returns the value of a game that ends at a level of the cube; `games` as in
 * cube_result(). */
static inline double cube_result_at(const struct cube_model *model, int level,
                                    int games)
{
    return model->result[level][3 + games];
}

static inline double cube_clamp(double x, double least, double most)
{
    return x < least ? least : x > most ? most : x;
}

/* Returns y at x on the line through both points. */
static inline double cube_interpolate(double x, double x0, double y0, double x1,
                                      double y1)
{
    return x1 > x0 ? y0 + (x - x0) * (y1 - y0) / (x1 - x0) : y1;
}
