#pragma once
/* The strength of play: how thoroughly the engine searches one decision. */

#include <stdatomic.h>
#include <stdint.h>

#include "engine/search/filter.h"

/* A limit on the time of one decision, by the caller's clock, since the engine has
 * none. When it is reached, the results so far are used; the first evaluation is always
 * completed. */
struct search_time_limit {
    int limit_ms;                     /* 0: no limit */
    int64_t (*now_ms)(void *context); /* may be called from the search threads */
    void *context;
};

/* Candidate plays inside the tree: the pruning net ranks the plays of a roll; the main
 * net evaluates the best `kept` of those within `window` of the first one's equity. */
enum { SEARCH_CANDIDATES_MAX = 16 };
struct search_candidate_rule {
    int kept; /* 1..SEARCH_CANDIDATES_MAX */
    float window;
};

/* Plain data, set by the caller for each call; may be copied. */
struct strength {
    int play_ply; /* checker plays: 0..SEARCH_PLY_MAX */
    int cube_ply; /* cube actions: 0..SEARCH_PLY_MAX, see strength_cube_ply() */
    struct filter filter;
    struct search_candidate_rule candidates; /* at a node that is searched further */
    struct search_candidate_rule leaf_candidates; /* at a leaf */
    float efficiency_centred; /* cube efficiency of contact positions, cube centred; <
                               * 0: cube_efficiencies_at() */
    float efficiency_owned;
    bool is_cubeless; /* nobody may double: plays are ranked with a dead cube. Cube
                       * decisions do not look at it */
    bool
        uses_pruning_net; /* the pruning net evaluates all contact positions: weak levels */
    float noise;      /* standard deviation of the noise added to each play's equity; 0:
                       * none. A play chosen at 0-ply loses at most twice that by the
                       * net's own evaluation */
    float cube_noise; /* the same for the difference between cube actions */
    bool is_bare_at_0_ply; /* no cube action asked for at 0-ply is searched deeper */
    uint64_t noise_seed;   /* the same seed and position give the same noise */
    const struct roller *roller; /* truncated rollouts after the search (roller.h, which
                                  * then sets the plies); NULL: none */
    struct search_time_limit time;
    struct search_threads *
        search_threads; /* threads to search with (search_threads.h); NULL: the caller's
                         * alone */
    const atomic_bool *stop; /* when it becomes true, calls return soon with the results
                              * so far; may be NULL */
};

/* Returns the default: 2-ply plays and cube, default filter, no noise. */
struct strength strength_default(void);

/* Returns the plies at which a cube action is searched that was asked for at `ply`: that
 * number, or the next even one. At an odd number the two sides' luck is uneven. */
static inline int strength_cube_ply(int ply)
{
    return ply + ply % 2;
}

/* Sets `strength` to play without the cube, as nets are compared: at 0-ply the net that
 * plays evaluates all plays. A filter that is set later says otherwise. */
void strength_play_cubeless(struct strength *strength);

#define STRENGTH_DEVIATES 2.0F /* in standard deviations */

/* Returns a normally distributed number that depends only on seed and position hash,
 * limited to two standard deviations so that no choice is absurd. */
float strength_deviate(uint64_t seed, uint64_t hash);
