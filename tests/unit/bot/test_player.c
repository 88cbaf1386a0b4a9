/* The player in the traps that matches have: lost commands, stale answers, error lines,
 * offers at any moment, swapped invitations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "harness.h"

/* The start of a 5 point match: turn, our dice, his dice, may-double of both, hint. */
#define BOARD(score, turn, ours, his, cube, may)                                       \
    "board:You:opp_a:5:" score ":0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:" \
    "2:0:" turn ":" ours ":" his ":" cube ":" may ":0:1:-1:0:25:0:0:0:0:2:0:0:0"
#define OUR_ROLLED BOARD("0:0", "1", "3:1", "0:0", "1", "1:1")
#define OUR_TURN   BOARD("0:0", "1", "0:0", "0:0", "1", "1:1")
#define HIS_TURN   BOARD("0:0", "-1", "0:0", "0:0", "1", "1:1")
#define HIS_DOUBLE BOARD("0:0", "1", "0:0", "0:0", "1", "0:0")
#define OUR_DOUBLE BOARD("0:0", "-1", "0:0", "0:0", "1", "0:0")
#define PROMPT     "It's your turn. Please roll or double"

static struct harness h;

/* A 5 point match with opp_a that has just been joined. */
static int playing(void **state)
{
    (void)state;
    harness_init(&h);
    harness_start(&h, "");
    harness_server(&h, "opp_a wants to play a 5 point match with you.");
    harness_server(&h, "Type 'join opp_a' to accept.");
    harness_pass(&h, 1000);
    harness_server(&h, "** You are now playing a 5 point match with opp_a");
    h.sent_taken = h.sent_count;
    return 0;
}

static int in_lobby(void **state)
{
    (void)state;
    harness_init(&h);
    harness_start(&h, "");
    harness_expect(&h, "show saved");
    return 0;
}

static int close_harness(void **state)
{
    (void)state;
    harness_close(&h);
    return 0;
}

static struct decision_answer doubles(void)
{
    return (struct decision_answer){.is_double = true};
}

static struct decision_answer rolls(void)
{
    return (struct decision_answer){.is_double = false};
}

static struct decision_answer accepts(void)
{
    return (struct decision_answer){.is_accept = true};
}

/* ---- turns ----------------------------------------------------------------------- */

static void dice_on_the_board_are_played_once(void **state)
{
    (void)state;
    harness_server(&h, OUR_ROLLED);
    harness_server(&h, "Please move 2 pieces.");
    harness_play(&h, "8-5 6-5", -1);
    harness_expect(&h, "move 8-5 6-5");
    harness_server(&h, OUR_ROLLED); /* a board that was on its way */
    assert_false(h.has_request);
    harness_expect_nothing(&h);
}

static void same_board_again_keeps_the_thinking_going(void **state)
{
    (void)state;
    harness_server(&h, OUR_ROLLED);
    harness_server(&h, OUR_ROLLED);
    assert_int_equal(h.requests, 1);
    assert_true(h.has_request);
}

static void prompt_without_a_current_board_asks_for_it(void **state)
{
    (void)state;
    harness_server(&h, HIS_TURN);
    harness_server(&h, "opp_a rolls 6 and 6.");
    harness_server(&h, "opp_a can't move.");
    harness_server(&h, PROMPT);
    harness_expect(&h, "board");
    assert_false(h.has_request);
    harness_server(&h, OUR_TURN);
    assert_int_equal(h.request.kind, DECIDE_CUBE);
    harness_answer(&h, rolls());
    harness_expect(&h, "roll");
}

static void prompt_after_the_board_decides_at_once(void **state)
{
    (void)state;
    harness_server(&h, OUR_TURN);
    assert_false(h.has_request);
    harness_server(&h, PROMPT);
    harness_answer(&h, rolls());
    harness_expect(&h, "roll");
    harness_server(&h, PROMPT); /* said again: nothing new */
    harness_expect_nothing(&h);
}

static void lost_prompt_is_made_up_for_by_a_board(void **state)
{
    (void)state;
    harness_server(&h, OUR_TURN);
    harness_pass(&h, 8000);
    harness_expect(&h, "board");
    harness_server(&h, OUR_TURN);
    harness_answer(&h, rolls());
    harness_expect(&h, "roll");
}

