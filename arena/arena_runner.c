#include "arena/arena_runner.h"

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "arena/arena_series.h"
#include "arena/job/ranks.h"
#include "arena/job/work.h"
#include "base/text.h"

enum { FAULT_TEXT = 200 };

/* A fault of a player of another rank, to be reported on rank 0. */
struct kept_fault {
    int player, count;
    bool is_forfeit;
    char reason[FAULT_TEXT];
};

/* What comes of a pair: the result of a unit (ranks.h). */
struct outcome {
    bool is_good;
    struct error err;
    struct arena_pair pair;
    struct arena_player_effort effort[2];
    int64_t faults[2];
    int kept; /* faults */
    struct kept_fault fault[2 * ARENA_RUNNER_FAULTS_MAX];
    struct arena_games games; /* last: only those that there are travel */
};

struct worker {
    struct arena_runner *runner;
    struct arena_series *series; /* whose pair it plays */
    struct outcome *outcome;     /* of that pair */
    struct arena_player *player[ARENA_RUNNER_PLAYERS_MAX];
    struct arena_player_effort
        noted[ARENA_RUNNER_PLAYERS_MAX]; /* in a series already */
    struct luck *luck;
    struct arena_table table;
    struct arena_match *match;
};

struct arena_runner {
    const struct arena_runner_options *options; /* of the first series */
    struct arena_series *series;
    int count;
    const char *spec[ARENA_RUNNER_PLAYERS_MAX];
    int players;
    pthread_mutex_t lock;
    double begun; /* work_now() */
    bool has_failed;
    struct error err;
    struct ranks_cost cost; /* of other ranks */
    struct worker workers[ARENA_RUNNER_THREADS_MAX];
};

/* ---- players --------------------------------------------------------------------- */

/* Adds what a player has done since it was last looked at to the pair. */
static void note_effort(struct worker *worker, int side)
{
    int p = worker->series->player[side];
    struct arena_player_effort *noted = &worker->noted[p];
    struct arena_player_effort *sum = &worker->outcome->effort[side];
    if (worker->player[p] == NULL) {
        return;
    }
    struct arena_player_effort now = arena_player_effort(worker->player[p]);
    sum->plays += now.plays - noted->plays;
    sum->cubes += now.cubes - noted->cubes;
    sum->seconds += now.seconds - noted->seconds;
    *noted = now;
}

static bool open_player(struct worker *worker, int p, struct error *err)
{
    const struct arena_runner *runner = worker->runner;
    const struct arena_rules *rules = &runner->options->rules;
    const struct arena_player_terms terms = {rules->is_cubeful, rules->seed};
    worker->player[p] = arena_player_open(runner->spec[p], &terms, err);
    worker->noted[p] = (struct arena_player_effort){0};
    return worker->player[p] != NULL;
}

static void stop_player(struct worker *worker, int side)
{
    int p = worker->series->player[side];
    note_effort(worker, side);
    arena_player_close(worker->player[p]);
    worker->player[p] = NULL;
}

/* Seats the players of the pair, and starts those that are not running. Returns the side
 * whose player cannot be started, with `err`; -1: both sit. */
static int seat_players(struct worker *worker, struct error *err)
{
    for (int side = 0; side < 2; side++) {
        int p = worker->series->player[side];
        if (worker->player[p] == NULL && !open_player(worker, p, err)) {
            return side;
        }
        worker->table.player[side] = worker->player[p];
    }
    return -1;
}

static void tell_fault(struct arena_runner *runner, const struct arena_series *series,
                       const struct arena_fault *fault)
{
    const struct arena_runner_options *options = series->options;
    (void)pthread_mutex_lock(&runner->lock);
    if (options->tell_fault != NULL) {
        options->tell_fault(options->context, fault);
    }
    (void)pthread_mutex_unlock(&runner->lock);
}

/* Rank 0 reports it at once, another leaves it to rank 0. */
static void note_fault(struct worker *worker, const struct arena_fault *fault)
{
    struct outcome *outcome = worker->outcome;
    outcome->faults[fault->player]++;
    if (ranks_is_first()) {
        tell_fault(worker->runner, worker->series, fault);
        return;
    }
    if (outcome->kept < 2 * ARENA_RUNNER_FAULTS_MAX) {
        struct kept_fault *kept = &outcome->fault[outcome->kept++];
        *kept = (struct kept_fault){.player = fault->player,
                                    .count = fault->count,
                                    .is_forfeit = fault->is_forfeit};
        COPY_TEXT(kept->reason, fault->reason);
    }
}

