#include "lab/study/filter_study.h"

#include <math.h>
#include <stdlib.h>

#include "engine/board/position.h"
#include "lab/study/self_match.h"
#include "lab/study/study_search.h"

/* A double that costs more at 0-ply is not searched. */
static const float clear_cube = 0.6F;

/* The shares of the study's matches. */
static const struct {
    int length; /* 0: a money game */
    int count;
} shares[] = {{0, 4236}, {1, 924}, {3, 616}, {5, 308}, {7, 308}, {11, 308}};
enum { SHARES = sizeof shares / sizeof shares[0] };

static const float thresholds[STUDY_THRESHOLDS] = {0.2F, 0.3F, 0.4F};

struct filter_study {
    struct study_settings settings;
    struct study_search with; /* without search of its own: one play after the other */
    struct study_decision decision;
    struct study_figures *figures;
    struct rng sampling;
    double game_loss[STUDY_FILTERS_MAX];     /* of the decisions evaluated */
    double game_estimate[STUDY_FILTERS_MAX]; /* weighted */
};

/* ---- open and close -------------------------------------------------------------- */

struct filter_study *study_open(const char *dir, const struct study_settings *settings,
                                struct error *err)
{
    struct filter_study *study = error_allocate(sizeof *study, err);
    if (study == NULL) {
        return NULL;
    }
    study->settings = *settings;
    if (!study_search_open(&study->with, dir, true, err)) {
        study_close(study);
        return NULL;
    }
    filter_accept(&study->with.strength.filter, 1); /* the main net evaluates all */
    study->with.strength.play_ply = 0;
    return study;
}

void study_close(struct filter_study *study)
{
    if (study != NULL) {
        study_search_close(&study->with);
        free(study);
    }
}

/* ---- plays ----------------------------------------------------------------------- */

static void add_losses(struct filter_study *study, int weight)
{
    const struct study_decision *d = &study->decision;
    int ply = study->settings.ply;
    int best = study_best(d, ply);
    study->figures->evaluated++;
    for (int f = 0; f < study->settings.filters; f++) {
        struct study_account *account = &study->figures->account[f];
        int chosen = study_choice(d, &study->settings.filter[f], ply);
        double loss = (double)(d->equity[ply][best] - d->equity[ply][chosen]);
        account->loss += weight * loss;
        account->different += loss > 0.0 ? weight : 0; /* plays can be equally good */
        account->above_020 += loss > 0.020 ? weight : 0;
        account->above_080 += loss > 0.080 ? weight : 0;
        study->game_loss[f] += loss;
        study->game_estimate[f] += weight * loss;
    }
}

/* ---- time of the filters --------------------------------------------------------- */

static void time_filters(struct filter_study *study, const struct position *pos,
                         const struct match_state *ms, struct roll roll)
{
    struct study_search with = study->with;
    with.strength = strength_default();
    with.strength.play_ply = study->settings.ply;
    study->figures->timed++;
    for (int f = 0; f < study->settings.filters; f++) {
        struct study_account *account = &study->figures->account[f];
        with.strength.filter = study->settings.filter[f];
        struct search *search = study_search_begin(&with, ms);
        cache_clear(search_cache(with.scratch));
        uint64_t before = eval_count(search_eval(with.scratch));
        double start = study->settings.seconds();
        (void)search_plays(search, pos, roll);
        account->seconds += study->settings.seconds() - start;
        account->evaluations +=
            (int64_t)(eval_count(search_eval(with.scratch)) - before);
    }
}

/* Adds what each filter loses in the decision; returns the play that is made. */
static int study_decision(struct filter_study *study, const struct position *pos,
                          const struct match_state *ms, struct roll roll)
{
    struct study_decision *d = &study->decision;
    const struct study_settings *settings = &study->settings;
    const int known = settings->games_ply;
    struct search *search = study_search_begin(&study->with, ms);
    study_list(search, pos, roll, d);
    if (d->count == 1) {
        return 0;
    }
    study->figures->plays++;
    study_evaluate(search, d, 1, known);
    int choice = study_best(d, known);
    int weight = known == settings->ply
                     ? 1
                     : study_weight(search, d, settings->filter, settings->filters,
                                    settings->ply, known, &study->sampling);
    if (weight > 0) {
        study_evaluate(search, d, known + 1, settings->ply);
        add_losses(study, weight);
    }
    return choice;
}

static void study_play(void *context, const struct position *pos,
                       const struct match_state *ms, struct roll roll,
                       struct position *after)
{
    struct filter_study *study = context;
    const struct study_figures *figures = study->figures;
    int every = study->settings.timed_every;
    int best = study_decision(study, pos, ms, roll);
    *after = study->decision.play[best].after;
    if (every > 0 && study->decision.count > 1 && figures->plays % every == 0) {
        time_filters(study, pos, ms, roll);
    }
}