static void lost_command_is_sent_again_after_a_look_at_the_board(void **state)
{
    (void)state;
    harness_server(&h, OUR_ROLLED);
    harness_play(&h, "8-5 6-5", -1);
    harness_expect(&h, "move 8-5 6-5");
    harness_pass(&h, 7999);
    harness_expect_nothing(&h);
    harness_pass(&h, 1);
    harness_expect(&h, "board");
    harness_server(&h, OUR_ROLLED);
    assert_false(h.has_request); /* room after the board, or this one is lost too */
    harness_pass(&h, 700);
    harness_play(&h, "8-5 6-5", -1);
    harness_expect(&h, "move 8-5 6-5");
    harness_server(&h, HIS_TURN);
    assert_int_equal(player_state(h.player), PLAYER_WAITING);
}

static void lost_board_command_is_asked_again_ever_more_slowly(void **state)
{
    (void)state;
    harness_server(&h, OUR_TURN);
    harness_pass(&h, 600000);
    int boards = 0;
    for (const char *sent = harness_next(&h); sent != NULL; sent = harness_next(&h)) {
        boards += strcmp(sent, "board") == 0;
    }
    assert_in_range(boards, 8, 16);
}

static void dance_of_ours_voids_the_decision(void **state)
{
    (void)state;
    harness_server(&h, OUR_ROLLED);
    struct decision_request late = h.request;
    harness_server(&h, "You can't move.");
    assert_false(h.has_request);
    struct decision_answer answer = {.number = late.number, .kind = DECIDE_PLAY};
    player_answer(h.player, h.now_ms, &answer);
    harness_drain(&h);
    harness_expect_nothing(&h);
    assert_int_equal(player_state(h.player), PLAYER_WAITING);
}

static void answers_with_a_stale_number_are_dropped(void **state)
{
    (void)state;
    harness_server(&h, OUR_ROLLED);
    struct decision_answer answer = {.number = h.request.number - 1,
                                     .kind = DECIDE_PLAY};
    player_answer(h.player, h.now_ms, &answer);
    harness_drain(&h);
    harness_expect_nothing(&h);
    assert_int_equal(player_state(h.player), PLAYER_THINKING);
}

static void automove_line_belongs_to_whose_turn_it_was(void **state)
{
    (void)state;
    harness_server(&h, OUR_ROLLED);
    harness_server(&h, "The only possible move is 8-5 6-5 .");
    assert_false(h.has_request);
    assert_int_equal(player_state(h.player), PLAYER_WAITING);
    harness_server(&h, HIS_TURN);
    harness_server(&h, "The only possible move is 1-5 1-5 .");
    assert_int_equal(player_state(h.player), PLAYER_ON_ROLL);
}

static void quick_answers_wait_for_their_time(void **state)
{
    (void)state;
    harness_set(&h, "play.move_time=1000");
    harness_server(&h, OUR_ROLLED);
    harness_play(&h, "8-5 6-5", -1);
    harness_pass(&h, 249);
    harness_expect_nothing(&h);
    harness_server(&h, OUR_ROLLED); /* looked at again: the answer stands */
    harness_pass(&h, 1251);
    harness_expect(&h, "move 8-5 6-5");
    harness_expect_nothing(&h);
}

static void answer_that_waits_is_dropped_with_its_position(void **state)
{
    (void)state;
    harness_set(&h, "play.move_time=1000");
    harness_server(&h, OUR_ROLLED);
    harness_play(&h, "8-5 6-5", -1);
    harness_server(&h, "** Player opp_a has left the game. The game was saved.");
    harness_pass(&h, 1500);
    for (const char *sent = harness_next(&h); sent != NULL; sent = harness_next(&h)) {
        assert_null(strstr(sent, "move"));
    }
}

/* ---- error lines ----------------------------------------------------------------- */

static void refused_play_is_computed_once_more_then_another_is_tried(void **state)
{
    (void)state;
    harness_server(&h, OUR_ROLLED);
    for (int attempt = 0; attempt < 3; attempt++) {
        assert_int_equal(h.request.attempt, attempt);
        harness_play(&h, "8-5 6-5", -1);
        harness_expect(&h, "move 8-5 6-5");
        harness_server(&h, "** You can't move 3 points in your first move.");
        harness_expect(&h, "board");
        harness_server(&h, OUR_ROLLED);
    }
}

static void error_lines_without_end_do_not_make_a_loop(void **state)
{
    (void)state;
    harness_server(&h, OUR_ROLLED);
    for (int i = 0; i < 2000 && player_state(h.player) != PLAYER_LEAVING; i++) {
        if (h.has_request) {
            harness_play(&h, "8-5 6-5", -1);
        }
        const char *sent = harness_next(&h);
        if (sent == NULL) {
            harness_pass(&h, 1000);
        } else if (strncmp(sent, "move", 4) == 0) {
            harness_server(&h, "** You can't move from 8 in your first move.");
        } else if (strcmp(sent, "board") == 0) {
            harness_server(&h, OUR_ROLLED);
        }
    }
    /* in the end it leaves the match rather than go on */
    assert_in_range(h.sent_count, 6, 60);
    assert_int_equal(player_state(h.player), PLAYER_LEAVING);
}

