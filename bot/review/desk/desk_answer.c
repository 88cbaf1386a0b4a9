#include <jansson.h>

#include "bot/analyse/decision_rollout.h"
#include "bot/review/desk/desk_internal.h"
#include "engine/board/position.h"
#include "engine/rollout/roller.h"
#include "engine/search/ranked_play.h"
#include "match/report/match_review.h"

enum { DIGITS = 7, LEAST_AWAY = 2, MOST_AWAY = 9, NEAR_PLAYS = 5 };

static char *compact_text(json_t *object)
{
    char *text = object != NULL
                     ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(DIGITS))
                     : NULL;
    json_decref(object);
    return text;
}

static void tell_progress(struct desk *desk, double share, double error_bar)
{
    (void)pthread_mutex_lock(&desk->lock);
    if (!desk->is_waiting) {
        desk->job.share = share;
        desk->job.error_bar = error_bar;
    }
    (void)pthread_mutex_unlock(&desk->lock);
}

/* ---- a decision ------------------------------------------------------------------ */

/* What a decision is to match_review_weighed(). */
static struct match_turn turn_of(const struct analysis *analysis)
{
    return (struct match_turn){
        .pos = analysis->at.pos,
        .ms = analysis->at.ms,
        .type = analysis->kind == ANALYSIS_PLAY   ? RECORD_CELL_PLAY
                : analysis->kind == ANALYSIS_CUBE ? RECORD_CELL_DOUBLE
                                                  : RECORD_CELL_TAKE,
        .stakes = 1};
}

static json_t *decision_of(const struct desk *desk, const struct analysis *analysis,
                           const struct match_detail *detail)
{
    bool is_cube = analysis->kind != ANALYSIS_PLAY;
    const struct match_turn turn = turn_of(analysis);
    json_t *object =
        match_review_weighed(engine_met(desk->options.engine), &turn, detail, is_cube);
    if (analysis->kind == ANALYSIS_CUBE) {
        match_review_add_market(desk->options.engine, &turn.pos, &turn.ms, object);
    }
    return object;
}

static bool has_played(const struct desk *desk, const struct analysis *analysis)
{
    return desk->tools.played != NULL && analysis->is_legal;
}

/* A single legal play has its figures, too. */
static void keep_plays(const struct desk *desk, const struct analysis *analysis,
                       struct match_detail *detail)
{
    const struct ranked_play *ranked = desk->tools.ranked;
    match_detail_keep_plays(detail, ranked, analysis->plays,
                            has_played(desk, analysis) ? analysis->played : -1);
    if (analysis->plays == 1) {
        detail->plays = 1;
        detail->play[0] = (struct match_detail_play){.play = ranked->play,
                                                     .equity = ranked->equity,
                                                     .ply = ranked->ply,
                                                     .outputs = ranked->outputs};
    }
}

static json_t *searched(const struct desk *desk, const struct analysis *analysis)
{
    struct match_detail detail = {.made = -1, .cube = analysis->cube};
    if (analysis->kind == ANALYSIS_PLAY) {
        keep_plays(desk, analysis, &detail);
    }
    return decision_of(desk, analysis, &detail);
}

static void add_why(const struct desk *desk, const struct analysis *analysis,
                    json_t *object)
{
    char why[EXPLAIN_SIZE];
    if (object != NULL && analysis->kind == ANALYSIS_PLAY &&
        has_played(desk, analysis)) {
        analysis_explain_played(&desk->tools, analysis, why);
        (void)json_object_set_new(object, "why", json_string(why));
    }
}

/* ---- rollouts -------------------------------------------------------------------- */

static void add_rolled_play(const struct decision_rollout *rolled, int candidate,
                            struct match_detail *detail)
{
    struct rollout_result result = rollout_result(rolled->rollout, candidate);
    detail->play[detail->plays++] =
        (struct match_detail_play){.play = rolled->plays[candidate]->play,
                                   .equity = (float)result.equity,
                                   .trials = result.trials,
                                   .outputs = rollout_outputs(&result)};
}

/* Adds the standard error to each row: that of the difference from the best; of the best its
 * own. */
static void add_errors(const struct decision_rollout *rolled, int plays, json_t *object)
{
    json_t *rows = json_object_get(object, "c");
    int best = rolled->order[0];
    for (int i = 0; i < plays; i++) {
        double error =
            i == 0 ? rollout_result(rolled->rollout, best).equity_error
                   : rollout_difference(rolled->rollout, best, rolled->order[i]).error;
        (void)json_array_append_new(json_array_get(rows, (size_t)i), json_real(error));
    }
}

