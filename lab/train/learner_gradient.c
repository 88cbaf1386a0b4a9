/* Computes the learner's gradient: passes each sample through the layers forward and
 * back. */
#include <math.h>
#include <string.h>

#include "lab/train/learner_internal.h"

/* ---- forward ----
 *
 * Samples do not mix on the way forward and back: each thread takes some rows of the
 * batch, `from` to before `to`. */

struct rows learner_part(int count, int part, int parts)
{
    int size = (count + parts - 1) / parts;
    size = (size + PANEL - 1) / PANEL * PANEL;
    int from = part * size < count ? part * size : count;
    int to = from + size < count ? from + size : count;
    return (struct rows){from, to};
}

static void activate(const struct learner *learner, int l, struct rows rows)
{
    bool is_last = l == learner->shape.layers - 1;
    int width = learner->shape.size[l];
    float *values = learner->layer[l] + rows.from * width;
    int numbers = (rows.to - rows.from) * width;
    if (is_last || learner->shape.hidden == ACTIVATION_SIGMOID) {
        learner->kernel->sigmoid(values, numbers);
    } else {
        learner->kernel->relu(values, numbers);
    }
}

static void first_layer(struct learner *learner, struct rows rows)
{
    const struct input_set *inputs = learner->shape.inputs;
    int width = learner->shape.size[0];
    float *out = learner->layer[0] + rows.from * width;
    memset(out, 0, (size_t)((rows.to - rows.from) * width) * sizeof *out);
    for (int i = rows.from; i < rows.to; i++) {
        struct position pos;
        sample_position(&learner->samples[i], &pos);
        inputs_rows(&pos, learner->active[i]);
        learner->active[i][INPUTS_ACTIVE] = INPUT_ROWS; /* the bias */
        learner->kernel->gather_rows(learner->layer[0] + i * width, learner->weights,
                                     width, learner->active[i], ACTIVE);
        if (inputs->extras > 0) {
            inputs->fill(&pos, learner->extras + i * inputs->extras);
        }
    }
    if (inputs->extras > 0) {
        learner->kernel->dense(out, learner->extras + rows.from * inputs->extras,
                               learner->weights + learner->at_extras, NULL,
                               rows.to - rows.from, inputs->extras, width);
    }
    activate(learner, 0, rows);
}

/* Returns the part of a run that is among the rows; empty if from >= to. */
static struct rows common(struct rows run, struct rows rows)
{
    return (struct rows){run.from > rows.from ? run.from : rows.from,
                         run.to < rows.to ? run.to : rows.to};
}

static struct rows rows_of(const struct class_run *run)
{
    return (struct rows){run->from, run->from + run->count};
}

/* Returns the offset of a class's weights from those of the first class. */
static size_t of_class(const struct learner *learner, int class)
{
    return (size_t) class * learner->class_numbers;
}

static void deeper_layers(struct learner *learner, int class, struct rows rows)
{
    const float *weights = learner->weights + of_class(learner, class);
    for (int l = 1; l < learner->shape.layers; l++) {
        int n_in = learner->shape.size[l - 1];
        int n_out = learner->shape.size[l];
        learner->kernel->dense(
            learner->layer[l] + rows.from * n_out,
            learner->layer[l - 1] + rows.from * n_in, weights + learner->at_panels[l],
            weights + learner->at_bias[l], rows.to - rows.from, n_in, n_out);
        activate(learner, l, rows);
    }
}

static double cross_entropy(float p, float target)
{
    const float least = 1e-7F;
    p = p < least ? least : p > 1.0F - least ? 1.0F - least : p;
    return -(double)(target * logf(p) + (1.0F - target) * logf(1.0F - p));
}

/* Computes the losses and their derivatives with respect to the last layer's sums:
 * output - target. */
static void loss_and_delta(struct learner *learner, struct rows rows)
{
    int last = learner->shape.layers - 1;
    int width = learner->shape.size[last];
    for (int i = rows.from; i < rows.to; i++) {
        const struct outputs o = sample_target(&learner->samples[i]);
        const float target[OUTPUTS] = {o.win, o.win_gammon, o.win_backgammon,
                                       o.lose_gammon, o.lose_backgammon};
        const float *value = learner->layer[last] + i * width;
        float *delta = learner->delta[last] + i * width;
        memset(delta, 0, (size_t)width * sizeof *delta);
        learner->loss[i] = 0;
        for (int k = 0; k < OUTPUTS; k++) {
            learner->loss[i] += cross_entropy(value[k], target[k]);
            delta[k] = (value[k] - target[k]) / (float)learner->batch;
        }
    }
}

/* ---- backward ---- */

/* Returns the transposed panels of layer l of a class. */
static float *turned_of(const struct learner *learner, int l, int class)
{
    return learner->panels_turned[l] +
           class * learner->shape.size[l] * learner->shape.size[l - 1];
}

