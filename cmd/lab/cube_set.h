#ifndef CMD_LAB_CUBE_SET_H
#define CMD_LAB_CUBE_SET_H
/*
 * Cube actions with their equities, as lines of words between tabs. The first line that
 * is no comment (#) names the columns, of which these are read, in any order:
 *
 *   xgid        before the roll, the player on roll may double
 *   nd dt dp    no double, double/take, double/pass: of the player on roll, cubeful,
 *               normalised to the cube before the double
 */

#include "base/error.h"
#include "engine/board/decision_context.h"
#include "lab/study/benchmark_cube.h"

struct cube_case {
    struct decision_context at;
    struct cube_values truth;
};

struct cube_set {
    int count;
    struct cube_case *cases;
};

/* Whether a file begins as one does; false also when it cannot be read. */
bool cube_set_is(const char *path);

/* A whole file, of at least one decision. False with `err` naming the line; nothing is
 * to be freed then. */
bool cube_set_load(const char *path, struct cube_set *set, struct error *err);
void cube_set_free(struct cube_set *set);

#endif
