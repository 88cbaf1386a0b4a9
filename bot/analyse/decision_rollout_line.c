#include "bot/analyse/decision_rollout_line.h"

#include <string.h>

#include <jansson.h>

#include "base/json_line.h"
#include "engine/board/decision_context.h"
#include "engine/board/notation.h"
#include "engine/board/position.h"
#include "engine/board/xgid.h"
#include "engine/search/ranked_play.h"

enum { LINE_MOST = 1 << 16 };

/* ---- reading decisions ----------------------------------------------------------- */

/* Positions after the plays to compare, as if they had been ranked. */
static bool read_candidates(struct analysis_tools *analyser, const json_t *list,
                            struct analysis *analysis, struct error *err)
{
    size_t count = json_array_size(list);
    if (count < 1 || count > ROLLOUT_CANDIDATES_MAX) {
        return error_set(err, "expected 1 to %d \"candidates\"",
                         ROLLOUT_CANDIDATES_MAX);
    }
    *analysis = (struct analysis){.kind = ANALYSIS_PLAY, .plays = (int)count};
    for (size_t i = 0; i < count; i++) {
        const json_t *member = json_object_get(json_array_get(list, i), "xgid");
        struct decision_context at;
        if (!json_is_string(member)) {
            return error_set(err, "a candidate needs an \"xgid\"");
        }
        if (!xgid_read(json_string_value(member), &at, err)) {
            return false;
        }
        analyser->ranked[i] = (struct ranked_play){.after = position_swap(&at.pos)};
        analysis->at.ms = match_state_swap(&at.ms);
    }
    return true;
}

static bool read_decision_context(struct analysis_tools *analyser, const char *text,
                                  struct analysis *analysis, struct error *err)
{
    struct decision_context at;
    if (!analysis_read(text, &at, err)) {
        return false;
    }
    analysis_make(analyser, &at, analysis);
    return true;
}

bool decision_rollout_line_read(struct analysis_tools *analyser, const char *line,
                                struct analysis *analysis, struct error *err)
{
    json_error_t why;
    if (strlen(line) > LINE_MOST) {
        return error_set(err, "a line may have %d bytes", LINE_MOST);
    }
    if (line[0] != '{') {
        return read_decision_context(analyser, line, analysis, err);
    }
    json_t *root = json_loads(line, 0, &why);
    const json_t *list = json_object_get(root, "candidates");
    const char *id = json_string_value(json_object_get(root, "id"));
    bool is_good = false;
    if (list != NULL) {
        is_good = read_candidates(analyser, list, analysis, err);
    } else if (id != NULL) {
        is_good = read_decision_context(analyser, id, analysis, err);
    } else {
        error_set(err, "expected an object with \"candidates\" or \"id\"");
    }
    json_decref(root);
    return is_good;
}

/* ---- writing --------------------------------------------------------------------- */

static json_t *candidate_object(const struct decision_rollout *result, int c)
{
    const struct decision_context *at = &result->analysis->at;
    const struct ranked_play *play = result->plays[c];
    struct rollout_result r = rollout_result(result->rollout, c);
    struct decision_context after = {.pos = position_swap(&play->after),
                                     .ms = match_state_swap(&at->ms)};
    char id[XGID_SIZE];
    char text[NOTATION_SIZE];
    xgid_write(&after, id);
    notation_write(&at->pos, &play->play, text);
    return json_pack("{s:s, s:f, s:f, s:o, s:o, s:f, s:f, s:i, s:s*}", "xgid", id,
                     "equity", r.cubeless, "se", r.cubeless_error, "probs",
                     json_five(r.outputs), "probs_se", json_five(r.outputs_error),
                     "cubeful", r.equity, "cubeful_se", r.equity_error, "trials",
                     r.trials, "play", at->roll.high != 0 ? text : NULL);
}

static json_t *candidates_array(const struct decision_rollout *result)
{
    json_t *array = json_array();
    for (int i = 0; i < rollout_candidates(result->rollout); i++) {
        (void)json_array_append_new(array, candidate_object(result, result->order[i]));
    }
    return array;
}

static json_t *cube_member(const struct decision_rollout *result)
{
    struct cube_decision d = rollout_cube_decision(result->rollout);
    struct rollout_result none = rollout_result(result->rollout, 0);
    struct rollout_result take = rollout_result(result->rollout, 1);
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:s, s:o, s:f, s:f, s:i}", "no_double",
                     (double)d.no_double, "no_double_se", none.equity_error,
                     "double_take", (double)d.double_take, "double_take_se",
                     take.equity_error, "double_pass", (double)d.double_pass, "action",
                     cube_action_name(d.action), "probs", json_five(none.outputs),
                     "cubeless", none.cubeless, "cubeless_se", none.cubeless_error,
                     "trials", none.trials);
}

bool decision_rollout_line_write(const struct decision_rollout *result,
                                 const struct decision_rollout_line *about, FILE *out)
{
    enum { DIGITS = 6 };
    bool is_cube = result->analysis->kind != ANALYSIS_PLAY;
    bool is_single = !is_cube && rollout_candidates(result->rollout) <= 1;
    json_t *object = json_pack(
        "{s:i, s:s, s:o*, s:o*, s:o*, s:o*}", "line", (int)about->number, "settings",
        about->settings, "id", about->line[0] != '{' ? json_string(about->line) : NULL,
        "cube", is_cube ? cube_member(result) : NULL, "candidates",
        is_cube || is_single ? NULL : candidates_array(result), "single",
        is_single ? candidate_object(result, 0) : NULL);
    return json_line_write(object, DIGITS, out);
}
