/*
 * Runs a rollout. rollout_new() makes what all its decisions share; rollout_begin()
 * starts a decision, whose candidates are added, two to double or not; rollout_run()
 * then goes in rounds:
 *
 *   has_enough()     the stopping rules; plays that are clearly behind are given up
 *   run_round()      the next trials, up to a multiple of ROLLOUT_ROUND
 *     run_games()    each thread takes one game after the other: one candidate with the
 *                    dice of one trial (rollout_game.c), which gives a row of figures
 *     add_trials()   the caller alone adds the figures to the sums, in the order of the
 *                    trials
 *
 * A round that was stopped keeps its trials up to the first incomplete one. What a
 * rollout says is computed from the sums when asked for: the means and standard errors
 * of a candidate, and of the difference between two in their common trials. Sums are in
 * units of value (cube.h), results in equities.
 */
#include "engine/rollout/rollout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/position.h"
#include "engine/rollout/rollout_internal.h"

/* ---- settings -------------------------------------------------------------------- */

struct rollout_settings rollout_default(void)
{
    return (struct rollout_settings){
        .trials = 1296,
        .least_trials = 2 * ROLLOUT_ROUND,
        .filter = *filter_find(filter_default_name),
        .is_cubeful = true,
        .reduces_variance = true,
        .has_stratified_dice = true,
        .uses_databases = true,
        .seed = 1,
        .threads = 1,
    };
}

static bool is_ply(int ply)
{
    return ply >= 0 && ply <= SEARCH_PLY_MAX;
}

const char *rollout_settings_fault(const struct rollout_settings *settings)
{
    if (settings->trials < 1 || settings->trials > ROLLOUT_TRIALS_MAX) {
        return "the number of trials is not in 1..1679616";
    }
    if (settings->horizon < 0 || settings->least_trials < 0 ||
        settings->first_turns < 0) {
        return "a count is negative";
    }
    if (!is_ply(settings->play_ply) || !is_ply(settings->first_ply) ||
        !is_ply(settings->luck_ply)) {
        return "a ply is not in 0..4";
    }
    if (!is_ply(settings->cube_ply) || settings->cube_ply % 2 != 0) {
        return "the cube ply is not 0, 2 or 4";
    }
    if (settings->threads < 1 || settings->threads > ROLLOUT_THREADS_MAX) {
        return "the number of threads is not in 1..64";
    }
    if (settings->check_every < 0 || settings->check_every > ROLLOUT_ROUND) {
        return "the trials between two checks are not in 0..72";
    }
    return NULL;
}

/* ---- making ---------------------------------------------------------------------- */

static struct rollout_thread *new_thread(const struct rollout_rules *rules)
{
    const struct rollout_settings *settings = &rules->settings;
    struct rollout_thread *thread = error_allocate(sizeof *thread, NULL);
    if (thread == NULL) {
        return NULL;
    }
    thread->rules = rules;
    thread->scratch = search_scratch_new(rules->ev);
    thread->strength = strength_default();
    thread->strength.play_ply = settings->play_ply;
    thread->strength.cube_ply = settings->cube_ply;
    thread->strength.filter = settings->filter;
    thread->strength.filter.nets.accept = -1; /* the main net sees every play */
    return thread;
}

static bool make_threads(struct rollout *rollout)
{
    int threads = rollout->rules.settings.threads;
    rollout->thread = calloc((size_t)threads, sizeof *rollout->thread);
    for (int i = 0; rollout->thread != NULL && i < threads; i++) {
        rollout->thread[i] = new_thread(&rollout->rules);
        if (rollout->thread[i] == NULL || rollout->thread[i]->scratch == NULL) {
            return false;
        }
    }
    if (threads > 1) {
        rollout->pool = thread_pool_new(threads);
    }
    return rollout->thread != NULL && (threads == 1 || rollout->pool != NULL);
}

