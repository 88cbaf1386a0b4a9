#include "lab/train/learner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/rng.h"
#include "lab/train/fixed_point.h"
#include "lab/train/learner_internal.h"

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
            shape->classes = class_set_by_name(*end == ':' ? end + 1 : "one");
            return *end == '\0' || *end == ':';
        }
        text = end + 1;
    }
    return false;
}

bool learner_shape_read(const char *text, struct net_shape *shape, struct error *err)
{
    char set[32];
    char hidden[32];
    int used = 0;
    memset(shape, 0, sizeof *shape);
    if (sscanf(text, "%31[^:]:%31[^:]:%n", set, hidden, &used) != 2 || used == 0 ||
        !read_layers(text + used, shape)) {
        error_set(err, "\"%s\": expected INPUTS:relu|sigmoid:UNITS-UNITS-...[:CLASSES]",
                  text);
        return false;
    }
    if (shape->classes == NULL) {
        error_set(err, "\"%s\": there is no such class set", text);
        return false;
    }
    shape->inputs = input_set_by_name(set);
    if (shape->inputs == NULL) {
        error_set(err, "\"%s\": there is no input set \"%s\"", text, set);
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
        error_set(err, "\"%s\": %s", text, fault);
    }
    return fault == NULL;
}

static size_t padded(size_t size)
{
    return (size + PANEL - 1) / PANEL * PANEL;
}

/* Computes where everything is in the block. */
static void lay_out(struct learner *learner)
{
    struct net_shape *shape = &learner->shape;
    size_t at = (size_t)ROWS * (size_t)shape->size[0];
    learner->at_extras = at;
    at += (size_t)shape->inputs->extras * (size_t)shape->size[0];
    learner->at_classes = at;
    for (int l = 1; l < shape->layers; l++) {
        shape->size[l] = (int)padded((size_t)shape->size[l]);
        learner->at_bias[l] = at;
        at += (size_t)shape->size[l];
        learner->at_panels[l] = at;
        at += (size_t)shape->size[l] * (size_t)shape->size[l - 1];
    }
    learner->class_numbers = at - learner->at_classes;
    learner->count =
        learner->at_classes + (size_t)shape->classes->count * learner->class_numbers;
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
            *batches[b] = new_floats(LEARNER_BATCH_MAX * size);
            whole = whole && *batches[b] != NULL;
        }
        size_t matrix = l > 0 ? size * (size_t)learner->shape.size[l - 1] : 0;
        learner->panels_turned[l] =
            new_floats((size_t)learner->shape.classes->count * matrix);
        whole = whole && learner->panels_turned[l] != NULL;
    }
    float **const blocks[] = {&learner->weights, &learner->gradient, &learner->mean,
                              &learner->square, &learner->average};
    for (size_t b = 0; b < sizeof blocks / sizeof blocks[0]; b++) {
        *blocks[b] = new_floats(learner->count);
        whole = whole && *blocks[b] != NULL;
    }
    learner->active = calloc(LEARNER_BATCH_MAX, sizeof *learner->active);
    learner->extras = new_floats((size_t)LEARNER_BATCH_MAX * INPUT_EXTRAS_MAX);
    learner->extras_turned = new_floats((size_t)LEARNER_BATCH_MAX * INPUT_EXTRAS_MAX);
    return whole && learner->active != NULL && learner->extras != NULL &&
           learner->extras_turned != NULL;
}

/* Returns the sum of four uniform numbers, scaled to mean 0 and deviation 1: close
 * enough to normal. */
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

/* Sigmoid units output about .5; subtracts that through the bias, so that the units of
 * the next layer begin near the middle of their range. */
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

/* The average starts again from the present weights. */
static void restart_average(struct learner *learner)
{
    memcpy(learner->average, learner->weights, learner->count * sizeof(float));
}

/* Initialises by He's rule (K. He et al., 2015); the fan-in of the first layer is the
 * number of active rows, and sigmoids, which are flatter, get larger weights. The last
 * layer starts small, at the logits of the usual shares of wins, gammons and
 * backgammons. */
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
    for (int c = 1; c < shape->classes->count; c++) { /* all classes begin with the same
                                                       * weights */
        memcpy(learner->weights + learner->at_classes +
                   (size_t)c * learner->class_numbers,
               learner->weights + learner->at_classes,
               learner->class_numbers * sizeof(float));
    }
    restart_average(learner);
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

