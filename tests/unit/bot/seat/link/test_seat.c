/* The seat by lines of a FIBS server: what the person may do, and what is sent. */

#include "tests/unit/bot/seat/link/seat_script.h"
#include "tests/unit/test_case.h"

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

static struct script h;

static int sit_down(void **state)
{
    sits_down(&h, &(struct seat_setup){.resumes = true});
    says(&h, "5 opp_a - - 1 0 1912.15 827 8 1040515752 192.0.2.5 3DFiBs -");
    goes_online(&h);
    return 0;
}

static int stand_up(void **state)
{
    seat_free(h.seat);
    return 0;
}

#define CASE(claim) TEST_WITH(claim, sit_down, stand_up)

static void start_match(void)
{
    says(&h, "no saved games.");
    is_at(&h, SEAT_LOBBY);
    assert_false(seat_allows(h.seat, SEAT_ACT_RESUME));
    does(&h, SEAT_ACT_NEW, .number = 3);
    hears(&h, "invite opp_a 3");
    is_at(&h, SEAT_INVITING);
    says(&h, "** Player opp_a has joined you for a 3 point match.");
    says(&h, "Starting a new game with opp_a.");
    says(&h, "You rolled 6, opp_a rolled 2");
    says(&h, "It's your turn to move.");
    says(&h, OPENING_BOARD);
    is_at(&h, SEAT_TO_PLAY);
    hears_nothing(&h);
}

/* The view keeps the newest events, the record all of the match. */
CASE(the_record_has_all_events_of_the_match)
{
    enum { THEIR_ROLLS = 1000 };
    int count;
    start_match();
    int begun = view_of(&h)->event_count;
    for (int i = 0; i < THEIR_ROLLS; i++) {
        says(&h, "opp_a rolls 5 and 3.");
    }
    says(&h, "opp_a says: hello");
    const struct seat_event *events = seat_record(h.seat, &count);
    assert_int_equal(view_of(&h)->event_count, SEAT_EVENTS_KEPT);
    assert_int_equal(count, begun + THEIR_ROLLS);
    assert_int_equal(events[0].type, SEAT_EVENT_MATCH);
    assert_int_equal(events[count - 1].type, SEAT_EVENT_ROLL);
    assert_int_equal(events[count - 1].roll.high, 5);
}

/* Before the first board, too. */
CASE(a_match_that_is_saved_at_once_has_its_length)
{
    says(&h, "no saved games.");
    does(&h, SEAT_ACT_NEW, .number = 3);
    says(&h, "** Player opp_a has joined you for a 3 point match.");
    says(&h, "** Player opp_a has left the game. The game was saved.");
    assert_true(view_of(&h)->has_saved);
    assert_int_equal(view_of(&h)->saved_length, 3);
}

CASE(a_play_is_sent_when_it_is_whole_and_confirmed)
{
    start_match();
    may_not(&h, SEAT_ACT_DONE);
    may_not(&h, SEAT_ACT_ROLL);
    may_not(&h, SEAT_ACT_HOP, .from = 24, .to = 17);
    does(&h, SEAT_ACT_HOP, .from = 24, .to = 18);
    may_not(&h, SEAT_ACT_DONE);
    says(&h, OPENING_BOARD); /* the same again: the hop stays */
    assert_int_equal(view_of(&h)->hops.count, 1);
    does(&h, SEAT_ACT_HOP, .from = 18, .to = 16);
    does(&h, SEAT_ACT_UNDO);
    does(&h, SEAT_ACT_HOP, .from = 13, .to = 11);
    hears_nothing(&h);
    does(&h, SEAT_ACT_DONE);
    hears(&h, "move 24-18 13-11");
    is_at(&h, SEAT_WAITING);
    may_not(&h, SEAT_ACT_DONE); /* once */
    says(&h, THEIR_BOARD);
    is_at(&h, SEAT_WAITING);
}

CASE(a_match_to_1_point_has_no_doubles)
{
    start_match();
    says(&h, OUR_BOARD_TO("1"));
    says(&h, "It's your turn. Please roll or double");
    assert_false(seat_allows(h.seat, SEAT_ACT_DOUBLE));
    may_not(&h, SEAT_ACT_DOUBLE);
    hears(&h, "roll"); /* there is no choice */
}

