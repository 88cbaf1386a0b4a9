#ifndef ENGINE_ROLLOUT_ROLLER_H
#define ENGINE_ROLLOUT_ROLLER_H
/*
 * Rollers: truncated rollouts as a way of thinking, in the manner of eXtreme Gammon's
 * XGR, XGR+ and XGR++. A search of `searched` plies chooses the plays that are worth
 * it; these are rolled out for some half-moves with the luck taken off, all with the
 * same dice. Of a cube action no double and double, take are rolled out unless the
 * search finds it clear.
 *
 * A level is chosen by struct strength. The room for the games is made when a scratch
 * first meets a roller; nothing else here allocates.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/board/match_state.h"
#include "engine/board/position.h"
#include "engine/cube/cube_decision.h"
#include "engine/cube/met.h"
#include "engine/eval/eval.h"
#include "engine/search/ranked_play.h"
#include "engine/search/strength.h"

struct rollout;

struct roller {
    const char *name;
    int searched; /* plies of the search before: 2 or 3 */
    int trials;
    int horizon;  /* half-moves */
    int play_ply; /* of plays and cube actions inside */
    int cube_ply;
};

/* "roller", "roller+", "roller++"; NULL if there is none. roller_name(i) walks them,
 * NULL at the end. */
const struct roller *roller_find(const char *name);
const char *roller_name(int i);

/* The strength of the search before the rollout: plies and filter. */
struct strength roller_search_strength(const struct strength *strength);

/* What a decision is rolled out with. `room` belongs to the scratch. */
struct roller_table {
    const struct evaluator *ev;
    const struct met *met;
    const struct strength *strength; /* with its roller */
    const struct match_state *ms;
    bool is_cube_dead;   /* nobody may turn it */
    int64_t deadline_ms; /* by the clock of `strength` */
    struct rollout **room;
};

/* Rolls out the plays that are worth it of `count`, ranked by a search as
 * roller_search_strength() says, and puts them first, best first. Left as they are when
 * one of them is clearly best, when it was stopped before every play had a game for
 * each first roll, or without memory. */
void roller_rank_plays(const struct roller_table *table, struct ranked_play *ranked,
                       int count);

/* Rolls out all of `count` plays together, whatever the search thinks of them; else as
 * above. More than 32 (ROLLOUT_CANDIDATES_MAX) are left as they are. */
void roller_compare_plays(const struct roller_table *table, struct ranked_play *ranked,
                          int count);

/* Rolls out the cube action of mine, on roll, that a search has judged and not found
 * clear. */
void roller_judge_cube(const struct roller_table *table, const struct position *pos,
                       struct cube_decision *decision);

#endif
