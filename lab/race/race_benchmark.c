#include "lab/race/race_benchmark.h"

#include <limits.h>
#include <math.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/movegen.h"
#include "engine/net/net.h"
#include "engine/race/race_clear.h"

enum {
    HOME = 6,
    GAME_RACES_MAX = 64,
    EVERY = 3, /* every third race of a game is used, so that more games are */
    REPORT_EVERY = 64
};

const char *const race_class_names[RACE_CLASSES] = {
    "races of games",
    "random races",
    "longer races of games",
};

const int race_pip_bands[RACE_PIP_BANDS] = {39, 59, 79, 99, 119, INT_MAX};
const int race_point_bands[RACE_POINT_BANDS] = {9, 11, 14, 18, INT_MAX};

/* A position with its true outputs. */
struct truth {
    struct position after;
    struct outputs outputs;
};

/* The state of a benchmark. */
struct run {
    const struct race_benchmark_options *options;
    struct race_labeller labeller;
    struct race_clear *clear;
    struct play_list list;
    struct outputs truth[MAX_PLAYS]; /* of the plays in the list, */
    struct outputs found[MAX_PLAYS]; /* and by an evaluator */
    struct rng rng;
    struct position races[GAME_RACES_MAX]; /* of the current game */
    int count;
    int next;
    double done; /* positions and decisions */
    double all;
};

/* ---- the truth ---- */

/* Chances by exact number of rolls; corrected ones may be slightly negative. */
enum { ROLLS_MAX = 64 };

static void add_rolls(const struct race_rolls *rolls, int later, float weight,
                      float chance[ROLLS_MAX])
{
    for (int i = 0; i < rolls->count && rolls->from + i + later < ROLLS_MAX; i++) {
        chance[rolls->from + i + later] += weight * rolls->chance[i];
    }
}

/* Plays one trajectory for one goal and adds the correction of each roll. */
static void add_corrections(struct run *run, const struct side *start,
                            enum race_goal goal, float weight, float chance[ROLLS_MAX])
{
    struct side side = *start;
    for (int n = 0; !race_table_covers(run->options->table, &side); n++) {
        struct race_rolls rolls[RACE_GOALS];
        struct race_sample sample;
        race_labeller_rolls(&run->labeller, &side, rolls);
        race_label(&run->labeller, &side, &sample);
        add_rolls(&sample.rolls[goal], n, weight, chance);
        add_rolls(&rolls[goal], n, -weight, chance);
        race_label_roll(&run->labeller, rng_roll(&run->rng), goal, &side);
    }
}

static void true_rolls(struct run *run, const struct side *side, enum race_goal goal,
                       struct race_rolls *rolls)
{
    const int trajectories = run->options->trajectories;
    struct race_rolls both[RACE_GOALS];
    float chance[ROLLS_MAX] = {0.0F};
    race_labeller_rolls(&run->labeller, side, both);
    *rolls = both[goal];
    if (race_table_covers(run->options->table, side) || rolls->count == 0) {
        return;
    }
    add_rolls(rolls, 0, 1.0F, chance);
    for (int t = 0; t < trajectories; t++) {
        add_corrections(run, side, goal, 1.0F / (float)trajectories, chance);
    }
    race_rolls_from_chances(rolls, chance, ROLLS_MAX);
}

static void true_side(struct run *run, const struct side *side, struct race_side *truth)
{
    true_rolls(run, side, RACE_OFF, &truth->off);
    true_rolls(run, side, RACE_FIRST, &truth->first);
    race_clear_rolls(run->clear, side, &truth->clear);
}

static struct outputs true_outputs(struct run *run, const struct position *after)
{
    struct race_side mine;
    struct race_side theirs;
    true_side(run, &after->mine, &mine);
    true_side(run, &after->theirs, &theirs);
    return race_outputs(&mine, &theirs);
}

/* ---- positions ---- */

static bool is_all_home(const struct side *side)
{
    return position_rearmost_checker(side) <= HOME;
}

static bool is_in_table(const struct run *run, const struct position *pos)
{
    return race_table_covers(run->options->table, &pos->mine) &&
           race_table_covers(run->options->table, &pos->theirs);
}

/* Returns the next race from games, mine on roll. */
static struct position next_of_games(struct run *run)
{
    while (run->next >= run->count) {
        run->count = race_positions_of_game(&run->rng, &run->options->player,
                                            &run->list, run->races, GAME_RACES_MAX);
        run->next = (int)rng_below(&run->rng, EVERY);
    }
    struct position pos = run->races[run->next];
    run->next += EVERY;
    return pos;
}

