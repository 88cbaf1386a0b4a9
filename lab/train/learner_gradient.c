/* Passes batches through the learner's layers, forward and backward. */
#include <math.h>
#include <string.h>

#include "lab/train/learner_internal.h"

/* Samples are independent in both passes: each thread takes the part `from` to before `to`
 * of the batch. */
struct part {
    int from;
    int to;
};

static struct part part_of(int count, int part, int parts)
{
    int size = (count + parts - 1) / parts;
    size = (size + NET_PANEL - 1) / NET_PANEL * NET_PANEL;
    int from = part * size < count ? part * size : count;
    int to = from + size < count ? from + size : count;
    return (struct part){from, to};
}

/* Adjacent samples of one class: `count` samples of the sorted batch from `at` on, in
 * the class's rows from `row` on. */
struct stretch {
    int class;
    int at;
    int row;
    int count;
    int next; /* the class after this one */
};

/* ---- forward ---- */

const float *learner_panels(const struct learner *learner, int class, int l)
{
    if (l == 1 && learner->rounded != NULL) {
        const int numbers = learner->shape.size[0] * learner->shape.size[1];
        return learner->rounded + (size_t) class * (size_t)numbers;
    }
    return learner->weights + learner_of_class(learner, class) + learner->at_panels[l];
}

/* Rounds activations to bytes, in their units. */
static void round_values(float *values, int count)
{
    const float unit = 1 << NET_BYTE_BITS;
    for (int i = 0; i < count; i++) {
        const int byte = (int)(values[i] * unit + 0.5F);
        values[i] = (float)(byte < NET_BYTE_MOST ? byte : NET_BYTE_MOST) / unit;
    }
}

static void activate(const struct learner *learner, int l, const struct stretch *s)
{
    bool is_last = l == learner->shape.layers - 1;
    bool is_sigmoid = is_last || learner->shape.hidden == NET_SIGMOID;
    for (int i = 0; i < s->count; i++) {
        float *values = learner_row(learner, learner->layer, s->class, l, s->row + i);
        (is_sigmoid ? learner->kernel->sigmoid
                    : learner->kernel->relu)(values, learner->shape.size[l]);
        if (l == 0 && learner->rounded != NULL) {
            round_values(values, learner->shape.size[0]);
        }
    }
}

/* Sums the rows for a part of the batch, of all classes together, so that each panel of
 * the first layer is read once; and computes the extras. */
static void sum_rows(struct learner *learner, struct part mine)
{
    const int count = mine.to - mine.from;
    for (int i = mine.from; i < mine.to; i++) {
        learner->position[i] = learner->came[learner->order[i]];
        inputs_rows(&learner->position[i], learner->active[i]);
        learner->active[i][INPUTS_ACTIVE] = INPUT_ROWS; /* the bias */
    }
    learner->kernel->gather_panels(learner->out + mine.from, learner->weights,
                                   LEARNER_ROWS * NET_PANEL, learner->shape.size[0],
                                   learner->active[mine.from], LEARNER_ACTIVE, count);
    if (learner->shape.inputs->extras > 0) {
        learner->kernel->hand_floats(learner->extras + mine.from, LEARNER_BATCH_MAX,
                                     &learner->position[mine.from], count);
    }
}

static void first_layer(struct learner *learner, const struct stretch *s)
{
    const int inputs = learner->shape.inputs->extras;
    const struct net_matrix_product extras = {
        .out = learner_row(learner, learner->layer, s->class, 0, s->row),
        .out_row = learner->stride[0],
        .out_panel = NET_PANEL,
        .in = learner->extras + s->at,
        .in_row = 1,
        .in_step = LEARNER_BATCH_MAX,
        .weights = learner->weights + learner->at_extras,
        .weights_panel = inputs * NET_PANEL,
        .weights_step = NET_PANEL,
        .adds = true,
        .rows = s->count,
        .steps = inputs,
        .outputs = learner->shape.size[0],
    };
    learner->kernel->product(&extras);
    activate(learner, 0, s);
}

