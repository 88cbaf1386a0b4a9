#include "arena/arena_runner.h"
#include "arena/arena_runner_internal.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/job/line_file.h"
#include "arena/job/work.h"
#include "base/thread_pool.h"

struct worker {
    struct arena_table table;
    struct arena_match *match;
    struct arena_player_effort effort[2]; /* of players that were closed */
};

struct arena_runner {
    const struct arena_runner_options *options;
    struct arena_pair *pairs; /* in the order in which they ended */
    int64_t count;
    int64_t read;    /* of them from the file */
    int32_t *place;  /* by number: its index in `pairs` + 1; 0: not done */
    int64_t ordered; /* pairs 0 .. ordered-1 are done and were told to wants_more() */
    bool is_enough;  /* it has answered false: they are the result */
    FILE *file;
    pthread_mutex_t lock;
    double begun; /* work_now() */
    bool has_failed;
    struct error err;
    int64_t faults[2];
    struct worker workers[ARENA_RUNNER_THREADS_MAX];
};

/* ---- the file -------------------------------------------------------------------- */

/* "forfeited P " may stand before the dot. */
static bool read_forfeit(const char **at, struct arena_pair *pair)
{
    static const char word[] = "forfeited ";
    int64_t player;
    pair->forfeited[0] = pair->forfeited[1] = 0;
    if (strncmp(*at, word, strlen(word)) != 0) {
        return true;
    }
    *at += strlen(word);
    if (!line_file_integer(at, 1, &player)) {
        return false;
    }
    pair->forfeited[player] = 1;
    return true;
}

bool arena_runner_read_line(const char *line, struct arena_pair *pair)
{
    const char *at = line;
    int64_t count[4];
    enum { GAMES_MAX = 10000 };
    if (!line_file_integer(&at, ARENA_RUNNER_PAIRS_MAX, &pair->number) ||
        !line_file_number(&at, &pair->plain) ||
        !line_file_number(&at, &pair->reduced)) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        if (!line_file_integer(&at, GAMES_MAX, &count[i])) {
            return false;
        }
    }
    pair->games = (int)count[0];
    pair->games_won = (int)count[1];
    pair->gammons_won = (int)count[2];
    pair->gammons_lost = (int)count[3];
    return read_forfeit(&at, pair) && strcmp(at, ".") == 0;
}

static bool write_pair(FILE *file, const struct arena_pair *pair)
{
    static const char *const forfeits[2][2] = {{"", "forfeited 1 "},
                                               {"forfeited 0 ", ""}};
    return fprintf(file, "%" PRId64 " %.17g %.17g %d %d %d %d %s.\n", pair->number,
                   pair->plain, pair->reduced, pair->games, pair->games_won,
                   pair->gammons_won, pair->gammons_lost,
                   forfeits[pair->forfeited[0]][pair->forfeited[1]]) > 0 &&
           fflush(file) == 0;
}

static void keep_pair(struct arena_runner *runner, const struct arena_pair *pair)
{
    runner->pairs[runner->count++] = *pair;
    runner->place[pair->number] = (int32_t)runner->count;
}

/* Tells wants_more() of the pairs whose turn has come. */
static void tell_in_order(struct arena_runner *runner)
{
    const struct arena_runner_options *options = runner->options;
    while (options->wants_more != NULL && !runner->is_enough &&
           runner->ordered < options->pairs && runner->place[runner->ordered] != 0) {
        const struct arena_pair *pair =
            &runner->pairs[runner->place[runner->ordered] - 1];
        runner->ordered++;
        runner->is_enough = !options->wants_more(options->context, pair);
    }
}

static bool take_result(void *context, const char *line)
{
    struct arena_runner *runner = context;
    struct arena_pair pair;
    if (!arena_runner_read_line(line, &pair)) {
        return false;
    }
    if (pair.number < runner->options->pairs && runner->place[pair.number] == 0) {
        keep_pair(runner, &pair);
    }
    return true;
}

static bool open_results(struct arena_runner *runner, struct error *err)
{
    const struct arena_runner_options *options = runner->options;
    const struct line_file lines = {.path = options->file,
                                    .magic = "fibsbot-contest 1",
                                    .conditions = options->conditions,
                                    .expected = "the results of a pair",
                                    .is_resumed = options->is_resumed,
                                    .take = take_result,
                                    .context = runner};
    if (options->file == NULL) {
        return true;
    }
    runner->file = line_file_open(&lines, err);
    runner->read = runner->count;
    tell_in_order(runner);
    return runner->file != NULL;
}

/* ---- playing --------------------------------------------------------------------- */

