#include "net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 48, /* positions that go through the layers together */
    ALIGNMENT = 64
};

/* Weights as in struct weights, but with each matrix in panels and the last layer
 * padded to a whole panel. */
struct net {
    const struct input_set *inputs;
    enum activation hidden;
    int layers;
    int size[LAYERS_MAX]; /* padded to multiples of PANEL */
    float unit;           /* of the first layer's sums */
    uint64_t digest;
    int16_t *rows;             /* (INPUT_ROWS, size[0]) */
    int16_t *bias_row;         /* (size[0]) */
    float *panels[LAYERS_MAX]; /* [0]: the extras, or NULL */
    float *bias[LAYERS_MAX];
};

struct net_scratch {
    int16_t *base; /* first layer of pos[0] */
    int16_t *sum;  /* first layer of another */
    float *extras; /* (BATCH, extras) */
    float *even;   /* (BATCH, widest): outputs of layers 0, 2, ... */
    float *odd;    /* and of layers 1, 3, ... */
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

/* From (n_in, n_out) row major to panels of padded n_out. */
static float *new_panels(const float *matrix, int n_in, int n_out)
{
    float *panels =
        aligned_zeros((size_t)n_in * (size_t)padded(n_out) * sizeof *panels);
    for (int i = 0; panels != NULL && i < n_in; i++) {
        for (int o = 0; o < n_out; o++) {
            panels[(size_t)(o / PANEL * n_in + i) * PANEL + (size_t)(o % PANEL)] =
                matrix[(size_t)i * (size_t)n_out + (size_t)o];
        }
    }
    return panels;
}

static bool copy_first_layer(struct net *net, const struct weights *w)
{
    size_t width = (size_t)w->size[0];
    size_t numbers = INPUT_ROWS * width;
    net->rows = aligned_zeros(numbers * sizeof *net->rows);
    net->bias_row = aligned_zeros(width * sizeof *net->rows);
    if (net->rows == NULL || net->bias_row == NULL) {
        return false;
    }
    memcpy(net->rows, w->rows, numbers * sizeof *net->rows);
    memcpy(net->bias_row, w->rows + numbers, width * sizeof *net->rows);
    if (w->inputs->extras == 0) {
        return true;
    }
    net->panels[0] = new_panels(w->extras, w->inputs->extras, w->size[0]);
    return net->panels[0] != NULL;
}

static bool copy_layer(struct net *net, const struct weights *w, int l)
{
    net->panels[l] = new_panels(w->matrix[l], w->size[l - 1], w->size[l]);
    net->bias[l] = aligned_zeros((size_t)padded(w->size[l]) * sizeof(float));
    if (net->panels[l] == NULL || net->bias[l] == NULL) {
        return false;
    }
    memcpy(net->bias[l], w->bias[l], (size_t)w->size[l] * sizeof(float));
    return true;
}

struct net *net_new(const struct weights *w)
{
    struct net *net = calloc(1, sizeof *net);
    if (net == NULL) {
        return NULL;
    }
    net->inputs = w->inputs;
    net->hidden = w->hidden;
    net->layers = w->layers;
    net->unit = ldexpf(1.0F, -w->shift);
    net->digest = w->digest;
    bool whole = copy_first_layer(net, w);
    net->size[0] = w->size[0];
    for (int l = 1; l < w->layers; l++) {
        net->size[l] = padded(w->size[l]);
        whole = whole && copy_layer(net, w, l);
    }
    if (!whole) {
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
        free(net->panels[l]);
        free(net->bias[l]);
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
            widest = nets[n]->size[l] > widest ? nets[n]->size[l] : widest;
        }
    }
    return widest;
}

