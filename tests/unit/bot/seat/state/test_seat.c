/* The seat by lines of the server: what the person may do, and what is sent. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "bot/seat/state/seat.h"

#define OPENING_BOARD                                                                  \
    "board:You:opp_a:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:" \
    "6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
/* after 24/18 13/11, his turn */
#define THEIR_BOARD                                                                     \
    "board:You:opp_a:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:1:-5:4:0:0:0:-3:1:-5:0:0:0:0:1:0:-1:" \
    "0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
#define OUR_BOARD_TO(LENGTH)                                                           \
    "board:You:opp_a:" LENGTH                                                          \
    ":0:0:0:-2:0:0:0:0:5:0:3:0:0:1:-5:4:0:0:0:-3:1:-5:0:0:0:0:1:0:1:"                  \
    "0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
#define OUR_BOARD OUR_BOARD_TO("3")

struct game {
    struct seat *seat;
    struct fibs_message_context context;
    int64_t now_ms;
};
static struct game game;

static void hear(const char *line)
{
    struct fibs_message message;
    fibs_message_read(&game.context, line, &message);
    seat_message(game.seat, ++game.now_ms, &message);
}

static const struct seat_view *view(void)
{
    return seat_view(game.seat);
}

static bool act(enum seat_action_type type, int a, int b)
{
    struct error err;
    const struct seat_action action = {.type = type, .from = a, .to = b, .number = a};
    return seat_act(game.seat, ++game.now_ms, &action, &err);
}

static void assert_sent(const char *text)
{
    struct fibs_command command;
    assert_true(seat_next_command(game.seat, &command));
    assert_string_equal(command.text, text);
}

static void assert_nothing_sent(void)
{
    struct fibs_command command;
    assert_false(seat_next_command(game.seat, &command));
}

static int sit_down(void **state)
{
    const struct seat_setup setup = {
        .opponent = "opp_a", .name = "our_bot", .resumes = true};
    (void)state;
    memset(&game, 0, sizeof game);
    game.seat = seat_new(&setup);
    assert_non_null(game.seat);
    assert_int_equal(view()->phase, SEAT_OFFLINE);
    hear("5 opp_a - - 1 0 1912.15 827 8 1040515752 192.0.2.5 3DFiBs -");
    seat_online(game.seat, ++game.now_ms);
    assert_sent("show saved");
    return 0;
}

static int stand_up(void **state)
{
    (void)state;
    seat_free(game.seat);
    return 0;
}

static void start_match(void)
{
    hear("no saved games.");
    assert_int_equal(view()->phase, SEAT_LOBBY);
    assert_true(act(SEAT_ACT_NEW, 3, 0));
    assert_sent("invite opp_a 3");
    assert_int_equal(view()->phase, SEAT_INVITING);
    hear("** Player opp_a has joined you for a 3 point match.");
    hear("Starting a new game with opp_a.");
    hear("You rolled 6, opp_a rolled 2");
    hear("It's your turn to move.");
    hear(OPENING_BOARD);
    assert_int_equal(view()->phase, SEAT_TO_PLAY);
    assert_nothing_sent();
}

static void a_play_is_sent_when_it_is_whole_and_confirmed(void **state)
{
    (void)state;
    start_match();
    assert_false(act(SEAT_ACT_DONE, 0, 0));
    assert_false(act(SEAT_ACT_ROLL, 0, 0));
    assert_false(act(SEAT_ACT_HOP, 24, 17));
    assert_true(act(SEAT_ACT_HOP, 24, 18));
    assert_false(act(SEAT_ACT_DONE, 0, 0));
    hear(OPENING_BOARD); /* the same again: the hop stays */
    assert_int_equal(view()->hops.count, 1);
    assert_true(act(SEAT_ACT_HOP, 18, 16));
    assert_true(act(SEAT_ACT_UNDO, 0, 0));
    assert_true(act(SEAT_ACT_HOP, 13, 11));
    assert_nothing_sent();
    assert_true(act(SEAT_ACT_DONE, 0, 0));
    assert_sent("move 24-18 13-11");
    assert_int_equal(view()->phase, SEAT_WAITING);
    assert_false(act(SEAT_ACT_DONE, 0, 0)); /* once */
    hear(THEIR_BOARD);
    assert_int_equal(view()->phase, SEAT_WAITING);
}

