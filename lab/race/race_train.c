#include "lab/race/race_train.h"
#include "lab/race/race_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/baseline_player.h"
#include "engine/board/position.h"
#include "engine/net/net.h"
#include "lab/race/race_label.h"

enum {
    GAME_RACES_MAX = 64, /* of one game */
    SWEEPS = 4,
    REFRESH_EVERY = 500, /* steps between updates of the labeller's net */
    FARTHEST = 23,
    PLIES_MAX = 400, /* of a game */
    HOME = 6
};

/* Sides from games, and sides from games and random ones that the table does not
 * cover. */
struct pool {
    int count;
    struct side *side;
    int far_count;
    struct race_sample *far; /* from the nearest to the farthest */
};

struct run {
    const struct race_training *training;
    const struct race_table *table;
    const struct race_basis *basis;
    const struct net_kernel *kernel;
    struct race_learner *learner;
    struct race_labeller labeller;
    struct race_net *net; /* the labeller's */
    struct play_list list;
    struct position races[GAME_RACES_MAX]; /* of a game */
    struct pool pool;
    struct rng rng;
    int64_t labels;
    struct race_sample batch[RACE_LEARNER_BATCH];
};

/* ---- sides ---- */

static int random_between(struct rng *rng, int low, int high)
{
    return low + (int)rng_below(rng, (uint32_t)(high - low + 1));
}

/* Places checkers on few or many points: each goes on the point of another one, or on a
 * random point. */
static void place_on_points(struct side *side, int count, int low, int high,
                            struct rng *rng)
{
    int points[FARTHEST];
    int used = 0;
    uint32_t wide = rng_below(rng, 4);
    for (int i = 0; i < count; i++) {
        if (used == 0 || rng_below(rng, 4) < wide) {
            points[used++] = random_between(rng, low, high);
        }
        side->at[points[rng_below(rng, (uint32_t)used)]]++;
    }
}

void race_random_side(struct rng *rng, int farthest, struct side *side)
{
    memset(side, 0, sizeof *side);
    int off = rng_below(rng, 3) == 0 ? random_between(rng, 1, CHECKERS - 1) : 0;
    int outside = random_between(rng, 0, CHECKERS - off);
    if (rng_below(rng, 2) == 0) {
        outside = outside < 4 ? outside : 1 + outside % 3;
    }
    side->at[POINT_OFF] = (uint8_t)off;
    place_on_points(side, outside, HOME + 1, farthest, rng);
    place_on_points(side, CHECKERS - off - outside, random_between(rng, 1, 4), HOME,
                    rng);
}

/* ---- the pool ---- */

/* Plays a game of the baseline player with itself to its end and keeps its positions
 * without contact, mine on roll; returns their number. */
static int play_game(struct run *run)
{
    struct position pos;
    struct roll roll = rng_opening_roll(&run->rng);
    int count = 0;
    position_start(&pos);
    for (int n = 0;
         n < PLIES_MAX && count < GAME_RACES_MAX && position_game_result(&pos) == 0;
         n++) {
        if (!position_has_contact(&pos)) {
            run->races[count++] = pos;
        }
        movegen_plays(&pos, roll, &run->list);
        pos = position_swap(&run->list.after[baseline_player_choose(&run->list)]);
        roll = rng_roll(&run->rng);
    }
    return count;
}

static bool fill_from_games(struct run *run)
{
    struct pool *pool = &run->pool;
    const size_t room = 2 * GAME_RACES_MAX * (size_t)run->training->games;
    pool->side = malloc(room * sizeof *pool->side);
    for (int game = 0; pool->side != NULL && game < run->training->games; game++) {
        int count = play_game(run);
        for (int i = 0; i < count; i++) {
            pool->side[pool->count++] = run->races[i].mine;
            pool->side[pool->count++] = run->races[i].theirs;
        }
    }
    return pool->count > 0;
}

/* Draws a side; half of them are from games. */
static void draw_side(struct run *run, struct side *side)
{
    if (rng_below(&run->rng, 2) == 0) {
        *side = run->pool.side[rng_below(&run->rng, (uint32_t)run->pool.count)];
    } else {
        int farthest = 7 + (int)rng_below(&run->rng, FARTHEST - 6);
        race_random_side(&run->rng, farthest, side);
    }
}

/* Returns the distance from the table: the pips to its farthest point. */
static int distance(const struct run *run, const struct side *side)
{
    int beyond = 0;
    for (int p = race_table_points(run->table) + 1; p <= FARTHEST; p++) {
        beyond += side->at[p] * (p - race_table_points(run->table));
    }
    return beyond;
}

/* Draws the far sides and puts them in the order of their distances. */
static bool fill_far(struct run *run)
{
    struct pool *pool = &run->pool;
    const int count = run->training->far_sides;
    struct side *drawn = malloc(((size_t)count + 1) * sizeof *drawn);
    pool->far = calloc((size_t)count + 1, sizeof *pool->far);
    const bool is_whole = drawn != NULL && pool->far != NULL;
    for (int n = 0; is_whole && n < count;) {
        draw_side(run, &drawn[n]);
        n += !race_table_covers(run->table, &drawn[n]);
    }
    int sorted = 0;
    for (int away = 1; is_whole && sorted < count; away++) {
        for (int n = 0; n < count; n++) {
            if (distance(run, &drawn[n]) == away) {
                pool->far[sorted++].side = drawn[n];
            }
        }
    }
    free(drawn);
    return is_whole;
}

