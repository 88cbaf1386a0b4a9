#include "engine/lab/learner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/lab/fixed_point.h"
#include "engine/lab/learner_internal.h"
#include "engine/rng.h"

/* ---- making ---- */

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
    bool whole = true;
    for (int l = 0; l < learner->shape.layers; l++) {
        size_t size = (size_t)learner->shape.size[l];
        float **const batches[] = {&learner->layer[l], &learner->layer_turned[l],
                                   &learner->delta[l], &learner->delta_panels[l]};
        for (size_t b = 0; b < sizeof batches / sizeof batches[0]; b++) {
            *batches[b] = new_floats(BATCH * size);
            whole = whole && *batches[b] != NULL;
        }
        size_t matrix = l > 0 ? size * (size_t)learner->shape.size[l - 1] : 0;
        learner->panels_turned[l] = new_floats(matrix);
        whole = whole && learner->panels_turned[l] != NULL;
    }
    float **const blocks[] = {&learner->weights, &learner->gradient, &learner->mean,
                              &learner->square, &learner->average};
    for (size_t b = 0; b < sizeof blocks / sizeof blocks[0]; b++) {
        *blocks[b] = new_floats(learner->count);
        whole = whole && *blocks[b] != NULL;
    }
    learner->active = calloc(BATCH, sizeof *learner->active);
    learner->extras = new_floats((size_t)BATCH * INPUT_EXTRAS_MAX);
    learner->extras_turned = new_floats((size_t)BATCH * INPUT_EXTRAS_MAX);
    return whole && learner->active != NULL && learner->extras != NULL &&
           learner->extras_turned != NULL;
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
    learner->threads = 1;
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
    float *const blocks[] = {learner->weights,      learner->gradient, learner->mean,
                             learner->square,       learner->average,  learner->extras,
                             learner->extras_turned};
    for (size_t b = 0; b < sizeof blocks / sizeof blocks[0]; b++) {
        free(blocks[b]);
    }
    for (int l = 0; l < LAYERS_MAX; l++) {
        free(learner->layer[l]);
        free(learner->layer_turned[l]);
        free(learner->delta[l]);
        free(learner->delta_panels[l]);
        free(learner->panels_turned[l]);
    }
    free(learner->active);
    free(learner);
}

void learner_share_work(struct learner *learner, struct team *team, int threads)
{
    learner->team = team;
    learner->threads = threads;
}

/* ---- steps ---- */

static void adam(void *context, int part, int parts)
{
    struct learner *learner = context;
    struct rows range = learner_part((int)learner->count, part, parts);
    learner->kernel->adam(learner->weights + range.from, learner->gradient + range.from,
                          learner->mean + range.from, learner->square + range.from,
                          range.to - range.from, &learner->step);
}

double learner_step(struct learner *learner, const struct sample *samples, int count,
                    double rate)
{
    const double beta1 = 0.9; /* Kingma and Ba's own values, the second one */
    const double beta2 = 0.999;
    double loss = learner_gradient(learner, samples, count, NULL);
    learner->steps++;
    double correction1 = 1.0 - pow(beta1, (double)learner->steps);
    double correction2 = 1.0 - pow(beta2, (double)learner->steps);
    learner->step = (struct adam_step){
        .rate = (float)(rate * sqrt(correction2) / correction1),
        .keep_mean = (float)beta1,
        .keep_square = (float)beta2,
        .floor = 1e-8F,
    };
    team_run(learner->team, learner->threads, adam, learner);
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

/* ---- out and in ---- */

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
