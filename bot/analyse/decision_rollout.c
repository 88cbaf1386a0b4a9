#include "bot/analyse/decision_rollout.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "base/clock.h"
#include "base/error_bar.h"
#include "base/file.h"
#include "base/json_line.h"
#include "base/shown.h"
#include "engine/board/decision_context.h"
#include "engine/board/notation.h"
#include "engine/board/position.h"
#include "engine/board/xgid.h"
#include "engine/rollout/rollout_state.h"
#include "engine/search/ranked_play.h"

/* Seconds between two lines of progress, and between two savings of the state. */
static const double show_every = 0.5;
static const double save_every = 5.0;

/* A rollout under way; times in seconds. */
struct watch {
    const struct rollout_request *request;
    const struct decision_rollout_control *control;
    double begun, shown, saved;
    bool is_terminal;
};

static double seconds_now(void)
{
    return (double)clock_ms() * 1e-3;
}

/* ---- the state file -------------------------------------------------------------- */

/* What cannot be saved at the end is told before the beginning. */
static bool load_rollout(struct rollout *rollout, const char *path, struct error *err)
{
    char *text = file_draft_check(path, FILE_OF_ALL, err)
                     ? error_allocate(ROLLOUT_STATE_MAX, err)
                     : NULL;
    if (text == NULL) {
        return false;
    }
    struct error why;
    bool is_good = false;
    if (file_read(path, text, ROLLOUT_STATE_MAX - 1) < 0) {
        is_good = errno == ENOENT || error_of_path(err, path); /* the first time */
    } else {
        is_good =
            rollout_state_read(rollout, text, &why) || error_in_path(err, &why, path);
    }
    free(text);
    return is_good;
}

static bool save_rollout(const struct rollout *rollout, const char *path,
                         struct error *err)
{
    struct file_draft draft;
    char *text = malloc(ROLLOUT_STATE_MAX);
    bool is_good = text != NULL ? file_draft_open(&draft, path, FILE_OF_ALL, err)
                                : error_no_memory(err);
    if (is_good) {
        (void)fwrite(text, 1, rollout_state_write(rollout, text), draft.stream);
        is_good = file_draft_keep(&draft, FILE_SAFE_FROM_KILLS, err);
    }
    free(text);
    return is_good;
}

/* ---- rolling --------------------------------------------------------------------- */

static void print_progress(const struct watch *watch, const struct rollout *rollout)
{
    int best = rollout_best(rollout);
    struct rollout_result result = rollout_result(rollout, best);
    fprintf(stderr, "\r%d of %d trials, best %+.4f%s, %.0f s ", rollout_trials(rollout),
            watch->request->settings.trials, result.equity,
            error_bar(result.trials, result.equity_error, 4, "").text,
            seconds_now() - watch->begun);
}

static bool watch_rollout(void *context, const struct rollout *rollout)
{
    struct watch *watch = context;
    double now = seconds_now();
    if (watch->control->tell != NULL) {
        watch->control->tell(watch->control->context, rollout);
    } else if (watch->is_terminal && now - watch->shown >= show_every) {
        watch->shown = now;
        print_progress(watch, rollout);
    }
    if (watch->request->state != NULL && now - watch->saved >= save_every) {
        watch->saved = now;
        (void)save_rollout(rollout, watch->request->state,
                           NULL); /* the last one counts */
    }
    return watch->request->time_ms <= 0 ||
           now - watch->begun < watch->request->time_ms / 1000.0;
}

static void add_plays(const struct analysis_tools *analyser,
                      struct decision_rollout *result)
{
    const struct analysis *a = result->analysis;
    const struct rollout_request *request = result->request;
    double best = (double)analyser->ranked[0].equity;
    for (int i = 0; i < a->plays; i++) {
        const struct ranked_play *play = &analyser->ranked[i];
        bool is_near =
            i < request->candidates && (double)play->equity >= best - request->within;
        bool is_played = analyser->played != NULL && a->is_legal && i == a->played;
        if (is_near || is_played) {
            int n = rollout_add_play(result->rollout, &play->after);
            if (n >= 0) {
                result->plays[n] = play;
            }
        }
    }
}

/* Position and game of the player whose numbers are shown. */
static void find_roller(const struct analysis *analysis, struct position *pos,
                        struct match_state *ms)
{
    const struct decision_context *at = &analysis->at;
    bool is_answer = analysis->kind == ANALYSIS_ANSWER;
    *pos = is_answer ? position_swap(&at->pos) : at->pos;
    *ms = is_answer ? match_state_swap(&at->ms) : at->ms;
}

