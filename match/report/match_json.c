#include "match/report/match_json.h"

#include <jansson.h>

#include "base/json_line.h"
#include "base/text.h"
#include "engine/board/notation.h"
#include "match/match_columns.h"
#include "match/match_explain.h"
#include "match/match_turns.h"

enum { DIGITS = 7 };

static json_t *optional_real(bool is_there, double value)
{
    return is_there ? json_real(value) : json_null();
}

/* Text of a stranger's file: `null` if it is not UTF-8. */
static json_t *text_of(const char *text)
{
    json_t *string = json_string(text);
    return string != NULL ? string : json_null();
}

/* Adds where something is: file, match and game. */
static json_t *new_object(const struct match_json *match, const char *kind, int game)
{
    json_t *object = json_pack("{s:s, s:o, s:i}", "kind", kind, "file",
                               text_of(match->path), "match", match->number);
    if (object != NULL && game > 0) {
        (void)json_object_set_new(object, "game", json_integer(game));
    }
    return object;
}

/* ---- decisions ------------------------------------------------------------------- */

struct decision {
    const struct record_judged *judged;
    const struct match_detail *detail;
    const char *action, *best;
    const char *why;     /* it loses, or "" */
    const char *comment; /* in the file, or NULL */
    double loss;
    bool is_analysed, is_counted, has_roll;
    struct play best_play; /* of a play */
};

static json_t *play_text(const struct match_turn *turn, const struct play *play)
{
    char text[NOTATION_SIZE];
    notation_write(&turn->pos, play, text);
    return json_string(text);
}

static json_t *outputs_list(const struct outputs *o)
{
    const double five[5] = {(double)o->win, (double)o->win_gammon,
                            (double)o->win_backgammon, (double)o->lose_gammon,
                            (double)o->lose_backgammon};
    return json_five(five);
}

static json_t *play_list(const struct match_turn *turn,
                         const struct match_detail *detail)
{
    json_t *list = json_array();
    for (int i = 0; i < detail->plays; i++) {
        const struct match_detail_play *play = &detail->play[i];
        (void)json_array_append_new(
            list, json_pack("{s:o, s:b, s:i, s:i, s:f, s:f, s:o}", "play",
                            play_text(turn, &play->play), "is_played",
                            i == detail->made, "ply", play->ply, "trials", play->trials,
                            "equity", (double)play->equity, "difference",
                            (double)(play->equity - detail->play[0].equity), "outputs",
                            outputs_list(&play->outputs)));
    }
    return list;
}

static json_t *cube_table(const struct match_json *match, const struct match_turn *turn,
                          const struct cube_decision *cube)
{
    const struct match_detail_costs costs = match_detail_costs_of(cube);
    struct match_detail_prices prices;
    match_detail_prices_of(match_analysis_met(match->report->analysis), turn, &prices);
    return json_pack(
        "{s:f, s:f, s:f, s:s, s:b, s:i, s:i, s:o, s:{s:f, s:f, s:f, s:f}, s:{s:f, s:f}, "
        "s:[f, f]}",
        "no_double", (double)cube->no_double, "double_take", (double)cube->double_take,
        "double_pass", (double)cube->double_pass, "action",
        cube_action_name(cube->action), "is_beaver", cube->is_beaver, "ply", cube->ply,
        "trials", cube->trials, "outputs", outputs_list(&cube->outputs), "costs",
        "no_double", costs.no_double, "double", costs.doubles, "take", costs.take,
        "pass", costs.pass, "take_point", "dead", prices.take_point_dead, "live",
        prices.take_point_live, "gammon_value", prices.gammon_value[0],
        prices.gammon_value[1]);
}

static json_t *judged_in_file(const struct record_judged *judged)
{
    return judged->by[0] != '\0'
               ? json_pack("{s:s, s:f}", "judged_by", judged->by, "loss", judged->loss)
               : json_null();
}

/* By what it was judged, the candidates and the cube table; not known of what an earlier
 * version has saved. */
