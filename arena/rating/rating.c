#include "arena/rating/rating.h"
#include "arena/rating/rating_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NORMAL_95 1.96 /* half the width of a 95 % interval, in standard errors */

double rating_elo(double share)
{
    return 400.0 * log10(share / (1.0 - share));
}

double rating_share(double elo)
{
    return 1.0 / (1.0 + pow(10.0, -elo / 400.0));
}

/* ---- the sequential test --------------------------------------------------------- */

double rating_sprt_bound_low(const struct rating_sprt *sprt)
{
    return log(sprt->beta / (1.0 - sprt->alpha));
}

double rating_sprt_bound_high(const struct rating_sprt *sprt)
{
    return log((1.0 - sprt->beta) / sprt->alpha);
}

double rating_sprt_ratio(const struct rating_sprt *sprt, const struct arena_mean *mean)
{
    double variance = mean->error * mean->error;
    double above = 2.0 * mean->mean - sprt->low - sprt->high;
    return variance > 0.0 ? (sprt->high - sprt->low) * above / (2.0 * variance) : 0.0;
}

enum rating_sprt_state rating_sprt_state(const struct rating_sprt *sprt,
                                         const struct arena_mean *mean, long pairs)
{
    double ratio = rating_sprt_ratio(sprt, mean);
    if (pairs < RATING_SPRT_PAIRS_MIN) {
        return RATING_SPRT_OPEN;
    }
    if (ratio >= rating_sprt_bound_high(sprt)) {
        return RATING_SPRT_HIGH;
    }
    return ratio <= rating_sprt_bound_low(sprt) ? RATING_SPRT_LOW : RATING_SPRT_OPEN;
}

/* The running mean and variance are Welford's (Technometrics 4, 1962). */
enum rating_sprt_state rating_sprt_add(struct rating_sprt_run *run, double result)
{
    if (run->state != RATING_SPRT_OPEN) {
        return run->state;
    }
    double off = result - run->mean;
    run->pairs++;
    run->mean += off / (double)run->pairs;
    run->squares += off * (result - run->mean);
    double n = (double)run->pairs;
    const struct arena_mean mean = {
        .mean = run->mean,
        .error = run->pairs > 1 ? sqrt(run->squares / (n - 1.0) / n) : 0.0,
    };
    run->state = rating_sprt_state(&run->sprt, &mean, run->pairs);
    return run->state;
}

/* ---- the table ------------------------------------------------------------------- */

void rating_standings_enter(struct rating_standings *standings, int a, int b,
                            const struct arena_mean *mean, bool is_share)
{
    standings->result[a][b] = standings->result[b][a] = *mean;
    standings->result[b][a].mean = is_share ? 1.0 - mean->mean : -mean->mean;
    standings->is_played[a][b] = standings->is_played[b][a] = true;
}

/* Returns the mean of a player over all opponents, each with the same weight. */
static struct arena_mean overall(const struct rating_standings *standings, int player)
{
    struct arena_mean all = {0};
    double variance = 0.0;
    int opponents = 0;
    for (int i = 0; i < standings->count; i++) {
        if (standings->is_played[player][i]) {
            const struct arena_mean *mean = &standings->result[player][i];
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
    struct arena_mean mean;
};

static int by_mean(const void *a, const void *b)
{
    const struct standing_row *x = a, *y = b;
    return (x->mean.mean < y->mean.mean) - (x->mean.mean > y->mean.mean);
}

static void print_cell(const struct rating_standings *standings, int a, int b,
                       bool is_share)
{
    if (!standings->is_played[a][b]) {
        printf("  %8s", "-");
    } else if (is_share) {
        printf("  %7.2f%%", 100.0 * standings->result[a][b].mean);
    } else {
        printf("  %+8.4f", standings->result[a][b].mean);
    }
}

void rating_standings_print(const struct rating_standings *standings, bool is_share)
{
    struct standing_row rows[RATING_PLAYERS_MAX];
    double scale = is_share ? 100.0 : 1.0;
    for (int i = 0; i < standings->count; i++) {
        rows[i] = (struct standing_row){i, overall(standings, i)};
    }
    qsort(rows, (size_t)standings->count, sizeof rows[0], by_mean);
    printf("\n      %-18s", is_share ? "% of matches" : "points a game");
    for (int i = 0; i < standings->count; i++) {
        printf("  %8d", i + 1);
    }
    putchar('\n');
    for (int i = 0; i < standings->count; i++) {
        const struct arena_mean *mean = &rows[i].mean;
        printf("%3d.  %+8.4f +- %6.4f", i + 1, scale * mean->mean,
               scale * NORMAL_95 * mean->error);
        for (int j = 0; j < standings->count; j++) {
            print_cell(standings, rows[i].player, rows[j].player, is_share);
        }
        printf("  %s\n", standings->name[rows[i].player]);
    }
    puts("      +-: 95 % intervals, of the mean over all opponents");
}
