#include "net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 48, /* positions that go through the layers together */
    ALIGNMENT = 64
};

/*
 * Everything is computed in whole numbers: an activation or input is a number of units
 * of 2^-bits, and so is a weight; the sums have the bits of both. The bits of the
 * weights are the most with which no sum can leave 32 bits.
 */
enum {
    SIGMOID_BITS = 12, /* of arguments and results: net_kernels.h */
    RELU_BITS = 8,
    EXTRA_BITS = 10,
    EXTRA_MOST = 8, /* extras are about 0..1 */
    WEIGHT_BITS_MOST = 14
};

struct layer {
    int size;            /* outputs, a multiple of PANEL */
    int16_t *panels;     /* of each class; layer 0: of the extras, or NULL */
    int32_t *bias;       /* of each class; layer 0: NULL, it is in bias_row */
    size_t class_panels; /* numbers of one class */
    int in_bits;         /* of the inputs */
    int sum_bits;        /* of the sums */
    int out_bits;        /* of what the activation makes of them */
};

struct net {
    const struct input_set *inputs;
    const struct class_set *classes;
    enum activation hidden;
    int layers;
    int row_bits; /* of the first layer's rows */
    uint64_t digest;
    uint64_t fingerprint; /* of the rows and biases: never 0 */
    int16_t *rows;        /* (INPUT_ROWS, width of layer 0) */
    int16_t *bias_row;    /* (width of layer 0) */
    struct layer layer[LAYERS_MAX];
};

/* Positions of one class that stand together in a batch. */
struct class_run {
    int class;
    int from;
    int count;
};

/* The first layer of a position that others are compared with. It stays for the next
 * call. */
struct base {
    uint64_t net; /* the fingerprint of its net; 0: none yet */
    struct position pos;
    int16_t *sum; /* (widest) */
};

enum {
    BASES = 2,       /* nets that take turns with a scratch, as a rule */
    NEAR_CHANGES = 8 /* up to so many changes, first layers are made from each other */
};

struct net_scratch {
    struct position sorted[BATCH]; /* class by class; and from where in the batch */
    int origin[BATCH];
    struct base base[BASES];
    struct position before; /* net_expect() */
    int next_base;          /* the one that a net without a base takes */
    int16_t *extras;        /* (BATCH, extras) */
    int16_t *value;         /* (BATCH, widest): inputs of a layer */
    int32_t *sum;           /* (BATCH, widest): its sums */
};

/* ---- kernels
 * -------------------------------------------------------------------------- */

static bool runs_anywhere(void)
{
    return true;
}

#if NET_HAS_X86_KERNELS
static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

static bool has_avx512(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq");
}
#endif

/* The fastest first. */
static const struct {
    const struct net_kernel *kernel;
    bool (*is_supported)(void);
} kernels[] = {
#if NET_HAS_X86_KERNELS
    {&net_kernel_avx512, has_avx512},
    {&net_kernel_avx2, has_avx2},
#endif
    {&net_kernel_plain, runs_anywhere},
};
enum { KERNELS = sizeof kernels / sizeof kernels[0] };

const struct net_kernel *net_kernel_find(const char *name)
{
    for (int i = 0; i < KERNELS; i++) {
        bool is_meant = name == NULL || strcmp(name, kernels[i].kernel->name) == 0;
        if (is_meant && kernels[i].is_supported()) {
            return kernels[i].kernel;
        }
    }
    return NULL;
}

const char *net_kernel_name(int i)
{
    for (int k = 0; k < KERNELS; k++) {
        if (kernels[k].is_supported() && i-- == 0) {
            return kernels[k].kernel->name;
        }
    }
    return NULL;
}

/* ---- making a net
 * ----------------------------------------------------------------------- */

/* Aligned and zeroed; at least one unit of alignment. */
static void *aligned_zeros(size_t size)
{
    size_t rounded = (size / ALIGNMENT + 1) * ALIGNMENT;
    void *room = aligned_alloc(ALIGNMENT, rounded);
    if (room != NULL) {
        memset(room, 0, rounded);
    }
    return room;
}

static int padded(int size)
{
    return (size + PANEL - 1) / PANEL * PANEL;
}

/* The most bits for weights such that neither they nor any sum leave their range, if
 * no input is larger than `most`. */
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
    int bits = WEIGHT_BITS_MOST;
    while (bits > 0 && (ldexp(largest, bits) > INT16_MAX ||
                        ldexp(largest_sum, bits + in_bits) > INT32_MAX / 2)) {
        bits--;
    }
    return bits;
}

