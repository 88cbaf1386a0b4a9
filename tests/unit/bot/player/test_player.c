/* The player in the traps that matches have: lost commands, stale answers, error lines,
 * ends in either spelling. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/unit/bot/player/match_harness.h"

/* ---- turns ----------------------------------------------------------------------- */

static void dice_on_the_board_are_played_once(void **state)
{
    (void)state;
    says(&h, OUR_ROLLED);
    says(&h, "Please move 2 pieces.");
    plays(&h, "8-5 6-5", -1);
    hears(&h, "move 8-5 6-5");
    says(&h, OUR_ROLLED); /* a board that was on its way */
    assert_false(h.has_request);
    hears_nothing(&h);
}

static void same_board_again_keeps_the_thinking_going(void **state)
{
    (void)state;
    says(&h, OUR_ROLLED);
    says(&h, OUR_ROLLED);
    assert_int_equal(h.requests, 1);
    assert_true(h.has_request);
}

static void prompt_without_a_current_board_asks_for_it(void **state)
{
    (void)state;
    says(&h, HIS_TURN);
    says(&h, "opp_a rolls 6 and 6.");
    says(&h, "opp_a can't move.");
    says(&h, PROMPT);
    hears(&h, "board");
    assert_false(h.has_request);
    says(&h, OUR_TURN);
    assert_int_equal(h.request.kind, DECISION_CUBE);
    decides(&h, rolls());
    hears(&h, "roll");
}

static void prompt_after_the_board_decides_at_once(void **state)
{
    (void)state;
    says(&h, OUR_TURN);
    assert_false(h.has_request);
    says(&h, PROMPT);
    decides(&h, rolls());
    hears(&h, "roll");
    says(&h, PROMPT); /* said again: nothing new */
    hears_nothing(&h);
}

/* We asked for the board, the opponent moved meanwhile, and the answer comes behind the
 * prompt: the prompt holds, since it is not repeated. */
static void prompt_holds_when_the_same_board_comes_behind_it(void **state)
{
    (void)state;
    says(&h, HIS_TURN);
    says(&h, "15 opp_a move");
    hears(&h, "board");
    says(&h, OUR_TURN);
    says(&h, PROMPT);
    says(&h, OUR_TURN);
    assert_int_equal(h.requests, 1);
    decides(&h, rolls());
    hears(&h, "roll");
}

static void lost_prompt_is_made_up_for_by_a_board(void **state)
{
    (void)state;
    says(&h, OUR_TURN);
    waits(&h, 8000);
    hears(&h, "board");
    says(&h, OUR_TURN);
    decides(&h, rolls());
    hears(&h, "roll");
}

static void lost_command_is_sent_again_after_a_look_at_the_board(void **state)
{
    (void)state;
    says(&h, OUR_ROLLED);
    plays(&h, "8-5 6-5", -1);
    hears(&h, "move 8-5 6-5");
    waits(&h, 7999);
    hears_nothing(&h);
    waits(&h, 1);
    hears(&h, "board");
    says(&h, OUR_ROLLED);
    assert_false(h.has_request); /* room after the board, or this one is lost too */
    waits(&h, 700);
    plays(&h, "8-5 6-5", -1);
    hears(&h, "move 8-5 6-5");
    says(&h, HIS_TURN);
    is_at(&h, PLAYER_WAITING);
}

static void lost_board_command_is_asked_again_ever_more_slowly(void **state)
{
    (void)state;
    says(&h, OUR_TURN);
    for (int second = 0; second < 600; second++) {
        waits(&h, 1000);
        if (h.has_request) { /* the last board has to do */
            decides(&h, rolls());
        }
    }
    int boards = 0;
    for (const char *sent = harness_next(&h); sent != NULL; sent = harness_next(&h)) {
        boards += strcmp(sent, "board") == 0;
    }
    assert_in_range(boards, 8, 16);
}

static void dance_of_ours_voids_the_decision(void **state)
{
    (void)state;
    says(&h, OUR_ROLLED);
    struct decision_request late = h.request;
    says(&h, "You can't move.");
    assert_false(h.has_request);
    struct decision_answer answer = {.number = late.number, .kind = DECISION_PLAY};
    player_answer(h.player, h.now_ms, &answer);
    harness_drain(&h);
    hears_nothing(&h);
    is_at(&h, PLAYER_WAITING);
}

