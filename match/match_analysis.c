#include "match/match_analysis.h"

#include <math.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/shown.h"
#include "engine/board/position.h"
#include "engine/cube/met.h"
#include "engine/search/ranked_play.h"
#include "match/match_chance.h"
#include "match/match_luck.h"

#define CLOSE_CUBE 0.16   /* GNU Backgammon's "close" cube decisions */
#define CLEAR_CUBE 0.32   /* at 2-ply: 4-ply never makes it close; */
#define CLEAR_LOOK 0.5    /* at 0-ply: of 8,000 none lost less than .35 at 2-ply */
#define CLOSE_PLAY 0.04   /* a roller may find a play so far behind the best one */
#define LEAST_LOSS 0.0005 /* smaller losses are not reported */

struct match_analysis {
    const struct engine *eng;
    struct search_scratch *scratch;
    const struct match_turns *turns;
    struct strength strength[2];         /* by enum record_side */
    struct match_analysis_roller roller; /* its roller is NULL: none */
    int done;
    struct match_analysed_turn *analysed; /* of turns->count */
    struct match_analysed_side sides[2];
    struct ranked_play *ranked; /* room for PLAY_LIST_MAX */
};

struct strength match_analysis_usual(void)
{
    struct strength usual = strength_default();
    filter_accept(&usual.filter, 2);
    return usual;
}

struct match_analysis *match_analysis_new(const struct engine *eng,
                                          struct search_scratch *scratch,
                                          const struct match_turns *turns)
{
    struct match_analysis *a = calloc(1, sizeof *a);
    if (a == NULL) {
        return NULL;
    }
    *a = (struct match_analysis){.eng = eng, .scratch = scratch, .turns = turns};
    const struct strength usual = match_analysis_usual();
    match_analysis_set_strength(a, RECORD_ME, &usual);
    match_analysis_set_strength(a, RECORD_OPPONENT, &usual);
    a->analysed = calloc((size_t)turns->count + 1, sizeof *a->analysed);
    /* left as it is: of so many plays few are ever written, and each match has its own */
    a->ranked =
        aligned_alloc(alignof(struct ranked_play), PLAY_LIST_MAX * sizeof *a->ranked);
    if (a->analysed == NULL || a->ranked == NULL) {
        match_analysis_free(a);
        return NULL;
    }
    return a;
}

void match_analysis_free(struct match_analysis *analysis)
{
    if (analysis != NULL) {
        free(analysis->analysed);
        free(analysis->ranked);
        free(analysis);
    }
}

const struct engine *match_analysis_engine(const struct match_analysis *analysis)
{
    return analysis->eng;
}

const struct met *match_analysis_met(const struct match_analysis *analysis)
{
    return engine_met_of(analysis->eng, analysis->turns->heading.has_no_cube);
}

void match_analysis_set_stop(struct match_analysis *analysis, const atomic_bool *stop)
{
    analysis->strength[0].stop = analysis->strength[1].stop = stop;
}

void match_analysis_set_strength(struct match_analysis *analysis, enum record_side side,
                                 const struct strength *strength)
{
    analysis->strength[side] = *strength;
    analysis->strength[side].is_cubeless |= analysis->turns->heading.has_no_cube;
}

const struct strength *match_analysis_strength(const struct match_analysis *analysis,
                                               enum record_side side)
{
    return &analysis->strength[side];
}

void match_analysis_set_roller(struct match_analysis *analysis,
                               const struct match_analysis_roller *roller)
{
    analysis->roller = *roller;
}

static double not_negative(double loss)
{
    return loss > LEAST_LOSS ? loss : 0.0;
}

/* ---- decisions ------------------------------------------------------------------- */

static void set_play(const struct match_analysis *a, int count, int made,
                     struct match_analysed_turn *out)
{
    out->best = a->ranked[0].play;
    out->is_analysed = made >= 0;
    out->is_choice = made >= 0 && count > 1;
    out->loss = not_negative((double)a->ranked[0].equity -
                             (double)a->ranked[made > 0 ? made : 0].equity);
    match_detail_keep_plays(&out->detail, a->ranked, count, made);
}

