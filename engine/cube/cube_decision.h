#pragma once
/* A cube decision: the best action and the equities of all. Equities are as in
 * engine.h. */

#include <stdbool.h>

#include "engine/board/outputs.h"

enum cube_action { CUBE_NO_DOUBLE, CUBE_DOUBLE_TAKE, CUBE_DOUBLE_PASS, CUBE_TOO_GOOD };
const char *cube_action_name(enum cube_action action); /* "no_double", ... */

struct cube_decision {
    struct outputs outputs; /* of mine, who is on roll */
    float equity_cubeless;
    float no_double; /* mine's equities, normalised to the current cube */
    float double_take;
    float double_pass;       /* +1 in money play at FIBS's price of passing */
    enum cube_action action; /* best action of both sides */
    bool is_allowed; /* match_state_may_double(); if false, action is CUBE_NO_DOUBLE and
                     * double_take and double_pass are what they would be if mine could
                     * double */
    bool is_beaver;  /* money with beavers: the taker's best answer is a beaver */
    int ply;
    int trials; /* of the rollout; 0: searched only */
};

/* Returns whether mine should double. */
static inline bool cube_decision_is_double(const struct cube_decision *d)
{
    return d->action == CUBE_DOUBLE_TAKE || d->action == CUBE_DOUBLE_PASS;
}

/* Returns the equity of doubling when the opponent answers correctly. */
static inline float cube_decision_doubled(const struct cube_decision *d)
{
    return d->double_take < d->double_pass ? d->double_take : d->double_pass;
}

/* Returns whether the opponent should take: also what is worth as much as a pass. */
bool cube_decision_is_take(const struct cube_decision *decision);

/* Return what a choice is worth to who makes it: doubling or not to mine, taking or
 * passing to the opponent. */
float cube_decision_of_double(const struct cube_decision *decision, bool is_double);
float cube_decision_of_answer(const struct cube_decision *decision, bool is_take);

/* Returns the equity when both act correctly. */
static inline float cube_decision_best(const struct cube_decision *d)
{
    return cube_decision_is_double(d) ? cube_decision_doubled(d) : d->no_double;
}