static void command_at_the_wrong_moment_is_settled_by_the_board(void **state)
{
    (void)state;
    harness_server(&h, OUR_TURN);
    harness_server(&h, PROMPT);
    harness_answer(&h, rolls());
    harness_expect(&h, "roll");
    harness_server(&h, "** You did already roll the dice.");
    harness_expect(&h, "board");
    harness_server(&h, OUR_ROLLED);
    assert_int_equal(h.request.kind, DECIDE_PLAY);
}

static void bad_board_line_is_asked_again(void **state)
{
    (void)state;
    harness_server(&h, "board:You:opp_a:5:0:0:junk");
    harness_expect(&h, "board");
}

/* ---- cube ------------------------------------------------------------------------ */

static void double_is_answered_once(void **state)
{
    (void)state;
    harness_server(&h, HIS_TURN);
    harness_server(&h, "opp_a doubles. Type 'accept' or 'reject'.");
    assert_int_equal(h.request.kind, DECIDE_TAKE);
    assert_int_equal(h.request.ms.cube, 1);
    harness_answer(&h, accepts());
    harness_expect(&h, "accept");
    harness_server(&h, HIS_DOUBLE); /* a board that was on its way */
    assert_false(h.has_request);
    harness_expect_nothing(&h);
    harness_server(&h, "You accept the double. The cube shows 2.");
    assert_int_equal(player_state(h.player), PLAYER_WAITING);
}

static void double_while_thinking_voids_the_job(void **state)
{
    (void)state;
    harness_server(&h, OUR_ROLLED);
    harness_server(&h, "opp_a doubles. Type 'accept' or 'reject'.");
    assert_int_equal(h.request.kind, DECIDE_TAKE);
    assert_int_equal(h.requests, 2);
}

static void double_on_a_stale_board_asks_for_the_board_first(void **state)
{
    (void)state;
    harness_server(&h, OUR_ROLLED);
    harness_server(&h, "You can't move.");
    harness_server(&h, "opp_a doubles. Type 'accept' or 'reject'.");
    harness_expect(&h, "board");
    assert_false(h.has_request);
    harness_server(&h, HIS_DOUBLE);
    assert_int_equal(h.request.kind, DECIDE_TAKE);
    harness_answer(&h, (struct decision_answer){.is_accept = false});
    harness_expect(&h, "reject");
}

static void pending_double_on_a_resumed_board_is_answered(void **state)
{
    (void)state;
    harness_server(&h, HIS_DOUBLE);
    assert_int_equal(h.request.kind, DECIDE_TAKE);
    harness_answer(&h, accepts());
    harness_expect(&h, "accept");
    harness_server(&h, "** opp_a didn't double or resign."); /* the flags lie here */
    harness_expect(&h, "board");
    harness_server(&h, HIS_DOUBLE);
    assert_int_equal(h.request.kind, DECIDE_CUBE);
}

static void our_double_waits_for_the_answer(void **state)
{
    (void)state;
    harness_server(&h, OUR_TURN);
    harness_server(&h, PROMPT);
    harness_answer(&h, doubles());
    harness_expect(&h, "double");
    harness_server(&h, "You double. Please wait for opp_a to accept or reject.");
    harness_server(&h, OUR_DOUBLE);
    harness_server(&h, OUR_TURN); /* a server that does not show it */
    assert_int_equal(player_state(h.player), PLAYER_CUBE_OFFERED);
    harness_expect_nothing(&h);
    harness_server(&h, "opp_a accepts the double. The cube shows 2.");
    harness_pass(&h, 7999);
    harness_expect_nothing(&h); /* the server rolls for us */
    harness_pass(&h, 1);
    harness_expect(&h, "board");
}

static void refused_double_is_followed_by_a_roll(void **state)
{
    (void)state;
    harness_server(&h, OUR_TURN);
    harness_server(&h, PROMPT);
    harness_answer(&h, doubles());
    harness_expect(&h, "double");
    harness_server(&h, "** The Crawford rule doesn't allow you to double.");
    harness_expect(&h, "roll");
}