/* ---- playing --------------------------------------------------------------------- */

static bool must_stop(void *context)
{
    struct arena_runner *runner = context;
    const struct arena_runner_options *options = runner->options;
    int64_t played = 0;
    (void)pthread_mutex_lock(&runner->lock);
    for (int i = 0; i < runner->count; i++) {
        played += runner->series[i].count - runner->series[i].read;
    }
    bool has_failed = runner->has_failed;
    (void)pthread_mutex_unlock(&runner->lock);
    return has_failed || atomic_load(options->stop) ||
           (options->minutes > 0 && played > 0 &&
            work_now() - runner->begun >= 60.0 * options->minutes);
}

/* The first error is that of the run. */
static void fail_run(struct arena_runner *runner, const struct error *err)
{
    if (!runner->has_failed) {
        runner->has_failed = true;
        runner->err = *err;
    }
}

/* Also after an error: what other threads had in progress is not lost. */
static void put_pair(struct arena_runner *runner, struct arena_series *series,
                     const struct arena_pair *pair, const struct arena_games *games)
{
    struct error err = {0};
    arena_series_take(series, pair);
    if (!arena_series_write(series, pair, games, &err)) {
        fail_run(runner, &err);
    }
}

/* Whether a unit is still to be played by this run. The pairs of all series take turns. */
static bool must_play(void *context, int64_t unit)
{
    struct arena_runner *runner = context;
    const struct arena_series *series = &runner->series[unit % runner->count];
    const int64_t number = unit / runner->count;
    (void)pthread_mutex_lock(&runner->lock);
    bool is_open = arena_series_wants(series, number);
    (void)pthread_mutex_unlock(&runner->lock);
    return is_open;
}

/* Plays the pair. Returns 1; 0: it cannot be; -1: `side` has failed. The last two with
 * `err`. */
static int try_pair(struct worker *worker, int64_t number, struct arena_pair *pair,
                    int *side, struct error *err)
{
    *side = seat_players(worker, err);
    if (*side < 0) {
        if (arena_play_pair(worker->match, number, pair, err)) {
            return 1;
        }
        *side = arena_match_failed(worker->match);
    }
    return *side < 0 || !worker->series->options->has_recovery ? 0 : -1;
}

/* Plays a pair, with restarts of players that fail, to its end or its forfeit. */
static bool play_pair(struct worker *worker, int64_t number, struct arena_pair *pair,
                      struct error *err)
{
    const struct arena_runner_options *options = worker->series->options;
    int faults[2] = {0};
    int side = -1;
    int played = 0;
    worker->table.dice_from = options->dice_from;
    while ((played = try_pair(worker, number, pair, &side, err)) < 0) {
        bool is_forfeit = ++faults[side] == ARENA_RUNNER_FAULTS_MAX;
        note_fault(worker, &(struct arena_fault){number, side, faults[side], is_forfeit,
                                                 err->text});
        stop_player(worker, side);
        if (is_forfeit) {
            *pair = arena_pair_forfeited(&options->rules, number, side);
            worker->outcome->games.count = 0;
            played = 1;
            break;
        }
    }
    note_effort(worker, 0);
    note_effort(worker, 1);
    return played > 0;
}

static size_t play_unit(void *context, int64_t unit, int thread, void *result)
{
    struct arena_runner *runner = context;
    struct worker *worker = &runner->workers[thread];
    struct outcome *outcome = result;
    memset(outcome, 0, offsetof(struct outcome, games.game));
    worker->series = &runner->series[unit % runner->count];
    worker->outcome = outcome;
    outcome->is_good =
        play_pair(worker, unit / runner->count, &outcome->pair, &outcome->err);
    return offsetof(struct outcome, games.game) +
           (size_t)outcome->games.count * sizeof outcome->games.game[0];
}

static void take_effort(struct arena_series *series, const struct outcome *outcome)
{
    for (int p = 0; p < 2; p++) {
        series->effort[p].plays += outcome->effort[p].plays;
        series->effort[p].cubes += outcome->effort[p].cubes;
        series->effort[p].seconds += outcome->effort[p].seconds;
        series->faults[p] += outcome->faults[p];
    }
}