static void deeper_layer(struct learner *learner, int l, const struct stretch *s)
{
    const float *weights = learner->weights + learner_of_class(learner, s->class);
    const float *panels = learner_panels(learner, s->class, l);
    const struct net_matrix_product sums = {
        .out = learner_row(learner, learner->layer, s->class, l, s->row),
        .out_row = learner->stride[l],
        .out_panel = NET_PANEL,
        .in = learner_row(learner, learner->layer, s->class, l - 1, s->row),
        .in_row = learner->stride[l - 1],
        .in_step = 1,
        .weights = panels,
        .weights_panel = learner->shape.size[l - 1] * NET_PANEL,
        .weights_step = NET_PANEL,
        .bias = weights + learner->at_bias[l],
        .rows = s->count,
        .steps = learner->shape.size[l - 1],
        .outputs = learner->shape.size[l],
        .ahead = learner_panels(learner, s->next, l) - panels,
    };
    learner->kernel->product(&sums);
    activate(learner, l, s);
}

static double cross_entropy(float p, float target)
{
    const float least = 1e-7F;
    p = p < least ? least : p > 1.0F - least ? 1.0F - least : p;
    return -(double)(target * logf(p) + (1.0F - target) * logf(1.0F - p));
}

static void outputs_as_floats(struct outputs o, float floats[NET_OUTPUTS])
{
    const float values[NET_OUTPUTS] = {o.win, o.win_gammon, o.win_backgammon,
                                       o.lose_gammon, o.lose_backgammon};
    memcpy(floats, values, sizeof values);
}

/* What equity_cubeless() adds for each output. */
static const float equity_weight[NET_OUTPUTS] = {2.0F, 1.0F, 1.0F, -1.0F, -1.0F};

/* Computes the losses and their derivatives with respect to the last layer's sums. Of
 * the cross-entropies these are output - target; of the differences between siblings,
 * those by the equity go through the outputs' sigmoids. */
static void loss_and_delta(struct learner *learner, const struct stretch *s)
{
    const int last = learner->shape.layers - 1;
    for (int i = 0; i < s->count; i++) {
        const int sample = learner->order[s->at + i];
        const float *value =
            learner_row(learner, learner->layer, s->class, last, s->row + i);
        float *delta = learner_row(learner, learner->delta, s->class, last, s->row + i);
        float target[NET_OUTPUTS];
        double loss = 0;
        outputs_as_floats(sample_target(&learner->samples[sample]), target);
        memset(delta, 0, (size_t)learner->shape.size[last] * sizeof *delta);
        for (int k = 0; k < NET_OUTPUTS; k++) {
            loss += cross_entropy(value[k], target[k]);
            delta[k] = (value[k] - target[k]) / (float)learner->batch;
        }
        for (int k = 0; learner->has_pairs && k < NET_OUTPUTS; k++) {
            delta[k] += learner->by_equity[sample] * equity_weight[k] * value[k] *
                        (1.0F - value[k]) / (float)learner->batch;
        }
        learner->loss[s->at + i] = loss;
    }
}

/* ---- differences between siblings ---- */

static bool is_second_of_pair(const struct learner *learner, int sample)
{
    return sample > 0 && sample_is_sibling(&learner->samples[sample]);
}

static bool has_pairs(const struct learner *learner)
{
    int sample = 1;
    while (sample < learner->batch && !is_second_of_pair(learner, sample)) {
        sample++;
    }
    return learner->sibling_weight > 0.0F && sample < learner->batch;
}