static json_t *rolled_out(const struct desk *desk, const struct desk_question *question,
                          const struct decision_rollout *rolled)
{
    const struct analysis *analysis = rolled->analysis;
    const struct roller name = {.name = question->method->name};
    struct match_detail detail = {.made = -1, .roller = &name};
    bool is_play = analysis->kind == ANALYSIS_PLAY;
    int count = rollout_candidates(rolled->rollout);
    if (is_play) {
        for (int i = 0; i < count && i < MATCH_DETAIL_PLAYS; i++) {
            add_rolled_play(rolled, rolled->order[i], &detail);
        }
    } else {
        detail.cube = rollout_cube_decision(rolled->rollout);
        detail.cube.trials = rollout_trials(rolled->rollout);
    }
    json_t *object = decision_of(desk, analysis, &detail);
    double error = rollout_difference(rolled->rollout, is_play ? rolled->order[0] : 0,
                                      count < 2 ? rolled->order[0]
                                      : is_play ? rolled->order[1]
                                                : 1)
                       .error;
    if (is_play) {
        add_errors(rolled, detail.plays, object);
    }
    (void)json_object_set_new(
        object, "words",
        json_sprintf("%s, %d games: standard error of the difference %.4f.",
                     question->method->name, rollout_trials(rolled->rollout), error));
    return object;
}

/* Called about once a game. */
static void tell_rollout(void *context, const struct rollout *rollout)
{
    struct desk *desk = context;
    int best = rollout_best(rollout), trials = rollout_trials(rollout);
    double error = trials > 1 ? rollout_result(rollout, best).equity_error : 0.0;
    tell_progress(desk, (double)trials / desk->rollout_trials, error);
}

/* A roller's are those of the engine, so that it means the same everywhere. */
static struct rollout_settings settings_of(const struct desk *desk,
                                           const struct roller *roller)
{
    struct strength strength = desk->tools.strength;
    strength.roller = roller;
    return roller != NULL ? roller_rollout_settings(&strength) : rollout_default();
}

static json_t *roll_out(struct desk *desk, const struct desk_question *question,
                        const struct analysis *analysis, struct error *err)
{
    const struct decision_rollout_control control = {
        .stop = &desk->stop, .tell = tell_rollout, .context = desk};
    struct rollout_request request = ROLLOUT_REQUEST_DEFAULT;
    struct decision_rollout rolled;
    request.settings = settings_of(desk, question->roller);
    desk->rollout_trials = request.settings.trials;
    request.candidates = NEAR_PLAYS;
    request.within = 1.0;
    if (!decision_rollout_make(&desk->tools, &request, analysis, &control, &rolled,
                               err)) {
        return NULL;
    }
    json_t *object = rolled.is_stopped ? NULL : rolled_out(desk, question, &rolled);
    decision_rollout_free(&rolled);
    return object;
}

/* ---- scores ---------------------------------------------------------------------- */

static json_t *action_at(struct desk *desk, const struct decision_context *at,
                         int my_away, int their_away)
{
    struct cube_decision cube;
    struct match_state ms = match_state_match(MOST_AWAY, MOST_AWAY - my_away,
                                              MOST_AWAY - their_away, false);
    ms.cube = at->ms.cube;
    ms.owner = at->ms.owner;
    engine_cube_decision(desk->options.engine, desk->tools.scratch,
                         &desk->tools.strength, &at->pos, &ms, &cube);
    return json_pack("[s, f, f, f]", cube_action_name(cube.action),
                     (double)cube.no_double, (double)cube.double_take,
                     (double)cube.double_pass);
}

/* The doubler's rows and columns, also where the taker asks. */
static json_t *scores_of(struct desk *desk, const struct decision_context *asked)
{
    struct decision_context at = *asked;
    json_t *rows = json_array();
    if (at.is_doubled) {
        at.pos = position_swap(&at.pos);
        at.ms = match_state_swap(&at.ms);
    }
    for (int mine = LEAST_AWAY; mine <= MOST_AWAY; mine++) {
        json_t *row = json_array();
        for (int theirs = LEAST_AWAY; theirs <= MOST_AWAY; theirs++) {
            (void)json_array_append_new(row, action_at(desk, &at, mine, theirs));
        }
        (void)json_array_append_new(rows, row);
        tell_progress(desk, (mine - LEAST_AWAY + 1.0) / (MOST_AWAY - LEAST_AWAY + 1),
                      0.0);
    }
    return json_pack("{s:i, s:b, s:o}", "least", LEAST_AWAY, "is_theirs",
                     asked->is_doubled, "rows", rows);
}

/* ---- all ------------------------------------------------------------------------- */

char *desk_answer(struct desk *desk, const struct desk_question *question,
                  struct error *err)
{
    const struct desk_method *method = question->method;
    struct analysis analysis;
    json_t *object;
    desk->tools.strength.play_ply = method->ply;
    desk->tools.strength.cube_ply = method->ply >= 3 ? 4 : 2;
    desk->tools.played = question->play[0] != '\0' ? question->play : NULL;
    if (method->judge == DESK_SCORES) {
        object = scores_of(desk, &question->at);
    } else {
        analysis_make(&desk->tools, &question->at, &analysis);
        if (desk->tools.played != NULL && analysis.kind == ANALYSIS_PLAY &&
            !analysis.is_legal) {
            error_set(err, "%.60s is not a legal play", question->play);
            return NULL;
        }
        object = method->judge == DESK_ROLLOUT && !atomic_load(&desk->stop)
                     ? roll_out(desk, question, &analysis, err)
                     : searched(desk, &analysis);
        add_why(desk, &analysis, object);
    }
    return compact_text(atomic_load(&desk->stop) ? (json_decref(object), NULL)
                                                 : object);
}