/* ---- beginning with a net ---- */

/* (known, n_out) row major -> panels of `n_in` inputs, to whose outputs those beyond
 * `known` add nothing. */
static void to_panels(float *panels, const float *matrix, int n_in, int known,
                      int n_out)
{
    for (int i = 0; i < n_in; i++) {
        for (int o = 0; o < n_out; o++) {
            panels[(o / PANEL * n_in + i) * PANEL + o % PANEL] =
                i < known ? matrix[i * n_out + o] : 0.0F;
        }
    }
}

/* Returns why a learner cannot begin with this net, or NULL. */
static const char *beginning_fault(const struct net_shape *shape,
                                   const struct weights *w)
{
    if (w->shape.inputs != shape->inputs) {
        return "its inputs are others";
    }
    if (w->shape.hidden != shape->hidden) {
        return "its activation is another";
    }
    if (w->shape.layers != shape->layers) {
        return "it has another number of layers";
    }
    if (w->shape.classes != shape->classes && w->shape.classes->count > 1) {
        return "its classes are others";
    }
    for (int l = 0; l < w->shape.layers - 1; l++) {
        if (w->shape.size[l] > shape->size[l]) {
            return "a layer of it is wider";
        }
    }
    return NULL;
}

static void begin_first_layer(struct learner *learner, const struct weights *w)
{
    int width = learner->shape.size[0];
    int known = w->shape.size[0];
    for (int r = 0; r < ROWS; r++) {
        for (int o = 0; o < known; o++) {
            learner->weights[r * width + o] =
                ldexpf((float)w->rows[r * known + o], -w->shift);
        }
    }
    to_panels(learner->weights + learner->at_extras, w->extras, w->shape.inputs->extras,
              w->shape.inputs->extras, known);
}

static void begin_class(struct learner *learner, const struct weights *w, int c)
{
    float *to = learner->weights + (size_t)c * learner->class_numbers;
    size_t of_net = w->shape.classes->count > 1 ? (size_t)c : 0;
    for (int l = 1; l < w->shape.layers; l++) {
        size_t n_in = (size_t)w->shape.size[l - 1];
        size_t n_out = (size_t)w->shape.size[l];
        memcpy(to + learner->at_bias[l], w->bias[l] + of_net * n_out,
               n_out * sizeof(float));
        to_panels(to + learner->at_panels[l], w->matrix[l] + of_net * n_in * n_out,
                  learner->shape.size[l - 1], w->shape.size[l - 1], w->shape.size[l]);
    }
}

