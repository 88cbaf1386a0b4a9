#include "arena/rating/rating.h"
#include "arena/rating/rating_internal.h"

#include <math.h>
#include <string.h>

/* With fewer pairs their spread says too little of the variance. */
enum { SPREAD_PAIRS_MIN = 20, STEPS_MAX = 100 };
#define LN_10_400 0.00575646273248511421 /* log(10) / 400: Elo to logarithms of odds */

typedef double square[RATING_PLAYERS_MAX][RATING_PLAYERS_MAX];

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

static struct arena_mean mean_of_run(const struct rating_sprt_run *run)
{
    const double n = (double)run->pairs;
    return (struct arena_mean){
        .mean = run->mean,
        .error = run->pairs > 1 ? sqrt(run->squares / (n - 1.0) / n) : 0.0,
    };
}

double rating_sprt_run_ratio(const struct rating_sprt_run *run)
{
    const struct arena_mean mean = mean_of_run(run);
    return rating_sprt_ratio(&run->sprt, &mean);
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
    const struct arena_mean mean = mean_of_run(run);
    run->state = rating_sprt_state(&run->sprt, &mean, run->pairs);
    return run->state;
}

/* ---- distributions --------------------------------------------------------------- */

static const double pi = 3.14159265358979323846;

double rating_chi_square_above(double x, int freedom)
{
    bool is_odd = freedom % 2 != 0;
    double sum = is_odd ? erfc(sqrt(x / 2.0)) : 0.0;
    double term = is_odd ? sqrt(2.0 * x / pi) * exp(-x / 2.0) : exp(-x / 2.0);
    for (int n = is_odd ? 3 : 2; n <= freedom; n += 2) {
        sum += term;
        term *= x / n;
    }
    return sum < 1.0 ? sum : 1.0;
}

double rating_student_below(double t, int freedom)
{
    double angle = atan(t / sqrt((double)freedom));
    double squared = cos(angle) * cos(angle);
    bool is_odd = freedom % 2 != 0;
    double term = is_odd ? cos(angle) : 1.0;
    double sum = 0.0;
    for (int n = is_odd ? 3 : 2; n <= freedom; n += 2) {
        sum += term;
        term *= squared * (n - 1) / n;
    }
    double share = is_odd ? (angle + sin(angle) * sum) * 2.0 / pi : sin(angle) * sum;
    return 0.5 + share / 2.0;
}

double rating_student_95(int freedom)
{
    enum { STEPS = 60 };
    double low = 0.0;
    double high = 16.0; /* above 12.7, that of one degree */
    for (int i = 0; i < STEPS; i++) {
        double middle = (low + high) / 2.0;
        *(rating_student_below(middle, freedom) < 0.975 ? &low : &high) = middle;
    }
    return high;
}

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

/* A pairing with results, which are of its first player. */
struct meeting {
    int a, b;
    double matches; /* or games */
    double mean;
    double share; /* `mean`, inside of 0 and 1 by half a match */
    double deviation;
};

struct meetings {
    int count;
    struct meeting at[RATING_PLAYERS_MAX * (RATING_PLAYERS_MAX - 1) / 2];
};

