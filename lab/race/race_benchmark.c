#include "lab/race/race_benchmark.h"

#include <limits.h>
#include <math.h>
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

struct court {
    const struct race_judging *judging;
    struct race_labeller *labeller;
    struct race_clear *clear;
    struct play_list *list;
    struct rng rng;
    /* races of the current game */
    struct position *races;
    int count;
    int next;
    double done; /* positions and decisions */
    double all;
};

/* ---- the truth ---- */

/* Chances by exact number of rolls; corrected ones may be slightly negative. */
enum { ROLLS_MAX = 64 };

static void add_rolls(const struct race_rolls *wait, int later, float weight,
                      float chance[ROLLS_MAX])
{
    for (int i = 0; i < wait->count && wait->from + i + later < ROLLS_MAX; i++) {
        chance[wait->from + i + later] += weight * wait->chance[i];
    }
}

/* Plays one trajectory for one goal and adds the correction of each roll. */
static void add_corrections(struct court *court, const struct side *start,
                            enum race_goal goal, float weight, float chance[ROLLS_MAX])
{
    struct side side = *start;
    for (int n = 0; !race_table_covers(court->judging->table, &side); n++) {
        struct race_rolls wait[RACE_GOALS];
        struct race_sample sample;
        race_labeller_rolls(court->labeller, &side, wait);
        race_label(court->labeller, &side, &sample);
        add_rolls(&sample.wait[goal], n, weight, chance);
        add_rolls(&wait[goal], n, -weight, chance);
        race_label_roll(court->labeller, rng_roll(&court->rng), goal, &side);
    }
}

static void true_wait(struct court *court, const struct side *side, enum race_goal goal,
                      struct race_rolls *wait)
{
    const int trajectories = court->judging->trajectories;
    struct race_rolls waits[RACE_GOALS];
    float chance[ROLLS_MAX] = {0.0F};
    race_labeller_rolls(court->labeller, side, waits);
    *wait = waits[goal];
    if (race_table_covers(court->judging->table, side) || wait->count == 0) {
        return;
    }
    add_rolls(wait, 0, 1.0F, chance);
    for (int t = 0; t < trajectories; t++) {
        add_corrections(court, side, goal, 1.0F / (float)trajectories, chance);
    }
    race_rolls_from_chances(wait, chance, ROLLS_MAX);
}

static void true_side(struct court *court, const struct side *side,
                      struct race_side *truth)
{
    true_wait(court, side, RACE_OFF, &truth->off);
    true_wait(court, side, RACE_FIRST, &truth->first);
    race_clear_rolls(court->clear, side, &truth->clear);
}

static struct outputs true_outputs(struct court *court, const struct position *after)
{
    struct race_side mine;
    struct race_side theirs;
    true_side(court, &after->mine, &mine);
    true_side(court, &after->theirs, &theirs);
    return race_outputs(&mine, &theirs);
}

/* ---- positions ---- */

static bool is_home(const struct side *side)
{
    return position_rearmost_checker(side) <= HOME;
}

static bool is_in_table(const struct court *court, const struct position *pos)
{
    return race_table_covers(court->judging->table, &pos->mine) &&
           race_table_covers(court->judging->table, &pos->theirs);
}

/* Returns the next race from games, mine on roll. */
static struct position next_of_games(struct court *court)
{
    while (court->next >= court->count) {
        court->count =
            race_positions_of_game(&court->rng, &court->judging->player, court->list,
                                   court->races, GAME_RACES_MAX);
        court->next = (int)rng_below(&court->rng, EVERY);
    }
    struct position pos = court->races[court->next];
    court->next += EVERY;
    return pos;
}

static bool belongs(const struct court *court, const struct position *pos,
                    enum race_class class)
{
    const bool is_known = is_home(&pos->mine) && is_home(&pos->theirs);
    return !is_known && is_in_table(court, pos) == (class != RACE_OF_GAMES_LONG);
}

static struct position draw(struct court *court, enum race_class class)
{
    struct position pos;
    do {
        if (class == RACE_AT_RANDOM) {
            race_random_position(&court->rng, &pos);
        } else {
            pos = next_of_games(court);
        }
    } while (!belongs(court, &pos, class));
    return pos;
}

static bool goes_on(struct court *court)
{
    const struct race_judging *j = court->judging;
    court->done += 1.0;
    return fmod(court->done, REPORT_EVERY) != 0.0 || j->progress == NULL ||
           j->progress(j->context, court->done / court->all);
}

/* ---- figures ---- */

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* `error` is sorted by size afterwards. */
static struct race_error sum_up(double *error, int count, const struct truth *truths)
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
    return sum_up(room, count, truths);
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