static void a_match_to_1_point_has_no_doubles(void **state)
{
    (void)state;
    start_match();
    hear(OUR_BOARD_TO("1"));
    hear("It's your turn. Please roll or double");
    assert_false(seat_allows(game.seat, SEAT_ACT_DOUBLE));
    assert_false(act(SEAT_ACT_DOUBLE, 0, 0));
    assert_sent("roll"); /* there is no choice */
}

static void the_turn_begins_with_the_prompt(void **state)
{
    (void)state;
    start_match();
    hear(OUR_BOARD);
    assert_int_equal(view()->phase, SEAT_WAITING);
    hear("It's your turn. Please roll or double");
    assert_int_equal(view()->phase, SEAT_TO_ROLL);
    assert_true(seat_allows(game.seat, SEAT_ACT_DOUBLE));
    assert_true(act(SEAT_ACT_DOUBLE, 0, 0));
    assert_sent("double");
    hear("You double. Please wait for opp_a to accept or reject.");
    assert_int_equal(view()->phase, SEAT_DOUBLED);
    assert_int_equal(view()->offered_cube, 2);
    hear("opp_a accepts the double. The cube shows 2.");
    assert_int_equal(view()->board.ms.cube, 2);
    assert_int_equal(view()->board.ms.owner, CUBE_THEIRS);
}

static void a_double_is_taken_or_passed(void **state)
{
    (void)state;
    start_match();
    hear(THEIR_BOARD);
    hear("opp_a doubles. Type 'accept' or 'reject'.");
    assert_int_equal(view()->phase, SEAT_OFFERED);
    assert_false(act(SEAT_ACT_RESIGN, 1, 0));
    assert_true(act(SEAT_ACT_PASS, 0, 0));
    assert_sent("reject");
    hear("You give up. opp_a wins 1 point.");
    hear("score in 3 point match: our_bot-0 opp_a-1");
    hear("Type 'join' if you want to play the next game, type 'leave' if you don't.");
    assert_int_equal(view()->phase, SEAT_BETWEEN);
    assert_int_equal(view()->board.ms.their_score, 1);
    assert_true(act(SEAT_ACT_NEXT, 0, 0));
    assert_sent("join");
}

static const struct seat_event *last_event(enum seat_event_type type)
{
    for (int i = view()->event_count - 1; i >= 0; i--) {
        if (view()->events[i].type == type) {
            return &view()->events[i];
        }
    }
    fail_msg("no event of type %d", (int)type);
    return NULL;
}

static void the_higher_die_begins(void **state)
{
    (void)state;
    start_match(); /* "You rolled 6, opp_a rolled 2" */
    const struct seat_event *event = last_event(SEAT_EVENT_OPENING);
    assert_true(event->is_mine);
    assert_int_equal(event->roll.high, 6);
    assert_int_equal(event->roll.low, 2);
    hear("You rolled 3, opp_a rolled 3");
    assert_ptr_equal(last_event(SEAT_EVENT_OPENING), event);
    hear("You rolled 1, opp_a rolled 5");
    event = last_event(SEAT_EVENT_OPENING);
    assert_false(event->is_mine);
    assert_int_equal(event->roll.high, 5);
}

static void a_level_that_exists_is_ordered_with_the_match(void **state)
{
    struct error err;
    struct seat_action action = {.type = SEAT_ACT_NEW, .number = 3, .level = "nosuch"};
    (void)state;
    hear("no saved games.");
    assert_false(seat_act(game.seat, ++game.now_ms, &action, &err));
    memcpy(action.level, "expert", sizeof "expert");
    assert_true(seat_act(game.seat, ++game.now_ms, &action, &err));
    assert_sent("tell opp_a level expert");
    assert_string_equal(view()->level, "expert");
}

static void their_plays_are_told_from_their_side(void **state)
{
    (void)state;
    start_match();
    hear(THEIR_BOARD);
    hear("opp_a rolls 6 and 4.");
    hear("opp_a moves 1-7 12-16 .");
    const struct seat_event *event = last_event(SEAT_EVENT_PLAY);
    assert_false(event->is_mine || last_event(SEAT_EVENT_ROLL)->is_mine);
    assert_int_equal(event->roll.high, 6);
    assert_string_equal(event->text, "24/18 13/9");
}

