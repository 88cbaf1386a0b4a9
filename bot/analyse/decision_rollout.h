#pragma once
/*
 * Rolls out a decision: the best plays of a search, or no double and double, take. All
 * numbers are those of the player on roll (of an offered double: the doubler).
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#include "bot/analyse/analysis.h"
#include "bot/analyse/rollout_request.h"

struct decision_rollout {
    struct rollout *rollout;
    const struct rollout_request *request;
    struct rollout_settings settings; /* the request's; where nobody may double without
                                       * a cube */
    const struct analysis *analysis;
    const struct ranked_play *ranked; /* the plays of the search */
    const struct ranked_play *plays[ROLLOUT_CANDIDATES_MAX]; /* by candidate; of a cube
                                                                decision not set */
    int order[ROLLOUT_CANDIDATES_MAX]; /* candidates, best first, abandoned ones last */
    const char *played; /* the play that was made, or NULL; also rolled out */
    bool is_stopped;    /* by `stop` or the time */
};

/* How to stop a rollout and report its progress. */
struct decision_rollout_control {
    const atomic_bool *stop;
    /* Called about once a game; NULL: a line on standard error if that is a terminal. */
    void (*tell)(void *context, const struct rollout *rollout);
    void *context;
};

/* Rolls out `analysis`, whose plays are analyser->ranked; both must outlive `out`.
 * Continues from the state file of the request and saves to it from time to time. False
 * with `err`: out of memory, a state file that cannot be written, that is damaged or of
 * another rollout (ERROR_MALFORMED), or no cube to decide about (ERROR_OTHER). */
bool decision_rollout_make(const struct analysis_tools *analyser,
                           const struct rollout_request *request,
                           const struct analysis *analysis,
                           const struct decision_rollout_control *control,
                           struct decision_rollout *out, struct error *err);
void decision_rollout_free(struct decision_rollout *result);

/* Prints the result as text. `id` is the input, which is repeated. */
void decision_rollout_print(const struct decision_rollout *result, const char *id,
                            FILE *out);

/* Writes one JSON object and a line end, with the members of analysis_print_json(),
 * standard errors and trials. False when the write fails. */
bool decision_rollout_print_json(const struct decision_rollout *result, const char *id,
                                 FILE *out);

/* ---- lines of `fibsbot lab rollout`, whose help describes them --------------------- */

/* Reads a decision, without line end, for decision_rollout_make(): an id, or an object
 * with "id" or "candidates". Its plays are then analyser->ranked. False with `err`. */
bool decision_rollout_line_read(struct analysis_tools *analyser, const char *line,
                                struct analysis *analysis, struct error *err);

/* Where a decision comes from. */
struct decision_rollout_line {
    long number;          /* of the line, from 1 */
    const char *line;     /* itself */
    const char *settings; /* of the rollout, in words */
    const char *search;   /* what has chosen the candidates, in words */
};

/* Writes one line; if the program is killed meanwhile, its end is missing. False when the
 * write fails. */
bool decision_rollout_line_write(const struct decision_rollout *result,
                                 const struct decision_rollout_line *about, FILE *out);