static bool judge_contender(const struct race_contender *contender,
                            const struct truth *truths, int count,
                            struct race_figures *figures)
{
    struct outputs *found = malloc((size_t)count * sizeof *found);
    double *room = malloc((size_t)count * sizeof *room);
    bool is_whole = found != NULL && room != NULL;
    if (is_whole) {
        for (int i = 0; i < count; i++) {
            contender->evaluate(contender->context, &truths[i].after, 1, &found[i]);
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
static const char *benchmark_class(struct court *court, enum race_class class,
                                   struct race_figures figures[RACE_CONTENDERS_MAX])
{
    const struct race_judging *j = court->judging;
    const int count = class == RACE_OF_GAMES_LONG ? j->long_ones : j->positions;
    const size_t size = (size_t)(count + 1) * sizeof(struct truth);
    const char *fault = NULL;
    struct truth *truths = aligned_alloc(64, size);
    for (int i = 0; truths != NULL && fault == NULL && i < count; i++) {
        /* mine was to roll; seen from the other side this is a position after a play */
        struct position pos = draw(court, class);
        truths[i].after = position_swap(&pos);
        truths[i].outputs = true_outputs(court, &truths[i].after);
        fault = goes_on(court) ? NULL : "stopped";
    }
    bool is_whole = truths != NULL;
    for (int c = 0; is_whole && fault == NULL && count > 0 && c < j->contenders; c++) {
        is_whole = judge_contender(&j->contender[c], truths, count, &figures[c]);
    }
    free(truths);
    return is_whole ? fault : "no memory";
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
        if (is_home(&list->after[i].mine) && is_home(&list->after[i].theirs)) {
            return false;
        }
    }
    return list->count > 1;
}

static void list_decision(struct court *court)
{
    do {
        struct position pos = draw(court, RACE_OF_GAMES);
        movegen_plays(&pos, rng_roll(&court->rng), court->list);
    } while (!is_decision(court->list));
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

/* loss[c * decisions + i]: of contender c at decision i. `outputs` is room for a list's
 * plays, `truth` too. */
static const char *judge_decisions(struct court *court, double *loss,
                                   struct outputs *truth, struct outputs *outputs)
{
    const struct race_judging *j = court->judging;
    for (int i = 0; i < j->decisions; i++) {
        list_decision(court);
        const struct play_list *list = court->list;
        for (int n = 0; n < list->count; n++) {
            truth[n] = true_outputs(court, &list->after[n]);
        }
        const double best =
            (double)equity_cubeless(truth[best_play(truth, list->count)]);
        for (int c = 0; c < j->contenders; c++) {
            j->contender[c].evaluate(j->contender[c].context, list->after, list->count,
                                     outputs);
            int chosen = best_play(outputs, list->count);
            loss[c * j->decisions + i] = best - (double)equity_cubeless(truth[chosen]);
        }
        if (!goes_on(court)) {
            return "stopped";
        }
    }
    return NULL;
}

static const char *judge_plays(struct court *court,
                               struct race_losses losses[RACE_CONTENDERS_MAX])
{
    const struct race_judging *j = court->judging;
    const char *fault = "no memory";
    double *loss = calloc((size_t)(j->decisions * j->contenders) + 1, sizeof *loss);
    struct outputs *room = malloc(2 * MAX_PLAYS * sizeof *room);
    if (loss != NULL && room != NULL) {
        fault = judge_decisions(court, loss, room, room + MAX_PLAYS);
    }
    for (int c = 0; fault == NULL && j->decisions > 0 && c < j->contenders; c++) {
        losses[c] = losses_of(loss + c * j->decisions, j->decisions);
    }
    free(loss);
    free(room);
    return fault;
}

/* ---- the whole ---- */

static bool open_court(struct court *court)
{
    const struct race_judging *j = court->judging;
    rng_seed(&court->rng, j->seed, 0x6a75646765U);
    court->all = 2.0 * j->positions + j->long_ones + j->decisions;
    court->labeller = race_labeller_new(j->table, net_kernel_find(NULL));
    court->clear = race_clear_new();
    court->list = aligned_alloc(64, sizeof *court->list);
    court->races = aligned_alloc(64, GAME_RACES_MAX * sizeof *court->races);
    if (court->labeller == NULL || court->clear == NULL || court->list == NULL ||
        court->races == NULL) {
        return false;
    }
    race_labeller_use(court->labeller, race_net_of(j->race));
    return true;
}

bool race_benchmark(const struct race_judging *judging,
                    struct race_benchmark_figures *judgement, struct error *err)
{
    struct court court = {.judging = judging};
    const char *fault = open_court(&court) ? NULL : "no memory";
    memset(judgement, 0, sizeof *judgement);
    for (int class = 0; fault == NULL && class < RACE_CLASSES; class ++) {
        fault =
            benchmark_class(&court, (enum race_class) class, judgement->figures[class]);
    }
    if (fault == NULL) {
        fault = judge_plays(&court, judgement->losses);
    }
    race_labeller_free(court.labeller);
    race_clear_free(court.clear);
    free(court.list);
    free(court.races);
    if (fault != NULL) {
        error_set(err, "race benchmark: %s", fault);
    }
    return fault == NULL;
}