/* ---- the cube -------------------------------------------------------------------- */

/* Returns mine's cube decision with the values at `ply`. */
static struct cube_decision decide_cube(struct search *search,
                                        const struct position *pos,
                                        const struct match_state *ms, int ply)
{
    struct cube_decision decision = {.ply = ply};
    struct search_value value;
    (void)search_cube(search, pos, ply, &value);
    cube_decide(search_model(search), ms, value.values,
                cube_price(search_model(search), &pos->theirs), &decision);
    return decision;
}

/* Returns the ply of cube actions in the games, which is even; in studies at 0- or
 * 1-ply they are searched, too. */
static int cube_ply(const struct filter_study *study)
{
    int ply = study->settings.games_ply;
    return ply < study->settings.ply ? ply - ply % 2 : 2;
}

static bool study_double(void *context, const struct position *pos,
                         const struct match_state *ms)
{
    struct filter_study *study = context;
    struct search *search = study_search_begin(&study->with, ms);
    if (study->settings.games_ply < study->settings.ply) {
        struct cube_decision cube = decide_cube(search, pos, ms, cube_ply(study));
        return cube_decision_is_double(&cube);
    }
    struct cube_decision quick = decide_cube(search, pos, ms, 0);
    float behind = quick.no_double - cube_decision_doubled(&quick);
    struct cube_decision deep =
        behind > clear_cube ? quick : decide_cube(search, pos, ms, cube_ply(study));
    study->figures->cubes++;
    for (int t = 0; t < STUDY_THRESHOLDS; t++) {
        struct study_cube *cube = &study->figures->cube[t];
        if (behind > thresholds[t]) {
            cube->stopped++;
            cube->errors += cube_decision_is_double(&deep);
            cube->loss += cube_decision_is_double(&deep)
                              ? (double)(cube_decision_doubled(&deep) - deep.no_double)
                              : 0.0;
        }
    }
    return cube_decision_is_double(&deep);
}

static bool study_take(void *context, const struct position *pos,
                       const struct match_state *ms)
{
    struct filter_study *study = context;
    struct position doubler = position_swap(pos);
    struct match_state doubler_ms = match_state_swap(ms);
    struct search *search = study_search_begin(&study->with, &doubler_ms);
    struct cube_decision deep =
        decide_cube(search, &doubler, &doubler_ms, cube_ply(study));
    return deep.double_take <= deep.double_pass;
}

/* ---- games ----------------------------------------------------------------------- */

double study_bucket(int n)
{
    return n <= 1 ? 0.0 : n <= 3 ? 0.005 * (n - 1) : 0.01 * (n - 2);
}

static int bucket_of(double loss)
{
    int n = STUDY_BUCKETS - 1;
    if (!(loss > 0.0)) {
        return 0;
    }
    while (loss < study_bucket(n)) {
        n--;
    }
    return n;
}

static void close_game(void *context)
{
    struct filter_study *study = context;
    study->figures->games++;
    for (int f = 0; f < study->settings.filters; f++) {
        struct study_account *account = &study->figures->account[f];
        double loss = study->game_loss[f];
        account->game_squares += study->game_estimate[f] * study->game_estimate[f];
        account->worst_game = fmax(account->worst_game, loss);
        account->games[bucket_of(loss)]++;
        study->game_loss[f] = 0.0;
        study->game_estimate[f] = 0.0;
    }
}

/* Returns the length of match `number`: the kind that is furthest behind its share. */
static int length_of(int64_t number)
{
    int64_t count[SHARES] = {0};
    int kind = 0;
    for (int64_t n = 0; n <= number; n++) {
        kind = 0;
        for (int k = 1; k < SHARES; k++) {
            if ((2 * count[k] + 1) * shares[kind].count <
                (2 * count[kind] + 1) * shares[k].count) {
                kind = k;
            }
        }
        count[kind]++;
    }
    return shares[kind].length;
}

void study_one_match(struct filter_study *study, int64_t number,
                     struct study_figures *figures)
{
    struct self_player player = {.context = study,
                                 .plays = study_play,
                                 .doubles = study_double,
                                 .takes = study_take,
                                 .game_ends = close_game};
    struct rng dice;
    rng_seed(&dice, study->settings.seed, (uint64_t)number);
    rng_seed(&study->sampling, ~study->settings.seed, (uint64_t)number);
    study->figures = figures;
    self_match_play(&player, length_of(number), &dice);
    figures->matches++;
}

struct study_mean study_loss_of_game(const struct study_figures *figures, int filter)
{
    const struct study_account *account = &figures->account[filter];
    double games = (double)figures->games;
    double mean = games > 0 ? account->loss / games : 0.0;
    double variance = games > 0 ? account->game_squares / games - mean * mean : 0.0;
    return (struct study_mean){mean,
                               games > 1 ? sqrt(fmax(variance, 0.0) / games) : 0.0};
}