static void name_roller(struct match_detail *detail, const struct strength *strength,
                        int trials)
{
    if (trials > 0) {
        detail->roller = strength->roller;
    }
}

static void judge_play(struct match_analysis *a, const struct strength *strength,
                       const struct match_turn *turn, struct match_analysed_turn *out)
{
    const struct position after = movegen_after(&turn->pos, &turn->play);
    int count = engine_rank_plays(a->eng, a->scratch, strength, &turn->pos, &turn->ms,
                                  turn->roll, a->ranked, PLAY_LIST_MAX);
    int made = engine_evaluate_play(a->eng, a->scratch, strength, &turn->ms, &after,
                                    a->ranked, count);
    set_play(a, count, made, out);
    name_roller(&out->detail, strength, a->ranked[0].trials);
}

/* Whether a roller may find another loss: the play made is neither clearly wrong nor
 * clearly the best. */
static bool is_close_play(const struct match_analysed_turn *done)
{
    const struct match_detail *detail = &done->detail;
    if (!done->is_choice || detail->plays < 2) {
        return false;
    }
    int other = detail->made == 0 ? 1 : detail->made;
    double behind = (double)detail->play[0].equity - (double)detail->play[other].equity;
    return behind < (detail->made == 0 ? CLOSE_PLAY : ANALYSIS_BLUNDER);
}

/* The strength of a side with the roller of close decisions; false if it is not to be
 * asked. */
static bool may_roll(struct match_analysis *a, const struct match_turn *turn,
                     struct strength *strength)
{
    *strength = a->strength[turn->side];
    if (a->roller.roller == NULL || strength->roller != NULL ||
        !a->roller.may_roll(a->roller.context)) {
        return false;
    }
    strength->roller = a->roller.roller;
    return true;
}

static void analyse_play(struct match_analysis *a, const struct match_turn *turn,
                         struct match_analysed_turn *out)
{
    struct strength strength;
    judge_play(a, &a->strength[turn->side], turn, out);
    if (is_close_play(out) && may_roll(a, turn, &strength)) {
        judge_play(a, &strength, turn, out);
    }
}

/* What the doubler gains by a double, or the taker loses by a take. */
static double gained(const struct cube_decision *cube, bool is_answer)
{
    return is_answer ? (double)cube->double_take - (double)cube->double_pass
                     : (double)cube_decision_doubled(cube) - (double)cube->no_double;
}

/* Whether a quick look says that a double would be absurd. */
static bool is_absurd(struct match_analysis *a, const struct match_turn *turn, int ply,
                      double clear)
{
    struct strength quick = a->strength[turn->side];
    struct cube_decision cube;
    if (quick.roller != NULL || quick.cube_ply <= ply) {
        return false;
    }
    quick.cube_ply = ply;
    engine_cube_decision(a->eng, a->scratch, &quick, &turn->pos, &turn->ms, &cube);
    return gained(&cube, false) < -clear;
}

/* The doubler's decision. */
static void judge_cube(struct match_analysis *a, const struct strength *strength,
                       const struct match_turn *turn, struct match_detail *detail)
{
    struct cube_decision *cube = &detail->cube;
    if (match_turn_is_answer(turn) && !match_turn_is_doublers(turn)) {
        (void)engine_takes_double(a->eng, a->scratch, strength, &turn->pos, &turn->ms,
                                  cube);
    } else {
        engine_cube_decision(a->eng, a->scratch, strength, &turn->pos, &turn->ms, cube);
    }
    name_roller(detail, strength, cube->trials);
}

/* Keeps the doubler's decision, and returns it. */
static const struct cube_decision *analyse_cube(struct match_analysis *a,
                                                const struct match_turn *turn,
                                                struct match_analysed_turn *out)
{
    const struct cube_decision *cube = &out->detail.cube;
    struct strength strength;
    out->detail.has_cube = true;
    judge_cube(a, &a->strength[turn->side], turn, &out->detail);
    if (fabs(gained(cube, match_turn_is_answer(turn))) < CLOSE_CUBE &&
        may_roll(a, turn, &strength)) {
        judge_cube(a, &strength, turn, &out->detail);
    }
    return cube;
}