static void crawford_game_is_known_from_memory(void **state)
{
    (void)state;
    static const char *const boards[] = {BOARD("4:2", "1", "0:0", "0:0", "1", "1:1"),
                                         BOARD("4:3", "1", "0:0", "0:0", "1", "1:1")};
    for (int game = 0; game < 2; game++) { /* field 51 stays 0 on this server */
        harness_server(&h, "Starting a new game with opp_a.");
        harness_server(&h, boards[game]);
        harness_server(&h, PROMPT);
        assert_int_equal(h.request.ms.is_crawford, game == 0);
        harness_answer(&h, rolls());
        harness_expect(&h, "roll");
    }
}

static void impossible_redouble_is_taken_for_the_next_one(void **state)
{
    (void)state;
    harness_server(&h, HIS_TURN);
    harness_server(&h, "opp_a redoubles to 25. Type 'accept' or 'reject'.");
    assert_int_equal(h.request.kind, DECIDE_TAKE);
    assert_int_equal(h.request.ms.cube, 2);
}

static void double_in_what_we_took_for_the_crawford_game_is_believed(void **state)
{
    (void)state;
    harness_server(&h, "Starting a new game with opp_a.");
    harness_server(&h, BOARD("4:2", "-1", "0:0", "0:0", "1", "1:1"));
    harness_server(&h, "opp_a doubles. Type 'accept' or 'reject'.");
    assert_int_equal(h.request.kind, DECIDE_TAKE);
    assert_false(h.request.ms.is_crawford);
}

static void redouble_names_the_cube_at_stake(void **state)
{
    (void)state;
    harness_server(&h, HIS_TURN);
    harness_server(&h, "opp_a redoubles to 8. Type 'accept' or 'reject'.");
    assert_int_equal(h.request.kind, DECIDE_TAKE);
    assert_int_equal(h.request.ms.cube, 4);
    assert_int_equal(h.request.ms.owner, CUBE_THEIRS);
}

/* ---- resignations ---------------------------------------------------------------- */

static void resignation_during_our_thinking_is_answered_first(void **state)
{
    (void)state;
    harness_server(&h, OUR_ROLLED);
    harness_server(
        &h, "opp_a wants to resign. You will win 2 points. Type 'accept' or 'reject'.");
    assert_int_equal(h.request.kind, DECIDE_RESIGNATION);
    assert_int_equal(h.request.games, 2);
    assert_true(h.request.is_my_turn);
    harness_answer(&h, (struct decision_answer){.is_accept = false});
    harness_expect(&h, "reject");
    harness_server(&h, "You reject. The game continues.");
    harness_expect(&h, "board");
    harness_server(&h, OUR_ROLLED);
    harness_play(&h, "8-5 6-5", -1);
    harness_expect(&h, "move 8-5 6-5");
}

static void we_resign_once_a_game_and_play_on_when_rejected(void **state)
{
    (void)state;
    harness_server(&h, OUR_ROLLED);
    assert_true(h.request.may_resign);
    harness_answer(&h, (struct decision_answer){.resign_games = 1});
    harness_expect(&h, "resign n");
    harness_server(&h, "You want to resign. opp_a will win 1 point.");
    harness_server(&h, OUR_ROLLED);
    assert_false(h.has_request);
    harness_server(&h, "opp_a rejects. The game continues.");
    harness_expect(&h, "board");
    harness_server(&h, OUR_ROLLED);
    assert_false(h.request.may_resign);
    harness_play(&h, "8-5 6-5", -1);
    harness_expect(&h, "move 8-5 6-5");
}

/* ---- invitations ----------------------------------------------------------------- */

static void length_is_checked_when_only_a_board_tells_of_the_match(void **state)
{
    (void)state;
    harness_server(&h, "opp_a wants to play a 3 point match with you.");
    harness_pass(&h, 1000);
    harness_expect(&h, "join opp_a");
    harness_server(&h, OUR_ROLLED); /* of a match of another length */
    assert_false(h.has_request);
    harness_expect(&h, "kibitz This is not the match I accepted, sorry.");
    harness_expect(&h, "leave");
}

static void agreed_match_goes_on_when_only_a_board_tells_of_it(void **state)
{
    (void)state;
    harness_server(&h, "opp_a wants to play a 5 point match with you.");
    harness_pass(&h, 1000);
    harness_expect(&h, "join opp_a");
    harness_server(&h, OUR_ROLLED);
    assert_true(h.has_request);
    harness_expect_nothing(&h);
}

static void invitation_is_joined_after_a_moment(void **state)
{
    (void)state;
    harness_server(&h, "opp_a wants to play a 5 point match with you.");
    harness_server(&h, "Type 'join opp_a' to accept.");
    harness_pass(&h, 999);
    harness_expect_nothing(&h);
    harness_pass(&h, 1);
    harness_expect(&h, "join opp_a");
}

