/* The learner with its second layer in bytes: it computes what the net will, on every
 * kernel and number of threads. */
#include "tests/unit/lab/train/learner_samples.h"
#include "tests/unit/test_case.h"

#include "engine/net/net.h"

enum { SAMPLES = 200, STEPS = 30 };
static const char shape[] = "checkers+hand:sigmoid:96-32:men-back";

/* A learner after some steps; the weights of one input are far larger than the others',
 * so that bytes are coarse. */
static struct learner *taught(bool in_bytes, const char *kernel, int threads,
                              struct thread_pool *pool)
{
    struct sample samples[SAMPLES];
    struct net_shape read;
    make_samples(samples, SAMPLES, 9);
    assert_true(learner_shape_read(shape, &read, NULL));
    struct learner *learner = learner_new(&read, net_kernel_find(kernel), 4);
    for (int c = 0; c < read.classes->count; c++) {
        for (int o = 0; o < NET_PANEL; o++) {
            learner->weights[learner_of_class(learner, c) + learner->at_panels[1] +
                             (size_t)o] = 8.0F;
        }
    }
    learner_turn(learner);
    learner_share_work(learner, pool, threads);
    assert_true(!in_bytes || learner_round_to_bytes(learner));
    for (int i = 0; i < STEPS; i++) {
        (void)learner_step(learner, samples, SAMPLES, 3e-3);
        learner_average(learner, 0.5);
    }
    return learner;
}

/* Returns the mean difference between the learner's chances to win and those of the net
 * that it exports: single ones may be on the other side of a byte's rounding. */
static float off_the_net(struct learner *learner)
{
    struct sample samples[SAMPLES];
    struct sample labelled[SAMPLES];
    float sum = 0.0F;
    struct weights *w = learner_export(learner, false);
    struct net *net = net_new(w);
    struct net_scratch *scratch = net_scratch_new((const struct net *const[]){net}, 1);
    learner_sum_waiting(learner);
    make_samples(samples, SAMPLES, 31);
    memcpy(labelled, samples, sizeof labelled);
    memset(learner->waiting, 0, sizeof learner->waiting);
    memset(learner->summed, 0, sizeof learner->summed);
    learner_label(learner, labelled, SAMPLES);
    for (int i = 0; i < SAMPLES; i++) {
        struct position pos;
        struct outputs of_net;
        sample_position(&samples[i], &pos);
        net_evaluate(net, net_kernel_find(NULL), scratch, &pos, 1, &of_net);
        sum += fabsf(sample_target(&labelled[i]).win - of_net.win);
        assert_memory_equal(labelled[i].side, samples[i].side, sizeof samples[i].side);
    }
    net_scratch_free(scratch);
    net_free(net);
    weights_free(w);
    return sum / SAMPLES;
}

TEST(in_bytes_a_learner_computes_what_its_net_does)
{
    struct learner *rounded = taught(true, NULL, 1, NULL);
    struct learner *exact = taught(false, NULL, 1, NULL);
    const float off_rounded = off_the_net(rounded);
    const float off_exact = off_the_net(exact);
    if (off_rounded > 0.0004F || off_exact < 2.0F * off_rounded) {
        fail_msg("in bytes %.5f off, exact %.5f", (double)off_rounded,
                 (double)off_exact);
    }
    learner_free(rounded);
    learner_free(exact);
}

TEST(in_bytes_every_kernel_and_pool_learns_the_same_bits)
{
    size_t count;
    struct learner *plain = taught(true, "plain", 1, NULL);
    const float *want = learner_numbers(plain, &count);
    for (int k = 0; net_kernel_name(k) != NULL; k++) {
        struct learner *other = taught(true, net_kernel_name(k), 1, NULL);
        assert_memory_equal(learner_numbers(other, &count), want, count * sizeof *want);
        learner_free(other);
    }
    for (int threads = 2; threads < 5; threads++) {
        struct thread_pool *pool = thread_pool_new(threads);
        struct learner *shared = taught(true, NULL, threads, pool);
        assert_memory_equal(learner_numbers(shared, &count), want,
                            count * sizeof *want);
        learner_free(shared);
        thread_pool_free(pool);
    }
    learner_free(plain);
}

/* Begun with a net, the learner has the net's own sums, and gives them back. */
TEST(in_bytes_a_learner_begins_with_the_sums_of_a_net)
{
    struct error err;
    struct learner *first = taught(false, NULL, 1, NULL);
    struct weights *w = learner_export(first, false);
    struct net *net = net_new(w);
    struct learner *learner = learner_of(shape, 5);
    assert_true(learner_round_to_bytes(learner));
    assert_true(learner_begin_with(learner, w, "net", &err));
    assert_true(off_the_net(learner) < 0.0004F);
    struct weights *again = learner_export(learner, true);
    struct net *out = net_new(again);
    double corrected = 0;
    for (int c = 0; c < 16; c++) {
        for (int o = 0; o < 32; o++) {
            const double offset = net_byte_offset(net, c, o);
            assert_true(fabs(net_byte_offset(out, c, o) - offset) < 1e-4);
            corrected += fabs(offset - (double)w->bias[1][c * 32 + o]);
        }
    }
    assert_true(corrected > 0.1);
    net_free(out);
    weights_free(again);
    learner_free(learner);
    net_free(net);
    weights_free(w);
    learner_free(first);
}

/* Nets of other shapes have no layer in bytes. */
TEST(a_learner_without_such_a_layer_learns_as_before)
{
    static const char *const shapes[] = {"checkers:relu:32-16", "checkers:sigmoid:32"};
    struct sample samples[SAMPLES];
    make_samples(samples, SAMPLES, 9);
    for (int s = 0; s < 2; s++) {
        struct learner *learner = learner_of(shapes[s], 4);
        struct learner *before = learner_of(shapes[s], 4);
        assert_false(net_has_bytes(&learner->shape));
        assert_true(learner_round_to_bytes(learner));
        assert_true(learner_step(learner, samples, SAMPLES, 1e-3) ==
                    learner_step(before, samples, SAMPLES, 1e-3));
        learner_free(learner);
        learner_free(before);
    }
}

TEST_MAIN(NULL, NULL)
