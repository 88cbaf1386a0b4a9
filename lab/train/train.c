#include "lab/train/train.h"

#include <math.h>
#include <stdlib.h>

#include "arena/job/work.h"
#include "lab/train/train_internal.h"

enum {
    REPLAY_CAPACITY = 4000000,
    EXACT_DRAWS = 8,    /* times that each exact label is drawn */
    EXACT_ROUND = 8192, /* labels of a round, approximately */
    TD_ROUND = 20000,
    FIT_ROUND = 16384, /* samples drawn from datasets in a round */
    FIT_WINDOW = 2 << 20,
    GAMES_IN_VAIN = 800,     /* most games of a phase before the first label */
    FIRST_GAMES_LABELS = 60, /* labels of a game, assumed until one was played */
    BIG_BATCH = 256,
    SMALL_BATCH = 128,
    AVERAGE_EVERY = 8 /* steps */
};
static const double average_keep = 0.9999; /* for one step */
static const float shortlist_margin = 0.16F;
static const double report_seconds = 10.0;

static const struct train_phase *phase_of(const struct train_run *run)
{
    return &run->options->phase[run->done.phase];
}

/* Returns the phase's amount in samples or minutes. */
static double amount_of(const struct train_run *run)
{
    const struct train_phase *phase = phase_of(run);
    bool is_by_passes = phase->measure == PHASE_PASSES && run->stream != NULL;
    return phase->amount *
           (is_by_passes ? (double)dataset_stream_count(run->stream) : 1.0);
}

/* Returns the share of the phase that is done with `count` of its samples. */
static double share_done(const struct train_run *run, int64_t count)
{
    double all = amount_of(run);
    double done = phase_of(run)->measure == PHASE_MINUTES ? run->done.phase_minutes
                                                          : (double)count;
    return done < all ? done / all : 1.0;
}

static double rate_now(const struct train_run *run)
{
    return phase_rate(phase_of(run), share_done(run, run->done.learnt));
}

/* ---- learning ---- */

/* Makes one step of a learner and updates its average. */
static double step(struct train_run *run, int which, const struct sample *samples,
                   int count, double rate)
{
    double loss = learner_step(run->learner[which], samples, count, rate);
    int64_t steps = ++run->done.steps[which];
    if (steps % AVERAGE_EVERY == 0) {
        double early = (1.0 + (double)steps) / (100.0 + (double)steps);
        double keep = fmin(pow(average_keep, AVERAGE_EVERY), early);
        learner_average(run->learner[which], keep);
    }
    return loss;
}

static void note_loss(struct train_run *run, double loss, int count)
{
    run->loss_sum += loss * count;
    run->loss_count += count;
    run->done.trained += count;
}

static void shuffle(struct sample *samples, size_t count, struct rng *rng)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = rng_below(rng, (uint32_t)i);
        struct sample swap = samples[i - 1];
        samples[i - 1] = samples[j];
        samples[j] = swap;
    }
}

/* TD: both nets learn every sample once. */
static void learn_once(struct train_run *run, double rate)
{
    shuffle(run->pending, run->pending_count, &run->done.rng);
    for (size_t i = 0; i < run->pending_count; i += SMALL_BATCH) {
        size_t left = run->pending_count - i;
        int n = left < SMALL_BATCH ? (int)left : SMALL_BATCH;
        (void)step(run, 0, run->pending + i, n, rate);
        note_loss(run, step(run, 1, run->pending + i, n, rate), n);
    }
}

/* The pruning net learns from every second batch only, since it learns quickly. */
static void learn_batch(struct train_run *run, const struct sample *samples, int count,
                        double rate)
{
    bool is_second = run->done.steps[1] % 2 == 0;
    note_loss(run, step(run, 1, samples, count, rate), count);
    if (is_second) {
        (void)step(run, 0, samples, count, rate);
    }
}

