/* The player and offers at any moment: doubles, resignations. */
#include "tests/unit/bot/player/match_harness.h"
#include "tests/unit/test_case.h"

/* ---- cube ------------------------------------------------------------------------ */

static void assert_game_won(bool is_mine, int points)
{
    const struct match_event *end = &h.events[h.event_count - 1];
    assert_int_equal(end->type, MATCH_GAME_END);
    assert_int_equal(end->is_mine, is_mine);
    assert_int_equal(end->points, points);
    assert_int_equal(is_mine ? end->my_score : end->their_score, points);
}

PLAYING(passed_double_counts_as_the_cube_whatever_the_words)
{
    says(&h, BOARD("0:0", "-1", "0:0", "0:0", "2", "0:1"));
    we_pass_his_double();
    assert_game_won(false, 2);
    says(&h, "score in 5 point match: our_bot-0 opp_a-0");
    says(&h, "Starting a new game with opp_a.");
    hears(&h, "reject");
    we_double(BOARD("0:0", "1", "0:0", "0:0", "2", "1:0"));
    says(&h, "opp_a gives up. You win 4 points.Score is 4-0 in a 5 point match.");
    assert_game_won(true, 2);
    says(&h, "score in 5 point match: our_bot-0 opp_a-0");
    says(&h, "Starting a new game with opp_a."); /* at 1, not at 2 */
    says(&h, "You double. Please wait for opp_a to accept or reject.");
    says(&h, "opp_a gives up. You win 1 point.");
    assert_game_won(true, 1);
}

/* The line of the double was lost: the board has the cube, some servers' words have not. */
PLAYING(pass_without_a_double_counts_as_the_cube_of_the_board)
{
    says(&h, BOARD("0:0", "1", "0:0", "0:0", "2", "1:0"));
    says(&h, "opp_a gives up. You win 1 point.");
    assert_game_won(true, 2);
}

PLAYING(words_without_the_cube_are_points_with_it)
{
    says(&h, BOARD("0:0", "-1", "0:0", "0:0", "2", "0:1"));
    says(&h, "opp_a wins the game and gets 1 point. Sorry.");
    assert_game_won(false, 2);
}

PLAYING(words_of_a_backgammon_without_the_cube_are_points_with_it)
{
    says(&h, BOARD("0:0", "-1", "0:0", "0:0", "2", "0:1"));
    says(&h, "opp_a wins the game and gets 3 points. Sorry.");
    assert_game_won(false, 6);
}

static int count_events(enum match_event_type type)
{
    int count = 0;
    for (int i = 0; i < h.event_count; i++) {
        count += h.events[i].type == type;
    }
    return count;
}

static void assert_last_event(enum match_event_type type, bool is_mine)
{
    assert_true(h.event_count > 0);
    assert_int_equal(h.events[h.event_count - 1].type, type);
    assert_int_equal(h.events[h.event_count - 1].is_mine, is_mine);
}

PLAYING(another_score_of_the_server_corrects_the_game_that_has_ended)
{
    says(&h, BOARD("0:0", "-1", "0:0", "0:0", "1", "1:1"));
    says(&h, "opp_a wins the game and gets 1 point. Sorry.");
    says(&h, "score in 5 point match: our_bot-0 opp_a-2");
    const struct match_event *event = &h.events[h.event_count - 1];
    assert_int_equal(event->type, MATCH_GAME_CORRECTED);
    assert_false(event->is_mine);
    assert_int_equal(event->points, 2);
    assert_int_equal(event->my_score, 0);
    assert_int_equal(event->their_score, 2);
    says(&h, "score in 5 point match: our_bot-1 opp_a-0"); /* I have won it */
    event = &h.events[h.event_count - 1];
    assert_true(event->is_mine);
    assert_int_equal(event->points, 1);
    assert_int_equal(count_events(MATCH_GAME_CORRECTED), 2);
}

PLAYING(a_score_that_no_winner_explains_corrects_nothing)
{
    says(&h, BOARD("0:0", "-1", "0:0", "0:0", "1", "1:1"));
    says(&h, "opp_a wins the game and gets 1 point. Sorry.");
    says(&h, "score in 5 point match: our_bot-0 opp_a-1");
    says(&h, "score in 5 point match: our_bot-2 opp_a-2");
    says(&h, "score in 5 point match: our_bot-0 opp_a-0");
    assert_int_equal(count_events(MATCH_GAME_CORRECTED), 0);
}

