#include "engine/lab/train.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/lab/replay.h"
#include "engine/lab/round.h"
#include "engine/net.h"

enum {
    REPLAY_CAPACITY = 1500000,
    EXACT_DRAWS = 5,    /* how often each exact label is drawn */
    EXACT_ROUND = 8192, /* labels of a round */
    TD_ROUND = 20000,
    BIG_BATCH = 256,
    SMALL_BATCH = 128,
    AVERAGE_EVERY = 8 /* steps */
};
static const double average_keep = 0.9993; /* of one step */
static const double sibling_share = 0.25;  /* of plies that label a play not made */
static const float shortlist_margin = 0.16F;
static const double report_seconds = 10.0;

/* A run. What is above `clock` is kept in the state file. */
struct run {
    int phase;
    double phase_minutes; /* done of this phase */
    double minutes;       /* done of all */
    int64_t rounds;
    int64_t games;
    int64_t labels;
    int64_t trained;
    int64_t steps[2];

    double clock; /* when minutes were last counted */
    double last_save;
    double last_report;
    int64_t labels_reported;
    double loss_sum;
    int64_t loss_count;
    struct learner *learner[2]; /* small, big */
    struct replay replay;
    struct round *round;
    struct rng rng;
    const struct net_kernel *kernel;
    struct net *teacher[2]; /* or NULL */
};

/* ---- phases
 * ----------------------------------------------------------------------------- */

/* Each kind's usual figures: TRAINING found them, see weights/RECIPE.md. */
static const struct {
    const char *name;
    struct train_phase usual;
} kinds[] = {
    [TRAIN_SMALL] = {"small", {TRAIN_SMALL, 0.5, 2e-3, 2e-3, 0.7, 1}},
    [TRAIN_TD] = {"td", {TRAIN_TD, 4, 2e-3, 1e-3, 0.7, 3}},
    [TRAIN_EXACT] = {"exact", {TRAIN_EXACT, 20, 1e-3, 1e-4, 0.85, 5}},
    [TRAIN_REFIT] = {"refit", {TRAIN_REFIT, 3, 2e-3, 1e-3, 0.85, 5}},
    [TRAIN_RACE] = {"race", {TRAIN_RACE, 5, 2e-3, 1e-4, 0.5, 1}},
};

static bool is_exact(enum train_kind kind)
{
    return kind == TRAIN_EXACT || kind == TRAIN_REFIT || kind == TRAIN_RACE;
}

const char *train_kind_name(enum train_kind kind)
{
    return kinds[kind].name;
}

static bool read_phase(char *text, struct train_phase *phase)
{
    char *rest = NULL;
    const char *word = strtok_r(text, ":", &rest);
    size_t kind = 0;
    while (kind < sizeof kinds / sizeof kinds[0] &&
           (word == NULL || strcmp(word, kinds[kind].name) != 0)) {
        kind++;
    }
    if (kind == sizeof kinds / sizeof kinds[0]) {
        return false;
    }
    *phase = kinds[kind].usual;
    double keep = phase->keep;
    double *const fields[] = {&phase->minutes, &phase->rate_from, &phase->rate_to,
                              &phase->lambda, &keep};
    for (size_t f = 0; f < sizeof fields / sizeof fields[0]; f++) {
        word = strtok_r(NULL, ":", &rest);
        if (word != NULL) {
            char *end;
            *fields[f] = strtod(word, &end);
            if (*end != '\0' || !(*fields[f] >= 0)) {
                return false;
            }
        }
    }
    phase->keep = keep < 1 ? 1 : keep > KEEP_MAX ? KEEP_MAX : (int)keep;
    return strtok_r(NULL, ":", &rest) == NULL;
}

int train_phases_read(const char *text, struct train_phase phases[TRAIN_PHASES_MAX],
                      struct engine_error *err)
{
    char copy[512];
    (void)snprintf(copy, sizeof copy, "%s", text);
    char *rest = NULL;
    int count = 0;
    for (char *word = strtok_r(copy, ",", &rest); word != NULL;
         word = strtok_r(NULL, ",", &rest)) {
        char shown[64];
        (void)snprintf(shown, sizeof shown, "%s", word);
        if (count == TRAIN_PHASES_MAX || !read_phase(word, &phases[count])) {
            engine_error_set(err,
                             "\"%s\": expected small|td|exact:MINUTES[:RATE:RATE:"
                             "LAMBDA:KEEP], at most %d phases",
                             shown, TRAIN_PHASES_MAX);
            return 0;
        }
        count++;
    }
    if (count == 0) {
        engine_error_set(err, "no phases given");
    }
    return count;
}

