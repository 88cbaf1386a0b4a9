/* Settings of rollouts in words, as analyses tell them. */
#include <stdio.h>
#include <string.h>

#include "base/cli_command.h"
#include "bot/analyse/rollout_request.h"
#include "tests/unit/printed.h"
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

/* ---- options --------------------------------------------------------------------- */

static const struct rollout_request defaults = ROLLOUT_REQUEST_DEFAULT;

static int read_option(const char *option, struct rollout_request *request)
{
    const struct cli_command command = {.title = "test",
                                        .size = sizeof *request,
                                        .defaults = &defaults,
                                        .options = rollout_request_options};
    char name[] = "test", word[40];
    char *words[] = {name, word, NULL};
    (void)snprintf(word, sizeof word, "%s", option);
    FILE *out = printed_begin();
    int status =
        cli_read(&command, option[0] == '\0' ? 1 : 2, words, request, NULL, out, out);
    (void)printed_end(out);
    return status;
}

/* Each sets what it is for, and nothing else. */
TEST(options_set_what_the_words_say)
{
    static const struct {
        const char *option;
        int trials, candidates;
        double within;
        const char *words;
    } rows[] = {
        {"", 1296, 5, 0.2, "to the end, plays 0-ply, cube 0-ply, seed 1"},
        {"--trials=72", 72, 5, 0.2, "to the end, plays 0-ply, cube 0-ply, seed 1"},
        {"--candidates=3", 1296, 3, 0.2, "to the end, plays 0-ply, cube 0-ply, seed 1"},
        {"--within=0.5", 1296, 5, 0.5, "to the end, plays 0-ply, cube 0-ply, seed 1"},
        {"--state=file", 1296, 5, 0.2, "to the end, plays 0-ply, cube 0-ply, seed 1"},
        {"--truncate=7", 1296, 5, 0.2, "7 half-moves, plays 0-ply, cube 0-ply, seed 1"},
        {"--truncate=1", 1296, 5, 0.2, "1 half-moves, plays 0-ply, cube 0-ply, seed 1"},
        {"--rollout-ply=1", 1296, 5, 0.2,
         "to the end, plays 1-ply here, cube 0-ply, seed 1"},
        {"--rollout-ply=3", 1296, 5, 0.2,
         "to the end, plays 3-ply here, cube 2-ply, seed 1"},
        {"--rollout-cube-ply=3", 1296, 5, 0.2,
         "to the end, plays 0-ply, cube 4-ply, seed 1"},
        {"--luck-ply=1", 1296, 5, 0.2,
         "to the end, plays 0-ply, cube 0-ply, seed 1, luck 1-ply"},
        {"--cubeless", 1296, 5, 0.2, "to the end, plays 0-ply, cubeless, seed 1"},
        {"--seed=9", 1296, 5, 0.2, "to the end, plays 0-ply, cube 0-ply, seed 9"},
        {"--error=0.01", 1296, 5, 0.2,
         "to the end, plays 0-ply, cube 0-ply, seed 1, error 0.01"},
        {"--clear=2.5", 1296, 5, 0.2,
         "to the end, plays 0-ply, cube 0-ply, seed 1, clear 2.5"},
        {"--raw", 1296, 5, 0.2, "to the end, plays 0-ply, cube 0-ply, seed 1, raw"},
        {"--independent-dice", 1296, 5, 0.2,
         "to the end, plays 0-ply, cube 0-ply, seed 1, independent dice"},
        {"--no-databases", 1296, 5, 0.2,
         "to the end, plays 0-ply, cube 0-ply, seed 1, no databases"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char words[ROLLOUT_WORDS_SIZE];
        struct rollout_request request = defaults;
        assert_int_equal(read_option(rows[i].option, &request), -1);
        request.settings.filter.name = "here";
        rollout_request_complete(&request);
        rollout_request_words(&request.settings, words);
        assert_string_equal(words, rows[i].words);
        assert_int_equal(request.settings.trials, rows[i].trials);
        assert_int_equal(request.candidates, rows[i].candidates);
        assert_true(request.within == rows[i].within);
        assert_int_equal(request.is_given, rows[i].option[0] != '\0');
        assert_int_equal(request.state != NULL,
                         strncmp(rows[i].option, "--state", 7) == 0);
    }
}

TEST(numbers_beyond_their_limits_are_refused)
{
    static const char *const options[] = {
        "--trials=0",           "--truncate=1001", "--rollout-ply=5",
        "--rollout-cube-ply=5", "--luck-ply=5",    "--error=3.1",
        "--candidates=0",       "--within=101",    "--clear=1001"};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        struct rollout_request request = defaults;
        assert_int_equal(read_option(options[i], &request), 2);
    }
}

TEST_MAIN(NULL, NULL)