static bool ranks_before(const struct decision_rollout *result, int a, int b)
{
    struct rollout_result x = rollout_result(result->rollout, a);
    struct rollout_result y = rollout_result(result->rollout, b);
    if (x.is_given_up != y.is_given_up) {
        return y.is_given_up;
    }
    return x.equity > y.equity;
}

static void sort_candidates(struct decision_rollout *result)
{
    int count = rollout_candidates(result->rollout);
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at > 0 && ranks_before(result, i, result->order[at - 1]); at--) {
            result->order[at] = result->order[at - 1];
        }
        result->order[at] = i;
    }
}

static bool roll(struct decision_rollout *result,
                 const struct decision_rollout_control *control, struct error *err)
{
    const struct rollout_request *request = result->request;
    if (request->state != NULL && !load_rollout(result->rollout, request->state, err)) {
        return false;
    }
    double now = seconds_now();
    struct watch watch = {
        .request = request,
        .control = control,
        .begun = now,
        .shown = now,
        .saved = now,
        .is_terminal = isatty(STDERR_FILENO) != 0,
    };
    result->is_stopped = rollout_run(result->rollout, control->stop, watch_rollout,
                                     &watch) == ROLLOUT_STOPPED;
    if (watch.shown > watch.begun) {
        fputs("\r\033[K", stderr);
    }
    return request->state == NULL || save_rollout(result->rollout, request->state, err);
}

bool decision_rollout_make(const struct analysis_tools *analyser,
                           const struct rollout_request *request,
                           const struct analysis *analysis,
                           const struct decision_rollout_control *control,
                           struct decision_rollout *out, struct error *err)
{
    struct position pos;
    struct match_state ms;
    find_roller(analysis, &pos, &ms);
    *out = (struct decision_rollout){.request = request,
                                     .settings = request->settings,
                                     .analysis = analysis,
                                     .played = analyser->played,
                                     .ranked = analyser->ranked};
    if (analysis->at.has_no_cube && analysis->kind != ANALYSIS_PLAY) {
        return error_set(err, "nobody may double there: a rollout needs dice");
    }
    out->settings.is_cubeful &= !analysis->at.has_no_cube;
    out->rollout =
        rollout_new(engine_evaluator(analyser->engine),
                    engine_met_of(analyser->engine, analysis->at.has_no_cube),
                    &out->settings, &ms, err);
    if (out->rollout == NULL) {
        return false;
    }
    if (analysis->kind == ANALYSIS_PLAY) {
        add_plays(analyser, out);
    } else {
        rollout_add_cube(out->rollout, &pos);
    }
    if (!roll(out, control, err)) {
        decision_rollout_free(out);
        return false;
    }
    sort_candidates(out);
    return true;
}

void decision_rollout_free(struct decision_rollout *result)
{
    rollout_free(result->rollout);
    result->rollout = NULL;
}

/* ---- for people ------------------------------------------------------------------ */

static void candidate_name(const struct decision_rollout *result, int candidate,
                           char name[NOTATION_SIZE])
{
    static const char *const cube[] = {"no double", "double, take"};
    if (result->analysis->kind != ANALYSIS_PLAY) {
        (void)snprintf(name, NOTATION_SIZE, "%s", cube[candidate]);
        return;
    }
    const struct ranked_play *play = result->plays[candidate];
    notation_write(&result->analysis->at.pos, &play->play, name);
    if (play->play.count == 0) {
        (void)snprintf(name, NOTATION_SIZE, "cannot move");
    }
}

/* `lose`: the chance to lose, or its error. */
static void print_outputs(const double p[5], double lose, FILE *out)
{
    fprintf(out, "\n      %.4f %.4f %.4f - %.4f %.4f %.4f  ", p[0], p[1], p[2], lose,
            p[3], p[4]);
}

static void print_candidate(const struct decision_rollout *result, int place, FILE *out)
{
    int c = result->order[place];
    int best = result->order[0];
    struct rollout_result r = rollout_result(result->rollout, c);
    struct rollout_difference d = rollout_difference(result->rollout, c, best);
    char name[NOTATION_SIZE];
    candidate_name(result, c, name);
    fprintf(out, "%4d. %-26s %+8.4f%s", place + 1, name, shown_number(r.equity, 4),
            error_bar(r.trials, r.equity_error, 4, "").text);
    if (place > 0 && r.trials < 2) {
        fprintf(out, " (%+.4f)", shown_number(d.equity, 4));
    } else if (place > 0) {
        fprintf(out, " (%+.4f +- %.4f, %.1f joint deviations)",
                shown_number(d.equity, 4), d.error, d.joint);
    }
    print_outputs(r.outputs, 1.0 - r.outputs[0], out);
    fprintf(out, "cubeless %+.4f%s", shown_number(r.cubeless, 4),
            error_bar(r.trials, r.cubeless_error, 4, "").text);
    if (r.trials < 2) {
        fprintf(out, "\n      %d trial%s, of which there are no standard errors\n",
                r.trials, r.trials == 1 ? "" : "s");
        return;
    }
    print_outputs(r.outputs_error, r.outputs_error[0], out);
    fprintf(out, "standard errors, %d trials%s\n", r.trials,
            r.is_given_up ? ", given up" : "");
}