/* Sets the error of equity of each sample of a batch that went forward. */
static void find_errors(const struct learner *learner, float error[LEARNER_BATCH_MAX])
{
    const int last = learner->shape.layers - 1;
    for (int r = 0; r < learner->runs; r++) {
        const struct class_run *run = &learner->run[r];
        const int row = learner_rows(learner, run->class);
        for (int i = 0; i < run->count; i++) {
            const int sample = learner->order[run->from + i];
            const float *v =
                learner_row(learner, learner->layer, run->class, last, row + i);
            const struct outputs found = {v[0], v[1], v[2], v[3], v[4]};
            error[sample] = equity_cubeless(found) -
                            equity_cubeless(sample_target(&learner->samples[sample]));
        }
    }
}

/* Returns the loss of all pairs and sets its derivatives with respect to the equity of
 * each sample. */
static double compare_siblings(struct learner *learner)
{
    float error[LEARNER_BATCH_MAX];
    double loss = 0;
    find_errors(learner, error);
    memset(learner->by_equity, 0, sizeof learner->by_equity);
    for (int i = 1; i < learner->batch; i++) {
        if (is_second_of_pair(learner, i)) {
            const float difference = error[i - 1] - error[i];
            const float slope = 2.0F * learner->sibling_weight * difference;
            learner->by_equity[i - 1] += slope;
            learner->by_equity[i] -= slope;
            loss += (double)(learner->sibling_weight * difference * difference);
        }
    }
    return loss;
}

/* ---- backward ---- */

/* Computes the delta of layer l - 1 from that of layer l. */
static void delta_back(struct learner *learner, int l, const struct stretch *s)
{
    const int n_in = learner->shape.size[l - 1];
    const int n_out = learner->shape.size[l];
    const bool is_first = l == 1;
    const struct net_matrix_product sums = {
        .out = is_first ? learner->delta[0] + s->at * NET_PANEL
                        : learner_row(learner, learner->delta, s->class, l - 1, s->row),
        .out_row = is_first ? NET_PANEL : learner->stride[l - 1],
        .out_panel = is_first ? LEARNER_BATCH_MAX * NET_PANEL : NET_PANEL,
        .in = learner_row(learner, learner->delta, s->class, l, s->row),
        .in_row = learner->stride[l],
        .in_step = 1,
        .weights = learner->turned[l] + (size_t)s->class * (size_t)(n_in * n_out),
        .weights_panel = n_out * NET_PANEL,
        .weights_step = NET_PANEL,
        .rows = s->count,
        .steps = n_out,
        .outputs = n_in,
        .ahead = (ptrdiff_t)(n_in * n_out) * (s->next - s->class),
    };
    const struct net_slope slope = {
        .delta = sums.out,
        .delta_row = sums.out_row,
        .delta_panel = sums.out_panel,
        .value = learner_row(learner, learner->layer, s->class, l - 1, s->row),
        .value_row = learner->stride[l - 1],
        .rows = s->count,
        .width = n_in,
    };
    learner->kernel->product(&sums);
    learner->kernel->slope(&slope, learner->shape.hidden == NET_RELU);
}

static void forward_stretch(struct learner *learner, const struct stretch *s)
{
    first_layer(learner, s);
    for (int l = 1; l < learner->shape.layers; l++) {
        deeper_layer(learner, l, s);
    }
}

static void back_stretch(struct learner *learner, const struct stretch *s)
{
    loss_and_delta(learner, s);
    for (int l = learner->shape.layers - 1; l > 0; l--) {
        delta_back(learner, l, s);
    }
}

static void pass_stretch(struct learner *learner, const struct stretch *s)
{
    forward_stretch(learner, s);
    back_stretch(learner, s);
}

/* Returns the samples of a run that are in a part; none if their count is not above 0. */
static struct stretch stretch_of(const struct learner *learner,
                                 const struct class_run *run, struct part mine)
{
    int end = run->from + run->count;
    int from = run->from > mine.from ? run->from : mine.from;
    int to = end < mine.to ? end : mine.to;
    return (struct stretch){
        .class = run->class,
        .at = from,
        .row = learner_rows(learner, run->class) + from - run->from,
        .count = to - from,
    };
}

