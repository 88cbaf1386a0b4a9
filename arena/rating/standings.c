#include "arena/rating/standings.h"
#include "arena/rating/standings_internal.h"

#include <math.h>
#include <string.h>

#include "arena/rating/distribution.h"

/* With fewer pairs their spread says too little of the variance. */
enum { SPREAD_PAIRS_MIN = 20, STEPS_MAX = 100 };
#define LN_10_400 0.00575646273248511421 /* log(10) / 400: Elo to logarithms of odds */

typedef double square[RATING_PLAYERS_MAX][RATING_PLAYERS_MAX];

/* ---- results --------------------------------------------------------------------- */

double rating_share_error(const struct arena_mean *mean, int64_t pairs)
{
    bool is_edge = mean->error <= 0.0 && (mean->mean <= 0.0 || mean->mean >= 1.0);
    double matches = 2.0 * (double)pairs;
    return is_edge ? RATING_NORMAL_95 / (matches + RATING_NORMAL_95 * RATING_NORMAL_95)
                   : mean->error;
}

void rating_standings_enter(struct rating_standings *standings, int a, int b,
                            const struct arena_mean *mean, int64_t pairs)
{
    struct arena_mean entered = *mean;
    if (standings->is_share) {
        entered.error = rating_share_error(mean, pairs);
    }
    standings->result[a][b] = standings->result[b][a] = entered;
    standings->result[b][a].mean = standings->is_share ? 1.0 - mean->mean : -mean->mean;
    standings->pairs[a][b] = standings->pairs[b][a] = pairs;
}