static void take_unit(void *context, int64_t unit, const void *result, size_t size)
{
    struct arena_runner *runner = context;
    struct arena_series *series = &runner->series[unit % runner->count];
    const struct outcome *outcome = result;
    (void)size;
    for (int i = 0; i < outcome->kept; i++) {
        const struct kept_fault *kept = &outcome->fault[i];
        tell_fault(runner, series,
                   &(struct arena_fault){unit / runner->count, kept->player,
                                         kept->count, kept->is_forfeit, kept->reason});
    }
    (void)pthread_mutex_lock(&runner->lock);
    take_effort(series, outcome);
    if (outcome->is_good) {
        put_pair(runner, series, &outcome->pair, &outcome->games);
    } else {
        fail_run(runner, &outcome->err);
    }
    (void)pthread_mutex_unlock(&runner->lock);
}

/* ---- workers --------------------------------------------------------------------- */

/* Passes events to the watcher of the series, one at a time. */
static void tell_in_turn(void *context, const struct arena_event *event)
{
    struct worker *worker = context;
    const struct arena_watcher *watcher = &worker->series->options->watcher;
    arena_games_note(&worker->outcome->games, event);
    if (watcher->tell != NULL) {
        (void)pthread_mutex_lock(&worker->runner->lock);
        watcher->tell(watcher->context, event);
        (void)pthread_mutex_unlock(&worker->runner->lock);
    }
}

/* Tells, on rank 0, that a player could not be started before the first pair: a fault of this
 * run, too. */
static void tell_start(struct arena_runner *runner, int p, int count,
                       const char *reason)
{
    for (int i = 0; i < runner->count && ranks_is_first(); i++) {
        struct arena_series *series = &runner->series[i];
        int side = series->player[1] == p;
        if (series->player[side] == p) {
            series->faults[side]++;
            tell_fault(runner, series,
                       &(struct arena_fault){series->options->first, side, count, false,
                                             reason});
            return;
        }
    }
}

/* A program may be killed while it loads: that is a fault like others. */
static bool start_player(struct worker *worker, int p, struct error *err)
{
    struct arena_runner *runner = worker->runner;
    bool is_patient =
        runner->options->has_recovery && arena_player_is_program(runner->spec[p]);
    for (int i = 1; !open_player(worker, p, err); i++) {
        if (!is_patient || i == ARENA_RUNNER_FAULTS_MAX) {
            return false;
        }
        tell_start(runner, p, i, err->text);
    }
    return true;
}

static bool open_worker(struct arena_runner *runner, struct worker *worker,
                        struct error *err)
{
    const struct arena_runner_options *options = runner->options;
    const bool is_cubeful = options->rules.is_cubeful;
    worker->runner = runner;
    for (int p = 0; p < runner->players; p++) {
        if (!start_player(worker, p, err)) {
            return false;
        }
        assert(!is_cubeful || arena_player_knows_cube(runner->spec[p]));
    }
    if (options->luck != LUCK_NONE) {
        worker->luck = luck_open(options->luck_weights, options->luck, is_cubeful, err);
        if (worker->luck == NULL) {
            return false;
        }
    }
    worker->table = (struct arena_table){.rules = options->rules,
                                         .luck = worker->luck,
                                         .watcher = {tell_in_turn, worker}};
    worker->match = arena_match_new(&worker->table);
    return worker->match != NULL || error_no_memory(err);
}

static void close_worker(struct worker *worker)
{
    for (int p = 0; p < ARENA_RUNNER_PLAYERS_MAX; p++) {
        arena_player_close(worker->player[p]);
    }
    luck_close(worker->luck);
    arena_match_free(worker->match);
}

/* The figures of all series, which the caller frees; NULL: no memory. */
static struct arena_figures *make_figures(const struct arena_runner *runner,
                                          struct arena_runner_progress *progress)
{
    struct arena_figures *figures = calloc((size_t)runner->count, sizeof *figures);
    for (int i = 0; figures != NULL && i < runner->count; i++) {
        const struct arena_series *series = &runner->series[i];
        figures[i] = arena_figures(series->pairs, series->count);
        progress->pairs += series->count;
        progress->pairs_wanted += series->is_enough
                                      ? series->count
                                      : series->options->pairs - series->options->first;
        progress->pairs_of_run += series->count - series->read;
    }
    return figures;
}

static void report_progress(void *context)
{
    struct arena_runner *runner = context;
    if (runner->options->report == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&runner->lock);
    struct arena_runner_progress progress = {.seconds = work_now() - runner->begun,
                                             .series = runner->count};
    struct arena_figures *figures = make_figures(runner, &progress);
    if (figures != NULL) {
        int64_t left = progress.pairs_wanted - progress.pairs;
        progress.figures = figures;
        progress.seconds_left =
            progress.pairs_of_run > 0
                ? progress.seconds * (double)left / (double)progress.pairs_of_run
                : 0.0;
        runner->options->report(runner->options->context, &progress);
    }
    free(figures);
    (void)pthread_mutex_unlock(&runner->lock);
}

