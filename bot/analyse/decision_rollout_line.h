#ifndef BOT_ANALYSE_DECISION_ROLLOUT_LINE_H
#define BOT_ANALYSE_DECISION_ROLLOUT_LINE_H
/*
 * The lines of `fibsbot lab rollout`: decisions to roll out, and results. The help of the
 * command describes both.
 */

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "bot/analyse/analysis.h"
#include "bot/analyse/decision_rollout.h"

/* Reads a decision, without line end, for decision_rollout_make(): an id, or an object
 * with "id" or "candidates". Its plays are then analyser->ranked. False with `err`. */
bool decision_rollout_line_read(struct analysis_tools *analyser, const char *line,
                                struct analysis *analysis, struct error *err);

/* Where a decision comes from. */
struct decision_rollout_line {
    long number;          /* of the line, from 1 */
    const char *line;     /* itself */
    const char *settings; /* of the rollout, in words */
};

/* Writes one line; if the program is killed meanwhile, its end is missing. False when the
 * write fails. */
bool decision_rollout_line_write(const struct decision_rollout *result,
                                 const struct decision_rollout_line *about, FILE *out);

#endif
