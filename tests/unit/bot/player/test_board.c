/* The player and the boards of a match: what it asks the engine and when, lost commands, stale
 * answers, error lines. */
#include "tests/unit/bot/player/match_harness.h"
#include "tests/unit/test_case.h"

/* ---- turns ----------------------------------------------------------------------- */

PLAYING(dice_on_the_board_are_played_once)
{
    says(&h, OUR_ROLLED);
    says(&h, "Please move 2 pieces.");
    plays(&h, "8-5 6-5", -1);
    hears(&h, "move 8-5 6-5");
    says(&h, OUR_ROLLED); /* a board that was on its way */
    assert_false(h.has_request);
    hears_nothing(&h);
}

PLAYING(same_board_again_keeps_the_thinking_going)
{
    says(&h, OUR_ROLLED);
    says(&h, OUR_ROLLED);
    assert_int_equal(h.requests, 1);
    assert_true(h.has_request);
}

PLAYING(prompt_without_a_current_board_asks_for_it)
{
    says(&h, HIS_TURN);
    says(&h, "opp_a rolls 6 and 6.");
    says(&h, "opp_a can't move.");
    says(&h, PROMPT);
    hears(&h, "board");
    assert_false(h.has_request);
    says(&h, OUR_TURN);
    assert_int_equal(h.request.kind, DECISION_CUBE);
    we_roll();
}

PLAYING(prompt_after_the_board_decides_at_once)
{
    says(&h, OUR_TURN);
    assert_false(h.has_request);
    says(&h, PROMPT);
    we_roll();
    says(&h, PROMPT); /* said again: nothing new */
    hears_nothing(&h);
}

/* We asked for the board, the opponent moved meanwhile, and the answer comes behind the
 * prompt: the prompt holds, since it is not repeated. */
PLAYING(prompt_holds_when_the_same_board_comes_behind_it)
{
    says(&h, HIS_TURN);
    says(&h, "15 opp_a move");
    hears(&h, "board");
    says(&h, OUR_TURN);
    says(&h, PROMPT);
    says(&h, OUR_TURN);
    assert_int_equal(h.requests, 1);
    we_roll();
}

PLAYING(lost_prompt_is_made_up_for_by_a_board)
{
    says(&h, OUR_TURN);
    waits(&h, PLAYER_AUTO_ROLL_MS - 1);
    hears_nothing(&h);
    waits(&h, 1);
    hears(&h, "board");
    says(&h, OUR_TURN);
    we_roll();
}

/* The server rolls for who may not double; a look for another reason is no sign that it does
 * not. */
PLAYING(dice_that_do_not_come_are_rolled_after_a_silence)
{
    says(&h, BOARD("4:0", "1", "0:0", "0:0", "1", "1:1"));
    says(&h, "** It's not your turn to move.");
    hears(&h, "board");
    says(&h, BOARD("4:0", "1", "0:0", "0:0", "1", "1:1"));
    hears_nothing(&h);
    waits(&h, PLAYER_AUTO_ROLL_MS);
    hears(&h, "board");
    says(&h, BOARD("4:0", "1", "0:0", "0:0", "1", "1:1"));
    we_roll();
}

