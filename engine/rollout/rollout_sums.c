#include "engine/rollout/rollout_sums.h"

#include <math.h>

static void add_pairs(struct rollout_sums *sums, int a,
                      double (*figures)[ROLLOUT_FIGURES])
{
    for (int b = 0; b < a; b++) {
        if (!sums->candidate[b].is_given_up) {
            struct pair_sums *pair = &sums->pair[rollout_pair(a, b)];
            double difference = figures[a][FIGURE_VALUE] - figures[b][FIGURE_VALUE];
            pair->sum += difference;
            pair->square += difference * difference;
        }
    }
}

void rollout_sums_add(struct rollout_sums *sums, double (*figures)[ROLLOUT_FIGURES])
{
    for (int c = 0; c < sums->candidates; c++) {
        struct candidate_sums *candidate = &sums->candidate[c];
        if (candidate->is_given_up) {
            continue;
        }
        for (int k = 0; k < ROLLOUT_FIGURES; k++) {
            candidate->sum[k] += figures[c][k];
            candidate->square[k] += figures[c][k] * figures[c][k];
        }
        candidate->trials++;
        add_pairs(sums, c, figures);
    }
    sums->trials++;
}

struct estimate rollout_estimate(double sum, double square, int count)
{
    if (count < 2) {
        return (struct estimate){count == 1 ? sum : 0.0, 0.0};
    }
    double mean = sum / count;
    double variance = (square - sum * mean) / (count - 1);
    return (struct estimate){mean, variance > 0.0 ? sqrt(variance / count) : 0.0};
}
