#include "lab/race/race_learner.h"
#include "lab/race/race_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/rng.h"
#include "lab/train/learner.h"

enum {
    BATCH = RACE_LEARNER_BATCH,
    WIDEST = RACE_HIDDEN_MAX,
    ACTIVE = CHECKERS + 1, /* and the bias */
    GOAL_NUMBERS = RACE_NUMBERS / RACE_GOALS
};

struct race_learner {
    const struct net_kernel *kernel;
    const struct race_basis *basis;
    struct race_weights *weights;
    struct race_weights *average;
    float *gradient;
    float *mean; /* of Adam */
    float *square;
    int64_t steps;

    struct race_view view[BATCH];
    uint16_t active[BATCH][ACTIVE];
    float extras[BATCH * RACE_EXTRAS];
    float hidden[2][BATCH * WIDEST]; /* (count, size[l]) */
    float numbers[BATCH * RACE_NUMBERS];
    float delta[3]
               [BATCH * WIDEST];   /* d loss / d sum: hidden layers, then the numbers */
    float panels[BATCH * WIDEST];  /* a delta in panels */
    float turned[WIDEST * WIDEST]; /* a transposed matrix */
};

_Static_assert(WIDEST >= BATCH, "turned[] holds a layer of a batch as well");

/* ---- making ---- */

static void fill_random(float *numbers, size_t count, double deviation, struct rng *rng)
{
    for (size_t i = 0; i < count; i++) {
        double sum = -2.0; /* of four uniform numbers: close to normal */
        for (int k = 0; k < 4; k++) {
            sum += rng_unit(rng);
        }
        numbers[i] = (float)(deviation * 1.7320508 * sum);
    }
}

/* Initialises by He's rule (K. He et al., 2015); the fan-in of the first layer is the
 * number of active rows, and the last layer starts at the first estimate. */
static void start_weights(struct race_weights *w, uint64_t seed)
{
    struct rng rng;
    rng_seed(&rng, seed, 0x72616365U);
    fill_random(w->numbers, (size_t)(RACE_ROWS * w->size[0]), sqrt(2.0 / CHECKERS),
                &rng);
    fill_random(w->numbers + race_weights_panels(w, 0),
                (size_t)(RACE_EXTRAS * w->size[0]), sqrt(2.0 / CHECKERS), &rng);
    fill_random(w->numbers + race_weights_panels(w, 1),
                (size_t)(w->size[0] * w->size[1]), sqrt(2.0 / w->size[0]), &rng);
    fill_random(w->numbers + race_weights_panels(w, 2),
                (size_t)(w->size[1] * RACE_NUMBERS), 0.1 / sqrt(w->size[1]), &rng);
}

struct race_learner *race_learner_new(int first, int second,
                                      const struct race_basis *basis,
                                      const struct net_kernel *kernel, uint64_t seed)
{
    struct race_learner *learner = calloc(1, sizeof *learner);
    if (learner == NULL) {
        return NULL;
    }
    learner->kernel = kernel;
    learner->basis = basis;
    learner->weights = race_weights_new(first, second);
    learner->average = race_weights_new(first, second);
    if (learner->weights != NULL && learner->average != NULL) {
        size_t count = learner->weights->count;
        learner->gradient = calloc(count, sizeof(float));
        learner->mean = calloc(count, sizeof(float));
        learner->square = calloc(count, sizeof(float));
    }
    if (learner->gradient == NULL || learner->mean == NULL || learner->square == NULL) {
        race_learner_free(learner);
        return NULL;
    }
    start_weights(learner->weights, seed);
    memcpy(learner->average->numbers, learner->weights->numbers,
           learner->weights->count * sizeof(float));
    return learner;
}

void race_learner_free(struct race_learner *learner)
{
    if (learner != NULL) {
        race_weights_free(learner->weights);
        race_weights_free(learner->average);
        free(learner->gradient);
        free(learner->mean);
        free(learner->square);
        free(learner);
    }
}

/* ---- forward ---- */