/* Exact: draws samples from the replay buffer. */
static void learn_from_replay(struct train_run *run, double rate)
{
    struct sample batch[BIG_BATCH];
    train_replay_add(&run->replay, run->pending, run->pending_count);
    for (size_t n = 0; n < EXACT_DRAWS * run->pending_count; n += BIG_BATCH) {
        train_replay_draw(&run->replay, &run->done.rng, batch, BIG_BATCH);
        learn_batch(run, batch, BIG_BATCH, rate);
    }
}

static void learn_pending(struct train_run *run)
{
    double rate = rate_now(run);
    if (run->pending_count == 0) {
        return;
    }
    if (train_kind_is_exact(phase_of(run)->kind)) {
        learn_from_replay(run, rate);
    } else {
        learn_once(run, rate);
    }
    run->done.learnt += (int64_t)run->pending_count;
    run->pending_count = 0;
}

/* ---- playing ---- */

static struct net *freeze(struct learner *learner)
{
    struct weights *w = learner_export(learner, true);
    struct net *net = w != NULL ? net_new(w) : NULL;
    weights_free(w);
    return net;
}

static void free_players(struct train_run *run)
{
    for (int n = 0; n < 2; n++) {
        net_free(run->frozen[n]);
        run->frozen[n] = NULL;
    }
}

/* Chooses the nets of the next round: the present running averages of the learners, or
 * the teachers. Returns false if memory is short. */
static bool choose_players(struct train_run *run, struct pruned_nets *nets)
{
    const struct train_phase *phase = phase_of(run);
    bool is_refit = phase->kind == TRAIN_REFIT;
    bool has_main = phase->kind != TRAIN_SMALL;
    if (!is_refit) {
        run->frozen[0] = freeze(run->learner[0]);
        run->frozen[1] = has_main ? freeze(run->learner[1]) : NULL;
    }
    *nets = (struct pruned_nets){.pruning = is_refit ? run->teacher[0] : run->frozen[0],
                                 .main = is_refit ? run->teacher[1] : run->frozen[1],
                                 .kernel = run->kernel,
                                 .bearoff = run->options->bearoff,
                                 .race = run->options->race,
                                 .keep = phase->keep,
                                 .margin = shortlist_margin};
    return nets->pruning != NULL && (nets->main != NULL || !has_main);
}

/* Returns the number of games for about a round of labels, or for the rest of the
 * phase. */
static int games_of_round(const struct train_run *run)
{
    const struct train_phase *phase = phase_of(run);
    const struct train_progress *done = &run->done;
    double labels = run->options->round > 0            ? run->options->round
                    : train_kind_is_exact(phase->kind) ? EXACT_ROUND
                                                       : TD_ROUND;
    if (phase->measure == PHASE_LABELS) {
        labels = fmin(labels, phase->amount - (double)done->played);
    }
    /* games from odd start positions may be over at once */
    double of_a_game = done->played > 0
                           ? (double)done->played / (double)done->phase_games
                           : FIRST_GAMES_LABELS;
    return labels > of_a_game ? (int)(labels / of_a_game) : 1;
}

static bool begin_round(struct train_run *run)
{
    const struct train_phase *phase = phase_of(run);
    const struct round_rules rules = {
        .play = {.is_exact = train_kind_is_exact(phase->kind),
                 .lambda = phase->lambda,
                 .start_positions = phase->start_positions,
                 .sibling = phase->sibling},
        .first = run->done.games,
        .games = games_of_round(run),
        .seed = run->options->seed,
    };
    struct pruned_nets nets;
    run->done.games += rules.games;
    run->done.phase_games += rules.games;
    return choose_players(run, &nets) &&
           round_begin(run->round, &nets, &rules,
                       run->options->threads - run->learners);
}

