#include "match/report/match_review.h"

#include <math.h>
#include <stdlib.h>

#include <jansson.h>

#include "match/match_columns.h"
#include "match/match_explain.h"
#include "match/match_market.h"

enum { DIGITS = 7 };

/* ---- figures --------------------------------------------------------------------- */

static json_t *rounded(double value, double steps)
{
    return json_real(round(value * steps) / steps);
}

static json_t *equity_of(double value)
{
    return rounded(value, 1e4);
}

static json_t *percent_of(double chance)
{
    return rounded(100.0 * chance, 10.0);
}

/* Text of a stranger's file: "?" if it is not UTF-8. */
static json_t *text_or_mark(const char *text)
{
    json_t *string = json_string(text);
    return string != NULL ? string : json_string("?");
}

static void add_outputs(json_t *list, const struct outputs *o)
{
    const float five[] = {o->win, o->win_gammon, o->win_backgammon, o->lose_gammon,
                          o->lose_backgammon};
    for (int i = 0; i < 5; i++) {
        (void)json_array_append_new(list, percent_of((double)five[i]));
    }
}

/* ---- decisions ------------------------------------------------------------------- */

static json_t *play_of(const struct match_turn *turn, const struct play *play)
{
    char text[NOTATION_SIZE] = "";
    if (play->count > 0) {
        notation_write(&turn->pos, play, text);
    }
    return json_string(text);
}

static json_t *candidates_of(const struct match_turn *turn,
                             const struct match_detail *detail)
{
    json_t *list = json_array();
    for (int i = 0; i < detail->plays; i++) {
        const struct match_detail_play *play = &detail->play[i];
        char judge[MATCH_DETAIL_JUDGE_SIZE];
        match_detail_judge(detail, play->ply, play->trials, judge);
        json_t *row = json_pack("[o, o, s]", play_of(turn, &play->play),
                                equity_of((double)play->equity), judge);
        add_outputs(row, &play->outputs);
        (void)json_array_append_new(list, row);
    }
    return list;
}

static json_t *cube_of(const struct met *met, const struct match_turn *turn,
                       const struct cube_decision *cube)
{
    struct match_detail_prices prices;
    json_t *chances = json_array();
    add_outputs(chances, &cube->outputs);
    match_detail_prices_of(met, turn, &prices);
    return json_pack(
        "{s:[o, o, o], s:s, s:o, s:[o, o], s:[o, o]}", "e",
        equity_of((double)cube->no_double), equity_of((double)cube->double_take),
        equity_of((double)cube->double_pass), "right", cube_action_name(cube->action),
        "o", chances, "tp", percent_of(prices.take_point_dead),
        percent_of(prices.take_point_live), "gv",
        rounded(prices.gammon_value[0], 100.0), rounded(prices.gammon_value[1], 100.0));
}

json_t *match_review_weighed(const struct met *met, const struct match_turn *turn,
                             const struct match_detail *detail, bool is_cube)
{
    char judge[MATCH_DETAIL_JUDGE_SIZE];
    match_detail_judge_of(detail, is_cube, judge);
    return json_pack("{s:s, s:o}", "j", judge, is_cube ? "q" : "c",
                     is_cube ? cube_of(met, turn, &detail->cube)
                             : candidates_of(turn, detail));
}

void match_review_add_market(const struct engine *engine, const struct position *pos,
                             const struct match_state *ms, json_t *object)
{
    struct match_market market;
    json_t *table = json_object_get(object, "q");
    if (table != NULL && match_market_find(engine, pos, ms, &market)) {
        (void)json_object_set_new(table, "mk",
                                  json_pack("[o, o]", percent_of(market.losers),
                                            rounded(market.volatility, 1000.0)));
    }
}

