#pragma once
/*
 * Rollers: truncated rollouts as the evaluation of a decision, in the manner of eXtreme
 * Gammon's XGR, XGR+ and XGR++. A search at SEARCH_PLY_OF_ROLLERS (filter.h) selects plays;
 * these are rolled out for some half-moves with variance reduction, all with the same
 * dice. The first plays of a game are chosen at 1-ply, later ones and cube actions at
 * 0-ply. For a cube decision, no double and double, take are rolled out unless the search
 * finds the action clear. A play is given up, a cube action settled, as soon as that
 * loses next to nothing on average: trials go to what is open.
 *
 * struct strength selects the roller. The memory for the games is allocated when a
 * scratch is first used with a roller; nothing else here allocates.
 */

#include "engine/cube/cube_decision.h"
#include "engine/cube/met.h"
#include "engine/search/strength.h"

struct position;
struct evaluator;
struct ranked_play;
struct rollout;
struct rollout_settings;

struct roller {
    const char *name;
    int trials;        /* at most; most decisions are settled by fewer */
    int horizon;       /* half-moves */
    int first_turns;   /* so many of them, from the first, are played at 1-ply */
    double small_loss; /* in points, for which no more trials are made */
};

/* Finds a roller by name: "roller", "roller+" or "roller++". Returns NULL if there is
 * none. roller_name(i), i = 0, 1, ..., lists the names, then NULL. */
const struct roller *roller_find(const char *name);
const char *roller_name(int i);

/* Returns the place of a roller in that list, from 1; the later, the deeper. NULL: 0. */
int roller_depth(const struct roller *roller);

/* Returns the strength of the search before the rollout: plies and filter. */
struct strength roller_search_strength(const struct strength *strength);

/* Returns the settings of the rollouts of strength->roller. */
struct rollout_settings roller_rollout_settings(const struct strength *strength);

/* The arguments of a rollout of one decision. */
struct roller_job {
    const struct evaluator *ev;
    const struct met *met;
    const struct strength *strength; /* names the roller */
    const struct match_state *ms;
    bool is_cube_dead;        /* nobody may double */
    int64_t deadline_ms;      /* by the clock in `strength` */
    struct rollout **rollout; /* of the scratch, which owns it */
};

/* Rolls out plays and moves them to the front of `ranked`, best first. `ranked` holds
 * `count` plays, ranked by a search at roller_search_strength(); the filter selects
 * those to roll out. Leaves `ranked` unchanged when only one play is selected, when
 * stopped before every play had a game for each first roll, or when memory is short. */
void roller_rank_plays(const struct roller_job *job, struct ranked_play *ranked,
                       int count);

/* The same with all `count` plays rolled out. Leaves more than ROLLOUT_CANDIDATES_MAX
 * plays unchanged. */
void roller_compare_plays(const struct roller_job *job, struct ranked_play *ranked,
                          int count);

/* Rolls out the cube decision of mine, on roll. `decision` holds the result of the
 * search; it is left unchanged if the search found the action clear, and as above. */
void roller_cube_decision(const struct roller_job *job, const struct position *pos,
                          struct cube_decision *decision);
