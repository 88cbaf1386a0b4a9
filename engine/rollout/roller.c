#include "engine/rollout/roller.h"

#include <string.h>

#include "engine/board/position.h"
#include "engine/cube/params.h"
#include "engine/rollout/rollout.h"
#include "engine/search/ranked_play.h"
#include "engine/search/search_threads.h"

/* The standard errors of the difference that end a rollout early, and the least number
 * of games: one for each first roll. */
enum { CLEAR_ERRORS = 4, LEAST_TRIALS = 36 };

/* The filter of the first plays, at 1-ply. Wider ones, 6/.12 and 20/.24, take longer for
 * the same choices; 2/.04 loses with two first plays. */
enum { FIRST_PLY = 1 };
static const struct filter_level first_filter = {.extra = 3, .threshold = .06F};

/* Not the default seed of rollouts: a roller that is measured by them must not have their
 * dice, or it shares their errors. */
enum { SEED = 36 };

/* The first plays at 1-ply take a quarter to a half off PR; 2-ply takes little more, in
 * twenty times the time ("The first plays of a roller" in weights/LOG.md). A search at
 * 3-ply selects no better plays, and those left out then differ by a ply more ("Rollers"
 * there). */
static const struct roller rollers[] = {
    /* name, trials, horizon, first turns, small loss */
    {"roller", 360, 5, 1, .0003},
    {"roller+", 360, 7, 2, .0001},
    {"roller++", 1296, 7, 2, .00002},
};
enum { ROLLERS = sizeof rollers / sizeof rollers[0] };

/* ROLLERS: it is none. */
static int roller_place(const char *name)
{
    int place = 0;
    while (place < ROLLERS && strcmp(rollers[place].name, name) != 0) {
        place++;
    }
    return place;
}

const struct roller *roller_find(const char *name)
{
    int place = roller_place(name);
    return place < ROLLERS ? &rollers[place] : NULL;
}

const char *roller_name(int i)
{
    return i >= 0 && i < ROLLERS ? rollers[i].name : NULL;
}

int roller_depth(const struct roller *roller)
{
    return roller != NULL ? roller_place(roller->name) + 1 : 0;
}

/* Uses the row of filter_for_roller() without its last step, which selects what is
 * rolled out. */
struct strength roller_search_strength(const struct strength *strength)
{
    struct strength search = *strength;
    struct filter filter = filter_for_roller(&strength->filter);
    memcpy(search.filter.level[SEARCH_PLY_OF_ROLLERS - 1],
           filter.level[SEARCH_PLY_OF_ROLLERS],
           SEARCH_PLY_OF_ROLLERS * sizeof filter.level[0][0]);
    /* more than the best is rolled out */
    search.filter.gives_up[SEARCH_PLY_OF_ROLLERS - 1] = false;
    search.play_ply = SEARCH_PLY_OF_ROLLERS;
    search.cube_ply = SEARCH_PLY_OF_ROLLERS;
    search.roller = NULL;
    return search;
}

/* ---- memory -------------------------------------------------------------------- */

struct rollout_settings roller_rollout_settings(const struct strength *strength)
{
    const struct roller *roller = strength->roller;
    struct rollout_settings settings = rollout_default();
    settings.trials = roller->trials;
    settings.horizon = roller->horizon;
    settings.filter = strength->filter;
    settings.filter.level[FIRST_PLY - 1][0] = first_filter;
    settings.first_ply = FIRST_PLY;
    settings.first_turns = roller->first_turns;
    settings.least_trials = LEAST_TRIALS;
    settings.clear_errors = CLEAR_ERRORS;
    settings.check_every = LEAST_TRIALS;
    settings.small_loss = roller->small_loss;
    settings.seed = SEED;
    settings.threads = strength->search_threads != NULL
                           ? search_threads_size(strength->search_threads)
                           : 1;
    return settings;
}

/* Returns the rollout of this scratch; makes a new one when the settings have
 * changed. */
static struct rollout *prepare_rollout(const struct roller_job *job)
{
    struct rollout_settings settings = roller_rollout_settings(job->strength);
    settings.is_cubeful = !job->is_cube_dead;
    if (*job->rollout != NULL && !rollout_has_settings(*job->rollout, &settings)) {
        rollout_free(*job->rollout);
        *job->rollout = NULL;
    }
    if (*job->rollout == NULL) {
        *job->rollout = rollout_new(job->ev, job->met, &settings, job->ms, NULL);
    }
    if (*job->rollout != NULL) {
        rollout_begin(*job->rollout, job->ms);
    }
    return *job->rollout;
}