static void invitation_of_one_who_logs_out_is_not_joined(void **state)
{
    (void)state;
    harness_server(&h, "opp_a wants to play a 5 point match with you.");
    harness_server(&h, "Type 'join opp_a' to accept.");
    harness_server(&h, "8 opp_a opp_a drops connection.");
    harness_pass(&h, 5000);
    harness_expect_nothing(&h);
}

static void warning_line_turns_a_join_into_a_resume(void **state)
{
    (void)state;
    harness_server(&h, "opp_a wants to play a 1 point match with you.");
    harness_server(&h, "Type 'join opp_a' to accept.");
    harness_server(&h, "WARNING: Don't accept if you want to continue the saved 5 "
                       "point match!");
    harness_pass(&h, 1000);
    harness_expect(&h, "invite opp_a");
    harness_expect(&h, "tell opp_a We have a saved match, please join to resume it.");
}

static void invitations_against_the_policy_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *set, *line, *tell;
    } rows[] = {
        {"accept.lengths=1, 3-5", "opp_a wants to play a 2 point match with you.",
         "tell opp_a I play matches of these lengths: 1, 3-5"},
        {"accept.unlimited=no", "opp_b wants to play an unlimited match with you.",
         "tell opp_b I do not play unlimited matches."},
        {"accept.block=opp_c", "opp_c wants to play a 3 point match with you.",
         "tell opp_c I do not play with you at present."},
        {"accept.allow=opp_d", "opp_e wants to play a 3 point match with you.",
         "tell opp_e I only play with certain users now."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        harness_set(&h, rows[i].set);
        harness_server(&h, rows[i].line);
        harness_pass(&h, 1500);
        harness_expect(&h, rows[i].tell);
        harness_expect_nothing(&h);
        assert_int_equal(player_state(h.player), PLAYER_LOBBY);
    }
}

static void swapped_length_is_left_and_blocked(void **state)
{
    (void)state;
    harness_server(&h, "opp_a wants to play a 3 point match with you.");
    harness_pass(&h, 1000);
    harness_expect(&h, "join opp_a");
    harness_server(&h, "** You are now playing a 9 point match with opp_a");
    harness_expect(&h, "kibitz I accepted a 3 point match, sorry.");
    harness_expect(&h, "leave");
    harness_server(&h, OUR_ROLLED);
    assert_false(h.has_request);
    harness_server(&h, "** You terminated the game. The game was saved.");
    harness_expect(&h, "show saved");
    harness_server(&h, "opp_a wants to play a 3 point match with you.");
    harness_pass(&h, 2000);
    harness_expect(&h, "tell opp_a I do not play with you at present.");
    harness_expect_nothing(&h);
}

static void wrong_length_on_the_first_board_is_left(void **state)
{
    (void)state;
    harness_server(&h, "** You are now playing a 7 point match with opp_a");
    harness_server(&h, OUR_ROLLED);
    harness_expect(&h, "kibitz This is not the match I accepted, sorry.");
    harness_expect(&h, "leave");
}

static void configured_opponents_are_invited_when_free(void **state)
{
    (void)state;
    harness_set(&h, "invite.names=opp_a, opp_b");
    harness_set(&h, "invite.length=7");
    harness_set(&h, "invite.idle=10");
    harness_server(&h, "5 opp_a opp_x - 1 0 1500.00 0 0 1700000000 h - -");
    harness_pass(&h, 15000);
    harness_expect_nothing(&h);
    harness_server(&h, "5 opp_b - - 1 0 1500.00 0 0 1700000000 h - -");
    harness_pass(&h, 5000);
    harness_expect(&h, "invite opp_b 7");
    harness_server(&h, "** You invited opp_b to a 7 point match.");
    harness_server(&h, "** Player opp_b has joined you for a 7 point match.");
    assert_string_equal(player_opponent(h.player), "opp_b");
}

static void refused_user_is_not_invited_again_at_once(void **state)
{
    (void)state;
    harness_set(&h, "invite.names=opp_b");
    harness_set(&h, "invite.idle=1");
    harness_server(&h, "5 opp_b - - 1 0 1500.00 0 0 1700000000 h - -");
    harness_pass(&h, 5000);
    harness_expect(&h, "invite opp_b 5");
    harness_server(&h, "** opp_b is refusing games.");
    harness_pass(&h, 50000);
    harness_expect_nothing(&h);
    harness_pass(&h, 20000);
    harness_expect(&h, "invite opp_b 5");
}