PLAYING(the_last_game_is_corrected_by_the_score_of_the_match)
{
    says(&h, "Starting a new game with opp_a.");
    says(&h, BOARD("0:0", "-1", "0:0", "0:0", "1", "1:1"));
    says(&h, "opp_a wins the game and gets 1 point. Sorry.");
    says(&h, "opp_a wins the 5 point match 5-0 .");
    assert_int_equal(h.events[h.event_count - 1].type, MATCH_END);
    const struct match_event *event = &h.events[h.event_count - 2];
    assert_int_equal(event->type, MATCH_GAME_CORRECTED);
    assert_int_equal(event->points, 5);
}

/* A server may tell no more points than the match needs: the game is worth what it was. */
PLAYING(points_beyond_the_match_are_not_corrected)
{
    says(&h, "Starting a new game with opp_a.");
    says(&h, BOARD("3:2", "1", "0:0", "0:0", "2", "1:0"));
    says(&h, "You win the game and get 4 points. Congratulations!");
    says(&h, "You win the 5 point match 5-2 .");
    assert_int_equal(count_events(MATCH_GAME_CORRECTED), 0);
    assert_int_equal(h.events[h.event_count - 2].points, 4);
    assert_int_equal(h.events[h.event_count - 1].my_score, 5);
}

/* ---- a server without a command `board` ------------------------------------------ */

PLAYING(resignation_is_answered_from_the_last_board)
{
    says(&h, HIS_TURN);
    says(&h, "opp_a rolls 3 and 1.");
    says(&h, "opp_a wants to resign. You will win 1 point. Type 'accept' or "
             "'reject'.");
    hears(&h, "board");
    assert_false(h.has_request);
    says(&h, "** Unknown command: 'board'");
    assert_int_equal(h.request.kind, DECISION_RESIGNATION);
    decides(&h, accepts());
    hears(&h, "accept");
    hears_nothing(&h);
}

PLAYING(turn_is_rolled_when_no_board_answers)
{
    says(&h, BOARD("4:0", "1", "0:0", "0:0", "1", "1:1")); /* Crawford */
    waits(&h, 8000);
    hears(&h, "board");
    waits(&h, 8000);
    hears(&h, "board");
    waits(&h, 8000);
    assert_int_equal(h.request.kind, DECISION_CUBE);
    assert_false(h.request.may_double);
    we_roll();
    says(&h, "You roll 3 and 1.");
    says(&h, BOARD("4:0", "1", "3:1", "0:0", "1", "1:1"));
    plays(&h, "8-5 6-5", -1);
    hears(&h, "move 8-5 6-5");
    says(&h, BOARD("4:0", "-1", "0:0", "0:0", "1", "1:1"));
    says(&h, "opp_a rolls 6 and 6.");
    says(&h, "opp_a can't move.");
    waits(&h, 1000); /* it is known by now: no board is waited for */
    hears(&h, "roll");
}

PLAYING(double_is_answered_once)
{
    says(&h, HIS_TURN);
    says(&h, "opp_a doubles. Type 'accept' or 'reject'.");
    assert_last_event(MATCH_DOUBLE, false);
    assert_int_equal(h.request.kind, DECISION_TAKE);
    assert_int_equal(h.request.ms.cube, 1);
    decides(&h, accepts());
    hears(&h, "accept");
    says(&h, HIS_DOUBLE); /* a board that was on its way */
    assert_false(h.has_request);
    hears_nothing(&h);
    says(&h, "You accept the double. The cube shows 2.");
    assert_last_event(MATCH_TAKE, true);
    is_at(&h, PLAYER_WAITING);
}

PLAYING(double_while_thinking_voids_the_job)
{
    says(&h, OUR_ROLLED);
    says(&h, "opp_a doubles. Type 'accept' or 'reject'.");
    assert_int_equal(h.request.kind, DECISION_TAKE);
    assert_int_equal(h.requests, 2);
}

PLAYING(double_on_a_stale_board_asks_for_the_board_first)
{
    says(&h, OUR_ROLLED);
    says(&h, "You can't move.");
    says(&h, "opp_a doubles. Type 'accept' or 'reject'.");
    hears(&h, "board");
    assert_false(h.has_request);
    says(&h, HIS_DOUBLE);
    assert_int_equal(h.request.kind, DECISION_TAKE);
    decides(&h, rejects());
    hears(&h, "reject");
}

