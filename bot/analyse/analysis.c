#include "bot/analyse/analysis.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/json_line.h"
#include "base/shown.h"
#include "base/text.h"
#include "base/text_width.h"
#include "bot/bgammon/bgammon_translate.h"
#include "bot/fibs/translate.h"
#include "engine/board/decision_context.h"
#include "engine/board/notation.h"
#include "engine/board/position.h"
#include "engine/cube/cube.h"
#include "engine/eval/eval.h"
#include "engine/search/ranked_play.h"
#include "explain/explain.h"

bool analysis_tools_open(struct analysis_tools *tools, const struct engine *engine,
                         struct error *err)
{
    tools->engine = engine;
    tools->scratch = engine_scratch_new(engine);
    tools->ranked = error_allocate(PLAY_LIST_MAX * sizeof *tools->ranked, NULL);
    tools->list = error_allocate(sizeof *tools->list, NULL);
    return (tools->scratch != NULL && tools->ranked != NULL && tools->list != NULL) ||
           error_no_memory(err);
}

void analysis_tools_close(struct analysis_tools *tools)
{
    free(tools->list);
    free(tools->ranked);
    engine_scratch_free(tools->scratch);
}

/* ---- reading --------------------------------------------------------------------- */

static bool read_board_line(const char *text, struct decision_context *at,
                            struct error *err)
{
    struct fibs_board board;
    struct error fault;
    const char *rest;
    if (!fibs_board_parse(text, 0, &board, &rest, &fault)) {
        return error_set_from(err, &fault, "%s", fault.text);
    }
    return translate_decision_context(&board, at, err);
}

static bool read_bgammon_line(const char *text, struct decision_context *at,
                              struct error *err)
{
    struct bgammon_event event;
    if (!bgammon_event_read(text, &event, err)) {
        return false;
    }
    return event.type == BGAMMON_BOARD
               ? bgammon_decision_context(&event.board, at, err)
               : error_set(err, "Type: expected a board of bgammon.org");
}

bool analysis_read(const char *text, struct decision_context *at, struct error *err)
{
    text += strspn(text, " \t");
    bool is_read = strncmp(text, "board:", strlen("board:")) == 0
                       ? read_board_line(text, at, err)
                   : text[0] == '{' ? read_bgammon_line(text, at, err)
                                    : decision_context_read(text, at, err);
    if (!is_read) {
        return false;
    }
    if (position_game_result(&at->pos) != 0) {
        return error_set(err, "the game is over: one side has borne off all checkers");
    }
    return true;
}

bool analysis_read_word(const char *word, struct decision_context *at,
                        struct error *err)
{
    struct error why;
    return analysis_read(word, at, &why) ||
           error_set_from(err, &why, "no such file, and no position: %.200s", why.text);
}

/* ---- analysing ------------------------------------------------------------------- */

/* Whether to accept a resignation; leaves the player on roll as mine in `at`. */
static bool answer_resignation(struct analysis_tools *analyser,
                               struct decision_context *at)
{
    bool is_my_turn = !at->is_opponent_on_roll;
    bool is_accept = engine_accepts_resignation(analyser->engine, analyser->scratch,
                                                &analyser->strength, &at->pos, &at->ms,
                                                is_my_turn, at->roll, at->resigned);
    if (!is_my_turn) {
        at->pos = position_swap(&at->pos);
        at->ms = match_state_swap(&at->ms);
    }
    return is_accept;
}

/* Where nobody may double, plays are judged without a cube. */
static struct strength strength_for(const struct analysis_tools *analyser,
                                    const struct decision_context *at)
{
    struct strength strength = analyser->strength;
    strength.is_cubeless |= at->has_no_cube;
    return strength;
}

static void measure_played(struct analysis_tools *analyser,
                           const struct strength *strength, struct analysis *out)
{
    struct play play;
    struct error err;
    out->is_legal = notation_read(analyser->played, &out->at.pos, out->at.roll,
                                  analyser->list, &play, &err);
    if (!out->is_legal) {
        return;
    }
    const struct position after = movegen_after(&out->at.pos, &play);
    out->played =
        engine_evaluate_play(analyser->engine, analyser->scratch, strength, &out->at.ms,
                             &after, analyser->ranked, out->plays);
}

