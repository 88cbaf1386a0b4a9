#include "match/match_explain.h"

#include <stdio.h>

#include "base/text.h"
#include "base/text_width.h"
#include "engine/board/position.h"
#include "engine/eval/eval.h"
#include "explain/explain.h"
#include "explain/explain_cube.h"
#include "match/match_market.h"

/* ---- plays ----------------------------------------------------------------------- */

static void explain_turn(const struct engine *engine, const struct met *met,
                         const struct match_turn *turn,
                         const struct match_analysed_turn *done,
                         struct explain_reasons *reasons)
{
    const struct match_detail *detail = &done->detail;
    struct explain_play play = {.before = &turn->pos,
                                .played = turn->play,
                                .best = done->best,
                                .loss = done->loss,
                                .has_chances = detail->plays > 0 && detail->made >= 0};
    if (play.has_chances) {
        play.played_chances = detail->play[detail->made].outputs;
        play.best_chances = detail->play[0].outputs;
    }
    explain_play_prices(&play, met, &turn->ms);
    explain_play_rolls(&play, eval_bearoff(engine_evaluator(engine)));
    explain_play_reasons(&play, reasons);
}

/* ---- cube actions ---------------------------------------------------------------- */

static enum explain_cube_error error_of(const struct match_turn *turn, bool is_cube)
{
    return is_cube                            ? EXPLAIN_NOT_DOUBLED
           : turn->type == RECORD_CELL_DOUBLE ? EXPLAIN_DOUBLED
           : turn->type == RECORD_CELL_TAKE   ? EXPLAIN_TAKEN
                                              : EXPLAIN_PASSED;
}

static bool is_about_beavers(const struct match_turn *turn,
                             const struct match_analysed_turn *done)
{
    return match_turn_is_answer(turn) &&
           (turn->stakes != 1 || turn->type == RECORD_CELL_BEAVER ||
            done->best_answer == RECORD_CELL_BEAVER);
}

/* Of doubles alone, made or not: it takes time. */
static void add_market(const struct engine *engine, const struct match_turn *turn,
                       enum explain_cube_error made, struct explain_cube *cube)
{
    struct match_market market;
    bool is_double = made == EXPLAIN_DOUBLED || made == EXPLAIN_NOT_DOUBLED;
    if (is_double && match_market_find(engine, &turn->pos, &turn->ms, &market)) {
        cube->has_market = true;
        cube->losers = market.losers;
        cube->volatility = market.volatility;
    }
}

static void explain_cube_action(const struct engine *engine, const struct met *met,
                                const struct match_turn *turn,
                                const struct match_analysed_turn *done, double loss,
                                enum explain_cube_error made,
                                struct explain_reasons *reasons)
{
    const struct cube_decision *table = &done->detail.cube;
    struct match_detail_prices prices;
    bool is_answer = match_turn_is_answer(turn);
    match_detail_prices_of(met, turn, &prices);
    struct explain_cube cube = {.made = made,
                                .loss = loss,
                                .ms = turn->ms,
                                .chances = is_answer ? outputs_flip(table->outputs)
                                                     : table->outputs,
                                .is_pass = table->double_pass <= table->double_take,
                                .is_too_good = table->action == CUBE_TOO_GOOD,
                                .take_point = prices.take_point_dead,
                                .gammon_lost = prices.gammon_value[0]};
    add_market(engine, turn, made, &cube);
    explain_cube_reasons(&cube, reasons);
}

/* ---- both ------------------------------------------------------------------------ */

static void explain_decision(const struct engine *engine, const struct met *met,
                             const struct match_turn *turn,
                             const struct match_analysed_turn *done, bool is_cube,
                             double loss, struct explain_reasons *reasons)
{
    *reasons = (struct explain_reasons){.count = 0};
    if (turn->type == RECORD_CELL_PLAY && !is_cube) {
        explain_turn(engine, met, turn, done, reasons);
    } else if (done->detail.has_cube && !is_about_beavers(turn, done)) {
        explain_cube_action(engine, met, turn, done, loss, error_of(turn, is_cube),
                            reasons);
    }
}

void match_explain_play(const struct engine *engine, const struct position *pos,
                        const struct match_state *ms, const struct ranked_play *ranked,
                        int count, int made, struct explain_reasons *reasons)
{
    const struct match_turn turn = {
        .type = RECORD_CELL_PLAY, .pos = *pos, .ms = *ms, .play = ranked[made].play};
    struct match_analysed_turn done = {.best = ranked[0].play,
                                       .loss = (double)ranked[0].equity -
                                               (double)ranked[made].equity};
    match_detail_keep_plays(&done.detail, ranked, count, made);
    explain_decision(engine, engine_met(engine), &turn, &done, false, done.loss,
                     reasons);
}

void match_explain_cube(const struct engine *engine, const struct position *pos,
                        const struct match_state *ms, const struct cube_decision *cube,
                        bool is_answer, struct explain_reasons *reasons)
{
    const struct match_detail_costs costs = match_detail_costs_of(cube);
    const struct match_analysed_turn done = {
        .detail = {.has_cube = true, .cube = *cube}};
    struct match_turn turn = {
        .type = RECORD_CELL_DOUBLE, .pos = *pos, .ms = *ms, .stakes = 1};
    double loss = costs.doubles + costs.no_double;
    if (is_answer) {
        loss = costs.take + costs.pass;
        turn.type = costs.take > 0.0 ? RECORD_CELL_TAKE : RECORD_CELL_DROP;
        turn.pos = position_swap(pos);
        turn.ms = match_state_swap(ms);
    }
    explain_decision(engine, engine_met(engine), &turn, &done,
                     !is_answer && costs.no_double > 0.0, loss, reasons);
}

void match_explain_reasons(const struct match_turns *turns,
                           const struct match_analysis *analysis,
                           const struct match_worst_decision *decision,
                           struct explain_reasons *reasons)
{
    explain_decision(match_analysis_engine(analysis), match_analysis_met(analysis),
                     &turns->turns[decision->turn],
                     match_analysis_turn(analysis, decision->turn), decision->is_cube,
                     decision->loss, reasons);
}

void match_explain(const struct match_turns *turns,
                   const struct match_analysis *analysis,
                   const struct match_worst_decision *decision, char text[EXPLAIN_SIZE])
{
    enum record_side side = turns->turns[decision->turn].side;
    const struct explain_names names = {
        .mover = match_turns_name(turns, side),
        .opponent =
            match_turns_name(turns, side == RECORD_ME ? RECORD_OPPONENT : RECORD_ME)};
    struct explain_reasons reasons;
    text[0] = '\0';
    if (decision->loss >= MATCH_EXPLAIN_LEAST) {
        match_explain_reasons(turns, analysis, decision, &reasons);
        (void)explain_write(&reasons, &names, text);
    }
}

void match_explain_print(const char *text, int indent, int width, FILE *out)
{
    char blanks[MATCH_EXPLAIN_INDENT_MAX + 1];
    if (*text != '\0') {
        FORMAT_TEXT(blanks, "%*s", indent, "");
        fputs(blanks, out);
        text_wrap(text, indent, blanks, indent + width, out);
    }
}
