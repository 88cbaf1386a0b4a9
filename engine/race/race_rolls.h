#ifndef ENGINE_RACE_RACE_ROLLS_H
#define ENGINE_RACE_RACE_ROLLS_H
/*
 * Waits in a race: how many rolls one side still needs until something is done.
 *
 * Without contact the sides do not disturb each other, so a race is two such waits, and
 * who wins is one sum over them (race_rolls_wins). A wait from a net is a discretised
 * curve, a bell bent by Hermite polynomials:
 *
 *      logit(n) = - z^2 / 2 + sum of bend[k] He[k+3](z) / (k+3)!
 *      z = (n - centre) / spread
 *
 * normalised over the whole numbers n; in the polynomials z is cut off at +-3, so that
 * the tails are those of the bell. All arithmetic is plain float in a fixed order: the
 * same bits on every machine.
 */

#include <stdbool.h>

#include "engine/net/bell.h"
#include "engine/net/net_kernels.h"

/* The chance to be done after exactly from + i rolls is chance[i], 0 elsewhere; left[i]
 * is the chance not to be done after that many. count 0: done already. */
struct race_rolls {
    int from;
    int count;
    float chance[BELL_WINDOW];
    float left[BELL_WINDOW];
};

struct race_curve {
    float centre; /* rolls */
    float spread; /* rolls */
    float bend[BELL_BENDS];
};

/* The curve's chances; it never is done before `least` rolls, least >= 1. */
void race_rolls_from_curve(struct race_rolls *wait, const struct race_curve *curve,
                           int least, const struct net_kernel *kernel);

/* From chances by exact number of rolls; trailing and leading zeros are left out.
 * `count` is at most 64 and what does not fit into the window joins its ends. */
void race_rolls_from_chances(struct race_rolls *wait, const float *chance, int count);

/* The mean number of rolls. */
double race_rolls_mean(const struct race_rolls *wait);

/* The chance that `a` is done when `b` is not yet. They roll in turns; `is_first` says
 * that a has the next roll. */
float race_rolls_wins(const struct race_rolls *a, const struct race_rolls *b,
                      bool is_first);

/* e^x, x being cut off at +-80; relative error below 3e-7. */
float race_exponential(float x);

/* For the trainer: the polynomials He3/3! .. He8/8! at z, cut off, and their
 * derivatives. */
void race_bends(float z, float value[BELL_BENDS], float slope[BELL_BENDS]);

#endif
