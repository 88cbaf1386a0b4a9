#include "engine/lab/learner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/lab/fixed_point.h"
#include "engine/rng.h"

enum { ROWS = INPUT_ROWS + 1, ACTIVE = INPUTS_ACTIVE + 1, BATCH = LEARNER_BATCH_MAX };

struct learner {
    struct net_shape shape; /* sizes padded to whole panels */
    const struct net_kernel *kernel;
    size_t count; /* of numbers in the block */
    size_t at_extras;
    size_t at_bias[LAYERS_MAX];
    size_t at_panels[LAYERS_MAX];
    float *weights;
    float *gradient;
    float *mean; /* Adam's */
    float *square;
    float *average;
    int64_t steps;

    uint16_t (*active)[ACTIVE]; /* (BATCH, ACTIVE) */
    float *extras;              /* (BATCH, extras) */
    float *layer[LAYERS_MAX];   /* (BATCH, size[l]) after the activation */
    float *delta;               /* (BATCH, widest): d loss / d sum of a layer */
    float *next_delta;
    float *delta_panels; /* (widest/PANEL, BATCH, PANEL) */
    float *transposed;   /* (widest, BATCH), or a matrix turned round */
};

/* ---- making
 * ----------------------------------------------------------------------------- */

static bool read_layers(const char *text, struct net_shape *shape)
{
    shape->layers = 0;
    while (shape->layers < LAYERS_MAX - 1) {
        char *end;
        long units = strtol(text, &end, 10);
        if (end == text || units < 1 || units > HIDDEN_MAX) {
            return false;
        }
        shape->size[shape->layers++] = (int)units;
        if (*end != '-') {
            shape->size[shape->layers++] = OUTPUTS;
            return *end == '\0';
        }
        text = end + 1;
    }
    return false;
}

bool net_shape_read(const char *text, struct net_shape *shape, struct engine_error *err)
{
    char set[32];
    char hidden[32];
    int used = 0;
    memset(shape, 0, sizeof *shape);
    if (sscanf(text, "%31[^:]:%31[^:]:%n", set, hidden, &used) != 2 || used == 0 ||
        !read_layers(text + used, shape)) {
        engine_error_set(err, "\"%s\": expected INPUTS:relu|sigmoid:UNITS-UNITS-...",
                         text);
        return false;
    }
    shape->inputs = input_set_by_name(set);
    if (shape->inputs == NULL) {
        engine_error_set(err, "\"%s\": there is no input set \"%s\"", text, set);
        return false;
    }
    shape->hidden = strcmp(hidden, "relu") == 0      ? ACTIVATION_RELU
                    : strcmp(hidden, "sigmoid") == 0 ? ACTIVATION_SIGMOID
                                                     : (enum activation)0;
    const char *fault = weights_shape_fault(shape->layers, shape->size);
    if (shape->hidden == 0) {
        fault = "the activation is relu or sigmoid";
    }
    if (fault != NULL) {
        engine_error_set(err, "\"%s\": %s", text, fault);
    }
    return fault == NULL;
}

static size_t padded(size_t size)
{
    return (size + PANEL - 1) / PANEL * PANEL;
}

/* Where everything stands in the block. */
static void lay_out(struct learner *learner)
{
    struct net_shape *shape = &learner->shape;
    size_t at = (size_t)ROWS * (size_t)shape->size[0];
    learner->at_extras = at;
    at += (size_t)shape->inputs->extras * (size_t)shape->size[0];
    for (int l = 1; l < shape->layers; l++) {
        shape->size[l] = (int)padded((size_t)shape->size[l]);
        learner->at_bias[l] = at;
        at += (size_t)shape->size[l];
        learner->at_panels[l] = at;
        at += (size_t)shape->size[l] * (size_t)shape->size[l - 1];
    }
    learner->count = at;
}

static float *new_floats(size_t count)
{
    float *floats = aligned_alloc(64, padded(count + 1) * sizeof *floats);
    if (floats != NULL) {
        memset(floats, 0, padded(count + 1) * sizeof *floats);
    }
    return floats;
}