/* From now on `count` threads learn. */
static bool set_learners(struct train_run *run, int count)
{
    if (count != run->learners) {
        thread_pool_free(run->pool);
        run->learners = count;
        run->pool = thread_pool_new(count);
        for (int n = 0; n < 2; n++) {
            learner_share_work(run->learner[n], run->pool, count);
        }
        if (run->copied != NULL) {
            learner_share_work(run->copied, run->pool, count);
        }
    }
    return run->pool != NULL;
}

/* Balances the threads, so that learning keeps pace with self-play. */
static bool balance(struct train_run *run, const struct round_result *result)
{
    if (result->games_left == 0 && run->learners < run->options->threads) {
        return set_learners(run, run->learners + 1);
    }
    return set_learners(run, run->learners - (result->games_left > result->games / 2 &&
                                              run->learners > 1));
}

static bool finish_round(struct train_run *run)
{
    struct round_result result;
    bool is_good =
        round_finish(run->round, &result) && train_reserve_pending(run, result.count);
    free_players(run);
    if (!is_good) {
        return false;
    }
    sample_copy(run->pending, result.samples, result.count);
    run->pending_count = result.count;
    run->done.played += (int64_t)result.count;
    run->done.labels += (int64_t)result.count;
    return balance(run, &result);
}

/* ---- phases ---- */

static void next_phase(struct train_run *run)
{
    enum train_kind before = phase_of(run)->kind;
    run->done.phase++;
    run->done.phase_minutes = 0;
    run->done.played = 0;
    run->done.learnt = 0;
    run->done.phase_games = 0;
    if (run->done.phase < run->options->phases && phase_of(run)->kind != before) {
        train_replay_clear(&run->replay); /* targets of another kind would do harm */
    }
}

/* Plays a round and learns from the one before. */
static bool play_and_learn(struct train_run *run, bool *is_over, struct error *err)
{
    bool plays = run->done.phase_games == 0 || share_done(run, run->done.played) < 1.0;
    if (plays && !begin_round(run)) {
        return error_no_memory(err);
    }
    learn_pending(run);
    if (plays && !finish_round(run)) {
        return error_no_memory(err);
    }
    if (run->done.played == 0 && run->done.phase_games >= GAMES_IN_VAIN) {
        return error_set(err, "nothing to learn: all games begin where all is known");
    }
    *is_over = !plays;
    return true;
}

static bool open_stream(struct train_run *run, struct error *err)
{
    const struct train_options *options = run->options;
    if (run->stream != NULL) {
        return true;
    }
    if (options->datasets == 0) {
        return error_set(err, "a fit needs datasets");
    }
    if (!set_learners(run, options->threads)) {
        return error_no_memory(err);
    }
    uint64_t seed = options->seed + ((uint64_t)run->done.phase << 32);
    run->stream = dataset_stream_open(options->data, options->datasets, FIT_WINDOW,
                                      options->sibling_weight > 0, seed, err);
    return run->stream != NULL &&
           dataset_stream_skip(run->stream, run->done.played, err);
}

static bool fit(struct train_run *run, bool *is_over, struct error *err)
{
    struct sample batch[BIG_BATCH];
    if (!open_stream(run, err)) {
        return false;
    }
    double rate = rate_now(run);
    double left = phase_of(run)->measure == PHASE_MINUTES
                      ? FIT_ROUND
                      : amount_of(run) - (double)run->done.played;
    for (int n = 0; n < FIT_ROUND && n < left; n += BIG_BATCH) {
        if (!dataset_stream_draw(run->stream, batch, BIG_BATCH, err)) {
            return false;
        }
        if (run->copied != NULL) {
            learner_label(run->copied, batch, BIG_BATCH);
        }
        learn_batch(run, batch, BIG_BATCH, rate);
        run->done.played += BIG_BATCH;
    }
    run->done.learnt = run->done.played;
    *is_over = share_done(run, run->done.played) >= 1.0;
    if (*is_over) {
        dataset_stream_close(run->stream);
        run->stream = NULL;
    }
    return true;
}

