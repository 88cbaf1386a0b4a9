#include "bot/analyse/rolled.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <jansson.h>

#include "base/json_line.h"
#include "engine/board/notation.h"
#include "engine/rollout/rollout_state.h"

/* Seconds between two lines of progress, and between two savings of the state. */
static const double tell_every = 0.5;
static const double save_every = 5.0;

enum { PATH_SIZE = 4096 };

/* A rollout under way. */
struct watch {
    struct rolled *rolled;
    const struct rolled_control *control;
    const char *state; /* file or NULL */
    double begun, told, saved;
    double limit; /* seconds; 0: none */
    bool is_terminal;
};

static double seconds_now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- the state file -------------------------------------------------------------- */

static bool read_state(struct rollout *rollout, const char *path, struct error *err)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        if (errno == ENOENT) {
            return true; /* the first time */
        }
        error_set(err, "%s: %s", path, strerror(errno));
        return false;
    }
    char *text = malloc(ROLLOUT_STATE_MAX);
    struct error why = {"out of memory"};
    bool is_good = text != NULL;
    if (is_good) {
        size_t length = fread(text, 1, ROLLOUT_STATE_MAX - 1, file);
        text[length] = '\0';
        is_good = rollout_state_read(rollout, text, &why);
    }
    if (!is_good) {
        error_set(err, "%s: %.180s", path, why.text);
    }
    free(text);
    (void)fclose(file);
    return is_good;
}

/* Through a second file, so that there is a whole one at any time. */
static bool write_state(const struct rollout *rollout, const char *path,
                        struct error *err)
{
    char temporary[PATH_SIZE];
    (void)snprintf(temporary, sizeof temporary, "%s.new", path);
    char *text = malloc(ROLLOUT_STATE_MAX);
    FILE *file = text != NULL ? fopen(temporary, "w") : NULL;
    bool is_good = file != NULL;
    if (is_good) {
        size_t length = rollout_state_write(rollout, text);
        is_good = fwrite(text, 1, length, file) == length;
        is_good = fclose(file) == 0 && is_good && rename(temporary, path) == 0;
    }
    if (!is_good) {
        error_set(err, "%s: cannot be written: %s", path, strerror(errno));
    }
    free(text);
    return is_good;
}

/* ---- rolling --------------------------------------------------------------------- */

static void tell(const struct watch *watch, const struct rollout *rollout)
{
    int best = rollout_best(rollout);
    struct rollout_result result = rollout_result(rollout, best);
    fprintf(stderr, "\r%d of %d trials, best %+.4f +- %.4f, %.0f s ",
            rollout_trials(rollout), watch->rolled->request->settings.trials,
            result.equity, result.equity_error, seconds_now() - watch->begun);
}

static bool look(void *context, const struct rollout *rollout)
{
    struct watch *watch = context;
    double now = seconds_now();
    if (watch->control->tell != NULL) {
        watch->control->tell(watch->control->context, rollout);
    } else if (watch->is_terminal && now - watch->told >= tell_every) {
        watch->told = now;
        tell(watch, rollout);
    }
    if (watch->state != NULL && now - watch->saved >= save_every) {
        struct error ignored; /* the last saving tells */
        watch->saved = now;
        (void)write_state(rollout, watch->state, &ignored);
    }
    return watch->limit <= 0.0 || now - watch->begun < watch->limit;
}

static void add_plays(const struct analyser *analyser, struct rolled *rolled)
{
    const struct analysis *a = rolled->analysis;
    const struct rollout_request *request = rolled->request;
    double best = (double)analyser->ranked[0].equity;
    for (int i = 0; i < a->plays; i++) {
        const struct ranked_play *play = &analyser->ranked[i];
        bool is_near =
            i < request->candidates && (double)play->equity >= best - request->within;
        bool is_played = analyser->played != NULL && a->is_legal && i == a->played;
        if (is_near || is_played) {
            int n = rollout_add_play(rolled->rollout, &play->after);
            if (n >= 0) {
                rolled->plays[n] = play;
            }
        }
    }
}

