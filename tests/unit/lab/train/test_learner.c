/* The learner: gradients, the same bits on every kernel and number of threads, what it
 * begins with. */
#include "tests/unit/lab/train/learner_samples.h"
#include "tests/unit/test_case.h"

#include "engine/board/position.h"

/* Marks every second sample as the sibling of the one before it. */
static void pair_up(struct sample *samples, int count)
{
    for (int i = 1; i < count; i += 2) {
        sample_set_sibling(&samples[i], true);
    }
}

/* A kink of relu between w - h and w + h makes the difference no slope there; with a
 * small h these are few. Sigmoid nets have none, and no excuse. */
struct gradient_case {
    const char *shape;
    float h;
    double excused;        /* share of numbers */
    double sibling_weight; /* above 0: of samples in pairs */
};

/* Compares the gradient with (loss(w + h) - loss(w - h)) / 2h at numbers spread over
 * all layers. Losses are sums in double of floats: h must not be too small. */
static void check_gradient_of(const struct gradient_case *c, struct learner *learner)
{
    enum { SAMPLES = 7, EVERY = 17 };
    struct sample samples[SAMPLES];
    make_samples(samples, SAMPLES, 5);
    if (c->sibling_weight > 0) {
        pair_up(samples, SAMPLES);
        learner_weigh_siblings(learner, c->sibling_weight);
    }
    size_t count;
    float *numbers = learner_numbers(learner, &count);
    const float *gradient;
    (void)learner_gradient(learner, samples, SAMPLES, &gradient);
    float *kept = malloc(count * sizeof *kept);
    assert_non_null(kept);
    memcpy(kept, gradient, count * sizeof *kept);
    int felt = 0;
    int wrong = 0;
    int looked = 0;
    for (size_t i = count - 1; i > EVERY; i -= EVERY) {
        float before = numbers[i];
        numbers[i] = before + c->h;
        double above = learner_gradient(learner, samples, SAMPLES, NULL);
        numbers[i] = before - c->h;
        double below = learner_gradient(learner, samples, SAMPLES, NULL);
        numbers[i] = before;
        double slope = (above - below) / (2.0 * (double)c->h);
        wrong += fabs(slope - (double)kept[i]) > 3e-4 + 0.01 * fabs(slope);
        felt += fabs(slope) > 1e-3;
        looked += fabs(slope) > 1e-3 || kept[i] != 0.0F;
    }
    if (wrong > c->excused * looked || felt < 10) {
        fail_msg("%s: %d of %d slopes are wrong, %d felt", c->shape, wrong, looked,
                 felt);
    }
    free(kept);
}

static void check_gradient(const struct gradient_case *c)
{
    struct learner *learner = learner_of(c->shape, 3);
    check_gradient_of(c, learner);
    learner_free(learner);
}

