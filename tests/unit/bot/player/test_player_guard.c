/* The guardian at work: saved matches that do not go on, lists that warn of what a new
 * match would destroy, and how long anything may take. The lines are those of servers that
 * others wrote: BaldLies resumes finished matches, JIBS shows boards that cannot be. */
#include "tests/unit/bot/player/match_harness.h"
#include "tests/unit/test_case.h"

#define LOADED "You are now playing with opp_a. Your running match was loaded."
#define RESUME "opp_a wants to resume a saved match with you."
#define LEFT   "** You terminated the game. The game was saved."
#define OPP_A  FREE("opp_a", "1500.00", "0")
/* The opening position of a 3 point match at a score, our turn or his. */
#define BOARD_OF_3(score, turn)                                                        \
    "board:You:opp_a:3:" score ":0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:" \
    "2:0:" turn ":0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
#define FINISHED BOARD_OF_3("0:6", "1")
/* Two checkers of ours too many. */
#define IMPOSSIBLE                                                                     \
    "board:You:opp_a:3:1:0:0:-2:0:0:0:0:7:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:" \
    "0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"

static void saved_list(const char *row)
{
    says(&h, SAVED_HEADING);
    says(&h, row);
}

/* Whether `text` is among the commands sent since the last look, and the last look is
 * now. */
static bool has_sent(const char *text)
{
    return harness_count(&h, text) > 0;
}

static void expect_stuck(int failures, const char *code)
{
    assert_string_equal(h.stuck.name, "opp_a");
    assert_int_equal(h.stuck.failures, failures);
    assert_string_equal(h.stuck.code, code);
}

static void wait_for(const char *text)
{
    for (int i = 0; i < 600 && !has_sent(text); i++) {
        waits(&h, 1000);
        if (i == 599) {
            fail_msg("\"%s\" is not sent", text);
        }
    }
}

/* Neither invited to nor accepted; a new match is joined or not; others are played. */
static void expect_set_aside(const char *row, bool is_dead)
{
    int told = h.stuck_told;
    h.sent_taken = h.sent_count;
    saved_list(row);
    says(&h, OPP_A);
    waits(&h, 1200 * 1000);
    assert_false(has_sent("invite"));
    says(&h, RESUME);
    waits(&h, 1000);
    assert_string_equal(h.refusal.code, "set_aside");
    assert_true(h.refusal.is_ours);
    assert_false(has_sent("join"));
    assert_int_equal(h.stuck_told, told); /* it was told before */
    invites_and_waits("opp_a");
    assert_true(has_sent("join opp_a") == is_dead);
    says(&h, "** opp_a didn't invite you.");
    invites_and_waits("opp_b");
    assert_true(has_sent("join opp_b"));
    says(&h, "** opp_b didn't invite you.");
}

/* ---- finished, corrupt, missing -------------------------------------------------- */

LOBBY(finished_match_of_the_list_is_never_resumed)
{
    static const char row[] = "**opp_a                   3                0 -  6";
    says(&h, OPP_A);
    saved_list(row);
    expect_stuck(1, "finished");
    assert_int_equal(h.stuck.length, 3);
    assert_int_equal(h.stuck.their_score, 6);
    hears(&h, "tell opp_a Our saved match is over by its score, so I do not "
              "resume it. Please invite me to a new one.");
    expect_set_aside(row, true);
}

LOBBY(finished_match_is_left_at_its_first_board)
{
    says(&h, RESUME);
    waits(&h, 1000);
    says(&h, "opp_a has joined you. Your running match was loaded.");
    h.sent_taken = h.sent_count;
    says(&h, FINISHED);
    expect_stuck(1, "finished");
    hears(&h, "tell opp_a Our saved match is over by its score, so I do not "
              "resume it. Please invite me to a new one.");
    hears(&h, "leave");
    assert_int_equal(h.event_count, 0); /* nothing of it is recorded */
    says(&h, LEFT);
    hears(&h, "show saved");
    expect_set_aside("**opp_a                   3                0 -  6", true);
}