CASE(the_turn_begins_with_the_prompt)
{
    start_match();
    says(&h, OUR_BOARD);
    is_at(&h, SEAT_WAITING);
    says(&h, "It's your turn. Please roll or double");
    is_at(&h, SEAT_TO_ROLL);
    assert_true(seat_allows(h.seat, SEAT_ACT_DOUBLE));
    does(&h, SEAT_ACT_DOUBLE);
    hears(&h, "double");
    says(&h, "You double. Please wait for opp_a to accept or reject.");
    is_at(&h, SEAT_DOUBLED);
    assert_int_equal(view_of(&h)->offered_cube, 2);
    says(&h, "opp_a accepts the double. The cube shows 2.");
    assert_int_equal(view_of(&h)->board.ms.cube, 2);
    assert_int_equal(view_of(&h)->board.ms.owner, CUBE_THEIRS);
}

CASE(a_double_is_taken_or_passed)
{
    start_match();
    says(&h, THEIR_BOARD);
    says(&h, "opp_a doubles. Type 'accept' or 'reject'.");
    is_at(&h, SEAT_OFFERED);
    may_not(&h, SEAT_ACT_RESIGN, .number = 1);
    does(&h, SEAT_ACT_PASS);
    hears(&h, "reject");
    says(&h, "You give up. opp_a wins 1 point.");
    says(&h, "score in 3 point match: our_bot-0 opp_a-1");
    says(&h,
         "Type 'join' if you want to play the next game, type 'leave' if you don't.");
    is_at(&h, SEAT_BETWEEN);
    assert_int_equal(view_of(&h)->board.ms.their_score, 1);
    does(&h, SEAT_ACT_NEXT);
    hears(&h, "join");
}

static const struct seat_event *last_event(enum seat_event_type type)
{
    for (int i = view_of(&h)->event_count - 1; i >= 0; i--) {
        if (view_of(&h)->events[i].type == type) {
            return &view_of(&h)->events[i];
        }
    }
    fail_msg("no event of type %d", (int)type);
    return NULL;
}

CASE(the_higher_die_begins)
{
    start_match(); /* "You rolled 6, opp_a rolled 2" */
    const struct seat_event *event = last_event(SEAT_EVENT_OPENING);
    assert_true(event->is_mine);
    assert_int_equal(event->roll.high, 6);
    assert_int_equal(event->roll.low, 2);
    says(&h, "You rolled 3, opp_a rolled 3");
    assert_ptr_equal(last_event(SEAT_EVENT_OPENING), event);
    says(&h, "You rolled 1, opp_a rolled 5");
    event = last_event(SEAT_EVENT_OPENING);
    assert_false(event->is_mine);
    assert_int_equal(event->roll.high, 5);
}

CASE(a_level_that_exists_is_ordered_with_the_match)
{
    says(&h, "no saved games.");
    may_not(&h, SEAT_ACT_NEW, .number = 3, .level = "nosuch");
    does(&h, SEAT_ACT_NEW, .number = 3, .level = "expert");
    hears(&h, "tell opp_a level expert");
    assert_string_equal(view_of(&h)->level, "expert");
}

CASE(their_plays_are_told_from_their_side)
{
    start_match();
    says(&h, THEIR_BOARD);
    says(&h, "opp_a rolls 6 and 4.");
    says(&h, "opp_a moves 1-7 12-16 .");
    const struct seat_event *event = last_event(SEAT_EVENT_PLAY);
    assert_false(event->is_mine || last_event(SEAT_EVENT_ROLL)->is_mine);
    assert_int_equal(event->roll.high, 6);
    assert_string_equal(event->text, "24/18 13/9");
    assert_int_equal(event->before.theirs.at[18], 1); /* what we have moved before it */
}

CASE(plays_of_others_are_not_the_opponents)
{
    start_match();
    says(&h, THEIR_BOARD);
    says(&h, "opp_a rolls 6 and 4.");
    const int events = view_of(&h)->event_count;
    says(&h, "opp_b moves 1-7 12-16 .");
    says(&h, "opp_b rolls 6 and 4.");
    says(&h, "opp_b can't move.");
    assert_int_equal(view_of(&h)->event_count, events);
}

CASE(doubles_are_told_with_the_cube_that_is_offered)
{
    start_match();
    says(&h, THEIR_BOARD);
    says(&h, "opp_a doubles. Type 'accept' or 'reject'.");
    assert_int_equal(last_event(SEAT_EVENT_DOUBLE)->points, 2);
    does(&h, SEAT_ACT_TAKE);
    hears(&h, "accept");
    says(&h, "You accept the double. The cube shows 2.");
    assert_int_equal(view_of(&h)->board.ms.cube, 2);
    says(&h, "You double. Please wait for opp_a to accept or reject.");
    assert_int_equal(last_event(SEAT_EVENT_DOUBLE)->points, 4);
    says(&h, "opp_a redoubles to 8. Type 'accept' or 'reject'.");
    is_at(&h, SEAT_OFFERED);
    assert_int_equal(last_event(SEAT_EVENT_DOUBLE)->points, 8);
    assert_int_equal(view_of(&h)->offered_cube, 8);
}