static void unseen_user_is_tried_once_and_again_when_he_comes(void **state)
{
    (void)state;
    harness_set(&h, "invite.names=opp_b");
    harness_set(&h, "invite.idle=1");
    harness_pass(&h, 15000);
    harness_expect_nothing(&h);
    harness_pass(&h, 10000);
    harness_expect(&h, "invite opp_b 5");
    harness_server(&h, "** There is no one called opp_b");
    harness_pass(&h, 300000);
    harness_expect_nothing(&h);
    harness_server(&h, "5 opp_b - - 1 0 1500.00 0 0 1700000000 h - -");
    harness_pass(&h, 5000);
    harness_expect(&h, "invite opp_b 5");
}

static void crossed_invitations_are_joined_by_the_lower_name_first(void **state)
{
    (void)state;
    static const struct {
        const char *other, *invite, *join;
        int64_t wait_ms;
    } rows[] = {
        {"z_bot", "invite z_bot 5", "join z_bot", 1000},
        {"a_bot", "invite a_bot 5", "join a_bot", 2500},
    };
    harness_set(&h, "invite.names=a_bot, z_bot");
    harness_set(&h, "invite.idle=1");
    for (int i = 0; i < 2; i++) {
        char line[120];
        (void)snprintf(line, sizeof line, "5 %s - - 1 0 1500.00 0 0 1700000000 h - -",
                       rows[i].other);
        harness_server(&h, line);
        harness_pass(&h, 5000);
        harness_expect(&h, rows[i].invite);
        (void)snprintf(line, sizeof line, "%s wants to play a 5 point match with you.",
                       rows[i].other);
        harness_server(&h, line);
        harness_pass(&h, rows[i].wait_ms - 1);
        harness_expect_nothing(&h);
        harness_pass(&h, 1);
        harness_expect(&h, rows[i].join);
        (void)snprintf(line, sizeof line, "** %s didn't invite you.", rows[i].other);
        harness_server(&h, line);
        (void)snprintf(line, sizeof line, "8 %s logs out.", rows[i].other);
        harness_server(&h, line);
    }
}

/* ---- saved matches, drops -------------------------------------------------------- */

static void saved_match_is_resumed_when_the_opponent_is_there(void **state)
{
    (void)state;
    harness_server(&h, "  opponent          matchlength   score (your points first)");
    harness_server(&h, "  opp_c                   5                2 -  1");
    harness_pass(&h, 10000);
    harness_expect_nothing(&h);
    harness_server(&h, "7 opp_c opp_c logs in.");
    harness_server(&h, "5 opp_c - - 1 0 1500.00 0 0 1700000000 h - -");
    harness_pass(&h, 5000);
    harness_expect(&h, "invite opp_c");
}

static void drop_while_thinking_ends_the_playing(void **state)
{
    (void)state;
    harness_server(&h, OUR_ROLLED);
    harness_server(&h, "opp_a drops connection. The game was saved.");
    assert_false(h.has_request);
    assert_int_equal(player_state(h.player), PLAYER_LOBBY);
    assert_string_equal(player_opponent(h.player), "");
    harness_expect(&h, "show saved");
}

static void own_who_line_without_opponent_is_checked_with_the_board(void **state)
{
    (void)state;
    harness_server(&h, HIS_TURN);
    harness_server(&h, "5 our_bot - - 1 0 1500.00 0 0 1700000000 h - -");
    harness_expect(&h, "board");
    harness_server(&h, "** You're not playing.");
    assert_int_equal(player_state(h.player), PLAYER_LOBBY);
}

static void no_command_goes_out_when_there_may_be_no_match(void **state)
{
    (void)state;
    harness_server(&h, OUR_ROLLED);
    assert_true(h.has_request);
    harness_server(&h, "5 our_bot - - 1 0 1500.00 0 0 1700000000 h - -");
    harness_expect(&h, "board");
    assert_false(h.has_request);
    harness_server(&h, OUR_ROLLED); /* there is one */
    assert_true(h.has_request);
    harness_expect_nothing(&h);
}

static void reconnection_takes_up_the_match_again(void **state)
{
    (void)state;
    harness_server(&h, OUR_ROLLED);
    player_offline(h.player, h.now_ms);
    harness_drain(&h);
    assert_int_equal(player_state(h.player), PLAYER_OFFLINE);
    harness_server(&h, OUR_ROLLED); /* before the session is ready */
    harness_expect_nothing(&h);
    player_online(h.player, h.now_ms, "");
    harness_drain(&h);
    harness_expect(&h, "board");
    harness_server(&h, OUR_ROLLED);
    assert_int_equal(h.request.kind, DECIDE_PLAY);
    int starts = 0;
    for (int i = 0; i < h.event_count; i++) {
        starts += h.events[i].type == MATCH_START;
    }
    assert_int_equal(starts, 1); /* the record goes on */
}

