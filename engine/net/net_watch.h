/*
 * Kernels in builds under the address or the thread sanitizer, which would spend most of their
 * time in them: they are compiled without it, and each function looks here at all that it will
 * read and write, whole, before it begins. So what a caller gives is judged as before. That a
 * function keeps to that is shown by the tests that the Makefile names KERNEL_TESTS, which link
 * kernels under the sanitizers. Part of net_kernel.h.
 */

/* What the sanitizer itself calls for accesses of any size: it reports those that are wrong. */
#ifdef NET_WATCHES_THREADS
void __tsan_read_range(const void *at, unsigned long size);
void __tsan_write_range(void *at, unsigned long size);
#define READS(at, count)  __tsan_read_range(at, (size_t)(count) * sizeof *(at))
#define WRITES(at, count) __tsan_write_range(at, (size_t)(count) * sizeof *(at))
#else
void __asan_loadN(const void *at, size_t size);
void __asan_storeN(void *at, size_t size);
#define READS(at, count)  __asan_loadN(at, (size_t)(count) * sizeof *(at))
#define WRITES(at, count) __asan_storeN(at, (size_t)(count) * sizeof *(at))
#endif

/* The numbers from the first to the last of rows * columns blocks. */
INLINE int grid(int rows, int row, int columns, int column, int block)
{
    return rows > 0 && columns > 0 ? (rows - 1) * row + (columns - 1) * column + block
                                   : 0;
}

INLINE int whole_panels(int count)
{
    return (count + NET_PANEL - 1) / NET_PANEL * NET_PANEL;
}

/* The numbers of rows up to the last that is named. */
INLINE int named_rows(const uint16_t *active, int n)
{
    int most = 0;
    READS(active, n);
    for (int i = 0; i < n; i++) {
        most = active[i] >= most ? active[i] + 1 : most;
    }
    return most;
}

INLINE void look_at_changes(const int16_t *rows, int width,
                            const struct input_changes *changes)
{
    READS(changes, 1);
    for (int i = 0; i < changes->count; i++) {
        READS(rows + changes->add[i] * width, width);
        READS(rows + changes->remove[i] * width, width);
    }
}

INLINE void look_at_pairs(const int16_t *pairs, int width,
                          const struct net_extra_changes *extras)
{
    READS(extras, 1);
    for (int i = 0; i < extras->count; i++) {
        READS(pairs + 2 * extras->pair[i] * width, 2 * width);
    }
}

INLINE void look_at_lit(const struct net_lit_rows *l)
{
    READS(l, 1);
    READS(l->at_lit, l->rows + 1);
    READS(l->delta, grid(named_rows(l->lit, l->at_lit[l->rows]), NET_PANEL, l->panels,
                         l->delta_panel, NET_PANEL));
}

/* ---- in whole numbers ------------------------------------------------------------- */

static void watched_change_rows(int16_t *sum, const int16_t *base, const int16_t *rows,
                                int width, const struct input_changes *changes)
{
    READS(base, width);
    look_at_changes(rows, width, changes);
    WRITES(sum, width);
    change_rows(sum, base, rows, width, changes);
}

static void watched_add_rows(int16_t *sum, const int16_t *rows, int width,
                             const uint16_t *active, int n)
{
    READS(active, n);
    for (int i = 0; i < n; i++) {
        READS(rows + active[i] * width, width);
    }
    WRITES(sum, width);
    add_rows(sum, rows, width, active, n);
}

static void watched_rows_relu(int16_t *out, const struct net_first_layer *first,
                              const struct position *from, const struct position *pos,
                              int count, const int *row_of)
{
    READS(first, 1);
    READS(first->base, first->width);
    READS(first->rows, INPUT_ROWS * first->width);
    READS(from, 1);
    READS(pos, count);
    READS(row_of, count);
    for (int i = 0; i < count; i++) {
        WRITES(out + row_of[i] * first->width, first->width);
    }
    rows_relu(out, first, from, pos, count, row_of);
}

