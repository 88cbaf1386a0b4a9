#pragma once
/* What cube_set.c shares with its tests. */

#include "lab/sets/cube_set.h"
#include "lab/sets/decision_lines.h"

/* Which column of a file holds xgid, nd, dt and dp. */
enum { CUBE_COLUMNS = 4 };
struct cube_columns {
    int at[CUBE_COLUMNS];
    bool are_known; /* the heading has been read; false at first */
};

/* The next line of a file, which it may cut up. DECISION_LINE_BAD with `err`. */
enum decision_line cube_set_take(struct cube_columns *columns, char *line,
                                 struct cube_case *out, struct error *err);
