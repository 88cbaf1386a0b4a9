#include "race_wait.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* The bell is followed for so many spreads on either side; beyond are less than one in
 * a million. */
static const float reach = 5.0F;
static const float cut = 3.0F;

/* By Taylor's polynomial of the sixth degree. No libm: its last bit differs between
 * machines. */
static inline float exponential(float x)
{
    const float round =
        12582912.0F; /* 1.5 * 2^23 leaves a whole number in the low bits */
    x = x < -80.0F ? -80.0F : x;
    x = x > 80.0F ? 80.0F : x;
    float t = x * 1.44269504F + round;
    float n = t - round;
    float f = x - n * 0.693359375F + n * 2.12194440e-4F; /* ln 2 in two parts */
    float p = 1.0F / 720.0F;
    p = p * f + 1.0F / 120.0F;
    p = p * f + 1.0F / 24.0F;
    p = p * f + 1.0F / 6.0F;
    p = p * f + 0.5F;
    p = p * f + 1.0F;
    p = p * f + 1.0F;
    uint32_t bits;
    memcpy(&bits, &t, sizeof bits);
    bits = (bits << 23) + 0x3f800000U;
    float power;
    memcpy(&power, &bits, sizeof power);
    return p * power;
}

float race_exponential(float x)
{
    return exponential(x);
}

/* The recurrence of Hermite's polynomials: He[k+1] = z He[k] - k He[k-1]. */
static float bent(const float *bend, float z)
{
    z = z < -cut ? -cut : z;
    z = z > cut ? cut : z;
    const float h2 = z * z - 1.0F;
    const float h3 = z * h2 - 2.0F * z;
    const float h4 = z * h3 - 3.0F * h2;
    const float h5 = z * h4 - 4.0F * h3;
    const float h6 = z * h5 - 5.0F * h4;
    const float h7 = z * h6 - 6.0F * h5;
    const float h8 = z * h7 - 7.0F * h6;
    return bend[0] * (h3 * (1.0F / 6.0F)) + bend[1] * (h4 * (1.0F / 24.0F)) +
           bend[2] * (h5 * (1.0F / 120.0F)) + bend[3] * (h6 * (1.0F / 720.0F)) +
           bend[4] * (h7 * (1.0F / 5040.0F)) + bend[5] * (h8 * (1.0F / 40320.0F));
}

void race_bends(float z, float value[RACE_BENDS], float slope[RACE_BENDS])
{
    const bool is_cut = z < -cut || z > cut;
    z = z < -cut ? -cut : z > cut ? cut : z;
    float before = z;          /* He1 */
    float now = z * z - 1.0F;  /* He2 */
    float scale = 1.0F / 2.0F; /* 1 / k! */
    for (int k = 3; k < 3 + RACE_BENDS; k++) {
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
static void normalise(struct race_wait *wait)
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

void race_wait_from_curve(struct race_wait *wait, const struct race_curve *curve,
                          int least)
{
    const float low = floorf(curve->centre - reach * curve->spread);
    const float high = ceilf(curve->centre + reach * curve->spread);
    wait->from = low > (float)least ? (int)low : least;
    int count = (int)high - wait->from + 1;
    wait->count = count < 2 ? 2 : count > RACE_WINDOW ? RACE_WINDOW : count;
    const float narrow = 1.0F / curve->spread;
    const float start = (float)wait->from - curve->centre;
    for (int i = 0; i < wait->count; i++) {
        const float z = (start + (float)i) * narrow;
        wait->chance[i] = exponential(-0.5F * z * z + bent(curve->bend, z));
    }
    normalise(wait);
}

void race_wait_from_chances(struct race_wait *wait, const float *chance, int count)
{
    int from = 0;
    while (count > 1 && chance[count - 1] <= 0.0F) {
        count--;
    }
    while (from < count - 1 && chance[from] <= 0.0F) {
        from++;
    }
    /* of too many, the rarer end is left out */
    while (count - from > RACE_WINDOW) {
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

double race_wait_mean(const struct race_wait *wait)
{
    double mean = 0.0;
    for (int i = 0; i < wait->count; i++) {
        mean += (double)(wait->from + i) * (double)wait->chance[i];
    }
    return mean;
}

float race_wait_wins(const struct race_wait *a, const struct race_wait *b,
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
