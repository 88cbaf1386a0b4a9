#include "arena/series.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena/job/line_file.h"
#include "arena/job/work.h"

struct worker {
    pthread_t thread;
    bool is_running;
    struct series *series;
    struct contest_table table;
    struct contest *contest;
};

struct series {
    const struct series_options *options;
    struct contest_pair *pairs;
    int64_t count;
    int64_t read;  /* of them from the file */
    bool *is_done; /* by number */
    FILE *file;
    pthread_mutex_t lock;
    pthread_cond_t change;
    int64_t next; /* number to be given out */
    double begun; /* work_now() */
    int running;
    bool has_failed;
    struct error err;
    struct worker workers[SERIES_THREADS_MAX];
};

/* ---- the file -------------------------------------------------------------------- */

bool series_read_line(const char *line, struct contest_pair *pair)
{
    const char *at = line;
    int64_t count[4];
    enum { GAMES_MAX = 10000 };
    if (!line_file_integer(&at, SERIES_PAIRS_MAX, &pair->number) ||
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
    return strcmp(at, ".") == 0;
}

static bool write_line(FILE *file, const struct contest_pair *pair)
{
    return fprintf(file, "%" PRId64 " %.17g %.17g %d %d %d %d .\n", pair->number,
                   pair->plain, pair->reduced, pair->games, pair->games_won,
                   pair->gammons_won, pair->gammons_lost) > 0 &&
           fflush(file) == 0;
}

static bool take_line(void *context, const char *line)
{
    struct series *series = context;
    struct contest_pair pair;
    if (!series_read_line(line, &pair)) {
        return false;
    }
    if (pair.number < series->options->pairs && !series->is_done[pair.number]) {
        series->is_done[pair.number] = true;
        series->pairs[series->count++] = pair;
    }
    return true;
}

static bool open_file(struct series *series, struct error *err)
{
    const struct series_options *options = series->options;
    const struct line_file lines = {.path = options->file,
                                    .magic = "fibsbot-contest 1",
                                    .conditions = options->conditions,
                                    .expected = "the results of a pair",
                                    .is_resumed = options->is_resumed,
                                    .take = take_line,
                                    .context = series};
    if (options->file == NULL) {
        return true;
    }
    series->file = line_file_open(&lines, err);
    series->read = series->count;
    return series->file != NULL;
}

/* ---- playing --------------------------------------------------------------------- */

static bool is_stopped(const struct series *series)
{
    const struct series_options *options = series->options;
    return series->has_failed || atomic_load(options->stop) ||
           (options->minutes > 0 && series->count > series->read &&
            work_now() - series->begun >= 60.0 * options->minutes);
}

/* The next number to play; -1: no more. Locked. */
static int64_t take_number(struct series *series)
{
    while (series->next < series->options->pairs && series->is_done[series->next]) {
        series->next++;
    }
    if (series->next >= series->options->pairs || is_stopped(series)) {
        return -1;
    }
    return series->next++;
}

static void put_pair(struct series *series, const struct contest_pair *pair)
{
    series->pairs[series->count++] = *pair;
    if (series->file != NULL && !write_line(series->file, pair)) {
        series->has_failed = true;
        error_set(&series->err, "%s: %s", series->options->file, strerror(errno));
    }
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct series *series = worker->series;
    (void)pthread_mutex_lock(&series->lock);
    int64_t number;
    while ((number = take_number(series)) >= 0) {
        struct contest_pair pair;
        struct error err = {""};
        (void)pthread_mutex_unlock(&series->lock);
        bool is_good = contest_play_pair(worker->contest, number, &pair, &err);
        (void)pthread_mutex_lock(&series->lock);
        if (is_good) {
            put_pair(series, &pair);
        } else if (!series->has_failed) {
            series->has_failed = true;
            series->err = err;
        }
    }
    series->running--;
    (void)pthread_cond_signal(&series->change);
    (void)pthread_mutex_unlock(&series->lock);
    return NULL;
}

/* Watchers are told about one thing at a time. */
static void tell_one(void *context, const struct contest_event *event)
{
    struct series *series = context;
    (void)pthread_mutex_lock(&series->lock);
    series->options->watcher.tell(series->options->watcher.context, event);
    (void)pthread_mutex_unlock(&series->lock);
}

static bool open_worker(struct series *series, struct worker *worker, struct error *err)
{
    const struct series_options *options = series->options;
    const struct contestant_terms terms = {options->rules.is_cubeful,
                                           options->rules.seed};
    struct contest_table *table = &worker->table;
    worker->series = series;
    table->rules = options->rules;
    if (options->watcher.tell != NULL) {
        table->watcher = (struct contest_watcher){tell_one, series};
    }
    for (int p = 0; p < 2; p++) {
        table->player[p] = contestant_open(options->player[p], &terms, err);
        if (table->player[p] == NULL) {
            return false;
        }
        if (terms.is_cubeful && !contestant_knows_cube(table->player[p])) {
            error_set(err, "%.100s does not know the cube", options->player[p]);
            return false;
        }
    }
    if (options->luck != LUCK_NONE) {
        table->luck = luck_open(options->judge, options->luck, terms.is_cubeful, err);
        if (table->luck == NULL) {
            return false;
        }
    }
    worker->contest = contest_new(table);
    if (worker->contest == NULL) {
        error_set(err, "no memory");
    }
    return worker->contest != NULL;
}

static void close_worker(struct worker *worker, struct contestant_effort effort[2])
{
    for (int p = 0; p < 2; p++) {
        if (worker->table.player[p] != NULL) {
            struct contestant_effort one = contestant_effort(worker->table.player[p]);
            effort[p].plays += one.plays;
            effort[p].cubes += one.cubes;
            effort[p].seconds += one.seconds;
        }
        contestant_close(worker->table.player[p]);
    }
    luck_close(worker->table.luck);
    contest_free(worker->contest);
}

/* Locked. */
static void report(const struct series *series)
{
    struct series_progress progress = {
        .figures = contest_figures(series->pairs, series->count),
        .pairs_wanted = series->options->pairs,
        .seconds = work_now() - series->begun,
        .pairs_of_run = series->count - series->read,
    };
    int64_t left = progress.pairs_wanted - series->count;
    if (series->options->report != NULL && progress.pairs_of_run > 0) {
        progress.seconds_left =
            progress.seconds * (double)left / (double)progress.pairs_of_run;
        series->options->report(series->options->context, &progress);
    }
}

/* Until all threads have ended. */
static void wait_and_report(struct series *series)
{
    (void)pthread_mutex_lock(&series->lock);
    while (series->running > 0) {
        struct timespec until;
        (void)clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++;
        if (pthread_cond_timedwait(&series->change, &series->lock, &until) ==
            ETIMEDOUT) {
            report(series);
        }
    }
    (void)pthread_mutex_unlock(&series->lock);
}

static void run_workers(struct series *series, int threads)
{
    (void)pthread_mutex_lock(&series->lock);
    for (int t = 0; t < threads; t++) {
        struct worker *worker = &series->workers[t];
        worker->is_running = pthread_create(&worker->thread, NULL, work, worker) == 0;
        series->running += worker->is_running;
    }
    if (series->running == 0) {
        series->has_failed = true;
        error_set(&series->err, "no thread can be started");
    }
    (void)pthread_mutex_unlock(&series->lock);
    wait_and_report(series);
    for (int t = 0; t < threads; t++) {
        if (series->workers[t].is_running) {
            (void)pthread_join(series->workers[t].thread, NULL);
        }
    }
}

static int by_number(const void *a, const void *b)
{
    const struct contest_pair *one = a;
    const struct contest_pair *other = b;
    return (one->number > other->number) - (one->number < other->number);
}

static bool open_workers(struct series *series, int threads, struct error *err)
{
    for (int t = 0; t < threads; t++) {
        if (!open_worker(series, &series->workers[t], err)) {
            return false;
        }
    }
    return true;
}

static bool play(struct series *series, struct series_result *result, struct error *err)
{
    const int threads = series->options->threads;
    bool is_good = open_file(series, err) && open_workers(series, threads, err);
    series->begun = work_now();
    if (is_good) {
        run_workers(series, threads);
        is_good = !series->has_failed;
        if (!is_good) {
            *err = series->err;
        }
    }
    result->seconds = work_now() - series->begun;
    for (int t = 0; t < threads; t++) {
        close_worker(&series->workers[t], result->effort);
    }
    if (series->file != NULL && fclose(series->file) != 0 && is_good) {
        error_set(err, "%s: %s", series->options->file, strerror(errno));
        is_good = false;
    }
    return is_good;
}

bool series_play(const struct series_options *options, struct series_result *result,
                 struct error *err)
{
    *result = (struct series_result){.count = 0};
    struct series *series = calloc(1, sizeof *series);
    size_t room = (size_t)options->pairs;
    if (series != NULL) {
        series->pairs = calloc(room, sizeof *series->pairs);
        series->is_done = calloc(room, sizeof *series->is_done);
    }
    bool is_good = series != NULL && series->pairs != NULL && series->is_done != NULL;
    if (!is_good) {
        error_set(err, "no memory for %" PRId64 " pairs", options->pairs);
    } else {
        series->options = options;
        (void)pthread_mutex_init(&series->lock, NULL);
        (void)pthread_cond_init(&series->change, NULL);
        is_good = play(series, result, err);
        (void)pthread_cond_destroy(&series->change);
        (void)pthread_mutex_destroy(&series->lock);
        qsort(series->pairs, (size_t)series->count, sizeof *series->pairs, by_number);
        result->pairs = series->pairs;
        result->count = series->count;
        result->pairs_of_run = series->count - series->read;
        series->pairs = NULL;
    }
    if (series != NULL) {
        free(series->pairs);
        free(series->is_done);
    }
    free(series);
    return is_good;
}

void series_free(struct series_result *result)
{
    free(result->pairs);
    result->pairs = NULL;
}