/* Makes the decision that of a game in which nobody may double. */
static void forbid_cube(const struct met *met, const struct decision_context *at,
                        struct cube_decision *cube)
{
    cube->is_allowed = cube->is_beaver = false;
    cube->action = CUBE_NO_DOUBLE;
    cube->no_double = (float)cube_equity_dead(met, &at->ms, &cube->outputs);
}

void analysis_make(struct analysis_tools *analyser, const struct decision_context *at,
                   struct analysis *out)
{
    const struct engine *engine = analyser->engine;
    const struct strength strength = strength_for(analyser, at);
    *out = (struct analysis){.at = *at};
    if (at->resigned > 0) {
        out->is_accept = answer_resignation(analyser, &out->at);
        at = &out->at;
    }
    if (at->is_doubled) {
        out->kind = ANALYSIS_ANSWER;
        out->is_take = engine_takes_double(engine, analyser->scratch, &strength,
                                           &at->pos, &at->ms, &out->cube);
    } else if (at->roll.high == 0) {
        out->kind = ANALYSIS_CUBE;
        engine_cube_decision(engine, analyser->scratch, &strength, &at->pos, &at->ms,
                             &out->cube);
        if (at->has_no_cube) {
            forbid_cube(engine_met_of(engine, true), at, &out->cube);
        }
    } else {
        out->kind = ANALYSIS_PLAY;
        out->plays =
            engine_rank_plays(engine, analyser->scratch, &strength, &at->pos, &at->ms,
                              at->roll, analyser->ranked, PLAY_LIST_MAX);
        if (analyser->played != NULL) {
            measure_played(analyser, &strength, out);
        }
    }
}

bool analysis_check_played(const struct analysis *analysis, const char *played,
                           struct error *err)
{
    if (analysis->kind != ANALYSIS_PLAY) {
        return error_set(err, "--played needs dice: the position is one before a roll");
    }
    return analysis->is_legal ||
           error_set(err, "--played: \"%.60s\" is not a legal play of %d-%d", played,
                     analysis->at.roll.high, analysis->at.roll.low);
}

/* The action of a decision; of an offered double what follows from the answer. */
static enum cube_action action_of(const struct analysis *a)
{
    if (a->kind == ANALYSIS_ANSWER) {
        return a->is_take ? CUBE_DOUBLE_TAKE : CUBE_DOUBLE_PASS;
    }
    return a->cube.action;
}

static float equity_of_action(const struct analysis *a)
{
    switch (action_of(a)) {
    case CUBE_DOUBLE_TAKE:
        return a->cube.double_take;
    case CUBE_DOUBLE_PASS:
        return a->cube.double_pass;
    case CUBE_NO_DOUBLE:
    case CUBE_TOO_GOOD:
        break;
    }
    return a->cube.no_double;
}

/* ---- for people ------------------------------------------------------------------ */

static void print_game(const struct decision_context *at, FILE *out)
{
    const struct match_state *ms = &at->ms;
    static const char *const owners[] = {
        [CUBE_CENTRED] = "in the middle",
        [CUBE_MINE] = "of the player to decide",
        [CUBE_THEIRS] = "of the opponent",
    };
    if (ms->length == 0) {
        fprintf(out, "Money play%s%s", ms->has_jacoby ? ", Jacoby rule" : "",
                ms->has_beavers ? ", beavers" : "");
    } else {
        fprintf(out, "Match to %d, score %d-%d%s", ms->length, ms->my_score,
                ms->their_score, ms->is_crawford ? ", Crawford game" : "");
    }
    if (at->has_no_cube) {
        fputs(", no cube", out);
    } else {
        fprintf(out, ", cube %d %s", ms->cube, owners[ms->owner]);
    }
}