/* The list had an older score before: it is the same match, and over. */
LOBBY(finished_match_stays_so_when_the_list_learns_its_score)
{
    saved_list("**opp_a                   3                0 -  2");
    says(&h, RESUME);
    waits(&h, 1000);
    says(&h, "opp_a has joined you. Your running match was loaded.");
    says(&h, FINISHED);
    expect_stuck(1, "finished");
    says(&h, LEFT);
    expect_set_aside("**opp_a                   3                0 -  6", true);
}

LOBBY(match_that_the_server_calls_corrupt_is_offered_once)
{
    static const char row[] = "**opp_a                   3                1 -  0";
    saved_list(row);
    says(&h, OPP_A);
    waits(&h, 5000);
    hears(&h, "invite opp_a");
    says(&h, "** ERROR: Saved match is corrupt. Please start another one.");
    expect_stuck(1, "corrupt");
    expect_set_aside(row, true);
}

LOBBY(match_that_is_not_found_twice_is_set_aside)
{
    static const char row[] = "**opp_a                   3                1 -  0";
    for (int i = 1; i <= 2; i++) {
        saved_list(row);
        says(&h, OPP_A);
        wait_for("invite opp_a");
        says(&h, "** There's no saved match with opp_a.");
        expect_stuck(i, i == 1 ? "" : "missing");
    }
    expect_set_aside(row, true);
}

LOBBY(match_that_is_not_found_when_we_join_is_no_more)
{
    saved_list("**opp_a                   3                1 -  0");
    says(&h, RESUME);
    assert_true(has_sent("join opp_a"));
    says(&h, "** There's no saved match with user. Please give a match length.");
    is_at(&h, PLAYER_LOBBY);
    expect_stuck(1, "");
    invites("opp_a"); /* nothing is at stake */
    waits(&h, 1000);
    assert_true(has_sent("join opp_a"));
}

/* Whoever keeps the failure hears that it is void, too, or it would be back at the next start. */
LOBBY(failure_of_a_match_that_is_no_more_is_told_to_be_void)
{
    saved_list("**opp_a                   3                1 -  0");
    says(&h, RESUME);
    says(&h, "** There's no saved match with user. Please give a match length.");
    expect_stuck(1, "");
    says(&h, RESUME);
    waits(&h, 1000);
    assert_true(has_sent("invite opp_a"));
    says(&h, "** There's no saved match with opp_a.");
    expect_stuck(0, "");
}

/* ---- no progress ----------------------------------------------------------------- */

/* Resumed by him; returns when we have left, or it has taken too long. */
static void sit_through(const char *board)
{
    says(&h, LOADED);
    for (int i = 0; i < 200 && h.player->state != PLAYER_LEAVING; i++) {
        waits(&h, 8000);
        if (has_sent("board")) {
            says(&h, board);
        }
    }
    is_at(&h, PLAYER_LEAVING);
    says(&h, LEFT);
}

LOBBY(impossible_boards_are_left_twice_and_then_set_aside)
{
    static const char row[] = "**opp_a                   3                1 -  0";
    saved_list(row);
    sit_through(IMPOSSIBLE);
    expect_stuck(1, "");
    saved_list(row);
    sit_through(IMPOSSIBLE);
    expect_stuck(2, "unreadable");
    expect_set_aside(row, true);
}

LOBBY(match_in_which_nobody_moves_is_set_aside_but_not_given_away)
{
    static const char row[] = "**opp_a                   3                1 -  0";
    for (int i = 1; i <= 2; i++) {
        saved_list(row);
        sit_through(BOARD_OF_3("1:0", "-1"));
        expect_stuck(i, i == 1 ? "" : "stuck");
        assert_true(h.stuck.my_score == 1 && h.stuck.their_score == 0);
    }
    expect_set_aside(row, false);
}

