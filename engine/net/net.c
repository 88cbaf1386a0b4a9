#include "engine/net/net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/net/net_internal.h"

#if NET_HAS_NEON_KERNELS
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

/* The first layer of a position from which others are computed. It is kept for the next
 * call. Its extras are those of the first position computed from it. */
struct base {
    uint64_t net; /* the fingerprint of its net; 0: none yet */
    struct position pos;
    int16_t *sum;        /* of the rows (widest) */
    int32_t *extras_sum; /* of the extras, rounding constant included (widest) */
    int32_t extras[INPUT_EXTRAS_MAX];
    bool has_far_extras; /* the extras are those of an earlier `pos` */
};

enum {
    ALIGNMENT = 64,  /* of a cache line */
    BASES = 2,       /* nets that usually take turns with a scratch */
    NEAR_CHANGES = 8 /* most row changes for computing a first layer from another */
};

struct net_scratch {
    struct base base[BASES];
    struct position before; /* net_expect() */
    int next_base;          /* the base that the next net without one takes */
    int32_t *extras;        /* (INPUT_EXTRAS_MAX, NET_BATCH) */
    void *value;            /* (NET_BATCH, widest): inputs of a layer, int16 or bytes */
    int32_t *sum;           /* (NET_BATCH, widest): sums of a layer */
};

/* ---- kernels --------------------------------------------------------------------- */

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

static bool has_vnni512(void)
{
    return has_avx512() && __builtin_cpu_supports("avx512vnni");
}
#endif

