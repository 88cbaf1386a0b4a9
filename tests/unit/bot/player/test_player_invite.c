/* The player invited and inviting: swapped lengths, crossed invitations. */
#include "tests/unit/bot/player/match_harness.h"
#include "tests/unit/test_case.h"

static void invites_and_is_joined(int points)
{
    char line[120];
    FORMAT_TEXT(line, "opp_a wants to play a %d point match with you.", points);
    says(&h, line);
    waits(&h, 1000);
    hears(&h, "join opp_a");
}

/* The bot invites `names` of itself, after a second without anything to do. */
static void invites_when_idle(const char *names)
{
    char option[80];
    FORMAT_TEXT(option, "invite.names=%s", names);
    harness_set(&h, option);
    harness_set(&h, "invite.idle=1");
}

/* He is there and free, and after a while invited to 5 points. */
static void comes_and_is_invited(const char *name)
{
    char line[120];
    FORMAT_TEXT(line, FREE("%s", "1500.00", "0"), name);
    says(&h, line);
    waits(&h, 5000);
    FORMAT_TEXT(line, "invite %s 5", name);
    hears(&h, line);
}

LOBBY(length_is_checked_when_only_a_board_tells_of_the_match)
{
    invites_and_is_joined(3);
    says(&h, OUR_ROLLED); /* of a match of another length */
    assert_false(h.has_request);
    hears(&h, "kibitz This is not the match I accepted, sorry.");
    hears(&h, "leave");
}

LOBBY(agreed_match_goes_on_when_only_a_board_tells_of_it)
{
    invites_and_is_joined(5);
    says(&h, OUR_ROLLED);
    assert_true(h.has_request);
    hears_nothing(&h);
}

LOBBY(invitation_is_joined_after_a_moment)
{
    invites("opp_a");
    says(&h, "Type 'join opp_a' to accept.");
    waits(&h, 999);
    hears_nothing(&h);
    waits(&h, 1);
    hears(&h, "join opp_a");
}

/* Each is answered when the one before did not come about. */
LOBBY(who_invites_meanwhile_is_answered_in_the_order_of_coming)
{
    static const char *const names[] = {"opp_a", "opp_b", "opp_c", "opp_d"};
    char line[120];
    for (int i = 0; i < 4; i++) {
        invites(names[i]);
    }
    for (int i = 0; i < 4; i++) {
        waits(&h, 2000);
        FORMAT_TEXT(line, "join %s", names[i]);
        hears(&h, line);
        FORMAT_TEXT(line, "** %s didn't invite you.", names[i]);
        says(&h, line);
    }
    waits(&h, 5000);
    hears_nothing(&h);
}

LOBBY(invitation_of_one_who_logs_out_is_not_joined)
{
    invites("opp_a");
    says(&h, "Type 'join opp_a' to accept.");
    says(&h, "8 opp_a opp_a drops connection.");
    waits(&h, 5000);
    hears_nothing(&h);
}

/* It may have begun for the opponent already. */
LOBBY(stop_plays_the_match_that_is_being_joined)
{
    invites_and_is_joined(5);
    player_stop(h.player, h.now_ms, CONFIG_ON_STOP_FINISH);
    harness_drain(&h);
    assert_false(h.is_done);
    says(&h, "** You are now playing a 5 point match with opp_a");
    waits(&h, 5000);
    assert_false(h.is_done);
    is_at(&h, PLAYER_STARTING);
}

LOBBY(stop_ends_the_work_when_a_join_fails)
{
    invites_and_is_joined(5);
    player_stop(h.player, h.now_ms, CONFIG_ON_STOP_FINISH);
    says(&h, "** There is no one called opp_a.");
    waits(&h, 5000);
    waits(&h, 120000);
    assert_true(h.is_done);
}

LOBBY(warning_line_turns_a_join_into_a_resume)
{
    says(&h, "opp_a wants to play a 1 point match with you.");
    says(&h, "Type 'join opp_a' to accept.");
    says(&h, "WARNING: Don't accept if you want to continue the saved 5 "
             "point match!");
    waits(&h, 1000);
    hears(&h, "invite opp_a");
    hears(&h, "tell opp_a We have a saved match, please join to resume it.");
}

