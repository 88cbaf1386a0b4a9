/* Settings of rollouts in words, as analyses tell them. */
#include "bot/analyse/rollout_request.h"
#include "tests/unit/test_case.h"

TEST(what_differs_from_the_usual_is_said)
{
    char words[ROLLOUT_WORDS_SIZE];
    struct rollout_settings settings = rollout_default();
    settings.seed = 7;
    settings.cube_ply = 2;
    rollout_request_words(&settings, words);
    assert_string_equal(words, "to the end, plays 0-ply, cube 2-ply, seed 7");
    settings.horizon = 12;
    settings.luck_ply = 1;
    settings.wanted_error = 0.01;
    settings.clear_errors = 2.5;
    settings.has_stratified_dice = false;
    settings.uses_databases = false;
    rollout_request_words(&settings, words);
    assert_string_equal(words,
                        "12 half-moves, plays 0-ply, cube 2-ply, seed 7, luck 1-ply, "
                        "error 0.01, clear 2.5, independent dice, no databases");
    settings = rollout_default();
    settings.seed = 1;
    settings.is_cubeful = false;
    settings.reduces_variance = false;
    rollout_request_words(&settings, words);
    assert_string_equal(words, "to the end, plays 0-ply, cubeless, seed 1, raw");
}

TEST(plies_of_the_cube_follow_those_of_plays)
{
    for (int ply = 0; ply <= 3; ply++) {
        struct rollout_request request = ROLLOUT_REQUEST_DEFAULT;
        request.settings.play_ply = ply;
        rollout_request_complete(&request);
        assert_int_equal(request.settings.cube_ply, ply / 2 * 2);
        request.cube_ply = 1;
        rollout_request_complete(&request);
        assert_int_equal(request.settings.cube_ply, 2); /* the next even one */
    }
}

TEST_MAIN(NULL, NULL)
