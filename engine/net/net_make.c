/* Converts weights into the layout and the whole numbers of the kernels. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/board/rng.h"
#include "engine/net/net_internal.h"

enum {
    ROUNDING =
        NET_BYTES_CHUNK / 2 * NET_BYTE_MOST / 2 + 1 /* the most that rounding adds to a
                                                    * sum */
};

static int padded(int size)
{
    return (size + NET_PANEL - 1) / NET_PANEL * NET_PANEL;
}

/* Returns the most bits for the weights with which neither a weight nor a sum can
 * overflow, if no input exceeds `most`. */
static int weight_bits(const float *matrix, const float *bias, int n_in, int n_out,
                       double most, int in_bits)
{
    double largest = 1.0;
    double largest_sum = 1.0;
    for (int o = 0; o < n_out; o++) {
        double sum = bias != NULL ? fabs((double)bias[o]) : 0.0;
        for (int i = 0; i < n_in; i++) {
            double size = fabs((double)matrix[(size_t)i * (size_t)n_out + (size_t)o]);
            largest = fmax(largest, size);
            sum += most * size;
        }
        largest_sum = fmax(largest_sum, sum);
    }
    int bits = NET_WEIGHT_BITS_MOST;
    while (bits > 0 && (ldexp(largest, bits) > INT16_MAX ||
                        ldexp(largest_sum, bits + in_bits) > INT32_MAX / 2)) {
        bits--;
    }
    return bits;
}

/* Rounds `number` to units of 2^-bits; limits the result to +-2^limit. */
static int32_t whole(float number, int bits, int limit)
{
    double most = ldexp(1.0, limit) - 1.0;
    return (int32_t)fmax(-most, fmin(most, rint(ldexp((double)number, bits))));
}

/* Converts a (n_in, n_out) row-major matrix to panels of pairs; pads n_out with
 * zeros. */
static void fill_panels(int16_t *panels, const float *matrix, int n_in, int n_out,
                        int bits)
{
    for (int i = 0; i < n_in; i++) {
        for (int o = 0; o < n_out; o++) {
            size_t pair = (size_t)(o / NET_PANEL * n_in + i - i % 2) * NET_PANEL;
            panels[pair + (size_t)(o % NET_PANEL * 2 + i % 2)] =
                (int16_t)whole(matrix[(size_t)i * (size_t)n_out + (size_t)o], bits, 15);
        }
    }
}

static int activation_bits(const struct net *net)
{
    return net->hidden == NET_SIGMOID ? NET_SIGMOID_BITS : NET_RELU_BITS;
}

/* Returns the largest output of a hidden layer. */
static double activation_most(const struct net *net, int in_bits)
{
    return net->hidden == NET_SIGMOID ? 1.0 : ldexp(INT16_MAX, -in_bits);
}

/* Returns a hash that tells the rows of one net from those of another; quicker than a
 * digest. */
static uint64_t fingerprint_of(const int16_t *rows, size_t count)
{
    uint64_t print = count;
    for (size_t i = 0; i < count; i++) {
        print = (print ^ (uint16_t)rows[i]) * 0x9e3779b97f4a7c15U;
        print ^= print >> 29;
    }
    return print | 1;
}

/* Copies the weights of the extras into pairs: (extras / 2, width, 2). */
static bool copy_extras(struct net *net, const struct weights *w, int bits)
{
    int width = w->shape.size[0];
    net->pairs =
        net_zeros((size_t)w->shape.inputs->extras * (size_t)width * sizeof *net->pairs);
    for (int e = 0; net->pairs != NULL && e < w->shape.inputs->extras; e++) {
        for (int o = 0; o < width; o++) {
            net->pairs[2 * (e / 2 * width + o) + e % 2] =
                (int16_t)whole(w->extras[e * width + o], bits, 15);
        }
    }
    return net->pairs != NULL;
}

/* Returns the bits of the sums of rows and extras; leaves room for the rows' sums. */
static int first_sum_bits(const struct net *net, const struct weights *w)
{
    int least = w->shift > activation_bits(net) ? w->shift : activation_bits(net);
    if (w->shape.inputs->extras == 0) {
        return least;
    }
    int bits =
        NET_EXTRA_BITS + weight_bits(w->extras, NULL, w->shape.inputs->extras,
                                     w->shape.size[0], NET_EXTRA_MOST, NET_EXTRA_BITS);
    return bits - w->shift > 15 ? w->shift + 15 : bits;
}

static enum net_first_outputs first_outputs_of(const struct net *net)
{
    if (net->hidden == NET_RELU) {
        return net->inputs->extras == 0 ? NET_FIRST_SHORT_RELU : NET_FIRST_LONG_RELU;
    }
    return net->layers > 2 ? NET_FIRST_IN_BYTES : NET_FIRST_LOGISTIC;
}

