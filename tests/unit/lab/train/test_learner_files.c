/* What a learner writes and reads: checkpoints, shapes, rounded weights. */
#include "tests/unit/lab/train/learner_samples.h"
#include "tests/unit/test_case.h"

TEST(wrong_shapes_are_refused_with_the_reason)
{
    static const struct {
        const char *text;
        const char *reason;
    } cases[] = {
        {"", "expected INPUTS"},
        {"checkers:relu", "expected INPUTS"},
        {"checkers:relu:", "expected INPUTS"},
        {"checkers:relu:64-", "expected INPUTS"},
        {"checkers:relu:64-64-64-64-64-64", "expected INPUTS"},
        {"neurogammon:relu:64", "no input set \"neurogammon\""},
        {"checkers:tanh:64", "relu or sigmoid"},
        {"checkers:relu:63", "16, 32"},
        {"checkers:relu:2048", "expected INPUTS"},
        {"checkers:relu:64:kinds", "no such class set"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct net_shape shape;
        struct error err = {0};
        assert_false(learner_shape_read(cases[i].text, &shape, &err));
        assert_non_null(strstr(err.text, cases[i].reason));
    }
}

TEST(learner_goes_on_as_before_after_writing_and_reading)
{
    struct sample samples[20];
    make_samples(samples, 20, 1);
    struct learner *one = learner_of("checkers:relu:16:men-back", 1);
    struct learner *two = learner_of("checkers:relu:16:men-back", 2);
    for (int i = 0; i < 3; i++) {
        (void)learner_step(one, samples, 20, 1e-2);
    }
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_true(learner_write(one, file));
    rewind(file);
    assert_true(learner_read(two, file));
    rewind(file);
    struct learner *other = learner_of("checkers:relu:32", 1);
    assert_false(learner_read(other, file));
    (void)fclose(file);
    (void)learner_step(one, samples, 20, 1e-2);
    (void)learner_step(two, samples, 20, 1e-2);
    size_t count;
    const float *want = learner_numbers(one, &count);
    assert_memory_equal(learner_numbers(two, &count), want, count * sizeof *want);
    learner_free(other);
    learner_free(two);
    learner_free(one);
}

/* A checkpoint sums up what waits; what comes after goes on from there. */
TEST(a_checkpoint_between_steps_changes_no_bit)
{
    enum { SAMPLES = 30, STEPS = 12 };
    struct sample samples[SAMPLES * STEPS];
    size_t count;
    make_samples(samples, SAMPLES * STEPS, 3);
    struct learner *straight = learner_of("checkers+hand:sigmoid:32-16:men-back", 1);
    struct learner *saved = learner_of("checkers+hand:sigmoid:32-16:men-back", 1);
    for (int s = 0; s < STEPS; s++) {
        FILE *file = tmpfile();
        assert_non_null(file);
        (void)learner_step(straight, samples + s * SAMPLES, SAMPLES, 1e-2);
        (void)learner_step(saved, samples + s * SAMPLES, SAMPLES, 1e-2);
        assert_true(learner_write(saved, file));
        if (s % 3 == 1) {
            rewind(file);
            learner_free(saved);
            saved = learner_of("checkers+hand:sigmoid:32-16:men-back", 7);
            assert_true(learner_read(saved, file));
        }
        (void)fclose(file);
    }
    const float *want = learner_numbers(straight, &count);
    assert_memory_equal(learner_numbers(saved, &count), want, count * sizeof *want);
    learner_free(saved);
    learner_free(straight);
}

/* The rounded first layer must not overflow with all men on one point. */
TEST(rounding_leaves_room_for_every_position)
{
    enum { WIDTH = 16 };
    static float rows[(INPUT_ROWS + 1) * WIDTH];
    for (int i = 0; i < (INPUT_ROWS + 1) * WIDTH; i++) {
        rows[i] = 0.01F;
    }
    for (int n = 0; n < 6; n++) {
        rows[(5 * 6 + n) * WIDTH + 3] = 2.0F;                    /* mine on point 6 */
        rows[(INPUT_ROWS_SIDE + 17 * 6 + n) * WIDTH + 3] = 1.5F; /* theirs on 18 */
    }
    int shift = learner_fixed_shift(rows, WIDTH);
    double most = 15 * 2.0 + 15 * 1.5 + 0.01;
    assert_true(ldexp(most, shift) < 32767.0);
    assert_true(ldexp(most, shift + 1) > 32767.0);
}

TEST_MAIN(NULL, NULL)
