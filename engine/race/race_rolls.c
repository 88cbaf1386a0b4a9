#include "engine/race/race_rolls.h"

#include <math.h>
#include <string.h>

#include "engine/net/net_lanes_plain.h"

#define INLINE static inline

#include "engine/net/exponential_lanes.h"

/* The bell is computed for this many spreads on either side; less than a millionth lies
 * beyond. */
static const float reach = 5.0F;
static const float cut = BELL_BENDS_CUT;

float race_exponential(float x)
{
    return exponential(x);
}

void race_bends(float z, float value[NET_BELL_BENDS], float slope[NET_BELL_BENDS])
{
    const bool is_cut = z < -cut || z > cut;
    z = z < -cut ? -cut : z > cut ? cut : z;
    float before = z;          /* He1 */
    float now = z * z - 1.0F;  /* He2 */
    float scale = 1.0F / 2.0F; /* 1 / k! */
    for (int k = 3; k < 3 + NET_BELL_BENDS; k++) {
        const float next = z * now - (float)(k - 1) * before;
        slope[k - 3] =
            is_cut ? 0.0F : now * scale; /* (He[k] / k!)' = He[k-1] / (k-1)! */
        scale /= (float)k;
        value[k - 3] = next * scale;
        before = now;
        now = next;
    }
}

/* Fills left[] and normalises both arrays by the sum of the chances. */
static void normalise(struct race_rolls *rolls)
{
    float sum = 0.0F;
    for (int i = rolls->count - 1; i >= 0; i--) {
        rolls->left[i] = sum;
        sum += rolls->chance[i];
    }
    const float factor = 1.0F / sum;
    for (int i = 0; i < rolls->count; i++) {
        rolls->chance[i] *= factor;
        rolls->left[i] *= factor;
    }
}

void race_rolls_from_curve(struct race_rolls *rolls, const struct race_curve *curve,
                           int least, const struct net_kernel *kernel)
{
    const float low = floorf(curve->centre - reach * curve->spread);
    const float high = ceilf(curve->centre + reach * curve->spread);
    rolls->from = low > (float)least ? (int)low : least;
    int count = (int)high - rolls->from + 1;
    rolls->count = count < 2 ? 2 : count > NET_BELL_WINDOW ? NET_BELL_WINDOW : count;
    kernel->bell(rolls->chance, curve->bend, (float)rolls->from - curve->centre,
                 1.0F / curve->spread, rolls->count);
    normalise(rolls);
}

void race_rolls_from_chances(struct race_rolls *rolls, const float *chance, int count)
{
    int from = 0;
    while (count > 1 && chance[count - 1] <= 0.0F) {
        count--;
    }
    while (from < count - 1 && chance[from] <= 0.0F) {
        from++;
    }
    /* if there are too many, leave out the less likely end */
    while (count - from > NET_BELL_WINDOW) {
        if (chance[from] < chance[count - 1]) {
            from++;
        } else {
            count--;
        }
    }
    rolls->from = from;
    rolls->count = count - from;
    memcpy(rolls->chance, chance + from, (size_t)rolls->count * sizeof *chance);
    if (from == 0 && rolls->count == 1) { /* already reached */
        rolls->count = 0;
        return;
    }
    normalise(rolls);
}

double race_rolls_mean(const struct race_rolls *rolls)
{
    double mean = 0.0;
    for (int i = 0; i < rolls->count; i++) {
        mean += (double)(rolls->from + i) * (double)rolls->chance[i];
    }
    return mean;
}

float race_rolls_wins(const struct race_rolls *a, const struct race_rolls *b,
                      bool is_first)
{
    /* when a is done after n rolls, b has had n - is_first; shift converts a's index to
     * b's */
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