static void print_outputs(struct outputs o, FILE *out)
{
    fprintf(out, "%.3f %.3f %.3f - %.3f %.3f %.3f", (double)o.win, (double)o.win_gammon,
            (double)o.win_backgammon, 1.0 - (double)o.win, (double)o.lose_gammon,
            (double)o.lose_backgammon);
}

static void print_ply(int ply, int trials, FILE *out)
{
    if (trials > 0) {
        fputs("rolled ", out);
    } else if (ply == SEARCH_PLY_PRUNING_NET) {
        fputs("small  ", out);
    } else {
        fprintf(out, "%d-ply  ", ply);
    }
}

static void print_play(const struct analysis_tools *analyser, const struct analysis *a,
                       int i, FILE *out)
{
    const struct ranked_play *ranked = &analyser->ranked[i];
    char text[NOTATION_SIZE];
    notation_write(&a->at.pos, &ranked->play, text);
    fprintf(out, "%4d. ", i + 1);
    print_ply(ranked->ply, ranked->trials, out);
    fprintf(out, "%-26s %+7.3f", ranked->play.count == 0 ? "cannot move" : text,
            shown_number((double)ranked->equity, 3));
    if (i > 0) {
        double loss = (double)(ranked->equity - analyser->ranked[0].equity);
        fprintf(out, " (%+.3f)", shown_number(loss, 3));
    }
    fputs("\n             ", out);
    print_outputs(ranked->outputs, out);
    fprintf(out, "  %s\n", analyser->strength.filter.name);
}

const char *analysis_error_word(double loss)
{
    return loss >= 0.16   ? ", very bad"
           : loss >= 0.08 ? ", bad"
           : loss >= 0.04 ? ", doubtful"
                          : "";
}

void analysis_explain_played(const struct analysis_tools *analyser,
                             const struct analysis *a, char text[EXPLAIN_SIZE])
{
    static const struct explain_names names = {.opponent = ""};
    const struct ranked_play *best = analyser->ranked;
    const struct ranked_play *played = &analyser->ranked[a->played];
    struct explain_play play = {.before = &a->at.pos,
                                .played = played->play,
                                .best = best->play,
                                .loss = (double)(best->equity - played->equity),
                                .has_chances = true,
                                .played_chances = played->outputs,
                                .best_chances = best->outputs};
    struct explain_reasons reasons;
    explain_play_prices(&play, engine_met_of(analyser->engine, a->at.has_no_cube),
                        &a->at.ms);
    explain_play_rolls(&play, eval_bearoff(engine_evaluator(analyser->engine)));
    explain_play_reasons(&play, &reasons);
    (void)explain_write(&reasons, &names, text);
}

static void print_played(const struct analysis_tools *analyser,
                         const struct analysis *a, FILE *out)
{
    const struct ranked_play *ranked = &analyser->ranked[a->played];
    double loss = (double)(analyser->ranked[0].equity - ranked->equity);
    char how[32] = "rolled out";
    if (ranked->trials == 0) {
        FORMAT_TEXT(how, "at %d-ply", ranked->ply);
    }
    fprintf(out, "      played: number %d, loses %.3f %s%s\n", a->played + 1, loss, how,
            analysis_error_word(loss));
    char why[EXPLAIN_SIZE];
    analysis_explain_played(analyser, a, why);
    if (why[0] != '\0') {
        fputs("      ", out);
        text_wrap(why, 6, "      ", 80, out);
    }
}

static void print_ranked(const struct analysis_tools *analyser,
                         const struct analysis *a, FILE *out)
{
    int shown = a->plays < analyser->plays_shown ? a->plays : analyser->plays_shown;
    int hidden = a->plays - shown;
    for (int i = 0; i < shown; i++) {
        print_play(analyser, a, i, out);
    }
    if (analyser->played != NULL && a->is_legal && a->played >= shown) {
        print_play(analyser, a, a->played, out);
        hidden--;
    }
    if (hidden > 0) {
        fprintf(out, "      [%d play%s not shown]\n", hidden, hidden > 1 ? "s" : "");
    }
    if (analyser->played != NULL && a->is_legal) {
        print_played(analyser, a, out);
    }
}