/* ---- steps ---- */

static bool refresh_net(struct run *run)
{
    struct race_net *net = race_net_new(race_learner_average(run->learner), run->basis);
    if (net == NULL) {
        return false;
    }
    race_net_free(run->net);
    run->net = net;
    run->labeller.net = net;
    return true;
}

/* Labels far sides as scheduled: none in the first tenth of the steps, while the net
 * still learns the table, and none in the last tenth. */
static void label_far(struct run *run, int64_t step)
{
    const double part = ((double)step / (double)run->training->steps - 0.1) / 0.8;
    const double done = part < 0.0 ? 0.0 : part < 1.0 ? part : 1.0;
    const int64_t due = (int64_t)(done * SWEEPS * run->training->far_sides);
    struct race_sample sample;
    for (; run->labels < due; run->labels++) {
        int64_t at = run->labels % run->training->far_sides;
        race_label(&run->labeller, &run->pool.far[at].side, &sample);
        run->pool.far[at] = sample;
        if (run->pool.far_count <= at) {
            run->pool.far_count = (int)at + 1;
        }
    }
}

/* Draws a side from the table, or one labelled by lookahead instead. */
static void draw_sample(struct run *run, struct race_sample *sample)
{
    draw_side(run, &sample->side);
    while (!race_table_covers(run->table, &sample->side)) {
        if (run->pool.far_count > 0) {
            *sample =
                run->pool.far[rng_below(&run->rng, (uint32_t)run->pool.far_count)];
            return;
        }
        draw_side(run, &sample->side);
    }
    race_table_rolls(run->table, &sample->side, RACE_OFF, &sample->rolls[RACE_OFF]);
    race_table_rolls(run->table, &sample->side, RACE_FIRST, &sample->rolls[RACE_FIRST]);
}

/* Returns the learning rate: it rises in the first thousand steps and then falls
 * geometrically. */
static double rate_at(const struct race_training *t, int64_t step)
{
    const double part = (double)step / (double)t->steps;
    const double rise = step < 1000 ? (double)(step + 1) / 1000.0 : 1.0;
    return rise * t->rate[0] * pow(t->rate[1] / t->rate[0], part);
}

/* Returns `keep` such that the average spans about the last hundredth of the steps. */
static double keep_at(const struct race_training *t, int64_t step)
{
    const double span = fmax(1.0, fmin((double)step, (double)t->steps) / 100.0);
    return 1.0 - 1.0 / span;
}

static bool report_progress(struct run *run, int64_t step, double rate, double loss)
{
    const struct race_training *t = run->training;
    const struct race_training_report r = {step, t->steps, run->labels, rate, loss};
    return t->report == NULL || t->report(t->context, &r);
}

static bool learn(struct run *run)
{
    const struct race_training *t = run->training;
    const int every = t->report_every > 0 ? t->report_every : 1;
    double loss = 0.0;
    for (int64_t step = 0; step < t->steps; step++) {
        if (step % REFRESH_EVERY == 0 && !refresh_net(run)) {
            return false;
        }
        label_far(run, step);
        for (int i = 0; i < RACE_LEARNER_BATCH; i++) {
            draw_sample(run, &run->batch[i]);
        }
        const double rate = rate_at(t, step);
        loss += race_learner_step(run->learner, run->batch, RACE_LEARNER_BATCH, rate,
                                  keep_at(t, step));
        if ((step + 1) % every == 0) {
            if (!report_progress(run, step + 1, rate, loss / every)) {
                break;
            }
            loss = 0.0;
        }
    }
    return true;
}

/* ---- the whole ---- */

static struct race_weights *copy_weights(const struct race_weights *from)
{
    struct race_weights *w = race_weights_new(from->size[0], from->size[1]);
    if (w != NULL) {
        memcpy(w->numbers, from->numbers, from->count * sizeof *w->numbers);
    }
    return w;
}

static struct run *run_new(const struct race_training *training,
                           const struct race_table *table,
                           const struct race_basis *basis)
{
    struct run *run = error_allocate(sizeof *run, NULL);
    if (run == NULL) {
        return NULL;
    }
    run->training = training;
    run->table = table;
    run->basis = basis;
    run->kernel = net_kernel_find(NULL);
    rng_seed(&run->rng, training->seed, 1);
    run->labeller.table = table;
    run->labeller.kernel = run->kernel;
    run->learner = race_learner_new(training->hidden[0], training->hidden[1], basis,
                                    run->kernel, training->seed);
    return run;
}

static void run_free(struct run *run)
{
    race_learner_free(run->learner);
    race_net_free(run->net);
    free(run->pool.side);
    free(run->pool.far);
    free(run);
}

struct race_weights *race_train(const struct race_training *training,
                                const struct race_table *table,
                                const struct race_basis *basis, struct error *err)
{
    struct race_weights *w = NULL;
    struct run *run = run_new(training, table, basis);
    if (run != NULL) {
        if (run->learner != NULL && fill_from_games(run) && fill_far(run) &&
            learn(run)) {
            w = copy_weights(race_learner_average(run->learner));
        }
        run_free(run);
    }
    if (w == NULL) {
        error_no_memory(err);
    }
    return w;
}
