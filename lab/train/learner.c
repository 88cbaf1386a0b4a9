#include "lab/train/learner.h"

#include <math.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/board/rng.h"
#include "lab/train/learner_internal.h"

enum { LARGE_PAGE = 2 << 20, SHIFT_MAX = 12 };

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

/* Copies a row-major matrix (known, n_out) to panels of `n_in` inputs. Inputs beyond
 * `known` get zero weights. */
static void to_panels(float *panels, const float *matrix, int n_in, int known,
                      int n_out)
{
    for (int i = 0; i < n_in; i++) {
        for (int o = 0; o < n_out; o++) {
            panels[(o / NET_PANEL * n_in + i) * NET_PANEL + o % NET_PANEL] =
                i < known ? matrix[i * n_out + o] : 0.0F;
        }
    }
}

/* Copies panels to a row-major matrix (n_in, n_out), without the padding. */
static void from_panels(float *matrix, const float *panels, int n_in, int n_out)
{
    for (int i = 0; i < n_in; i++) {
        for (int o = 0; o < n_out; o++) {
            matrix[i * n_out + o] =
                panels[(o / NET_PANEL * n_in + i) * NET_PANEL + o % NET_PANEL];
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
    to_panels(learner->weights, learner->row_major, LEARNER_ROWS, INPUT_ROWS,
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
    struct learner *learner = aligned_alloc(alignof(struct learner), sizeof *learner);
    if (learner == NULL) {
        return NULL;
    }
    memset(learner, 0, sizeof *learner);
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
        return error_set(err, "%s: no beginning for this shape: %s", name, fault);
    }
    begin_first_layer(learner, w);
    for (int c = 0; c < learner->shape.classes->count; c++) {
        begin_class(learner, w, c);
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
    for (int l = 0; l < NET_LAYERS_MAX; l++) {
        free(learner->layer[l]);
        free(learner->delta[l]);
        free(learner->turned[l]);
    }
    free(learner);
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

/* ---- fixed point ---- */

/* Rounds a first layer to the int16 rows of struct weights. */

/* Adds a slot to the largest sums that n checkers can make, as in a knapsack problem.
 * `best` is (CHECKERS + 1, width). */
static void take_slot(float best[][NET_HIDDEN_MAX], const float *rows, int first,
                      int slot_rows, int width, float sign)
{
    static const float zeros[NET_HIDDEN_MAX];
    float sum[CHECKERS + 1][NET_HIDDEN_MAX];
    memcpy(sum[0], zeros, sizeof sum[0]);
    for (int n = 1; n <= CHECKERS; n++) {
        const float *row = rows + (first + (n < slot_rows ? n : slot_rows) - 1) * width;
        for (int j = 0; j < width; j++) {
            sum[n][j] = sum[n - 1][j] + sign * row[j];
        }
    }
    for (int held = CHECKERS; held > 0; held--) {
        for (int n = 1; n <= held; n++) {
            for (int j = 0; j < width; j++) {
                float with = best[held - n][j] + sum[n][j];
                best[held][j] = best[held][j] > with ? best[held][j] : with;
            }
        }
    }
}

/* Adds to `most` (width) the largest sum, times `sign`, that one side's 15 checkers can
 * make. */
static void add_most_of_side(float *most, const float *rows, int width, float sign)
{
    float best[CHECKERS + 1][NET_HIDDEN_MAX];
    for (int j = 0; j < width; j++) {
        best[0][j] = 0.0F;
        for (int held = 1; held <= CHECKERS; held++) {
            best[held][j] = -1e9F;
        }
    }
    for (int point = 0; point < 24; point++) {
        take_slot(best, rows, point * 6, 6, width, sign);
    }
    take_slot(best, rows, 144, 3, width, sign);
    take_slot(best, rows, 147, CHECKERS, width, sign);
    for (int j = 0; j < width; j++) {
        most[j] += best[CHECKERS][j];
    }
}

int learner_fixed_shift(const float *rows, int width)
{
    float largest = 0.0F;
    for (float sign = -1.0F; sign <= 1.0F; sign += 2.0F) {
        float most[NET_HIDDEN_MAX];
        for (int j = 0; j < width; j++) {
            most[j] = sign * rows[INPUT_ROWS * width + j];
        }
        add_most_of_side(most, rows, width, sign);
        add_most_of_side(most, rows + INPUT_ROWS_SIDE * width, width, sign);
        for (int j = 0; j < width; j++) {
            largest = most[j] > largest ? most[j] : largest;
        }
    }
    int shift = SHIFT_MAX;
    float rounding = 0.5F * (INPUTS_ACTIVE + 1);
    while (shift > 0 && ldexpf(largest, shift) + rounding > 32767.0F) {
        shift--;
    }
    return shift;
}

/* Rounds to the nearest; limits values to 16 bits. */
static void round_to_fixed(int16_t *out, const float *rows, size_t count, int shift)
{
    for (size_t i = 0; i < count; i++) {
        float scaled = rintf(ldexpf(rows[i], shift));
        scaled = scaled < -32768.0F ? -32768.0F : scaled > 32767.0F ? 32767.0F : scaled;
        out[i] = (int16_t)scaled;
    }
}

/* ---- out and in ---- */

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
    shape.size[shape.layers - 1] = NET_OUTPUTS;
    struct weights *w = weights_new(&shape);
    if (w == NULL) {
        return NULL;
    }
    from_panels(learner->row_major, from, LEARNER_ROWS, shape.size[0]);
    w->shift = learner_fixed_shift(learner->row_major, shape.size[0]);
    round_to_fixed(w->rows, learner->row_major,
                   (size_t)LEARNER_ROWS * (size_t)shape.size[0], w->shift);
    from_panels(w->extras, from + learner->at_extras, shape.inputs->extras,
                shape.size[0]);
    for (int c = 0; c < shape.classes->count; c++) {
        export_class(learner, from, c, w);
    }
    return w;
}

/* The counters before the blocks. */
struct counters {
    uint64_t count;
    int64_t steps;
    int64_t class_steps[CLASSES_MAX];
    int32_t waiting[CLASSES_MAX];
};

/* Zeroes gradients that no class waits with, so that equal learners write equal files. */
static void forget_gradients(struct learner *learner)
{
    memset(learner->gradient, 0, learner->at_classes * sizeof(float));
    for (int c = 0; c < learner->shape.classes->count; c++) {
        if (learner->waiting[c] == 0) {
            memset(learner->gradient + learner->at_classes +
                       (size_t)c * learner->class_numbers,
                   0, learner->class_numbers * sizeof(float));
        }
    }
}

/* Files have the first layer row by row. */
static bool write_block(const struct learner *learner, const float *block, FILE *file)
{
    const size_t rows = learner->at_extras;
    const size_t rest = learner->count - rows;
    from_panels(learner->row_major, block, LEARNER_ROWS, learner->shape.size[0]);
    return fwrite(learner->row_major, sizeof(float), rows, file) == rows &&
           fwrite(block + rows, sizeof(float), rest, file) == rest;
}

static bool read_block(const struct learner *learner, float *block, FILE *file)
{
    const size_t rows = learner->at_extras;
    const size_t rest = learner->count - rows;
    bool is_read = fread(learner->row_major, sizeof(float), rows, file) == rows &&
                   fread(block + rows, sizeof(float), rest, file) == rest;
    to_panels(block, learner->row_major, LEARNER_ROWS, LEARNER_ROWS,
              learner->shape.size[0]);
    return is_read;
}

bool learner_write(struct learner *learner, FILE *file)
{
    learner_sum_waiting(learner);
    forget_gradients(learner);
    struct counters counters = {.count = learner->count, .steps = learner->steps};
    memcpy(counters.class_steps, learner->class_steps, sizeof counters.class_steps);
    memcpy(counters.waiting, learner->waiting, sizeof counters.waiting);
    bool written = fwrite(&counters, sizeof counters, 1, file) == 1;
    for (int b = 0; written && b < LEARNER_BLOCKS; b++) {
        written = write_block(learner, learner->block[b], file);
    }
    return written;
}

bool learner_read(struct learner *learner, FILE *file)
{
    struct counters counters;
    bool read = fread(&counters, sizeof counters, 1, file) == 1 &&
                counters.count == learner->count;
    if (read) {
        learner->steps = counters.steps;
        memcpy(learner->class_steps, counters.class_steps, sizeof counters.class_steps);
        memcpy(learner->waiting, counters.waiting, sizeof counters.waiting);
        memcpy(learner->summed, counters.waiting, sizeof counters.waiting);
    }
    for (int b = 0; read && b < LEARNER_BLOCKS; b++) {
        read = read_block(learner, learner->block[b], file);
    }
    learner_turn(learner);
    return read;
}

float *learner_numbers(struct learner *learner, size_t *count)
{
    *count = learner->count;
    return learner->weights;
}