static void plays_of_others_are_not_the_opponents(void **state)
{
    (void)state;
    start_match();
    hear(THEIR_BOARD);
    hear("opp_a rolls 6 and 4.");
    const int events = view()->event_count;
    hear("opp_b moves 1-7 12-16 .");
    hear("opp_b rolls 6 and 4.");
    hear("opp_b can't move.");
    assert_int_equal(view()->event_count, events);
}

static void doubles_are_told_with_the_cube_that_is_offered(void **state)
{
    (void)state;
    start_match();
    hear(THEIR_BOARD);
    hear("opp_a doubles. Type 'accept' or 'reject'.");
    assert_int_equal(last_event(SEAT_EVENT_DOUBLE)->points, 2);
    assert_true(act(SEAT_ACT_TAKE, 0, 0));
    assert_sent("accept");
    hear("You accept the double. The cube shows 2.");
    assert_int_equal(view()->board.ms.cube, 2);
    hear("You double. Please wait for opp_a to accept or reject.");
    assert_int_equal(last_event(SEAT_EVENT_DOUBLE)->points, 4);
}

static void a_silent_server_is_asked_for_the_board(void **state)
{
    (void)state;
    start_match();
    hear(OUR_BOARD);
    seat_tick(game.seat, game.now_ms = seat_deadline(game.seat));
    assert_sent("board");
    hear(OUR_BOARD);
    assert_int_equal(view()->phase, SEAT_TO_ROLL);
}

static void a_saved_match_goes_on_without_being_asked(void **state)
{
    (void)state;
    hear("  opponent          matchlength   score (your points first)");
    hear("**opp_a                   3                1 -  1");
    assert_sent("invite opp_a");
    hear("opp_a has joined you. Your running match was loaded.");
    assert_sent("board");
    hear(OUR_BOARD);
    assert_int_equal(view()->phase, SEAT_TO_ROLL);
    seat_offline(game.seat, ++game.now_ms, "lost");
    assert_int_equal(view()->phase, SEAT_OFFLINE);
    assert_true(view()->has_board); /* still shown */
    assert_false(act(SEAT_ACT_ROLL, 0, 0));
}

static void a_match_is_given_up_on_purpose_alone(void **state)
{
    (void)state;
    start_match();
    assert_false(act(SEAT_ACT_NEW, 5, 0));
    const struct seat_action action = {
        .type = SEAT_ACT_NEW, .number = 5, .drops = true};
    struct error err;
    assert_true(seat_act(game.seat, ++game.now_ms, &action, &err));
    assert_sent("leave");
    hear("** You terminated the game. The game was saved.");
    assert_sent("invite opp_a 5");
}

static void a_match_that_was_left_is_not_gone_on_with_unasked(void **state)
{
    (void)state;
    start_match();
    assert_true(act(SEAT_ACT_LEAVE, 0, 0));
    assert_sent("leave");
    hear("** You terminated the game. The game was saved.");
    assert_true(view()->has_saved);
    seat_tick(game.seat, game.now_ms += 10000);
    assert_nothing_sent();
    hear("opp_a wants to resume a saved match with you.");
    assert_nothing_sent();
    assert_true(act(SEAT_ACT_RESUME, 0, 0));
    assert_sent("invite opp_a");
}

static void a_match_begins_without_the_board_of_the_last(void **state)
{
    (void)state;
    start_match();
    assert_true(view()->has_board);
    hear("opp_a wins the game and gets 16 points. Sorry.");
    hear("opp_a wins the 3 point match 16-0 .");
    assert_true(act(SEAT_ACT_NEW, 3, 0));
    assert_sent("invite opp_a 3");
    hear("** Player opp_a has joined you for a 3 point match.");
    assert_false(view()->has_board);
    assert_false(view()->has_saved);
}

