/* The learner's gradient: each sample through the layers forward and back. */
#include <math.h>
#include <string.h>

#include "engine/lab/learner_internal.h"

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

static void forward(struct learner *learner, struct rows rows)
{
    first_layer(learner, rows);
    for (int l = 1; l < learner->shape.layers; l++) {
        int n_in = learner->shape.size[l - 1];
        int n_out = learner->shape.size[l];
        learner->kernel->dense(learner->layer[l] + rows.from * n_out,
                               learner->layer[l - 1] + rows.from * n_in,
                               learner->weights + learner->at_panels[l],
                               learner->weights + learner->at_bias[l],
                               rows.to - rows.from, n_in, n_out);
        activate(learner, l, rows);
    }
}

static double cross_entropy(float p, float target)
{
    const float least = 1e-7F;
    p = p < least ? least : p > 1.0F - least ? 1.0F - least : p;
    return -(double)(target * logf(p) + (1.0F - target) * logf(1.0F - p));
}

/* The losses, and their derivatives by the last layer's sums: output - target. */
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

/* The panels of a layer turned round: (n_in/PANEL, n_out, PANEL). */
static void turn_panels(void *context, int part, int parts)
{
    struct learner *learner = context;
    for (int l = 1; l < learner->shape.layers; l++) {
        int n_in = learner->shape.size[l - 1];
        int n_out = learner->shape.size[l];
        const float *panels = learner->weights + learner->at_panels[l];
        float *turned = learner->panels_turned[l];
        for (int o = part * PANEL; o < n_out; o += parts * PANEL) {
            for (int i = 0; i < n_in; i++) {
                float *out = turned + ((i / PANEL) * n_out + o) * PANEL + i % PANEL;
                for (int k = 0; k < PANEL; k++) {
                    out[k * PANEL] = panels[(o / PANEL * n_in + i) * PANEL + k];
                }
            }
        }
    }
}

/* (count, width) -> (width, count) */
static void transpose(float *out, const float *in, int count, int width,
                      struct rows rows)
{
    for (int block = 0; block < width; block += PANEL) {
        for (int i = rows.from; i < rows.to; i++) {
            for (int c = block; c < block + PANEL; c++) {
                out[c * count + i] = in[i * width + c];
            }
        }
    }
}

/* (count, width) -> (width/PANEL, count, PANEL) */
static void to_panels(float *out, const float *in, int count, int width,
                      struct rows rows)
{
    for (int block = 0; block < width; block += PANEL) {
        for (int i = rows.from; i < rows.to; i++) {
            memcpy(out + block * count + i * PANEL, in + i * width + block,
                   PANEL * sizeof *out);
        }
    }
}

/* From the delta of layer l to that of layer l - 1. */
static void delta_back(struct learner *learner, int l, struct rows rows)
{
    int n_in = learner->shape.size[l - 1];
    int n_out = learner->shape.size[l];
    int numbers = (rows.to - rows.from) * n_in;
    const float *value = learner->layer[l - 1] + rows.from * n_in;
    float *delta = learner->delta[l - 1] + rows.from * n_in;
    memset(delta, 0, (size_t)numbers * sizeof *delta);
    learner->kernel->dense(delta, learner->delta[l] + rows.from * n_out,
                           learner->panels_turned[l], NULL, rows.to - rows.from, n_out,
                           n_in);
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

/* Some rows forward and back, and what the gradients need of them turned round. */
static void pass(void *context, int part, int parts)
{
    struct learner *learner = context;
    int count = learner->batch;
    int extras = learner->shape.inputs->extras;
    struct rows rows = learner_part(count, part, parts);
    forward(learner, rows);
    loss_and_delta(learner, rows);
    for (int l = learner->shape.layers - 1; l >= 0; l--) {
        int width = learner->shape.size[l];
        if (l > 0) {
            delta_back(learner, l, rows);
        }
        to_panels(learner->delta_panels[l], learner->delta[l], count, width, rows);
        transpose(learner->layer_turned[l], learner->layer[l], count, width, rows);
    }
    transpose(learner->extras_turned, learner->extras, count, extras, rows);
}

/* The gradient of one panel: inputs turned (n_in, count) x delta. */
static void panel_gradient(struct learner *learner, float *gradient, const float *in,
                           const float *delta_panel, int n_in)
{
    memset(gradient, 0, (size_t)(n_in * PANEL) * sizeof *gradient);
    learner->kernel->dense(gradient, in, delta_panel, NULL, n_in, learner->batch,
                           PANEL);
}

static void bias_gradient(struct learner *learner, int l)
{
    int width = learner->shape.size[l];
    float *gradient = learner->gradient + learner->at_bias[l];
    memset(gradient, 0, (size_t)width * sizeof *gradient);
    for (int i = 0; i < learner->batch; i++) {
        for (int o = 0; o < width; o++) {
            gradient[o] += learner->delta[l][i * width + o];
        }
    }
}

/* The rows of the first layer whose number leaves `part` when divided by `parts`. */
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

/* Each number of the gradient is added up by one thread in the order of the samples:
 * its bits do not depend on the number of threads. */
static void sum_gradient(void *context, int part, int parts)
{
    struct learner *learner = context;
    int item = 0;
    row_gradients(learner, part, parts);
    for (int l = 0; l < learner->shape.layers; l++) {
        int n_in = l > 0 ? learner->shape.size[l - 1] : learner->shape.inputs->extras;
        const float *in = l > 0 ? learner->layer_turned[l - 1] : learner->extras_turned;
        float *gradient =
            learner->gradient + (l > 0 ? learner->at_panels[l] : learner->at_extras);
        for (int p = 0; p < learner->shape.size[l] / PANEL && n_in > 0; p++) {
            if (item++ % parts == part) {
                panel_gradient(learner, gradient + p * n_in * PANEL, in,
                               learner->delta_panels[l] + p * learner->batch * PANEL,
                               n_in);
            }
        }
        if (l > 0 && item++ % parts == part) {
            bias_gradient(learner, l);
        }
    }
}

double learner_gradient(struct learner *learner, const struct sample *samples,
                        int count, const float **gradient)
{
    double loss = 0;
    learner->samples = samples;
    learner->batch = count;
    team_run(learner->team, learner->threads, turn_panels, learner);
    team_run(learner->team, learner->threads, pass, learner);
    team_run(learner->team, learner->threads, sum_gradient, learner);
    for (int i = 0; i < count; i++) {
        loss += learner->loss[i];
    }
    if (gradient != NULL) {
        *gradient = learner->gradient;
    }
    return loss / count;
}
