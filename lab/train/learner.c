#include "lab/train/learner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/board/rng.h"
#include "engine/net/net.h"
#include "lab/train/learner_internal.h"

enum { LARGE_PAGE = 2 << 20 };

/* ---- making ---- */

static bool read_layers(const char *text, struct net_shape *shape)
{
    shape->layers = 0;
    while (shape->layers < NET_LAYERS_MAX - 1) {
        char *end;
        long units = strtol(text, &end, 10);
        if (end == text || units < 1 || units > NET_HIDDEN_MAX) {
            return false;
        }
        shape->size[shape->layers++] = (int)units;
        if (*end != '-') {
            shape->size[shape->layers++] = NET_OUTPUTS;
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
        return error_set(
            err, "\"%s\": expected INPUTS:relu|sigmoid:UNITS-UNITS-...[:CLASSES]",
            text);
    }
    shape->inputs = input_set_by_name(set);
    shape->hidden = strcmp(hidden, "relu") == 0      ? NET_RELU
                    : strcmp(hidden, "sigmoid") == 0 ? NET_SIGMOID
                                                     : (enum net_activation)0;
    if (shape->inputs == NULL) {
        return error_set(err, "\"%s\": there is no input set \"%s\"", text, set);
    }
    const char *fault = shape->classes == NULL ? "there is no such class set"
                        : shape->hidden == 0
                            ? "the activation is relu or sigmoid"
                            : weights_shape_fault(shape->layers, shape->size);
    return fault == NULL || error_set(err, "\"%s\": %s", text, fault);
}

static size_t padded(size_t size)
{
    return (size + NET_PANEL - 1) / NET_PANEL * NET_PANEL;
}

/* Computes where everything is in the block. */
static void lay_out(struct learner *learner)
{
    struct net_shape *shape = &learner->shape;
    size_t at = (size_t)LEARNER_ROWS * (size_t)shape->size[0];
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

/* Allocates floats without setting them. Asks the system for large pages for large
 * blocks: steps read all of them, and address translation of small pages takes time. */
static float *new_floats(size_t count)
{
    const size_t page = LARGE_PAGE;
    const size_t size = padded(count + 1) * sizeof(float);
    if (size < page / 2) {
        return aligned_alloc(64, size);
    }
    const size_t whole = (size + page - 1) / page * page;
    float *floats = aligned_alloc(page, whole);
#ifdef MADV_HUGEPAGE
    if (floats != NULL) {
        (void)madvise(floats, whole, MADV_HUGEPAGE);
    }
#endif
    return floats;
}

static bool allocate(struct learner *learner)
{
    const size_t classes = (size_t)learner->shape.classes->count;
    bool whole = true;
    for (int l = 0; l < learner->shape.layers; l++) {
        size_t size = (size_t)learner->shape.size[l];
        size_t matrix = l > 0 ? size * (size_t)learner->shape.size[l - 1] : 0;
        size_t stride = size + NET_PANEL;
        learner->stride[l] = (int)stride;
        learner->layer[l] = new_floats(classes * LEARNER_ROOM * stride);
        learner->delta[l] =
            new_floats((l > 0 ? classes * LEARNER_ROOM : LEARNER_BATCH_MAX) * stride);
        learner->turned[l] = new_floats(classes * matrix);
        whole = whole && learner->layer[l] != NULL && learner->delta[l] != NULL &&
                learner->turned[l] != NULL;
    }
    for (int b = 0; b < LEARNER_BLOCKS; b++) {
        learner->block[b] = new_floats(learner->count);
        whole = whole && learner->block[b] != NULL;
        if (learner->block[b] != NULL) {
            memset(learner->block[b], 0, learner->count * sizeof(float));
        }
    }
    learner->extras = new_floats((size_t)LEARNER_BATCH_MAX * INPUT_EXTRAS_MAX);
    learner->row_major = new_floats(learner->at_extras);
    return whole && learner->extras != NULL && learner->row_major != NULL;
}

void learner_to_panels(float *panels, const float *matrix, int n_in, int known,
                       int n_out)
{
    for (int i = 0; i < n_in; i++) {
        for (int o = 0; o < n_out; o++) {
            panels[(o / NET_PANEL * n_in + i) * NET_PANEL + o % NET_PANEL] =
                i < known ? matrix[i * n_out + o] : 0.0F;
        }
    }
}

/* Fills in sums of four uniform numbers, which are close enough to normal. */
static void fill_random(float *numbers, size_t count, double deviation, struct rng *rng)
{
    for (size_t i = 0; i < count; i++) {
        double sum = 0;
        for (int k = 0; k < 4; k++) {
            sum += rng_unit(rng);
        }
        numbers[i] = (float)deviation * (float)((sum - 2.0) * 1.7320508);
    }
}

/* Sigmoid units output about .5; subtracts that through the bias, so that the units of
 * the next layer begin near the middle of their range. */
static void centre(struct learner *learner, int l)
{
    int n_in = learner->shape.size[l - 1];
    for (int o = 0; o < learner->shape.size[l]; o++) {
        const float *panel = learner->weights + learner->at_panels[l] +
                             (size_t)(o / NET_PANEL) * (size_t)(n_in * NET_PANEL);
        float sum = 0.0F;
        for (int i = 0; i < n_in; i++) {
            sum += panel[i * NET_PANEL + o % NET_PANEL];
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
    static const float logits[NET_OUTPUTS] = {0.0F, -1.3F, -4.0F, -1.3F, -4.0F};
    const struct net_shape *shape = &learner->shape;
    double gain = shape->hidden == NET_SIGMOID ? 2.5 : 1.414;
    struct rng rng;
    rng_seed(&rng, seed, 0x6c6561726eU);
    fill_random(learner->row_major, (size_t)INPUT_ROWS * (size_t)shape->size[0],
                gain / sqrt(INPUTS_ACTIVE), &rng);
    learner_to_panels(learner->weights, learner->row_major, LEARNER_ROWS, INPUT_ROWS,
                      shape->size[0]);
    fill_random(learner->weights + learner->at_extras,
                learner->at_bias[1] - learner->at_extras, gain / sqrt(INPUTS_ACTIVE),
                &rng);
    for (int l = 1; l < shape->layers; l++) {
        bool is_last = l == shape->layers - 1;
        fill_random(learner->weights + learner->at_panels[l],
                    (size_t)shape->size[l] * (size_t)shape->size[l - 1],
                    (is_last ? 0.1 : 1.0) * gain / sqrt(shape->size[l - 1]), &rng);
        if (shape->hidden == NET_SIGMOID) {
            centre(learner, l);
        }
        for (int o = 0; is_last && o < NET_OUTPUTS; o++) {
            learner->weights[learner->at_bias[l] + (size_t)o] += logits[o];
        }
    }
    for (int c = 1; c < shape->classes->count; c++) { /* all begin with the same */
        memcpy(learner->weights + learner->at_classes +
                   (size_t)c * learner->class_numbers,
               learner->weights + learner->at_classes,
               learner->class_numbers * sizeof(float));
    }
    learner_turn(learner);
    restart_average(learner);
}

struct learner *learner_new(const struct net_shape *shape,
                            const struct net_kernel *kernel, uint64_t seed)
{
    struct learner *learner = error_allocate(sizeof *learner, NULL);
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
    int known = w->shape.size[0];
    for (int r = 0; r < LEARNER_ROWS; r++) {
        for (int o = 0; o < known; o++) {
            learner->weights[(o / NET_PANEL * LEARNER_ROWS + r) * NET_PANEL +
                             o % NET_PANEL] =
                ldexpf((float)w->rows[r * known + o], -w->shift);
        }
    }
    learner_to_panels(learner->weights + learner->at_extras, w->extras,
                      w->shape.inputs->extras, w->shape.inputs->extras, known);
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
        learner_to_panels(
            to + learner->at_panels[l], w->matrix[l] + of_net * n_in * n_out,
            learner->shape.size[l - 1], w->shape.size[l - 1], w->shape.size[l]);
    }
}

/* Begins with the sums that the net makes of its bytes. Returns false if memory is
 * short. */
static bool begin_bytes(struct learner *learner, const struct weights *w)
{
    struct net *net = net_new(w);
    for (int c = 0; net != NULL && c < learner->shape.classes->count; c++) {
        float *bias =
            learner->weights + learner_of_class(learner, c) + learner->at_bias[1];
        for (int o = 0; o < w->shape.size[1]; o++) {
            bias[o] =
                (float)net_byte_offset(net, w->shape.classes->count > 1 ? c : 0, o);
        }
    }
    net_free(net);
    return net != NULL;
}

bool learner_begin_with(struct learner *learner, const struct weights *w,
                        const char *name, struct error *err)
{
    const char *fault = beginning_fault(&learner->shape, w);
    if (fault != NULL) {
        return error_set(err, "%s: no beginning for this shape: %s", name, fault);
    }
    begin_first_layer(learner, w);
    for (int c = 0; c < learner->shape.classes->count; c++) {
        begin_class(learner, w, c);
    }
    if (learner->rounded != NULL && !begin_bytes(learner, w)) {
        return error_no_memory(err);
    }
    learner_turn(learner);
    restart_average(learner);
    return true;
}

void learner_free(struct learner *learner)
{
    if (learner == NULL) {
        return;
    }
    for (int b = 0; b < LEARNER_BLOCKS; b++) {
        free(learner->block[b]);
    }
    free(learner->extras);
    free(learner->row_major);
    free(learner->rounded);
    for (int l = 0; l < NET_LAYERS_MAX; l++) {
        free(learner->layer[l]);
        free(learner->delta[l]);
        free(learner->turned[l]);
    }
    free(learner);
}

bool learner_round_to_bytes(struct learner *learner)
{
    const struct net_shape *shape = &learner->shape;
    if (!net_has_bytes(shape) || learner->rounded != NULL) {
        return true;
    }
    learner->rounded = new_floats((size_t)shape->classes->count *
                                  (size_t)shape->size[0] * (size_t)shape->size[1]);
    if (learner->rounded != NULL) {
        learner_turn(learner);
    }
    return learner->rounded != NULL;
}

void learner_share_work(struct learner *learner, struct thread_pool *pool, int threads)
{
    learner->pool = pool;
    learner->threads = threads;
}

void learner_weigh_siblings(struct learner *learner, double weight)
{
    learner->sibling_weight = (float)weight;
}

/* ---- the average ---- */

static void average(void *context, int64_t unit, int thread)
{
    struct learner *learner = context;
    (void)thread;
    size_t size = padded(learner->count / (size_t)learner->threads + 1);
    size_t from = (size_t)unit * size;
    size_t to = from + size < learner->count ? from + size : learner->count;
    if (from < to) {
        learner->kernel->average(learner->average + from, learner->weights + from,
                                 learner->average_take, (int)(to - from));
    }
}

void learner_average(struct learner *learner, double keep)
{
    learner->average_take = (float)(1.0 - keep);
    thread_pool_run(learner->pool, learner->threads, average, learner);
}

float *learner_numbers(struct learner *learner, size_t *count)
{
    *count = learner->count;
    return learner->weights;
}