static void watched_hand_inputs(int32_t *out, int stride, const struct position *pos,
                                int count)
{
    READS(pos, count);
    for (int h = 0; h < INPUTS_HAND; h++) {
        WRITES(out + h * stride, whole_panels(count));
    }
    hand_inputs(out, stride, pos, count);
}

static void watched_changed_pairs(int32_t *mask, const int32_t *extras, int stride,
                                  const int32_t *base, int pairs, int count)
{
    READS(base, 2 * pairs);
    for (int p = 0; p < 2 * pairs; p++) {
        READS(extras + p * stride, whole_panels(count));
    }
    WRITES(mask, whole_panels(count));
    changed_pairs(mask, extras, stride, base, pairs, count);
}

static void watched_add_pairs(int32_t *sum, const int16_t *pairs, int width,
                              const struct net_extra_changes *extras)
{
    look_at_pairs(pairs, width, extras);
    WRITES(sum, width);
    add_pairs(sum, pairs, width, extras);
}

static void watched_first_layer(void *out, const struct net_first_layer *first,
                                enum net_first_outputs outputs,
                                const struct input_changes *changes,
                                const struct net_extra_changes *extras)
{
    READS(first, 1);
    READS(first->base, first->width);
    READS(first->base_extras, first->width);
    look_at_changes(first->rows, first->width, changes);
    look_at_pairs(first->pairs, first->width, extras);
    WRITES((uint8_t *)out, first->width * (outputs == NET_FIRST_IN_BYTES ? 1 : 2));
    first_layer(out, first, outputs, changes, extras);
}

static void watched_dense_bytes(int32_t *out, const uint8_t *in, const int8_t *panels,
                                const float *scale, const float *bias, int count,
                                int n_in, int n_out)
{
    READS(in, count * n_in);
    READS(panels, n_in * n_out);
    READS(scale, n_out);
    READS(bias, n_out);
    WRITES(out, count * n_out);
    dense_bytes(out, in, panels, scale, bias, count, n_in, n_out);
}

static void watched_dense_whole(int32_t *out, const int16_t *in, const int16_t *panels,
                                const int32_t *bias, int count, int n_in, int n_out)
{
    READS(in, count * n_in);
    READS(panels, n_in * n_out);
    READS(bias, n_out);
    WRITES(out, count * n_out);
    dense_whole(out, in, panels, bias, count, n_in, n_out);
}

static void watched_dense_last(int32_t *out, const int16_t *in, const int16_t *panel,
                               const int32_t *bias, int count, int n_in)
{
    READS(in, count * n_in);
    READS(panel, n_in * NET_PANEL);
    READS(bias, NET_LAST_OUTPUTS);
    WRITES(out, grid(count, NET_PANEL, 1, 0, NET_LAST_OUTPUTS));
    dense_last(out, in, panel, bias, count, n_in);
}

static void watched_sigmoid_whole(int16_t *out, const int32_t *in, int down, int count)
{
    READS(in, count);
    WRITES(out, count);
    sigmoid_whole(out, in, down, count);
}

static void watched_relu_whole(int16_t *out, const int32_t *in, int down, int count)
{
    READS(in, count);
    WRITES(out, count);
    relu_whole(out, in, down, count);
}

/* ---- in floats -------------------------------------------------------------------- */

static void watched_hand_floats(float *out, int stride, const struct position *pos,
                                int count)
{
    READS(pos, count);
    for (int h = 0; h < INPUTS_HAND; h++) {
        WRITES(out + h * stride, whole_panels(count));
    }
    hand_floats(out, stride, pos, count);
}

static void watched_product(const struct net_matrix_product *p)
{
    const int panels = p->outputs / NET_PANEL;
    READS(p, 1);
    READS(p->in, grid(p->rows, p->in_row, p->steps, p->in_step, 1));
    READS(p->weights,
          grid(panels, p->weights_panel, p->steps, p->weights_step, NET_PANEL));
    if (p->bias != NULL) {
        READS(p->bias, p->outputs);
    }
    WRITES(p->out, grid(p->rows, p->out_row, panels, p->out_panel, NET_PANEL));
    product(p);
}