PLAYING(pending_double_on_a_resumed_board_is_answered)
{
    says(&h, HIS_DOUBLE);
    assert_int_equal(h.request.kind, DECISION_TAKE);
    decides(&h, accepts());
    hears(&h, "accept");
    says(&h, "** opp_a didn't double or resign."); /* the flags lie here */
    hears(&h, "board");
    says(&h, HIS_DOUBLE);
    assert_int_equal(h.request.kind, DECISION_CUBE);
}

PLAYING(our_double_waits_for_the_answer)
{
    we_double(OUR_TURN);
    assert_last_event(MATCH_DOUBLE, true);
    says(&h, OUR_DOUBLE);
    says(&h, OUR_TURN); /* a server that does not show it */
    is_at(&h, PLAYER_CUBE_OFFERED);
    hears_nothing(&h);
    says(&h, "opp_a accepts the double. The cube shows 2.");
    assert_last_event(MATCH_TAKE, false);
    waits(&h, PLAYER_AUTO_ROLL_MS - 1);
    hears_nothing(&h); /* the server rolls for us */
    waits(&h, 1);
    hears(&h, "board");
    says(&h, BOARD("0:0", "1", "0:0", "0:0", "2", "0:1"));
    decides(&h, rolls()); /* it does not */
    hears(&h, "roll");
}

/* Some servers leave the turn to who has doubled. */
PLAYING(our_double_is_not_taken_for_theirs)
{
    says(&h, OUR_TURN);
    says(&h, PROMPT);
    decides(&h, doubles());
    hears(&h, "double");
    says(&h, HIS_DOUBLE); /* its line is lost */
    is_at(&h, PLAYER_CUBE_OFFERED);
    waits(&h, PLAYER_OFFER_MS);
    hears(&h, "board");
    says(&h, HIS_DOUBLE);
    is_at(&h, PLAYER_CUBE_OFFERED);
    hears_nothing(&h);
    assert_false(h.has_request);
}

PLAYING(taken_double_shows_on_the_board_alone)
{
    we_double(OUR_TURN);
    says(&h, BOARD("0:0", "1", "0:0", "0:0", "2", "0:1")); /* his cube now */
    is_at(&h, PLAYER_ON_ROLL);                             /* the server rolls */
    waits(&h, PLAYER_ANSWER_MS);
    hears(&h, "board"); /* or says what it waits for */
}

PLAYING(refused_double_is_followed_by_a_roll)
{
    says(&h, OUR_TURN);
    says(&h, PROMPT);
    decides(&h, doubles());
    hears(&h, "double");
    says(&h, "** The Crawford rule doesn't allow you to double.");
    hears(&h, "roll");
}

PLAYING(crawford_game_is_known_from_memory)
{
    static const char *const boards[] = {BOARD("4:2", "1", "0:0", "0:0", "1", "1:1"),
                                         BOARD("4:3", "1", "0:0", "0:0", "1", "1:1")};
    for (int game = 0; game < 2; game++) { /* field 51 stays 0 on this server */
        says(&h, "Starting a new game with opp_a.");
        says(&h, boards[game]);
        says(&h, PROMPT);
        assert_int_equal(h.request.ms.is_crawford, game == 0);
        we_roll();
    }
}

PLAYING(impossible_redouble_is_taken_for_the_next_one)
{
    says(&h, HIS_TURN);
    says(&h, "opp_a redoubles to 25. Type 'accept' or 'reject'.");
    assert_int_equal(h.request.kind, DECISION_TAKE);
    assert_int_equal(h.request.ms.cube, 2);
}

PLAYING(double_in_what_we_took_for_the_crawford_game_is_believed)
{
    says(&h, "Starting a new game with opp_a.");
    says(&h, BOARD("4:2", "-1", "0:0", "0:0", "1", "1:1"));
    says(&h, "opp_a doubles. Type 'accept' or 'reject'.");
    assert_int_equal(h.request.kind, DECISION_TAKE);
    assert_false(h.request.ms.is_crawford);
    decides(&h, accepts());
    says(&h, "You accept the double. The cube shows 2.");
    says(&h, BOARD("4:2", "1", "3:1", "0:0", "2", "1:0"));
    assert_int_equal(h.request.kind, DECISION_PLAY);
    assert_false(h.request.ms.is_crawford); /* in the rest of the game, too */
}