static bool has_time(void *context, const struct rollout *rollout)
{
    const struct roller_job *job = context;
    const struct search_time_limit *time = &job->strength->time;
    (void)rollout;
    return time->limit_ms <= 0 || time->now_ms(time->context) < job->deadline_ms;
}

/* Runs the rollout. Returns whether it has enough games for a result. */
static bool play_games(const struct roller_job *job, struct rollout *rollout)
{
    struct roller_job copy = *job;
    (void)rollout_run(rollout, job->strength->stop, has_time, &copy);
    return rollout_trials(rollout) >= LEAST_TRIALS;
}

/* ---- plays ----------------------------------------------------------------------- */

/* Returns the number of plays to roll out: those at full ply that the filter's last
 * step keeps. */
static int count_worthy(const struct strength *strength,
                        const struct ranked_play *ranked, int count)
{
    struct filter filter = filter_for_roller(&strength->filter);
    struct filter_entry entries[ROLLOUT_CANDIDATES_MAX];
    int full = 0;
    while (full < count && full < ROLLOUT_CANDIDATES_MAX &&
           ranked[full].ply == SEARCH_PLY_OF_ROLLERS) {
        entries[full] = (struct filter_entry){
            .play = full, .ply = SEARCH_PLY_OF_ROLLERS, .equity = ranked[full].equity};
        full++;
    }
    return filter_keep(&filter.level[SEARCH_PLY_OF_ROLLERS][SEARCH_PLY_OF_ROLLERS],
                       entries, full);
}

static void take_rollout_result(const struct rollout *rollout, int candidate, int ply,
                                struct ranked_play *play)
{
    struct rollout_result result = rollout_result(rollout, candidate);
    play->outputs = rollout_outputs(&result);
    play->equity_cubeless = (float)result.cubeless;
    play->equity = (float)result.equity;
    play->trials = result.trials;
    play->ply = ply;
}

/* Orders candidates by equity, those given up after the others. */
static bool is_better(const struct rollout *rollout, int a, int b)
{
    struct rollout_result x = rollout_result(rollout, a);
    struct rollout_result y = rollout_result(rollout, b);
    return x.is_given_up == y.is_given_up ? x.equity > y.equity : y.is_given_up;
}

static void sort_plays(const struct rollout *rollout, struct ranked_play *ranked,
                       int count)
{
    struct ranked_play given[ROLLOUT_CANDIDATES_MAX];
    memcpy(given, ranked, (size_t)count * sizeof ranked[0]);
    for (int i = 0; i < count; i++) {
        int place = 0;
        for (int j = 0; j < count; j++) {
            place += is_better(rollout, j, i) || (j < i && !is_better(rollout, i, j));
        }
        ranked[place] = given[i];
    }
}

void roller_compare_plays(const struct roller_job *job, struct ranked_play *ranked,
                          int count)
{
    struct rollout *rollout =
        count > 1 && count <= ROLLOUT_CANDIDATES_MAX ? prepare_rollout(job) : NULL;
    if (rollout == NULL) {
        return;
    }
    for (int i = 0; i < count; i++) {
        (void)rollout_add_play(rollout, &ranked[i].after);
    }
    if (!play_games(job, rollout)) {
        return;
    }
    for (int i = 0; i < count; i++) {
        take_rollout_result(rollout, i, SEARCH_PLY_OF_ROLLERS + 1, &ranked[i]);
    }
    sort_plays(rollout, ranked, count);
}

void roller_rank_plays(const struct roller_job *job, struct ranked_play *ranked,
                       int count)
{
    if (count > 0 && position_game_result(&ranked[0].after) != 0) {
        return; /* games would find another play as good that ends the game later */
    }
    roller_compare_plays(job, ranked, count_worthy(job->strength, ranked, count));
}

/* ---- the cube -------------------------------------------------------------------- */

/* Whether the search's action is clear by the filter's threshold. Never in analysis. */
static bool is_clear(const struct strength *strength, const struct cube_decision *d)
{
    float threshold = strength->filter.cube_threshold;
    float margin = threshold > 0.0F ? threshold : (float)CUBE_LOOK_MARGIN;
    return strength->filter.accepted == 0 &&
           d->no_double - cube_decision_doubled(d) > margin;
}

void roller_cube_decision(const struct roller_job *job, const struct position *pos,
                          struct cube_decision *decision)
{
    struct rollout *rollout =
        is_clear(job->strength, decision) ? NULL : prepare_rollout(job);
    if (rollout == NULL) {
        return;
    }
    rollout_add_cube(rollout, pos);
    if (play_games(job, rollout)) {
        *decision = rollout_cube_decision(rollout);
        decision->ply = SEARCH_PLY_OF_ROLLERS + 1;
    }
}