/* To the nearest number of units; what is too large for 2^limit is cut. */
static int32_t whole(float number, int bits, int limit)
{
    double most = ldexp(1.0, limit) - 1.0;
    return (int32_t)fmax(-most, fmin(most, rint(ldexp((double)number, bits))));
}

/* From (n_in, n_out) row major to panels of pairs, n_out padded with zeros. */
static void fill_panels(int16_t *panels, const float *matrix, int n_in, int n_out,
                        int bits)
{
    for (int i = 0; i < n_in; i++) {
        for (int o = 0; o < n_out; o++) {
            size_t pair = (size_t)(o / PANEL * n_in + i - i % 2) * PANEL;
            panels[pair + (size_t)(o % PANEL * 2 + i % 2)] =
                (int16_t)whole(matrix[(size_t)i * (size_t)n_out + (size_t)o], bits, 15);
        }
    }
}

static int activation_bits(const struct net *net)
{
    return net->hidden == ACTIVATION_SIGMOID ? SIGMOID_BITS : RELU_BITS;
}

/* The most that comes out of a hidden layer. */
static double activation_most(const struct net *net, int l)
{
    return net->hidden == ACTIVATION_SIGMOID
               ? 1.0
               : ldexp(INT16_MAX, -net->layer[l].out_bits);
}

/* Tells the rows of one net from those of another; quicker than a digest. */
static uint64_t fingerprint_of(const int16_t *rows, size_t count)
{
    uint64_t print = count;
    for (size_t i = 0; i < count; i++) {
        print = (print ^ (uint16_t)rows[i]) * 0x9e3779b97f4a7c15U;
        print ^= print >> 29;
    }
    return print | 1;
}

static bool copy_first_layer(struct net *net, const struct weights *w)
{
    struct layer *layer = &net->layer[0];
    size_t width = (size_t)w->size[0];
    size_t numbers = INPUT_ROWS * width;
    net->rows = aligned_zeros(numbers * sizeof *net->rows);
    net->bias_row = aligned_zeros(width * sizeof *net->rows);
    if (net->rows == NULL || net->bias_row == NULL) {
        return false;
    }
    memcpy(net->rows, w->rows, numbers * sizeof *net->rows);
    memcpy(net->bias_row, w->rows + numbers, width * sizeof *net->rows);
    net->fingerprint = fingerprint_of(w->rows, numbers + width);
    layer->size = w->size[0];
    layer->out_bits = activation_bits(net);
    if (w->inputs->extras == 0) {
        layer->sum_bits = w->shift > layer->out_bits ? w->shift : layer->out_bits;
        layer->out_bits = net->hidden == ACTIVATION_RELU ? w->shift : layer->out_bits;
        return true;
    }
    layer->in_bits = EXTRA_BITS;
    layer->sum_bits = EXTRA_BITS + weight_bits(w->extras, NULL, w->inputs->extras,
                                               w->size[0], EXTRA_MOST, EXTRA_BITS);
    while (layer->sum_bits - w->shift >
           15) { /* rows have their place in the sum, too */
        layer->sum_bits--;
    }
    layer->panels =
        aligned_zeros((size_t)w->inputs->extras * width * sizeof *layer->panels);
    if (layer->panels == NULL) {
        return false;
    }
    fill_panels(layer->panels, w->extras, w->inputs->extras, w->size[0],
                layer->sum_bits - EXTRA_BITS);
    return true;
}

static const float *matrix_of(const struct weights *w, int l, int class)
{
    return w->matrix[l] + (size_t) class * (size_t)w->size[l - 1] * (size_t)w->size[l];
}

static const float *bias_of(const struct weights *w, int l, int class)
{
    return w->bias[l] + (size_t) class * (size_t)w->size[l];
}

/* The bits that suit all classes. */
static int layer_bits(const struct net *net, const struct weights *w, int l)
{
    int bits = WEIGHT_BITS_MOST;
    for (int c = 0; c < w->classes->count; c++) {
        int of_class =
            weight_bits(matrix_of(w, l, c), bias_of(w, l, c), w->size[l - 1],
                        w->size[l], activation_most(net, l - 1), net->layer[l].in_bits);
        bits = of_class < bits ? of_class : bits;
    }
    return bits;
}