/* Passes the samples of a part that are of the same class, class by class. */
static void pass_classes(struct learner *learner, struct part mine,
                         void (*pass_one)(struct learner *, const struct stretch *))
{
    for (int r = 0; r < learner->runs; r++) {
        struct stretch s = stretch_of(learner, &learner->run[r], mine);
        s.next = r + 1 < learner->runs ? learner->run[r + 1].class : s.class;
        if (s.count > 0) {
            pass_one(learner, &s);
        }
    }
}

/* Passes a part of the batch on from its first layer's sums. */
static void pass_part(struct learner *learner, int64_t unit,
                      void (*pass_one)(struct learner *, const struct stretch *))
{
    const struct part mine = part_of(learner->batch, (int)unit, learner->threads);
    for (int r = 0; r < learner->runs; r++) {
        const struct stretch s = stretch_of(learner, &learner->run[r], mine);
        for (int i = 0; i < s.count; i++) {
            learner->out[s.at + i] =
                learner_row(learner, learner->layer, s.class, 0, s.row + i);
        }
    }
    sum_rows(learner, mine);
    pass_classes(learner, mine, pass_one);
}

static void pass_forward(void *context, int64_t unit, int thread)
{
    (void)thread;
    pass_part(context, unit, forward_stretch);
}

static void pass_both_ways(void *context, int64_t unit, int thread)
{
    (void)thread;
    pass_part(context, unit, pass_stretch);
}

static void pass_back(void *context, int64_t unit, int thread)
{
    struct learner *learner = context;
    (void)thread;
    pass_classes(learner, part_of(learner->batch, (int)unit, learner->threads),
                 back_stretch);
}

/* ---- the batch ---- */

static void read_samples(void *context, int64_t unit, int thread)
{
    struct learner *learner = context;
    const struct part mine = part_of(learner->batch, (int)unit, learner->threads);
    (void)thread;
    for (int i = mine.from; i < mine.to; i++) {
        sample_position(&learner->samples[i], &learner->came[i]);
        learner->class[i] = class_of(learner->shape.classes, &learner->came[i]);
    }
}

/* Takes a batch in, sorted by class. */
static void begin_batch(struct learner *learner, const struct sample *samples,
                        int count)
{
    int row_of[LEARNER_BATCH_MAX];
    learner->samples = samples;
    learner->batch = count;
    thread_pool_run(learner->pool, learner->threads, read_samples, learner);
    learner->runs = class_sort(learner->class, count, learner->run, row_of);
    for (int i = 0; i < count; i++) {
        learner->order[row_of[i]] = i;
    }
}

void learner_label(struct learner *learner, struct sample *samples, int count)
{
    const int last = learner->shape.layers - 1;
    begin_batch(learner, samples, count);
    thread_pool_run(learner->pool, learner->threads, pass_forward, learner);
    for (int r = 0; r < learner->runs; r++) {
        const struct class_run *run = &learner->run[r];
        for (int i = 0; i < run->count; i++) {
            struct sample *sample = &samples[learner->order[run->from + i]];
            const float *v = learner_row(learner, learner->layer, run->class, last, i);
            sample_set_target(sample, (struct outputs){v[0], v[1], v[2], v[3], v[4]});
        }
    }
}

double learner_pass(struct learner *learner, const struct sample *samples, int count)
{
    double loss = 0;
    begin_batch(learner, samples, count);
    learner->has_pairs = has_pairs(learner);
    thread_pool_run(learner->pool, learner->threads,
                    learner->has_pairs ? pass_forward : pass_both_ways, learner);
    if (learner->has_pairs) {
        loss = compare_siblings(learner);
        thread_pool_run(learner->pool, learner->threads, pass_back, learner);
    }
    for (int r = 0; r < learner->runs; r++) {
        learner->waiting[learner->run[r].class] += learner->run[r].count;
    }
    for (int i = 0; i < count; i++) {
        loss += learner->loss[i];
    }
    return loss / count;
}