/* Transposes every `parts`-th panel of a layer: (n_in/PANEL, n_out, PANEL). */
static void turn_layer(float *turned, const float *panels, int n_in, int n_out,
                       int part, int parts)
{
    for (int o = part * PANEL; o < n_out; o += parts * PANEL) {
        for (int i = 0; i < n_in; i++) {
            float *out = turned + ((i / PANEL) * n_out + o) * PANEL + i % PANEL;
            for (int k = 0; k < PANEL; k++) {
                out[k * PANEL] = panels[(o / PANEL * n_in + i) * PANEL + k];
            }
        }
    }
}

static void turn_panels(void *context, int64_t unit, int thread)
{
    struct learner *learner = context;
    const int part = (int)unit, parts = learner->threads;
    (void)thread;
    for (int r = 0; r < learner->runs; r++) {
        int class = learner->run[r].class;
        const float *weights = learner->weights + of_class(learner, class);
        for (int l = 1; l < learner->shape.layers; l++) {
            turn_layer(turned_of(learner, l, class), weights + learner->at_panels[l],
                       learner->shape.size[l - 1], learner->shape.size[l], part, parts);
        }
    }
}

/* Transposes `rows` of a run: (count, width) -> (width, count) of the run. */
static void transpose(float *out, const float *in, int width, struct rows run,
                      struct rows rows)
{
    int count = run.to - run.from;
    out += run.from * width;
    for (int block = 0; block < width; block += PANEL) {
        for (int i = rows.from; i < rows.to; i++) {
            for (int c = block; c < block + PANEL; c++) {
                out[c * count + i - run.from] = in[i * width + c];
            }
        }
    }
}

/* The same, (count, width) -> (width/PANEL, count, PANEL). */
static void to_panels(float *out, const float *in, int width, struct rows run,
                      struct rows rows)
{
    int count = run.to - run.from;
    out += run.from * width;
    for (int block = 0; block < width; block += PANEL) {
        for (int i = rows.from; i < rows.to; i++) {
            memcpy(out + block * count + (i - run.from) * PANEL, in + i * width + block,
                   PANEL * sizeof *out);
        }
    }
}

/* Computes the delta of layer l - 1 from that of layer l. */
static void delta_back(struct learner *learner, int l, int class, struct rows rows)
{
    int n_in = learner->shape.size[l - 1];
    int n_out = learner->shape.size[l];
    int numbers = (rows.to - rows.from) * n_in;
    const float *value = learner->layer[l - 1] + rows.from * n_in;
    float *delta = learner->delta[l - 1] + rows.from * n_in;
    memset(delta, 0, (size_t)numbers * sizeof *delta);
    learner->kernel->dense(delta, learner->delta[l] + rows.from * n_out,
                           turned_of(learner, l, class), NULL, rows.to - rows.from,
                           n_out, n_in);
    if (learner->shape.hidden == ACTIVATION_SIGMOID) {
        for (int i = 0; i < numbers; i++) {
            delta[i] *= value[i] * (1.0F - value[i]);
        }
    } else {
        for (int i = 0; i < numbers; i++) {
            delta[i] = value[i] > 0.0F ? delta[i] : 0.0F;
        }
    }
}

/* Passes some rows of one class forward and back through the layers after the first,
 * and transposes what the gradients need. */
static void pass_class(struct learner *learner, const struct class_run *run,
                       struct rows rows)
{
    const struct rows all = rows_of(run);
    deeper_layers(learner, run->class, rows);
    loss_and_delta(learner, rows);
    for (int l = learner->shape.layers - 1; l > 0; l--) {
        delta_back(learner, l, run->class, rows);
        to_panels(learner->delta_panels[l], learner->delta[l], learner->shape.size[l],
                  all, rows);
        transpose(learner->layer_turned[l - 1], learner->layer[l - 1],
                  learner->shape.size[l - 1], all, rows);
    }
}

/* Passes some rows forward and back. */
static void pass(void *context, int64_t unit, int thread)
{
    struct learner *learner = context;
    const int part = (int)unit, parts = learner->threads;
    (void)thread;
    const struct rows all = {0, learner->batch};
    struct rows rows = learner_part(learner->batch, part, parts);
    first_layer(learner, rows);
    for (int r = 0; r < learner->runs; r++) {
        struct rows mine = common(rows_of(&learner->run[r]), rows);
        if (mine.from < mine.to) {
            pass_class(learner, &learner->run[r], mine);
        }
    }
    to_panels(learner->delta_panels[0], learner->delta[0], learner->shape.size[0], all,
              rows);
    transpose(learner->extras_turned, learner->extras, learner->shape.inputs->extras,
              all, rows);
}

/* Computes a run's gradients of one layer's panels: transposed inputs (n_in, count) x
 * delta. Adds to the existing gradient if the class is between steps. */
static void panel_gradient(struct learner *learner, float *gradient, const float *in,
                           const float *delta_panel, int n_in, int count, bool adds)
{
    if (!adds) {
        memset(gradient, 0, (size_t)(n_in * PANEL) * sizeof *gradient);
    }
    learner->kernel->dense(gradient, in, delta_panel, NULL, n_in, count, PANEL);
}