static bool belongs(const struct run *run, const struct position *pos,
                    enum race_class class)
{
    const bool is_known = is_all_home(&pos->mine) && is_all_home(&pos->theirs);
    return !is_known && is_in_table(run, pos) == (class != RACE_OF_GAMES_LONG);
}

static struct position draw(struct run *run, enum race_class class)
{
    struct position pos;
    do {
        if (class == RACE_AT_RANDOM) {
            race_random_position(&run->rng, &pos);
        } else {
            pos = next_of_games(run);
        }
    } while (!belongs(run, &pos, class));
    return pos;
}

/* Counts one more; false: stop. */
static bool count_one(struct run *run)
{
    run->done += 1.0;
    return fmod(run->done, REPORT_EVERY) != 0.0 ||
           race_job_goes_on(&run->options->job, run->done / run->all);
}

/* ---- figures ---- */

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* `error` is sorted by size afterwards. */
static struct race_error error_figures(double *error, int count,
                                       const struct truth *truths)
{
    struct race_error e = {.mean = 0.0};
    for (int i = 0; i < count; i++) {
        if (fabs(error[i]) > e.worst) {
            e.worst = fabs(error[i]);
            e.worst_position = truths[i].after;
        }
        e.mean += fabs(error[i]);
        e.bias += error[i];
        e.rmse += error[i] * error[i];
        error[i] = fabs(error[i]);
    }
    qsort(error, (size_t)count, sizeof *error, compare_doubles);
    e.hundredth = error[count - 1 - count / 100];
    e.mean /= count;
    e.bias /= count;
    e.rmse = sqrt(e.rmse / count);
    return e;
}

static double win_of(const struct outputs *o)
{
    return (double)o->win;
}

static double gammons_of(const struct outputs *o)
{
    return (double)o->win_gammon - (double)o->lose_gammon;
}

static double equity_of(const struct outputs *o)
{
    return (double)equity_cubeless(*o);
}

static struct race_error errors_of(const struct truth *truths,
                                   const struct outputs *found, int count, double *room,
                                   double (*number)(const struct outputs *o))
{
    for (int i = 0; i < count; i++) {
        room[i] = number(&found[i]) - number(&truths[i].outputs);
    }
    return error_figures(room, count, truths);
}

static void add_to_band(struct race_band *bands, const int *limits, int number,
                        double error)
{
    int b = 0;
    while (number > limits[b]) {
        b++;
    }
    bands[b].positions++;
    bands[b].mean += (error - bands[b].mean) / bands[b].positions;
}

static void fill_bands(const struct truth *truths, const struct outputs *found,
                       int count, struct race_figures *figures)
{
    for (int i = 0; i < count; i++) {
        const struct side *mine = &truths[i].after.mine;
        const struct side *theirs = &truths[i].after.theirs;
        const int pips[2] = {position_pip_count(mine), position_pip_count(theirs)};
        const int points[2] = {position_rearmost_checker(mine),
                               position_rearmost_checker(theirs)};
        const double error = fabs(win_of(&found[i]) - win_of(&truths[i].outputs));
        add_to_band(figures->by_pips, race_pip_bands,
                    pips[0] > pips[1] ? pips[0] : pips[1], error);
        add_to_band(figures->by_point, race_point_bands,
                    points[0] > points[1] ? points[0] : points[1], error);
    }
}

static bool measure_evaluator(const struct race_evaluator *evaluator,
                              const struct truth *truths, int count,
                              struct race_figures *figures)
{
    struct outputs *found = malloc((size_t)count * sizeof *found);
    double *room = malloc((size_t)count * sizeof *room);
    bool is_whole = found != NULL && room != NULL;
    if (is_whole) {
        for (int i = 0; i < count; i++) {
            evaluator->evaluate(evaluator->context, &truths[i].after, 1, &found[i]);
        }
        figures->positions = count;
        fill_bands(truths, found, count, figures);
        figures->win = errors_of(truths, found, count, room, win_of);
        figures->gammon = errors_of(truths, found, count, room, gammons_of);
        figures->equity = errors_of(truths, found, count, room, equity_of);
    }
    free(found);
    free(room);
    return is_whole;
}

/* Measures one class of races. Returns NULL, or what went wrong. */
static const char *benchmark_class(struct run *run, enum race_class class,
                                   struct race_figures figures[RACE_EVALUATORS_MAX])
{
    const struct race_benchmark_options *j = run->options;
    const int count = class == RACE_OF_GAMES_LONG ? j->long_ones : j->positions;
    const size_t size = (size_t)(count + 1) * sizeof(struct truth);
    const char *fault = NULL;
    struct truth *truths = aligned_alloc(64, size);
    for (int i = 0; truths != NULL && fault == NULL && i < count; i++) {
        /* mine was to roll; seen from the other side this is a position after a play */
        struct position pos = draw(run, class);
        truths[i].after = position_swap(&pos);
        truths[i].outputs = true_outputs(run, &truths[i].after);
        fault = count_one(run) ? NULL : "stopped";
    }
    bool is_whole = truths != NULL;
    for (int c = 0; is_whole && fault == NULL && count > 0 && c < j->evaluators; c++) {
        is_whole = measure_evaluator(&j->evaluator[c], truths, count, &figures[c]);
    }
    free(truths);
    return is_whole ? fault : "out of memory";
}