bool net_has_bytes(const struct net_shape *shape)
{
    return shape->hidden == NET_SIGMOID && shape->layers > 2;
}

static bool copy_first_layer(struct net *net, const struct weights *w)
{
    size_t width = (size_t)w->shape.size[0];
    size_t numbers = INPUT_ROWS * width;
    net->rows = net_zeros(numbers * sizeof *net->rows);
    net->bias_row = net_zeros(width * sizeof *net->rows);
    if (net->rows == NULL || net->bias_row == NULL) {
        return false;
    }
    memcpy(net->rows, w->rows, numbers * sizeof *net->rows);
    memcpy(net->bias_row, w->rows + numbers, width * sizeof *net->rows);
    int bits = first_sum_bits(net, w);
    if (!copy_extras(net, w, bits - NET_EXTRA_BITS)) {
        return false;
    }
    net->fingerprint =
        fingerprint_of(w->rows, numbers + width) ^
        fingerprint_of(net->pairs, (size_t)w->shape.inputs->extras * width);
    net->first = (struct net_first_layer){
        .width = w->shape.size[0],
        .up = bits - w->shift,
        .down = bits - activation_bits(net),
        .rows = net->rows,
        .pairs = net->pairs,
    };
    net->first_outputs = first_outputs_of(net);
    return true;
}

static const float *matrix_of(const struct weights *w, int l, int class)
{
    return w->matrix[l] +
           (size_t) class * (size_t)w->shape.size[l - 1] * (size_t)w->shape.size[l];
}

static const float *bias_of(const struct weights *w, int l, int class)
{
    return w->bias[l] + (size_t) class * (size_t)w->shape.size[l];
}

/* Returns the bits for the weights of layer l that suit all classes. */
static int layer_bits(const struct net *net, const struct weights *w, int l)
{
    int in_bits = net->layer[l].in_bits;
    int bits = NET_WEIGHT_BITS_MOST;
    for (int c = 0; c < w->shape.classes->count; c++) {
        int of_class =
            weight_bits(matrix_of(w, l, c), bias_of(w, l, c), w->shape.size[l - 1],
                        w->shape.size[l], activation_most(net, in_bits), in_bits);
        bits = of_class < bits ? of_class : bits;
    }
    return bits;
}

static bool copy_layer(struct net *net, const struct weights *w, int l)
{
    struct net_layer *layer = &net->layer[l];
    int n_in = w->shape.size[l - 1];
    int n_out = w->shape.size[l];
    int bits = layer_bits(net, w, l);
    size_t classes = (size_t)w->shape.classes->count;
    layer->sum_bits = layer->in_bits + bits;
    layer->panels = net_zeros(classes * layer->numbers * sizeof *layer->panels);
    layer->bias = net_zeros(classes * (size_t)layer->size * sizeof *layer->bias);
    if (layer->panels == NULL || layer->bias == NULL) {
        return false;
    }
    for (int c = 0; c < w->shape.classes->count; c++) {
        fill_panels(layer->panels + (size_t)c * layer->numbers, matrix_of(w, l, c),
                    n_in, n_out, bits);
        for (int o = 0; o < n_out; o++) {
            layer->bias[c * layer->size + o] =
                whole(bias_of(w, l, c)[o], layer->sum_bits, 30);
        }
    }
    return true;
}

/* ---- a layer in bytes ------------------------------------------------------------ */

/*
 * A byte weight is off by up to half its unit. Activations are never negative, so these
 * errors do not cancel: all sums of an output are off by about the same amount. The
 * offset of the output corrects that amount, computed with the mean activations of
 * typical positions. A net that has not learned with bytes loses by them all the same: on
 * 775 rolled-out decisions the RMSE of equities is .0238, with 16 bits .0221
 * (weights/LOG.md, "What bytes cost").
 */
enum {
    SAMPLE = 2048, /* number of typical positions, from random play */
    PRIOR = 64,    /* weight, in positions, of the mean over all classes in that of a
                    * class */
    SAMPLE_SEED = 1
};

/* Mean activations by class: exact, and as rounded to bytes. */
struct means {
    double exact[CLASSES_MAX][NET_HIDDEN_MAX];
    double in_bytes[CLASSES_MAX][NET_HIDDEN_MAX];
};