static bool copy_layer(struct net *net, const struct weights *w, int l)
{
    struct layer *layer = &net->layer[l];
    int n_in = w->size[l - 1];
    int n_out = w->size[l];
    layer->size = padded(n_out);
    layer->in_bits = net->layer[l - 1].out_bits;
    layer->out_bits = activation_bits(net);
    int bits = layer_bits(net, w, l);
    size_t classes = (size_t)w->classes->count;
    layer->sum_bits = layer->in_bits + bits;
    layer->class_panels = (size_t)n_in * (size_t)layer->size;
    layer->panels =
        aligned_zeros(classes * layer->class_panels * sizeof *layer->panels);
    layer->bias = aligned_zeros(classes * (size_t)layer->size * sizeof *layer->bias);
    if (layer->panels == NULL || layer->bias == NULL) {
        return false;
    }
    for (int c = 0; c < w->classes->count; c++) {
        fill_panels(layer->panels + (size_t)c * layer->class_panels, matrix_of(w, l, c),
                    n_in, n_out, bits);
        for (int o = 0; o < n_out; o++) {
            layer->bias[c * layer->size + o] =
                whole(bias_of(w, l, c)[o], layer->sum_bits, 30);
        }
    }
    return true;
}

struct net *net_new(const struct weights *w)
{
    struct net *net = calloc(1, sizeof *net);
    if (net == NULL) {
        return NULL;
    }
    net->inputs = w->inputs;
    net->classes = w->classes;
    net->hidden = w->hidden;
    net->layers = w->layers;
    net->row_bits = w->shift;
    net->digest = w->digest;
    bool is_whole = copy_first_layer(net, w);
    for (int l = 1; l < w->layers; l++) {
        is_whole = is_whole && copy_layer(net, w, l);
    }
    if (!is_whole) {
        net_free(net);
        return NULL;
    }
    return net;
}