LOBBY(invitations_against_the_policy_are_refused)
{
    static const struct {
        const char *set, *line, *tell, *logged;
    } rows[] = {
        {"accept.lengths=1, 3-5", "opp_a wants to play a 2 point match with you.",
         "tell opp_a I play matches of these lengths: 1, 3-5",
         "refused opp_a: length\n"},
        {"accept.unlimited=no", "opp_b wants to play an unlimited match with you.",
         "tell opp_b I do not play unlimited matches.", "refused opp_b: unlimited\n"},
        {"accept.block=opp_c", "opp_c wants to play a 3 point match with you.",
         "tell opp_c I do not play with you at present.", "refused opp_c: blocked\n"},
        {"accept.allow=opp_d", "opp_e wants to play a 3 point match with you.",
         "tell opp_e I only play with certain users now.",
         "refused opp_e: not_on_list\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        harness_set(&h, rows[i].set);
        says(&h, rows[i].line);
        waits(&h, 1500);
        hears(&h, rows[i].tell);
        logged(&h, rows[i].logged);
        hears_nothing(&h);
        is_at(&h, PLAYER_LOBBY);
    }
}

LOBBY(swapped_length_is_left_and_blocked)
{
    invites_and_is_joined(3);
    says(&h, "** You are now playing a 9 point match with opp_a");
    hears(&h, "kibitz I accepted a 3 point match, sorry.");
    hears(&h, "leave");
    says(&h, OUR_ROLLED);
    assert_false(h.has_request);
    says(&h, "** You terminated the game. The game was saved.");
    hears(&h, "show saved");
    says(&h, "opp_a wants to play a 3 point match with you.");
    waits(&h, 2000);
    hears(&h, "tell opp_a I do not play with you at present.");
    hears_nothing(&h);
}

LOBBY(wrong_length_on_the_first_board_is_left)
{
    says(&h, "** You are now playing a 7 point match with opp_a");
    says(&h, OUR_ROLLED);
    hears(&h, "kibitz This is not the match I accepted, sorry.");
    hears(&h, "leave");
}

LOBBY(configured_opponents_are_invited_when_free)
{
    harness_set(&h, "invite.names=opp_a, opp_b");
    harness_set(&h, "invite.length=7");
    harness_set(&h, "invite.idle=10");
    says(&h, PLAYS("opp_a", "opp_x"));
    waits(&h, 15000);
    hears_nothing(&h);
    says(&h, FREE("opp_b", "1500.00", "0"));
    waits(&h, 5000);
    hears(&h, "invite opp_b 7");
    says(&h, "** You invited opp_b to a 7 point match.");
    says(&h, "** Player opp_b has joined you for a 7 point match.");
    plays_with(&h, "opp_b");
}

LOBBY(refused_user_is_not_invited_again_at_once)
{
    invites_when_idle("opp_b");
    comes_and_is_invited("opp_b");
    says(&h, "** opp_b is refusing games.");
    waits(&h, 50000);
    hears_nothing(&h);
    waits(&h, 20000);
    hears(&h, "invite opp_b 5");
}

LOBBY(unseen_user_is_tried_once_and_again_when_he_comes)
{
    invites_when_idle("opp_b");
    waits(&h, 15000);
    hears_nothing(&h);
    waits(&h, 10000);
    hears(&h, "invite opp_b 5");
    says(&h, "** There is no one called opp_b");
    waits(&h, 300000);
    hears_nothing(&h);
    comes_and_is_invited("opp_b");
}

/* FIBS takes the beginning of a name for it, when the user himself is not there. */
LOBBY(user_invited_in_place_of_another_is_played_if_the_rules_let_him)
{
    invites_when_idle("opp");
    comes_and_is_invited("opp");
    says(&h, "** You invited opp_b to a 5 point match.");
    assert_string_equal(h.refusal.name, "opp");
    is_at(&h, PLAYER_INVITING);
    says(&h, "** Player opp_b has joined you for a 5 point match.");
    plays_with(&h, "opp_b");
    hears_nothing(&h);
}

LOBBY(blocked_user_invited_in_place_of_another_is_left)
{
    invites_when_idle("opp");
    harness_set(&h, "accept.block=OPP_b");
    comes_and_is_invited("opp");
    says(&h, "** You invited OPP_b to a 5 point match.");
    is_at(&h, PLAYER_LOBBY);
    waits(&h, 30000); /* opp is not there, whatever his old line says */
    hears_nothing(&h);
    says(&h, "** Player OPP_b has joined you for a 5 point match.");
    hears(&h, "kibitz Sorry, I did not mean to start this match.");
    hears(&h, "leave");
}

LOBBY(late_answer_to_an_older_invitation_changes_nothing)
{
    invites_when_idle("opp_b");
    comes_and_is_invited("opp_b");
    says(&h, "** You invited opp_x to a 5 point match.");
    says(&h, "** Player opp_b has joined you for a 5 point match.");
    plays_with(&h, "opp_b");
    hears_nothing(&h);
}

/* They may never have heard of it: so they have not declined, and it costs seconds only. */
LOBBY(invitation_that_the_server_does_not_confirm_is_given_up_soon)
{
    invites_when_idle("opp_b");
    harness_set(&h, "invite.timeout=60");
    comes_and_is_invited("opp_b");
    says(&h, "** You invited opp_x to a 5 point match.");
    waits(&h, 8000);
    is_at(&h, PLAYER_LOBBY);
    assert_string_equal(h.refusal.code, "not_confirmed");
    waits(&h, 65000);
    hears(&h, "invite opp_b 5");
    says(&h, "** You invited opp_b to a 5 point match.");
    waits(&h, 59999);
    is_at(&h, PLAYER_INVITING);
    waits(&h, 1);
    assert_string_equal(h.refusal.code, "no_answer");
}

/* It is ours, whatever lengths we accept of others. */
LOBBY(an_invitation_that_is_confirmed_late_may_be_joined)
{
    invites_when_idle("opp_b");
    harness_set(&h, "accept.lengths=1");
    comes_and_is_invited("opp_b");
    waits(&h, 8000);
    is_at(&h, PLAYER_LOBBY);
    says(&h, "** You invited opp_x to a 5 point match.");
    is_at(&h, PLAYER_LOBBY);
    says(&h, "** You invited opp_b to a 5 point match.");
    is_at(&h, PLAYER_INVITING);
    waits(&h, 9000);
    is_at(&h, PLAYER_INVITING);
    says(&h, "** Player opp_b has joined you for a 5 point match.");
    plays_with(&h, "opp_b");
    hears_nothing(&h);
}

LOBBY(opponent_of_a_saved_match_is_not_invited_while_he_plays)
{
    says(&h, SAVED_HEADING);
    says(&h, "**opp_b                   1                0 -  0");
    says(&h, PLAYS("opp_b", "opp_x"));
    waits(&h, 30000);
    hears_nothing(&h);
    says(&h, FREE("opp_b", "1500.00", "0"));
    waits(&h, 5000);
    hears(&h, "invite opp_b");
}

/* A new match would destroy the saved one, whose row is behind the heading. */
LOBBY(nobody_is_invited_between_the_heading_of_the_saved_matches_and_its_rows)
{
    invites_when_idle("opp_b");
    says(&h, SAVED_HEADING);
    says(&h, FREE("opp_b", "1500.00", "0"));
    waits(&h, 3000);
    hears_nothing(&h);
    says(&h, "**opp_b                   1                0 -  0");
    waits(&h, 5000);
    hears(&h, "invite opp_b");
}

LOBBY(crossed_invitations_are_joined_by_the_lower_name_first)
{
    static const struct {
        const char *other, *join;
        int64_t wait_ms;
    } rows[] = {
        {"z_bot", "join z_bot", 1000},
        {"a_bot", "join a_bot", 2500},
    };
    invites_when_idle("a_bot, z_bot");
    for (int i = 0; i < 2; i++) {
        char line[120];
        comes_and_is_invited(rows[i].other);
        invites(rows[i].other);
        waits(&h, rows[i].wait_ms - 1);
        hears_nothing(&h);
        waits(&h, 1);
        hears(&h, rows[i].join);
        FORMAT_TEXT(line, "** %s didn't invite you.", rows[i].other);
        says(&h, line);
        FORMAT_TEXT(line, "8 %s logs out.", rows[i].other);
        says(&h, line);
    }
}

LOBBY(a_join_that_ten_saved_matches_forbid_ends_at_once)
{
    says(&h, "opp_a wants to play a 5 point match with you.");
    says(&h, "Type 'join opp_a' to accept.");
    waits(&h, 3000);
    hears(&h, "join opp_a");
    says(&h, "** You are not allowed to create new games.");
    is_at(&h, PLAYER_LOBBY);
}

TEST_MAIN(NULL, NULL)