/* Position and game of the player whose numbers are shown. */
static void find_roller(const struct analysis *analysis, struct position *pos,
                        struct match_state *ms)
{
    *pos = analysis->at.pos;
    *ms = analysis->at.ms;
    if (analysis->kind == ANALYSIS_ANSWER) {
        *pos = position_swap(pos);
        *ms = match_state_swap(ms);
    }
}

static bool is_before(const struct rolled *rolled, int a, int b)
{
    struct rollout_result x = rollout_result(rolled->rollout, a);
    struct rollout_result y = rollout_result(rolled->rollout, b);
    if (x.is_given_up != y.is_given_up) {
        return y.is_given_up;
    }
    return x.equity > y.equity;
}

static void sort_candidates(struct rolled *rolled)
{
    int count = rollout_candidates(rolled->rollout);
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at > 0 && is_before(rolled, i, rolled->order[at - 1]); at--) {
            rolled->order[at] = rolled->order[at - 1];
        }
        rolled->order[at] = i;
    }
}

static bool roll(struct rolled *rolled, const struct rolled_control *control,
                 struct error *err)
{
    const struct rollout_request *request = rolled->request;
    if (request->state != NULL && !read_state(rolled->rollout, request->state, err)) {
        return false;
    }
    double now = seconds_now();
    struct watch watch = {
        .rolled = rolled,
        .control = control,
        .state = request->state,
        .begun = now,
        .told = now,
        .saved = now,
        .limit = request->time_ms / 1000.0,
        .is_terminal = isatty(STDERR_FILENO) != 0,
    };
    rolled->is_stopped =
        rollout_run(rolled->rollout, control->stop, look, &watch) == ROLLOUT_STOPPED;
    rolled->seconds = seconds_now() - watch.begun;
    if (watch.told > watch.begun) {
        fputs("\r\033[K", stderr);
    }
    return request->state == NULL || write_state(rolled->rollout, request->state, err);
}

bool rolled_make(const struct analyser *analyser, const struct rollout_request *request,
                 const struct analysis *analysis, const struct rolled_control *control,
                 struct rolled *out, struct error *err)
{
    struct position pos;
    struct match_state ms;
    find_roller(analysis, &pos, &ms);
    *out = (struct rolled){.request = request,
                           .analysis = analysis,
                           .played = analyser->played,
                           .ranked = analyser->ranked};
    out->rollout =
        rollout_new(engine_evaluator(analyser->engine), engine_met(analyser->engine),
                    &request->settings, &ms, err);
    if (out->rollout == NULL) {
        return false;
    }
    if (analysis->kind == ANALYSIS_PLAY) {
        add_plays(analyser, out);
    } else {
        rollout_add_cube(out->rollout, &pos);
    }
    if (!roll(out, control, err)) {
        rolled_free(out);
        return false;
    }
    sort_candidates(out);
    return true;
}

void rolled_free(struct rolled *rolled)
{
    rollout_free(rolled->rollout);
    rolled->rollout = NULL;
}

/* ---- for people ------------------------------------------------------------------ */

static void name_of(const struct rolled *rolled, int candidate,
                    char name[NOTATION_SIZE])
{
    static const char *const cube[] = {"no double", "double, take"};
    if (rolled->analysis->kind != ANALYSIS_PLAY) {
        (void)snprintf(name, NOTATION_SIZE, "%s", cube[candidate]);
        return;
    }
    const struct ranked_play *play = rolled->plays[candidate];
    notation_write(&rolled->analysis->at.pos, &play->play, name);
    if (play->play.count == 0) {
        (void)snprintf(name, NOTATION_SIZE, "cannot move");
    }
}

static void print_outputs(const double p[5], FILE *out)
{
    fprintf(out, "%.4f %.4f %.4f - %.4f %.4f %.4f", p[0], p[1], p[2], 1.0 - p[0], p[3],
            p[4]);
}