struct net *net_load(const char *path, struct engine_error *err)
{
    struct weights *w = weights_load(path, err);
    if (w == NULL) {
        return NULL;
    }
    struct net *net = net_new(w);
    if (net == NULL) {
        engine_error_set(err, "%s: no memory", path);
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
    for (int l = 0; l < LAYERS_MAX; l++) {
        free(net->layer[l].panels);
        free(net->layer[l].bias);
    }
    free(net);
}

uint64_t net_digest(const struct net *net)
{
    return net->digest;
}

static int widest_layer(const struct net *const *nets, int count)
{
    int widest = PANEL;
    for (int n = 0; n < count; n++) {
        for (int l = 0; nets[n] != NULL && l < nets[n]->layers; l++) {
            int size = nets[n]->layer[l].size;
            widest = size > widest ? size : widest;
        }
    }
    return widest;
}

struct net_scratch *net_scratch_new(const struct net *const *nets, int count)
{
    size_t widest = (size_t)widest_layer(nets, count);
    struct net_scratch *scratch = aligned_zeros(sizeof *scratch);
    if (scratch == NULL) {
        return NULL;
    }
    bool is_whole = true;
    for (int b = 0; b < BASES; b++) {
        scratch->base[b].sum = aligned_zeros(widest * sizeof(int16_t));
        is_whole = is_whole && scratch->base[b].sum != NULL;
    }
    scratch->extras = aligned_zeros((size_t)BATCH * INPUT_EXTRAS_MAX * sizeof(int16_t));
    scratch->value = aligned_zeros(BATCH * widest * sizeof *scratch->value);
    scratch->sum = aligned_zeros(BATCH * widest * sizeof *scratch->sum);
    if (!is_whole || scratch->extras == NULL || scratch->value == NULL ||
        scratch->sum == NULL) {
        net_scratch_free(scratch);
        return NULL;
    }
    return scratch;
}

void net_scratch_free(struct net_scratch *scratch)
{
    if (scratch == NULL) {
        return;
    }
    for (int b = 0; b < BASES; b++) {
        free(scratch->base[b].sum);
    }
    free(scratch->extras);
    free(scratch->value);
    free(scratch->sum);
    free(scratch);
}

/* ---- forward pass
 * ----------------------------------------------------------------------- */

static void add_rows_afresh(const struct net *net, const struct net_kernel *kernel,
                            const struct position *pos, int16_t *sum)
{
    int width = net->layer[0].size;
    uint16_t rows[INPUTS_ACTIVE];
    inputs_rows(pos, rows);
    memcpy(sum, net->bias_row, (size_t)width * sizeof *sum);
    kernel->add_rows(sum, net->rows, width, rows, INPUTS_ACTIVE);
}

/* The rows' sums of all positions, by their differences from `base`. */
static void add_rows(const struct net *net, const struct net_kernel *kernel,
                     struct net_scratch *scratch, const struct base *base,
                     const struct position *pos, int count)
{
    int width = net->layer[0].size;
    for (int i = 0; i < count; i++) {
        int16_t *sum = scratch->value + (size_t)i * (size_t)width;
        struct input_changes changes;
        inputs_changes(&base->pos, &pos[i], &changes);
        if (2 * changes.count > INPUTS_ACTIVE) {
            add_rows_afresh(net, kernel, &pos[i], sum);
        } else {
            kernel->change_rows(sum, base->sum, net->rows, width, &changes);
        }
    }
}

static void fill_extras(const struct net *net, struct net_scratch *scratch,
                        const struct position *pos, int count)
{
    int extras = net->inputs->extras;
    for (int i = 0; i < count; i++) {
        float value[INPUT_EXTRAS_MAX];
        int16_t *out = scratch->extras + (size_t)i * (size_t)extras;
        net->inputs->fill(&pos[i], value);
        for (int e = 0; e < extras; e++) {
            int number = (int)(value[e] * (float)(1 << EXTRA_BITS) + 0.5F);
            int most = EXTRA_MOST << EXTRA_BITS;
            out[e] = (int16_t)(number < most ? number : most);
        }
    }
}

static void activate(const struct net *net, const struct net_kernel *kernel,
                     struct net_scratch *scratch, int l, int count)
{
    const struct layer *layer = &net->layer[l];
    int down = layer->sum_bits - layer->out_bits;
    if (net->hidden == ACTIVATION_SIGMOID) {
        kernel->sigmoid_whole(scratch->value, scratch->sum, down, count * layer->size);
    } else {
        kernel->relu_whole(scratch->value, scratch->sum, down, count * layer->size);
    }
}

static void first_layer(const struct net *net, const struct net_kernel *kernel,
                        struct net_scratch *scratch, const struct base *base,
                        const struct position *pos, int count)
{
    const struct layer *layer = &net->layer[0];
    int numbers = count * layer->size;
    int extras = net->inputs->extras;
    add_rows(net, kernel, scratch, base, pos, count);
    if (extras == 0 && net->hidden == ACTIVATION_RELU) {
        kernel->relu_sums(scratch->value, numbers);
        return;
    }
    kernel->widen(scratch->sum, scratch->value, numbers,
                  layer->sum_bits - net->row_bits);
    if (extras > 0) {
        fill_extras(net, scratch, pos, count);
        kernel->dense_whole(scratch->sum, scratch->extras, layer->panels, NULL, count,
                            extras, layer->size);
    }
    activate(net, kernel, scratch, 0, count);
}

/* Layer l of positions of one class. */
static void deeper_layer(const struct net *net, const struct net_kernel *kernel,
                         struct net_scratch *scratch, int l,
                         const struct class_run *run)
{
    const struct layer *layer = &net->layer[l];
    int n_in = net->layer[l - 1].size;
    kernel->dense_whole(
        scratch->sum + run->from * layer->size, scratch->value + run->from * n_in,
        layer->panels + (size_t)run->class * layer->class_panels,
        layer->bias + run->class * layer->size, run->count, n_in, layer->size);
}

/* The layers after the first; the last one's sums stay in scratch->sum. */
static void deeper_layers(const struct net *net, const struct net_kernel *kernel,
                          struct net_scratch *scratch, const struct class_run *run,
                          int runs, int count)
{
    for (int l = 1; l < net->layers; l++) {
        for (int r = 0; r < runs; r++) {
            deeper_layer(net, kernel, scratch, l, &run[r]);
        }
        if (l < net->layers - 1) {
            activate(net, kernel, scratch, l, count);
        }
    }
}

/* The logistic function of the last layer's sums, for all positions together. */
static void last_outputs(const struct net *net, const struct net_kernel *kernel,
                         const int32_t *sum, int count, struct outputs *out)
{
    const struct layer *last = &net->layer[net->layers - 1];
    const float unit = ldexpf(1.0F, -last->sum_bits);
    float value[BATCH * PANEL];
    for (int i = 0; i < count; i++, sum += last->size) {
        for (int o = 0; o < OUTPUTS; o++) {
            value[i * OUTPUTS + o] = (float)sum[o] * unit;
        }
    }
    int numbers = padded(count * OUTPUTS);
    memset(value + count * OUTPUTS, 0,
           (size_t)(numbers - count * OUTPUTS) * sizeof *value);
    kernel->sigmoid(value, numbers);
    for (int i = 0; i < count; i++) {
        const float *v = value + (size_t)(i * OUTPUTS);
        out[i] = outputs_clamp((struct outputs){v[0], v[1], v[2], v[3], v[4]});
    }
}

static void evaluate_runs(const struct net *net, const struct net_kernel *kernel,
                          struct net_scratch *scratch, const struct base *base,
                          const struct position *pos, const struct class_run *run,
                          int runs, int count, struct outputs *out)
{
    first_layer(net, kernel, scratch, base, pos, count);
    deeper_layers(net, kernel, scratch, run, runs, count);
    last_outputs(net, kernel, scratch->sum, count, out);
}

/* Copies the batch class by class; returns the number of classes in it. */
static int sort_by_class(const struct class_set *classes, struct net_scratch *scratch,
                         const struct position *pos, int count,
                         struct class_run run[CLASSES_MAX])
{
    int class[BATCH];
    int next[CLASSES_MAX + 1] = {0};
    int runs = 0;
    for (int i = 0; i < count; i++) {
        class[i] = class_of(classes, &pos[i]);
        next[class[i] + 1]++;
    }
    for (int c = 0; c < classes->count; c++) {
        if (next[c + 1] > 0) {
            run[runs++] = (struct class_run){c, next[c], next[c + 1]};
        }
        next[c + 1] += next[c];
    }
    for (int i = 0; i < count; i++) {
        int at = next[class[i]]++;
        scratch->sorted[at] = pos[i];
        scratch->origin[at] = i;
    }
    return runs;
}

static void evaluate_batch(const struct net *net, const struct net_kernel *kernel,
                           struct net_scratch *scratch, const struct base *base,
                           const struct position *pos, int count, struct outputs *out)
{
    struct class_run run[CLASSES_MAX];
    struct outputs sorted[BATCH];
    if (net->classes->count == 1) {
        run[0] = (struct class_run){0, 0, count};
        evaluate_runs(net, kernel, scratch, base, pos, run, 1, count, out);
        return;
    }
    int runs = sort_by_class(net->classes, scratch, pos, count, run);
    evaluate_runs(net, kernel, scratch, base, scratch->sorted, run, runs, count,
                  sorted);
    for (int i = 0; i < count; i++) {
        out[scratch->origin[i]] = sorted[i];
    }
}

void net_expect(struct net_scratch *scratch, const struct position *before)
{
    scratch->before = *before;
}

/* The net's base; its fingerprint is 0 when it is a new one. */
static struct base *base_of(const struct net *net, struct net_scratch *scratch)
{
    for (int b = 0; b < BASES; b++) {
        if (scratch->base[b].net == net->fingerprint) {
            return &scratch->base[b];
        }
    }
    struct base *base = &scratch->base[scratch->next_base];
    scratch->next_base = (scratch->next_base + 1) % BASES;
    base->net = 0;
    return base;
}

static bool is_near(const struct position *a, const struct position *b)
{
    struct input_changes changes;
    inputs_changes(a, b, &changes);
    return changes.count <= NEAR_CHANGES;
}

/* Makes the net's base that of `pos`, from the one it has if that is near. */
static void move_base(const struct net *net, const struct net_kernel *kernel,
                      struct base *base, const struct position *pos)
{
    struct input_changes changes;
    inputs_changes(&base->pos, pos, &changes);
    if (base->net != 0 && changes.count <= NEAR_CHANGES) {
        kernel->change_rows(base->sum, base->sum, net->rows, net->layer[0].size,
                            &changes);
    } else {
        add_rows_afresh(net, kernel, pos, base->sum);
    }
    base->net = net->fingerprint;
    base->pos = *pos;
}

void net_evaluate(const struct net *net, const struct net_kernel *kernel,
                  struct net_scratch *scratch, const struct position *pos, int count,
                  struct outputs *out)
{
    struct base *base = base_of(net, scratch);
    if (count > 0) {
        bool is_expected = is_near(&scratch->before, &pos[0]);
        move_base(net, kernel, base, is_expected ? &scratch->before : &pos[0]);
    }
    for (int i = 0; i < count; i += BATCH) {
        int n = count - i < BATCH ? count - i : BATCH;
        evaluate_batch(net, kernel, scratch, base, pos + i, n, out + i);
    }
}