PLAYING(lost_command_is_sent_again_after_a_look_at_the_board)
{
    we_play();
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

/* 6-6 from the bar. */
#define OUR_DANCE                                                                      \
    "board:You:opp_a:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:1:1:1:" \
    "6:6:0:0:1:1:1:0:1:-1:0:25:0:0:1:0:0:0:0:0"

PLAYING(lost_board_command_is_asked_again_ever_more_slowly)
{
    says(&h, OUR_TURN);
    for (int second = 0; second < 600; second++) {
        waits(&h, 1000);
        if (h.has_request) { /* the last board has to do */
            decides(&h, rolls());
        }
    }
    assert_in_range(harness_count(&h, "board"), 8, 16);
}

/* The server does not go on to the opponent. */
PLAYING(a_dance_that_does_not_end_is_looked_at_ever_more_slowly)
{
    int boards = 0;
    says(&h, OUR_DANCE);
    is_at(&h, PLAYER_DANCING);
    for (int second = 0; second < 600; second++) {
        waits(&h, 1000);
        int asked = harness_count(&h, "board");
        if (asked > 0) {
            says(&h, OUR_DANCE);
        }
        boards += asked;
    }
    assert_in_range(boards, 8, 16);
}

PLAYING(dance_of_ours_voids_the_decision)
{
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

PLAYING(answers_with_a_stale_number_are_dropped)
{
    static const int others[] = {-1, +1, +1000}; /* -1: number 0, of no request */
    struct decision_answer answer = {.kind = DECISION_PLAY, .candidates = 1};
    struct fibs_slice moves = {"8-5 6-5", 7};
    assert_true(translate_moves(moves, &(int){0}, &answer.play));
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
    COPY_TEXT(opponent, player_opponent(h.player));
    says(&h, of_others);
    assert_int_equal(h.player->state, before);
    plays_with(&h, opponent);
    assert_int_equal(h.event_count, events);
    assert_false(h.has_request);
    hears_nothing(&h);
}

LOBBY(board_of_others_begins_no_match)
{
    expect_boards_of_others_to_change_nothing();
}

PLAYING(board_of_others_does_not_disturb_a_match)
{
    says(&h, HIS_TURN);
    expect_boards_of_others_to_change_nothing();
}

PLAYING(automove_line_belongs_to_whose_turn_it_was)
{
    says(&h, OUR_ROLLED);
    says(&h, "The only possible move is 8-5 6-5 .");
    assert_false(h.has_request);
    is_at(&h, PLAYER_WAITING);
    says(&h, HIS_TURN);
    says(&h, "The only possible move is 1-5 1-5 .");
    is_at(&h, PLAYER_ON_ROLL);
}

PLAYING(quick_answers_wait_for_their_time)
{
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
PLAYING(certainty_is_what_the_chance_leaves)
{
    harness_set(&h, "play.resign_certainty=0.96");
    says(&h, OUR_ROLLED);
    assert_true(h.has_request && h.request.may_resign);
    assert_true(h.request.resign_max_chance > 0.039 &&
                h.request.resign_max_chance < 0.041);
}

PLAYING(error_line_does_not_hold_up_an_answer_that_waits)
{
    harness_set(&h, "play.move_time=1000");
    says(&h, OUR_ROLLED);
    plays(&h, "8-5 6-5", -1);
    says(&h, "** You did already roll the dice.");
    hears(&h, "board"); /* whose answer is slow */
    waits(&h, 1500);
    hears(&h, "move 8-5 6-5");
}

PLAYING(answer_that_waits_is_dropped_with_its_position)
{
    harness_set(&h, "play.move_time=1000");
    says(&h, OUR_ROLLED);
    plays(&h, "8-5 6-5", -1);
    says(&h, "** Player opp_a has left the game. The game was saved.");
    waits(&h, 1500);
    assert_int_equal(harness_count(&h, "move"), 0);
}

/* The same checkers and dice at another score or cube are another decision. */
PLAYING(same_checkers_at_another_score_are_a_new_position)
{
    we_play();
    says(&h, BOARD("0:1", "1", "3:1", "0:0", "1", "1:1")); /* a game went by unheard */
    plays(&h, "8-5 6-5", -1);
    hears(&h, "move 8-5 6-5");
}

/* ---- error lines ----------------------------------------------------------------- */

PLAYING(refused_play_is_computed_once_more_then_another_is_tried)
{
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

PLAYING(error_lines_without_end_do_not_make_a_loop)
{
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

PLAYING(command_at_the_wrong_moment_is_resolved_by_the_board)
{
    says(&h, OUR_TURN);
    says(&h, PROMPT);
    we_roll();
    says(&h, "** You did already roll the dice.");
    hears(&h, "board");
    says(&h, OUR_ROLLED);
    assert_int_equal(h.request.kind, DECISION_PLAY);
}

PLAYING(bad_board_line_is_asked_again)
{
    says(&h, "board:You:opp_a:5:0:0:junk");
    hears(&h, "board");
}

TEST_MAIN(NULL, NULL)
