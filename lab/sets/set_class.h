#pragma once
/*
 * The classes of decisions that a set has, and what makes a decision worth having.
 *
 *   plays       For money. Half of them any of games from the opening, half of hard
 *               classes: back games, three or more checkers back, containment, prime
 *               against prime, bearing off against contact. Two plays or more are within
 *               .05 of the best at 2-ply, and not all alike.
 *   cubes       A third for money, the rest at scores of matches to 3 to 11 points; a
 *               sixth of all are free redoubles (the doubler's doubled cube wins the
 *               match, the taker needs more and redoubles for nothing). By 2-ply,
 *               doubling or not differ by .1 at most, or taking or passing do and
 *               not doubling is better by .2 at most.
 *   back-games  Positions before a roll, for money: a side holds two or more points in
 *               the other's home board. Half of them of whoever is on roll.
 *   reference-plays, reference-cubes
 *               As plays and cubes, from games of several players: each side of a game
 *               chooses with an error of its own (struct set_recipe). More of the plays
 *               are of holding games; the cubes are for money and at 2a-3a, 3a-3a,
 *               4a-4a, and where gammons decide for one side alone.
 */

#include <stdbool.h>

#include "engine/board/decision_context.h"
#include "engine/board/rng.h"
#include "engine/engine.h"
#include "lab/selfplay/start_positions.h"

enum set_kind {
    SET_PLAYS,
    SET_CUBES,
    SET_BACK_GAMES,
    SET_REFERENCE_PLAYS,
    SET_REFERENCE_CUBES,
    SET_KINDS
};
extern const char *const set_kind_names[SET_KINDS + 1]; /* ended by NULL */

enum { SET_CLASSES_MAX = 8, SET_PLAYERS_MAX = 4 };

/* What a thread evaluates with. */
struct set_evaluator {
    const struct engine *eng;
    struct search_scratch *scratch;
};

struct set_class {
    const char *name;
    int share;       /* of the set, in the units of its other classes */
    bool is_opening; /* only of games that begin as games do */
    unsigned kinds;  /* enum position_kind, any of which it has; 0: any position */
    /* Sets the score and the cube at which a game's positions are decided; NULL: money,
     * the cube is centred. */
    void (*draw_state)(struct rng *rng, struct match_state *ms);
    /* Whether a decision may be taken, without a search; NULL: always. */
    bool (*is_eligible)(const struct set_evaluator *evaluator,
                        const struct decision_context *at);
};

/* The classes of a kind of set, and how its games begin. */
struct set_recipe {
    bool has_rolls; /* of checker plays */
    int classes;
    struct set_class class[SET_CLASSES_MAX];
    struct start_positions_shares starts;
    /* The players of a game are drawn from these: the noise of their plays, as of the
     * levels (level.h). None: the engine without noise plays all games. */
    int players;
    float noise[SET_PLAYERS_MAX];
    /* Whether a decision is worth having, by a search; NULL: always. */
    bool (*is_selected)(const struct set_evaluator *evaluator,
                        const struct decision_context *at);
};
const struct set_recipe *set_recipe(enum set_kind kind);

/* Whether a decision is of the class, and may be taken. */
bool set_class_has(const struct set_class *class, const struct set_evaluator *evaluator,
                   const struct decision_context *at, bool is_opening);
