#pragma once
/*
 * Cube actions with their equities, in one of two forms.
 *
 * Lines of `lab rollout`, for money or at a score; those without a cube are left out:
 *
 *   {"id": ID, "cube": {"no_double": E, "no_double_se": E, "double_take": E,
 *                       "double_take_se": E, "double_pass": E, ...}, ...}
 *
 * Lines of words between tabs, the first one that is no comment (#) naming the columns,
 * of which these are read, in any order:
 *
 *   xgid        before the roll; the player on roll may double
 *   nd dt dp    no double, double/take, double/pass: of the player on roll, cubeful,
 *               normalised to the cube before the double
 */

#include "base/error.h"
#include "engine/board/decision_context.h"

/* Of the player on roll, normalised to the cube before the double (engine.h). */
struct cube_values {
    double no_double;
    double double_take;
    double double_pass;
    double error[2]; /* standard errors of no double and double/take; 0: not known */
};

struct cube_case {
    struct decision_context at;
    struct cube_values truth; /* with its standard errors, if they are known */
};

struct cube_set {
    int count;
    struct cube_case *cases; /* the caller frees it */
};

/* Whether a file begins as one does; false also when it cannot be read. */
bool cube_set_reads(const char *path);

/* A whole file, of at least one cube action. False with `err`. */
bool cube_set_load(const char *path, struct cube_set *set, struct error *err);