static void print_candidate(const struct rolled *rolled, int place, FILE *out)
{
    int c = rolled->order[place];
    int best = rolled->order[0];
    struct rollout_result r = rollout_result(rolled->rollout, c);
    struct rollout_difference d = rollout_difference(rolled->rollout, c, best);
    char name[NOTATION_SIZE];
    name_of(rolled, c, name);
    fprintf(out, "%4d. %-26s %+8.4f +- %.4f", place + 1, name, r.equity,
            r.equity_error);
    if (place > 0) {
        fprintf(out, " (%+.4f +- %.4f, %.1f joint deviations)", d.equity, d.error,
                d.joint);
    }
    fputs("\n      ", out);
    print_outputs(r.outputs, out);
    fprintf(out, "  cubeless %+.4f +- %.4f", r.cubeless, r.cubeless_error);
    fputs("\n      ", out);
    fprintf(out, "%.4f %.4f %.4f - %.4f %.4f %.4f  standard errors, %d trials%s\n",
            r.outputs_error[0], r.outputs_error[1], r.outputs_error[2],
            r.outputs_error[0], r.outputs_error[3], r.outputs_error[4], r.trials,
            r.is_given_up ? ", given up" : "");
}

/* The best action; of an offered double what follows from the answer. */
static enum cube_action action_of(const struct rolled *rolled,
                                  const struct cube_decision *decision)
{
    if (rolled->analysis->kind != ANALYSIS_ANSWER) {
        return decision->action;
    }
    return decision->double_take <= decision->double_pass ? DOUBLE_TAKE : DOUBLE_PASS;
}

static void print_action(const struct rolled *rolled, FILE *out)
{
    struct cube_decision d = rollout_cube_decision(rolled->rollout);
    enum cube_action action = action_of(rolled, &d);
    if (d.is_beaver) {
        fprintf(out, "      double, beaver %+18.4f\n", (double)d.double_take);
    }
    fprintf(out, "      double, pass %+20.4f\n", (double)d.double_pass);
    if (rolled->analysis->kind == ANALYSIS_ANSWER) {
        const char *taken = d.is_beaver ? "beaver" : "take";
        fprintf(out, "      answer: %s\n", action == DOUBLE_TAKE ? taken : "pass");
    } else {
        analysis_print_action(&d, out);
    }
}

/* The place of the play that was made; -1 if it was not rolled out. */
static int place_of_played(const struct rolled *rolled)
{
    const struct analysis *a = rolled->analysis;
    int count = rollout_candidates(rolled->rollout);
    if (a->kind != ANALYSIS_PLAY || rolled->played == NULL || !a->is_legal) {
        return -1;
    }
    for (int i = 0; i < count; i++) {
        if (rolled->plays[rolled->order[i]] == &rolled->ranked[a->played]) {
            return i;
        }
    }
    return -1;
}

static void print_played(const struct rolled *rolled, FILE *out)
{
    int place = place_of_played(rolled);
    if (!rolled->analysis->is_legal) {
        fprintf(out, "      \"%.60s\" is not a legal play\n", rolled->played);
    } else if (place == 0) {
        fputs("      played: number 1\n", out);
    } else if (place > 0) {
        struct rollout_difference d =
            rollout_difference(rolled->rollout, rolled->order[0], rolled->order[place]);
        fprintf(out, "      played: number %d, loses %.4f +- %.4f%s\n", place + 1,
                d.equity, d.error, analysis_error_word(d.equity));
    }
}

static void print_plays(const struct rolled *rolled, FILE *out)
{
    int others = rolled->analysis->plays - rollout_candidates(rolled->rollout);
    if (others > 0) {
        fprintf(out, "      [%d play%s not rolled out]\n", others,
                others > 1 ? "s" : "");
    }
    if (rolled->played != NULL) {
        print_played(rolled, out);
    }
}

/* Why it ended before all its trials. */
static const char *reason_of_end(const struct rolled *rolled)
{
    return rolled->is_stopped                     ? "stopped"
           : rollout_is_accurate(rolled->rollout) ? "accurate"
                                                  : "clear";
}