/* The best action; of an offered double what follows from the answer. */
static enum cube_action action_of(const struct decision_rollout *result,
                                  const struct cube_decision *decision)
{
    if (result->analysis->kind != ANALYSIS_ANSWER) {
        return decision->action;
    }
    return cube_decision_is_take(decision) ? CUBE_DOUBLE_TAKE : CUBE_DOUBLE_PASS;
}

static void print_action(const struct decision_rollout *result, FILE *out)
{
    struct cube_decision d = rollout_cube_decision(result->rollout);
    enum cube_action action = action_of(result, &d);
    if (d.is_beaver) {
        fprintf(out, "      double, beaver %+18.4f\n",
                shown_number((double)d.double_take, 4));
    }
    fprintf(out, "      double, pass %+20.4f\n",
            shown_number((double)d.double_pass, 4));
    if (result->analysis->kind == ANALYSIS_ANSWER) {
        const char *taken = d.is_beaver ? "beaver" : "take";
        fprintf(out, "      answer: %s\n", action == CUBE_DOUBLE_TAKE ? taken : "pass");
    } else {
        analysis_print_action(&d, out);
    }
}

/* Returns the rank of the play that was made; -1 if it was not rolled out. */
static int place_of_played(const struct decision_rollout *result)
{
    const struct analysis *a = result->analysis;
    int count = rollout_candidates(result->rollout);
    if (a->kind != ANALYSIS_PLAY || result->played == NULL || !a->is_legal) {
        return -1;
    }
    for (int i = 0; i < count; i++) {
        if (result->plays[result->order[i]] == &result->ranked[a->played]) {
            return i;
        }
    }
    return -1;
}

static void print_played(const struct decision_rollout *result, FILE *out)
{
    int place = place_of_played(result);
    if (place == 0) {
        fputs("      played: number 1\n", out);
    } else if (place > 0) {
        struct rollout_difference d =
            rollout_difference(result->rollout, result->order[0], result->order[place]);
        fprintf(out, "      played: number %d, loses %.4f%s%s\n", place + 1, d.equity,
                error_bar(rollout_trials(result->rollout), d.error, 4, "").text,
                analysis_error_word(d.equity));
    }
}

static void print_unrolled(const struct decision_rollout *result, FILE *out)
{
    int others = result->analysis->plays - rollout_candidates(result->rollout);
    if (others > 0) {
        fprintf(out, "      [%d play%s not rolled out]\n", others,
                others > 1 ? "s" : "");
    }
    if (result->played != NULL) {
        print_played(result, out);
    }
}

/* Why the rollout ended before all its trials. */
static const char *reason_of_end(const struct decision_rollout *result)
{
    return result->is_stopped                     ? "stopped"
           : rollout_is_accurate(result->rollout) ? "accurate"
                                                  : "clear";
}

static void print_footer(const struct decision_rollout *result, FILE *out)
{
    char words[ROLLOUT_WORDS_SIZE];
    int trials = rollout_trials(result->rollout);
    int wanted = result->request->settings.trials;
    rollout_request_words(&result->settings, words);
    if (trials < wanted) {
        fprintf(out, "      rollout: %d of %d trials (%s), %s\n", trials, wanted,
                reason_of_end(result), words);
    } else {
        fprintf(out, "      rollout: %d trial%s, %s\n", trials, trials == 1 ? "" : "s",
                words);
    }
}

void decision_rollout_print(const struct decision_rollout *result, const char *id,
                            FILE *out)
{
    analysis_print_head(result->analysis, id, out);
    for (int i = 0; i < rollout_candidates(result->rollout); i++) {
        print_candidate(result, i, out);
    }
    if (result->analysis->kind == ANALYSIS_PLAY) {
        print_unrolled(result, out);
    } else {
        print_action(result, out);
    }
    print_footer(result, out);
}

/* ---- JSON ------------------------------------------------------------------------ */