/* ---- checker plays ---- */

static int best_play(const struct outputs *outputs, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++) {
        if (equity_cubeless(outputs[i]) > equity_cubeless(outputs[best])) {
            best = i;
        }
    }
    return best;
}

/* Whether there are at least two plays and the databases cover none of them. */
static bool is_decision(const struct play_list *list)
{
    for (int i = 0; i < list->count; i++) {
        if (is_all_home(&list->after[i].mine) && is_all_home(&list->after[i].theirs)) {
            return false;
        }
    }
    return list->count > 1;
}

static void list_decision(struct run *run)
{
    do {
        struct position pos = draw(run, RACE_OF_GAMES);
        movegen_plays(&pos, rng_roll(&run->rng), &run->list);
    } while (!is_decision(&run->list));
}

static struct race_losses losses_of(double *loss, int count)
{
    struct race_losses l = {.decisions = count};
    for (int i = 0; i < count; i++) {
        l.mean += loss[i] / count;
        l.wrong += loss[i] > 0.001 ? 1 : 0;
    }
    qsort(loss, (size_t)count, sizeof *loss, compare_doubles);
    l.hundredth = loss[count - 1 - count / 100];
    l.worst = loss[count - 1];
    return l;
}

/* loss[c * decisions + i]: of evaluator c at decision i. Returns NULL or "stopped". */
static const char *measure_losses(struct run *run, double *loss)
{
    const struct race_benchmark_options *o = run->options;
    const struct play_list *list = &run->list;
    for (int i = 0; i < o->decisions; i++) {
        list_decision(run);
        for (int n = 0; n < list->count; n++) {
            run->truth[n] = true_outputs(run, &list->after[n]);
        }
        const double best =
            (double)equity_cubeless(run->truth[best_play(run->truth, list->count)]);
        for (int c = 0; c < o->evaluators; c++) {
            o->evaluator[c].evaluate(o->evaluator[c].context, list->after, list->count,
                                     run->found);
            int chosen = best_play(run->found, list->count);
            loss[c * o->decisions + i] =
                best - (double)equity_cubeless(run->truth[chosen]);
        }
        if (!count_one(run)) {
            return "stopped";
        }
    }
    return NULL;
}

static const char *measure_plays(struct run *run,
                                 struct race_losses losses[RACE_EVALUATORS_MAX])
{
    const struct race_benchmark_options *o = run->options;
    double *loss = calloc((size_t)(o->decisions * o->evaluators) + 1, sizeof *loss);
    const char *fault = loss != NULL ? measure_losses(run, loss) : "out of memory";
    for (int c = 0; fault == NULL && o->decisions > 0 && c < o->evaluators; c++) {
        losses[c] = losses_of(loss + c * o->decisions, o->decisions);
    }
    free(loss);
    return fault;
}

/* ---- the whole ---- */

static struct run *open_benchmark(const struct race_benchmark_options *o)
{
    struct run *run = aligned_alloc(alignof(struct run), sizeof *run);
    if (run != NULL) {
        memset(run, 0, sizeof *run);
        run->options = o;
        rng_seed(&run->rng, o->seed, 0x6a75646765U);
        run->all = 2.0 * o->positions + o->long_ones + o->decisions;
        run->labeller.table = o->table;
        run->labeller.kernel = net_kernel_find(NULL);
        run->labeller.net = race_net_of(o->race);
        run->clear = race_clear_new();
    }
    return run;
}

bool race_benchmark(const struct race_benchmark_options *options,
                    struct race_benchmark_figures *figures, struct error *err)
{
    struct run *run = open_benchmark(options);
    const char *fault = run != NULL && run->clear != NULL ? NULL : "out of memory";
    memset(figures, 0, sizeof *figures);
    for (int class = 0; fault == NULL && class < RACE_CLASSES; class ++) {
        fault = benchmark_class(run, (enum race_class) class, figures->figures[class]);
    }
    if (fault == NULL) {
        fault = measure_plays(run, figures->losses);
    }
    if (run != NULL) {
        race_clear_free(run->clear);
    }
    free(run);
    return fault == NULL || error_set(err, "race benchmark: %s", fault);
}