/* ---- the run ---- */

static double minutes_left(const struct train_run *run, double per_second)
{
    double left = 0;
    for (int p = (int)run->done.phase; p < run->options->phases; p++) {
        const struct train_phase *phase = &run->options->phase[p];
        bool is_now = p == run->done.phase;
        double share = is_now ? 1.0 - share_done(run, run->done.learnt) : 1.0;
        if (phase->measure == PHASE_MINUTES) {
            left += share * phase->amount;
        } else if (phase->measure == PHASE_LABELS && per_second > 0 &&
                   (phase->kind == TRAIN_FIT) == (phase_of(run)->kind == TRAIN_FIT)) {
            left += share * phase->amount / per_second / 60.0;
        } else if (is_now && run->stream != NULL && per_second > 0) {
            left += share * phase->amount * (double)dataset_stream_count(run->stream) /
                    per_second / 60.0;
        } else if (share > 0) {
            return -1;
        }
    }
    return left;
}

static int64_t count_of_work(const struct train_run *run)
{
    return phase_of(run)->kind == TRAIN_FIT ? run->done.trained : run->done.labels;
}

static void report_phase(struct train_run *run, bool is_phase_end)
{
    const struct train_options *options = run->options;
    double seconds = run->clock - run->last_report;
    int64_t count = count_of_work(run) - run->count_reported;
    double per_second = seconds > 0 ? (double)count / seconds : 0;
    const struct train_report figures = {
        .phase = train_kind_name(phase_of(run)->kind),
        .phase_number = (int)run->done.phase + 1,
        .phases = options->phases,
        .is_phase_end = is_phase_end,
        .share = is_phase_end ? 1.0 : share_done(run, run->done.learnt),
        .minutes = run->done.minutes,
        .minutes_left = minutes_left(run, per_second),
        .rate = rate_now(run),
        .games = run->done.games,
        .labels = run->done.labels,
        .trained = run->done.trained,
        .labels_per_second = per_second,
        .loss = run->loss_count > 0 ? run->loss_sum / (double)run->loss_count : 0,
    };
    if (options->report != NULL) {
        options->report(options->context, &figures);
    }
    run->last_report = run->clock;
    run->count_reported = count_of_work(run);
    run->loss_sum = 0;
    run->loss_count = 0;
}

static void count_time(struct train_run *run)
{
    double now = work_now();
    double minutes = (now - run->clock) / 60.0;
    run->done.phase_minutes += minutes;
    run->done.minutes += minutes;
    run->minutes_here += minutes;
    run->clock = now;
}

static bool checkpoint(struct train_run *run, struct error *err)
{
    run->last_save = run->clock;
    return train_save(run, err);
}

/* After a round: updates time, reports, checkpoints and the phase. */
static bool close_round(struct train_run *run, bool is_over, struct error *err)
{
    count_time(run);
    if (is_over) {
        report_phase(run, true);
        next_phase(run);
        run->count_reported =
            run->done.phase < run->options->phases ? count_of_work(run) : 0;
        return checkpoint(run, err);
    }
    if (run->clock - run->last_report >= report_seconds) {
        report_phase(run, false);
    }
    double seconds = 60.0 * run->options->checkpoint_minutes;
    return run->clock - run->last_save < seconds || checkpoint(run, err);
}

static bool load_teacher(struct train_run *run, struct error *err)
{
    static const char *const names[2] = {"small.net", "big.net"};
    const struct train_options *options = run->options;
    bool is_needed = false;
    for (int p = 0; p < options->phases; p++) {
        is_needed = is_needed || options->phase[p].kind == TRAIN_REFIT;
    }
    if (!is_needed) {
        return true;
    }
    if (options->teacher == NULL) {
        return error_set(err, "a refit needs a teacher");
    }
    for (int n = 0; n < 2; n++) {
        char path[4096];
        if (!train_path(options->teacher, names[n], path, err) ||
            (run->teacher[n] = net_load(path, err)) == NULL) {
            return false;
        }
    }
    return true;
}

