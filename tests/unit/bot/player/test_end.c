/* The player and ends: of games and matches in either spelling, and of its work. */
#include "tests/unit/bot/player/match_harness.h"
#include "tests/unit/test_case.h"

PLAYING(next_game_is_joined_once_and_again_if_lost)
{
    says(&h, OUR_ROLLED);
    says(&h, "You win the game and get 1 point. Congratulations!");
    says(&h, "score in 5 point match: our_bot-1 opp_a-0");
    says(&h, "Type 'join' if you want to play the next game, type 'leave' if "
             "you don't.");
    hears(&h, "join");
    waits(&h, 8000);
    hears(&h, "join");
    waits(&h, 8000);
    hears(&h, "board");
}

PLAYING(next_game_is_joined_without_the_question)
{
    says(&h, OUR_ROLLED);
    says(&h, "opp_a gives up. You win 1 point.");
    says(&h, "score in 5 point match: our_bot-1 opp_a-0");
    waits(&h, PLAYER_ANSWER_MS - 1);
    hears_nothing(&h);
    waits(&h, 1);
    hears(&h, "join");
}

PLAYING(a_decided_match_is_not_joined)
{
    says(&h, BOARD("4:0", "1", "3:1", "0:0", "1", "1:1"));
    says(&h, "opp_a gives up. You win 1 point.");
    waits(&h, PLAYER_ANSWER_MS);
    hears(&h, "board");
}

PLAYING(match_end_is_counted_in_either_spelling)
{
    static const char *const lines[] = {
        "You win the 5 point match 5-3 .",
        "our_bot wins the 5 point match 5-3 .",
        "opp_a wins the 5 point match 5-0 .",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        says(&h, "5 our_bot - - 1 0 1650.00 400 3 1700000000 192.0.2.1 b -");
        says(&h, "5 opp_a - - 1 0 1720.50 812 3 1700000000 192.0.2.2 M -");
        says(&h, "** You are now playing a 5 point match with opp_a");
        says(&h, OUR_ROLLED);
        says(&h, "Experience: our_bot 400 - opp_a 812");
        says(&h, "change for our_bot: 4*K*sqrt(N)*P=4.876856");
        says(&h, "change for opp_a: -4*K*sqrt(N)*P=-4.876856");
        says(&h, lines[i]);
        const struct match_event *end = &h.events[h.event_count - 1];
        assert_int_equal(h.player->finished, i + 1);
        is_at(&h, PLAYER_LOBBY);
        assert_int_equal(end->type, MATCH_END);
        assert_true(end->is_finished);
        assert_int_equal(end->my_score, i < 2 ? 5 : 0);
        const struct match_ratings *ratings = &end->ratings;
        double change = i < 2 ? 4.876856 : -4.876856;
        assert_true(ratings->before[0].rating == 1650.0);
        assert_true(ratings->after[0].rating == 1650.0 + change);
        assert_true(ratings->after[1].rating == 1720.5 - change);
        assert_int_equal(ratings->before[0].experience, 400);
        assert_int_equal(ratings->after[0].experience, 405);
        assert_int_equal(ratings->before[1].experience, 812);
        assert_int_equal(ratings->after[1].experience, 817);
    }
}

/* A change alone is no rating: no line has told what his was before. */
PLAYING(rating_of_one_whose_line_never_came_stays_unknown)
{
    says(&h, "5 our_bot - - 1 0 1650.00 400 3 1700000000 192.0.2.1 b -");
    says(&h, "** You are now playing a 5 point match with opp_a");
    says(&h, OUR_ROLLED);
    says(&h, "change for our_bot: 4*K*sqrt(N)*P=4.876856");
    says(&h, "change for opp_a: -4*K*sqrt(N)*P=-4.876856");
    says(&h, "You win the 5 point match 5-3 .");
    const struct match_ratings *ratings = &h.events[h.event_count - 1].ratings;
    assert_true(ratings->after[0].is_known);
    assert_false(ratings->before[1].is_known);
    assert_false(ratings->after[1].is_known);
}

/* Where no line ends the match, our who line has come before the end is known. */
PLAYING(a_who_line_of_after_the_match_is_not_that_of_before)
{
    says(&h, "5 our_bot - - 1 0 1650.00 400 3 1700000000 192.0.2.1 b -");
    says(&h, "5 opp_a - - 1 0 1720.50 812 3 1700000000 192.0.2.2 M -");
    says(&h, "** You are now playing a 1 point match with opp_a");
    says(&h, OUR_ROLLED);
    says(&h, "You win the game and get 1 point. Congratulations!");
    says(&h, "change for our_bot: 4*K*sqrt(N)*P=2.25");
    says(&h, "change for opp_a: -4*K*sqrt(N)*P=-2.25");
    says(&h, "5 our_bot - - 1 0 1652.25 401 3 1700000000 192.0.2.1 b -");
    says(&h, "5 opp_a - - 1 0 1718.25 813 3 1700000000 192.0.2.2 M -");
    says(&h, "** You're not playing.");
    const struct match_event *end = &h.events[h.event_count - 1];
    assert_int_equal(end->type, MATCH_END);
    assert_true(end->ratings.before[0].rating == 1650.0);
    assert_true(end->ratings.after[0].rating == 1652.25);
    assert_int_equal(end->ratings.after[0].experience, 401);
    assert_true(end->ratings.after[1].rating == 1718.25);
}

