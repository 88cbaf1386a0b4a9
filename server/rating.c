#include "server/rating.h"

#include <math.h>

static double k_factor(int experience)
{
    double k = 5.0 - experience / 100.0;
    return k > 1.0 ? k : 1.0;
}

struct rating_result rating_after_match(struct rating_player winner,
                                        struct rating_player loser, int length)
{
    struct rating_result result;
    double root = sqrt(length);
    result.difference = fabs(winner.rating - loser.rating);
    result.underdog_wins = 1.0 / (pow(10.0, result.difference * root / 2000.0) + 1.0);
    result.p = winner.rating < loser.rating ? 1.0 - result.underdog_wins
                                            : result.underdog_wins;
    result.k[0] = k_factor(winner.experience);
    result.k[1] = k_factor(loser.experience);
    result.change[0] = 4.0 * result.k[0] * root * result.p;
    result.change[1] = -4.0 * result.k[1] * root * result.p;
    return result;
}