static json_t *candidate_object(const struct decision_rollout *result, int place)
{
    int c = result->order[place];
    struct rollout_result r = rollout_result(result->rollout, c);
    struct rollout_difference d =
        rollout_difference(result->rollout, c, result->order[0]);
    char name[NOTATION_SIZE];
    candidate_name(result, c, name);
    return json_pack("{s:s, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:o, s:o, s:i, s:b}",
                     "play", name, "equity", r.equity, "error", r.equity_error,
                     "difference", d.equity, "difference_error", d.error,
                     "joint_deviations", d.joint, "cubeless", r.cubeless,
                     "cubeless_error", r.cubeless_error, "outputs",
                     json_five(r.outputs), "outputs_error", json_five(r.outputs_error),
                     "trials", r.trials, "given_up", r.is_given_up);
}

/* `make` makes the object of a candidate by its place. */
static json_t *candidates_array(const struct decision_rollout *result,
                                json_t *(*make)(const struct decision_rollout *result,
                                                int place))
{
    json_t *array = json_array();
    for (int i = 0; i < rollout_candidates(result->rollout); i++) {
        (void)json_array_append_new(array, make(result, i));
    }
    return array;
}

/* What is shown of a beaver is doubled, so is its error. */
static double error_of_take(const struct cube_decision *decision,
                            const struct rollout_result *take)
{
    return (decision->is_beaver ? 2.0 : 1.0) * take->equity_error;
}

static json_t *cube_json(const struct decision_rollout *result)
{
    if (result->analysis->kind == ANALYSIS_PLAY) {
        return json_null();
    }
    struct cube_decision d = rollout_cube_decision(result->rollout);
    struct rollout_result none = rollout_result(result->rollout, 0);
    struct rollout_result take = rollout_result(result->rollout, 1);
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:s}", "no_double", (double)d.no_double,
                     "no_double_error", none.equity_error, "double_take",
                     (double)d.double_take, "double_take_error",
                     error_of_take(&d, &take), "double_pass", (double)d.double_pass,
                     "action", cube_action_name(action_of(result, &d)));
}

bool decision_rollout_print_json(const struct decision_rollout *result, const char *id,
                                 FILE *out)
{
    enum { DIGITS = 7 };
    char words[ROLLOUT_WORDS_SIZE];
    rollout_request_words(&result->settings, words);
    json_t *object = json_pack(
        "{s:s, s:s, s:s, s:i, s:b, s:s, s:o, s:o}", "id", id, "kind",
        result->analysis->kind == ANALYSIS_PLAY ? "play" : "cube", "method", "rollout",
        "trials", rollout_trials(result->rollout), "stopped", result->is_stopped,
        "settings", words, "plays", candidates_array(result, candidate_object), "cube",
        cube_json(result));
    if (result->played != NULL) {
        int place = place_of_played(result);
        (void)json_object_set_new(object, "played",
                                  place >= 0 ? candidate_object(result, place)
                                             : json_null());
    }
    return json_line_write(object, DIGITS, out);
}

/* ---- lines of `fibsbot lab rollout` ---------------------------------------------- */

enum { LINE_MOST = 1 << 16 };

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

static json_t *line_candidate(const struct decision_rollout *result, int place)
{
    int c = result->order[place];
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

static json_t *line_cube(const struct decision_rollout *result)
{
    struct cube_decision d = rollout_cube_decision(result->rollout);
    struct rollout_result none = rollout_result(result->rollout, 0);
    struct rollout_result take = rollout_result(result->rollout, 1);
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:s, s:o, s:f, s:f, s:i}", "no_double",
                     (double)d.no_double, "no_double_se", none.equity_error,
                     "double_take", (double)d.double_take, "double_take_se",
                     error_of_take(&d, &take), "double_pass", (double)d.double_pass,
                     "action", cube_action_name(d.action), "probs",
                     json_five(none.outputs), "cubeless", none.cubeless, "cubeless_se",
                     none.cubeless_error, "trials", none.trials);
}

bool decision_rollout_line_write(const struct decision_rollout *result,
                                 const struct decision_rollout_line *about, FILE *out)
{
    enum { DIGITS = 6 };
    bool is_cube = result->analysis->kind != ANALYSIS_PLAY;
    bool is_single = !is_cube && rollout_candidates(result->rollout) <= 1;
    json_t *object = json_pack(
        "{s:i, s:s, s:s, s:o*, s:o*, s:o*, s:o*}", "line", (int)about->number,
        "settings", about->settings, "search", about->search, "id",
        json_line_id(about->line), "cube", is_cube ? line_cube(result) : NULL,
        "candidates",
        is_cube || is_single ? NULL : candidates_array(result, line_candidate),
        "single", is_single ? line_candidate(result, 0) : NULL);
    return json_line_write(object, DIGITS, out);
}
