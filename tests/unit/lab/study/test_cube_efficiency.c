/* Cube efficiency fitted to exact endings: better than a dead cube and than the extremes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "engine/board/position.h"
#include "lab/study/cube_efficiency.h"
#include "lab/study/cube_efficiency_rollouts.h"
#include "lab/study/cube_efficiency_terms.h"

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
    struct error err = {0};
    assert_false(cube_efficiency_fit("no/such/folder", 1, 1, fits, &err));
    assert_true(err.text[0] != '\0');
    err.text[0] = '\0';
    struct position sample;
    assert_false(cube_efficiency_sample("no/such/folder", 1, 1, &sample, &err));
    assert_true(err.text[0] != '\0');
    struct efficiency_case none = {.is_known = {false}};
    struct efficiency_terms_fit fits_by_ply[EFFICIENCY_PLIES];
    err.text[0] = '\0';
    assert_false(
        cube_efficiency_fit_terms("no/such/folder", &none, 1, true, fits_by_ply, &err));
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

/* Sets the values that `outputs` have with the efficiencies of each owner. */
static void set_case(struct efficiency_case *c, const struct position *pos,
                     struct outputs outputs, const double of[EFFICIENCY_OWNERS])
{
    c->pos = *pos;
    c->outputs = outputs;
    for (int owner = 0; owner < EFFICIENCY_OWNERS; owner++) {
        struct match_state ms = match_state_money();
        struct cube_model model;
        double values[CUBE_SLOTS_MAX];
        ms.owner = (enum cube_owner)owner;
        cube_model_init(&model, NULL, &ms);
        cube_values(&model, outputs, cube_efficiencies_alike(of[owner]), values);
        c->is_known[owner] = true;
        c->equity[owner] = values[0];
    }
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
        const double of[EFFICIENCY_OWNERS] = {.37, .37, .37};
        set_case(&cases[i], &sample[i],
                 (struct outputs){0.3F + 0.05F * (float)i, 0.1F, 0.0F, 0.08F, 0.0F},
                 of);
    }
    assert_true(cube_efficiency_fit_cases("build/weights", cases, FITTED, &fits, &err));
    for (int class = 0; class < EFFICIENCY_CLASSES; class ++) {
        const struct efficiency_fit *fit = &fits.of[class][0][EFFICIENCY_OWNERS];
        assert_true(fit->cases > 0);
        assert_true(fabs(fit->efficiency - 0.37) < 0.005);
        assert_true(fit->error_now > fit->error);
    }
}

/* "Rollouts" whose cube is worth what the class's efficiency and these terms make of
 * their probabilities. */
static const double made_of[EFFICIENCY_TERMS] = {
    [EFFICIENCY_CENTRED] = .10,
    [EFFICIENCY_CENTRED_GAMMONS] = -.50,
    [EFFICIENCY_OWNED] = -.05,
    [EFFICIENCY_OWNED_CHANCE] = .40,
    [EFFICIENCY_OWNED_LOST_GAMMONS] = .20,
    [EFFICIENCY_OWNED_WON_GAMMONS] = -.30,
};

static double owned_of(double class, double chance, double won, double lost)
{
    return class + made_of[EFFICIENCY_OWNED] +
           made_of[EFFICIENCY_OWNED_CHANCE] * (chance - .5) +
           made_of[EFFICIENCY_OWNED_LOST_GAMMONS] * lost +
           made_of[EFFICIENCY_OWNED_WON_GAMMONS] * won;
}

static void make_case(struct efficiency_case *c, const struct position *pos, int i)
{
    const double p = 0.3 + 0.01 * i;
    const double won = (i * 7 % 10) * .05;
    const double lost = (i * 3 % 10) * .05;
    const double class = cube_efficiency(pos, 0);
    const struct outputs outputs = {(float)p, (float)(p * won), 0.0F,
                                    (float)((1.0 - p) * lost), 0.0F};
    const double of[EFFICIENCY_OWNERS] = {
        [CUBE_CENTRED] =
            class + made_of[EFFICIENCY_CENTRED] +
            made_of[EFFICIENCY_CENTRED_GAMMONS] * (p * won + (1.0 - p) * lost),
        [CUBE_MINE] = owned_of(class, p, won, lost),
        [CUBE_THEIRS] = owned_of(class, 1.0 - p, lost, won),
    };
    set_case(c, pos, outputs, of);
}

static void terms_that_made_the_values_are_found(void **state)
{
    enum { CASES = 48 };
    static struct position sample[CASES];
    static struct efficiency_case cases[CASES];
    struct efficiency_terms_fit fits[EFFICIENCY_PLIES];
    struct error err;
    (void)state;
    assert_true(cube_efficiency_sample("build/weights", CASES, 6, sample, &err));
    for (int i = 0; i < CASES; i++) {
        make_case(&cases[i], &sample[i], i);
    }
    assert_true(
        cube_efficiency_fit_terms("build/weights", cases, CASES, true, fits, &err));
    assert_int_equal(fits[0].values, CASES / 2 * EFFICIENCY_OWNERS);
    for (int t = 0; t < EFFICIENCY_TERMS; t++) {
        assert_true(fabs(fits[0].term[t] - made_of[t]) < 0.02);
    }
    assert_true(fits[0].error < 0.002);
    assert_true(fits[0].error_aside < 0.004);
    assert_true(fits[0].error_class > 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fit_lies_between_dead_and_live),
        cmocka_unit_test(searching_comes_nearer_to_the_exact_value),
        cmocka_unit_test(the_database_tells_lives_that_fit_match_play),
        cmocka_unit_test(a_sample_has_contact_races_and_endings),
        cmocka_unit_test(a_life_that_made_the_values_is_found),
        cmocka_unit_test(terms_that_made_the_values_are_found),
        cmocka_unit_test(without_weights_there_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
