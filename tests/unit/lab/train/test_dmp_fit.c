/* The fit of the chance to win where gammons count nothing. */
#include <math.h>

#include "engine/board/position.h"
#include "engine/board/rng.h"
#include "lab/train/dmp_fit.h"
#include "tests/unit/engine/board/random_position.h"
#include "tests/unit/test_case.h"

static double true_weight(int class, int term)
{
    return 0.1 * ((class * 7 + term * 5) % 11 - 5);
}

TEST(weights_that_made_the_results_are_found)
{
    static struct dmp_fit fit;
    double weight[CLASSES_MAX][DMP_TERMS];
    struct rng rng;
    int of_class[CLASSES_MAX] = {0};
    int tested = 0;
    rng_seed(&rng, 4, 0);
    for (int i = 0; i < 200000; i++) {
        struct position pos;
        random_position(&rng, &pos);
        float win = (float)rng_unit(&rng);
        struct outputs o = {.win = win};
        o.win_gammon = win * (float)rng_unit(&rng);
        o.win_backgammon = o.win_gammon * (float)rng_unit(&rng);
        o.lose_gammon = (1.0F - win) * (float)rng_unit(&rng);
        o.lose_backgammon = o.lose_gammon * (float)rng_unit(&rng);
        double term[DMP_TERMS];
        double result = (double)win;
        int class = dmp_class(&pos);
        dmp_terms(&o, term);
        for (int t = 0; t < DMP_TERMS; t++) {
            result += true_weight(class, t) * term[t];
        }
        dmp_fit_add(&fit, &pos, &o, (float)result);
        of_class[class]++;
    }
    double left = dmp_fit_solve(&fit, weight);
    assert_true(fit.count == 200000);
    assert_true(left < 0.001 * fit.squares);
    for (int c = 0; c < CLASSES_MAX; c++) {
        tested += of_class[c] > 5000;
        for (int t = 0; t < DMP_TERMS && of_class[c] > 5000; t++) {
            assert_true(fabs(weight[c][t] - true_weight(c, t)) < 0.1);
        }
    }
    assert_true(tested >= 8);
}

TEST(a_class_without_positions_changes_nothing)
{
    static const struct dmp_fit none;
    double weight[CLASSES_MAX][DMP_TERMS];
    assert_true(dmp_fit_solve(&none, weight) == 0.0);
    for (int c = 0; c < CLASSES_MAX; c++) {
        for (int t = 0; t < DMP_TERMS; t++) {
            assert_true(weight[c][t] == 0.0);
        }
    }
}

TEST_MAIN(NULL, NULL)
