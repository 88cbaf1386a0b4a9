#pragma once
/*
 * Exact one-sided distributions on more points than the shipped database has: the
 * benchmark of the race net, and its training labels. The table is made in memory and
 * never shipped.
 *
 *      points   arrangements   memory while made   afterwards   time (one Zen 3 core)
 *        8         490,314          75 MB             45 MB           2 s
 *       10       3,268,760         500 MB            310 MB          20 s
 *
 * Distributions assume plays with the smallest mean number of rolls, separately for
 * each goal. Chances are kept in 16 bits; their sum is exact.
 */

#include <stdbool.h>

#include "base/error.h"
#include "engine/board/checkers.h"
#include "engine/race/race_net.h"
#include "lab/race/race_job.h"

enum { RACE_TABLE_POINTS_MIN = 6, RACE_TABLE_POINTS_MAX = 11 };

struct race_table;

/* Makes the table of at most 15 checkers on points 1..points. Returns NULL with `err`
 * if memory is short, or with "stopped". The caller frees it with race_table_free(). */
struct race_table *race_table_make(int points, const struct race_job *job,
                                   struct error *err);
void race_table_free(struct race_table *table);

int race_table_points(const struct race_table *table);

/* Returns whether the table covers a side: no checker is beyond its points. The
 * functions below are for such sides only. */
bool race_table_covers(const struct race_table *table, const struct side *side);

/* Returns the mean number of rolls to the goal. */
float race_table_mean(const struct race_table *table, const struct side *side,
                      enum race_goal goal);

/* The rolls until the goal. */
void race_table_rolls(const struct race_table *table, const struct side *side,
                      enum race_goal goal, struct race_rolls *rolls);