static void answers_with_a_stale_number_are_dropped(void **state)
{
    (void)state;
    static const int others[] = {-1, +1, +1000}; /* -1: number 0, of no request */
    struct decision_answer answer = {.kind = DECISION_PLAY, .candidates = 1};
    struct fibs_slice moves = {"8-5 6-5", 7};
    assert_true(translate_moves(moves, -1, &answer.play));
    says(&h, OUR_ROLLED);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        answer.number = h.request.number + (uint64_t)others[i];
        player_answer(h.player, h.now_ms, &answer);
        harness_drain(&h);
        hears_nothing(&h);
        is_at(&h, PLAYER_THINKING);
    }
    plays(&h, "8-5 6-5", -1);
    hears(&h, "move 8-5 6-5");
}

/* Whoever watches others sees their boards, in the lobby and during a match. */
static void expect_boards_of_others_to_change_nothing(void)
{
    static const char of_others[] =
        "board:opp_b:opp_c:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:"
        "0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0";
    char opponent[USER_NAME_SIZE];
    enum player_state before = h.player->state;
    int events = h.event_count;
    (void)snprintf(opponent, sizeof opponent, "%s", player_opponent(h.player));
    says(&h, of_others);
    assert_int_equal(h.player->state, before);
    plays_with(&h, opponent);
    assert_int_equal(h.event_count, events);
    assert_false(h.has_request);
    hears_nothing(&h);
}

static void board_of_others_begins_no_match(void **state)
{
    (void)state;
    expect_boards_of_others_to_change_nothing();
}

static void board_of_others_does_not_disturb_a_match(void **state)
{
    (void)state;
    says(&h, HIS_TURN);
    expect_boards_of_others_to_change_nothing();
}

static void automove_line_belongs_to_whose_turn_it_was(void **state)
{
    (void)state;
    says(&h, OUR_ROLLED);
    says(&h, "The only possible move is 8-5 6-5 .");
    assert_false(h.has_request);
    is_at(&h, PLAYER_WAITING);
    says(&h, HIS_TURN);
    says(&h, "The only possible move is 1-5 1-5 .");
    is_at(&h, PLAYER_ON_ROLL);
}

static void quick_answers_wait_for_their_time(void **state)
{
    (void)state;
    harness_set(&h, "play.move_time=1000");
    says(&h, OUR_ROLLED);
    plays(&h, "8-5 6-5", -1);
    waits(&h, 249);
    hears_nothing(&h);
    says(&h, OUR_ROLLED); /* looked at again: the answer stands */
    waits(&h, 126);       /* the only play takes a quarter of at most one and a half */
    hears(&h, "move 8-5 6-5");
    hears_nothing(&h);
}

/* The engine has to be as certain as the operator wants. */
static void certainty_is_what_the_chance_leaves(void **state)
{
    (void)state;
    harness_set(&h, "play.resign_certainty=0.96");
    says(&h, OUR_ROLLED);
    assert_true(h.has_request && h.request.may_resign);
    assert_true(h.request.resign_max_chance > 0.039 &&
                h.request.resign_max_chance < 0.041);
}