static bool allocate(struct learner *learner)
{
    size_t widest = INPUT_EXTRAS_MAX;
    size_t largest = 0;
    bool whole = true;
    for (int l = 0; l < learner->shape.layers; l++) {
        size_t size = (size_t)learner->shape.size[l];
        size_t matrix = l > 0 ? size * (size_t)learner->shape.size[l - 1] : 0;
        widest = size > widest ? size : widest;
        largest = matrix > largest ? matrix : largest;
        learner->layer[l] = new_floats(BATCH * size);
        whole = whole && learner->layer[l] != NULL;
    }
    largest = widest * BATCH > largest ? widest * BATCH : largest;
    float **const blocks[] = {&learner->weights, &learner->gradient, &learner->mean,
                              &learner->square, &learner->average};
    for (size_t b = 0; b < sizeof blocks / sizeof blocks[0]; b++) {
        *blocks[b] = new_floats(learner->count);
        whole = whole && *blocks[b] != NULL;
    }
    learner->active = calloc(BATCH, sizeof *learner->active);
    learner->extras = new_floats((size_t)BATCH * INPUT_EXTRAS_MAX);
    learner->delta = new_floats(BATCH * widest);
    learner->next_delta = new_floats(BATCH * widest);
    learner->delta_panels = new_floats(BATCH * widest);
    learner->transposed = new_floats(largest);
    return whole && learner->active != NULL && learner->extras != NULL &&
           learner->delta != NULL && learner->next_delta != NULL &&
           learner->delta_panels != NULL && learner->transposed != NULL;
}

/* Near enough to normal: the sum of four uniform numbers, mean 0 and deviation 1. */
static float random_normal(struct rng *rng)
{
    double sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += rng_unit(rng);
    }
    return (float)((sum - 2.0) * 1.7320508);
}

static void fill_random(float *numbers, size_t count, double deviation, struct rng *rng)
{
    for (size_t i = 0; i < count; i++) {
        numbers[i] = (float)deviation * random_normal(rng);
    }
}

/* Sigmoid units put out about .5: the bias takes that back, so that the units of the
 * next layer begin near the middle of their range. */
static void centre(struct learner *learner, int l)
{
    int n_in = learner->shape.size[l - 1];
    for (int o = 0; o < learner->shape.size[l]; o++) {
        const float *panel = learner->weights + learner->at_panels[l] +
                             (size_t)(o / PANEL) * (size_t)(n_in * PANEL);
        float sum = 0.0F;
        for (int i = 0; i < n_in; i++) {
            sum += panel[i * PANEL + o % PANEL];
        }
        learner->weights[learner->at_bias[l] + (size_t)o] = -0.5F * sum;
    }
}

/* He's rule (K. He et al., 2015), the first layer's fan-in being the rows that are on;
 * sigmoids are flatter and get more. The last layer starts small, at the logits of the
 * usual shares of won games, gammons and backgammons. */
static void start_weights(struct learner *learner, uint64_t seed)
{
    static const float logits[OUTPUTS] = {0.0F, -1.3F, -4.0F, -1.3F, -4.0F};
    const struct net_shape *shape = &learner->shape;
    double gain = shape->hidden == ACTIVATION_SIGMOID ? 2.5 : 1.414;
    struct rng rng;
    rng_seed(&rng, seed, 0x6c6561726eU);
    fill_random(learner->weights, (size_t)INPUT_ROWS * (size_t)shape->size[0],
                gain / sqrt(INPUTS_ACTIVE), &rng);
    fill_random(learner->weights + learner->at_extras,
                learner->at_bias[1] - learner->at_extras, gain / sqrt(INPUTS_ACTIVE),
                &rng);
    for (int l = 1; l < shape->layers; l++) {
        bool is_last = l == shape->layers - 1;
        fill_random(learner->weights + learner->at_panels[l],
                    (size_t)shape->size[l] * (size_t)shape->size[l - 1],
                    (is_last ? 0.1 : 1.0) * gain / sqrt(shape->size[l - 1]), &rng);
        if (shape->hidden == ACTIVATION_SIGMOID) {
            centre(learner, l);
        }
        for (int o = 0; is_last && o < OUTPUTS; o++) {
            learner->weights[learner->at_bias[l] + (size_t)o] += logits[o];
        }
    }
    learner_restart_average(learner);
}