/* Neither may double, and it is the turn of who answers. */
#define DOUBLED_BOARD(TURN)                                                               \
    "board:You:opp_a:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:1:-5:4:0:0:0:-3:1:-5:0:0:0:0:1:0:" TURN \
    ":0:0:0:0:1:0:0:1:1:-1:0:25:0:0:0:0:2:0:0:0"

CASE(a_board_with_an_open_double_shows_who_answers)
{
    start_match();
    says(&h, DOUBLED_BOARD("1"));
    is_at(&h, SEAT_OFFERED);
    does(&h, SEAT_ACT_TAKE);
    hears(&h, "accept");
    says(&h, DOUBLED_BOARD("-1"));
    is_at(&h, SEAT_DOUBLED);
}

CASE(who_dances_has_rolled_and_the_other_is_to_roll)
{
    start_match();
    says(&h, THEIR_BOARD);
    says(&h, "opp_a rolls 6 and 4.");
    says(&h, "opp_a can't move.");
    const struct seat_event *event = last_event(SEAT_EVENT_DANCE);
    assert_false(event->is_mine);
    assert_int_equal(event->roll.high, 6);
    assert_int_equal(view_of(&h)->board.turn, TURN_MINE);
    says(&h, "You roll 5 and 3.");
    says(&h, "You can't move.");
    event = last_event(SEAT_EVENT_DANCE);
    assert_true(event->is_mine);
    assert_int_equal(event->roll.high, 5);
    assert_int_equal(view_of(&h)->board.turn, TURN_THEIRS);
}

static void assert_game_end(bool is_mine, int points)
{
    const struct seat_event *end = last_event(SEAT_EVENT_GAME_END);
    assert_int_equal(end->is_mine, is_mine);
    assert_int_equal(end->points, points);
    assert_int_equal(end->score[is_mine ? 0 : 1], points);
    assert_int_equal(end->score[is_mine ? 1 : 0], 0);
}

CASE(who_passes_loses_the_game)
{
    start_match();
    says(&h, "opp_a gives up. You win 1 point.");
    assert_false(last_event(SEAT_EVENT_PASS)->is_mine);
    assert_game_end(true, 1);
    says(&h, "score in 3 point match: our_bot-1 opp_a-0");
    says(&h, "Starting a new game with opp_a.");
    says(&h, "score in 3 point match: our_bot-0 opp_a-0");
    says(&h, "You give up. opp_a wins 1 point.");
    assert_true(last_event(SEAT_EVENT_PASS)->is_mine);
    assert_game_end(false, 1);
}

CASE(a_resignation_is_answered_and_costs_its_points)
{
    start_match();
    says(&h, "opp_a wants to resign. You will win 2 points. Type 'accept' or "
             "'reject'.");
    is_at(&h, SEAT_RESIGN_OFFERED);
    assert_false(last_event(SEAT_EVENT_RESIGN)->is_mine);
    assert_int_equal(view_of(&h)->resign_points, 2);
    does(&h, SEAT_ACT_REJECT);
    hears(&h, "reject");
    says(&h, "You reject. The game continues.");
    assert_true(last_event(SEAT_EVENT_REJECT)->is_mine);
    hears(&h, "board");
    says(&h, "opp_a wants to resign. You will win 2 points. Type 'accept' or "
             "'reject'.");
    does(&h, SEAT_ACT_ACCEPT);
    hears(&h, "accept");
    says(&h, "You accept and win 2 points.");
    assert_game_end(true, 2);
}

CASE(our_resignation_is_told_as_ours)
{
    start_match();
    does(&h, SEAT_ACT_RESIGN, .number = 2);
    hears(&h, "resign g");
    says(&h, "You want to resign. opp_a will win 2 points.");
    is_at(&h, SEAT_RESIGNED);
    assert_true(last_event(SEAT_EVENT_RESIGN)->is_mine);
    says(&h, "opp_a rejects. The game continues.");
    assert_false(last_event(SEAT_EVENT_REJECT)->is_mine);
    says(&h, "You want to resign. opp_a will win 2 points.");
    says(&h, "opp_a accepts and wins 2 points.");
    assert_game_end(false, 2);
}