TEST(gradient_agrees_with_finite_differences)
{
    static const struct gradient_case cases[] = {
        {"checkers:sigmoid:32-16", 0.02F, 0, 0},
        {"checkers:sigmoid:16-32-16", 0.02F, 0, 0},
        {"checkers+hand:sigmoid:32", 0.02F, 0, 0},
        {"checkers+hand:sigmoid:32-16:men-back", 0.02F, 0, 0},
        {"checkers:sigmoid:16-16-16:men-back", 0.02F, 0, 0},
        {"checkers:relu:32-16", 0.002F, 0.02, 0},
        {"checkers:relu:16-16-16:men-back", 0.002F, 0.02, 0},
        {"checkers+hand:relu:32-16:men-back", 0.002F, 0.02, 0},
        {"checkers:sigmoid:32-16", 0.02F, 0, 0.7},
        {"checkers+hand:sigmoid:32-16:men-back", 0.02F, 0, 3.0},
        {"checkers:sigmoid:16-16-16:men-back", 0.02F, 0, 1.0},
        {"checkers+hand:relu:32-16:men-back", 0.002F, 0.02, 1.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_gradient(&cases[i]);
    }
}

/* The numbers of each class behind the first layer feel its own samples, no others. */
TEST(each_class_has_a_gradient_of_its_own)
{
    enum { SAMPLES = 60, FIRST = (INPUT_ROWS + 1) * 16 };
    struct sample samples[SAMPLES];
    make_samples(samples, SAMPLES, 5);
    struct learner *learner = learner_of("checkers:sigmoid:16-16:men-back", 3);
    size_t count;
    const float *gradient;
    int classes = 0;
    (void)learner_numbers(learner, &count);
    const struct class_set *set = class_set_by_name("men-back");
    const size_t size = (count - FIRST) / (size_t)set->count;
    for (int i = 0; i < SAMPLES; i++) {
        struct position pos;
        sample_position(&samples[i], &pos);
        const int class = class_of(set, &pos);
        (void)learner_gradient(learner, &samples[i], 1, &gradient);
        for (size_t n = FIRST; n < count; n++) {
            const int owner = (int)((n - FIRST) / size);
            assert_true(owner == class || gradient[n] == 0.0F);
        }
        classes |= 1 << class;
    }
    assert_true(__builtin_popcount((unsigned)classes) >= 5);
    learner_free(learner);
}

/* W times the square of the errors' difference, by the number of samples. */
TEST(pairs_cost_the_square_of_their_difference)
{
    enum { SAMPLES = 2 };
    struct sample samples[SAMPLES];
    make_samples(samples, SAMPLES, 31);
    struct learner *learner = learner_of("checkers+hand:sigmoid:32-16:men-back", 3);
    const double plain = learner_gradient(learner, samples, SAMPLES, NULL);
    learner_weigh_siblings(learner, 2.0);
    assert_true(learner_gradient(learner, samples, SAMPLES, NULL) == plain);
    pair_up(samples, SAMPLES);
    const double one = learner_gradient(learner, samples, SAMPLES, NULL) - plain;
    learner_weigh_siblings(learner, 4.0);
    const double two = learner_gradient(learner, samples, SAMPLES, NULL) - plain;
    assert_true(one > 1e-3 && fabs(two - 2.0 * one) < 1e-6 * two);

    /* the same error of both, here of the same position, costs nothing */
    samples[1] = samples[0];
    sample_set_sibling(&samples[1], true);
    const double level = learner_gradient(learner, samples, SAMPLES, NULL);
    learner_weigh_siblings(learner, 0);
    assert_true(learner_gradient(learner, samples, SAMPLES, NULL) == level);

    /* .1 of a gammon in the target of one is .1 of equity */
    samples[1].target[1] = (uint16_t)(samples[1].target[1] + 6554);
    const double apart = learner_gradient(learner, samples, SAMPLES, NULL);
    learner_weigh_siblings(learner, 3.0);
    const double added = learner_gradient(learner, samples, SAMPLES, NULL) - apart;
    const double difference = 6554.0 / 65535.0;
    assert_true(fabs(added - 3.0 * difference * difference / 2.0) < 1e-6);
    learner_free(learner);
}

/* ---- steps ---------------------------------------------------------------------- */

static void train_on_kernels(const char *text, double sibling_weight)
{
    enum { SAMPLES = 40 };
    struct sample samples[SAMPLES];
    struct net_shape shape;
    make_samples(samples, SAMPLES, 9);
    pair_up(samples, SAMPLES);
    assert_true(learner_shape_read(text, &shape, NULL));
    struct learner *plain = learner_new(&shape, net_kernel_find("plain"), 4);
    learner_weigh_siblings(plain, sibling_weight);
    size_t count;
    const float *want = learner_numbers(plain, &count);
    for (int k = 0; k < 3; k++) {
        (void)learner_step(plain, samples, SAMPLES, 1e-3);
        learner_average(plain, 0.9);
    }
    for (int k = 0; net_kernel_name(k) != NULL; k++) {
        struct learner *other =
            learner_new(&shape, net_kernel_find(net_kernel_name(k)), 4);
        learner_weigh_siblings(other, sibling_weight);
        for (int i = 0; i < 3; i++) {
            (void)learner_step(other, samples, SAMPLES, 1e-3);
            learner_average(other, 0.9);
        }
        assert_memory_equal(learner_numbers(other, &count), want, count * sizeof *want);
        assert_memory_equal(other->average, plain->average, count * sizeof *want);
        learner_free(other);
    }
    learner_free(plain);
}

TEST(every_kernel_trains_to_the_same_bits)
{
    train_on_kernels("checkers+hand:sigmoid:48-16", 0);
    train_on_kernels("checkers+hand:sigmoid:144-48:men-back", 0);
    train_on_kernels("checkers:relu:64-32-16:men-back", 0);
    train_on_kernels("checkers+hand:sigmoid:144-48:men-back", 0.5);
}

static void train_on_threads(const char *shape, double sibling_weight)
{
    enum { SAMPLES = 100 };
    struct sample samples[SAMPLES];
    size_t count;
    make_samples(samples, SAMPLES, 9);
    pair_up(samples, SAMPLES);
    struct learner *alone = learner_of(shape, 4);
    learner_weigh_siblings(alone, sibling_weight);
    for (int i = 0; i < 5; i++) {
        (void)learner_step(alone, samples, SAMPLES - i, 1e-3);
    }
    const float *want = learner_numbers(alone, &count);
    for (int threads = 2; threads <= 9; threads += 1 + threads / 3) {
        struct thread_pool *pool = thread_pool_new(threads);
        struct learner *shared = learner_of(shape, 4);
        assert_non_null(pool);
        learner_share_work(shared, pool, threads);
        learner_weigh_siblings(shared, sibling_weight);
        for (int i = 0; i < 5; i++) {
            (void)learner_step(shared, samples, SAMPLES - i, 1e-3);
        }
        assert_memory_equal(learner_numbers(shared, &count), want,
                            count * sizeof *want);
        learner_free(shared);
        thread_pool_free(pool);
    }
    learner_free(alone);
}

TEST(any_number_of_threads_trains_to_the_same_bits)
{
    train_on_threads("checkers+hand:sigmoid:48-16", 0);
    train_on_threads("checkers+hand:sigmoid:48-16:men-back", 0);
    train_on_threads("checkers+hand:sigmoid:48-16", 0.5);
    train_on_threads("checkers+hand:sigmoid:48-16:men-back", 0.5);
}

/* Samples of one class alone: what moves is the first layer at once, the class after
 * LEARNER_CLASS_BATCH samples, the other classes never. */
TEST(a_class_waits_for_enough_samples_to_learn_from)
{
    enum { SAMPLES = LEARNER_CLASS_BATCH / 2 };
    struct sample samples[SAMPLES];
    struct position opening;
    size_t count;
    position_start(&opening);
    for (int i = 0; i < SAMPLES; i++) {
        samples[i] = sample_of(&opening, (struct outputs){.win = 0.9F});
    }
    struct learner *learner = learner_of("checkers:sigmoid:16-16:men-back", 4);
    float *numbers = learner_numbers(learner, &count);
    float *before = malloc(count * sizeof *before);
    assert_non_null(before);
    memcpy(before, numbers, count * sizeof *before);
    size_t first = (size_t)(INPUT_ROWS + 1) * 16;
    size_t class = (count - first) / 16;
    size_t at = first + 10 * class; /* two men back on either side: class 4 * 2 + 2 */
    for (int s = 1; s <= 2; s++) {
        (void)learner_step(learner, samples, SAMPLES, 1e-2);
        assert_true(memcmp(numbers, before, first * sizeof *numbers) != 0);
        assert_memory_equal(numbers + first, before + first,
                            (at - first) * sizeof(float));
        assert_int_equal(memcmp(numbers + at, before + at, class * sizeof(float)) == 0,
                         s == 1);
        assert_memory_equal(numbers + at + class, before + at + class,
                            (count - at - class) * sizeof(float));
    }
    free(before);
    learner_free(learner);
}

/* A net that has learnt a little, its weights in the form of a file. */
static struct weights *little_net(const char *shape)
{
    enum { SAMPLES = 100 };
    struct sample samples[SAMPLES];
    struct learner *learner = learner_of(shape, 11);
    make_samples(samples, SAMPLES, 12);
    for (int i = 0; i < 30; i++) {
        (void)learner_step(learner, samples, SAMPLES, 1e-2);
    }
    struct weights *w = learner_export(learner, false);
    assert_non_null(w);
    learner_free(learner);
    return w;
}

/* The losses of ten steps on the same samples, once written down: what changes them
 * changes training. */
enum { GOLDEN_STEPS = 10 };

static const struct golden_run {
    const char *shape;
    const char *from; /* a net that it begins with, or NULL */
    double sibling_weight;
    double loss[GOLDEN_STEPS];
} golden_runs[] = {
    {"checkers:relu:32-16",
     NULL,
     0,
     {2.02364, 2.01622, 2.00938, 2.00282, 1.99663, 1.99086, 1.98543, 1.98015, 1.97505,
      1.96988}},
    {"checkers+hand:sigmoid:32-16:men-back",
     NULL,
     0,
     {2.01772, 2.01705, 2.01322, 2.01260, 2.00927, 2.00870, 2.00586, 2.00534, 2.00191,
      2.00144}},
    {"checkers:relu:32-16:men-back",
     NULL,
     0,
     {2.02364, 2.02115, 2.01522, 2.01281, 2.00731, 2.00509, 2.00024, 1.99821, 1.99290,
      1.99094}},
    {"checkers+hand:sigmoid:48-32:men-back",
     "checkers+hand:sigmoid:32-16",
     0,
     {2.02454, 2.01976, 2.01252, 2.00801, 2.00220, 1.99795, 1.99314, 1.98916, 1.98259,
      1.97903}},
    {"checkers+hand:sigmoid:32-16:men-back",
     NULL,
     0.5,
     {2.17893, 2.17767, 2.17296, 2.17174, 2.16747, 2.16629, 2.16246, 2.16133, 2.15625,
      2.15517}},
};

TEST(ten_steps_give_the_golden_losses)
{
    enum { SAMPLES = 64 };
    struct sample samples[SAMPLES];
    make_samples(samples, SAMPLES, 21);
    pair_up(samples, SAMPLES);
    for (size_t g = 0; g < sizeof golden_runs / sizeof golden_runs[0]; g++) {
        const struct golden_run *golden = &golden_runs[g];
        struct learner *learner = learner_of(golden->shape, 8);
        learner_weigh_siblings(learner, golden->sibling_weight);
        if (golden->from != NULL) {
            struct weights *w = little_net(golden->from);
            assert_true(learner_begin_with(learner, w, golden->from, NULL));
            weights_free(w);
        }
        for (int i = 0; i < GOLDEN_STEPS; i++) {
            double loss = learner_step(learner, samples, SAMPLES, 3e-3);
            if (fabs(loss - golden->loss[i]) >= 2e-5) {
                fail_msg("%s: step %d has a loss of %.5f", golden->shape, i + 1, loss);
            }
        }
        learner_free(learner);
    }
}

/* ---- beginning with a net ------------------------------------------------------- */

/* A learner's own outputs for the position of `sample`: with targets of 0 they are the
 * gradient by the biases of the last layer, which stand before its panels at the end of
 * a class. */
static struct outputs outputs_of(struct learner *learner, const char *text,
                                 const struct sample *sample)
{
    struct net_shape shape;
    struct position pos;
    const float *gradient;
    size_t count;
    assert_true(learner_shape_read(text, &shape, NULL));
    sample_position(sample, &pos);
    const struct sample untaught = sample_of(&pos, (struct outputs){0});
    (void)learner_gradient(learner, &untaught, 1, &gradient);
    (void)learner_numbers(learner, &count);
    size_t first =
        (size_t)(INPUT_ROWS + 1 + shape.inputs->extras) * (size_t)shape.size[0];
    size_t of_class = (count - first) / (size_t)shape.classes->count;
    const float *g = gradient + first +
                     (size_t)(class_of(shape.classes, &pos) + 1) * of_class -
                     (size_t)((1 + shape.size[shape.layers - 2]) * NET_PANEL);
    return (struct outputs){g[0], g[1], g[2], g[3], g[4]};
}

static double largest_difference(const struct outputs *a, const struct outputs *b)
{
    const float x[NET_OUTPUTS] = {a->win, a->win_gammon, a->win_backgammon,
                                  a->lose_gammon, a->lose_backgammon};
    const float y[NET_OUTPUTS] = {b->win, b->win_gammon, b->win_backgammon,
                                  b->lose_gammon, b->lose_backgammon};
    double largest = 0;
    for (int k = 0; k < NET_OUTPUTS; k++) {
        largest = fmax(largest, fabs((double)(x[k] - y[k])));
    }
    return largest;
}

/* Each output in its place, in 16 bits; samples of several classes come in their order. */
TEST(labels_are_the_outputs_of_the_learner)
{
    enum { SAMPLES = 40 };
    static const char shape[] = "checkers+hand:sigmoid:32-16:men-back";
    struct sample samples[SAMPLES];
    struct learner *learner = learner_of(shape, 3);
    make_samples(samples, SAMPLES, 14);
    learner_label(learner, samples, SAMPLES);
    for (int i = 0; i < SAMPLES; i++) {
        const struct outputs label = sample_target(&samples[i]);
        const struct outputs found = outputs_of(learner, shape, &samples[i]);
        assert_true(largest_difference(&label, &found) < 2e-5);
    }
    learner_free(learner);
}

static struct learner *begun(const struct beginning *b, const struct weights *w)
{
    struct learner *learner = learner_of(b->shape, 13);
    struct error err = {0};
    bool fits = learner_begin_with(learner, w, "some.net", &err);
    if (fits != (b->reason == NULL)) {
        fail_msg("%s from %s: %s", b->shape, b->net, err.text);
    }
    return learner;
}

/* The net computes in whole numbers, its second layer in bytes: that far it is off. A
 * wider learner adds exact zeros. */
static void check_beginning(const struct beginning *b)
{
    enum { SAMPLES = 40 };
    struct sample samples[SAMPLES];
    make_samples(samples, SAMPLES, 14);
    struct weights *w = little_net(b->net);
    const struct beginning same = {b->net, b->net, NULL};
    struct learner *narrow = begun(&same, w);
    struct learner *learner = begun(b, w);
    struct net *net = net_new(w);
    struct net_scratch *scratch = net_scratch_new((const struct net *const[]){net}, 1);
    for (int i = 0; i < SAMPLES; i++) {
        struct position pos;
        struct outputs of_net;
        sample_position(&samples[i], &pos);
        net_evaluate(net, net_kernel_find(NULL), scratch, &pos, 1, &of_net);
        const struct outputs of_narrow = outputs_of(narrow, b->net, &samples[i]);
        const struct outputs of_learner = outputs_of(learner, b->shape, &samples[i]);
        assert_memory_equal(&of_learner, &of_narrow, sizeof of_learner);
        const struct outputs clamped = outputs_clamp(of_learner);
        if (largest_difference(&clamped, &of_net) > 0.004) {
            fail_msg("%s from %s: %.4f off", b->shape, b->net,
                     largest_difference(&clamped, &of_net));
        }
    }
    net_scratch_free(scratch);
    net_free(net);
    learner_free(learner);
    learner_free(narrow);
    weights_free(w);
}

TEST(a_learner_begins_with_the_outputs_of_a_net)
{
    for (int i = 0; i < BEGINNINGS; i++) {
        if (beginnings[i].reason == NULL) {
            check_beginning(&beginnings[i]);
        }
    }
}

TEST(a_net_that_does_not_fit_is_refused_with_the_reason)
{
    for (int i = 0; i < BEGINNINGS; i++) {
        struct error err = {0};
        if (beginnings[i].reason != NULL) {
            struct weights *w = little_net(beginnings[i].net);
            struct learner *learner = begun(&beginnings[i], w);
            assert_false(learner_begin_with(learner, w, "some.net", &err));
            assert_non_null(strstr(err.text, "some.net"));
            assert_non_null(strstr(err.text, beginnings[i].reason));
            learner_free(learner);
            weights_free(w);
        }
    }
}

/* What goes in comes out, bit for bit: weights and their average. */
TEST(an_equal_shape_exports_the_net_that_it_began_with)
{
    const struct beginning b = {"checkers+hand:sigmoid:32-16:men-back",
                                "checkers+hand:sigmoid:32-16:men-back", NULL};
    struct weights *w = little_net(b.net);
    struct learner *learner = begun(&b, w);
    for (int averaged = 0; averaged < 2; averaged++) {
        struct weights *out = learner_export(learner, averaged > 0);
        assert_int_equal(out->shift, w->shift);
        assert_memory_equal(out->rows, w->rows,
                            (INPUT_ROWS + 1) * 32 * sizeof *w->rows);
        assert_memory_equal(out->extras, w->extras,
                            (size_t)(w->shape.inputs->extras * 32) * sizeof(float));
        assert_memory_equal(out->matrix[1], w->matrix[1],
                            (size_t)16 * 32 * 16 * sizeof(float));
        assert_memory_equal(out->bias[2], w->bias[2], 16 * NET_OUTPUTS * sizeof(float));
        weights_free(out);
    }
    learner_free(learner);
    weights_free(w);
}

/* New units are unheard, but they are taught: else the net would stay as narrow. */
TEST(new_units_learn)
{
    const struct beginning b = {"checkers+hand:sigmoid:16-16",
                                "checkers+hand:sigmoid:32-32", NULL};
    const struct gradient_case slopes = {b.shape, 0.02F, 0, 0};
    enum { SAMPLES = 50 };
    struct sample samples[SAMPLES];
    make_samples(samples, SAMPLES, 15);
    struct weights *w = little_net(b.net);
    struct learner *learner = begun(&b, w);
    check_gradient_of(&slopes, learner);
    double before = learner_gradient(learner, samples, SAMPLES, NULL);
    for (int i = 0; i < 200; i++) {
        (void)learner_step(learner, samples, SAMPLES, 1e-3);
    }
    check_gradient_of(&slopes, learner);
    assert_true(learner_gradient(learner, samples, SAMPLES, NULL) < before - 0.002);
    struct weights *out = learner_export(learner, false);
    for (int unit = 16; unit < 32; unit++) { /* of the first layer, to old ones */
        bool is_heard = false;
        for (int o = 0; o < 16; o++) {
            is_heard = is_heard || fabsf(out->matrix[1][unit * 32 + o]) > 1e-3F;
        }
        assert_true(is_heard);
    }
    weights_free(out);
    learner_free(learner);
    weights_free(w);
}

TEST_MAIN(NULL, NULL)