void analysis_print_action(const struct cube_decision *decision, FILE *out)
{
    static const char *const actions[] = {
        [CUBE_NO_DOUBLE] = "no double",
        [CUBE_DOUBLE_TAKE] = "double, take",
        [CUBE_DOUBLE_PASS] = "double, pass",
        [CUBE_TOO_GOOD] = "too good to double, pass",
    };
    fprintf(out, "      cube action: %s%s\n", actions[decision->action],
            decision->is_allowed ? "" : " (the cube cannot be turned)");
}

static void print_cube(const struct analysis *a, FILE *out)
{
    const struct cube_decision *d = &a->cube;
    const struct {
        const char *name;
        float equity;
    } rows[] = {
        {"no double", d->no_double},
        {d->is_beaver ? "double, beaver" : "double, take", d->double_take},
        {"double, pass", d->double_pass},
    };
    fputs("      ", out);
    print_ply(d->ply, d->trials, out);
    print_outputs(d->outputs, out);
    fprintf(out, "  cubeless %+.3f\n", shown_number((double)d->equity_cubeless, 3));
    bool is_dead = a->at.has_no_cube && a->kind == ANALYSIS_CUBE;
    size_t count = is_dead ? 1 : sizeof rows / sizeof rows[0];
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "      %-15s %+7.3f (%+.3f)\n", rows[i].name,
                shown_number((double)rows[i].equity, 3),
                shown_number((double)(rows[i].equity - equity_of_action(a)), 3));
    }
    if (a->kind == ANALYSIS_ANSWER) {
        fprintf(out, "      answer: %s\n",
                !a->is_take    ? "pass"
                : d->is_beaver ? "beaver"
                               : "take");
    } else {
        analysis_print_action(d, out);
    }
}

void analysis_print_head(const struct analysis *analysis, const char *id, FILE *out)
{
    const struct decision_context *at = &analysis->at;
    fprintf(out, "%s\n", id);
    if (at->resigned > 0) {
        fprintf(out, "      resignation of %d offered: %s\n", at->resigned,
                analysis->is_accept ? "accept" : "reject");
    }
    print_game(at, out);
    switch (analysis->kind) {
    case ANALYSIS_PLAY:
        fprintf(out, ", %d-%d to play\n", at->roll.high, at->roll.low);
        break;
    case ANALYSIS_CUBE:
        fputs(at->has_no_cube || !match_state_may_double(&at->ms)
                  ? ", to roll\n"
                  : ", to roll or double\n",
              out);
        break;
    case ANALYSIS_ANSWER:
        fputs(", doubled, to take or pass; numbers of the doubler\n", out);
        break;
    }
    if (decision_context_double_fault(at) != NULL) {
        fprintf(out, "      against the rules: %s\n",
                decision_context_double_fault(at));
    }
}

void analysis_print(const struct analysis_tools *analyser,
                    const struct analysis *analysis, const char *id, FILE *out)
{
    analysis_print_head(analysis, id, out);
    if (analysis->kind == ANALYSIS_PLAY) {
        print_ranked(analyser, analysis, out);
    } else {
        print_cube(analysis, out);
    }
}

/* ---- JSON ------------------------------------------------------------------------ */

enum { DIGITS = 7 }; /* as many as a float has */

static json_t *json_number(float value)
{
    return json_real((double)value);
}

static json_t *outputs_array(struct outputs o)
{
    return json_pack("[o, o, o, o, o]", json_number(o.win), json_number(o.win_gammon),
                     json_number(o.win_backgammon), json_number(o.lose_gammon),
                     json_number(o.lose_backgammon));
}