/* Analyses the double that was not made before a play. */
static void analyse_no_double(struct match_analysis *a, const struct match_turn *turn,
                              struct match_analysed_turn *out)
{
    if (turn->is_first || turn->follows_double || a->turns->heading.has_no_cube ||
        !match_state_may_double(&turn->ms) || is_absurd(a, turn, 0, CLEAR_LOOK) ||
        is_absurd(a, turn, 2, CLEAR_CUBE)) {
        return;
    }
    double lost = gained(analyse_cube(a, turn, out), false);
    out->cube_loss = not_negative(lost);
    out->is_cube_choice = lost > -CLOSE_CUBE;
}

static void analyse_double(struct match_analysis *a, const struct match_turn *turn,
                           struct match_analysed_turn *out)
{
    double lost = -gained(analyse_cube(a, turn, out), false);
    out->is_analysed = out->is_choice = true;
    out->loss = not_negative(lost);
}

/* What an answer is worth to its side, by enum record_cell_type. A beaver doubles the
 * stakes of a take. */
static void values_of_answers(const struct cube_decision *cube,
                              const struct match_turn *turn, double value[])
{
    double stakes = turn->stakes;
    double sign = match_turn_is_doublers(turn) ? 1.0 : -1.0;
    double take = (double)cube->double_take / (cube->is_beaver ? 2.0 : 1.0);
    bool may_beaver = turn->ms.has_beavers || turn->type == RECORD_CELL_BEAVER;
    value[RECORD_CELL_TAKE] = sign * stakes * take;
    value[RECORD_CELL_DROP] = -stakes * (double)cube->double_pass;
    value[RECORD_CELL_BEAVER] =
        may_beaver ? 2.0 * value[RECORD_CELL_TAKE] : value[RECORD_CELL_DROP];
}

/* What was answered if nothing is better. */
static enum record_cell_type best_answer(const double value[],
                                         enum record_cell_type made)
{
    static const enum record_cell_type answers[] = {RECORD_CELL_TAKE, RECORD_CELL_DROP,
                                                    RECORD_CELL_BEAVER};
    enum record_cell_type best = made;
    for (int i = 0; i < 3; i++) {
        best = value[answers[i]] > value[best] + LEAST_LOSS ? answers[i] : best;
    }
    return best;
}

static void analyse_answer(struct match_analysis *a, const struct match_turn *turn,
                           struct match_analysed_turn *out)
{
    double value[RECORD_CELL_BEAVER + 1];
    values_of_answers(analyse_cube(a, turn, out), turn, value);
    out->best_answer = best_answer(value, turn->type);
    out->is_analysed = out->is_choice = true;
    out->loss = not_negative(value[out->best_answer] - value[turn->type]);
}

static void count_errors(struct match_analysed_side *side, double loss)
{
    side->errors += loss >= ANALYSIS_ERROR;
    side->blunders += loss >= ANALYSIS_BLUNDER;
}

/* What one unit of equity at the current cube is worth: in points, or match winning
 * chance. */
static double worth_of_equity(const struct met *met, const struct match_state *ms)
{
    return ms->length == 0 ? ms->cube
                           : (met_mwc_after(met, ms, ms->cube) -
                              met_mwc_after(met, ms, -ms->cube)) /
                                 2.0;
}

static void add_up(struct match_analysed_side *side, const struct met *met,
                   const struct match_turn *turn,
                   const struct match_analysed_turn *analysed)
{
    double cube_loss = analysed->cube_loss;
    int cube_actions = analysed->is_cube_choice;
    if (turn->type == RECORD_CELL_PLAY) {
        side->plays += analysed->is_choice;
        side->play_loss += analysed->loss;
        side->luck += analysed->luck;
        side->luck_result += analysed->luck * worth_of_equity(met, &turn->ms);
    } else {
        cube_actions += analysed->is_choice;
        cube_loss += analysed->loss;
    }
    count_errors(side, analysed->cube_loss);
    count_errors(side, analysed->loss);
    side->cube_actions += cube_actions;
    side->cube_loss += cube_loss;
    side->decisions = side->plays + side->cube_actions;
    side->loss = side->play_loss + side->cube_loss;
}