/* What both kinds of decision have. */
static json_t *new_decision(const struct match_report *report, int i,
                            const char *action, bool is_cube, double loss)
{
    const struct match_turn *turn = &report->turns->turns[i];
    const struct match_detail *detail =
        &match_analysis_turn(report->analysis, i)->detail;
    char xgid[XGID_SIZE];
    match_turn_xgid(report->turns, turn, !is_cube, xgid);
    bool is_money = report->turns->heading.length == 0;
    json_t *object = json_pack(
        "{s:i, s:i, s:i, s:s, s:s, s:o}", "g", turn->game, "t", turn->number, "p",
        turn->side == RECORD_ME ? 0 : 1, "a", action, "x", xgid, is_money ? "pt" : "w",
        is_money ? rounded(match_analysis_points(report->analysis, i), 1000.0)
                 : percent_of(match_analysis_chance(report->analysis, i)));
    if ((is_cube ? detail->has_cube : detail->plays > 0) &&
        (!report->has_only_errors || loss >= ANALYSIS_ERROR)) {
        json_t *rest = match_review_weighed(match_analysis_met(report->analysis), turn,
                                            detail, is_cube);
        (void)json_object_update(object, rest);
        json_decref(rest);
    }
    return object;
}

static json_t *loss_of(bool is_analysed, double loss)
{
    return is_analysed ? equity_of(loss) : json_null();
}

static void add_judged(const struct record_judged *judged, json_t *object)
{
    if (judged->by[0] != '\0') {
        (void)json_object_set_new(
            object, "y", json_pack("[s, o]", judged->by, equity_of(judged->loss)));
    }
}

/* What the file's writer said of the decision. */
static void add_comment(const struct match_turn *turn, json_t *object)
{
    if (turn->comment != NULL) {
        (void)json_object_set_new(object, "n", text_or_mark(turn->comment));
    }
}

static void add_reasons(const struct match_report *report, int i, bool is_cube,
                        double loss, json_t *object)
{
    const struct match_worst_decision decision = {i, is_cube, loss};
    char text[EXPLAIN_SIZE];
    match_explain(report->turns, report->analysis, &decision, text);
    if (text[0] != '\0') {
        (void)json_object_set_new(object, "why", json_string(text));
    }
}

/* The play made, written as among the candidates, whatever the order of its moves. */
static const struct play *play_made(const struct match_turn *turn,
                                    const struct match_detail *detail)
{
    return detail->made >= 0 ? &detail->play[detail->made].play : &turn->play;
}

static json_t *play_decision(const struct match_report *report, int i)
{
    const struct match_turn *turn = &report->turns->turns[i];
    const struct match_analysed_turn *done = match_analysis_turn(report->analysis, i);
    const struct play *made = play_made(turn, &done->detail);
    const char roll[] = {(char)('0' + turn->roll.high), (char)('0' + turn->roll.low),
                         '\0'};
    json_t *object = new_decision(report, i, "play", false, done->loss);
    json_t *rest =
        json_pack("{s:s, s:o, s:o, s:o, s:o}", "d", roll, "m",
                  match_turn_is_unplayed(turn) ? json_null() : play_of(turn, made), "b",
                  play_of(turn, done->loss > 0.0 ? &done->best : made), "l",
                  loss_of(done->is_analysed, done->loss), "u", equity_of(done->luck));
    (void)json_object_update(object, rest);
    json_decref(rest);
    add_judged(&turn->judged, object);
    add_comment(turn, object);
    add_reasons(report, i, false, done->loss, object);
    return object;
}

/* An action, or the double that was not made before the play. */
struct action {
    const char *made, *best;
    bool is_analysed, is_missed;
    double loss;
};

static json_t *cube_action(const struct match_report *report, int i,
                           const struct action *action)
{
    json_t *object = new_decision(report, i, action->made, true, action->loss);
    (void)json_object_set_new(object, "b", json_string(action->best));
    (void)json_object_set_new(object, "l", loss_of(action->is_analysed, action->loss));
    const struct match_turn *turn = &report->turns->turns[i];
    add_judged(action->is_missed ? &turn->judged_roll : &turn->judged, object);
    if (!action->is_missed) {
        add_comment(turn, object);
    }
    if (action->loss >= MATCH_EXPLAIN_LEAST && !match_turn_is_answer(turn)) {
        match_review_add_market(match_analysis_engine(report->analysis), &turn->pos,
                                &turn->ms, object);
    }
    add_reasons(report, i, action->is_missed, action->loss, object);
    return object;
}