static void idle_opponent_is_asked_then_left(void **state)
{
    (void)state;
    harness_server(&h, HIS_TURN);
    int asked = 0, left = 0;
    for (int second = 0; second < 400; second++) {
        harness_pass(&h, 1000);
        for (const char *sent = harness_next(&h); sent != NULL;
             sent = harness_next(&h)) {
            if (strcmp(sent, "board") == 0) {
                harness_server(&h, HIS_TURN);
            }
            asked = asked == 0 && strncmp(sent, "kibitz", 6) == 0 ? second : asked;
            left = left == 0 && strcmp(sent, "leave") == 0 ? second : left;
        }
    }
    assert_in_range(asked, 178, 182);
    assert_in_range(left, 358, 362);
}

static int passes_until(const char *word, int most_s)
{
    for (int second = 1; second <= most_s; second++) {
        harness_pass(&h, 1000);
        for (const char *sent = harness_next(&h); sent != NULL;
             sent = harness_next(&h)) {
            if (strncmp(sent, word, strlen(word)) == 0) {
                return second;
            }
        }
    }
    return 0;
}

static void opponent_who_acts_or_speaks_has_his_time_anew(void **state)
{
    (void)state;
    harness_server(&h, HIS_TURN);
    assert_in_range(passes_until("kibitz", 400), 178, 182);
    harness_server(&h, "15 opp_a one moment, please");
    assert_in_range(passes_until("kibitz", 400), 178, 182);
    harness_server(&h, "opp_a rolls 3 and 1.");
    assert_in_range(passes_until("kibitz", 400), 178, 182);
    assert_in_range(passes_until("leave", 400), 178, 182);
}

static void time_we_think_is_not_his(void **state)
{
    (void)state;
    harness_server(&h, OUR_ROLLED);
    assert_true(h.has_request);
    assert_int_equal(passes_until("", 3600), 0); /* nothing is said, nobody left */
}

/* ---- ends ------------------------------------------------------------------------ */

