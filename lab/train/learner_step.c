/*
 * The learner's gradients and the steps of Adam.
 *
 * The work is a list of items: rows and extras of panels of the first layer, panels and
 * biases of classes that are due. Each number of the gradient is summed within one item
 * in the order of the samples: its bits do not depend on the number of threads, nor on
 * which thread does which item.
 */
#include <math.h>
#include <string.h>

#include "engine/net/net.h"
#include "lab/train/learner_internal.h"

enum { ITEM_PANELS = NET_PANEL_PAIR, PARTS_A_THREAD = 4 };

/* ---- numbers of the gradient, and what is done with them ---- */

/* Returns where to sum the gradient of the numbers from `at` on: in the block if it is
 * kept there, or continues a sum there; otherwise `scratch`. */
static float *room_for(struct learner *learner, size_t at, bool adds, float *scratch)
{
    return learner->keeps_gradient || adds ? learner->gradient + at : scratch;
}

static void use(struct learner *learner, size_t at, const float *gradient, int count,
                const struct net_adam_step *step)
{
    if (!learner->keeps_gradient) {
        learner->kernel->adam(learner->weights + at, gradient, learner->mean + at,
                              learner->square + at, count, step);
    }
}

/* ---- the first layer ---- */

/* Does all rows of some panels. A row's gradient is the sum of the deltas of the samples
 * that have it on. */
static void step_rows(struct learner *learner, int panel, int panels)
{
    const struct net_kernel *kernel = learner->kernel;
    const size_t at = (size_t)(panel * LEARNER_ROWS * NET_PANEL);
    const struct net_lit_rows lit = {
        .delta = learner->delta[0] + panel * LEARNER_BATCH_MAX * NET_PANEL,
        .delta_panel = LEARNER_BATCH_MAX * NET_PANEL,
        .panels = panels,
        .rows = LEARNER_ROWS,
        .lit = learner->lit,
        .at_lit = learner->at_lit,
    };
    if (learner->keeps_gradient) {
        kernel->lit_sums(learner->gradient + at, LEARNER_ROWS * NET_PANEL, &lit);
    } else {
        kernel->lit_adam(learner->weights + at, learner->mean + at,
                         learner->square + at, LEARNER_ROWS * NET_PANEL, &lit,
                         &learner->step);
    }
}

/* Does the extras' weights to the outputs of some panels. */
static void step_extras(struct learner *learner, int panel, int panels)
{
    const int extras = learner->shape.inputs->extras;
    const size_t at = learner->at_extras + (size_t)(panel * extras * NET_PANEL);
    float scratch[ITEM_PANELS * INPUT_EXTRAS_MAX * NET_PANEL];
    float *gradient = room_for(learner, at, false, scratch);
    const struct net_matrix_product sums = {
        .out = gradient,
        .out_row = NET_PANEL,
        .out_panel = extras * NET_PANEL,
        .in = learner->extras,
        .in_row = LEARNER_BATCH_MAX,
        .in_step = 1,
        .weights = learner->delta[0] + panel * LEARNER_BATCH_MAX * NET_PANEL,
        .weights_panel = LEARNER_BATCH_MAX * NET_PANEL,
        .weights_step = NET_PANEL,
        .rows = extras,
        .steps = learner->batch,
        .outputs = panels * NET_PANEL,
    };
    learner->kernel->product(&sums);
    use(learner, at, gradient, panels * extras * NET_PANEL, &learner->step);
}

/* ---- the layers of a class ---- */

static float *turned_of(const struct learner *learner, int l, int class)
{
    const int numbers = learner->shape.size[l] * learner->shape.size[l - 1];
    return learner->turned[l] + (size_t) class * (size_t)numbers;
}

/* Rounds a panel of the second layer to bytes. */
static void round_panel(struct learner *learner, int class, int panel)
{
    const float nearest = 0x1.8p23F; /* added and taken off: rounds to a whole number */
    const int n_in = learner->shape.size[0];
    const size_t at = (size_t)(panel * n_in * NET_PANEL);
    const float *weights = learner->weights + learner_of_class(learner, class) +
                           learner->at_panels[1] + at;
    float *rounded =
        learner->rounded + (size_t)(class * learner->shape.size[1] * n_in) + at;
    double unit[NET_PANEL];
    float size[NET_PANEL];
    float inverse[NET_PANEL];
    net_byte_units(weights, n_in, NET_PANEL, unit);
    for (int o = 0; o < NET_PANEL; o++) {
        size[o] = (float)unit[o];
        inverse[o] = (float)(1.0 / unit[o]);
    }
    for (int i = 0; i < n_in; i++) {
        for (int o = 0; o < NET_PANEL; o++) {
            const float bytes = weights[i * NET_PANEL + o] * inverse[o];
            rounded[i * NET_PANEL + o] = (bytes + nearest - nearest) * size[o];
        }
    }
}