static json_t *detail_members(const struct match_json *match,
                              const struct match_turn *turn,
                              const struct decision *decision)
{
    char judge[MATCH_DETAIL_JUDGE_SIZE];
    const struct match_detail *detail = decision->detail;
    bool has_cube = detail->has_cube && !decision->has_roll;
    match_detail_judge_of(detail, has_cube, judge);
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:o}", "judged_by",
        has_cube || (decision->has_roll && detail->plays > 0) ? json_string(judge)
                                                              : json_null(),
        "plays", decision->has_roll ? play_list(turn, detail) : json_array(), "cube",
        has_cube ? cube_table(match, turn, &detail->cube) : json_null(), "in_file",
        judged_in_file(decision->judged), "comment",
        decision->comment != NULL ? text_of(decision->comment) : json_null());
}

static bool write_decision(const struct match_json *match,
                           const struct match_turn *turn,
                           const struct decision *decision, double luck, FILE *out)
{
    char xgid[XGID_SIZE], roll[8] = "";
    struct json_t *object = new_object(match, "decision", turn->game);
    bool is_play = decision->has_roll;
    match_turn_xgid(match->report->turns, turn, is_play, xgid);
    FORMAT_TEXT(roll, "%d%d", turn->roll.high, turn->roll.low);
    json_t *rest = json_pack(
        "{s:i, s:i, s:o, s:s, s:o, s:o, s:b, s:o, s:b, s:o, s:o, s:s, s:s}", "turn",
        turn->number, "line", turn->line, "player",
        text_of(match_report_name(match->report, turn->side)), "action",
        decision->action, "roll", is_play ? json_string(roll) : json_null(), "played",
        is_play ? play_text(turn, &turn->play) : json_null(), "is_unplayed",
        is_play && match_turn_is_unplayed(turn), "best",
        !decision->is_analysed ? json_null()
        : is_play              ? play_text(turn, &decision->best_play)
                               : json_string(decision->best),
        "is_counted", decision->is_counted, "loss",
        optional_real(decision->is_analysed, decision->loss), "luck",
        optional_real(is_play, luck), "xgid", xgid, "explanation", decision->why);
    json_t *detail = detail_members(match, turn, decision);
    if (object != NULL && (json_object_update(object, rest) != 0 ||
                           json_object_update(object, detail) != 0)) {
        json_decref(object);
        object = NULL;
    }
    json_decref(rest);
    json_decref(detail);
    return json_line_write(object, DIGITS, out);
}

static const char *action_made(const struct match_turn *turn)
{
    return turn->type == RECORD_CELL_PLAY ? "play"
           : turn->type == RECORD_CELL_DOUBLE
               ? "double"
               : match_report_answer(turn->type, turn->stakes);
}

static const char *action_better(const struct match_turn *turn,
                                 const struct match_analysed_turn *done)
{
    return turn->type == RECORD_CELL_PLAY ? ""
           : turn->type == RECORD_CELL_DOUBLE
               ? "no_double"
               : match_report_answer(done->best_answer, turn->stakes);
}

static void explain_decision(const struct match_json *match, int i, bool is_cube,
                             double loss, char text[EXPLAIN_SIZE])
{
    const struct match_report *report = match->report;
    const struct match_worst_decision decision = {i, is_cube, loss};
    match_explain(report->turns, report->analysis, &decision, text);
}

bool match_json_decision(const struct match_json *match, int i, FILE *out)
{
    const struct match_turn *turn = &match->report->turns->turns[i];
    const struct match_analysed_turn *done =
        match_analysis_turn(match->report->analysis, i);
    bool is_play = turn->type == RECORD_CELL_PLAY;
    const char *made = action_made(turn);
    char why[EXPLAIN_SIZE], why_cube[EXPLAIN_SIZE];
    explain_decision(match, i, false, done->loss, why);
    explain_decision(match, i, true, done->cube_loss, why_cube);
    const struct decision decision = {
        .judged = &turn->judged,
        .detail = &done->detail,
        .action = made,
        .best = done->loss > 0.0 ? action_better(turn, done) : made,
        .why = why,
        .comment = turn->comment,
        .loss = done->loss,
        .is_analysed = done->is_analysed,
        .is_counted = done->is_choice,
        .has_roll = is_play,
        .best_play = done->loss > 0.0 ? done->best : turn->play};
    const struct decision no_double = {.judged = &turn->judged_roll,
                                       .detail = &done->detail,
                                       .action = "no_double",
                                       .best = done->cube_loss > 0.0 ? "double"
                                                                     : "no_double",
                                       .why = why_cube,
                                       .loss = done->cube_loss,
                                       .is_analysed = true,
                                       .is_counted = true};
    return (!done->is_cube_choice ||
            write_decision(match, turn, &no_double, 0.0, out)) &&
           write_decision(match, turn, &decision, done->luck, out);
}