/* Adds the activations of one position, in their units, to the sums of its class. */
static void add_to_means(const struct net *net, struct net_scratch *scratch,
                         struct means *means, int class, const struct position *pos)
{
    const struct net_kernel *kernel = net_kernel_find(NULL);
    int16_t exact[NET_HIDDEN_MAX];
    uint8_t bytes[NET_HIDDEN_MAX];
    net_first_layer_both(net, kernel, scratch, pos, exact, bytes);
    for (int i = 0; i < net->first.width; i++) {
        means->exact[class][i] += exact[i];
        means->in_bytes[class][i] += bytes[i];
    }
}

/* Turns sums by class, in units of 2^-bits, into means; the mean over all classes
 * counts as PRIOR positions. */
static void divide_means(double sums[CLASSES_MAX][NET_HIDDEN_MAX], int bits,
                         const int *counts, int classes, int width)
{
    for (int i = 0; i < width; i++) {
        double all = 0.0;
        for (int c = 0; c < classes; c++) {
            all += sums[c][i];
        }
        all /= SAMPLE;
        for (int c = 0; c < classes; c++) {
            sums[c][i] = ldexp((sums[c][i] + PRIOR * all) / (counts[c] + PRIOR), -bits);
        }
    }
}

/* Returns the next afterstate of random play. */
static struct position next_typical(struct rng *rng, struct position *on_roll,
                                    struct play_list *list)
{
    struct position after;
    do {
        movegen_plays(on_roll, rng_roll(rng), list);
        after = list->after[rng_below(rng, (uint32_t)list->count)];
        *on_roll = position_swap(&after);
        if (position_game_result(&after) != 0) {
            position_start(on_roll);
        }
    } while (position_game_result(&after) != 0);
    return after;
}

static void sample_means(const struct net *net, struct net_scratch *scratch,
                         struct play_list *list, struct means *means)
{
    int width = net->first.width;
    int counts[CLASSES_MAX] = {0};
    struct position on_roll;
    struct rng rng;
    rng_seed(&rng, SAMPLE_SEED, 0);
    position_start(&on_roll);
    for (int i = 0; i < SAMPLE; i++) {
        struct position after = next_typical(&rng, &on_roll, list);
        int class = class_of(net->classes, &after);
        add_to_means(net, scratch, means, class, &after);
        counts[class]++;
    }
    divide_means(means->exact, NET_SIGMOID_BITS, counts, net->classes->count, width);
    divide_means(means->in_bytes, NET_BYTE_BITS, counts, net->classes->count, width);
}

/* Returns the means, which the caller frees; NULL if memory is short. */
static struct means *find_means(const struct net *net)
{
    const struct net *const nets[1] = {net};
    struct net_scratch *scratch = net_scratch_new(nets, 1);
    struct play_list *list = error_allocate(sizeof *list, NULL);
    struct means *means = calloc(1, sizeof *means);
    if (scratch != NULL && list != NULL && means != NULL) {
        sample_means(net, scratch, list, means);
    } else {
        free(means);
        means = NULL;
    }
    net_scratch_free(scratch);
    free(list);
    return means;
}

/* Activations are never negative, so positive and negative weights are summed
 * separately. */
void net_byte_units(const float *matrix, int n_in, int row, double unit[NET_PANEL])
{
    double largest[NET_PANEL];
    for (int o = 0; o < NET_PANEL; o++) {
        largest[o] = 1e-6;
    }
    for (int from = 0; from < n_in; from += NET_BYTES_CHUNK) {
        double sums[4][NET_PANEL] = {{0.0}}; /* of alternate pairs of inputs, by sign */
        for (int i = from; i < n_in && i < from + NET_BYTES_CHUNK; i++) {
            double(*sum)[NET_PANEL] = sums + i / 2 % 2 * 2;
            for (int o = 0; o < NET_PANEL; o++) {
                const double weight = (double)matrix[i * row + o];
                const double size = fabs(weight);
                sum[0][o] += size + weight; /* twice the weight or nothing */
                sum[1][o] += size - weight;
                largest[o] = size > largest[o] ? size : largest[o];
            }
        }
        for (int s = 0; s < 4; s++) {
            for (int o = 0; o < NET_PANEL; o++) {
                const double most = sums[s][o] / 2 * NET_BYTE_MOST * NET_BYTE_MOST /
                                    (INT16_MAX - ROUNDING);
                largest[o] = most > largest[o] ? most : largest[o];
            }
        }
    }
    for (int o = 0; o < NET_PANEL; o++) {
        unit[o] = largest[o] / NET_BYTE_MOST;
    }
}

/* Sets a panel of outputs of a class, from output `first` on: their weights as bytes, their
 * scales and offsets. */