static bool play_pairs(struct arena_runner *runner, struct error *err)
{
    const struct ranks_work work = {.context = runner,
                                    .result_max = sizeof(struct outcome),
                                    .is_wanted = must_play,
                                    .is_over = must_stop,
                                    .work = play_unit,
                                    .take = take_unit,
                                    .watch = report_progress};
    struct ranks *ranks = ranks_open(&work, runner->options->threads, err);
    int64_t most = 0;
    for (int i = 0; i < runner->count; i++) {
        const struct arena_runner_options *options = runner->series[i].options;
        most = options->pairs > most ? options->pairs : most;
    }
    if (ranks == NULL) {
        return false;
    }
    bool is_good = ranks_run(ranks, runner->options->first * runner->count,
                             (most - runner->options->first) * runner->count, err);
    runner->cost = ranks_cost(ranks);
    ranks_close(ranks);
    if (runner->has_failed && err != NULL) {
        *err = runner->err;
    }
    return is_good && !runner->has_failed;
}

static bool run_workers(struct arena_runner *runner, struct error *err)
{
    const int threads = runner->options->threads;
    bool is_good = true;
    /* players first: a run that they refuse leaves no files */
    for (int t = 0; is_good && t < threads; t++) {
        is_good = open_worker(runner, &runner->workers[t], err);
    }
    for (int i = 0; is_good && i < runner->count; i++) {
        is_good = arena_series_open(&runner->series[i], err);
    }
    runner->begun = work_now();
    is_good = is_good && play_pairs(runner, err);
    for (int t = 0; t < threads; t++) {
        close_worker(&runner->workers[t]);
    }
    for (int i = 0; i < runner->count; i++) {
        is_good =
            arena_series_close(&runner->series[i], is_good ? err : NULL) && is_good;
    }
    return is_good;
}

/* ---- from options to results ----------------------------------------------------- */

/* The place of a player, other than `taken`, in the list of all. -1: it is full. */
static int place_player(struct arena_runner *runner, const char *spec, int taken)
{
    for (int p = 0; p < runner->players; p++) {
        if (p != taken && strcmp(runner->spec[p], spec) == 0) {
            return p;
        }
    }
    if (runner->players == ARENA_RUNNER_PLAYERS_MAX) {
        return -1;
    }
    runner->spec[runner->players] = spec;
    return runner->players++;
}

static bool place_players(struct arena_runner *runner, struct arena_series *series,
                          const struct arena_runner_options *options, struct error *err)
{
    series->player[0] = place_player(runner, options->player[0], -1);
    series->player[1] = place_player(runner, options->player[1], series->player[0]);
    return (series->player[0] >= 0 && series->player[1] >= 0) ||
           error_set(err, "more than %d players", ARENA_RUNNER_PLAYERS_MAX);
}

bool arena_runner_play_all(const struct arena_runner_options *options, int count,
                           struct arena_runner_result *results, struct error *err)
{
    struct arena_runner runner = {.options = options, .count = count};
    memset(results, 0, (size_t)count * sizeof *results);
    runner.series = calloc((size_t)count, sizeof *runner.series);
    if (runner.series == NULL) {
        return error_no_memory(err);
    }
    bool is_good = true;
    for (int i = 0; is_good && i < count; i++) {
        is_good = place_players(&runner, &runner.series[i], &options[i], err) &&
                  arena_series_make(&runner.series[i], &options[i], err);
    }
    runner.begun = work_now();
    if (is_good) {
        (void)pthread_mutex_init(&runner.lock, NULL);
        is_good = run_workers(&runner, err);
        (void)pthread_mutex_destroy(&runner.lock);
    }
    for (int i = 0; i < count; i++) {
        arena_series_finish(&runner.series[i], &results[i]);
        results[i].seconds = work_now() - runner.begun;
        results[i].cost = runner.cost;
    }
    free(runner.series);
    return is_good;
}

bool arena_runner_play(const struct arena_runner_options *options,
                       struct arena_runner_result *result, struct error *err)
{
    return arena_runner_play_all(options, 1, result, err);
}

void arena_runner_free(struct arena_runner_result *result)
{
    free(result->pairs);
    result->pairs = NULL;
}