static void forward(struct race_learner *learner, const struct race_sample *samples,
                    int count)
{
    const struct race_weights *w = learner->weights;
    const struct net_kernel *kernel = learner->kernel;
    memset(learner->hidden[0], 0, (size_t)(count * w->size[0]) * sizeof(float));
    for (int i = 0; i < count; i++) {
        learner->view[i] = race_view_of(learner->basis, &samples[i].side);
        memcpy(learner->extras + i * RACE_EXTRAS, learner->view[i].extras,
               sizeof learner->view[i].extras);
        race_rows(&samples[i].side, learner->active[i]);
        learner->active[i][CHECKERS] = RACE_ROWS;
        kernel->gather_rows(learner->hidden[0] + i * w->size[0], w->numbers, w->size[0],
                            learner->active[i], ACTIVE);
    }
    kernel->dense(learner->hidden[0], learner->extras,
                  w->numbers + race_weights_panels(w, 0), NULL, count, RACE_EXTRAS,
                  w->size[0]);
    kernel->relu(learner->hidden[0], count * w->size[0]);
    const float *in = learner->hidden[0];
    for (int l = 1; l <= 2; l++) {
        int n_out = l == 1 ? w->size[1] : RACE_NUMBERS;
        float *out = l == 1 ? learner->hidden[1] : learner->numbers;
        kernel->dense(out, in, w->numbers + race_weights_panels(w, l),
                      w->numbers + race_weights_bias(w, l), count, w->size[l - 1],
                      n_out);
        if (l == 1) {
            kernel->relu(out, count * n_out);
        }
        in = out;
    }
}

/* ---- the loss of a distribution ---- */

/* Adds the derivatives of logit(n) with respect to the 8 numbers, times `factor`. */
static void add_logit_slopes(const struct race_curve *curve, int n, float factor,
                             float *delta)
{
    float value[NET_BELL_BENDS];
    float slope[NET_BELL_BENDS];
    const float z = ((float)n - curve->centre) / curve->spread;
    race_bends(z, value, slope);
    float by_z = -z;
    for (int k = 0; k < NET_BELL_BENDS; k++) {
        by_z += curve->bend[k] * slope[k];
        delta[2 + k] += factor * value[k];
    }
    delta[0] -= factor * by_z / curve->spread;
    delta[1] -= factor * by_z * z;
}

static float chance_of(const struct race_rolls *rolls, int n)
{
    const int i = n - rolls->from;
    return i >= 0 && i < rolls->count ? rolls->chance[i] : 0.0F;
}

/* Returns the cross-entropy of a distribution and its derivatives with respect to the 8
 * numbers of `found`. Where `found` has no chance at all, its curve still has a
 * gradient towards the wanted one. */
static double rolls_loss(const struct race_rolls *wanted,
                         const struct race_rolls *found, const struct race_curve *curve,
                         float *delta)
{
    const double least = 1e-9;
    double loss = 0.0;
    const int from = wanted->from < found->from ? wanted->from : found->from;
    const int end = wanted->from + wanted->count > found->from + found->count
                        ? wanted->from + wanted->count
                        : found->from + found->count;
    for (int n = from; n < end; n++) {
        const float chance = chance_of(wanted, n);
        const float given = chance_of(found, n);
        if (chance > 0.0F) {
            loss += (double)chance * log((double)chance / ((double)given + least));
        }
        add_logit_slopes(curve, n, given - chance, delta);
    }
    return loss;
}

/* Distributions over two or three rolls do not determine 8 numbers, so a weak pull to
 * zero keeps spread and bends from drifting. Limits the gradient of each number to
 * `most`. */
static void restrain(const float *numbers, float *delta, float factor)
{
    const float pull = 3e-5F;
    const float most = 2.0F;
    for (int k = 0; k < GOAL_NUMBERS; k++) {
        const float d = delta[k] + (k > 0 ? pull * numbers[k] : 0.0F);
        delta[k] = factor * (d > most ? most : d < -most ? -most : d);
    }
}

static double loss_and_delta(struct race_learner *learner,
                             const struct race_sample *samples, int count)
{
    double loss = 0.0;
    memset(learner->delta[2], 0, (size_t)(count * RACE_NUMBERS) * sizeof(float));
    for (int i = 0; i < count; i++) {
        for (int goal = 0; goal < RACE_GOALS; goal++) {
            const struct race_rolls *wanted = &samples[i].rolls[goal];
            if (wanted->count == 0) {
                continue;
            }
            const int at = i * RACE_NUMBERS + goal * GOAL_NUMBERS;
            struct race_rolls found;
            const struct race_guess *guess = &learner->view[i].guess[goal];
            struct race_curve curve = race_curve_of(learner->numbers + at, guess);
            race_rolls_from_curve(&found, &curve, guess->least, learner->kernel);
            loss += rolls_loss(wanted, &found, &curve, learner->delta[2] + at);
            restrain(learner->numbers + at, learner->delta[2] + at,
                     1.0F / (float)count);
        }
    }
    return loss / count;
}