#if NET_HAS_NEON_KERNELS
static bool has_neon_dots(void)
{
    return (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0;
}
#endif

/* All kernels, the fastest first. */
static const struct {
    const struct net_kernel *kernel;
    bool (*is_supported)(void);
} kernels[] = {
#if NET_HAS_X86_KERNELS
    {&net_kernel_vnni512, has_vnni512},
    {&net_kernel_avx512, has_avx512},
    {&net_kernel_avx2, has_avx2},
#endif
#if NET_HAS_NEON_KERNELS
    {&net_kernel_neondot, has_neon_dots},
    {&net_kernel_neon, runs_anywhere}, /* every 64-bit ARM has Neon */
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

void *net_zeros(size_t size)
{
    size_t rounded = (size / ALIGNMENT + 1) * ALIGNMENT;
    void *room = aligned_alloc(ALIGNMENT, rounded);
    if (room != NULL) {
        memset(room, 0, rounded);
    }
    return room;
}

static int widest_layer(const struct net *const *nets, int count)
{
    int widest = NET_PANEL;
    for (int n = 0; n < count; n++) {
        for (int l = 0; nets[n] != NULL && l < nets[n]->layers; l++) {
            int size = l == 0 ? nets[n]->first.width : nets[n]->layer[l].size;
            widest = size > widest ? size : widest;
        }
    }
    return widest;
}

static bool make_room(struct net_scratch *scratch, size_t widest)
{
    bool is_whole = true;
    for (int b = 0; b < BASES; b++) {
        struct base *base = &scratch->base[b];
        base->sum = net_zeros(widest * sizeof *base->sum);
        base->extras_sum = net_zeros(widest * sizeof *base->extras_sum);
        is_whole = is_whole && base->sum != NULL && base->extras_sum != NULL;
    }
    scratch->extras = net_zeros((size_t)NET_BATCH * INPUT_EXTRAS_MAX * sizeof(int32_t));
    scratch->value = net_zeros(NET_BATCH * widest * sizeof(int16_t));
    scratch->sum = net_zeros(NET_BATCH * widest * sizeof *scratch->sum);
    return is_whole && scratch->extras != NULL && scratch->value != NULL &&
           scratch->sum != NULL;
}

struct net_scratch *net_scratch_new(const struct net *const *nets, int count)
{
    struct net_scratch *scratch = net_zeros(sizeof *scratch);
    if (scratch == NULL || make_room(scratch, (size_t)widest_layer(nets, count))) {
        return scratch;
    }
    net_scratch_free(scratch);
    return NULL;
}

void net_scratch_free(struct net_scratch *scratch)
{
    if (scratch == NULL) {
        return;
    }
    for (int b = 0; b < BASES; b++) {
        free(scratch->base[b].sum);
        free(scratch->base[b].extras_sum);
    }
    free(scratch->extras);
    free(scratch->value);
    free(scratch->sum);
    free(scratch);
}

/* ---- forward pass ---------------------------------------------------------------- */

/* Lists the pairs of extras in `mask`, from column `at` of `extras`, as changes from
 * the base's extras. */
static void note_extras(struct net_extra_changes *changes, uint32_t mask,
                        const int32_t *extras, const int32_t *base)
{
    changes->count = 0;
    for (; mask != 0; mask &= mask - 1) {
        int pair = __builtin_ctz(mask);
        const int32_t *first = extras + (size_t)(2 * pair) * NET_BATCH;
        int16_t *change = changes->change[changes->count];
        changes->pair[changes->count++] = pair;
        change[0] = (int16_t)(first[0] - base[2 * pair]);
        change[1] = (int16_t)(first[NET_BATCH] - base[2 * pair + 1]);
    }
}

static void add_rows_afresh(const struct net *net, const struct net_kernel *kernel,
                            const struct position *pos, int16_t *sum)
{
    int width = net->first.width;
    uint16_t rows[INPUTS_ACTIVE];
    inputs_rows(pos, rows);
    memcpy(sum, net->bias_row, (size_t)width * sizeof *sum);
    kernel->add_rows(sum, net->rows, width, rows, INPUTS_ACTIVE);
}

/* Resets the base to no extras: the sums hold the rounding constant alone. */
static void clear_extras(const struct net *net, struct base *base)
{
    int down = net->first.down;
    for (int o = 0; o < net->first.width; o++) {
        base->extras_sum[o] = down > 0 ? 1 << (down - 1) : 0;
    }
    memset(base->extras, 0, sizeof base->extras);
}

/* Changes the base's extras to those in column 0. */
static void move_extras(const struct net *net, const struct net_kernel *kernel,
                        const struct net_scratch *scratch, struct base *base)
{
    struct net_extra_changes changes;
    int32_t mask[NET_BATCH];
    kernel->changed_pairs(mask, scratch->extras, NET_BATCH, base->extras,
                          net->inputs->extras / 2, 1);
    note_extras(&changes, (uint32_t)mask[0], scratch->extras, base->extras);
    kernel->add_pairs(base->extras_sum, net->pairs, net->first.width, &changes);
    for (int e = 0; e < net->inputs->extras; e++) {
        base->extras[e] = scratch->extras[e * NET_BATCH];
    }
    base->has_far_extras = false;
}

/* Finds which extras of the positions differ from the base's. */
static void compare_extras(const struct net *net, const struct net_kernel *kernel,
                           struct net_scratch *scratch, struct base *base,
                           const struct position *pos, int count,
                           int32_t mask[NET_BATCH])
{
    kernel->hand_inputs(scratch->extras, NET_BATCH, pos, count);
    if (base->has_far_extras) {
        move_extras(net, kernel, scratch, base);
    }
    kernel->changed_pairs(mask, scratch->extras, NET_BATCH, base->extras,
                          net->inputs->extras / 2, count);
}

/* Moves the net's base to `pos`, from its present position if that is near. */
static void move_base(const struct net *net, const struct net_kernel *kernel,
                      struct base *base, const struct position *pos)
{
    struct input_changes changes;
    inputs_changes(&base->pos, pos, &changes);
    if (base->net != 0 && changes.count == 0) {
        return;
    }
    if (base->net == 0) {
        clear_extras(net, base);
    }
    if (base->net != 0 && 2 * changes.count <= INPUTS_ACTIVE) {
        kernel->change_rows(base->sum, base->sum, net->rows, net->first.width,
                            &changes);
    } else {
        add_rows_afresh(net, kernel, pos, base->sum);
    }
    base->net = net->fingerprint;
    base->pos = *pos;
    base->has_far_extras = true;
}

/* Computes the first layer of a position too far from the base: adds up all its rows. */
static void first_layer_afresh(const struct net *net, const struct net_kernel *kernel,
                               const struct net_first_layer *first,
                               enum net_first_outputs outputs,
                               const struct position *pos,
                               const struct net_extra_changes *extras, void *out)
{
    const struct input_changes none = {.count = 0};
    struct net_first_layer own = *first;
    int16_t sum[NET_HIDDEN_MAX];
    add_rows_afresh(net, kernel, pos, sum);
    own.base = sum;
    kernel->first_layer(out, &own, outputs, &none, extras);
}

/* Writes the first layer of pos[i] to row row_of[i] of `out`. */
static void first_layers(const struct net *net, const struct net_kernel *kernel,
                         struct net_scratch *scratch, struct base *base,
                         enum net_first_outputs outputs, const struct position *pos,
                         int count, const int *row_of, void *out)
{
    size_t width = (size_t)net->first.width;
    size_t size = width * (outputs == NET_FIRST_IN_BYTES ? 1 : sizeof(int16_t));
    struct net_first_layer first = net->first;
    struct net_extra_changes extras = {.count = 0};
    struct input_changes changes;
    int32_t mask[NET_BATCH];
    first.base = base->sum;
    first.base_extras = base->extras_sum;
    if (outputs == NET_FIRST_SHORT_RELU) {
        kernel->rows_relu(out, &first, &base->pos, pos, count, row_of);
        return;
    }
    if (net->inputs->extras > 0) {
        compare_extras(net, kernel, scratch, base, pos, count, mask);
    }
    for (int i = 0; i < count; i++) {
        void *row = (char *)out + (size_t)row_of[i] * size;
        inputs_changes(&base->pos, &pos[i], &changes);
        if (net->inputs->extras > 0) {
            note_extras(&extras, (uint32_t)mask[i], scratch->extras + i, base->extras);
        }
        if (2 * changes.count > INPUTS_ACTIVE) {
            first_layer_afresh(net, kernel, &first, outputs, &pos[i], &extras, row);
        } else {
            kernel->first_layer(row, &first, outputs, &changes, &extras);
        }
    }
}

static void activate(const struct net *net, const struct net_kernel *kernel,
                     struct net_scratch *scratch, int l, int count)
{
    const struct net_layer *layer = &net->layer[l];
    int down = layer->sum_bits - layer->out_bits;
    if (net->hidden == NET_SIGMOID) {
        kernel->sigmoid_whole(scratch->value, scratch->sum, down, count * layer->size);
    } else {
        kernel->relu_whole(scratch->value, scratch->sum, down, count * layer->size);
    }
}

/* Computes layer l for positions of one class. */
static void deeper_layer(const struct net *net, const struct net_kernel *kernel,
                         struct net_scratch *scratch, int l,
                         const struct class_run *run)
{
    const struct net_layer *layer = &net->layer[l];
    int n_in = l == 1 ? net->first.width : net->layer[l - 1].size;
    int32_t *sum = scratch->sum + run->from * layer->size;
    size_t weights = (size_t)run->class * layer->numbers;
    int output = run->class * layer->size;
    if (layer->bytes != NULL) {
        kernel->dense_bytes(sum, (const uint8_t *)scratch->value + run->from * n_in,
                            layer->bytes + weights, layer->scale + output,
                            layer->offset + output, run->count, n_in, layer->size);
    } else if (l == net->layers - 1) {
        kernel->dense_last(sum, (const int16_t *)scratch->value + run->from * n_in,
                           layer->panels + weights, layer->bias + output, run->count,
                           n_in);
    } else {
        kernel->dense_whole(sum, (const int16_t *)scratch->value + run->from * n_in,
                            layer->panels + weights, layer->bias + output, run->count,
                            n_in, layer->size);
    }
}

/* Computes the layers after the first; leaves the sums of the last in scratch->sum. */
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

/* Computes the outputs from the last layer's sums, for all positions together. */
static void last_outputs(const struct net *net, const struct net_kernel *kernel,
                         const int32_t *sum, int count, const int *row_of,
                         struct outputs *out)
{
    const struct net_layer *last = &net->layer[net->layers - 1];
    const float unit = ldexpf(1.0F, -last->sum_bits);
    const int numbers = (count + NET_PANEL - 1) / NET_PANEL * NET_PANEL;
    int32_t sums[NET_OUTPUTS][NET_BATCH];
    float value[NET_OUTPUTS][NET_BATCH];
    for (int i = 0; i < numbers; i++) {
        const int32_t *row = sum + row_of[i < count ? i : 0] * last->size;
        sums[0][i] = row[0];
        sums[1][i] = row[1];
        sums[2][i] = row[2];
        sums[3][i] = row[3];
        sums[4][i] = row[4];
    }
    kernel->outputs(value[0], sums[0], NET_BATCH, unit, count);
    for (int i = 0; i < count; i++) {
        out[i] = (struct outputs){value[0][i], value[1][i], value[2][i], value[3][i],
                                  value[4][i]};
    }
}

/* Assigns each position of a batch its row, class by class; returns the number of
 * classes in the batch. */
static int sort_by_class(const struct class_set *classes, const struct position *pos,
                         int count, struct class_run run[CLASSES_MAX],
                         int row_of[NET_BATCH])
{
    int class[NET_BATCH];
    if (classes->count == 1) {
        run[0] = (struct class_run){0, 0, count};
        for (int i = 0; i < count; i++) {
            row_of[i] = i;
        }
        return 1;
    }
    for (int i = 0; i < count; i++) {
        class[i] = class_of(classes, &pos[i]);
    }
    return class_sort(class, count, run, row_of);
}

static void evaluate_batch(const struct net *net, const struct net_kernel *kernel,
                           struct net_scratch *scratch, struct base *base,
                           const struct position *pos, int count, struct outputs *out)
{
    struct class_run run[CLASSES_MAX];
    int row_of[NET_BATCH];
    int runs = sort_by_class(net->classes, pos, count, run, row_of);
    first_layers(net, kernel, scratch, base, net->first_outputs, pos, count, row_of,
                 scratch->value);
    deeper_layers(net, kernel, scratch, run, runs, count);
    last_outputs(net, kernel, scratch->sum, count, row_of, out);
}

void net_expect(struct net_scratch *scratch, const struct position *before)
{
    scratch->before = *before;
}

/* Returns the net's base; a new one has fingerprint 0. */
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

void net_first_layer_both(const struct net *net, const struct net_kernel *kernel,
                          struct net_scratch *scratch, const struct position *pos,
                          int16_t *whole, uint8_t *bytes)
{
    static const int row = 0;
    struct base *base = base_of(net, scratch);
    move_base(net, kernel, base, pos);
    first_layers(net, kernel, scratch, base, NET_FIRST_LOGISTIC, pos, 1, &row, whole);
    first_layers(net, kernel, scratch, base, NET_FIRST_IN_BYTES, pos, 1, &row, bytes);
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
    for (int i = 0; i < count; i += NET_BATCH) {
        int n = count - i < NET_BATCH ? count - i : NET_BATCH;
        evaluate_batch(net, kernel, scratch, base, pos + i, n, out + i);
    }
}