/* ---- games and matches ------------------------------------------------------------ */

static json_t *side_object(const struct match_json *match, enum record_side side,
                           const struct match_analysed_side *sums)
{
    const struct match_side_row row = {.name = match_report_name(match->report, side),
                                       .sums = sums};
    return column_json(match_side_columns, match_side_column_count, &row);
}

static bool add_outcome(const struct match_json *match, int game, json_t *object)
{
    struct match_outcome outcome;
    match_analysis_outcome(match->report->analysis, game, &outcome);
    json_t *rest = json_pack(
        "{s:s, s:o, s:o, s:[o, o]}", "unit",
        match->report->turns->heading.length > 0 ? "mwc" : "points", "result",
        optional_real(outcome.has_result, outcome.result), "result_without_luck",
        optional_real(outcome.has_result && outcome.has_all_luck,
                      outcome.result - outcome.luck),
        "players", side_object(match, RECORD_ME, &outcome.side[RECORD_ME]),
        side_object(match, RECORD_OPPONENT, &outcome.side[RECORD_OPPONENT]));
    bool is_good =
        object != NULL && rest != NULL && json_object_update(object, rest) == 0;
    json_decref(rest);
    return is_good;
}

static bool write_object(json_t *object, bool is_good, FILE *out)
{
    if (!is_good) {
        json_decref(object);
        return false;
    }
    return json_line_write(object, DIGITS, out);
}

bool match_json_game(const struct match_json *match, int game, FILE *out)
{
    const struct match_game *g = &match->report->turns->game[game];
    json_t *object = new_object(match, "game", game + 1);
    json_t *rest =
        json_pack("{s:i, s:[i, i], s:b, s:[i, i], s:o}", "number", g->number, "score",
                  g->score[0], g->score[1], "is_crawford", g->is_crawford, "points",
                  g->points[0], g->points[1], "comment",
                  g->comment != NULL ? text_of(g->comment) : json_null());
    bool is_good =
        object != NULL && rest != NULL && json_object_update(object, rest) == 0;
    json_decref(rest);
    return write_object(object, is_good && add_outcome(match, game, object), out);
}

static json_t *fault_list(const struct match_turns *turns)
{
    json_t *list = json_array();
    for (int i = 0; i < turns->faults && i < MATCH_FAULTS_MAX; i++) {
        (void)json_array_append_new(list, json_pack("{s:i, s:o}", "line",
                                                    turns->fault[i].line, "text",
                                                    text_of(turns->fault[i].text)));
    }
    return list;
}

bool match_json_match(const struct match_json *match, FILE *out)
{
    const struct match_report *report = match->report;
    const struct match_turns *turns = report->turns;
    char reference[2][REFERENCE_LEVEL_SIZE];
    match_report_reference(report, RECORD_ME, reference[0]);
    match_report_reference(report, RECORD_OPPONENT, reference[1]);
    json_t *object = new_object(match, "match", 0);
    json_t *rest = json_pack(
        "{s:i, s:o, s:o, s:[o, o], s:o, s:i, s:[i, i], s:b, s:b, s:i, s:o, s:s, s:[s, s], "
        "s:i}",
        "length", turns->heading.length, "site", text_of(turns->heading.site), "event",
        text_of(turns->heading.event), "elo", text_of(turns->heading.elo[0]),
        text_of(turns->heading.elo[1]), "date", text_of(turns->heading.date), "games",
        turns->games, "score", turns->score[0], turns->score[1], "has_all",
        turns->has_all, "is_stopped",
        match_analysis_done(report->analysis) < turns->count, "fault_count",
        turns->faults, "faults", fault_list(turns), "program", report->program,
        "judged_by", reference[0], reference[1], "rolled", match_report_rolled(report));
    bool is_good =
        object != NULL && rest != NULL && json_object_update(object, rest) == 0;
    json_decref(rest);
    return write_object(object, is_good && add_outcome(match, -1, object), out);
}
