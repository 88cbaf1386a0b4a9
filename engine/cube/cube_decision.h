#ifndef ENGINE_CUBE_CUBE_DECISION_H
#define ENGINE_CUBE_CUBE_DECISION_H
/* Cube actions, and what is known about one decision. Equities as in engine.h. */

#include <stdbool.h>

#include "engine/board/outputs.h"

enum cube_action { NO_DOUBLE, DOUBLE_TAKE, DOUBLE_PASS, TOO_GOOD };
const char *cube_action_name(enum cube_action action); /* "no_double", ... */

struct cube_decision {
    struct outputs outputs; /* of mine, on roll */
    float equity_cubeless;
    float no_double; /* equities of mine at the current cube if he ... */
    float double_take;
    float double_pass;       /* +1 in money play */
    enum cube_action action; /* the best action of both */
    bool
        is_allowed; /* match_state_may_double(); if not, action is NO_DOUBLE and the double_*
                        values say what would be if the cube could be turned */
    bool is_beaver;  /* money with beavers: the taker's best answer is a beaver */
    int ply;
    int trials; /* of its rollout; 0: searched only */
};

#endif
