#ifndef LAB_STUDY_CUBE_EFFICIENCY_ROLLOUTS_H
#define LAB_STUDY_CUBE_EFFICIENCY_ROLLOUTS_H
/*
 * Fits the cube efficiency (params.h) to cubeful rollouts of positions from games, by
 * class, depth of search and owner of the cube.
 *
 * The fit is to the value of the cube: the cubeful less the cubeless equity of the
 * rollout is compared with the same difference of a search with a given efficiency, so
 * that errors of the nets cancel. "0-ply" is the conversion of the rollout's own
 * probabilities alone.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/board/position.h"
#include "engine/cube/cube.h"
#include "lab/study/cube_efficiency.h"

enum efficiency_class {
    EFFICIENCY_CONTACT,
    EFFICIENCY_RACE,
    EFFICIENCY_BEAROFF,
    EFFICIENCY_CLASSES
};
const char *cube_efficiency_class_name(enum efficiency_class class);

/* Money; mine is on roll and does not double now. Equities are those of a cube of 1. */
struct efficiency_case {
    struct position pos;
    struct outputs outputs; /* by rollout */
    bool is_known[EFFICIENCY_OWNERS];
    double equity[EFFICIENCY_OWNERS]; /* by rollout; by enum cube_owner */
};

struct search_efficiencies;
struct study_search;

/* Returns the value of the cube, of `owner`, in a search of `ply`, less that by rollout.
 * `efficiencies` are those of the positions at the leaves; NULL: of params.h. */
double cube_efficiency_error(const struct study_search *study,
                             const struct efficiency_case *c, int ply, int owner,
                             const struct search_efficiencies *efficiencies);

struct efficiency_fit {
    int cases;
    double efficiency;       /* the best */
    double efficiency_error; /* its standard error */
    double error;            /* root mean square error of the cube's value with it */
    double error_now;        /* ... with the efficiency of params.h */
};

/* Fits `count` cases. `fits` is by class, ply and owner; the last owner stands for all
 * together. Returns false with `err` on failure. */
struct efficiency_fits {
    struct efficiency_fit of[EFFICIENCY_CLASSES][EFFICIENCY_PLIES]
                            [EFFICIENCY_OWNERS + 1];
};
bool cube_efficiency_fit_cases(const char *dir, const struct efficiency_case *cases,
                               int count, struct efficiency_fits *fits,
                               struct error *err);

/* Writes `count` positions from games of the engine against itself at 0-ply, half of
 * them with contact, a quarter each races and bearoffs that no database covers, with
 * winning chances from .2 to .85. Returns false with `err` on failure. */
bool cube_efficiency_sample(const char *dir, int count, uint64_t seed,
                            struct position *out, struct error *err);

#endif
