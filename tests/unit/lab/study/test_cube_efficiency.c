/* Cube efficiency fitted to exact endings: better than a dead cube and than the extremes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "lab/study/cube_efficiency.h"
#include "lab/study/cube_efficiency_rollouts.h"

static void a_fit_lies_between_dead_and_live(void **state)
{
    (void)state;
    struct cube_efficiency_fit fits[EFFICIENCY_PLIES][3];
    struct error err;
    assert_true(cube_efficiency_fit("build/weights", 12, 1, fits, &err));
    for (int owner = 0; owner < 3; owner++) {
        const struct cube_efficiency_fit *fit = &fits[0][owner];
        assert_true(fit->efficiency > 0.1 && fit->efficiency < 0.95);
        assert_true(fit->error < fit->error_dead);
        assert_true(fit->error_now < fit->error_dead);
    }
}

static void searching_comes_nearer_to_the_exact_value(void **state)
{
    (void)state;
    struct cube_efficiency_fit fits[EFFICIENCY_PLIES][3];
    struct error err;
    assert_true(cube_efficiency_fit("build/weights", 30, 2, fits, &err));
    double errors[EFFICIENCY_PLIES] = {0.0};
    for (int ply = 0; ply < EFFICIENCY_PLIES; ply++) {
        for (int owner = 0; owner < 3; owner++) {
            errors[ply] += fits[ply][owner].error_now;
        }
    }
    assert_true(errors[1] < errors[0]);
    assert_true(errors[2] < errors[1]);
}

static void without_weights_there_is_an_error(void **state)
{
    (void)state;
    struct cube_efficiency_fit fits[EFFICIENCY_PLIES][3];
    struct error err = {""};
    assert_false(cube_efficiency_fit("no/such/folder", 1, 1, fits, &err));
    assert_true(err.text[0] != '\0');
    err.text[0] = '\0';
    struct position sample;
    assert_false(cube_efficiency_sample("no/such/folder", 1, 1, &sample, &err));
    assert_true(err.text[0] != '\0');
}

/* ---- matches --------------------------------------------------------------------- */

static void the_database_tells_lives_that_fit_match_play(void **state)
{
    struct match_fits fits;
    struct error err;
    (void)state;
    assert_true(cube_efficiency_match_fit("build/weights", 60, 3, &fits, &err));
    for (int ply = 0; ply < EFFICIENCY_PLIES; ply += 2) {
        const struct match_fit *class =
            &fits.of[EFFICIENCY_BY_CLASS][ply][CUBE_CENTRED];
        const struct match_fit *known =
            &fits.of[EFFICIENCY_BY_DATABASE][ply][CUBE_CENTRED];
        assert_true(known->error < 0.9 * class->error);
        assert_true(known->loss <= class->loss);
    }
    assert_false(cube_efficiency_match_fit("no/such/folder", 1, 1, &fits, &err));
}

/* ---- rollouts -------------------------------------------------------------------- */

enum { SAMPLE = 24, FITTED = 8 };

static void a_sample_has_contact_races_and_endings(void **state)
{
    static struct position sample[SAMPLE], again[SAMPLE];
    struct error err;
    int contact = 0;
    (void)state;
    assert_true(cube_efficiency_sample("build/weights", SAMPLE, 5, sample, &err));
    assert_true(cube_efficiency_sample("build/weights", SAMPLE, 5, again, &err));
    for (int i = 0; i < SAMPLE; i++) {
        assert_null(position_fault(&sample[i]));
        assert_true(position_equal(&sample[i], &again[i]));
        contact += position_has_contact(&sample[i]);
    }
    assert_int_equal(contact, SAMPLE / 2);
}

/* "Rollouts" whose cube is worth what a life of .37 makes of their probabilities. */
static void a_life_that_made_the_values_is_found(void **state)
{
    static struct position sample[FITTED];
    static struct efficiency_case cases[FITTED];
    static struct efficiency_fits fits;
    struct error err;
    (void)state;
    assert_true(cube_efficiency_sample("build/weights", FITTED, 6, sample, &err));
    for (int i = 0; i < FITTED; i++) {
        cases[i].pos = sample[i];
        cases[i].outputs =
            (struct outputs){0.3F + 0.05F * (float)i, 0.1F, 0.0F, 0.08F, 0.0F};
        for (int owner = 0; owner < EFFICIENCY_OWNERS; owner++) {
            struct match_state ms = match_state_money();
            struct cube_model model;
            double values[CUBE_SLOTS_MAX];
            ms.owner = (enum cube_owner)owner;
            cube_model_init(&model, NULL, &ms);
            cube_values(&model, cases[i].outputs, cube_efficiencies_alike(0.37),
                        values);
            cases[i].is_known[owner] = true;
            cases[i].equity[owner] = values[0];
        }
    }
    assert_true(cube_efficiency_fit_cases("build/weights", cases, FITTED, &fits, &err));
    for (int class = 0; class < EFFICIENCY_CLASSES; class ++) {
        const struct efficiency_fit *fit = &fits.of[class][0][EFFICIENCY_OWNERS];
        assert_true(fit->cases > 0);
        assert_true(fabs(fit->efficiency - 0.37) < 0.005);
        assert_true(fit->error_now > fit->error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fit_lies_between_dead_and_live),
        cmocka_unit_test(searching_comes_nearer_to_the_exact_value),
        cmocka_unit_test(the_database_tells_lives_that_fit_match_play),
        cmocka_unit_test(a_sample_has_contact_races_and_endings),
        cmocka_unit_test(a_life_that_made_the_values_is_found),
        cmocka_unit_test(without_weights_there_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
