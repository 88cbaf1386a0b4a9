#pragma once
/* Why a cube action loses: wins and gammons against what the score asks for, the market,
 * dead cubes. */

#include "engine/board/match_state.h"
#include "engine/board/outputs.h"
#include "explain/explain_reason.h"

/* The errors that can be made with the cube. */
enum explain_cube_error {
    EXPLAIN_NOT_DOUBLED,
    EXPLAIN_DOUBLED,
    EXPLAIN_TAKEN,
    EXPLAIN_PASSED
};

struct explain_cube {
    enum explain_cube_error made;
    double loss;
    struct match_state ms;     /* of who decides, before the double */
    struct outputs chances;    /* of who decides */
    bool is_pass;              /* the double would be passed; made by the doubler */
    bool is_too_good;          /* not to double is best since the game is worth more */
    double take_point;         /* the taker's, with a dead cube and without gammons */
    double gammon_lost;        /* what losing a gammon adds for the taker */
    bool has_market;           /* the doubler's (match/match_market.h) */
    double losers, volatility; /* shares of 1; equity */
};

void explain_cube_reasons(const struct explain_cube *cube,
                          struct explain_reasons *reasons);
