#include "arena/rating/rating.h"
#include "arena/rating/rating_internal.h"

#include <math.h>

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