bool learner_begin_with(struct learner *learner, const struct weights *w,
                        const char *name, struct error *err)
{
    const char *fault = beginning_fault(&learner->shape, w);
    if (fault != NULL) {
        error_set(err, "%s: no beginning for this shape: %s", name, fault);
        return false;
    }
    begin_first_layer(learner, w);
    for (int c = 0; c < learner->shape.classes->count; c++) {
        begin_class(learner, w, c);
    }
    restart_average(learner);
    return true;
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

void learner_share_work(struct learner *learner, struct thread_pool *pool, int threads)
{
    learner->pool = pool;
    learner->threads = threads;
}

/* ---- steps ---- */

static void adam(void *context, int64_t unit, int thread)
{
    struct learner *learner = context;
    const int part = (int)unit, parts = learner->threads;
    (void)thread;
    struct rows range = learner_part((int)learner->step_count, part, parts);
    size_t at = learner->step_from + (size_t)range.from;
    learner->kernel->adam(learner->weights + at, learner->gradient + at,
                          learner->mean + at, learner->square + at,
                          range.to - range.from, &learner->step);
}

/* Makes step number `steps` of `count` weights from `from` on. */
static void take_step(struct learner *learner, size_t from, size_t count, int64_t steps,
                      double rate)
{
    const double beta1 = 0.9; /* the values of Kingma and Ba, except the second */
    const double beta2 = 0.999;
    double correction1 = 1.0 - pow(beta1, (double)steps);
    double correction2 = 1.0 - pow(beta2, (double)steps);
    learner->step_from = from;
    learner->step_count = count;
    learner->step = (struct adam_step){
        .rate = (float)(rate * sqrt(correction2) / correction1),
        .keep_mean = (float)beta1,
        .keep_square = (float)beta2,
        .floor = 1e-8F,
    };
    thread_pool_run(learner->pool, learner->threads, adam, learner);
}

double learner_step(struct learner *learner, const struct sample *samples, int count,
                    double rate)
{
    double loss = learner_add_gradient(learner, samples, count);
    int patience = learner->shape.classes->count > 1 ? CLASS_BATCH : 1;
    take_step(learner, 0, learner->at_classes, ++learner->steps, rate);
    for (int r = 0; r < learner->runs; r++) {
        int c = learner->run[r].class;
        if (learner->waiting[c] >= patience) {
            take_step(learner, learner->at_classes + (size_t)c * learner->class_numbers,
                      learner->class_numbers, ++learner->class_steps[c], rate);
            learner->waiting[c] = 0;
        }
    }
    return loss;
}

void learner_average(struct learner *learner, double keep)
{
    float take = (float)(1.0 - keep);
    for (size_t i = 0; i < learner->count; i++) {
        learner->average[i] += take * (learner->weights[i] - learner->average[i]);
    }
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

static void export_class(const struct learner *learner, const float *from, int c,
                         struct weights *w)
{
    from += (size_t)c * learner->class_numbers;
    for (int l = 1; l < w->shape.layers; l++) {
        size_t n_in = (size_t)w->shape.size[l - 1];
        size_t n_out = (size_t)w->shape.size[l];
        memcpy(w->bias[l] + (size_t)c * n_out, from + learner->at_bias[l],
               n_out * sizeof(float));
        from_panels(w->matrix[l] + (size_t)c * n_in * n_out,
                    from + learner->at_panels[l], w->shape.size[l - 1],
                    w->shape.size[l]);
    }
}

struct weights *learner_export(struct learner *learner, bool averaged)
{
    const float *from = averaged ? learner->average : learner->weights;
    struct net_shape shape = learner->shape;
    shape.size[shape.layers - 1] = OUTPUTS;
    struct weights *w = weights_new(&shape);
    if (w == NULL) {
        return NULL;
    }
    w->shift = fixed_point_shift(from, shape.size[0]);
    fixed_point_round(w->rows, from, (size_t)ROWS * (size_t)shape.size[0], w->shift);
    from_panels(w->extras, from + learner->at_extras, shape.inputs->extras,
                shape.size[0]);
    for (int c = 0; c < shape.classes->count; c++) {
        export_class(learner, from, c, w);
    }
    return w;
}

/* The blocks that a checkpoint holds, in their order. */
enum { BLOCKS_KEPT = 5 };
static void blocks_kept(const struct learner *learner, float *blocks[BLOCKS_KEPT])
{
    blocks[0] = learner->weights;
    blocks[1] = learner->mean;
    blocks[2] = learner->square;
    blocks[3] = learner->average;
    blocks[4] = learner->gradient; /* gradients of classes between steps */
}

/* The counters before the blocks. */
struct counters {
    uint64_t count;
    int64_t steps;
    int64_t class_steps[CLASSES_MAX];
    int32_t waiting[CLASSES_MAX];
};

bool learner_write(const struct learner *learner, FILE *file)
{
    float *blocks[BLOCKS_KEPT];
    struct counters counters = {.count = learner->count, .steps = learner->steps};
    memcpy(counters.class_steps, learner->class_steps, sizeof counters.class_steps);
    memcpy(counters.waiting, learner->waiting, sizeof counters.waiting);
    blocks_kept(learner, blocks);
    bool written = fwrite(&counters, sizeof counters, 1, file) == 1;
    for (int b = 0; written && b < BLOCKS_KEPT; b++) {
        written =
            fwrite(blocks[b], sizeof(float), learner->count, file) == learner->count;
    }
    return written;
}

bool learner_read(struct learner *learner, FILE *file)
{
    float *blocks[BLOCKS_KEPT];
    struct counters counters;
    blocks_kept(learner, blocks);
    bool read = fread(&counters, sizeof counters, 1, file) == 1 &&
                counters.count == learner->count;
    if (read) {
        learner->steps = counters.steps;
        memcpy(learner->class_steps, counters.class_steps, sizeof counters.class_steps);
        memcpy(learner->waiting, counters.waiting, sizeof counters.waiting);
    }
    for (int b = 0; read && b < BLOCKS_KEPT; b++) {
        read = fread(blocks[b], sizeof(float), learner->count, file) == learner->count;
    }
    return read;
}

float *learner_numbers(struct learner *learner, size_t *count)
{
    *count = learner->count;
    return learner->weights;
}