struct rollout *rollout_new(const struct evaluator *ev, const struct met *met,
                            const struct rollout_settings *settings,
                            const struct match_state *ms, struct error *err)
{
    const char *fault = rollout_settings_fault(settings);
    if (fault != NULL) {
        error_set_kind(err, ERROR_REFUSED, "%s", fault);
        return NULL;
    }
    struct rollout *rollout = error_allocate(sizeof *rollout, err);
    if (rollout == NULL) {
        return NULL;
    }
    rollout->rules = (struct rollout_rules){
        .ev = ev,
        .met = met,
        .bearoff = settings->uses_databases ? eval_bearoff(ev) : NULL,
        .settings = *settings,
        .dice = &rollout->dice,
        .nodes = rollout_nodes_new(),
    };
    rollout->figures = malloc(ROLLOUT_ROUND * sizeof rollout->figures[0]);
    rollout_dice_init(&rollout->dice, settings->seed, settings->has_stratified_dice);
    if (rollout->rules.nodes == NULL || rollout->figures == NULL ||
        !make_threads(rollout)) {
        error_no_memory(err);
        rollout_free(rollout);
        return NULL;
    }
    rollout_begin(rollout, ms);
    return rollout;
}

void rollout_free(struct rollout *rollout)
{
    if (rollout == NULL) {
        return;
    }
    thread_pool_free(rollout->pool);
    for (int i = 0; rollout->thread != NULL && i < rollout->rules.settings.threads;
         i++) {
        if (rollout->thread[i] != NULL) {
            search_scratch_free(rollout->thread[i]->scratch);
            free(rollout->thread[i]);
        }
    }
    free(rollout->thread);
    free(rollout->figures);
    rollout_nodes_free(rollout->rules.nodes);
    free(rollout);
}

bool rollout_has_settings(const struct rollout *rollout,
                          const struct rollout_settings *settings)
{
    const struct rollout_settings *a = &rollout->rules.settings;
    const struct rollout_settings *b = settings;
    return a->trials == b->trials && a->least_trials == b->least_trials &&
           a->horizon == b->horizon && a->play_ply == b->play_ply &&
           a->first_turns == b->first_turns && a->first_ply == b->first_ply &&
           a->cube_ply == b->cube_ply && filter_equal(&a->filter, &b->filter) &&
           a->luck_ply == b->luck_ply && a->is_cubeful == b->is_cubeful &&
           a->reduces_variance == b->reduces_variance &&
           a->has_stratified_dice == b->has_stratified_dice &&
           a->uses_databases == b->uses_databases && a->seed == b->seed &&
           a->threads == b->threads && a->wanted_error == b->wanted_error &&
           a->check_every == b->check_every && a->small_loss == b->small_loss &&
           a->clear_errors == b->clear_errors;
}

void rollout_begin(struct rollout *rollout, const struct match_state *ms)
{
    rollout->ms = *ms;
    rollout->ms.has_jacoby &= rollout->rules.settings.is_cubeful;
    rollout->is_cube = false;
    rollout->rules.cube = ms->cube;
    rollout->rules.has_contact = true;
    rollout->sums = (struct rollout_sums){.candidates = 0};
    cube_model_init(&rollout->model, rollout->rules.met, &rollout->ms);
    rollout_nodes_clear(rollout->rules.nodes);
}

int rollout_add(struct rollout *rollout, const struct rollout_start *start)
{
    int n = rollout->sums.candidates;
    if (n == ROLLOUT_CANDIDATES_MAX || rollout->sums.trials > 0) {
        return -1;
    }
    rollout->starts[n] = *start;
    rollout->rules.has_contact &= position_has_contact(&start->pos);
    rollout->sums.candidates++;
    return n;
}

int rollout_add_play(struct rollout *rollout, const struct position *after)
{
    return rollout_add(rollout,
                       &(struct rollout_start){.pos = *after, .ms = rollout->ms});
}

void rollout_add_cube(struct rollout *rollout, const struct position *pos)
{
    struct rollout_start start = {
        .pos = *pos,
        .ms = rollout->ms,
        .is_mine_on_roll = true,
        .is_cube_decided = true,
    };
    (void)rollout_add(rollout, &start);
    start.ms.cube *= 2;
    start.ms.owner = CUBE_THEIRS;
    (void)rollout_add(rollout, &start);
    rollout->is_cube = true;
}

/* ---- a round --------------------------------------------------------------------- */

static bool must_stop(const struct rollout *rollout)
{
    return atomic_load_explicit(&rollout->halt, memory_order_relaxed) ||
           (rollout->stop != NULL &&
            atomic_load_explicit(rollout->stop, memory_order_relaxed));
}

