/* The state of a rollout: what it is refused for. */
#include "engine/rollout/rollout_state.h"

#include "engine/cube/met.h"
#include "engine/rollout/rollout_internal.h"
#include "tests/unit/engine/rollout_harness.h"

TEST(states_of_other_rollouts_and_damaged_ones_are_refused)
{
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

TEST(a_state_is_that_of_its_match_equity_table_and_cube_threshold)
{
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

/* Whether a rollout with these settings, of this game, goes on with the state. */
static bool goes_on(const char *text, const struct rollout_settings *settings,
                    const struct match_state *ms)
{
    struct decision_context at = context(studied);
    at.ms = *ms;
    struct rollout *rollout = open_plays(settings, &at, studied_plays, 2);
    bool is_read = rollout_state_read(rollout, text, NULL);
    rollout_free(rollout);
    return is_read;
}

/* All of them: of a rollout that is kept, none may have changed. That of a saved state
 * may have had others of the first, which only say for how long. */
TEST(settings_differ_in_any_of_their_fields)
{
    static char text[ROLLOUT_STATE_MAX];
    enum { OF_LENGTH = 7, OTHERS = 23 };
    struct decision_context at = context(studied);
    struct rollout_settings mine = short_settings(), other[OTHERS];
    mine.play_ply = mine.first_turns = 1;
    mine.first_ply = 2;
    for (int i = 0; i < OTHERS; i++) {
        other[i] = mine;
    }
    other[0].trials++;
    other[1].least_trials++;
    other[2].threads++;
    other[3].wanted_error = .01;
    other[4].clear_errors = 2.0;
    other[5].check_every = 36;
    other[6].small_loss = .01;
    other[7].horizon++;
    other[8].play_ply++;
    other[9].cube_ply += 2;
    other[10].filter.level[0][0].extra++;
    other[11].luck_ply++;
    other[12].is_cubeful = !mine.is_cubeful;
    other[13].reduces_variance = !mine.reduces_variance;
    other[14].has_stratified_dice = !mine.has_stratified_dice;
    other[15].uses_databases = !mine.uses_databases;
    other[16].seed++;
    other[17].seed += UINT64_C(1) << 32;
    other[18].filter.level[0][0].threshold *= 2.0F;
    other[19].filter.gives_up[0] = !mine.filter.gives_up[0];
    other[20].first_turns++;
    other[21].first_ply++;
    other[22].filter.level[1][1].extra++;
    struct rollout *rollout = open_plays(&mine, &at, studied_plays, 2);
    (void)rollout_state_write(rollout, text);
    assert_true(rollout_has_settings(rollout, &mine));
    for (int i = 0; i < OTHERS; i++) {
        assert_false(rollout_has_settings(rollout, &other[i]));
        assert_int_equal(goes_on(text, &other[i], &at.ms), i < OF_LENGTH);
    }
    rollout_free(rollout);
}

TEST(a_saved_state_is_that_of_its_game)
{
    static char text[ROLLOUT_STATE_MAX];
    enum { OTHERS = 5 };
    struct decision_context at = context(studied);
    struct match_state other[OTHERS] = {at.ms, at.ms, at.ms, at.ms, at.ms};
    struct rollout_settings settings = short_settings();
    other[0].has_jacoby = true;
    other[1].has_beavers = true;
    other[2].pays_by_board = true;
    other[3].cube *= 2;
    other[4].owner = CUBE_MINE;
    struct rollout *rollout = open_plays(&settings, &at, studied_plays, 2);
    (void)rollout_state_write(rollout, text);
    rollout_free(rollout);
    for (int i = 0; i < OTHERS; i++) {
        assert_false(goes_on(text, &settings, &other[i]));
    }
}

TEST_MAIN(open_engine, close_engine)
