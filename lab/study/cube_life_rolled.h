#ifndef LAB_STUDY_CUBE_LIFE_ROLLED_H
#define LAB_STUDY_CUBE_LIFE_ROLLED_H
/*
 * Cube life (params.h) fitted to cubeful rollouts of positions from games, by class,
 * depth of search and owner of the cube.
 *
 * What is fitted is the worth of the cube: the cubeful less the cubeless equity of the
 * rollout against the same difference of a search with a given life, so that errors of
 * the nets fall out. "0-ply" is the conversion alone, of the rollout's own
 * probabilities.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/cube/cube.h"

enum life_class { LIFE_CONTACT, LIFE_RACE, LIFE_BEAROFF, LIFE_CLASSES };
enum { LIFE_PLIES = 3, LIFE_OWNERS = 3 };
const char *life_class_name(enum life_class class);

/* Money; mine is on roll and does not double now. Equities are those of a cube of 1. */
struct life_case {
    struct position pos;
    struct outputs outputs; /* by rollout */
    bool is_known[LIFE_OWNERS];
    double equity[LIFE_OWNERS]; /* by rollout, by enum cube_owner */
};

struct life_fit {
    int cases;
    double life;       /* the best */
    double life_error; /* its standard error */
    double error;      /* root mean square error of the cube's worth with it */
    double error_now;  /* ... with the life of params.h */
};

/* `fits` by class, ply and owner; the last of these is all owners together. False with
 * `err`. */
struct life_fits {
    struct life_fit of[LIFE_CLASSES][LIFE_PLIES][LIFE_OWNERS + 1];
};
bool life_fit_cases(const char *dir, const struct life_case *cases, int count,
                    struct life_fits *fits, struct error *err);

/* `count` positions of games of the engine with itself at 0-ply, half of them with
 * contact, a quarter each races and endings that no database knows, with winning
 * chances from .2 to .85. False with `err`. */
bool life_sample(const char *dir, int count, uint64_t seed, struct position *out,
                 struct error *err);

#endif
