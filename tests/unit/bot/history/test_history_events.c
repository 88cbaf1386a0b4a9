/* What of the player's outputs is noted, and how strong we played a match of the past. */
#include <time.h>

#include "bot/history/history_analysis.h"
#include "fibs/board.h"
#include "tests/unit/bot/history/history_notes.h"
#include "tests/unit/test_case.h"

static struct config config;
static struct history_event event;

/* Of our_bot on fibs.example, at this second. */
static bool notes(const struct player_output *output)
{
    config_default(&config);
    strcpy(config.account.name, "our_bot");
    strcpy(config.server.host, "fibs.example");
    const int64_t before_s = (int64_t)time(NULL);
    const bool is_noted = history_event_of(&config, output, &event);
    if (is_noted) {
        assert_string_equal(event.account, "our_bot");
        assert_string_equal(event.server, "fibs.example");
        assert_in_range(event.at_s, before_s, time(NULL));
    }
    return is_noted;
}

CASE(ends_of_games_are_noted_with_their_numbers)
{
    struct player_output output = {.type = PLAYER_MATCH,
                                   .event = {.type = MATCH_GAME_END,
                                             .opponent = "opp_a",
                                             .length = 7,
                                             .is_mine = true,
                                             .is_resumed = true,
                                             .my_score = 3,
                                             .their_score = 2,
                                             .points = 4,
                                             .level = "beginner"}};
    output.event.ratings.before[1] = (struct standing){true, 1720.5, 812};
    assert_true(notes(&output));
    assert_int_equal(event.type, HISTORY_MATCH);
    assert_int_equal(event.match, MATCH_GAME_END);
    assert_string_equal(event.name, "opp_a");
    assert_non_null(strstr(event.level, "beginner"));
    assert_int_equal(event.length, 7);
    assert_true(event.is_mine && event.is_resumed && !event.is_finished);
    assert_int_equal(event.my_score, 3);
    assert_int_equal(event.their_score, 2);
    assert_int_equal(event.points, 4);
    assert_true(event.ratings.before[1].rating == 1720.5);
    output.event.is_mine = output.event.is_resumed = false;
    output.event.is_finished = true;
    assert_true(notes(&output));
    assert_true(!event.is_mine && !event.is_resumed && event.is_finished);
    output.event.type = MATCH_PLAY; /* the match file has them */
    assert_false(notes(&output));
}

CASE(saved_matches_and_refusals_are_noted_with_their_length)
{
    static const struct {
        int told, noted;
    } rows[] = {{5, 5}, {FIBS_UNLIMITED, 0}, {0, HISTORY_RESUME}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct player_output output = {.type = PLAYER_SAVED,
                                       .saved = {"opp_a", rows[i].told}};
        assert_true(notes(&output));
        assert_int_equal(event.type, HISTORY_SAVED);
        assert_string_equal(event.name, "opp_a");
        assert_int_equal(event.length, rows[i].noted);
        output = (struct player_output){.type = PLAYER_REFUSAL,
                                        .refusal = {.name = "opp_b",
                                                    .length = rows[i].told,
                                                    .is_ours = true,
                                                    .code = "length"}};
        assert_true(notes(&output));
        assert_int_equal(event.type, HISTORY_REFUSAL);
        assert_string_equal(event.name, "opp_b");
        assert_string_equal(event.text, "length");
        assert_int_equal(event.length, rows[i].noted);
        assert_true(event.is_mine);
        output.refusal.is_ours = false;
        assert_true(notes(&output));
        assert_false(event.is_mine);
    }
}