/* Game n of the round: the remaining candidates of the first trial come first, then
 * those of the second, and so on. */
static void play_game(void *context, int64_t number, int thread)
{
    struct rollout *rollout = context;
    const int n = (int)number;
    const int trial = n / rollout->remaining; /* of the round */
    if (must_stop(rollout)) {
        return;
    }
    int candidate = rollout->remains[n % rollout->remaining];
    rollout->is_done[n] =
        rollout_game(rollout->thread[thread], &rollout->starts[candidate],
                     rollout->sums.trials + trial, rollout->figures[trial][candidate]);
    if (thread == 0 && rollout->progress != NULL &&
        !rollout->progress(rollout->context, rollout)) {
        atomic_store_explicit(&rollout->halt, true, memory_order_relaxed);
    }
}

static void list_remaining(struct rollout *rollout)
{
    rollout->remaining = 0;
    for (int c = 0; c < rollout->sums.candidates; c++) {
        if (!rollout->sums.candidate[c].is_given_up) {
            rollout->remains[rollout->remaining++] = c;
        }
    }
}

static void run_games(struct rollout *rollout)
{
    for (int i = 0; i < rollout->rules.settings.threads; i++) {
        rollout->thread[i]->strength.stop = rollout->stop;
    }
    thread_pool_run(rollout->pool, (int64_t)rollout->round_trials * rollout->remaining,
                    play_game, rollout);
}

static void add_differences(struct rollout_sums *sums, int a,
                            double (*figures)[ROLLOUT_FIGURES])
{
    for (int b = 0; b < a; b++) {
        if (!sums->candidate[b].is_given_up) {
            struct rollout_pair_sums *pair = &sums->pair[rollout_pair(a, b)];
            double difference =
                figures[a][ROLLOUT_FIGURE_VALUE] - figures[b][ROLLOUT_FIGURE_VALUE];
            pair->sum += difference;
            pair->square += difference * difference;
        }
    }
}

/* Adds the next trial; ignores figures[c] of candidates that were given up. */
static void add_trial(struct rollout_sums *sums, double (*figures)[ROLLOUT_FIGURES])
{
    for (int c = 0; c < sums->candidates; c++) {
        struct rollout_candidate_sums *candidate = &sums->candidate[c];
        if (candidate->is_given_up) {
            continue;
        }
        for (int k = 0; k < ROLLOUT_FIGURES; k++) {
            candidate->sum[k] += figures[c][k];
            candidate->square[k] += figures[c][k] * figures[c][k];
        }
        candidate->trials++;
        add_differences(sums, c, figures);
    }
    sums->trials++;
}

/* Adds the trials that all remaining candidates have completed, up to the first gap. */
static void add_trials(struct rollout *rollout)
{
    const bool *is_done = rollout->is_done;
    for (int n = 0; n < rollout->round_trials * rollout->remaining; n++) {
        if (!is_done[n]) {
            return;
        }
        if ((n + 1) % rollout->remaining == 0) {
            add_trial(&rollout->sums, rollout->figures[n / rollout->remaining]);
        }
    }
}

static int check_every(const struct rollout *rollout)
{
    int every = rollout->rules.settings.check_every;
    return every > 0 ? every : ROLLOUT_ROUND;
}

/* Runs up to the next multiple of settings.check_every, so that the result does not depend on
 * where an earlier run was stopped. */
static void run_round(struct rollout *rollout)
{
    int left = rollout->rules.settings.trials - rollout->sums.trials;
    int every = check_every(rollout);
    int wanted = every - rollout->sums.trials % every;
    rollout->round_trials = left < wanted ? left : wanted;
    list_remaining(rollout);
    memset(rollout->is_done, 0, sizeof rollout->is_done);
    run_games(rollout);
    add_trials(rollout);
}

/* ---- when to stop ---------------------------------------------------------------- */

bool rollout_is_accurate(const struct rollout *rollout)
{
    double wanted = rollout->rules.settings.wanted_error;
    for (int c = 0; c < rollout->sums.candidates; c++) {
        if (!rollout->sums.candidate[c].is_given_up &&
            rollout_result(rollout, c).equity_error > wanted) {
            return false;
        }
    }
    return wanted > 0.0 && rollout->sums.trials > 1;
}