CASE(the_match_ends_with_its_score_and_our_change_of_rating)
{
    start_match();
    says(&h, "score in 3 point match: our_bot-2 opp_a-1");
    assert_int_equal(view_of(&h)->board.ms.my_score, 2);
    assert_int_equal(view_of(&h)->board.ms.their_score, 1);
    says(&h, "You win the 3 point match 3-1 .");
    says(&h, "change for our_bot: 4*K*sqrt(N)*P=2.930831");
    says(&h, "change for opp_a: -4*K*sqrt(N)*P=-9.173502");
    is_at(&h, SEAT_OVER);
    assert_true(last_event(SEAT_EVENT_MATCH_END)->is_mine);
    assert_int_equal(view_of(&h)->won[0], 3);
    assert_int_equal(view_of(&h)->board.ms.my_score, 3);
    assert_int_equal(view_of(&h)->board.ms.their_score, 1);
    assert_true(view_of(&h)->rating_change > 2.9);
}

CASE(a_silent_server_is_asked_for_the_board)
{
    start_match();
    says(&h, OUR_BOARD);
    waits(&h);
    hears(&h, "board");
    says(&h, OUR_BOARD);
    is_at(&h, SEAT_TO_ROLL);
}

CASE(a_saved_match_goes_on_without_being_asked)
{
    says(&h, "  opponent          matchlength   score (your points first)");
    says(&h, "**opp_a                   3                1 -  1");
    hears(&h, "invite opp_a");
    says(&h, "opp_a has joined you. Your running match was loaded.");
    hears(&h, "board");
    says(&h, OUR_BOARD);
    is_at(&h, SEAT_TO_ROLL);
    seat_offline(h.seat, ++h.now_ms, "lost");
    is_at(&h, SEAT_OFFLINE);
    assert_true(view_of(&h)->has_board); /* still shown */
    may_not(&h, SEAT_ACT_ROLL);
}

/* Which is told before a board shows it. */
CASE(a_game_after_a_resumption_begins_at_its_score)
{
    says(&h, "**opp_a                   3                0 -  1");
    says(&h, "opp_a has joined you. Your running match was loaded.");
    says(&h, "turn: opp_a.");
    says(&h, "match length: 3");
    says(&h, "points for our_bot: 1");
    says(&h, "points for opp_a: 2");
    says(&h, "Starting a new game with opp_a.");
    const struct seat_event *event = &view_of(&h)->events[view_of(&h)->event_count - 1];
    assert_int_equal(event->type, SEAT_EVENT_GAME);
    assert_int_equal(event->score[0], 1);
    assert_int_equal(event->score[1], 2);
}

CASE(a_match_is_given_up_on_purpose_alone)
{
    start_match();
    may_not(&h, SEAT_ACT_NEW, .number = 5);
    does(&h, SEAT_ACT_NEW, .number = 5, .drops = true);
    hears(&h, "leave");
    int count = view_of(&h)->event_count;
    says(&h, "** You terminated the game. The game was saved.");
    assert_int_equal(view_of(&h)->event_count,
                     count); /* nobody is told that it is saved */
    hears(&h, "invite opp_a 5");
}

CASE(a_match_that_was_left_is_not_gone_on_with_unasked)
{
    start_match();
    does(&h, SEAT_ACT_LEAVE);
    hears(&h, "leave");
    says(&h, "** You terminated the game. The game was saved.");
    assert_true(view_of(&h)->has_saved);
    assert_int_equal(view_of(&h)->saved_length, 3);
    seat_tick(h.seat, h.now_ms += 10000);
    hears_nothing(&h);
    says(&h, "opp_a wants to resume a saved match with you.");
    hears_nothing(&h);
    does(&h, SEAT_ACT_RESUME);
    hears(&h, "invite opp_a");
}

CASE(a_match_begins_without_the_board_of_the_last)
{
    start_match();
    assert_true(view_of(&h)->has_board);
    says(&h, "opp_a wins the game and gets 16 points. Sorry.");
    says(&h, "opp_a wins the 3 point match 16-0 .");
    does(&h, SEAT_ACT_NEW, .number = 3);
    hears(&h, "invite opp_a 3");
    says(&h, "** Player opp_a has joined you for a 3 point match.");
    assert_false(view_of(&h)->has_board);
    assert_false(view_of(&h)->has_saved);
}

/* As the server tells it, and the match file, the history and the ratings keep it. */
CASE(points_beyond_the_end_of_the_match_are_told)
{
    start_match();
    says(&h, "opp_a wins the game and gets 16 points. Sorry.");
    says(&h, "opp_a wins the 3 point match 16-0 .");
    is_at(&h, SEAT_OVER);
    assert_int_equal(view_of(&h)->won[0], 0);
    assert_int_equal(view_of(&h)->won[1], 16);
    assert_int_equal(view_of(&h)->board.ms.their_score, 16); /* beside the board, too */
    for (int i = view_of(&h)->event_count - 2; i < view_of(&h)->event_count; i++) {
        assert_int_equal(view_of(&h)->events[i].score[1], 16);
    }
}