CASE(matches_that_fail_are_noted_with_score_and_failures)
{
    const struct player_output output = {.type = PLAYER_STUCK,
                                         .stuck = {.name = "opp_a",
                                                   .length = 5,
                                                   .my_score = 4,
                                                   .their_score = 1,
                                                   .failures = 2,
                                                   .code = "stuck"}};
    assert_true(notes(&output));
    assert_int_equal(event.type, HISTORY_STUCK);
    assert_string_equal(event.name, "opp_a");
    assert_int_equal(event.length, 5);
    assert_int_equal(event.my_score, 4);
    assert_int_equal(event.their_score, 1);
    assert_int_equal(event.points, 2);
    assert_string_equal(event.text, "stuck");
}

CASE(level_that_somebody_chose_is_kept)
{
    struct player_output output = {.type = PLAYER_LEVEL, .level = {"opp_a", "casual"}};
    match(MATCH_START, 0, 0); /* opp_a is known */
    assert_true(notes(&output));
    store(event);
    assert_row("SELECT name||' '||level FROM opponent", "opp_a casual\n");
    output.level.level[0] = '\0'; /* as the bot plays all others */
    assert_true(notes(&output));
    store(event);
    assert_row("SELECT ifnull(level,'none') FROM opponent", "none\n");
}

CASE(standing_and_board_are_told_apart)
{
    const struct player_output standing = {.type = PLAYER_STANDING,
                                           .standing = {true, 1650.25, 400}};
    const struct player_output board = {.type = PLAYER_BOARD};
    assert_true(notes(&standing));
    assert_int_equal(event.type, HISTORY_STANDING);
    assert_true(event.standing.rating == 1650.25);
    assert_int_equal(event.standing.experience, 400);
    assert_false(notes(&board));
}

CASE(links_and_errors_have_their_words)
{
    config_default(&config);
    history_event_link(&config, true, "", &event);
    assert_int_equal(event.type, HISTORY_LINK);
    assert_true(event.is_mine);
    history_event_link(&config, false, "closed by the server", &event);
    assert_false(event.is_mine);
    assert_string_equal(event.text, "closed by the server");
    history_event_link(&config, false, NULL, &event);
    assert_string_equal(event.text, "logged out");
    history_event_error(&config, "no room", &event);
    assert_int_equal(event.type, HISTORY_ERROR);
    assert_string_equal(event.text, "no room");
}

/* A match to 5 points that began at 1700000000, on 2023.11.14. */
static bool played_at(const char *level, int mine, int theirs)
{
    struct history_event begin = match_event(MATCH_START, 0, 0);
    struct history_event end = match_event(MATCH_END, mine, theirs);
    end.is_finished = true;
    COPY_TEXT(begin.level, level);
    COPY_TEXT(end.level, level);
    store(begin);
    store(end);
    return true;
}

CASE(level_of_a_match_is_that_of_its_day_and_score)
{
    char level[HISTORY_LEVEL_SIZE] = "";
    struct history_played asked = {.account = "our_bot",
                                   .opponent = "opp_a",
                                   .date = "2023.11.14",
                                   .length = 5,
                                   .my_score = 5,
                                   .their_score = 3};
    assert_false(history_level_of(path, &asked, level));
    assert_true(played_at("casual", 5, 3) && played_at("expert", 5, 4));
    assert_true(history_level_of(path, &asked, level));
    assert_string_equal(level, "casual");
    asked.their_score = 4;
    assert_true(history_level_of(path, &asked, level));
    assert_string_equal(level, "expert");
    asked.their_score = 0; /* none has it: the newest of the day */
    assert_true(history_level_of(path, &asked, level));
    assert_string_equal(level, "expert");
    struct history_played other = asked;
    other.date = "2023.11.15";
    assert_false(history_level_of(path, &other, level));
    other = asked;
    other.opponent = "opp_b";
    assert_false(history_level_of(path, &other, level));
    other = asked;
    other.account = "their_bot";
    assert_false(history_level_of(path, &other, level));
    other = asked;
    other.length = 7;
    assert_false(history_level_of(path, &other, level));
    assert_false(history_level_of("/nonexistent/history.db", &asked, level));
}

TEST_MAIN(NULL, NULL)
