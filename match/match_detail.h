#pragma once
/*
 * What an analysis keeps of a decision, for all who show it: the candidate plays, or the
 * cube table. Equities are as in engine.h, probabilities those of struct outputs, both of
 * the side that decides; only the cube table of an answer is the doubler's.
 */

#include <stdbool.h>

#include "engine/cube/cube_decision.h"
#include "engine/cube/met.h"
#include "engine/search/ranked_play.h"
#include "match/match_turns.h"

/* The best plays that are kept, and the play made if it is none of them. */
enum { MATCH_DETAIL_BEST = 5, MATCH_DETAIL_PLAYS = MATCH_DETAIL_BEST + 1 };

struct match_detail_play {
    struct play play;
    float equity; /* cubeful */
    int ply;      /* as in ranked_play.h */
    int trials;   /* of a roller; 0: searched only */
    struct outputs outputs;
};

struct match_detail {
    /* Of a play with a choice. Best first, plays that were searched deeper before the
     * others; the play made is judged as deeply as the best. */
    int plays;
    int made; /* index of the play made, or -1: it was not legal */
    struct match_detail_play play[MATCH_DETAIL_PLAYS];
    /* Of a cube action, and of a play before which a double was possible. */
    bool has_cube;
    struct cube_decision cube;
    const struct roller *roller; /* that judged what has trials; NULL: nothing has */
};

/* Keeps the best of `count` ranked plays, and the one made (index, or -1); nothing of a
 * single one. */
void match_detail_keep_plays(struct match_detail *detail,
                             const struct ranked_play *ranked, int count, int made);

/* Whether a play can be made on the board of the turn: one that was read from a file. */
bool match_detail_is_possible(const struct match_turn *turn, const struct play *play);

/* What a wrong action costs, 0 or more, normalised to the cube before the double; in the
 * order of the members the doubler's two and the taker's two. */
struct match_detail_costs {
    double no_double, doubles, take, pass;
};
struct match_detail_costs match_detail_costs_of(const struct cube_decision *cube);

/* What the score says of a double of the present cube. The take points are the winning
 * chances from which taking is right if nobody wins gammons: with a cube that nobody
 * turns again, and with one turned at the perfect moment. A gammon value is what a gammon
 * adds to a win, as a share of the step from a lost to a won game, at the doubled cube:
 * .5 in money play. */
struct match_detail_prices {
    double take_point_dead, take_point_live;
    double gammon_value[2]; /* of the doubler, of the taker */
};
void match_detail_prices_of(const struct met *met, const struct match_turn *turn,
                            struct match_detail_prices *prices);

enum { MATCH_DETAIL_JUDGE_SIZE = 16 };

/* Writes by what something with this ply and these trials was judged: "2-ply", "roller+",
 * "small" for the pruning net. */
void match_detail_judge(const struct match_detail *detail, int ply, int trials,
                        char text[MATCH_DETAIL_JUDGE_SIZE]);

/* The same of the best play or, `is_cube`, of the cube table. */
void match_detail_judge_of(const struct match_detail *detail, bool is_cube,
                           char text[MATCH_DETAIL_JUDGE_SIZE]);
