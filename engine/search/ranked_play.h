#pragma once
/* A play with its evaluation, as returned in ranked lists. */

#include "engine/board/checkers.h"
#include "engine/board/outputs.h"
#include "engine/board/play.h"

struct ranked_play {
    struct position after; /* seen by mine, who has just moved */
    struct play play;
    struct outputs outputs; /* of mine, at `ply` */
    float equity_cubeless;
    float equity; /* cubeful; with a dead cube if ply is SEARCH_PLY_PRUNING_NET */
    int ply; /* depth of its evaluation, or SEARCH_PLY_PRUNING_NET (filter.h); if rolled
                   * out, one more than that of the search */
    int trials; /* of the rollout; 0: searched only */
};