static bool is_stopped(const struct match_analysis *a)
{
    return a->strength[0].stop != NULL && atomic_load(a->strength[0].stop);
}

void match_analysis_restore(struct match_analysis *analysis,
                            const struct match_analysed_turn *analysed)
{
    struct match_analysis *a = analysis;
    const struct match_turn *turn = &a->turns->turns[a->done];
    a->analysed[a->done] = *analysed;
    if (match_turn_is_answer(turn) && analysed->best_answer == RECORD_CELL_PLAY) {
        /* of a former version: no beavers */
        a->analysed[a->done].best_answer =
            (turn->type == RECORD_CELL_TAKE) == (analysed->loss > 0.0)
                ? RECORD_CELL_DROP
                : RECORD_CELL_TAKE;
    }
    add_up(&a->sides[turn->side], match_analysis_met(a), turn, analysed);
    a->done++;
}

int match_analysis_done(const struct match_analysis *analysis)
{
    return analysis->done;
}

static void analyse_turn(struct match_analysis *a, const struct match_turn *turn,
                         struct match_analysed_turn *out)
{
    if (match_turn_cube_fault(turn) != NULL) {
        return; /* no engine can judge it */
    }
    switch (turn->type) {
    case RECORD_CELL_PLAY:
        out->luck = match_luck_of(a->eng, a->scratch, turn,
                                  a->turns->heading.has_no_cube, a->strength[0].stop);
        analyse_no_double(a, turn, out);
        if (!turn->is_unplayed) {
            analyse_play(a, turn, out);
        }
        break;
    case RECORD_CELL_DOUBLE:
        analyse_double(a, turn, out);
        break;
    case RECORD_CELL_TAKE:
    case RECORD_CELL_DROP:
    case RECORD_CELL_BEAVER:
        analyse_answer(a, turn, out);
        break;
    }
}

bool match_analysis_step(struct match_analysis *analysis)
{
    struct match_analysis *a = analysis;
    if (a->done == a->turns->count) {
        return false;
    }
    const struct match_turn *turn = &a->turns->turns[a->done];
    struct match_analysed_turn analysed = {.detail.made = -1}, *out = &analysed;
    analyse_turn(a, turn, out);
    if (is_stopped(a)) {
        return false;
    }
    match_analysis_restore(a, out);
    return true;
}

/* ---- results --------------------------------------------------------------------- */

const struct match_analysed_turn *
match_analysis_turn(const struct match_analysis *analysis, int i)
{
    return &analysis->analysed[i];
}

const struct match_analysed_side *
match_analysis_side(const struct match_analysis *analysis, enum record_side side)
{
    return &analysis->sides[side];
}

double match_analysis_error_rate(const struct match_analysed_side *side)
{
    return side->decisions > 0 ? 500.0 * side->loss / side->decisions : 0.0;
}

/* The turn that an answer answers, or the turn itself. */
static int asked_turn(const struct match_analysis *analysis, int i)
{
    while (i > 0 && match_turn_is_answer(&analysis->turns->turns[i])) {
        i--;
    }
    return i;
}

double match_analysis_chance(const struct match_analysis *analysis, int i)
{
    return match_chance_at(analysis->eng, analysis->scratch, analysis->turns,
                           asked_turn(analysis, i), RECORD_ME);
}

double match_analysis_points(const struct match_analysis *analysis, int i)
{
    return match_points_at(analysis->eng, analysis->scratch, analysis->turns,
                           asked_turn(analysis, i), RECORD_ME);
}

/* The chance of RECORD_ME to win the match before the game. */
static double chance_before(const struct match_analysis *a,
                            const struct match_game *game)
{
    const struct match_state ms = match_state_match(
        a->turns->heading.length, game->score[0], game->score[1], game->is_crawford);
    return met_mwc_after(match_analysis_met(a), &ms, 0);
}