static void add_turn(const struct match_report *report, int i, json_t *list)
{
    const struct match_turn *turn = &report->turns->turns[i];
    const struct match_analysed_turn *done = match_analysis_turn(report->analysis, i);
    bool is_double = turn->type == RECORD_CELL_DOUBLE;
    if (done->is_cube_choice) {
        const struct action missed = {"no_double",
                                      done->cube_loss > 0.0 ? "double" : "no_double",
                                      true, true, done->cube_loss};
        (void)json_array_append_new(list, cube_action(report, i, &missed));
    }
    if (turn->type == RECORD_CELL_PLAY) {
        (void)json_array_append_new(list, play_decision(report, i));
        return;
    }
    const char *made =
        is_double ? "double" : match_report_answer(turn->type, turn->stakes);
    const char *best = done->loss <= 0.0 ? made
                       : is_double
                           ? "no_double"
                           : match_report_answer(done->best_answer, turn->stakes);
    const struct action action = {made, best, done->is_analysed, false, done->loss};
    (void)json_array_append_new(list, cube_action(report, i, &action));
}

/* ---- the document ---------------------------------------------------------------- */

static json_t *sides_of(const struct match_report *report)
{
    json_t *list = json_array();
    for (int i = 0; i < 2; i++) {
        enum record_side side = i == 0 ? RECORD_ME : RECORD_OPPONENT;
        const struct match_side_row row = {
            .name = match_report_name(report, side),
            .sums = match_analysis_side(report->analysis, side)};
        (void)json_array_append_new(
            list, column_json(match_side_columns, match_side_column_count, &row));
    }
    return list;
}

static json_t *games_of(const struct match_turns *turns)
{
    json_t *list = json_array();
    for (int i = 0; i < turns->games; i++) {
        const struct match_game *g = &turns->game[i];
        (void)json_array_append_new(
            list, json_pack("{s:i, s:[i, i], s:b, s:[i, i]}", "number", g->number,
                            "score", g->score[0], g->score[1], "is_crawford",
                            g->is_crawford, "points", g->points[0], g->points[1]));
    }
    return list;
}

static json_t *document_of(const struct match_report *report)
{
    const struct match_turns *turns = report->turns;
    const struct record_heading *heading = &turns->heading;
    char judge[2][REFERENCE_LEVEL_SIZE];
    int done = match_analysis_done(report->analysis);
    json_t *decisions = json_array();
    match_report_reference(report, RECORD_ME, judge[0]);
    match_report_reference(report, RECORD_OPPONENT, judge[1]);
    for (int i = 0; i < done; i++) {
        add_turn(report, i, decisions);
    }
    return json_pack(
        "{s:s, s:[s, s], s:[o, o], s:i, s:o, s:o, s:o, s:[i, i], s:b, s:o, s:o, s:o}",
        "program", report->program, "judged_by", judge[0], judge[1], "players",
        text_or_mark(match_report_name(report, RECORD_ME)),
        text_or_mark(match_report_name(report, RECORD_OPPONENT)), "length",
        heading->length, "site", text_or_mark(heading->site), "event",
        text_or_mark(heading->event), "date", text_or_mark(heading->date), "score",
        turns->score[0], turns->score[1], "is_whole",
        turns->has_all && done == turns->count, "sides", sides_of(report), "games",
        games_of(turns), "decisions", decisions);
}

bool match_review_write(const struct match_report *report, FILE *out)
{
    json_t *document = document_of(report);
    char *text = document != NULL
                     ? json_dumps(document, JSON_COMPACT | JSON_REAL_PRECISION(DIGITS))
                     : NULL;
    for (const char *c = text; c != NULL && *c != '\0'; c++) {
        if (*c == '<') {
            fputs("\\u003c", out);
        } else {
            fputc(*c, out);
        }
    }
    bool is_good = text != NULL && !ferror(out);
    free(text);
    json_decref(document);
    return is_good;
}
