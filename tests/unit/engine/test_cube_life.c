/* Cube life fitted to exact endings: better than a dead cube and than the extremes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "engine/lab/cube_life.h"

static void a_fit_lies_between_dead_and_live(void **state)
{
    (void)state;
    struct cube_life_fit fits[CUBE_LIFE_PLIES][3];
    struct engine_error err;
    assert_true(cube_life_fit("build/weights", 12, 1, fits, &err));
    for (int owner = 0; owner < 3; owner++) {
        const struct cube_life_fit *fit = &fits[0][owner];
        assert_true(fit->life > 0.1 && fit->life < 0.95);
        assert_true(fit->error < fit->error_dead);
        assert_true(fit->error_now < fit->error_dead);
    }
}

static void searching_comes_nearer_to_the_exact_value(void **state)
{
    (void)state;
    struct cube_life_fit fits[CUBE_LIFE_PLIES][3];
    struct engine_error err;
    assert_true(cube_life_fit("build/weights", 30, 2, fits, &err));
    double errors[CUBE_LIFE_PLIES] = {0.0};
    for (int ply = 0; ply < CUBE_LIFE_PLIES; ply++) {
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
    struct cube_life_fit fits[CUBE_LIFE_PLIES][3];
    struct engine_error err = {""};
    assert_false(cube_life_fit("no/such/folder", 1, 1, fits, &err));
    assert_true(err.text[0] != '\0');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fit_lies_between_dead_and_live),
        cmocka_unit_test(searching_comes_nearer_to_the_exact_value),
        cmocka_unit_test(without_weights_there_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