CASE(a_refused_action_asks_for_the_board)
{
    start_match();
    does(&h, SEAT_ACT_HOP, .from = 24, .to = 16);
    does(&h, SEAT_ACT_DONE);
    hears(&h, "move 24-18 18-16");
    says(&h, "** It's not your turn to move.");
    hears(&h, "board");
    assert_string_equal(view_of(&h)->reason, "It's not your turn to move.");
}

CASE(a_bot_that_is_not_ready_is_asked_again)
{
    says(&h, "no saved games.");
    does(&h, SEAT_ACT_NEW, .number = 1);
    hears(&h, "invite opp_a 1");
    for (int i = 0; i < 10; i++) {
        says(&h, "** opp_a is refusing games.");
        is_at(&h, SEAT_INVITING);
        assert_int_equal(seat_deadline(h.seat), h.now_ms + 1000);
        waits(&h);
        hears(&h, "invite opp_a 1");
    }
    says(&h, "** opp_a is refusing games.");
    is_at(&h, SEAT_LOBBY);
    assert_string_equal(view_of(&h)->reason, "opp_a is refusing games.");
}

CASE(a_saved_match_with_a_busy_bot_is_tried_again)
{
    says(&h, "**opp_a           unlimited               1 -  1");
    assert_int_equal(view_of(&h)->saved_length, 0);
    hears(&h, "invite opp_a");
    says(&h, "** opp_a is already playing with someone else.");
    is_at(&h, SEAT_LOBBY);
    assert_int_equal(seat_deadline(h.seat), h.now_ms + 3000);
    waits(&h);
    hears(&h, "invite opp_a");
}

CASE(no_match_begins_before_it_is_known_whether_one_is_saved)
{
    is_at(&h, SEAT_OFFLINE);
    may_not(&h, SEAT_ACT_NEW, .number = 1);
    says(&h, "  opponent          matchlength   score (your points first)");
    says(&h, " *opp_b                   5                0 -  0");
    may_not(&h, SEAT_ACT_NEW, .number = 1);
    says(&h, " *opp_a                   3                1 -  1");
    assert_true(view_of(&h)->has_saved);
    may_not(&h, SEAT_ACT_NEW, .number = 1);
    hears(&h, "invite opp_a");
}

CASE(saved_matches_with_others_hold_nothing_up)
{
    says(&h, "  opponent          matchlength   score (your points first)");
    says(&h, " *opp_b                   5                0 -  0");
    assert_true(seat_deadline(h.seat) <= h.now_ms + 300);
    assert_true(seat_deadline(h.seat) > h.now_ms + 100); /* another row may come */
    waits(&h);
    is_at(&h, SEAT_LOBBY);
    does(&h, SEAT_ACT_NEW, .number = 1);
}

CASE(a_server_that_does_not_list_saved_matches_can_be_played_on)
{
    waits(&h);
    is_at(&h, SEAT_LOBBY);
    does(&h, SEAT_ACT_NEW, .number = 1);
    hears(&h, "invite opp_a 1");
}

/* He plays, and the other side begins and leaves. */
CASE(a_guest_joins_and_may_not_begin_or_leave)
{
    struct script guest;
    sits_down(&guest, &(struct seat_setup){.is_guest = true});
    says(&guest, "5 opp_a - - 1 0 1912.15 827 8 1040515752 192.0.2.5 3DFiBs -");
    goes_online(&guest);
    says(&guest, "no saved games.");
    is_at(&guest, SEAT_LOBBY);
    may_not(&guest, SEAT_ACT_NEW, .number = 3);
    may_not(&guest, SEAT_ACT_LEVEL, .level = "expert");
    says(&guest, "opp_a wants to play a 3 point match with you.");
    hears(&guest, "join opp_a");
    says(&guest, "** You are now playing a 3 point match with opp_a");
    says(&guest, "Starting a new game with opp_a.");
    says(&guest, "You rolled 6, opp_a rolled 2");
    says(&guest, "It's your turn to move.");
    says(&guest, OPENING_BOARD);
    is_at(&guest, SEAT_TO_PLAY);
    may_not(&guest, SEAT_ACT_LEAVE);
    may_not(&guest, SEAT_ACT_NEW, .number = 3, .drops = true);
    does(&guest, SEAT_ACT_HOP, .from = 24, .to = 18);
    seat_free(guest.seat);
}

TEST_MAIN(NULL, NULL)