static void print_footer(const struct rolled *rolled, FILE *out)
{
    char words[ROLLOUT_WORDS_SIZE];
    int trials = rollout_trials(rolled->rollout);
    int wanted = rolled->request->settings.trials;
    rollout_request_words(&rolled->request->settings, words);
    if (trials < wanted) {
        fprintf(out, "      rollout: %d of %d trials (%s), %s\n", trials, wanted,
                reason_of_end(rolled), words);
    } else {
        fprintf(out, "      rollout: %d trial%s, %s\n", trials, trials == 1 ? "" : "s",
                words);
    }
}

void rolled_print(const struct rolled *rolled, const char *id, FILE *out)
{
    analysis_print_head(rolled->analysis, id, out);
    for (int i = 0; i < rollout_candidates(rolled->rollout); i++) {
        print_candidate(rolled, i, out);
    }
    if (rolled->analysis->kind == ANALYSIS_PLAY) {
        print_plays(rolled, out);
    } else {
        print_action(rolled, out);
    }
    print_footer(rolled, out);
}

/* ---- JSON ------------------------------------------------------------------------ */

static json_t *candidate_object(const struct rolled *rolled, int place)
{
    int c = rolled->order[place];
    struct rollout_result r = rollout_result(rolled->rollout, c);
    struct rollout_difference d =
        rollout_difference(rolled->rollout, c, rolled->order[0]);
    char name[NOTATION_SIZE];
    name_of(rolled, c, name);
    return json_pack("{s:s, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:o, s:o, s:i, s:b}",
                     "play", name, "equity", r.equity, "error", r.equity_error,
                     "difference", d.equity, "difference_error", d.error,
                     "joint_deviations", d.joint, "cubeless", r.cubeless,
                     "cubeless_error", r.cubeless_error, "outputs",
                     json_five(r.outputs), "outputs_error", json_five(r.outputs_error),
                     "trials", r.trials, "given_up", r.is_given_up);
}

static json_t *candidates_array(const struct rolled *rolled)
{
    json_t *array = json_array();
    for (int i = 0; i < rollout_candidates(rolled->rollout); i++) {
        (void)json_array_append_new(array, candidate_object(rolled, i));
    }
    return array;
}

static json_t *cube_object(const struct rolled *rolled)
{
    if (rolled->analysis->kind == ANALYSIS_PLAY) {
        return json_null();
    }
    struct cube_decision d = rollout_cube_decision(rolled->rollout);
    struct rollout_result none = rollout_result(rolled->rollout, 0);
    struct rollout_result take = rollout_result(rolled->rollout, 1);
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:s}", "no_double", (double)d.no_double,
                     "no_double_error", none.equity_error, "double_take",
                     (double)d.double_take, "double_take_error",
                     d.is_beaver ? 2.0 * take.equity_error : take.equity_error,
                     "double_pass", (double)d.double_pass, "action",
                     cube_action_name(action_of(rolled, &d)));
}

bool rolled_print_json(const struct rolled *rolled, const char *id, FILE *out)
{
    enum { DIGITS = 7 };
    char words[ROLLOUT_WORDS_SIZE];
    rollout_request_words(&rolled->request->settings, words);
    json_t *object =
        json_pack("{s:s, s:s, s:s, s:i, s:b, s:s, s:o, s:o}", "id", id, "kind",
                  rolled->analysis->kind == ANALYSIS_PLAY ? "play" : "cube", "method",
                  "rollout", "trials", rollout_trials(rolled->rollout), "stopped",
                  rolled->is_stopped, "settings", words, "plays",
                  candidates_array(rolled), "cube", cube_object(rolled));
    if (rolled->played != NULL && rolled->analysis->kind == ANALYSIS_PLAY) {
        int place = place_of_played(rolled);
        (void)json_object_set_new(object, "played",
                                  place >= 0 ? candidate_object(rolled, place)
                                             : json_null());
    }
    return json_line_write(object, DIGITS, out);
}
