/*
 * The table is filled in one pass in ascending order of the arrangements' numbers,
 * since every move leads to a lower one. The best play of a roll follows from those of
 * single dice: each arrangement also has, for each die, the best arrangement after one,
 * two and three moves by it. So the rest of a roll is looked up after each of its first
 * moves.
 */
#include "lab/race/race_table.h"
#include "engine/board/position.h"
#include "engine/board/roll.h"
#include "lab/race/race_internal.h"

#include <stdint.h>
#include <stdlib.h>

enum {
    POINTS_MAX = RACE_TABLE_POINTS_MAX,
    ROLLS_MAX = 32, /* in which any side reaches a goal */
    DICE = 6,
    HOPS_MAX = 3, /* moves after the first one of a double */
    HOME = 6,
    WAYS = 36,
    WHOLE = 65535,
    REPORT_EVERY = 4096
};

/* The distributions for one goal, of the arrangements from `base` on; those below have
 * reached it. */
struct goal_table {
    uint32_t base;
    uint16_t (*chance)[ROLLS_MAX]; /* [number - base][rolls], of WHOLE */
    float *mean;
};

struct race_table {
    int points;
    uint32_t count;
    struct goal_table goal[RACE_GOALS];
    /* term[k][c]: binomial(c + k, k + 1), the number of multisets of k + 1 out of c */
    uint32_t term[POINTS_MAX][CHECKERS + 2];
};

/* An arrangement as counts. */
struct place {
    uint32_t number;
    uint8_t at[POINTS_MAX + 1];
    uint8_t above[POINTS_MAX + 2]; /* checkers on this point and beyond */
};

/* ---- numbering, as bearoff_index() does for six points ---- */

static void fill_terms(struct race_table *table)
{
    for (int k = 0; k < POINTS_MAX; k++) {
        for (int c = 0; c < CHECKERS + 2; c++) {
            table->term[k][c] = c == 0 ? 0
                                : k == 0
                                    ? (uint32_t)c
                                    : table->term[k][c - 1] + table->term[k - 1][c];
        }
    }
}

static uint32_t number_of(const struct race_table *table, const struct side *side)
{
    int above = 0;
    uint32_t number = 0;
    for (int p = table->points; p >= 1; p--) {
        above += side->at[p];
        number += table->term[table->points - p][above];
    }
    return number;
}

struct side race_table_side(const struct race_table *table, size_t number)
{
    struct side side = {{0}};
    int above[POINTS_MAX + 2] = {0};
    for (int p = 1; p <= table->points; p++) {
        const uint32_t *term = table->term[table->points - p];
        while (term[above[p] + 1] <= number) {
            above[p]++;
        }
        number -= term[above[p]];
    }
    side.at[POINT_OFF] = (uint8_t)(CHECKERS - above[1]);
    for (int p = 1; p <= table->points; p++) {
        side.at[p] = (uint8_t)(above[p] - above[p + 1]);
    }
    return side;
}

/* Changes `place` to the arrangement with the next number; the count above the lowest
 * point is the most significant. */
static void next_place(const struct race_table *table, struct place *place)
{
    int p = table->points;
    while (p > 1 && place->above[p] == place->above[p - 1]) {
        place->above[p--] = 0;
    }
    place->above[p]++;
    place->number++;
    for (p = 1; p <= table->points; p++) {
        place->at[p] = (uint8_t)(place->above[p] - place->above[p + 1]);
    }
}

/* ---- plays ---- */

/* Lists the numbers to which a move by `die` can lead. */
static int hops(const struct race_table *table, const struct place *place, int die,
                uint32_t to[POINTS_MAX])
{
    const bool is_home = place->above[HOME + 1] == 0;
    int count = 0;
    for (int p = table->points; p >= 1; p--) {
        bool is_legal = p > die || (is_home && (p == die || place->above[p + 1] == 0));
        if (place->at[p] == 0 || !is_legal) {
            continue;
        }
        uint32_t number = place->number;
        for (int q = p; q >= 1 && q > p - die; q--) {
            const uint32_t *term = table->term[table->points - q];
            number -= term[place->above[q]] - term[place->above[q] - 1];
        }
        to[count++] = number;
    }
    return count;
}

