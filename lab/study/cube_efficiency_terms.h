#ifndef LAB_STUDY_CUBE_EFFICIENCY_TERMS_H
#define LAB_STUDY_CUBE_EFFICIENCY_TERMS_H
/*
 * Fits what a cube efficiency may depend on to cubeful rollouts in money play, by least
 * squares: terms that are added to the efficiency of the position's class (params.h).
 * The error that is made small is that of the cube's value, as in
 * cube_efficiency_rollouts.h. One step is made from terms of 0, with derivatives that
 * are differences of searches.
 */

#include "lab/study/cube_efficiency_rollouts.h"

enum efficiency_term {
    EFFICIENCY_CENTRED,
    EFFICIENCY_CENTRED_GAMMONS, /* for each point that gammons add to a mean game */
    EFFICIENCY_OWNED,
    EFFICIENCY_OWNED_CHANCE,       /* for the owner's winning chance above .5 */
    EFFICIENCY_OWNED_LOST_GAMMONS, /* for each point that gammons add to his mean loss */
    EFFICIENCY_OWNED_WON_GAMMONS,  /* ... and to his mean win */
    EFFICIENCY_TERMS
};
const char *cube_efficiency_term_name(enum efficiency_term term);

/* Errors are root mean squares of the cube's value; the rollouts' own are in them. */
struct efficiency_terms_fit {
    int values; /* of cubes that the cases have; 0: all else is 0, too */
    double term[EFFICIENCY_TERMS];
    double term_error[EFFICIENCY_TERMS]; /* standard errors */
    double error_class; /* with the efficiency of the class alone (cube_efficiency()) */
    double error_now;   /* with cube_efficiencies_at() */
    double error;       /* with the terms */
    double error_aside; /* of each half with the terms fitted to the other one */
};

/* Fits the cases with contact, or those without. A case stands in the half that the hash
 * of its position says. `fits` is by ply. Returns false with `err` on failure. */
bool cube_efficiency_fit_terms(const char *dir, const struct efficiency_case *cases,
                               int count, bool has_contact,
                               struct efficiency_terms_fit fits[EFFICIENCY_PLIES],
                               struct error *err);

#endif