/* Whether what is `behind` by the estimate, with this standard error, may be given up:
 * it is clearly behind, or giving it up loses next to nothing on average. */
static bool is_settled(const struct rollout_settings *settings, double behind,
                       double error)
{
    if (settings->clear_errors > 0.0 && behind >= settings->clear_errors * error) {
        return true;
    }
    if (settings->small_loss <= 0.0 || error <= 0.0) {
        return settings->small_loss > 0.0;
    }
    double z = behind / error;
    double density = exp(-0.5 * z * z) * M_2_SQRTPI * M_SQRT1_2 / 2.0;
    double loss = error * (density - z * 0.5 * erfc(z * M_SQRT1_2));
    return loss <= settings->small_loss;
}

static void give_up_trailing(struct rollout *rollout)
{
    int best = rollout_best(rollout);
    for (int c = 0; c < rollout->sums.candidates; c++) {
        struct rollout_candidate_sums *candidate = &rollout->sums.candidate[c];
        struct rollout_difference d = rollout_difference(rollout, best, c);
        candidate->is_given_up |=
            c != best && d.equity > 0.0 &&
            is_settled(&rollout->rules.settings, d.equity, d.error);
    }
}

/* Returns the games that a pass of the decision's double costs. */
static int pass_price(const struct rollout *rollout)
{
    return cube_price(&rollout->model, &rollout->starts[0].pos.theirs);
}

/* Whether double or no double, and take or pass, are settled. */
static bool is_cube_settled(const struct rollout *rollout)
{
    const struct rollout_settings *settings = &rollout->rules.settings;
    struct rollout_result none = rollout_result(rollout, 0);
    struct rollout_result take = rollout_result(rollout, 1);
    struct rollout_difference d = rollout_difference(rollout, 0, 1);
    double pass =
        cube_equity(&rollout->model, cube_result(&rollout->model, pass_price(rollout)));
    bool is_double_settled =
        take.equity < pass
            ? is_settled(settings, fabs(d.equity), d.error)
            : is_settled(settings, fabs(none.equity - pass), none.equity_error);
    return is_double_settled &&
           is_settled(settings, fabs(take.equity - pass), take.equity_error);
}

/* Returns whether a stopping rule ends the rollout. Gives up plays that are clearly
 * behind. */
static bool has_enough(struct rollout *rollout)
{
    const struct rollout_settings *settings = &rollout->rules.settings;
    bool may_settle = settings->clear_errors > 0.0 || settings->small_loss > 0.0;
    if (rollout->sums.trials % check_every(rollout) != 0 || rollout->sums.trials < 2 ||
        rollout->sums.trials < settings->least_trials) {
        return false;
    }
    if (may_settle && rollout->is_cube) {
        if (is_cube_settled(rollout)) {
            return true;
        }
    } else if (may_settle && rollout->sums.candidates > 1) {
        give_up_trailing(rollout);
        list_remaining(rollout);
        if (rollout->remaining == 1) {
            return true;
        }
    }
    return rollout_is_accurate(rollout);
}

enum rollout_end rollout_run(struct rollout *rollout, const atomic_bool *stop,
                             rollout_progress *progress, void *context)
{
    rollout->stop = stop;
    rollout->progress = progress;
    rollout->context = context;
    atomic_store(&rollout->halt, false);
    while (rollout->sums.trials < rollout->rules.settings.trials &&
           rollout->sums.candidates > 0 && !has_enough(rollout)) {
        run_round(rollout);
        if (must_stop(rollout) || (progress != NULL && !progress(context, rollout))) {
            return ROLLOUT_STOPPED;
        }
    }
    return ROLLOUT_DONE;
}

/* ---- results --------------------------------------------------------------------- */

int rollout_candidates(const struct rollout *rollout)
{
    return rollout->sums.candidates;
}

int rollout_trials(const struct rollout *rollout)
{
    return rollout->sums.trials;
}

/* Returns the equity of one unit of value. */
static double equity_per_value(const struct rollout *rollout)
{
    return cube_equity(&rollout->model, 1.0) - cube_equity(&rollout->model, 0.0);
}