/* The state while the table of one goal is filled. */
struct filling {
    const struct race_table *table;
    struct goal_table *goal;
    uint32_t (
        *after)[HOPS_MAX][DICE]; /* [number - base][hops - 1][die - 1]: the best */
};

static float mean_rolls(const struct goal_table *goal, uint32_t number)
{
    return number < goal->base ? 0.0F : goal->mean[number - goal->base];
}

/* Returns the best arrangement after `more` further moves by `die`. */
static uint32_t arrangement_after(const struct filling *f, uint32_t number, int more,
                                  int die)
{
    return more == 0 || number < f->goal->base
               ? number
               : f->after[number - f->goal->base][more - 1][die - 1];
}

/* Returns the best arrangement after the given first moves. */
static uint32_t best_behind(const struct filling *f, const uint32_t *to, int count,
                            int more, int die)
{
    uint32_t best = arrangement_after(f, to[0], more, die);
    float least = mean_rolls(f->goal, best);
    for (int i = 1; i < count; i++) {
        uint32_t number = arrangement_after(f, to[i], more, die);
        float mean = mean_rolls(f->goal, number);
        if (mean < least) {
            least = mean;
            best = number;
        }
    }
    return best;
}

/* The results of the first moves by each die. */
struct first_hops {
    uint32_t to[DICE][POINTS_MAX];
    int count[DICE];
};

static uint32_t best_of_roll(const struct filling *f, const struct first_hops *first,
                             struct roll roll)
{
    const int high = roll.high - 1;
    const int low = roll.low - 1;
    if (high == low) {
        return best_behind(f, first->to[high], first->count[high], HOPS_MAX, roll.high);
    }
    uint32_t a = best_behind(f, first->to[high], first->count[high], 1, roll.low);
    uint32_t b = best_behind(f, first->to[low], first->count[low], 1, roll.high);
    return mean_rolls(f->goal, b) < mean_rolls(f->goal, a) ? b : a;
}

/* ---- distributions ---- */

/* Rounds to 16 bits; adds the remainder to the most likely number of rolls. */
static void store_chances(struct goal_table *goal, uint32_t at,
                          const float chance[ROLLS_MAX])
{
    int sum = 0;
    int most = 0;
    int rounded[ROLLS_MAX];
    for (int n = 0; n < ROLLS_MAX; n++) {
        rounded[n] = (int)(chance[n] * (float)WHOLE + 0.5F);
        sum += rounded[n];
        most = chance[n] > chance[most] ? n : most;
    }
    rounded[most] += WHOLE - sum;
    for (int n = 0; n < ROLLS_MAX; n++) {
        goal->chance[at][n] = (uint16_t)rounded[n];
    }
}

/* Adds the chances of `number`, one roll later. */
static void add_chances(const struct goal_table *goal, uint32_t number, float weight,
                        float chance[ROLLS_MAX])
{
    if (number < goal->base) {
        chance[1] += weight;
        return;
    }
    const uint16_t *from = goal->chance[number - goal->base];
    for (int n = 1; n < ROLLS_MAX; n++) {
        chance[n] += weight / (float)WHOLE * (float)from[n - 1];
    }
}