PLAYING(redouble_names_the_cube_at_stake)
{
    says(&h, HIS_TURN);
    says(&h, "opp_a redoubles to 8. Type 'accept' or 'reject'.");
    assert_int_equal(h.request.kind, DECISION_TAKE);
    assert_int_equal(h.request.ms.cube, 4);
    assert_int_equal(h.request.ms.owner, CUBE_THEIRS);
    assert_last_event(MATCH_DOUBLE, false);
    assert_int_equal(h.events[h.event_count - 2].type, MATCH_TAKE);
    assert_false(h.events[h.event_count - 2].is_mine);
}

/* ---- resignations ---------------------------------------------------------------- */

PLAYING(resignation_during_our_thinking_is_answered_first)
{
    says(&h, OUR_ROLLED);
    says(&h,
         "opp_a wants to resign. You will win 2 points. Type 'accept' or 'reject'.");
    assert_int_equal(h.request.kind, DECISION_RESIGNATION);
    assert_int_equal(h.request.games, 2);
    assert_true(h.request.is_my_turn);
    assert_int_equal(h.request.roll.high, 3);
    assert_int_equal(h.request.roll.low, 1);
    decides(&h, rejects());
    hears(&h, "reject");
    says(&h, "You reject. The game continues.");
    hears(&h, "board");
    we_play();
}

/* As fibsd and FIBS resume a match: without a board. */
static void resume_without_a_board(void)
{
    says(&h, "opp_a drops connection. The game was saved.");
    says(&h, "opp_a has joined you. Your running match was loaded.");
    says(&h, "match length: 5");
    says(&h, "points for opp_a: 0");
    h.sent_taken = h.sent_count;
    h.event_count = 0;
}

PLAYING(resignation_is_counted_by_the_cube_of_the_board_that_follows)
{
    resume_without_a_board();
    says(&h, "opp_a wants to resign. You will win 2 points. Type 'accept' or "
             "'reject'.");
    hears(&h, "board");
    says(&h, BOARD("0:0", "-1", "0:0", "0:0", "2", "0:1"));
    assert_int_equal(h.request.kind, DECISION_RESIGNATION);
    assert_int_equal(h.request.games, 1);
}

PLAYING(resignation_after_a_take_is_counted_by_the_new_cube)
{
    we_double(OUR_TURN);
    says(&h, "opp_a accepts the double. The cube shows 2.");
    h.sent_taken = h.sent_count;
    says(&h, "opp_a wants to resign. You will win 2 points. Type 'accept' or "
             "'reject'.");
    hears(&h, "board");
    says(&h, BOARD("0:0", "1", "0:0", "0:0", "2", "0:1"));
    assert_int_equal(h.request.kind, DECISION_RESIGNATION);
    assert_int_equal(h.request.games, 1);
}

PLAYING(double_before_the_first_board_is_counted_by_its_cube)
{
    static const char *const boards[] = {
        BOARD("0:0", "1", "0:0", "0:0", "2", "0:0"),  /* it shows the double ... */
        BOARD("0:0", "-1", "0:0", "0:0", "2", "0:1"), /* ... or does not */
    };
    for (int told = 0; told < 2; told++) {
        resume_without_a_board();
        says(&h, "opp_a doubles. Type 'accept' or 'reject'.");
        hears(&h, "board");
        assert_int_equal(count_events(MATCH_DOUBLE), 0);
        says(&h, boards[told]);
        assert_int_equal(h.request.kind, DECISION_TAKE);
        assert_int_equal(count_events(MATCH_DOUBLE), told);
        assert_int_equal(h.player->game.offered_cube, 4);
        decides(&h, rejects());
        says(&h, "You give up. opp_a wins 1 point.");
        assert_int_equal(h.events[h.event_count - 1].points, 2);
    }
}

PLAYING(we_resign_once_a_game_and_play_on_when_rejected)
{
    says(&h, OUR_ROLLED);
    assert_true(h.request.may_resign);
    decides(&h, (struct decision_answer){.resign_games = 1});
    hears(&h, "resign n");
    says(&h, "You want to resign. opp_a will win 1 point.");
    says(&h, OUR_ROLLED);
    assert_false(h.has_request);
    says(&h, "opp_a rejects. The game continues.");
    hears(&h, "board");
    says(&h, OUR_ROLLED);
    assert_false(h.request.may_resign);
    plays(&h, "8-5 6-5", -1);
    hears(&h, "move 8-5 6-5");
}

TEST_MAIN(NULL, NULL)