/* As the server tells it, and the match file, the history and the ratings keep it. */
static void points_beyond_the_end_of_the_match_are_told(void **state)
{
    (void)state;
    start_match();
    hear("opp_a wins the game and gets 16 points. Sorry.");
    hear("opp_a wins the 3 point match 16-0 .");
    assert_int_equal(view()->phase, SEAT_OVER);
    assert_int_equal(view()->won[0], 0);
    assert_int_equal(view()->won[1], 16);
    assert_int_equal(view()->board.ms.their_score, 16); /* beside the board, too */
    for (int i = view()->event_count - 2; i < view()->event_count; i++) {
        assert_int_equal(view()->events[i].score[1], 16);
    }
}

static void a_refused_action_asks_for_the_board(void **state)
{
    (void)state;
    start_match();
    assert_true(act(SEAT_ACT_HOP, 24, 16));
    assert_true(act(SEAT_ACT_DONE, 0, 0));
    assert_sent("move 24-18 18-16");
    hear("** It's not your turn to move.");
    assert_sent("board");
    assert_string_equal(view()->reason, "It's not your turn to move.");
}

static void a_bot_that_is_not_ready_is_asked_again(void **state)
{
    (void)state;
    hear("no saved games.");
    assert_true(act(SEAT_ACT_NEW, 1, 0));
    assert_sent("invite opp_a 1");
    hear("** opp_a is refusing games.");
    assert_int_equal(view()->phase, SEAT_INVITING);
    seat_tick(game.seat, game.now_ms = seat_deadline(game.seat));
    assert_sent("invite opp_a 1");
}

static void no_match_begins_before_it_is_known_whether_one_is_saved(void **state)
{
    (void)state;
    assert_int_equal(view()->phase, SEAT_OFFLINE);
    assert_false(act(SEAT_ACT_NEW, 1, 0));
    hear("  opponent          matchlength   score (your points first)");
    hear(" *opp_b                   5                0 -  0");
    assert_false(act(SEAT_ACT_NEW, 1, 0));
    hear(" *opp_a                   3                1 -  1");
    assert_true(view()->has_saved);
    assert_false(act(SEAT_ACT_NEW, 1, 0));
    assert_sent("invite opp_a");
}

static void saved_matches_with_others_hold_nothing_up(void **state)
{
    (void)state;
    hear("  opponent          matchlength   score (your points first)");
    hear(" *opp_b                   5                0 -  0");
    assert_true(seat_deadline(game.seat) <= game.now_ms + 300);
    assert_true(seat_deadline(game.seat) >
                game.now_ms + 100); /* another row may come */
    seat_tick(game.seat, game.now_ms = seat_deadline(game.seat));
    assert_int_equal(view()->phase, SEAT_LOBBY);
    assert_true(act(SEAT_ACT_NEW, 1, 0));
}

static void a_server_that_does_not_list_saved_matches_can_be_played_on(void **state)
{
    (void)state;
    seat_tick(game.seat, game.now_ms = seat_deadline(game.seat));
    assert_int_equal(view()->phase, SEAT_LOBBY);
    assert_true(act(SEAT_ACT_NEW, 1, 0));
    assert_sent("invite opp_a 1");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, sit_down, stand_up)
    const struct CMUnitTest tests[] = {
        TEST(a_play_is_sent_when_it_is_whole_and_confirmed),
        TEST(a_match_to_1_point_has_no_doubles),
        TEST(the_turn_begins_with_the_prompt),
        TEST(a_double_is_taken_or_passed),
        TEST(the_higher_die_begins),
        TEST(a_level_that_exists_is_ordered_with_the_match),
        TEST(their_plays_are_told_from_their_side),
        TEST(plays_of_others_are_not_the_opponents),
        TEST(doubles_are_told_with_the_cube_that_is_offered),
        TEST(a_silent_server_is_asked_for_the_board),
        TEST(a_saved_match_goes_on_without_being_asked),
        TEST(a_match_is_given_up_on_purpose_alone),
        TEST(a_match_that_was_left_is_not_gone_on_with_unasked),
        TEST(a_match_begins_without_the_board_of_the_last),
        TEST(points_beyond_the_end_of_the_match_are_told),
        TEST(a_refused_action_asks_for_the_board),
        TEST(a_bot_that_is_not_ready_is_asked_again),
        TEST(no_match_begins_before_it_is_known_whether_one_is_saved),
        TEST(saved_matches_with_others_hold_nothing_up),
        TEST(a_server_that_does_not_list_saved_matches_can_be_played_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
