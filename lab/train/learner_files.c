/* What a learner gives out: nets, and the file of its state. */
#include <math.h>
#include <string.h>

#include "engine/net/net.h"
#include "lab/train/learner_internal.h"

enum { SHIFT_MAX = 12 };

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

/* A net corrects what rounding adds on average (net_make.c); takes that off the biases of
 * weights that have learned with the rounding. Returns false if memory is short. */
static bool take_off_corrections(struct weights *w)
{
    struct net *net = net_new(w);
    for (int c = 0; net != NULL && c < w->shape.classes->count; c++) {
        for (int o = 0; o < w->shape.size[1]; o++) {
            float *bias = &w->bias[1][c * w->shape.size[1] + o];
            *bias = (float)(2.0 * (double)*bias - net_byte_offset(net, c, o));
        }
    }
    net_free(net);
    return net != NULL;
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
    if (learner->rounded != NULL && !take_off_corrections(w)) {
        weights_free(w);
        return NULL;
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
    learner_to_panels(block, learner->row_major, LEARNER_ROWS, LEARNER_ROWS,
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