/* The result of game `i`, or up to its end if `is_match`. */
static double result_of(const struct match_analysis *a, int i, bool is_match)
{
    const struct match_game *first = a->turns->game;
    const struct match_game *game = &a->turns->game[i];
    if (a->turns->heading.length == 0) {
        int points = game->points[0] - game->points[1];
        int lead = game->score[0] - game->score[1] - first->score[0] + first->score[1];
        return is_match ? points + lead : points;
    }
    return match_chance_after(a->eng, a->turns, i, RECORD_ME) -
           chance_before(a, is_match ? first : game);
}

/* Whether each game begins at the score at which the one before it ended. */
static bool has_each_game(const struct match_turns *turns)
{
    bool has_each = true;
    for (int i = 1; i < turns->games; i++) {
        const struct match_game *game = &turns->game[i], *before = game - 1;
        for (int side = 0; side < 2; side++) {
            has_each &= game->score[side] == before->score[side] + before->points[side];
        }
    }
    return has_each;
}

/* The turns of a game, or all if it is -1. */
static void turns_of(const struct match_turns *turns, int game, int *first, int *end)
{
    *first = game < 0 ? 0 : turns->game[game].first;
    *end = game < 0 ? turns->count : *first + turns->game[game].turns;
}

void match_analysis_outcome(const struct match_analysis *analysis, int game,
                            struct match_outcome *outcome)
{
    const struct match_analysis *a = analysis;
    const struct match_turns *turns = a->turns;
    int at = game < 0 ? turns->games - 1 : game;
    int first, end;
    turns_of(turns, game, &first, &end);
    memset(outcome, 0, sizeof *outcome);
    for (int i = first; i < end && i < a->done; i++) {
        const struct match_turn *turn = &turns->turns[i];
        add_up(&outcome->side[turn->side], match_analysis_met(a), turn,
               &a->analysed[i]);
    }
    outcome->luck = outcome->side[RECORD_ME].luck_result -
                    outcome->side[RECORD_OPPONENT].luck_result;
    bool has_all =
        game < 0 ? turns->has_all && has_each_game(turns) : turns->game[game].has_all;
    outcome->has_all_luck = has_all && end <= a->done;
    outcome->has_result = at >= 0 &&
                          turns->game[at].points[0] + turns->game[at].points[1] > 0 &&
                          turns->heading.length <= MATCH_LENGTH_MAX;
    if (outcome->has_result) {
        outcome->result = result_of(a, at, game < 0);
    }
}

static int insert_decision(struct match_worst_decision *worst, int count, int max,
                           struct match_worst_decision one)
{
    if (one.loss <= 0.0) {
        return count;
    }
    int at = count;
    while (at > 0 && worst[at - 1].loss < one.loss) {
        at--;
    }
    if (at < max) {
        count += count < max;
        memmove(&worst[at + 1], &worst[at], (size_t)(count - 1 - at) * sizeof *worst);
        worst[at] = one;
    }
    return count;
}

int match_analysis_worst(const struct match_analysis *analysis, int game,
                         struct match_worst_decision *worst, int max)
{
    int count = 0, first, end;
    turns_of(analysis->turns, game, &first, &end);
    for (int i = first; i < end && i < analysis->done; i++) {
        const struct match_analysed_turn *analysed = &analysis->analysed[i];
        if (analysis->turns->turns[i].side == RECORD_OPPONENT) {
            count = insert_decision(
                worst, count, max,
                (struct match_worst_decision){i, true, analysed->cube_loss});
            count = insert_decision(
                worst, count, max,
                (struct match_worst_decision){i, false, analysed->loss});
        }
    }
    return count;
}

const char *match_analysis_result(double result, bool is_match,
                                  char text[MATCH_RESULT_SIZE])
{
    (void)snprintf(text, MATCH_RESULT_SIZE, is_match ? "%+.1f %%" : "%+.2f",
                   is_match ? shown_number(100.0 * result, 1)
                            : shown_number(result, 2));
    return text;
}
