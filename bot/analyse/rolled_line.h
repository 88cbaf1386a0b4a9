#ifndef BOT_ANALYSE_ROLLED_LINE_H
#define BOT_ANALYSE_ROLLED_LINE_H
/*
 * The lines of `fibsbot lab rollout`: decisions to be rolled out, and what came of them
 * (the help of the command describes both).
 */

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "bot/analyse/analysis.h"
#include "bot/analyse/rolled.h"

/* Reads a decision, without line end, for rolled_make(): an id, or an object with "id"
 * or "candidates". Its plays are then analyser->ranked. False with `err`. */
bool rolled_line_read(struct analyser *analyser, const char *line,
                      struct analysis *analysis, struct error *err);

/* Where a decision comes from. */
struct rolled_line {
    long number;          /* of the line, from 1 */
    const char *line;     /* itself */
    const char *settings; /* of the rollout, in words */
};

/* Writes one line, whole or, if the program is killed meanwhile, without its end. False
 * when it could not be written. */
bool rolled_line_write(const struct rolled *rolled, const struct rolled_line *about,
                       FILE *out);

#endif