static struct meetings meetings_of(const struct rating_standings *s)
{
    struct meetings met = {.count = 0};
    for (int a = 0; a < s->count; a++) {
        for (int b = a + 1; b < s->count; b++) {
            if (s->pairs[a][b] > 0) {
                const struct arena_mean *result = &s->result[a][b];
                double matches = 2.0 * (double)s->pairs[a][b], edge = 0.5 / matches;
                met.at[met.count++] = (struct meeting){
                    a,
                    b,
                    matches,
                    result->mean,
                    fmin(fmax(result->mean, edge), 1.0 - edge),
                    result->deviation,
                };
            }
        }
    }
    return met;
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

/* A pairing that was won or lost throughout shows no spread. */
static bool shows_spread(const struct meeting *m)
{
    return m->deviation > 0.0 || (m->mean > 0.0 && m->mean < 1.0);
}

/* The variance of results as a multiple of that of coin tosses with the same shares. */
static double dispersion(const struct meetings *met)
{
    double measured = 0.0;
    double tossed = 0.0;
    double pairs = 0.0;
    for (int i = 0; i < met->count; i++) {
        const struct meeting *m = &met->at[i];
        const double matches = shows_spread(m) ? m->matches : 0.0;
        measured += matches * m->deviation * m->deviation;
        tossed += matches * m->share * (1.0 - m->share);
        pairs += matches / 2.0;
    }
    double ratio = tossed > 0.0 ? measured / tossed : 1.0;
    return pairs < SPREAD_PAIRS_MIN ? fmax(ratio, 1.0) : ratio;
}

/* The share that follows from the ratings, in logarithms of odds. */
static double expected_share(const struct rating_fit *fit, const struct meeting *m)
{
    return 1.0 / (1.0 + exp(fit->rating[m->b] - fit->rating[m->a]));
}

/* One step of Newton's method in logarithms of odds. */
static bool step_of_matches(const struct meetings *met, int players,
                            struct rating_fit *fit, double *change)
{
    double gradient[RATING_PLAYERS_MAX] = {0};
    memset(fit->covariance, 0, sizeof fit->covariance);
    for (int i = 0; i < met->count; i++) {
        const struct meeting *m = &met->at[i];
        double p = expected_share(fit, m), off = m->matches * (m->share - p);
        gradient[m->a] += off;
        gradient[m->b] -= off;
        add_weight(fit->covariance, m->a, m->b, m->matches * p * (1.0 - p));
    }
    if (!covariance_of(fit->covariance, players)) {
        return false;
    }
    *change = take_step(fit, players, gradient);
    return true;
}

static double chi_square_of_matches(const struct meetings *met,
                                    const struct rating_fit *fit, double spread)
{
    double sum = 0.0;
    for (int i = 0; i < met->count; i++) {
        const struct meeting *m = &met->at[i];
        double p = expected_share(fit, m), off = m->share - p;
        sum += m->matches * off * off / (p * (1.0 - p));
    }
    return spread > 0.0 ? sum / spread : 0.0;
}

static bool fit_matches(const struct meetings *met, int players, struct rating_fit *fit)
{
    double change = 1.0;
    for (int i = 0; i < STEPS_MAX && change > 1e-12; i++) {
        if (!step_of_matches(met, players, fit, &change)) {
            return false;
        }
    }
    double spread = dispersion(met);
    double scale = spread / (LN_10_400 * LN_10_400);
    fit->chi_square = chi_square_of_matches(met, fit, spread);
    for (int i = 0; i < players; i++) {
        fit->rating[i] /= LN_10_400;
        for (int j = 0; j < players; j++) {
            fit->covariance[i][j] *= scale;
        }
    }
    return true;
}

/* ---- money ----------------------------------------------------------------------- */

/* The variance of a game over all pairings. */
static double common_variance(const struct meetings *met)
{
    double sum = 0.0;
    double games = 0.0;
    for (int i = 0; i < met->count; i++) {
        const struct meeting *m = &met->at[i];
        sum += m->matches * m->deviation * m->deviation;
        games += m->matches;
    }
    return games > 0.0 ? sum / games : 0.0;
}

/* One by the variance of a result. */
static double weight_of_money(const struct meeting *m, double common)
{
    bool is_known = m->matches >= 2.0 * SPREAD_PAIRS_MIN && m->deviation > 0.0;
    double variance = is_known ? m->deviation * m->deviation : common;
    return m->matches / (variance > 0.0 ? variance : 1.0);
}

static double chi_square_of_money(const struct meetings *met,
                                  const struct rating_fit *fit, double common)
{
    double sum = 0.0;
    for (int i = 0; i < met->count; i++) {
        const struct meeting *m = &met->at[i];
        double off = m->mean - (fit->rating[m->a] - fit->rating[m->b]);
        sum += weight_of_money(m, common) * off * off;
    }
    return common > 0.0 ? sum : 0.0;
}

static bool fit_money(const struct meetings *met, int players, struct rating_fit *fit)
{
    double gradient[RATING_PLAYERS_MAX] = {0};
    double common = common_variance(met);
    for (int i = 0; i < met->count; i++) {
        const struct meeting *m = &met->at[i];
        double weight = weight_of_money(m, common);
        gradient[m->a] += weight * m->mean;
        gradient[m->b] -= weight * m->mean;
        add_weight(fit->covariance, m->a, m->b, weight);
    }
    if (!covariance_of(fit->covariance, players)) {
        return false;
    }
    (void)take_step(fit, players, gradient);
    fit->chi_square = chi_square_of_money(met, fit, common);
    if (common <= 0.0) {
        memset(fit->covariance, 0, sizeof fit->covariance);
    }
    return true;
}

/* ---- ratings --------------------------------------------------------------------- */

/* Tests the fit, and has the errors hold what it lacks. */
static void test_fit(const struct meetings *met, int players, struct rating_fit *fit)
{
    fit->freedom = met->count - (players - 1);
    fit->chance = 1.0;
    fit->widening = 1.0;
    fit->half_95 = RATING_NORMAL_95;
    if (fit->freedom <= 0) {
        return;
    }
    double excess = fmax(fit->chi_square / fit->freedom, 1.0);
    fit->chance = rating_chi_square_above(fit->chi_square, fit->freedom);
    fit->widening = sqrt(excess);
    if (rating_fit_fails(fit)) {
        fit->half_95 = rating_student_95(fit->freedom);
    }
    for (int i = 0; i < players; i++) {
        for (int j = 0; j < players; j++) {
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
    const struct meetings met = meetings_of(standings);
    memset(fit, 0, sizeof *fit);
    if (!(standings->is_share ? fit_matches : fit_money)(&met, standings->count, fit)) {
        return false;
    }
    test_fit(&met, standings->count, fit);
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
               ? rating_student_below(difference / error, fit->freedom)
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