static json_t *play_object(const struct analysis *a, const struct ranked_play *ranked,
                           float best)
{
    char text[NOTATION_SIZE];
    char id[POSITION_ID_SIZE];
    struct position next = position_swap(&ranked->after);
    notation_write(&a->at.pos, &ranked->play, text);
    position_id_write(&next, id);
    return json_pack("{s:s, s:i, s:i, s:o, s:o, s:o, s:s}", "play", text, "ply",
                     ranked->ply, "trials", ranked->trials, "equity",
                     json_number(ranked->equity), "difference",
                     json_number(ranked->equity - best), "outputs",
                     outputs_array(ranked->outputs), "position_id", id);
}

static json_t *plays_array(const struct analysis_tools *analyser,
                           const struct analysis *a)
{
    json_t *plays = json_array();
    for (int i = 0; i < a->plays && i < analyser->plays_shown; i++) {
        (void)json_array_append_new(
            plays, play_object(a, &analyser->ranked[i], analyser->ranked[0].equity));
    }
    return plays;
}

static json_t *cube_actions(const struct analysis *a)
{
    if (a->kind == ANALYSIS_PLAY) {
        return json_null();
    }
    return json_pack(
        "{s:o, s:o, s:o, s:s}", "no_double", json_number(a->cube.no_double),
        "double_take", json_number(a->cube.double_take), "double_pass",
        json_number(a->cube.double_pass), "action", cube_action_name(action_of(a)));
}

bool analysis_print_json(const struct analysis_tools *analyser,
                         const struct analysis *analysis, const char *id, FILE *out)
{
    bool is_play = analysis->kind == ANALYSIS_PLAY;
    const struct ranked_play *best = analyser->ranked;
    struct outputs o = is_play ? best->outputs : analysis->cube.outputs;
    json_t *object = json_pack(
        "{s:s, s:s, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "id", id,
        "kind", is_play ? "play" : "cube", "ply",
        is_play ? best->ply : analysis->cube.ply, "win", json_number(o.win),
        "win_gammon", json_number(o.win_gammon), "win_backgammon",
        json_number(o.win_backgammon), "lose_gammon", json_number(o.lose_gammon),
        "lose_backgammon", json_number(o.lose_backgammon), "equity_cubeless",
        json_number(equity_cubeless(o)), "equity_cubeful",
        json_number(is_play ? best->equity : equity_of_action(analysis)), "plays",
        plays_array(analyser, analysis), "cube", cube_actions(analysis));
    (void)json_object_set_new(object, "filter",
                              json_string(analyser->strength.filter.name));
    const char *fault = decision_context_double_fault(&analysis->at);
    (void)json_object_set_new(object, "fault",
                              fault != NULL ? json_string(fault) : json_null());
    if (analyser->played != NULL) {
        char why[EXPLAIN_SIZE] = "";
        if (analysis->is_legal) {
            analysis_explain_played(analyser, analysis, why);
        }
        const struct ranked_play *played = &analyser->ranked[analysis->played];
        (void)json_object_set_new(object, "played",
                                  analysis->is_legal
                                      ? play_object(analysis, played, best->equity)
                                      : json_null());
        (void)json_object_set_new(object, "explanation", json_string(why));
    }
    return json_line_write(object, DIGITS, out);
}

/* What is not UTF-8 cannot be shown in JSON: every byte that is not printable ASCII
 * becomes a question mark. */
static json_t *safe_string(const char *text)
{
    json_t *string = json_string(text);
    if (string != NULL) {
        return string;
    }
    char copy[256];
    size_t n = 0;
    for (; text[n] != '\0' && n + 1 < sizeof copy; n++) {
        copy[n] = text[n] >= ' ' && text[n] <= '~' ? text[n] : '?';
    }
    copy[n] = '\0';
    return json_string(copy);
}

bool analysis_print_json_error(const char *id, const char *error, FILE *out)
{
    return json_line_write(
        json_pack("{s:o, s:o}", "id", safe_string(id), "error", safe_string(error)),
        DIGITS, out);
}

bool analysis_may_be_file(const char *word)
{
    const char *text = word + strspn(word, " \t");
    return strchr(text, '.') != NULL && strncmp(text, "board:", 6) != 0 &&
           text[0] != '{';
}
