#include "arena/rating/contest_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NORMAL_95 1.96 /* half the width of a 95 % interval, in standard errors */

double contest_elo(double share)
{
    return 400.0 * log10(share / (1.0 - share));
}

double contest_share(double elo)
{
    return 1.0 / (1.0 + pow(10.0, -elo / 400.0));
}

/* ---- the sequential test --------------------------------------------------------- */

double sprt_ratio(const struct sprt *sprt, const struct contest_mean *mean)
{
    double variance = mean->error * mean->error;
    double above = 2.0 * mean->mean - sprt->low - sprt->high;
    return variance > 0.0 ? (sprt->high - sprt->low) * above / (2.0 * variance) : 0.0;
}

enum sprt_state sprt_state(const struct sprt *sprt, const struct contest_mean *mean,
                           long pairs)
{
    double ratio = sprt_ratio(sprt, mean);
    if (pairs < SPRT_PAIRS_MIN || fabs(ratio) < SPRT_BOUND) {
        return SPRT_OPEN;
    }
    return ratio > 0.0 ? SPRT_HIGH : SPRT_LOW;
}

/* ---- the table ------------------------------------------------------------------- */

void table_enter(struct table *table, int a, int b, const struct contest_mean *mean,
                 bool is_share)
{
    table->result[a][b] = table->result[b][a] = *mean;
    table->result[b][a].mean = is_share ? 1.0 - mean->mean : -mean->mean;
    table->is_played[a][b] = table->is_played[b][a] = true;
}

/* Of a player over all opponents, each with the same weight. */
static struct contest_mean overall(const struct table *table, int player)
{
    struct contest_mean all = {0};
    double variance = 0.0;
    int opponents = 0;
    for (int i = 0; i < table->count; i++) {
        if (table->is_played[player][i]) {
            const struct contest_mean *mean = &table->result[player][i];
            all.mean += mean->mean;
            variance += mean->error * mean->error;
            opponents++;
        }
    }
    if (opponents > 0) {
        all.mean /= opponents;
        all.error = sqrt(variance) / opponents;
    }
    return all;
}

struct standing_row {
    int player;
    struct contest_mean mean;
};

static int by_mean(const void *a, const void *b)
{
    const struct standing_row *x = a, *y = b;
    return (x->mean.mean < y->mean.mean) - (x->mean.mean > y->mean.mean);
}

static void print_cell(const struct table *table, int a, int b, bool is_share)
{
    if (!table->is_played[a][b]) {
        printf("  %8s", "-");
    } else if (is_share) {
        printf("  %7.2f%%", 100.0 * table->result[a][b].mean);
    } else {
        printf("  %+8.4f", table->result[a][b].mean);
    }
}

void table_print(const struct table *table, bool is_share)
{
    struct standing_row rows[TABLE_PLAYERS_MAX];
    double scale = is_share ? 100.0 : 1.0;
    for (int i = 0; i < table->count; i++) {
        rows[i] = (struct standing_row){i, overall(table, i)};
    }
    qsort(rows, (size_t)table->count, sizeof rows[0], by_mean);
    printf("\n      %-18s", is_share ? "% of matches" : "points a game");
    for (int i = 0; i < table->count; i++) {
        printf("  %8d", i + 1);
    }
    putchar('\n');
    for (int i = 0; i < table->count; i++) {
        const struct contest_mean *mean = &rows[i].mean;
        printf("%3d.  %+8.4f +- %6.4f", i + 1, scale * mean->mean,
               scale * NORMAL_95 * mean->error);
        for (int j = 0; j < table->count; j++) {
            print_cell(table, rows[i].player, rows[j].player, is_share);
        }
        printf("  %s\n", table->name[rows[i].player]);
    }
    puts("      +-: 95 % intervals, of the mean over all opponents");
}