struct arena_mean rating_standings_overall(const struct rating_standings *standings,
                                           int player)
{
    struct arena_mean all = {0};
    double variance = 0.0;
    int opponents = 0;
    for (int i = 0; i < standings->count; i++) {
        if (standings->pairs[player][i] > 0) {
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

int64_t rating_standings_pairs(const struct rating_standings *standings, int player)
{
    int64_t sum = 0;
    for (int i = 0; i < standings->count; i++) {
        sum += standings->pairs[player][i];
    }
    return sum;
}

static double matches_of(const struct rating_standings *s, int a, int b)
{
    return 2.0 * (double)s->pairs[a][b];
}

/* The share of matches, inside of 0 and 1 by half a match. */
static double share_of(const struct rating_standings *s, int a, int b)
{
    double edge = 0.5 / matches_of(s, a, b);
    return fmin(fmax(s->result[a][b].mean, edge), 1.0 - edge);
}

/* ---- linear algebra -------------------------------------------------------------- */

/* Inverts a symmetric positive definite matrix in place by Gauss and Jordan's steps.
 * Returns false if it is singular. */
static bool invert(square m, int n)
{
    double least = 0.0;
    for (int i = 0; i < n; i++) {
        least = fmax(least, 1e-12 * m[i][i]);
    }
    for (int k = 0; k < n; k++) {
        double pivot = m[k][k];
        if (!(pivot > least)) {
            return false;
        }
        m[k][k] = 1.0;
        for (int j = 0; j < n; j++) {
            m[k][j] /= pivot;
        }
        for (int i = 0; i < n; i++) {
            double factor = m[i][k];
            if (i == k) {
                continue;
            }
            m[i][k] = 0.0;
            for (int j = 0; j < n; j++) {
                m[i][j] -= factor * m[k][j];
            }
        }
    }
    return true;
}

/* Replaces the information about differences (a Laplace matrix, weights of pairings off
 * its diagonal with a minus) by the covariance of ratings whose mean is 0. */
static bool covariance_of(square m, int n)
{
    double scale = 0.0;
    for (int i = 0; i < n; i++) {
        scale += m[i][i] / n;
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            m[i][j] += scale / n;
        }
    }
    if (!invert(m, n)) {
        return false;
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            m[i][j] -= 1.0 / (scale * n);
        }
    }
    return true;
}

static void add_weight(square m, int a, int b, double weight)
{
    m[a][a] += weight;
    m[b][b] += weight;
    m[a][b] -= weight;
    m[b][a] -= weight;
}

/* Adds covariance x gradient to the ratings. Returns the largest change. */
static double take_step(struct rating_fit *fit, int n, const double *gradient)
{
    double largest = 0.0;
    for (int i = 0; i < n; i++) {
        double step = 0.0;
        for (int j = 0; j < n; j++) {
            step += fit->covariance[i][j] * gradient[j];
        }
        fit->rating[i] += step;
        largest = fmax(largest, fabs(step));
    }
    return largest;
}

/* ---- matches --------------------------------------------------------------------- */

/* The variance of results as a multiple of that of coin tosses with the same shares. */
static double dispersion(const struct rating_standings *s)
{
    double measured = 0.0;
    double tossed = 0.0;
    double pairs = 0.0;
    for (int a = 0; a < s->count; a++) {
        for (int b = a + 1; b < s->count; b++) {
            if (s->pairs[a][b] > 0) {
                double n = matches_of(s, a, b), share = share_of(s, a, b);
                double deviation = s->result[a][b].deviation;
                measured += n * deviation * deviation;
                tossed += n * share * (1.0 - share);
                pairs += n / 2.0;
            }
        }
    }
    double ratio = tossed > 0.0 ? measured / tossed : 1.0;
    return pairs < SPREAD_PAIRS_MIN ? fmax(ratio, 1.0) : ratio;
}

/* One step of Newton's method in logarithms of odds. */
static bool step_of_matches(const struct rating_standings *s, struct rating_fit *fit,
                            double *change)
{
    double gradient[RATING_PLAYERS_MAX] = {0};
    memset(fit->covariance, 0, sizeof fit->covariance);
    for (int a = 0; a < s->count; a++) {
        for (int b = a + 1; b < s->count; b++) {
            double n = matches_of(s, a, b);
            double p = 1.0 / (1.0 + exp(fit->rating[b] - fit->rating[a]));
            if (n > 0.0) {
                double off = n * (share_of(s, a, b) - p);
                gradient[a] += off;
                gradient[b] -= off;
                add_weight(fit->covariance, a, b, n * p * (1.0 - p));
            }
        }
    }
    if (!covariance_of(fit->covariance, s->count)) {
        return false;
    }
    *change = take_step(fit, s->count, gradient);
    return true;
}

static double chi_square_of_matches(const struct rating_standings *s,
                                    const struct rating_fit *fit, double spread)
{
    double sum = 0.0;
    for (int a = 0; a < s->count; a++) {
        for (int b = a + 1; b < s->count; b++) {
            double p = 1.0 / (1.0 + exp(fit->rating[b] - fit->rating[a]));
            if (s->pairs[a][b] > 0) {
                double off = share_of(s, a, b) - p;
                sum += matches_of(s, a, b) * off * off / (p * (1.0 - p));
            }
        }
    }
    return spread > 0.0 ? sum / spread : 0.0;
}

static bool fit_matches(const struct rating_standings *s, struct rating_fit *fit)
{
    double change = 1.0;
    for (int i = 0; i < STEPS_MAX && change > 1e-12; i++) {
        if (!step_of_matches(s, fit, &change)) {
            return false;
        }
    }
    double spread = dispersion(s);
    double scale = spread / (LN_10_400 * LN_10_400);
    fit->chi_square = chi_square_of_matches(s, fit, spread);
    for (int i = 0; i < s->count; i++) {
        fit->rating[i] /= LN_10_400;
        for (int j = 0; j < s->count; j++) {
            fit->covariance[i][j] *= scale;
        }
    }
    return true;
}

/* ---- money ----------------------------------------------------------------------- */

/* The variance of a game over all pairings. */
static double common_variance(const struct rating_standings *s)
{
    double sum = 0.0;
    double games = 0.0;
    for (int a = 0; a < s->count; a++) {
        for (int b = a + 1; b < s->count; b++) {
            double deviation = s->result[a][b].deviation;
            sum += matches_of(s, a, b) * deviation * deviation;
            games += matches_of(s, a, b);
        }
    }
    return games > 0.0 ? sum / games : 0.0;
}

/* One by the variance of a result. */
static double weight_of_money(const struct rating_standings *s, int a, int b,
                              double common)
{
    double deviation = s->result[a][b].deviation;
    bool is_known = s->pairs[a][b] >= SPREAD_PAIRS_MIN && deviation > 0.0;
    double variance = is_known ? deviation * deviation : common;
    return matches_of(s, a, b) / (variance > 0.0 ? variance : 1.0);
}

static double chi_square_of_money(const struct rating_standings *s,
                                  const struct rating_fit *fit, double common)
{
    double sum = 0.0;
    for (int a = 0; a < s->count; a++) {
        for (int b = a + 1; b < s->count; b++) {
            double off = s->result[a][b].mean - (fit->rating[a] - fit->rating[b]);
            sum += weight_of_money(s, a, b, common) * off * off;
        }
    }
    return common > 0.0 ? sum : 0.0;
}

static bool fit_money(const struct rating_standings *s, struct rating_fit *fit)
{
    double gradient[RATING_PLAYERS_MAX] = {0};
    double common = common_variance(s);
    for (int a = 0; a < s->count; a++) {
        for (int b = a + 1; b < s->count; b++) {
            double weight = weight_of_money(s, a, b, common);
            gradient[a] += weight * s->result[a][b].mean;
            gradient[b] -= weight * s->result[a][b].mean;
            add_weight(fit->covariance, a, b, weight);
        }
    }
    if (!covariance_of(fit->covariance, s->count)) {
        return false;
    }
    (void)take_step(fit, s->count, gradient);
    fit->chi_square = chi_square_of_money(s, fit, common);
    if (common <= 0.0) {
        memset(fit->covariance, 0, sizeof fit->covariance);
    }
    return true;
}

/* ---- ratings --------------------------------------------------------------------- */

static int freedom_of(const struct rating_standings *s)
{
    int pairings = 0;
    for (int a = 0; a < s->count; a++) {
        for (int b = a + 1; b < s->count; b++) {
            pairings += s->pairs[a][b] > 0;
        }
    }
    return pairings - (s->count - 1);
}

/* Tests the fit, and has the errors hold what it lacks. */
static void test_fit(const struct rating_standings *s, struct rating_fit *fit)
{
    fit->freedom = freedom_of(s);
    fit->chance = 1.0;
    fit->widening = 1.0;
    fit->half_95 = RATING_NORMAL_95;
    if (fit->freedom <= 0) {
        return;
    }
    double excess = fmax(fit->chi_square / fit->freedom, 1.0);
    fit->chance = distribution_chi_square_above(fit->chi_square, fit->freedom);
    fit->widening = sqrt(excess);
    if (rating_fit_fails(fit)) {
        fit->half_95 = distribution_student_95(fit->freedom);
    }
    for (int i = 0; i < s->count; i++) {
        for (int j = 0; j < s->count; j++) {
            fit->covariance[i][j] *= excess;
        }
    }
}

bool rating_fit_fails(const struct rating_fit *fit)
{
    return fit->chance < RATING_FIT_CHANCE;
}

static void move_to_anchor(struct rating_fit *fit, int count, int anchor, double rating)
{
    double shift = rating - fit->rating[anchor];
    struct rating_fit before = *fit;
    for (int i = 0; i < count; i++) {
        fit->rating[i] += shift;
        for (int j = 0; j < count; j++) {
            fit->covariance[i][j] =
                before.covariance[i][j] - before.covariance[i][anchor] -
                before.covariance[anchor][j] + before.covariance[anchor][anchor];
        }
    }
}

bool rating_fit_standings(const struct rating_standings *standings,
                          struct rating_fit *fit)
{
    memset(fit, 0, sizeof *fit);
    if (!(standings->is_share ? fit_matches : fit_money)(standings, fit)) {
        return false;
    }
    test_fit(standings, fit);
    if (standings->anchor >= 0) {
        move_to_anchor(fit, standings->count, standings->anchor,
                       standings->anchor_rating);
    }
    return true;
}

double rating_fit_error(const struct rating_fit *fit, int a, int b)
{
    double variance = fit->covariance[a][a] + fit->covariance[b][b] -
                      fit->covariance[a][b] - fit->covariance[b][a];
    return variance > 0.0 ? sqrt(variance) : 0.0;
}

double rating_fit_superiority(const struct rating_fit *fit, int a, int b)
{
    double difference = fit->rating[a] - fit->rating[b];
    double error = rating_fit_error(fit, a, b);
    if (error <= 0.0) {
        return difference > 0.0 ? 1.0 : difference < 0.0 ? 0.0 : 0.5;
    }
    return rating_fit_fails(fit)
               ? distribution_student_below(difference / error, fit->freedom)
               : 0.5 * erfc(-difference / error / sqrt(2.0));
}

void rating_standings_order(const struct rating_standings *standings,
                            const struct rating_fit *fit, int order[RATING_PLAYERS_MAX])
{
    double by[RATING_PLAYERS_MAX];
    for (int i = 0; i < standings->count; i++) {
        int at = i;
        by[i] =
            fit != NULL ? fit->rating[i] : rating_standings_overall(standings, i).mean;
        while (at > 0 && by[order[at - 1]] < by[i]) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
}