static double rate_now(const struct train_phase *phase, double minutes)
{
    double done = phase->minutes > 0 ? minutes / phase->minutes : 1.0;
    return phase->rate_from * pow(phase->rate_to / phase->rate_from, fmin(done, 1.0));
}

/* ---- state file
 * ------------------------------------------------------------------------- */

static const char state_magic[8] = "fibsrun1";

static bool path_in(const char *out, const char *name, char path[4096],
                    struct engine_error *err)
{
    if (snprintf(path, 4096, "%s/%s", out, name) >= 4096) {
        engine_error_set(err, "%s: the path is too long", out);
        return false;
    }
    return true;
}

static bool write_state(const struct run *run, FILE *file)
{
    return fwrite(state_magic, sizeof state_magic, 1, file) == 1 &&
           fwrite(run, offsetof(struct run, clock), 1, file) == 1 &&
           learner_write(run->learner[0], file) && learner_write(run->learner[1], file);
}

static bool read_state(struct run *run, FILE *file)
{
    char found[sizeof state_magic];
    return fread(found, sizeof found, 1, file) == 1 &&
           memcmp(found, state_magic, sizeof found) == 0 &&
           fread(run, offsetof(struct run, clock), 1, file) == 1 &&
           learner_read(run->learner[0], file) && learner_read(run->learner[1], file);
}

static bool save_state(const struct run *run, const char *out, struct engine_error *err)
{
    char path[4096];
    char beside[4096];
    if (!path_in(out, "state", path, err) || !path_in(out, "state.new", beside, err)) {
        return false;
    }
    FILE *file = fopen(beside, "wb");
    bool written = file != NULL && write_state(run, file);
    written = (file == NULL || fclose(file) == 0) && written;
    if (!written || rename(beside, path) != 0) {
        engine_error_set(err, "%s: %s", beside, strerror(errno));
        return false;
    }
    return true;
}

static bool load_state(struct run *run, const char *out, struct engine_error *err)
{
    char path[4096];
    if (!path_in(out, "state", path, err)) {
        return false;
    }
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        engine_error_set(err, "%s: %s", path, strerror(errno));
        return false;
    }
    bool read = read_state(run, file) && run->phase >= 0 && run->rounds >= 0;
    (void)fclose(file);
    if (!read) {
        engine_error_set(err, "%s: damaged, or of a run with other nets", path);
    }
    return read;
}

static bool save_net(struct learner *learner, const char *out, const char *name,
                     struct engine_error *err)
{
    char path[4096];
    if (!path_in(out, name, path, err)) {
        return false;
    }
    struct weights *w = learner_export(learner, true);
    if (w == NULL) {
        engine_error_set(err, "%s: no memory", path);
        return false;
    }
    bool saved = weights_save(w, path, err);
    weights_free(w);
    return saved;
}

static bool save(struct run *run, const char *out, struct engine_error *err)
{
    return save_net(run->learner[0], out, "small.net", err) &&
           save_net(run->learner[1], out, "big.net", err) && save_state(run, out, err);
}

/* ---- learning
 * --------------------------------------------------------------------------- */