static void next_game_is_joined_once_and_again_if_lost(void **state)
{
    (void)state;
    harness_server(&h, OUR_ROLLED);
    harness_server(&h, "You win the game and get 1 point. Congratulations!");
    harness_server(&h, "score in 5 point match: our_bot-1 opp_a-0");
    harness_server(&h, "Type 'join' if you want to play the next game, type 'leave' if "
                       "you don't.");
    harness_expect(&h, "join");
    harness_pass(&h, 8000);
    harness_expect(&h, "join");
    harness_pass(&h, 8000);
    harness_expect(&h, "board");
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
        harness_server(&h, "5 our_bot - - 1 0 1650.00 400 3 1700000000 192.0.2.1 b -");
        harness_server(&h, "5 opp_a - - 1 0 1720.50 812 3 1700000000 192.0.2.2 M -");
        harness_server(&h, "** You are now playing a 5 point match with opp_a");
        harness_server(&h, OUR_ROLLED);
        harness_server(&h, "Experience: our_bot 400 - opp_a 812");
        harness_server(&h, "change for our_bot: 4*K*sqrt(N)*P=4.876856");
        harness_server(&h, "change for opp_a: -4*K*sqrt(N)*P=-4.876856");
        harness_server(&h, lines[i]);
        const struct match_event *end = &h.events[h.event_count - 1];
        assert_int_equal(player_finished_matches(h.player), i + 1);
        assert_int_equal(player_state(h.player), PLAYER_LOBBY);
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

static void match_events_tell_the_game(void **state)
{
    (void)state;
    harness_server(&h, "Starting a new game with opp_a.");
    harness_server(&h, "You rolled 3, opp_a rolled 1");
    harness_server(&h, "It's your turn to move.");
    harness_server(&h, OUR_ROLLED);
    harness_play(&h, "8-5 6-5", -1);
    harness_server(&h, "opp_a doubles. Type 'accept' or 'reject'.");
    harness_answer(&h, (struct decision_answer){.is_accept = false});
    harness_server(&h, "You give up. opp_a wins 1 point.");
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
    player_stop(h.player, h.now_ms, ON_STOP_FINISH);
    harness_drain(&h);
    assert_true(h.is_done);
    assert_false(h.is_ready);
}

static void stop_finishes_or_leaves_the_match(void **state)
{
    (void)state;
    harness_server(&h, OUR_ROLLED);
    player_stop(h.player, h.now_ms, ON_STOP_FINISH);
    harness_drain(&h);
    assert_false(h.is_done);
    assert_int_equal(player_state(h.player), PLAYER_THINKING);
    player_stop(h.player, h.now_ms, ON_STOP_LEAVE);
    harness_drain(&h);
    harness_expect(&h, "leave");
    harness_server(&h, "** You terminated the game. The game was saved.");
    harness_pass(&h, 3000);
    assert_true(h.is_done);
}

static void enough_matches_end_the_work(void **state)
{
    (void)state;
    harness_set(&h, "play.max_matches=1");
    harness_server(&h, OUR_ROLLED);
    harness_server(&h, "opp_a wins the 5 point match 5-0 .");
    harness_pass(&h, 3000);
    assert_true(h.is_done);
    assert_false(h.is_ready);
}

#define PLAYING(name) cmocka_unit_test_setup_teardown(name, playing, close_harness)
#define LOBBY(name)   cmocka_unit_test_setup_teardown(name, in_lobby, close_harness)

int main(void)
{
    const struct CMUnitTest tests[] = {
        PLAYING(dice_on_the_board_are_played_once),
        PLAYING(same_board_again_keeps_the_thinking_going),
        PLAYING(prompt_without_a_current_board_asks_for_it),
        PLAYING(prompt_after_the_board_decides_at_once),
        PLAYING(lost_prompt_is_made_up_for_by_a_board),
        PLAYING(quick_answers_wait_for_their_time),
        PLAYING(answer_that_waits_is_dropped_with_its_position),
        PLAYING(lost_command_is_sent_again_after_a_look_at_the_board),
        PLAYING(lost_board_command_is_asked_again_ever_more_slowly),
        PLAYING(dance_of_ours_voids_the_decision),
        PLAYING(answers_with_a_stale_number_are_dropped),
        PLAYING(automove_line_belongs_to_whose_turn_it_was),
        PLAYING(refused_play_is_computed_once_more_then_another_is_tried),
        PLAYING(error_lines_without_end_do_not_make_a_loop),
        PLAYING(command_at_the_wrong_moment_is_settled_by_the_board),
        PLAYING(bad_board_line_is_asked_again),
        PLAYING(double_is_answered_once),
        PLAYING(double_while_thinking_voids_the_job),
        PLAYING(double_on_a_stale_board_asks_for_the_board_first),
        PLAYING(pending_double_on_a_resumed_board_is_answered),
        PLAYING(our_double_waits_for_the_answer),
        PLAYING(refused_double_is_followed_by_a_roll),
        PLAYING(crawford_game_is_known_from_memory),
        PLAYING(impossible_redouble_is_taken_for_the_next_one),
        PLAYING(double_in_what_we_took_for_the_crawford_game_is_believed),
        PLAYING(redouble_names_the_cube_at_stake),
        PLAYING(resignation_during_our_thinking_is_answered_first),
        PLAYING(we_resign_once_a_game_and_play_on_when_rejected),
        LOBBY(invitation_is_joined_after_a_moment),
        LOBBY(invitation_of_one_who_logs_out_is_not_joined),
        LOBBY(warning_line_turns_a_join_into_a_resume),
        LOBBY(invitations_against_the_policy_are_refused),
        LOBBY(length_is_checked_when_only_a_board_tells_of_the_match),
        LOBBY(agreed_match_goes_on_when_only_a_board_tells_of_it),
        LOBBY(swapped_length_is_left_and_blocked),
        LOBBY(wrong_length_on_the_first_board_is_left),
        LOBBY(configured_opponents_are_invited_when_free),
        LOBBY(refused_user_is_not_invited_again_at_once),
        LOBBY(unseen_user_is_tried_once_and_again_when_he_comes),
        LOBBY(crossed_invitations_are_joined_by_the_lower_name_first),
        LOBBY(saved_match_is_resumed_when_the_opponent_is_there),
        PLAYING(drop_while_thinking_ends_the_playing),
        PLAYING(own_who_line_without_opponent_is_checked_with_the_board),
        PLAYING(no_command_goes_out_when_there_may_be_no_match),
        PLAYING(reconnection_takes_up_the_match_again),
        PLAYING(idle_opponent_is_asked_then_left),
        PLAYING(opponent_who_acts_or_speaks_has_his_time_anew),
        PLAYING(time_we_think_is_not_his),
        PLAYING(next_game_is_joined_once_and_again_if_lost),
        PLAYING(match_end_is_counted_in_either_spelling),
        PLAYING(match_events_tell_the_game),
        LOBBY(stop_in_the_lobby_is_done_at_once),
        PLAYING(stop_finishes_or_leaves_the_match),
        PLAYING(enough_matches_end_the_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