static void bias_gradient(struct learner *learner, int l, float *gradient,
                          struct rows rows, bool adds)
{
    int width = learner->shape.size[l];
    if (!adds) {
        memset(gradient, 0, (size_t)width * sizeof *gradient);
    }
    for (int i = rows.from; i < rows.to; i++) {
        for (int o = 0; o < width; o++) {
            gradient[o] += learner->delta[l][i * width + o];
        }
    }
}

/* Computes the gradients of the rows of the first layer whose number modulo `parts` is
 * `part`. */
static void row_gradients(struct learner *learner, int part, int parts)
{
    int width = learner->shape.size[0];
    for (int r = part; r < ROWS; r += parts) {
        memset(learner->gradient + r * width, 0, (size_t)width * sizeof(float));
    }
    for (int i = 0; i < learner->batch; i++) {
        uint16_t mine[ACTIVE];
        int n = 0;
        for (int k = 0; k < ACTIVE; k++) {
            mine[n] = learner->active[i][k];
            n += mine[n] % parts == part;
        }
        learner->kernel->scatter_rows(learner->gradient, learner->delta[0] + i * width,
                                      width, mine, n);
    }
}

static void extras_gradient(struct learner *learner, int part, int parts)
{
    int n_in = learner->shape.inputs->extras;
    for (int p = part; p < learner->shape.size[0] / PANEL && n_in > 0; p += parts) {
        panel_gradient(learner,
                       learner->gradient + learner->at_extras + p * n_in * PANEL,
                       learner->extras_turned,
                       learner->delta_panels[0] + p * learner->batch * PANEL, n_in,
                       learner->batch, false);
    }
}

/* Computes the gradients of layer l of one class; `item` counts its panels and its
 * bias. */
static int class_gradient(struct learner *learner, const struct class_run *run, int l,
                          int item, int part, int parts)
{
    int n_in = learner->shape.size[l - 1];
    int width = learner->shape.size[l];
    bool adds = learner->waiting[run->class] > 0;
    float *gradient = learner->gradient + of_class(learner, run->class);
    for (int p = 0; p < width / PANEL; p++) {
        if (item++ % parts == part) {
            panel_gradient(learner, gradient + learner->at_panels[l] + p * n_in * PANEL,
                           learner->layer_turned[l - 1] + run->from * n_in,
                           learner->delta_panels[l] + run->from * width +
                               p * run->count * PANEL,
                           n_in, run->count, adds);
        }
    }
    if (item++ % parts == part) {
        bias_gradient(learner, l, gradient + learner->at_bias[l], rows_of(run), adds);
    }
    return item;
}

/* One thread adds up each number of the gradient in the order of the samples, so its
 * bits do not depend on the number of threads. */
static void sum_gradient(void *context, int64_t unit, int thread)
{
    struct learner *learner = context;
    const int part = (int)unit, parts = learner->threads;
    (void)thread;
    int item = 0;
    row_gradients(learner, part, parts);
    extras_gradient(learner, part, parts);
    for (int r = 0; r < learner->runs; r++) {
        for (int l = 1; l < learner->shape.layers; l++) {
            item = class_gradient(learner, &learner->run[r], l, item, part, parts);
        }
    }
}

/* ---- the batch ---- */

static int class_of_sample(const struct class_set *classes, const struct sample *sample)
{
    struct position pos;
    sample_position(sample, &pos);
    return class_of(classes, &pos);
}

/* Copies the samples class by class, keeping their order within each. */
static void sort_samples(struct learner *learner, const struct sample *samples,
                         int count)
{
    int class[LEARNER_BATCH_MAX] = {0};
    int row_of[LEARNER_BATCH_MAX];
    for (int i = 0; i < count; i++) {
        class[i] = class_of_sample(learner->shape.classes, &samples[i]);
    }
    learner->batch = count;
    learner->runs = class_sort(class, count, learner->run, row_of);
    for (int i = 0; i < count; i++) {
        learner->samples[row_of[i]] = samples[i];
    }
}

double learner_add_gradient(struct learner *learner, const struct sample *samples,
                            int count)
{
    double loss = 0;
    sort_samples(learner, samples, count);
    thread_pool_run(learner->pool, learner->threads, turn_panels, learner);
    thread_pool_run(learner->pool, learner->threads, pass, learner);
    thread_pool_run(learner->pool, learner->threads, sum_gradient, learner);
    for (int r = 0; r < learner->runs; r++) {
        const struct class_run *run = &learner->run[r];
        learner->waiting[run->class] += run->count;
    }
    for (int i = 0; i < count; i++) {
        loss += learner->loss[i];
    }
    return loss / count;
}

double learner_gradient(struct learner *learner, const struct sample *samples,
                        int count, const float **gradient)
{
    memset(learner->waiting, 0, sizeof learner->waiting);
    memset(learner->gradient, 0, learner->count * sizeof *learner->gradient);
    double loss = learner_add_gradient(learner, samples, count);
    memset(learner->waiting, 0, sizeof learner->waiting);
    if (gradient != NULL) {
        *gradient = learner->gradient;
    }
    return loss;
}