struct learner *learner_new(const struct net_shape *shape,
                            const struct net_kernel *kernel, uint64_t seed)
{
    struct learner *learner = calloc(1, sizeof *learner);
    if (learner == NULL) {
        return NULL;
    }
    learner->shape = *shape;
    learner->kernel = kernel;
    lay_out(learner);
    if (!allocate(learner)) {
        learner_free(learner);
        return NULL;
    }
    start_weights(learner, seed);
    return learner;
}

void learner_free(struct learner *learner)
{
    if (learner == NULL) {
        return;
    }
    float *const blocks[] = {
        learner->weights,      learner->gradient,   learner->mean,  learner->square,
        learner->average,      learner->extras,     learner->delta, learner->next_delta,
        learner->delta_panels, learner->transposed,
    };
    for (size_t b = 0; b < sizeof blocks / sizeof blocks[0]; b++) {
        free(blocks[b]);
    }
    for (int l = 0; l < LAYERS_MAX; l++) {
        free(learner->layer[l]);
    }
    free(learner->active);
    free(learner);
}

/* ---- forward
 * ---------------------------------------------------------------------------- */

static void activate(const struct learner *learner, int l, int count)
{
    bool is_last = l == learner->shape.layers - 1;
    int numbers = count * learner->shape.size[l];
    if (is_last || learner->shape.hidden == ACTIVATION_SIGMOID) {
        learner->kernel->sigmoid(learner->layer[l], numbers);
    } else {
        learner->kernel->relu(learner->layer[l], numbers);
    }
}

static void first_layer(struct learner *learner, const struct sample *samples,
                        int count)
{
    const struct input_set *inputs = learner->shape.inputs;
    int width = learner->shape.size[0];
    memset(learner->layer[0], 0, (size_t)(count * width) * sizeof(float));
    for (int i = 0; i < count; i++) {
        struct position pos;
        sample_position(&samples[i], &pos);
        inputs_rows(&pos, learner->active[i]);
        learner->active[i][INPUTS_ACTIVE] = INPUT_ROWS; /* the bias */
        learner->kernel->gather_rows(learner->layer[0] + (size_t)(i * width),
                                     learner->weights, width, learner->active[i],
                                     ACTIVE);
        if (inputs->extras > 0) {
            inputs->fill(&pos, learner->extras + (size_t)(i * inputs->extras));
        }
    }
    if (inputs->extras > 0) {
        learner->kernel->dense(learner->layer[0], learner->extras,
                               learner->weights + learner->at_extras, NULL, count,
                               inputs->extras, width);
    }
    activate(learner, 0, count);
}

static void forward(struct learner *learner, const struct sample *samples, int count)
{
    first_layer(learner, samples, count);
    for (int l = 1; l < learner->shape.layers; l++) {
        learner->kernel->dense(learner->layer[l], learner->layer[l - 1],
                               learner->weights + learner->at_panels[l],
                               learner->weights + learner->at_bias[l], count,
                               learner->shape.size[l - 1], learner->shape.size[l]);
        activate(learner, l, count);
    }
}

static void targets_of(const struct sample *sample, float target[OUTPUTS])
{
    const struct outputs o = sample_target(sample);
    target[0] = o.win;
    target[1] = o.win_gammon;
    target[2] = o.win_backgammon;
    target[3] = o.lose_gammon;
    target[4] = o.lose_backgammon;
}

static double cross_entropy(float p, float target)
{
    const float least = 1e-7F;
    p = p < least ? least : p > 1.0F - least ? 1.0F - least : p;
    return -(double)(target * logf(p) + (1.0F - target) * logf(1.0F - p));
}

/* The loss, and its derivative by the last layer's sums, which is output - target. */
static double loss_and_delta(struct learner *learner, const struct sample *samples,
                             int count)
{
    int last = learner->shape.layers - 1;
    int width = learner->shape.size[last];
    double loss = 0;
    memset(learner->delta, 0, (size_t)(count * width) * sizeof(float));
    for (int i = 0; i < count; i++) {
        float target[OUTPUTS];
        targets_of(&samples[i], target);
        for (int o = 0; o < OUTPUTS; o++) {
            float p = learner->layer[last][i * width + o];
            loss += cross_entropy(p, target[o]);
            learner->delta[i * width + o] = (p - target[o]) / (float)count;
        }
    }
    return loss / count;
}

