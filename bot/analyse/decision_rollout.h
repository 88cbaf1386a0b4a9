#ifndef BOT_ANALYSE_DECISION_ROLLOUT_H
#define BOT_ANALYSE_DECISION_ROLLOUT_H
/*
 * A decision rolled out: the best plays that a search finds, or no double and double,
 * take. All numbers are those of the player on roll (of an offered double: the
 * doubler).
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#include "bot/analyse/analysis.h"
#include "bot/analyse/rollout_request.h"

struct decision_rollout {
    struct rollout *rollout;
    const struct rollout_request *request;
    const struct analysis *analysis;
    const struct ranked_play *ranked; /* the plays of the search */
    const struct ranked_play *plays[ROLLOUT_CANDIDATES_MAX]; /* by candidate; of a cube
                                                                decision not set */
    int order[ROLLOUT_CANDIDATES_MAX]; /* candidates, best first, those given up last */
    const char *played; /* the play that was made, or NULL; it is rolled out, too */
    double seconds;
    bool is_stopped; /* by `stop` or the time */
};

/* How a rollout is stopped, and who is told of it while it goes on. */
struct decision_rollout_control {
    const atomic_bool *stop;
    /* After each game or so; NULL: a line on standard error if that is a terminal. */
    void (*tell)(void *context, const struct rollout *rollout);
    void *context;
};

/* Rolls `analysis` out, whose plays are analyser->ranked; it has to live as long. Goes
 * on from the state file of the request, and saves to it now and then. False with
 * `err`: memory, state file. */
bool decision_rollout_make(const struct analyser *analyser,
                           const struct rollout_request *request,
                           const struct analysis *analysis,
                           const struct decision_rollout_control *control,
                           struct decision_rollout *out, struct error *err);
void decision_rollout_free(struct decision_rollout *result);

/* `id` is the input, shown again. */
void decision_rollout_print(const struct decision_rollout *result, const char *id,
                            FILE *out);

/* One JSON object and a line end; false when it could not be written. Its members are
 * those of analysis_print_json() with errors and trials. */
bool decision_rollout_print_json(const struct decision_rollout *result, const char *id,
                                 FILE *out);

#endif