struct net_scratch *net_scratch_new(const struct net *const *nets, int count)
{
    size_t widest = (size_t)widest_layer(nets, count);
    struct net_scratch *scratch = calloc(1, sizeof *scratch);
    if (scratch == NULL) {
        return NULL;
    }
    scratch->base = aligned_zeros(widest * sizeof *scratch->base);
    scratch->sum = aligned_zeros(widest * sizeof *scratch->sum);
    scratch->extras = aligned_zeros(BATCH * INPUT_EXTRAS_MAX * sizeof(float));
    scratch->even = aligned_zeros(BATCH * widest * sizeof(float));
    scratch->odd = aligned_zeros(BATCH * widest * sizeof(float));
    if (scratch->base == NULL || scratch->sum == NULL || scratch->extras == NULL ||
        scratch->even == NULL || scratch->odd == NULL) {
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
    free(scratch->base);
    free(scratch->sum);
    free(scratch->extras);
    free(scratch->even);
    free(scratch->odd);
    free(scratch);
}

/* ---- forward pass
 * ----------------------------------------------------------------------- */

static void first_layer_afresh(const struct net *net, const struct net_kernel *kernel,
                               const struct position *pos, int16_t *sum)
{
    struct input_changes all = {.added = INPUTS_ACTIVE, .removed = 0};
    inputs_rows(pos, all.add);
    kernel->change_rows(sum, net->bias_row, net->rows, net->size[0], &all);
}

static void first_layer(const struct net *net, const struct net_kernel *kernel,
                        struct net_scratch *scratch, const struct position *base,
                        const struct position *pos, int count)
{
    int width = net->size[0];
    for (int i = 0; i < count; i++) {
        struct input_changes changes;
        inputs_changes(base, &pos[i], &changes);
        if (changes.added + changes.removed > INPUTS_ACTIVE) {
            first_layer_afresh(net, kernel, &pos[i], scratch->sum);
        } else {
            kernel->change_rows(scratch->sum, scratch->base, net->rows, width,
                                &changes);
        }
        kernel->widen(scratch->even + (size_t)i * (size_t)width, scratch->sum, width,
                      net->unit);
    }
    int extras = net->inputs->extras;
    if (extras == 0) {
        return;
    }
    for (int i = 0; i < count; i++) {
        net->inputs->fill(&pos[i], scratch->extras + (size_t)i * (size_t)extras);
    }
    kernel->dense(scratch->even, scratch->extras, net->panels[0], NULL, count, extras,
                  width);
}

static void activate(const struct net_kernel *kernel, enum activation activation,
                     float *values, int count)
{
    if (activation == ACTIVATION_RELU) {
        kernel->relu(values, count);
    } else {
        kernel->sigmoid(values, count);
    }
}

/* The layers after the first; returns where the last one's outputs stand. */
static const float *deeper_layers(const struct net *net,
                                  const struct net_kernel *kernel,
                                  struct net_scratch *scratch, int count)
{
    float *in = scratch->even;
    float *out = scratch->odd;
    for (int l = 1; l < net->layers; l++) {
        activate(kernel, net->hidden, in, count * net->size[l - 1]);
        kernel->dense(out, in, net->panels[l], net->bias[l], count, net->size[l - 1],
                      net->size[l]);
        float *swap = in;
        in = out;
        out = swap;
    }
    activate(kernel, ACTIVATION_SIGMOID, in, count * net->size[net->layers - 1]);
    return in;
}

static void evaluate_batch(const struct net *net, const struct net_kernel *kernel,
                           struct net_scratch *scratch, const struct position *base,
                           const struct position *pos, int count, struct outputs *out)
{
    first_layer(net, kernel, scratch, base, pos, count);
    const float *value = deeper_layers(net, kernel, scratch, count);
    for (int i = 0; i < count; i++, value += net->size[net->layers - 1]) {
        out[i] = outputs_clamp(
            (struct outputs){value[0], value[1], value[2], value[3], value[4]});
    }
}

void net_evaluate(const struct net *net, const struct net_kernel *kernel,
                  struct net_scratch *scratch, const struct position *pos, int count,
                  struct outputs *out)
{
    if (count > 0) {
        first_layer_afresh(net, kernel, &pos[0], scratch->base);
    }
    for (int i = 0; i < count; i += BATCH) {
        int n = count - i < BATCH ? count - i : BATCH;
        evaluate_batch(net, kernel, scratch, &pos[0], pos + i, n, out + i);
    }
}