static bool must_stop(const struct arena_runner *runner)
{
    const struct arena_runner_options *options = runner->options;
    return runner->has_failed || runner->is_enough || atomic_load(options->stop) ||
           (options->minutes > 0 && runner->count > runner->read &&
            work_now() - runner->begun >= 60.0 * options->minutes);
}

static void put_pair(struct arena_runner *runner, const struct arena_pair *pair)
{
    keep_pair(runner, pair);
    tell_in_order(runner);
    if (runner->file != NULL && !write_pair(runner->file, pair)) {
        runner->has_failed = true;
        error_set(&runner->err, "%s: %s", runner->options->file, strerror(errno));
    }
}

/* Whether pair `number` is still to be played by this run. */
static bool must_play(struct arena_runner *runner, int64_t number)
{
    (void)pthread_mutex_lock(&runner->lock);
    bool is_open = runner->place[number] == 0 && !must_stop(runner);
    (void)pthread_mutex_unlock(&runner->lock);
    return is_open;
}

/* ---- players that fail ----------------------------------------------------------- */

static void close_player(struct worker *worker, int p)
{
    struct arena_player *player = worker->table.player[p];
    if (player != NULL) {
        struct arena_player_effort one = arena_player_effort(player);
        worker->effort[p].plays += one.plays;
        worker->effort[p].cubes += one.cubes;
        worker->effort[p].seconds += one.seconds;
    }
    arena_player_close(player);
    worker->table.player[p] = NULL;
}

static struct arena_player *open_player(const struct arena_runner *runner, int p,
                                        struct error *err)
{
    const struct arena_runner_options *options = runner->options;
    const struct arena_player_terms terms = {options->rules.is_cubeful,
                                             options->rules.seed};
    return arena_player_open(options->player[p], &terms, err);
}

/* A program may end while it starts, too. */
static bool restart_player(struct arena_runner *runner, struct worker *worker, int p,
                           struct error *err)
{
    struct arena_player *player = NULL;
    close_player(worker, p);
    for (int i = 0; i < ARENA_RUNNER_FAULTS_MAX && player == NULL; i++) {
        player = open_player(runner, p, err);
    }
    worker->table.player[p] = player;
    arena_match_seat(worker->match, p, player);
    return player != NULL;
}

static void note_fault(struct arena_runner *runner, const struct arena_fault *fault)
{
    const struct arena_runner_options *options = runner->options;
    (void)pthread_mutex_lock(&runner->lock);
    runner->faults[fault->player]++;
    if (options->tell_fault != NULL) {
        options->tell_fault(options->context, fault);
    }
    (void)pthread_mutex_unlock(&runner->lock);
}

/* Plays a pair, with restarts of players that fail, to its end or its forfeit. */
static bool play_pair(struct arena_runner *runner, struct worker *worker,
                      int64_t number, struct arena_pair *pair, struct error *err)
{
    int faults[2] = {0};
    while (!arena_play_pair(worker->match, number, pair, err)) {
        int p = arena_match_failed(worker->match);
        if (p < 0 || !runner->options->has_recovery) {
            return false;
        }
        bool is_forfeit = ++faults[p] == ARENA_RUNNER_FAULTS_MAX;
        note_fault(runner, &(struct arena_fault){number, p, faults[p], is_forfeit,
                                                 err != NULL ? err->text : ""});
        if (!restart_player(runner, worker, p, err)) {
            return false;
        }
        if (is_forfeit) {
            *pair = arena_pair_forfeited(&runner->options->rules, number, p);
            return true;
        }
    }
    return true;
}

static void play_number(void *context, int64_t number, int thread)
{
    struct arena_runner *runner = context;
    struct worker *worker = &runner->workers[thread > 0 ? thread - 1 : 0];
    struct arena_pair pair;
    struct error err = {""};
    if (!must_play(runner, number)) {
        return;
    }
    bool is_good = play_pair(runner, worker, number, &pair, &err);
    (void)pthread_mutex_lock(&runner->lock);
    if (is_good) {
        put_pair(runner, &pair);
    } else if (!runner->has_failed) {
        runner->has_failed = true;
        runner->err = err;
    }
    (void)pthread_mutex_unlock(&runner->lock);
}

/* Passes events to the watcher, one at a time. */
static void tell_in_turn(void *context, const struct arena_event *event)
{
    struct arena_runner *runner = context;
    (void)pthread_mutex_lock(&runner->lock);
    runner->options->watcher.tell(runner->options->watcher.context, event);
    (void)pthread_mutex_unlock(&runner->lock);
}