/* Some servers print the experience of after the match. */
PLAYING(experience_of_after_the_match_is_not_that_of_before)
{
    says(&h, "5 our_bot - - 1 0 1650.00 400 3 1700000000 192.0.2.1 b -");
    says(&h, "** You are now playing a 5 point match with opp_a");
    says(&h, OUR_ROLLED);
    says(&h, "Experience: our_bot 405 - opp_a 817");
    says(&h, "change for our_bot: 4*K*sqrt(N)*P=4.876856");
    says(&h, "You win the 5 point match 5-3 .");
    const struct match_ratings *ratings = &h.events[h.event_count - 1].ratings;
    assert_int_equal(ratings->before[0].experience, 400);
    assert_int_equal(ratings->after[0].experience, 405);
}

/* The last game wins more than the match needs, as on all pages. */
PLAYING(scores_beyond_the_length_are_shown_cut)
{
    says(&h, OUR_ROLLED);
    says(&h, "You win the game and get 4 points. Congratulations!");
    says(&h, "Starting a new game with opp_a.");
    says(&h, "You win the game and get 4 points. Congratulations!");
    logged(&h, "game 2: won 4 points, 5-0 of 5");
    char text[200];
    player_describe(h.player, text, sizeof text);
    assert_non_null(strstr(text, "playing opp_a, 5-0 of 5; "));
    says(&h, "You win the 5 point match 8-0 .");
    logged(&h, "won the match against opp_a 5-0");
    assert_int_equal(h.events[h.event_count - 1].my_score, 8);
}

PLAYING(enough_matches_end_the_work)
{
    harness_set(&h, "play.max_matches=1");
    says(&h, OUR_ROLLED);
    says(&h, "opp_a wins the 5 point match 5-0 .");
    waits(&h, 3000);
    assert_true(h.is_done);
    assert_false(h.is_ready);
}

/* ---- stopping -------------------------------------------------------------------- */

LOBBY(stop_in_the_lobby_is_done_at_once)
{
    player_stop(h.player, h.now_ms, CONFIG_ON_STOP_FINISH);
    harness_drain(&h);
    assert_true(h.is_done);
    assert_false(h.is_ready);
}

PLAYING(stop_finishes_or_leaves_the_match)
{
    says(&h, OUR_ROLLED);
    player_stop(h.player, h.now_ms, CONFIG_ON_STOP_FINISH);
    harness_drain(&h);
    assert_false(h.is_done);
    is_at(&h, PLAYER_THINKING);
    player_stop(h.player, h.now_ms, CONFIG_ON_STOP_LEAVE);
    harness_drain(&h);
    hears(&h, "leave");
    says(&h, "** You terminated the game. The game was saved.");
    waits(&h, 1); /* a person may wait for it: spar --here */
    assert_true(h.is_done);
}

PLAYING(stop_may_wait_for_the_end_of_the_game)
{
    says(&h, OUR_ROLLED);
    player_stop(h.player, h.now_ms, CONFIG_ON_STOP_GAME);
    harness_drain(&h);
    plays(&h, "8-5 6-5", -1);
    hears(&h, "move 8-5 6-5");
    says(&h, "opp_a wins the game and gets 1 point. Sorry.");
    says(&h, "Type 'join' if you want to play the next game, "
             "type 'leave' if you don't.");
    hears(&h, "leave");
    says(&h, "** You terminated the game. The game was saved.");
    waits(&h, 3000);
    assert_true(h.is_done);
}

PLAYING(stop_leaves_a_match_that_does_not_end)
{
    harness_set(&h, "play.stop_after=60");
    says(&h, OUR_ROLLED);
    player_stop(h.player, h.now_ms, CONFIG_ON_STOP_FINISH);
    waits(&h, 60000);
    hears_nothing(&h); /* not while we think ourselves */
    plays(&h, "8-5 6-5", -1);
    hears(&h, "move 8-5 6-5");
    waits(&h, 1);
    hears(&h, "leave");
}

PLAYING(stop_has_the_patience_that_is_set)
{
    harness_set(&h, "play.stop_after=60");
    says(&h, OUR_ROLLED);
    player_stop(h.player, h.now_ms, CONFIG_ON_STOP_FINISH);
    plays(&h, "8-5 6-5", -1);
    hears(&h, "move 8-5 6-5");
    for (int second = 1; second < 60; second++) {
        waits(&h, 1000);
        is_at(&h, PLAYER_PLAY_SENT);
    }
    waits(&h, 1000);
    is_at(&h, PLAYER_LEAVING);
}

TEST_MAIN(NULL, NULL)