static void value(struct filling *f, const struct place *place)
{
    const uint32_t at = place->number - f->goal->base;
    struct first_hops first;
    float chance[ROLLS_MAX] = {0.0F};
    double mean = 0.0;
    for (int d = 0; d < DICE; d++) {
        first.count[d] = hops(f->table, place, d + 1, first.to[d]);
        for (int more = 0; more < HOPS_MAX; more++) {
            f->after[at][more][d] =
                best_behind(f, first.to[d], first.count[d], more, d + 1);
        }
    }
    for (int r = 0; r < ROLLS; r++) {
        uint32_t best = best_of_roll(f, &first, roll_all[r].roll);
        mean += roll_all[r].ways * (1.0 + (double)mean_rolls(f->goal, best));
        add_chances(f->goal, best, (float)roll_all[r].ways / (float)WAYS, chance);
    }
    f->goal->mean[at] = (float)(mean / WAYS);
    store_chances(f->goal, at, chance);
}

/* ---- making ---- */

static bool allocate(struct filling *f, uint32_t count)
{
    const size_t own = count - f->goal->base;
    f->after = malloc(own * sizeof *f->after);
    f->goal->chance = malloc(own * sizeof *f->goal->chance);
    f->goal->mean = malloc(own * sizeof *f->goal->mean);
    return f->after != NULL && f->goal->chance != NULL && f->goal->mean != NULL;
}

/* Fills the table of one goal. Returns NULL, or what went wrong. */
static const char *fill(struct race_table *table, enum race_goal which,
                        const struct race_job *job)
{
    struct filling f = {.table = table, .goal = &table->goal[which]};
    struct place place = {.number = 0};
    const char *fault = allocate(&f, table->count) ? NULL : "out of memory";
    while (fault == NULL && place.number + 1 < table->count) {
        next_place(table, &place);
        if (place.number >= f.goal->base) {
            value(&f, &place);
        }
        if (place.number % REPORT_EVERY == 0 &&
            !race_job_goes_on(job,
                              ((double)place.number / table->count + (double)which) /
                                  RACE_GOALS)) {
            fault = "stopped";
        }
    }
    free(f.after);
    return fault;
}

struct race_table *race_table_make(int points, const struct race_job *job,
                                   struct error *err)
{
    struct race_table *table = calloc(1, sizeof *table);
    const char *fault = table == NULL ? "out of memory" : NULL;
    if (table != NULL) {
        table->points = points;
        fill_terms(table);
        table->count = table->term[points - 1][CHECKERS + 1];
        table->goal[RACE_OFF].base = 1;
        table->goal[RACE_FIRST].base = table->term[points - 1][CHECKERS];
    }
    for (int goal = 0; fault == NULL && goal < RACE_GOALS; goal++) {
        fault = fill(table, (enum race_goal)goal, job);
    }
    if (fault != NULL) {
        error_set(err, "race table of %d points: %s", points, fault);
        race_table_free(table);
        return NULL;
    }
    return table;
}

void race_table_free(struct race_table *table)
{
    if (table != NULL) {
        for (int goal = 0; goal < RACE_GOALS; goal++) {
            free(table->goal[goal].chance);
            free(table->goal[goal].mean);
        }
        free(table);
    }
}

/* ---- reading ---- */

int race_table_points(const struct race_table *table)
{
    return table->points;
}

size_t race_table_count(const struct race_table *table)
{
    return table->count;
}

bool race_table_covers(const struct race_table *table, const struct side *side)
{
    return position_rearmost_checker(side) <= table->points;
}

float race_table_mean(const struct race_table *table, const struct side *side,
                      enum race_goal goal)
{
    return mean_rolls(&table->goal[goal], number_of(table, side));
}

void race_table_rolls(const struct race_table *table, const struct side *side,
                      enum race_goal goal, struct race_rolls *rolls)
{
    const struct goal_table *from = &table->goal[goal];
    const uint32_t number = number_of(table, side);
    float chance[ROLLS_MAX] = {1.0F}; /* of exactly n rolls: none, once it is reached */
    for (int n = 0; number >= from->base && n < ROLLS_MAX; n++) {
        chance[n] = (float)from->chance[number - from->base][n] / (float)WHOLE;
    }
    race_rolls_from_chances(rolls, chance, ROLLS_MAX);
}