LOBBY(one_who_may_sleep_is_never_set_aside)
{
    harness_set(&h, "play.set_aside_after=0");
    for (int i = 1; i <= 5; i++) {
        saved_list("**opp_a                   3                1 -  0");
        sit_through(BOARD_OF_3("1:0", "-1"));
        expect_stuck(i, "");
    }
}

LOBBY(opponent_is_told_why_he_is_left)
{
    says(&h, LOADED);
    says(&h, BOARD_OF_3("1:0", "-1"));
    for (int i = 0; i < 40; i++) { /* we get an answer to each question */
        waits(&h, 10000);
        says(&h, BOARD_OF_3("1:0", "-1"));
    }
    assert_true(has_sent("kibitz I leave now; our match stays saved."));
}

LOBBY(a_turn_that_is_played_forgives_what_was_before)
{
    static const char row[] = "**opp_a                   3                1 -  0";
    saved_list(row);
    sit_through(BOARD_OF_3("1:0", "-1"));
    expect_stuck(1, "");
    saved_list(row);
    says(&h, LOADED);
    says(&h, BOARD_OF_3("1:0", "-1"));
    says(&h, BOARD_OF_3("1:0", "1"));
    expect_stuck(0, "");
    says(&h, "** Player opp_a has left the game. The game was saved.");
    saved_list(row);
    sit_through(BOARD_OF_3("1:0", "-1"));
    expect_stuck(1, ""); /* counted anew */
}

LOBBY(another_score_on_the_list_is_another_match)
{
    for (int i = 0; i < 2; i++) {
        saved_list("**opp_a                   3                1 -  0");
        sit_through(BOARD_OF_3("1:0", "-1"));
    }
    expect_stuck(2, "stuck");
    saved_list("**opp_a                   3                1 -  1");
    expect_stuck(0, ""); /* history and page are told, too */
    says(&h, RESUME);
    assert_true(has_sent("join opp_a"));
}

LOBBY(match_that_the_server_loads_by_itself_is_left_without_a_word)
{
    saved_list("**opp_a                   3                0 -  6");
    h.sent_taken = h.sent_count;
    player_offline(h.player, h.now_ms);
    player_online(h.player, h.now_ms, "opp_a");
    harness_drain(&h);
    hears(&h, "leave");
    hears_nothing(&h);
    assert_int_equal(h.stuck_told, 1);
}

LOBBY(what_we_are_told_to_play_is_tried_again)
{
    const struct order_to_play order = {
        .opponent = "opp_a", .length = 3, .invites = true};
    for (int i = 0; i < 2; i++) {
        saved_list("**opp_a                   3                1 -  0");
        sit_through(BOARD_OF_3("1:0", "-1"));
    }
    saved_list("**opp_a                   3                1 -  0");
    player_take_orders(h.player);
    player_order(h.player, h.now_ms, &order);
    says(&h, OPP_A);
    waits(&h, 310 * 1000); /* since we have left him */
    assert_true(has_sent("invite opp_a"));
    int told = h.stuck_told;
    sit_through(BOARD_OF_3("1:0", "-1"));
    assert_int_equal(h.stuck_told, told); /* it is set aside already */
    waits(&h, 310 * 1000);
    assert_true(has_sent("invite opp_a"));
}

LOBBY(what_we_are_told_to_play_begins_anew_when_it_is_dead)
{
    static const char row[] = "**opp_a                   3                1 -  0";
    const struct order_to_play order = {
        .opponent = "opp_a", .length = 3, .invites = true};
    player_take_orders(h.player);
    player_order(h.player, h.now_ms, &order);
    saved_list(row);
    says(&h, OPP_A);
    wait_for("invite opp_a");
    says(&h, "** ERROR: Saved match is corrupt. Please start another one.");
    saved_list(row);
    says(&h, RESUME);
    waits(&h, 1000);
    assert_string_equal(h.refusal.code, "set_aside");
    wait_for("invite opp_a 3");
}