static void copy_byte_panel(struct net_layer *layer, const struct weights *w, int l,
                            int class, int first, const struct means *means)
{
    const double nearest = 0x1.8p52; /* added and taken off: rounds to a whole number */
    const int n_in = w->shape.size[l - 1];
    const int n_out = w->shape.size[l];
    const float *matrix = matrix_of(w, l, class) + first;
    const int at = class * layer->size + first;
    int8_t *panel = layer->bytes + (size_t) class * layer->numbers + first * n_in;
    double unit[NET_PANEL];
    double offset[NET_PANEL];
    net_byte_units(matrix, n_in, n_out, unit);
    for (int o = 0; o < NET_PANEL; o++) {
        offset[o] = (double)bias_of(w, l, class)[first + o];
    }
    for (int i = 0; i < n_in; i++) {
        const double exact = means->exact[class][i];
        const double in_bytes = means->in_bytes[class][i];
        for (int o = 0; o < NET_PANEL; o++) {
            const double weight = (double)matrix[i * n_out + o];
            const double byte = weight / unit[o] + nearest - nearest;
            panel[(i - i % 4) * NET_PANEL + o * 4 + i % 4] = (int8_t)byte;
            offset[o] += weight * exact - byte * unit[o] * in_bytes;
        }
    }
    for (int o = 0; o < NET_PANEL; o++) {
        layer->scale[at + o] = (float)ldexp(unit[o], NET_SIGMOID_BITS - NET_BYTE_BITS);
        layer->offset[at + o] = (float)ldexp(offset[o], NET_SIGMOID_BITS);
    }
}

static bool copy_layer_in_bytes(struct net *net, const struct weights *w, int l)
{
    struct net_layer *layer = &net->layer[l];
    size_t classes = (size_t)w->shape.classes->count;
    size_t outputs = classes * (size_t)layer->size;
    layer->sum_bits = NET_SIGMOID_BITS;
    layer->bytes = net_zeros(classes * layer->numbers);
    layer->scale = net_zeros(outputs * sizeof *layer->scale);
    layer->offset = net_zeros(outputs * sizeof *layer->offset);
    struct means *means = find_means(net);
    bool is_good = layer->bytes != NULL && layer->scale != NULL &&
                   layer->offset != NULL && means != NULL;
    for (int c = 0; is_good && c < w->shape.classes->count; c++) {
        for (int o = 0; o < w->shape.size[l]; o += NET_PANEL) {
            copy_byte_panel(layer, w, l, c, o, means);
        }
    }
    free(means);
    return is_good;
}

/* ---- a net ----------------------------------------------------------------------- */

static bool copy_layers(struct net *net, const struct weights *w)
{
    bool is_good = copy_first_layer(net, w);
    for (int l = 1; is_good && l < w->shape.layers; l++) {
        struct net_layer *layer = &net->layer[l];
        layer->size = padded(w->shape.size[l]);
        layer->in_bits = l == 1 && net->first_outputs == NET_FIRST_SHORT_RELU
                             ? w->shift
                             : activation_bits(net);
        layer->out_bits = activation_bits(net);
        layer->numbers = (size_t)w->shape.size[l - 1] * (size_t)layer->size;
        is_good = l == 1 && net->first_outputs == NET_FIRST_IN_BYTES
                      ? copy_layer_in_bytes(net, w, l)
                      : copy_layer(net, w, l);
    }
    return is_good;
}

struct net *net_new(const struct weights *w)
{
    struct net *net = calloc(1, sizeof *net);
    if (net == NULL) {
        return NULL;
    }
    net->inputs = w->shape.inputs;
    net->classes = w->shape.classes;
    net->hidden = w->shape.hidden;
    net->layers = w->shape.layers;
    net->digest = w->digest;
    if (!copy_layers(net, w)) {
        net_free(net);
        return NULL;
    }
    return net;
}

struct net *net_load(const char *path, struct error *err)
{
    struct weights *w = weights_load(path, err);
    if (w == NULL) {
        return NULL;
    }
    struct net *net = net_new(w);
    if (net == NULL) {
        error_no_memory(err);
    }
    weights_free(w);
    return net;
}

void net_free(struct net *net)
{
    if (net == NULL) {
        return;
    }
    free(net->rows);
    free(net->bias_row);
    free(net->pairs);
    for (int l = 0; l < NET_LAYERS_MAX; l++) {
        free(net->layer[l].panels);
        free(net->layer[l].bias);
        free(net->layer[l].bytes);
        free(net->layer[l].scale);
        free(net->layer[l].offset);
    }
    free(net);
}

double net_byte_offset(const struct net *net, int class, int output)
{
    const struct net_layer *layer = &net->layer[1];
    return ldexp((double)layer->offset[class * layer->size + output],
                 -NET_SIGMOID_BITS);
}

uint64_t net_digest(const struct net *net)
{
    return net->digest;
}