static double seconds_now(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* One step of one of the learners, and its average moved along. */
static double step(struct run *run, int which, const struct sample *samples, int count,
                   double rate)
{
    double loss = learner_step(run->learner[which], samples, count, rate);
    int64_t steps = ++run->steps[which];
    if (steps % AVERAGE_EVERY == 0) {
        double early = (1.0 + (double)steps) / (100.0 + (double)steps);
        double keep = fmin(pow(average_keep, AVERAGE_EVERY), early);
        learner_average(run->learner[which], keep);
    }
    return loss;
}

static void note_loss(struct run *run, double loss, int count)
{
    run->loss_sum += loss * count;
    run->loss_count += count;
    run->trained += count;
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

/* TD: every sample once, by both nets. */
static void learn_once(struct run *run, struct sample *samples, size_t count,
                       double rate)
{
    shuffle(samples, count, &run->rng);
    for (size_t i = 0; i < count; i += SMALL_BATCH) {
        size_t n = count - i < SMALL_BATCH ? count - i : SMALL_BATCH;
        (void)step(run, 0, samples + i, (int)n, rate);
        note_loss(run, step(run, 1, samples + i, (int)n, rate), (int)n);
    }
}

/* Exact: draws from the buffer; the small net learns from every second batch. */
static void learn_from_replay(struct run *run, bool with_small, size_t fresh,
                              double rate)
{
    struct sample batch[BIG_BATCH];
    for (size_t drawn = 0; drawn < EXACT_DRAWS * fresh; drawn += BIG_BATCH) {
        replay_draw(&run->replay, &run->rng, batch, BIG_BATCH);
        note_loss(run, step(run, 1, batch, BIG_BATCH, rate), BIG_BATCH);
        if (with_small && drawn / BIG_BATCH % 2 == 0) {
            (void)step(run, 0, batch, BIG_BATCH, rate);
        }
    }
}

static void count_time(struct run *run)
{
    double now = seconds_now();
    run->phase_minutes += (now - run->clock) / 60.0;
    run->minutes += (now - run->clock) / 60.0;
    run->clock = now;
}

static struct net *frozen(struct learner *learner)
{
    struct weights *w = learner_export(learner, true);
    struct net *net = w != NULL ? net_new(w) : NULL;
    weights_free(w);
    return net;
}

/* A round played by the running averages of the learners, as they are now. */
static bool play_frozen(struct run *run, const struct train_options *options,
                        const struct round_rules *rules, struct round_result *result)
{
    const struct train_phase *phase = &options->phase[run->phase];
    bool has_small = phase->kind != TRAIN_RACE;
    bool has_big = phase->kind != TRAIN_SMALL;
    struct net *small = has_small ? frozen(run->learner[0]) : NULL;
    struct net *big = has_big ? frozen(run->learner[1]) : NULL;
    const struct pair pair = {.small = small,
                              .big = big,
                              .kernel = run->kernel,
                              .bearoff = options->bearoff,
                              .keep = phase->keep,
                              .margin = shortlist_margin};
    bool is_good = (small != NULL) == has_small && (big != NULL) == has_big &&
                   round_play(run->round, &pair, rules, result);
    net_free(small);
    net_free(big);
    return is_good;
}

static bool play_round(struct run *run, const struct train_options *options,
                       struct round_result *result)
{
    const struct train_phase *phase = &options->phase[run->phase];
    const struct round_rules rules = {
        .play = {.is_exact = is_exact(phase->kind),
                 .is_race = phase->kind == TRAIN_RACE,
                 .lambda = phase->lambda,
                 .odd = options->odd,
                 .sibling = is_exact(phase->kind) ? sibling_share : 0.0},
        .samples = options->round > 0      ? (size_t)options->round
                   : is_exact(phase->kind) ? EXACT_ROUND
                                           : TD_ROUND,
        .seed = options->seed,
        .number = run->rounds++,
    };
    if (phase->kind == TRAIN_REFIT) {
        const struct pair pair = {.small = run->teacher[0],
                                  .big = run->teacher[1],
                                  .kernel = run->kernel,
                                  .bearoff = options->bearoff,
                                  .keep = phase->keep,
                                  .margin = shortlist_margin};
        return round_play(run->round, &pair, &rules, result);
    }
    return play_frozen(run, options, &rules, result);
}

static bool play_and_learn(struct run *run, const struct train_options *options,
                           struct engine_error *err)
{
    const struct train_phase *phase = &options->phase[run->phase];
    struct round_result result;
    if (!play_round(run, options, &result)) {
        engine_error_set(err, "no memory");
        return false;
    }
    run->games += result.games;
    run->labels += (int64_t)result.count;
    double rate = rate_now(phase, run->phase_minutes);
    if (is_exact(phase->kind)) {
        replay_add(&run->replay, result.samples, result.count);
        learn_from_replay(run, phase->kind != TRAIN_RACE, result.count, rate);
    } else {
        learn_once(run, result.samples, result.count, rate);
    }
    return true;
}

/* ---- the run
 * ---------------------------------------------------------------------------- */

static double minutes_of(const struct train_options *options)
{
    double sum = 0;
    for (int p = 0; p < options->phases; p++) {
        sum += options->phase[p].minutes;
    }
    return sum;
}

static void report(struct run *run, const struct train_options *options)
{
    const struct train_phase *phase = &options->phase[run->phase];
    double seconds = run->clock - run->last_report;
    const struct train_report figures = {
        .phase = train_kind_name(phase->kind),
        .minutes = run->minutes,
        .minutes_all = minutes_of(options),
        .rate = rate_now(phase, run->phase_minutes),
        .games = run->games,
        .labels = run->labels,
        .trained = run->trained,
        .labels_per_second = (double)(run->labels - run->labels_reported) / seconds,
        .loss = run->loss_count > 0 ? run->loss_sum / (double)run->loss_count : 0,
    };
    options->report(options->context, &figures);
    run->last_report = run->clock;
    run->labels_reported = run->labels;
    run->loss_sum = 0;
    run->loss_count = 0;
}

/* After a round: time, reports, checkpoints, the next phase. */
static bool take_stock(struct run *run, const struct train_options *options,
                       struct engine_error *err)
{
    count_time(run);
    if (options->report != NULL && run->clock - run->last_report >= report_seconds) {
        report(run, options);
    }
    if (run->phase_minutes >= options->phase[run->phase].minutes) {
        enum train_kind before = options->phase[run->phase].kind;
        run->phase++;
        run->phase_minutes = 0;
        if (run->phase < options->phases && options->phase[run->phase].kind != before) {
            replay_clear(&run->replay); /* targets of another kind do harm */
        }
    }
    if (run->clock - run->last_save >= 60.0 * options->checkpoint_minutes) {
        run->last_save = run->clock;
        return save(run, options->out, err);
    }
    return true;
}

static bool load_teacher(struct run *run, const struct train_options *options,
                         struct engine_error *err)
{
    static const char *const names[2] = {"small.net", "big.net"};
    bool is_needed = false;
    for (int p = 0; p < options->phases; p++) {
        is_needed = is_needed || options->phase[p].kind == TRAIN_REFIT;
    }
    if (!is_needed) {
        return true;
    }
    if (options->teacher == NULL) {
        engine_error_set(err, "a refit needs a teacher");
        return false;
    }
    for (int n = 0; n < 2; n++) {
        char path[4096];
        if (!path_in(options->teacher, names[n], path, err) ||
            (run->teacher[n] = net_load(path, err)) == NULL) {
            return false;
        }
    }
    return true;
}

static bool open_run(struct run *run, const struct train_options *options,
                     struct engine_error *err)
{
    run->kernel = net_kernel_find(NULL);
    run->learner[0] = learner_new(&options->small, run->kernel, options->seed);
    run->learner[1] = learner_new(&options->big, run->kernel, options->seed + 1);
    run->round = round_new(options->threads);
    if (run->learner[0] == NULL || run->learner[1] == NULL || run->round == NULL ||
        !replay_open(&run->replay, REPLAY_CAPACITY)) {
        engine_error_set(err, "no memory");
        return false;
    }
    if (!load_teacher(run, options, err) ||
        (options->resume && !load_state(run, options->out, err))) {
        return false;
    }
    rng_seed(&run->rng, options->seed, (uint64_t)run->rounds);
    run->clock = seconds_now();
    run->last_save = run->clock;
    run->last_report = run->clock;
    run->labels_reported = run->labels;
    return true;
}

static void close_run(struct run *run)
{
    for (int n = 0; n < 2; n++) {
        learner_free(run->learner[n]);
        net_free(run->teacher[n]);
    }
    round_free(run->round);
    replay_close(&run->replay);
}

bool train(const struct train_options *options, struct engine_error *err)
{
    struct run run = {.phase = 0};
    bool is_good = open_run(&run, options, err);
    while (is_good && run.phase < options->phases &&
           (options->stop == NULL || *options->stop == 0)) {
        is_good = play_and_learn(&run, options, err) && take_stock(&run, options, err);
    }
    is_good = is_good && save(&run, options->out, err);
    close_run(&run);
    return is_good;
}
