#ifndef ENGINE_CUBE_CUBE_INTERNAL_H
#define ENGINE_CUBE_CUBE_INTERNAL_H
/* What cube.c shares with its tests. */

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

#endif