LOBBY(the_owner_has_everything_tried_again)
{
    static const char row[] = "**opp_a                   3                1 -  0";
    harness_set(&h, "owner.name=opp_o");
    player_set_owner_secret(h.player, "Se-Cret!");
    for (int i = 0; i < 2; i++) {
        saved_list(row);
        sit_through(BOARD_OF_3("1:0", "-1"));
    }
    saved_list(row);
    says(&h, "12 opp_o owner Se-Cret! again");
    expect_stuck(0, "");
    assert_true(has_sent("tell opp_o I try all saved matches again."));
    says(&h, RESUME);
    assert_true(has_sent("join opp_a"));
}

/* ---- a row of the list is a warning ---------------------------------------------- */

LOBBY(row_of_the_list_counts_as_the_warning)
{
    saved_list("**opp_a                   7                4 -  0");
    invites("opp_a"); /* and no WARNING */
    waits(&h, 1000);
    hears(&h, "invite opp_a");
    hears(&h, "tell opp_a We have a saved match, please join to resume it.");
}

LOBBY(row_of_the_list_is_given_up_where_wanted)
{
    harness_set(&h, "accept.replace_saved=yes");
    saved_list("  opp_a                   7                4 -  0");
    invites_and_waits("opp_a");
    hears(&h, "join opp_a");
}

/* The match that was cut off a moment ago is in no list yet. */
LOBBY(match_that_was_just_interrupted_counts_too)
{
    says(&h, "** You are now playing a 5 point match with opp_a");
    says(&h, HIS_TURN);
    says(&h, "opp_a drops connection. The game was saved.");
    h.sent_taken = h.sent_count;
    invites_and_waits("opp_a");
    hears(&h, "invite opp_a");
}

LOBBY(what_is_only_remembered_is_forgotten_when_the_server_has_none)
{
    const struct guardian_match match = {"opp_a", 5, 2, 1, .is_saved = true};
    guardian_keep(player_guardian(h.player), &match);
    invites_and_waits("opp_a");
    hears(&h, "invite opp_a");
    assert_true(has_sent("tell opp_a We have a saved match"));
    says(&h, "** There is no saved match with opp_a. Please give a match "
             "length.");
    assert_int_equal(h.stuck_told, 0);
    h.sent_taken = h.sent_count;
    invites_and_waits("opp_a");
    hears(&h, "join opp_a");
}

/* A program that was killed in it, on a server that keeps no match that is left. */
LOBBY(a_match_that_ended_unseen_is_told_in_the_log)
{
    const struct guardian_match open = {.name = "opp_a", .length = 5};
    const struct guardian_match failed = {.name = "opp_b", .length = 5, .failures = 1};
    player_guardian(h.player)->matches[0] = open;
    player_guardian(h.player)->matches[1] = failed;
    player_guardian(h.player)->count = 2;
    says(&h, "no saved games.");
    logged(&h, "the server has no match with opp_a any more: its end was not seen");
    assert_null(strstr(h.log, "opp_b"));
    assert_null(guardian_find(player_guardian(h.player), "opp_a"));
}

/* ---- bounds ---------------------------------------------------------------------- */

LOBBY(invitation_to_resume_is_repeated_at_growing_intervals)
{
    int invited = 0;
    saved_list("**opp_a                   5                2 -  1");
    says(&h, OPP_A);
    for (int i = 0; i < 6 * 60 * 12; i++) {
        waits(&h, 5000);
        if (has_sent("invite opp_a")) {
            says(&h, "** You invited opp_a to resume a saved match.");
            invited++;
        }
    }
    assert_in_range(invited, 5, 12); /* in six hours */
}

LOBBY(server_that_does_not_let_us_act_is_left)
{
    says(&h, LOADED);
    says(&h, BOARD_OF_3("1:0", "1"));
    for (int i = 0; i < 70 && h.player->state != PLAYER_LEAVING; i++) {
        if (h.has_request) {
            decides(&h, rolls());
        }
        waits(&h, 10000);
        if (has_sent("board")) {
            says(&h, BOARD_OF_3("1:0", "1"));
            waits(&h, 1000);
        }
    }
    is_at(&h, PLAYER_LEAVING);
    expect_stuck(1, "");
}

