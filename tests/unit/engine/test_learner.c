/* The learner: its gradient, a step that must not change, and something exact learnt.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/lab/learner.h"
#include "engine/lab/starts.h"
#include "engine/net.h"

static struct learner *learner_of(const char *text, uint64_t seed)
{
    struct net_shape shape;
    struct engine_error err;
    assert_true(net_shape_read(text, &shape, &err));
    struct learner *learner = learner_new(&shape, net_kernel_find("plain"), seed);
    assert_non_null(learner);
    return learner;
}

static void make_samples(struct sample *samples, int count, uint64_t seed)
{
    struct rng rng;
    rng_seed(&rng, seed, 0);
    for (int i = 0; i < count; i++) {
        struct position pos;
        struct roll roll;
        start_game(&rng, 1.0, &pos, &roll);
        samples[i] = sample_of(
            &pos, (struct outputs){(float)rng_unit(&rng), (float)rng_unit(&rng) * 0.5F,
                                   (float)rng_unit(&rng) * 0.1F, 0.2F, 0.0F});
    }
}

/* Compares the gradient with (loss(w + h) - loss(w - h)) / 2h at numbers spread over
 * all layers. Losses are sums in double of floats: h must not be too small. */
static void check_gradient(const char *shape)
{
    enum { SAMPLES = 7 };
    const float h = 0.02F;
    struct sample samples[SAMPLES];
    make_samples(samples, SAMPLES, 5);
    struct learner *learner = learner_of(shape, 3);
    size_t count;
    float *numbers = learner_numbers(learner, &count);
    const float *gradient;
    (void)learner_gradient(learner, samples, SAMPLES, &gradient);
    float *kept = malloc(count * sizeof *kept);
    assert_non_null(kept);
    memcpy(kept, gradient, count * sizeof *kept);
    int felt = 0;
    for (size_t i = count - 1; i > 17; i -= 17) {
        float before = numbers[i];
        numbers[i] = before + h;
        double above = learner_gradient(learner, samples, SAMPLES, NULL);
        numbers[i] = before - h;
        double below = learner_gradient(learner, samples, SAMPLES, NULL);
        numbers[i] = before;
        double slope = (above - below) / (2.0 * (double)h);
        assert_true(fabs(slope - (double)kept[i]) < 2e-4 + 0.01 * fabs(slope));
        felt += fabs(slope) > 1e-3;
    }
    assert_true(felt > 10);
    free(kept);
    learner_free(learner);
}

static void gradient_agrees_with_finite_differences(void **state)
{
    (void)state;
    check_gradient("checkers:sigmoid:32-16");
    check_gradient("checkers:sigmoid:16-32-16");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradient_agrees_with_finite_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