static bool open_worker(struct arena_runner *runner, struct worker *worker,
                        struct error *err)
{
    const struct arena_runner_options *options = runner->options;
    struct arena_table *table = &worker->table;
    table->rules = options->rules;
    if (options->watcher.tell != NULL) {
        table->watcher = (struct arena_watcher){tell_in_turn, runner};
    }
    for (int p = 0; p < 2; p++) {
        table->player[p] = open_player(runner, p, err);
        if (table->player[p] == NULL) {
            return false;
        }
        if (table->rules.is_cubeful && !arena_player_knows_cube(table->player[p])) {
            return error_set(err, "%.100s does not use the cube", options->player[p]);
        }
    }
    if (options->luck != LUCK_NONE) {
        table->luck = luck_open(options->luck_weights, options->luck,
                                table->rules.is_cubeful, err);
        if (table->luck == NULL) {
            return false;
        }
    }
    worker->match = arena_match_new(table);
    return worker->match != NULL || error_set(err, "out of memory");
}

static void close_worker(struct worker *worker, struct arena_player_effort effort[2])
{
    for (int p = 0; p < 2; p++) {
        close_player(worker, p);
        effort[p].plays += worker->effort[p].plays;
        effort[p].cubes += worker->effort[p].cubes;
        effort[p].seconds += worker->effort[p].seconds;
    }
    luck_close(worker->table.luck);
    arena_match_free(worker->match);
}

static void report_progress(void *context)
{
    struct arena_runner *runner = context;
    if (runner->options->report == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&runner->lock);
    struct arena_runner_progress progress = {
        .figures = arena_figures(runner->pairs, runner->count),
        .pairs_wanted = runner->options->pairs,
        .seconds = work_now() - runner->begun,
        .pairs_of_run = runner->count - runner->read,
    };
    int64_t left = progress.pairs_wanted - runner->count;
    if (progress.pairs_of_run > 0) {
        progress.seconds_left =
            progress.seconds * (double)left / (double)progress.pairs_of_run;
        runner->options->report(runner->options->context, &progress);
    }
    (void)pthread_mutex_unlock(&runner->lock);
}

static int by_number(const void *a, const void *b)
{
    const struct arena_pair *one = a;
    const struct arena_pair *other = b;
    return (one->number > other->number) - (one->number < other->number);
}

/* The caller watches: a thread more than those that play. */
static void play_pairs(struct arena_runner *runner)
{
    struct thread_pool *pool = thread_pool_new(runner->options->threads + 1);
    thread_pool_watch(pool, runner->options->pairs, play_number, report_progress,
                      runner);
    thread_pool_free(pool);
}

static bool run_workers(struct arena_runner *runner, struct arena_runner_result *result,
                        struct error *err)
{
    const int threads = runner->options->threads;
    bool is_good = open_results(runner, err);
    for (int t = 0; is_good && t < threads; t++) {
        is_good = open_worker(runner, &runner->workers[t], err);
    }
    runner->begun = work_now();
    if (is_good) {
        play_pairs(runner);
        is_good = !runner->has_failed;
        if (!is_good) {
            *err = runner->err;
        }
    }
    result->seconds = work_now() - runner->begun;
    for (int t = 0; t < threads; t++) {
        close_worker(&runner->workers[t], result->effort);
    }
    if (runner->file != NULL && fclose(runner->file) != 0 && is_good) {
        error_set(err, "%s: %s", runner->options->file, strerror(errno));
        is_good = false;
    }
    return is_good;
}

bool arena_runner_play(const struct arena_runner_options *options,
                       struct arena_runner_result *result, struct error *err)
{
    const size_t room = (size_t)options->pairs;
    struct arena_runner runner = {.options = options,
                                  .pairs = calloc(room, sizeof *runner.pairs),
                                  .place = calloc(room, sizeof *runner.place)};
    bool is_good = runner.pairs != NULL && runner.place != NULL;
    *result = (struct arena_runner_result){.pairs = runner.pairs};
    if (is_good) {
        (void)pthread_mutex_init(&runner.lock, NULL);
        is_good = run_workers(&runner, result, err);
        (void)pthread_mutex_destroy(&runner.lock);
        qsort(runner.pairs, (size_t)runner.count, sizeof *runner.pairs, by_number);
        result->count = runner.is_enough ? runner.ordered : runner.count;
        result->pairs_of_run = runner.count - runner.read;
        memcpy(result->faults, runner.faults, sizeof result->faults);
    } else {
        error_set(err, "out of memory for %" PRId64 " pairs", options->pairs);
    }
    free(runner.place);
    return is_good;
}

void arena_runner_free(struct arena_runner_result *result)
{
    free(result->pairs);
    result->pairs = NULL;
}