static void watched_dense(float *out, const float *in, const float *panels,
                          const float *bias, int count, int n_in, int n_out)
{
    READS(in, count * n_in);
    READS(panels, n_in * n_out);
    if (bias != NULL) {
        READS(bias, n_out);
    }
    WRITES(out, count * n_out);
    dense(out, in, panels, bias, count, n_in, n_out);
}

static void watched_sigmoid(float *values, int count)
{
    WRITES(values, count);
    sigmoid(values, count);
}

static void watched_relu(float *values, int count)
{
    WRITES(values, count);
    relu(values, count);
}

static void watched_outputs(float *out, const int32_t *sum, int stride, float unit,
                            int count)
{
    enum { OUTPUTS = 5 };
    READS(sum, grid(OUTPUTS, stride, 1, 0, whole_panels(count)));
    WRITES(out, grid(OUTPUTS, stride, 1, 0, whole_panels(count)));
    outputs(out, sum, stride, unit, count);
}

static void watched_bell(float *chance, const float *bend, float start, float narrow,
                         int count)
{
    READS(bend, NET_BELL_BENDS);
    WRITES(chance, whole_panels(count));
    bell(chance, bend, start, narrow, count);
}

/* ---- training --------------------------------------------------------------------- */

static void watched_gather_rows(float *sum, const float *rows, int width,
                                const uint16_t *active, int n)
{
    READS(rows, named_rows(active, n) * width);
    WRITES(sum, width);
    gather_rows(sum, rows, width, active, n);
}

static void watched_scatter_rows(float *rows, const float *delta, int width,
                                 const uint16_t *active, int n)
{
    READS(delta, width);
    WRITES(rows, named_rows(active, n) * width);
    scatter_rows(rows, delta, width, active, n);
}

static void watched_average(float *mean, const float *values, float take, int count)
{
    READS(values, count);
    WRITES(mean, count);
    average(mean, values, take, count);
}

static void watched_slope(const struct net_slope *s, bool is_relu)
{
    READS(s, 1);
    READS(s->value, grid(s->rows, s->value_row, 1, 0, s->width));
    WRITES(s->delta, grid(s->rows, s->delta_row, s->width / NET_PANEL, s->delta_panel,
                          NET_PANEL));
    slope(s, is_relu);
}

static void watched_turn_panel(float *out, const float *in, int n_in, int out_panel)
{
    READS(in, n_in * NET_PANEL);
    WRITES(out, grid(n_in / NET_PANEL, out_panel, NET_PANEL, NET_PANEL, NET_PANEL));
    turn_panel(out, in, n_in, out_panel);
}

static void watched_adam(float *weights, const float *gradient, float *mean,
                         float *square, int count, const struct net_adam_step *step)
{
    READS(gradient, count);
    READS(step, 1);
    WRITES(weights, count);
    WRITES(mean, count);
    WRITES(square, count);
    adam(weights, gradient, mean, square, count, step);
}

static void watched_gather_panels(float *const *out, const float *panels,
                                  int panel_size, int width, const uint16_t *active,
                                  int n, int count)
{
    READS(panels, grid(width / NET_PANEL, panel_size, named_rows(active, n * count),
                       NET_PANEL, NET_PANEL));
    READS(out, count);
    for (int i = 0; i < count; i++) {
        WRITES(out[i], width);
    }
    gather_panels(out, panels, panel_size, width, active, n, count);
}

static void watched_lit_sums(float *out, int panel_size, const struct net_lit_rows *l)
{
    look_at_lit(l);
    WRITES(out, grid(l->panels, panel_size, l->rows, NET_PANEL, NET_PANEL));
    lit_sums(out, panel_size, l);
}

static void watched_lit_adam(float *weights, float *mean, float *square, int panel_size,
                             const struct net_lit_rows *l,
                             const struct net_adam_step *step)
{
    const int numbers = grid(l->panels, panel_size, l->rows, NET_PANEL, NET_PANEL);
    look_at_lit(l);
    READS(step, 1);
    WRITES(weights, numbers);
    WRITES(mean, numbers);
    WRITES(square, numbers);
    lit_adam(weights, mean, square, panel_size, l, step);
}

#undef READS
#undef WRITES
