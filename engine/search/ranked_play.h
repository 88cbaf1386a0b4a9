#ifndef ENGINE_SEARCH_RANKED_PLAY_H
#define ENGINE_SEARCH_RANKED_PLAY_H
/* A judged play, as search ranks them and the face of the engine hands them out. */

#include "engine/board/movegen.h"
#include "engine/board/outputs.h"
#include "engine/board/position.h"

struct ranked_play {
    struct position after; /* mine has just moved */
    struct play play;
    struct outputs outputs; /* of mine, at `ply` */
    float equity_cubeless;
    float equity; /* cubeful; at PLY_SMALL_NET that of a dead cube */
    int ply;      /* how deep this play was judged, or PLY_SMALL_NET (filter.h); rolled
                     out: one more than the search */
    int trials;   /* of its rollout; 0: searched only */
};

#endif