static void turn(struct learner *learner, int l, int class, int panel)
{
    const int n_in = learner->shape.size[l - 1];
    if (l == 1 && learner->rounded != NULL) {
        round_panel(learner, class, panel);
    }
    learner->kernel->turn_panel(
        turned_of(learner, l, class) + panel * NET_PANEL * NET_PANEL,
        learner_panels(learner, class, l) + panel * n_in * NET_PANEL, n_in,
        learner->shape.size[l] * NET_PANEL);
}

static void step_panels(struct learner *learner, int class, int l, int panel,
                        int panels)
{
    const int n_in = learner->shape.size[l - 1];
    const bool adds = learner->summed[class] > 0;
    const size_t at = learner_of_class(learner, class) + learner->at_panels[l] +
                      (size_t)(panel * n_in * NET_PANEL);
    float scratch[ITEM_PANELS * NET_HIDDEN_MAX * NET_PANEL];
    float *gradient = room_for(learner, at, adds, scratch);
    const struct net_matrix_product sums = {
        .out = gradient,
        .out_row = NET_PANEL,
        .out_panel = n_in * NET_PANEL,
        .in = learner_row(learner, learner->layer, class, l - 1, 0),
        .in_row = 1,
        .in_step = learner->stride[l - 1],
        .weights =
            learner_row(learner, learner->delta, class, l, 0) + panel * NET_PANEL,
        .weights_panel = NET_PANEL,
        .weights_step = learner->stride[l],
        .adds = adds,
        .rows = n_in,
        .steps = learner_rows(learner, class),
        .outputs = panels * NET_PANEL,
    };
    learner->kernel->product(&sums);
    use(learner, at, gradient, panels * n_in * NET_PANEL, &learner->class_step[class]);
    for (int p = panel; p < panel + panels && !learner->keeps_gradient; p++) {
        turn(learner, l, class, p);
    }
}

static void step_bias(struct learner *learner, int class, int l)
{
    const int width = learner->shape.size[l];
    const bool adds = learner->summed[class] > 0;
    const size_t at = learner_of_class(learner, class) + learner->at_bias[l];
    float scratch[NET_HIDDEN_MAX];
    float *gradient = room_for(learner, at, adds, scratch);
    if (!adds) {
        memset(gradient, 0, (size_t)width * sizeof *gradient);
    }
    for (int i = 0; i < learner_rows(learner, class); i++) {
        const float *delta = learner_row(learner, learner->delta, class, l, i);
        for (int o = 0; o < width; o++) {
            gradient[o] += delta[o];
        }
    }
    use(learner, at, gradient, width, &learner->class_step[class]);
}

/* ---- items ---- */

/* Deals items to the parts of the work in turn. */
struct turn_taker {
    int next;
    int part;
    int parts;
};