/* ---- backward
 * --------------------------------------------------------------------------- */

/* (rows, columns) -> (columns, rows) */
static void transpose(float *out, const float *in, int rows, int columns)
{
    for (int block = 0; block < columns; block += PANEL) {
        int end = block + PANEL < columns ? block + PANEL : columns;
        for (int r = 0; r < rows; r++) {
            for (int c = block; c < end; c++) {
                out[c * rows + r] = in[r * columns + c];
            }
        }
    }
}

/* (count, width) -> (width/PANEL, count, PANEL) */
static void to_panels(float *out, const float *in, int count, int width)
{
    for (int block = 0; block < width; block += PANEL) {
        for (int i = 0; i < count; i++, out += PANEL) {
            memcpy(out, in + i * width + block, PANEL * sizeof *out);
        }
    }
}

/* Adds to the gradient of one layer's panels: inputs transposed x delta. `in` is
 * (count, n_in), the delta of this layer (count, n_out) stands in learner->delta. */
static void matrix_gradient(struct learner *learner, float *gradient, const float *in,
                            int count, int n_in, int n_out)
{
    transpose(learner->transposed, in, count, n_in);
    to_panels(learner->delta_panels, learner->delta, count, n_out);
    for (int p = 0; p < n_out / PANEL; p++) {
        learner->kernel->dense(gradient + p * n_in * PANEL, learner->transposed,
                               learner->delta_panels + p * count * PANEL, NULL, n_in,
                               count, PANEL);
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

/* The panels of layer l turned round: (n_in/PANEL, n_out, PANEL). */
static void turn_panels(struct learner *learner, int l)
{
    int n_in = learner->shape.size[l - 1];
    int n_out = learner->shape.size[l];
    const float *panels = learner->weights + learner->at_panels[l];
    for (int o = 0; o < n_out; o += PANEL) {
        for (int i = 0; i < n_in; i++) {
            float *out =
                learner->transposed + ((i / PANEL) * n_out + o) * PANEL + i % PANEL;
            for (int k = 0; k < PANEL; k++) {
                out[k * PANEL] = panels[(o / PANEL * n_in + i) * PANEL + k];
            }
        }
    }
}

/* From the delta of layer l to that of layer l - 1. */
static void delta_back(struct learner *learner, int l, int count)
{
    int n_in = learner->shape.size[l - 1];
    int numbers = count * n_in;
    const float *value = learner->layer[l - 1];
    float *delta = learner->next_delta;
    turn_panels(learner, l);
    memset(delta, 0, (size_t)numbers * sizeof *delta);
    learner->kernel->dense(delta, learner->delta, learner->transposed, NULL, count,
                           learner->shape.size[l], n_in);
    if (learner->shape.hidden == ACTIVATION_SIGMOID) {
        for (int i = 0; i < numbers; i++) {
            delta[i] *= value[i] * (1.0F - value[i]);
        }
    } else {
        for (int i = 0; i < numbers; i++) {
            delta[i] = value[i] > 0.0F ? delta[i] : 0.0F;
        }
    }
    learner->next_delta = learner->delta;
    learner->delta = delta;
}

static void first_gradient(struct learner *learner, int count)
{
    int extras = learner->shape.inputs->extras;
    int width = learner->shape.size[0];
    for (int i = 0; i < count; i++) {
        learner->kernel->scatter_rows(learner->gradient,
                                      learner->delta + (size_t)(i * width), width,
                                      learner->active[i], ACTIVE);
    }
    if (extras > 0) {
        matrix_gradient(learner, learner->gradient + learner->at_extras,
                        learner->extras, count, extras, width);
    }
}

double learner_gradient(struct learner *learner, const struct sample *samples,
                        int count, const float **gradient)
{
    forward(learner, samples, count);
    double loss = loss_and_delta(learner, samples, count);
    memset(learner->gradient, 0, learner->count * sizeof(float));
    for (int l = learner->shape.layers - 1; l > 0; l--) {
        int n_out = learner->shape.size[l];
        matrix_gradient(learner, learner->gradient + learner->at_panels[l],
                        learner->layer[l - 1], count, learner->shape.size[l - 1],
                        n_out);
        bias_gradient(learner->gradient + learner->at_bias[l], learner->delta, count,
                      n_out);
        delta_back(learner, l, count);
    }
    first_gradient(learner, count);
    if (gradient != NULL) {
        *gradient = learner->gradient;
    }
    return loss;
}

/* ---- steps
 * ------------------------------------------------------------------------------ */

double learner_step(struct learner *learner, const struct sample *samples, int count,
                    double rate)
{
    const double beta1 = 0.9; /* Kingma and Ba's own values, the second one */
    const double beta2 = 0.999;
    double loss = learner_gradient(learner, samples, count, NULL);
    learner->steps++;
    double correction1 = 1.0 - pow(beta1, (double)learner->steps);
    double correction2 = 1.0 - pow(beta2, (double)learner->steps);
    const struct adam_step step = {
        .rate = (float)(rate * sqrt(correction2) / correction1),
        .keep_mean = (float)beta1,
        .keep_square = (float)beta2,
        .floor = 1e-8F,
    };
    learner->kernel->adam(learner->weights, learner->gradient, learner->mean,
                          learner->square, (int)learner->count, &step);
    return loss;
}

void learner_average(struct learner *learner, double keep)
{
    float take = (float)(1.0 - keep);
    for (size_t i = 0; i < learner->count; i++) {
        learner->average[i] += take * (learner->weights[i] - learner->average[i]);
    }
}

void learner_restart_average(struct learner *learner)
{
    memcpy(learner->average, learner->weights, learner->count * sizeof(float));
}

/* ---- out and in
 * ------------------------------------------------------------------------- */

/* Panels -> (n_in, n_out) row major, without the padding. */
static void from_panels(float *matrix, const float *panels, int n_in, int n_out)
{
    for (int i = 0; i < n_in; i++) {
        for (int o = 0; o < n_out; o++) {
            matrix[i * n_out + o] = panels[(o / PANEL * n_in + i) * PANEL + o % PANEL];
        }
    }
}

struct weights *learner_export(struct learner *learner, bool averaged)
{
    const float *from = averaged ? learner->average : learner->weights;
    struct net_shape shape = learner->shape;
    shape.size[shape.layers - 1] = OUTPUTS;
    struct weights *w =
        weights_new(shape.inputs, shape.hidden, shape.layers, shape.size);
    if (w == NULL) {
        return NULL;
    }
    w->shift = fixed_point_shift(from, shape.size[0]);
    fixed_point_round(w->rows, from, (size_t)ROWS * (size_t)shape.size[0], w->shift);
    from_panels(w->extras, from + learner->at_extras, shape.inputs->extras,
                shape.size[0]);
    for (int l = 1; l < shape.layers; l++) {
        memcpy(w->bias[l], from + learner->at_bias[l],
               (size_t)shape.size[l] * sizeof(float));
        from_panels(w->matrix[l], from + learner->at_panels[l], shape.size[l - 1],
                    shape.size[l]);
    }
    return w;
}

/* The blocks that a checkpoint holds, in their order. */
static void blocks_kept(const struct learner *learner, float *blocks[4])
{
    blocks[0] = learner->weights;
    blocks[1] = learner->mean;
    blocks[2] = learner->square;
    blocks[3] = learner->average;
}

bool learner_write(const struct learner *learner, FILE *file)
{
    float *blocks[4];
    blocks_kept(learner, blocks);
    uint64_t count = learner->count;
    bool written = fwrite(&count, sizeof count, 1, file) == 1 &&
                   fwrite(&learner->steps, sizeof learner->steps, 1, file) == 1;
    for (int b = 0; written && b < 4; b++) {
        written =
            fwrite(blocks[b], sizeof(float), learner->count, file) == learner->count;
    }
    return written;
}

bool learner_read(struct learner *learner, FILE *file)
{
    float *blocks[4];
    blocks_kept(learner, blocks);
    uint64_t count = 0;
    bool read = fread(&count, sizeof count, 1, file) == 1 && count == learner->count &&
                fread(&learner->steps, sizeof learner->steps, 1, file) == 1;
    for (int b = 0; read && b < 4; b++) {
        read = fread(blocks[b], sizeof(float), learner->count, file) == learner->count;
    }
    return read;
}

float *learner_numbers(struct learner *learner, size_t *count)
{
    *count = learner->count;
    return learner->weights;
}
