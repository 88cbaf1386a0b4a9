/* The state of a rollout: what it is refused for. */
#include "engine/rollout/rollout_state.h"

#include "engine/cube/met.h"
#include "engine/rollout/rollout_internal.h"
#include "tests/unit/engine/rollout_harness.h"

static struct rollout_settings short_settings(void)
{
    struct rollout_settings settings = rollout_default();
    settings.trials = ROLLOUT_ROUND + 50;
    settings.horizon = 3;
    return settings;
}

static void states_of_other_rollouts_and_damaged_ones_are_refused(void **state)
{
    (void)state;
    static char text[ROLLOUT_STATE_MAX];
    struct decision_context at = context(studied);
    struct rollout_settings settings = short_settings();
    struct error err;
    struct rollout *rollout = open_plays(&settings, &at, studied_plays, 2);
    run_to_end(rollout);
    size_t length = rollout_state_write(rollout, text);
    settings.seed++;
    struct rollout *other = open_plays(&settings, &at, studied_plays, 2);
    assert_false(rollout_state_read(other, text, &err));
    assert_non_null(strstr(err.text, "another rollout"));
    assert_int_equal(rollout_trials(other), 0);
    rollout_free(other);
    for (size_t i = 0; i < length; i += 7) {
        char kept = text[i];
        text[i] = kept == '1' ? '2' : '1';
        assert_false(rollout_state_read(rollout, text, &err));
        text[i] = '\0';
        assert_false(rollout_state_read(rollout, text, &err));
        text[i] = kept;
    }
    assert_true(rollout_state_read(rollout, text, &err));
    rollout_free(rollout);
}

static const char at_a_score[] = "XGID=-CDBBaBB------a----bbbbcb-:1:-1:1:62:2:1:0:5:10";

static struct rollout *open_with(const struct met *met,
                                 const struct rollout_settings *settings)
{
    struct error err;
    struct decision_context at = context(at_a_score);
    struct rollout *rollout =
        rollout_new(engine_evaluator(eng), met, settings, &at.ms, &err);
    assert_non_null(rollout);
    assert_int_equal(rollout_add_play(rollout, &at.pos), 0);
    return rollout;
}

static void assert_another(const struct rollout *written, struct rollout *rollout)
{
    static char text[ROLLOUT_STATE_MAX];
    struct error err;
    (void)rollout_state_write(written, text);
    assert_false(rollout_state_read(rollout, text, &err));
    assert_non_null(strstr(err.text, "another rollout"));
    rollout_free(rollout);
}

static void a_state_is_that_of_its_match_equity_table_and_cube_threshold(void **state)
{
    (void)state;
    struct error err;
    struct rollout_settings settings = short_settings();
    settings.cube_ply = 2;
    struct met *other = met_new_without_cube(&err);
    struct rollout *rollout = open_with(engine_met(eng), &settings);
    struct rollout *same = open_with(engine_met(eng), &settings);
    static char text[ROLLOUT_STATE_MAX];
    (void)rollout_state_write(rollout, text);
    assert_true(rollout_state_read(same, text, &err));
    rollout_free(same);
    assert_another(rollout, open_with(other, &settings));
    settings.filter.cube_threshold += .1F;
    assert_another(rollout, open_with(engine_met(eng), &settings));
    rollout_free(rollout);
    met_close(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_of_other_rollouts_and_damaged_ones_are_refused),
        cmocka_unit_test(a_state_is_that_of_its_match_equity_table_and_cube_threshold),
    };
    return cmocka_run_group_tests(tests, open_engine, close_engine);
}