static bool is_mine(struct turn_taker *taker)
{
    return taker->next++ % taker->parts == taker->part;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static void step_class(struct learner *learner, int class, struct turn_taker *taker)
{
    for (int l = 1; l < learner->shape.layers; l++) {
        const int panels = learner->shape.size[l] / NET_PANEL;
        for (int p = 0; p < panels; p += ITEM_PANELS) {
            if (is_mine(taker)) {
                step_panels(learner, class, l, p, least(ITEM_PANELS, panels - p));
            }
        }
        if (is_mine(taker)) {
            step_bias(learner, class, l);
        }
    }
}

static void step_first(struct learner *learner, struct turn_taker *taker)
{
    const int panels = learner->shape.size[0] / NET_PANEL;
    for (int p = 0; p < panels; p += ITEM_PANELS) {
        if (is_mine(taker)) {
            step_rows(learner, p, least(ITEM_PANELS, panels - p));
        }
        if (learner->shape.inputs->extras > 0 && is_mine(taker)) {
            step_extras(learner, p, least(ITEM_PANELS, panels - p));
        }
    }
}

/* Returns the number of parts of the work: small ones, so that no thread waits long for
 * the last. A single thread works in the order of the memory. */
static int parts_of(const struct learner *learner)
{
    return learner->threads > 1 ? PARTS_A_THREAD * learner->threads : 1;
}

/* Lists the samples that have each row on, in order. */
static void list_rows(struct learner *learner)
{
    int next[LEARNER_ROWS + 1] = {0};
    const uint16_t *active = learner->active[0];
    const int count = learner->batch * LEARNER_ACTIVE;
    for (int k = 0; k < count; k++) {
        next[active[k] + 1]++;
    }
    for (int r = 0; r < LEARNER_ROWS; r++) {
        next[r + 1] += next[r];
    }
    memcpy(learner->at_lit, next, sizeof learner->at_lit);
    for (int i = 0; i < learner->batch; i++) {
        for (int k = 0; k < LEARNER_ACTIVE; k++) {
            learner->lit[next[learner->active[i][k]]++] = (uint16_t)i;
        }
    }
}

/* Does the classes that are due; of a batch, also the first layer. */
static void step_part(void *context, int64_t unit, int thread)
{
    struct learner *learner = context;
    struct turn_taker taker = {0, (int)unit, parts_of(learner)};
    (void)thread;
    for (int d = 0; d < learner->dues; d++) {
        step_class(learner, learner->due[d], &taker);
    }
    if (learner->steps_first) {
        step_first(learner, &taker);
    }
}

static void step_all(struct learner *learner, bool keeps_gradient, bool steps_first)
{
    learner->keeps_gradient = keeps_gradient;
    learner->steps_first = steps_first;
    if (steps_first) {
        list_rows(learner);
    }
    thread_pool_run(learner->pool, parts_of(learner), step_part, learner);
}

/* ---- steps ---- */

struct net_adam_step learner_adam_step(int64_t steps, double rate)
{
    const double beta1 = 0.9; /* the values of Kingma and Ba */
    const double beta2 = 0.999;
    double correction1 = 1.0 - pow(beta1, (double)steps);
    double correction2 = 1.0 - pow(beta2, (double)steps);
    return (struct net_adam_step){
        .rate = (float)(rate * sqrt(correction2) / correction1),
        .keep_mean = (float)beta1,
        .keep_square = (float)beta2,
        .floor = 1e-8F,
    };
}

double learner_step(struct learner *learner, const struct sample *samples, int count,
                    double rate)
{
    const double loss = learner_pass(learner, samples, count);
    const int patience = learner->shape.classes->count > 1 ? LEARNER_CLASS_BATCH : 1;
    learner->step = learner_adam_step(++learner->steps, rate);
    learner->dues = 0;
    for (int r = 0; r < learner->runs; r++) {
        int c = learner->run[r].class;
        if (learner->waiting[c] >= patience) {
            learner->due[learner->dues++] = c;
            learner->class_step[c] = learner_adam_step(++learner->class_steps[c], rate);
        }
    }
    step_all(learner, false, true);
    for (int d = 0; d < learner->dues; d++) {
        learner->waiting[learner->due[d]] = 0;
        learner->summed[learner->due[d]] = 0;
    }
    return loss;
}

/* Makes all classes due that have rows. */
static void make_all_due(struct learner *learner)
{
    learner->dues = 0;
    for (int c = 0; c < learner->shape.classes->count; c++) {
        if (learner_rows(learner, c) > 0) {
            learner->due[learner->dues++] = c;
        }
    }
}

void learner_sum_waiting(struct learner *learner)
{
    make_all_due(learner);
    step_all(learner, true, false);
    memcpy(learner->summed, learner->waiting, sizeof learner->summed);
}

static void turn_classes(void *context, int64_t unit, int thread)
{
    struct learner *learner = context;
    struct turn_taker taker = {0, (int)unit, learner->threads};
    (void)thread;
    for (int c = 0; c < learner->shape.classes->count; c++) {
        for (int l = 1; l < learner->shape.layers; l++) {
            for (int p = 0; p < learner->shape.size[l] / NET_PANEL; p++) {
                if (is_mine(&taker)) {
                    turn(learner, l, c, p);
                }
            }
        }
    }
}

void learner_turn(struct learner *learner)
{
    thread_pool_run(learner->pool, learner->threads, turn_classes, learner);
}

double learner_gradient(struct learner *learner, const struct sample *samples,
                        int count, const float **gradient)
{
    memset(learner->waiting, 0, sizeof learner->waiting);
    memset(learner->summed, 0, sizeof learner->summed);
    memset(learner->gradient, 0, learner->count * sizeof *learner->gradient);
    learner_turn(learner);
    double loss = learner_pass(learner, samples, count);
    make_all_due(learner);
    step_all(learner, true, true);
    memset(learner->waiting, 0, sizeof learner->waiting);
    if (gradient != NULL) {
        *gradient = learner->gradient;
    }
    return loss;
}