struct rollout_estimate rollout_estimate(double sum, double square, int count)
{
    if (count < 2) {
        return (struct rollout_estimate){count == 1 ? sum : 0.0, 0.0};
    }
    double mean = sum / count;
    double variance = (square - sum * mean) / (count - 1);
    return (struct rollout_estimate){mean,
                                     variance > 0.0 ? sqrt(variance / count) : 0.0};
}

/* Returns the mean of figure k of a candidate. */
static struct rollout_estimate figure(const struct rollout *rollout, int candidate,
                                      int k)
{
    const struct rollout_candidate_sums *sums = &rollout->sums.candidate[candidate];
    return rollout_estimate(sums->sum[k], sums->square[k], sums->trials);
}

struct rollout_result rollout_result(const struct rollout *rollout, int candidate)
{
    struct rollout_result result = {
        .trials = rollout->sums.candidate[candidate].trials,
        .is_given_up = rollout->sums.candidate[candidate].is_given_up,
    };
    for (int k = 0; k < 5; k++) {
        struct rollout_estimate output =
            figure(rollout, candidate, ROLLOUT_FIGURE_OUTPUTS + k);
        result.outputs[k] = fmin(fmax(output.mean, 0.0), 1.0);
        result.outputs_error[k] = output.error;
    }
    struct rollout_estimate cubeless =
        figure(rollout, candidate, ROLLOUT_FIGURE_CUBELESS);
    struct rollout_estimate value = figure(rollout, candidate, ROLLOUT_FIGURE_VALUE);
    result.cubeless = cubeless.mean;
    result.cubeless_error = cubeless.error;
    result.equity = cube_equity(&rollout->model, value.mean);
    result.equity_error = equity_per_value(rollout) * value.error;
    return result;
}

struct outputs rollout_outputs(const struct rollout_result *result)
{
    const double *p = result->outputs;
    return outputs_clamp((struct outputs){(float)p[0], (float)p[1], (float)p[2],
                                          (float)p[3], (float)p[4]});
}

struct rollout_difference rollout_difference(const struct rollout *rollout, int a,
                                             int b)
{
    if (a == b) {
        return (struct rollout_difference){0.0, 0.0, 0.0};
    }
    double sign = a > b ? 1.0 : -1.0;
    const struct rollout_candidate_sums *first = &rollout->sums.candidate[a];
    const struct rollout_candidate_sums *second = &rollout->sums.candidate[b];
    const struct rollout_pair_sums *pair =
        &rollout->sums.pair[a > b ? rollout_pair(a, b) : rollout_pair(b, a)];
    int trials = first->trials < second->trials ? first->trials : second->trials;
    struct rollout_estimate d = rollout_estimate(pair->sum, pair->square, trials);
    double per_value = equity_per_value(rollout);
    double joint = hypot(rollout_result(rollout, a).equity_error,
                         rollout_result(rollout, b).equity_error);
    struct rollout_difference out = {sign * per_value * d.mean, per_value * d.error,
                                     0.0};
    out.joint = joint > 0.0 ? out.equity / joint : 0.0;
    return out;
}

int rollout_best(const struct rollout *rollout)
{
    int best = -1;
    for (int c = 0; c < rollout->sums.candidates; c++) {
        if (!rollout->sums.candidate[c].is_given_up &&
            (best < 0 || rollout->sums.candidate[c].sum[ROLLOUT_FIGURE_VALUE] >
                             rollout->sums.candidate[best].sum[ROLLOUT_FIGURE_VALUE])) {
            best = c;
        }
    }
    return best;
}

struct cube_decision rollout_cube_decision(const struct rollout *rollout)
{
    struct cube_decision decision = {
        .ply = rollout->rules.settings.play_ply,
        .trials = rollout->sums.trials,
    };
    struct rollout_result result = rollout_result(rollout, 0);
    double values[CUBE_SLOTS_MAX] = {0.0};
    values[0] = figure(rollout, 0, ROLLOUT_FIGURE_VALUE).mean;
    values[rollout->model.root_doubled] =
        figure(rollout, 1, ROLLOUT_FIGURE_VALUE).mean / rollout->model.factor;
    decision.outputs = rollout_outputs(&result);
    decision.equity_cubeless = (float)result.cubeless;
    cube_decide(&rollout->model, &rollout->ms, values, pass_price(rollout), &decision);
    return decision;
}