/* ---- backward ---- */

/* Adds inputs transposed x delta to the gradient of a layer's panels. */
static void matrix_gradient(struct race_learner *learner, float *gradient,
                            const float *in, const float *delta, int count, int n_in,
                            int n_out)
{
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < n_in; k++) {
            learner->turned[k * count + i] = in[i * n_in + k];
        }
    }
    for (int p = 0; p < n_out / NET_PANEL; p++) {
        for (int i = 0; i < count; i++) {
            memcpy(learner->panels + i * NET_PANEL, delta + i * n_out + p * NET_PANEL,
                   NET_PANEL * sizeof *delta);
        }
        learner->kernel->dense(gradient + p * n_in * NET_PANEL, learner->turned,
                               learner->panels, NULL, n_in, count, NET_PANEL);
    }
}

static void bias_gradient(float *gradient, const float *delta, int count, int width)
{
    for (int i = 0; i < count; i++) {
        for (int o = 0; o < width; o++) {
            gradient[o] += delta[i * width + o];
        }
    }
}

/* Computes the delta of the hidden layer before layer l from that of layer l. */
static void delta_back(struct race_learner *learner, int l, int n_out, int count)
{
    const struct race_weights *w = learner->weights;
    const int n_in = w->size[l - 1];
    const float *panels = w->numbers + race_weights_panels(w, l);
    for (int o = 0; o < n_out; o++) {
        for (int i = 0; i < n_in; i++) {
            learner->turned[((i / NET_PANEL) * n_out + o) * NET_PANEL + i % NET_PANEL] =
                panels[(o / NET_PANEL * n_in + i) * NET_PANEL + o % NET_PANEL];
        }
    }
    float *delta = learner->delta[l - 1];
    const float *value = learner->hidden[l - 1];
    memset(delta, 0, (size_t)(count * n_in) * sizeof *delta);
    learner->kernel->dense(delta, learner->delta[l], learner->turned, NULL, count,
                           n_out, n_in);
    for (int i = 0; i < count * n_in; i++) {
        delta[i] = value[i] > 0.0F ? delta[i] : 0.0F;
    }
}

double race_learner_gradient(struct race_learner *learner,
                             const struct race_sample *samples, int count,
                             const float **gradient)
{
    const struct race_weights *w = learner->weights;
    forward(learner, samples, count);
    double loss = loss_and_delta(learner, samples, count);
    memset(learner->gradient, 0, w->count * sizeof(float));
    for (int l = 2; l >= 1; l--) {
        int n_out = l == 1 ? w->size[1] : RACE_NUMBERS;
        matrix_gradient(learner, learner->gradient + race_weights_panels(w, l),
                        learner->hidden[l - 1], learner->delta[l], count,
                        w->size[l - 1], n_out);
        bias_gradient(learner->gradient + race_weights_bias(w, l), learner->delta[l],
                      count, n_out);
        delta_back(learner, l, n_out, count);
    }
    matrix_gradient(learner, learner->gradient + race_weights_panels(w, 0),
                    learner->extras, learner->delta[0], count, RACE_EXTRAS, w->size[0]);
    for (int i = 0; i < count; i++) {
        learner->kernel->scatter_rows(learner->gradient,
                                      learner->delta[0] + i * w->size[0], w->size[0],
                                      learner->active[i], ACTIVE);
    }
    if (gradient != NULL) {
        *gradient = learner->gradient;
    }
    return loss;
}

/* ---- steps ---- */

double race_learner_step(struct race_learner *learner,
                         const struct race_sample *samples, int count, double rate,
                         double keep)
{
    double loss = race_learner_gradient(learner, samples, count, NULL);
    const struct net_adam_step step = learner_adam_step(++learner->steps, rate);
    struct race_weights *w = learner->weights;
    learner->kernel->adam(w->numbers, learner->gradient, learner->mean, learner->square,
                          (int)w->count, &step);
    const float take = (float)(1.0 - keep);
    for (size_t i = 0; i < w->count; i++) {
        float *average = &learner->average->numbers[i];
        *average += take * (w->numbers[i] - *average);
    }
    return loss;
}

const struct race_weights *race_learner_average(const struct race_learner *learner)
{
    return learner->average;
}

struct race_weights *race_learner_weights(struct race_learner *learner)
{
    return learner->weights;
}