/* Loads the initial weights of the learners: from the state or from given nets. */
static bool load_beginning(struct train_run *run, struct error *err)
{
    if (run->options->resume) {
        return train_load(run, err);
    }
    bool is_good = true;
    for (int n = 0; is_good && n < 2; n++) {
        const char *path = run->options->from[n];
        if (path != NULL) {
            struct weights *w = weights_load(path, err);
            is_good = w != NULL && learner_begin_with(run->learner[n], w, path, err);
            weights_free(w);
        }
    }
    return is_good;
}

static bool open_copied(struct train_run *run, struct error *err)
{
    const char *path = run->options->copied;
    struct weights *w = weights_load(path, err);
    run->copied = w != NULL ? learner_new(&w->shape, run->kernel, 0) : NULL;
    bool is_good = run->copied != NULL && learner_begin_with(run->copied, w, path, err);
    if (w != NULL && run->copied == NULL) {
        (void)error_no_memory(err);
    }
    weights_free(w);
    return is_good;
}

static bool open_training(struct train_run *run, struct error *err)
{
    const struct train_options *options = run->options;
    run->kernel = net_kernel_find(NULL);
    run->learner[0] = learner_new(&options->pruning, run->kernel, options->seed);
    run->learner[1] = learner_new(&options->main, run->kernel, options->seed + 1);
    run->round = round_new(options->threads);
    run->pool = thread_pool_new(1);
    run->learners = 1;
    rng_seed(&run->done.rng, options->seed, UINT64_MAX); /* a stream of no game */
    if (run->learner[0] == NULL || run->learner[1] == NULL || run->round == NULL ||
        run->pool == NULL || !train_replay_open(&run->replay, REPLAY_CAPACITY)) {
        return error_no_memory(err);
    }
    for (int n = 0; n < 2; n++) {
        learner_weigh_siblings(run->learner[n], options->sibling_weight);
    }
    if (options->copied != NULL && !open_copied(run, err)) {
        return false;
    }
    if (options->in_bytes && !learner_round_to_bytes(run->learner[1])) {
        return error_no_memory(err);
    }
    if (!load_teacher(run, err) || !load_beginning(run, err) ||
        !train_conditions_check(run, err)) {
        return false;
    }
    run->clock = work_now();
    run->last_save = run->clock;
    run->last_report = run->clock;
    run->count_reported =
        run->done.phase < options->phases ? count_of_work(run) : run->done.labels;
    return true;
}

static void close_training(struct train_run *run)
{
    free_players(run);
    for (int n = 0; n < 2; n++) {
        learner_free(run->learner[n]);
        net_free(run->teacher[n]);
    }
    learner_free(run->copied);
    dataset_stream_close(run->stream);
    thread_pool_free(run->pool);
    round_free(run->round);
    train_replay_close(&run->replay);
    free(run->pending);
}

static bool goes_on(const struct train_run *run)
{
    const struct train_options *options = run->options;
    return run->done.phase < options->phases &&
           (options->stop == NULL || !atomic_load(options->stop)) &&
           (options->minutes <= 0 || run->minutes_here < options->minutes);
}

bool train(const struct train_options *options, bool *is_complete, struct error *err)
{
    struct train_run run = {.options = options};
    bool is_good = open_training(&run, err);
    while (is_good && goes_on(&run)) {
        bool is_over;
        bool is_fit = phase_of(&run)->kind == TRAIN_FIT;
        is_good = (is_fit ? fit : play_and_learn)(&run, &is_over, err) &&
                  close_round(&run, is_over, err);
    }
    is_good = is_good && train_save(&run, err);
    if (is_complete != NULL) {
        *is_complete = is_good && run.done.phase >= options->phases;
    }
    close_training(&run);
    return is_good;
}