LOBBY(leave_and_join_without_an_answer_end)
{
    invites_and_waits("opp_b");
    is_at(&h, PLAYER_JOINING);
    waits(&h, 61000);
    is_at(&h, PLAYER_LOBBY);
    assert_string_equal(h.refusal.code, "join_unanswered"); /* he declined nothing */
    says(&h, LOADED);
    says(&h, FINISHED);
    is_at(&h, PLAYER_LEAVING);
    waits(&h, 299000);
    is_at(&h, PLAYER_LEAVING);
    waits(&h, 2000);
    is_at(&h, PLAYER_LOBBY);
}

/* Whoever thinks before he moves, the server is not to blame for it. */
LOBBY(the_time_of_others_does_not_count)
{
    harness_set(&h, "play.leave_after=7200");
    says(&h, LOADED);
    says(&h, BOARD_OF_3("1:0", "-1"));
    for (int i = 0; i < 100; i++) { /* he thinks for 50 minutes */
        waits(&h, 30000);
        if (has_sent("board")) {
            says(&h, BOARD_OF_3("1:0", "-1"));
        }
    }
    says(&h, PROMPT);
    waits(&h, 1000); /* its board is late */
    assert_int_not_equal(h.player->state, PLAYER_LEAVING);
    says(&h, BOARD_OF_3("1:0", "1"));
    waits(&h, 1500 * 1000); /* and we do */
    decides(&h, rolls());
    waits(&h, 1000);
    plays_with(&h, "opp_a");
    assert_int_not_equal(h.player->state, PLAYER_LEAVING);
}

/* ---- other refusals -------------------------------------------------------------- */

LOBBY(server_that_wants_us_to_wait_is_asked_again)
{
    invites_and_waits("opp_a");
    hears(&h, "join opp_a");
    says(&h, "** Try again after 6 seconds");
    waits(&h, 5000);
    hears_nothing(&h);
    waits(&h, 1000);
    hears(&h, "join opp_a");
    for (int i = 0; i < 3; i++) {
        says(&h, "** Try again after 1 second.");
        waits(&h, 2000);
    }
    is_at(&h, PLAYER_LOBBY);
    harness_set(&h, "invite.names=opp_b");
    says(&h, FREE("opp_b", "1500.00", "0"));
    waits(&h, 40000);
    assert_true(has_sent("invite opp_b"));
    says(&h, "Try again after 20 seconds");
    waits(&h, 19000);
    assert_false(has_sent("invite"));
    waits(&h, 120000);
    assert_true(has_sent("invite opp_b"));
}

LOBBY(length_that_needs_more_experience_is_not_tried_again)
{
    harness_set(&h, "invite.names=opp_b");
    harness_set(&h, "invite.length=15");
    says(&h, "no saved games.");
    says(&h, FREE("opp_b", "1500.00", "0"));
    wait_for("invite opp_b 15");
    says(&h, "** You're not experienced enough to play a match of that length.");
    wait_for("invite opp_b 9");
    says(&h, "** opp_b is not experienced enough to play a match of that length.");
    waits(&h, 3500 * 1000);
    assert_false(has_sent("invite"));
    wait_for("invite opp_b 9");
}

LOBBY(user_who_plays_is_not_invited_for_a_while)
{
    harness_set(&h, "invite.names=opp_b");
    says(&h, "no saved games.");
    says(&h, FREE("opp_b", "1500.00", "0"));
    wait_for("invite opp_b 5");
    says(&h, "** opp_b is already playing with opp_c.");
    assert_string_equal(h.refusal.code, "already_playing_other");
    waits(&h, 59000);
    hears_nothing(&h);
    wait_for("invite opp_b 5");
    says(&h, "** opp_b is already playing with our_bot.");
    hears(&h, "board"); /* with us, then */
}

TEST_MAIN(NULL, NULL)