/* Some servers print the experience of after the match. */
static void experience_of_after_the_match_is_not_that_of_before(void **state)
{
    (void)state;
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

static void error_line_does_not_hold_up_an_answer_that_waits(void **state)
{
    (void)state;
    harness_set(&h, "play.move_time=1000");
    says(&h, OUR_ROLLED);
    plays(&h, "8-5 6-5", -1);
    says(&h, "** You did already roll the dice.");
    hears(&h, "board"); /* whose answer is slow */
    waits(&h, 1500);
    hears(&h, "move 8-5 6-5");
}

static void answer_that_waits_is_dropped_with_its_position(void **state)
{
    (void)state;
    harness_set(&h, "play.move_time=1000");
    says(&h, OUR_ROLLED);
    plays(&h, "8-5 6-5", -1);
    says(&h, "** Player opp_a has left the game. The game was saved.");
    waits(&h, 1500);
    for (const char *sent = harness_next(&h); sent != NULL; sent = harness_next(&h)) {
        assert_null(strstr(sent, "move"));
    }
}

/* ---- error lines ----------------------------------------------------------------- */

static void refused_play_is_computed_once_more_then_another_is_tried(void **state)
{
    (void)state;
    says(&h, OUR_ROLLED);
    for (int attempt = 0; attempt < 3; attempt++) {
        assert_int_equal(h.request.attempt, attempt);
        plays(&h, "8-5 6-5", -1);
        hears(&h, "move 8-5 6-5");
        says(&h, "** You can't move 3 points in your first move.");
        hears(&h, "board");
        says(&h, OUR_ROLLED);
    }
}

static void error_lines_without_end_do_not_make_a_loop(void **state)
{
    (void)state;
    says(&h, OUR_ROLLED);
    for (int i = 0; i < 2000 && h.player->state != PLAYER_LEAVING; i++) {
        if (h.has_request) {
            plays(&h, "8-5 6-5", -1);
        }
        const char *sent = harness_next(&h);
        if (sent == NULL) {
            waits(&h, 1000);
        } else if (strncmp(sent, "move", 4) == 0) {
            says(&h, "** You can't move from 8 in your first move.");
        } else if (strcmp(sent, "board") == 0) {
            says(&h, OUR_ROLLED);
        }
    }
    /* in the end it leaves the match rather than go on */
    assert_in_range(h.sent_count, 6, 60);
    is_at(&h, PLAYER_LEAVING);
}

static void command_at_the_wrong_moment_is_resolved_by_the_board(void **state)
{
    (void)state;
    says(&h, OUR_TURN);
    says(&h, PROMPT);
    decides(&h, rolls());
    hears(&h, "roll");
    says(&h, "** You did already roll the dice.");
    hears(&h, "board");
    says(&h, OUR_ROLLED);
    assert_int_equal(h.request.kind, DECISION_PLAY);
}

static void bad_board_line_is_asked_again(void **state)
{
    (void)state;
    says(&h, "board:You:opp_a:5:0:0:junk");
    hears(&h, "board");
}

/* ---- ends ------------------------------------------------------------------------ */

static void next_game_is_joined_once_and_again_if_lost(void **state)
{
    (void)state;
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

static void match_end_is_counted_in_either_spelling(void **state)
{
    (void)state;
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
static void rating_of_one_whose_line_never_came_stays_unknown(void **state)
{
    (void)state;
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

static void match_events_tell_the_game(void **state)
{
    (void)state;
    says(&h, "Starting a new game with opp_a.");
    says(&h, "You rolled 3, opp_a rolled 1");
    says(&h, "It's your turn to move.");
    says(&h, OUR_ROLLED);
    plays(&h, "8-5 6-5", -1);
    says(&h, "opp_a doubles. Type 'accept' or 'reject'.");
    decides(&h, (struct decision_answer){.is_accept = false});
    says(&h, "You give up. opp_a wins 1 point.");
    static const enum match_event_type want[] = {
        MATCH_START,  MATCH_GAME_START, MATCH_GAME_RESUME, MATCH_PLAY,
        MATCH_DOUBLE, MATCH_DROP,       MATCH_GAME_END};
    assert_int_equal(h.event_count, sizeof want / sizeof want[0]);
    for (int i = 0; i < h.event_count; i++) {
        assert_int_equal(h.events[i].type, want[i]);
    }
    assert_true(h.events[3].is_mine);
    assert_int_equal(h.events[3].play.count, 2);
    assert_int_equal(h.events[3].roll.high, 3);
    assert_false(h.events[6].is_mine);
}

/* ---- stopping -------------------------------------------------------------------- */

static void stop_in_the_lobby_is_done_at_once(void **state)
{
    (void)state;
    player_stop(h.player, h.now_ms, CONFIG_ON_STOP_FINISH);
    harness_drain(&h);
    assert_true(h.is_done);
    assert_false(h.is_ready);
}

static void stop_finishes_or_leaves_the_match(void **state)
{
    (void)state;
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

static void stop_may_wait_for_the_end_of_the_game(void **state)
{
    (void)state;
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

static void stop_leaves_a_match_that_does_not_end(void **state)
{
    (void)state;
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

static void stop_has_the_patience_that_is_set(void **state)
{
    (void)state;
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

/* The last event of a type, where it stands. */
static const struct match_event *last_of(enum match_event_type type)
{
    int at = h.event_count - 1;
    while (at >= 0 && h.events[at].type != type) {
        at--;
    }
    assert_true(at >= 0);
    return &h.events[at];
}

static void a_dance_is_that_of_who_cannot_move(void **state)
{
    (void)state;
    says(&h, HIS_TURN);
    says(&h, "opp_a rolls 6 and 6.");
    says(&h, "opp_a can't move.");
    const struct match_event *dance = last_of(MATCH_PLAY);
    assert_false(dance->is_mine);
    assert_int_equal(dance->play.count, 0);
    assert_int_equal(dance->roll.high, 6);
    says(&h, "You roll 5 and 4.");
    says(&h, "You can't move.");
    dance = last_of(MATCH_PLAY);
    assert_true(dance->is_mine);
    assert_int_equal(dance->play.count, 0);
    assert_int_equal(dance->roll.high, 5);
}

/* Before a dance of theirs comes the play of ours that was sent and not confirmed. */
static void a_play_of_ours_is_told_before_the_dance_that_follows(void **state)
{
    (void)state;
    says(&h, OUR_ROLLED);
    plays(&h, "8-5 6-5", -1);
    says(&h, "opp_a can't move.");
    const struct match_event *ours = &h.events[h.event_count - 2];
    assert_int_equal(ours->type, MATCH_PLAY);
    assert_true(ours->is_mine);
    assert_int_equal(ours->play.count, 2);
    assert_false(last_of(MATCH_PLAY)->is_mine);
}

static void passes_and_resignations_are_those_of_the_loser(void **state)
{
    (void)state;
    says(&h, OUR_TURN);
    says(&h, PROMPT);
    decides(&h, doubles());
    says(&h, "You double. Please wait for opp_a to accept or reject.");
    says(&h, "opp_a gives up. You win 1 point.");
    assert_false(last_of(MATCH_DROP)->is_mine);
    says(&h, "Starting a new game with opp_a.");
    says(&h, BOARD("1:0", "1", "3:1", "0:0", "1", "1:1"));
    decides(&h, (struct decision_answer){.resign_games = 2});
    says(&h, "You want to resign. opp_a will win 2 points.");
    says(&h, "opp_a accepts and wins 2 points.");
    assert_true(last_of(MATCH_RESIGN)->is_mine);
    assert_int_equal(last_of(MATCH_RESIGN)->points, 2);
    says(&h, "Starting a new game with opp_a.");
    says(&h, BOARD("1:2", "-1", "0:0", "0:0", "1", "1:1"));
    says(&h,
         "opp_a wants to resign. You will win 3 points. Type 'accept' or 'reject'.");
    decides(&h, accepts());
    says(&h, "You accept and win 3 points.");
    assert_false(last_of(MATCH_RESIGN)->is_mine);
    assert_int_equal(last_of(MATCH_RESIGN)->points, 3);
    assert_int_equal(last_of(MATCH_GAME_END)->my_score, 4);
}

/* The same checkers and dice at another score or cube are another decision. */
static void same_checkers_at_another_score_are_a_new_position(void **state)
{
    (void)state;
    says(&h, OUR_ROLLED);
    plays(&h, "8-5 6-5", -1);
    hears(&h, "move 8-5 6-5");
    says(&h, BOARD("0:1", "1", "3:1", "0:0", "1", "1:1")); /* a game went by unheard */
    plays(&h, "8-5 6-5", -1);
    hears(&h, "move 8-5 6-5");
}

static void taken_double_shows_on_the_board_alone(void **state)
{
    (void)state;
    says(&h, OUR_TURN);
    says(&h, PROMPT);
    decides(&h, doubles());
    hears(&h, "double");
    says(&h, "You double. Please wait for opp_a to accept or reject.");
    says(&h, BOARD("0:0", "1", "0:0", "0:0", "2", "0:1")); /* his cube now */
    is_at(&h, PLAYER_ON_ROLL);                             /* the server rolls */
    waits(&h, PLAYER_ANSWER_MS);
    hears(&h, "board"); /* or says what it waits for */
}

static void enough_matches_end_the_work(void **state)
{
    (void)state;
    harness_set(&h, "play.max_matches=1");
    says(&h, OUR_ROLLED);
    says(&h, "opp_a wins the 5 point match 5-0 .");
    waits(&h, 3000);
    assert_true(h.is_done);
    assert_false(h.is_ready);
}

static void nothing_is_lost_when_nobody_takes_it(void **state)
{
    struct player_output output;
    struct fibs_message message;
    struct game_event event;
    (void)state;
    for (int i = 0; i < 1000; i++) {
        char line[120];
        (void)snprintf(line, sizeof line,
                       "2 our_bot 1 1 0 0 0 0 1 1 %d 0 1 0 1 1500.00 1 0 0 0 0 UTC", i);
        fibs_message_read(&h.context, line, &message);
        translate_event(&h.translator, &message, &event);
        player_event(h.player, h.now_ms, &event);
    }
    for (int i = 0; i < 1000; i++) {
        assert_true(player_next_output(h.player, &output));
        assert_int_equal(output.standing.experience, i);
    }
    assert_false(player_next_output(h.player, &output));
}

static void an_unknown_line_is_told_once_an_hour_by_shape(void **state)
{
    (void)state;
    says(&h, "opp_a plays the fiddle for 12 minutes.");
    assert_int_equal(h.notes, 1);
    assert_string_equal(h.note.text, "NAME plays the fiddle for N minutes.");
    assert_string_equal(h.note.sample, "opp_a plays the fiddle for 12 minutes.");
    for (int i = 0; i < 5; i++) {
        says(&h, "opp_b plays the fiddle for 7 minutes.");
    }
    assert_int_equal(h.notes, 1);
    says(&h, "** The moon is full.");
    assert_int_equal(h.notes, 2);
    h.now_ms += 3600 * 1000;
    says(&h, "opp_a plays the fiddle for 9 minutes.");
    assert_int_equal(h.notes, 3);
    assert_int_equal(h.note.kind, PLAYER_NOTE_UNKNOWN_LINE);
    assert_int_equal(h.note.count, 6);
}

/* Letters that name nobody, so that each line has a shape of its own. */
static void a_flood_of_unknown_shapes_is_told_once_an_hour_each_32(void **state)
{
    (void)state;
    for (int i = 0; i < 1000; i++) {
        char line[40];
        (void)snprintf(line, sizeof line, "~~ %c%c%c", 'a' + i % 26, 'a' + i / 26 % 26,
                       'a' + i / 676);
        says(&h, line);
    }
    assert_int_equal(h.notes, 32);
}

/* The number is that of x86-64: 887 KB before the outputs had a queue of their own and the
 * plays were no longer listed to see whether there is one. */
static void a_player_takes_at_most_262_kb(void **state)
{
    (void)state;
    assert_true(sizeof(struct player) <= 262 * 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PLAYING(dice_on_the_board_are_played_once),
        PLAYING(same_board_again_keeps_the_thinking_going),
        PLAYING(prompt_without_a_current_board_asks_for_it),
        PLAYING(prompt_after_the_board_decides_at_once),
        PLAYING(prompt_holds_when_the_same_board_comes_behind_it),
        PLAYING(lost_prompt_is_made_up_for_by_a_board),
        PLAYING(quick_answers_wait_for_their_time),
        PLAYING(certainty_is_what_the_chance_leaves),
        PLAYING(experience_of_after_the_match_is_not_that_of_before),
        PLAYING(error_line_does_not_hold_up_an_answer_that_waits),
        PLAYING(answer_that_waits_is_dropped_with_its_position),
        PLAYING(lost_command_is_sent_again_after_a_look_at_the_board),
        PLAYING(lost_board_command_is_asked_again_ever_more_slowly),
        PLAYING(dance_of_ours_voids_the_decision),
        PLAYING(answers_with_a_stale_number_are_dropped),
        LOBBY(board_of_others_begins_no_match),
        PLAYING(board_of_others_does_not_disturb_a_match),
        PLAYING(automove_line_belongs_to_whose_turn_it_was),
        PLAYING(refused_play_is_computed_once_more_then_another_is_tried),
        PLAYING(error_lines_without_end_do_not_make_a_loop),
        PLAYING(command_at_the_wrong_moment_is_resolved_by_the_board),
        PLAYING(bad_board_line_is_asked_again),
        PLAYING(next_game_is_joined_once_and_again_if_lost),
        PLAYING(match_end_is_counted_in_either_spelling),
        PLAYING(rating_of_one_whose_line_never_came_stays_unknown),
        PLAYING(match_events_tell_the_game),
        LOBBY(stop_in_the_lobby_is_done_at_once),
        PLAYING(stop_finishes_or_leaves_the_match),
        PLAYING(stop_may_wait_for_the_end_of_the_game),
        PLAYING(stop_leaves_a_match_that_does_not_end),
        PLAYING(stop_has_the_patience_that_is_set),
        PLAYING(a_dance_is_that_of_who_cannot_move),
        PLAYING(a_play_of_ours_is_told_before_the_dance_that_follows),
        PLAYING(passes_and_resignations_are_those_of_the_loser),
        PLAYING(same_checkers_at_another_score_are_a_new_position),
        PLAYING(taken_double_shows_on_the_board_alone),
        PLAYING(enough_matches_end_the_work),
        LOBBY(nothing_is_lost_when_nobody_takes_it),
        LOBBY(an_unknown_line_is_told_once_an_hour_by_shape),
        LOBBY(a_flood_of_unknown_shapes_is_told_once_an_hour_each_32),
        LOBBY(a_player_takes_at_most_262_kb),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
