/* A learner comes close to what is known exactly: races of two checkers. */
#include "tests/unit/lab/train/learner_samples.h"
#include "tests/unit/test_case.h"

#include "engine/board/position.h"

/* Races with one or two checkers a side on points 1..6: 27 x 27 positions. */
enum { ARRANGEMENTS = 27 };

struct races {
    struct play_list list[64];             /* one for each turn of the recursion */
    float win[ARRANGEMENTS][ARRANGEMENTS]; /* of mine, just moved; -1: not known yet */
};

static void arrange(int number, struct side *side)
{
    memset(side, 0, sizeof *side);
    side->at[POINT_OFF] = CHECKERS;
    for (int high = 1; high <= 6; high++) {
        for (int low = 0; low <= high; low++, number--) {
            if (number == 0) {
                side->at[POINT_OFF] = CHECKERS - 2;
                side->at[high]++;
                side->at[low]++; /* point 0: borne off */
                return;
            }
        }
    }
}

static int number_of(const struct side *side)
{
    for (int n = 0; n < ARRANGEMENTS; n++) {
        struct side other;
        arrange(n, &other);
        if (memcmp(&other, side, sizeof other) == 0) {
            return n;
        }
    }
    return -1;
}

static float race_win(struct races *races, const struct position *after, int depth)
{
    if (after->mine.at[POINT_OFF] == CHECKERS) {
        return 1.0F;
    }
    float *known = &races->win[number_of(&after->mine)][number_of(&after->theirs)];
    if (*known >= 0.0F) {
        return *known;
    }
    struct position on_roll = position_swap(after);
    float sum = 0.0F;
    for (int r = 0; r < ROLLS; r++) {
        struct play_list *list = &races->list[depth];
        float best = 0.0F;
        movegen_plays(&on_roll, roll_all[r].roll, list);
        for (int i = 0; i < list->count; i++) {
            best = fmaxf(best, race_win(races, &list->after[i], depth + 1));
        }
        sum += (1.0F - best) * (float)roll_all[r].ways / 36.0F;
    }
    return *known = sum;
}

static int race_samples(struct sample *samples)
{
    struct races *races = aligned_alloc(64, sizeof *races);
    assert_non_null(races);
    for (int i = 0; i < ARRANGEMENTS * ARRANGEMENTS; i++) {
        races->win[i / ARRANGEMENTS][i % ARRANGEMENTS] = -1.0F;
    }
    int count = 0;
    for (int a = 0; a < ARRANGEMENTS; a++) {
        for (int b = 0; b < ARRANGEMENTS; b++) {
            struct position pos;
            arrange(a, &pos.mine);
            arrange(b, &pos.theirs);
            struct outputs target = {.win = race_win(races, &pos, 0)};
            samples[count++] = sample_of(&pos, target);
        }
    }
    free(races);
    return count;
}

static double race_error(struct learner *learner, const struct sample *samples,
                         int count)
{
    struct weights *w = learner_export(learner, false);
    struct net *net = net_new(w);
    const struct net *const nets[1] = {net};
    struct net_scratch *scratch = net_scratch_new(nets, 1);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        struct position pos;
        struct outputs out;
        sample_position(&samples[i], &pos);
        net_evaluate(net, net_kernel_find(NULL), scratch, &pos, 1, &out);
        double error = (double)(out.win - sample_target(&samples[i]).win);
        sum += error * error;
    }
    net_scratch_free(scratch);
    net_free(net);
    weights_free(w);
    return sqrt(sum / count);
}

static void learn_short_races(const char *shape, double allowed,
                              const struct sample *samples, int count)
{
    enum { SAMPLES_AT_ONCE = 81, STEPS = 1500 };
    struct learner *learner = learner_of(shape, 2);
    struct rng rng;
    rng_seed(&rng, 6, 0);
    assert_true(race_error(learner, samples, count) > 0.2);
    for (int s = 0; s < STEPS; s++) {
        struct sample batch[SAMPLES_AT_ONCE];
        for (int i = 0; i < SAMPLES_AT_ONCE; i++) {
            batch[i] = samples[rng_below(&rng, (uint32_t)count)];
        }
        (void)learner_step(learner, batch, SAMPLES_AT_ONCE,
                           s < STEPS / 2 ? 1e-2 : 2e-3);
    }
    double error = race_error(learner, samples, count);
    if (error >= allowed) {
        fail_msg("%s: an error of %.4f is left", shape, error);
    }
    learner_free(learner);
}

TEST(short_races_are_learnt_from_their_exact_values)
{
    struct sample samples[ARRANGEMENTS * ARRANGEMENTS];
    int count = race_samples(samples);
    learn_short_races("checkers:sigmoid:32-16", 0.01, samples, count);
    learn_short_races("checkers:sigmoid:32-16:men-back", 0.01, samples, count);
    learn_short_races("checkers:relu:32-16:men-back", 0.02, samples, count);
}

TEST_MAIN(NULL, NULL)
