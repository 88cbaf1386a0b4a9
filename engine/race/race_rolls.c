#include "engine/race/race_rolls.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/net/net_lanes_plain.h"

#define INLINE static inline

#include "engine/net/exponential_lanes.h"

/* The bell is followed for so many spreads on either side; beyond are less than one in
 * a million. */
static const float reach = 5.0F;
static const float cut = BELL_BENDS_CUT;

float race_exponential(float x)
{
    return exponential(x);
}

void race_bends(float z, float value[BELL_BENDS], float slope[BELL_BENDS])
{
    const bool is_cut = z < -cut || z > cut;
    z = z < -cut ? -cut : z > cut ? cut : z;
    float before = z;          /* He1 */
    float now = z * z - 1.0F;  /* He2 */
    float scale = 1.0F / 2.0F; /* 1 / k! */
    for (int k = 3; k < 3 + BELL_BENDS; k++) {
        const float next = z * now - (float)(k - 1) * before;
        slope[k - 3] =
            is_cut ? 0.0F : now * scale; /* (He[k] / k!)' = He[k-1] / (k-1)! */
        scale /= (float)k;
        value[k - 3] = next * scale;
        before = now;
        now = next;
    }
}

/* Fills left[], and divides everything by the sum. */
static void normalise(struct race_rolls *wait)
{
    float sum = 0.0F;
    for (int i = wait->count - 1; i >= 0; i--) {
        wait->left[i] = sum;
        sum += wait->chance[i];
    }
    const float factor = 1.0F / sum;
    for (int i = 0; i < wait->count; i++) {
        wait->chance[i] *= factor;
        wait->left[i] *= factor;
    }
}

void race_rolls_from_curve(struct race_rolls *wait, const struct race_curve *curve,
                           int least, const struct net_kernel *kernel)
{
    const float low = floorf(curve->centre - reach * curve->spread);
    const float high = ceilf(curve->centre + reach * curve->spread);
    wait->from = low > (float)least ? (int)low : least;
    int count = (int)high - wait->from + 1;
    wait->count = count < 2 ? 2 : count > BELL_WINDOW ? BELL_WINDOW : count;
    kernel->bell(wait->chance, curve->bend, (float)wait->from - curve->centre,
                 1.0F / curve->spread, wait->count);
    normalise(wait);
}

void race_rolls_from_chances(struct race_rolls *wait, const float *chance, int count)
{
    int from = 0;
    while (count > 1 && chance[count - 1] <= 0.0F) {
        count--;
    }
    while (from < count - 1 && chance[from] <= 0.0F) {
        from++;
    }
    /* of too many, the rarer end is left out */
    while (count - from > BELL_WINDOW) {
        if (chance[from] < chance[count - 1]) {
            from++;
        } else {
            count--;
        }
    }
    wait->from = from;
    wait->count = count - from;
    memcpy(wait->chance, chance + from, (size_t)wait->count * sizeof *chance);
    if (from == 0 && wait->count == 1) { /* certain, at once */
        wait->count = 0;
        return;
    }
    normalise(wait);
}

double race_rolls_mean(const struct race_rolls *wait)
{
    double mean = 0.0;
    for (int i = 0; i < wait->count; i++) {
        mean += (double)(wait->from + i) * (double)wait->chance[i];
    }
    return mean;
}

float race_rolls_wins(const struct race_rolls *a, const struct race_rolls *b,
                      bool is_first)
{
    /* a done after n rolls: b has had n - is_first; shift: from a's index to b's */
    const int shift = a->from - (is_first ? 1 : 0) - b->from;
    int i = 0;
    float wins = 0.0F;
    for (; i < a->count && i + shift < 0; i++) {
        wins += a->chance[i];
    }
    const int end = a->count < b->count - shift ? a->count : b->count - shift;
    for (; i < end; i++) {
        wins += a->chance[i] * b->left[i + shift];
    }
    return wins;
}
