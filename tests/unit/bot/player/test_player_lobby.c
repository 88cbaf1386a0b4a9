/* Between matches: what is asked about who invites us, whom we invite and when, hours.
 */
#include <string.h>

#include "tests/unit/test_case.h"

#include "tests/unit/bot/player/match_harness.h"

#define NO_SAVED "no saved games."

static int enter_lobby(void **state)
{
    (void)in_lobby(state);
    says(&h, NO_SAVED);
    return 0;
}

#define IDLE(claim) TEST_WITH(claim, enter_lobby, close_harness)

static void refused_with(const char *code)
{
    assert_string_equal(h.refusal.code, code);
    assert_true(h.refusal.is_ours);
    is_at(&h, PLAYER_LOBBY);
}

/* ---- what is asked --------------------------------------------------------------- */

IDLE(reputation_is_asked_and_decides)
{
    static const struct {
        const char *answer;
        bool is_good;
    } rows[] = {
        {"12 RepBotNG opp_a's reputation is -520 (BAD)", false},
        {"12 RepBotNG raw fb2 ask 1 opp_a -1", false},
        {"12 RepBotNG raw fb3 ask 1 opp_a 0", true},
        {"12 RepBotNG User opp_a has no complainers or vouchers", true},
    };
    harness_set(&h, "accept.ask_reputation=yes");
    for (int i = 0; i < 4; i++) {
        invites_and_waits("opp_a");
        hears(&h, "tell RepBotNG ask opp_a");
        says(&h, rows[i].answer);
        if (rows[i].is_good) {
            hears(&h, "join opp_a");
            says(&h, "** opp_a didn't invite you.");
        } else {
            refused_with("reputation");
            if (i == 0) {
                hears(&h, "tell opp_a Your reputation is lower than I ask for.");
            }
        }
        hears_nothing(&h); /* told once in five minutes */
        waits(&h, 61000);  /* what was found out is asked again */
        assert_null(harness_next(&h));
    }
}

IDLE(no_answer_within_eight_seconds_counts_as_a_good_one)
{
    harness_set(&h, "accept.ask_reputation=yes");
    invites_and_waits("opp_a");
    hears(&h, "tell RepBotNG ask opp_a");
    says(&h, "12 opp_b opp_a's reputation is -520 (BAD)"); /* who are you? */
    waits(&h, 4000);
    hears(&h, "tell RepBotNG raw fb1 ask 1 opp_a");
    waits(&h, 3999);
    hears_nothing(&h);
    waits(&h, 1);
    hears(&h, "join opp_a");
}

IDLE(reputation_bot_that_is_not_there_is_not_waited_for)
{
    harness_set(&h, "accept.ask_reputation=yes");
    harness_set(&h, "accept.reputation_bot=Oracle");
    invites_and_waits("opp_a");
    hears(&h, "tell Oracle ask opp_a");
    says(&h, "** There is no one called Oracle");
    hears(&h, "join opp_a");
}

IDLE(reputation_bot_is_asked_as_people_ask_first)
{
    harness_set(&h, "accept.ask_reputation=yes");
    invites_and_waits("opp_a");
    hears(&h, "tell RepBotNG ask opp_a");
    says(&h, "12 RepBotNG opp_a's reputation is 4711 (GOOD)");
    hears(&h, "join opp_a");
    says(&h, "** opp_a didn't invite you.");
    invites("opp_b"); /* whom it does not know: there is nothing to wait for */
    waits(&h, 1000);
    hears(&h, "tell RepBotNG ask opp_b");
    says(&h, "12 RepBotNG ERROR: user opp_b does not exist on FIBS.");
    hears(&h, "join opp_b");
    says(&h, "** opp_b didn't invite you.");
    invites("opp_c"); /* an old one, that only knows the form for programs */
    waits(&h, 1000);
    hears(&h, "tell RepBotNG ask opp_c");
    says(&h, "12 RepBotNG I don't understand you.");
    waits(&h, 4000);
    hears(&h, "tell RepBotNG raw fb3 ask 1 opp_c");
    says(&h, "12 RepBotNG raw fb3 ask 1 opp_c 12");
    hears(&h, "join opp_c");
}

IDLE(saved_matches_of_the_inviter_are_counted)
{
    static const struct {
        const char *line, *answer;
    } rows[] = {
        {"opp_a has 4 saved games.", "join opp_a"},
        {"opp_b has 5 saved games.",
         "tell opp_b Please finish some of your saved matches first; I play users with "
         "at most 4"},
        {"opp_c has no saved games.", "join opp_c"},
        {"opp_d has 1 saved game.", "join opp_d"},
        {"** There is no one called opp_e", "join opp_e"},
        {NULL, "join opp_f"},
    };
    harness_set(&h, "accept.max_their_saved=4");
    for (int i = 0; i < 6; i++) {
        char name[] = "opp_a", question[80];
        name[4] = (char)('a' + i);
        FORMAT_TEXT(question, "show savedcount %s", name);
        invites_and_waits(name);
        hears(&h, question);
        if (rows[i].line != NULL) {
            says(&h, rows[i].line);
        } else {
            waits(&h, 8000);
        }
        hears(&h, rows[i].answer);
        says(&h, "** he didn't invite you.");
        says(&h, "** X didn't invite you.");
    }
}

IDLE(who_line_is_asked_when_a_rule_needs_it)
{
    harness_set(&h, "accept.min_rating=1600");
    invites_and_waits("opp_a");
    hears(&h, "rawwho opp_a");
    says(&h, FREE("opp_b", "1400.00", "0"));
    hears_nothing(&h);
    says(&h, FREE("opp_a", "1500.00", "0"));
    hears(&h, "tell opp_a I play users with this rating or more: 1600");
    refused_with("rating_low");
    says(&h, FREE("opp_c", "1700.00", "0"));
    invites("opp_c"); /* known already */
    waits(&h, 1000);
    hears(&h, "join opp_c");
}

/* A short offer exchanged for a long one while we ask. */
IDLE(exchanged_invitation_is_judged_anew)
{
    harness_set(&h, "accept.ask_reputation=yes");
    harness_set(&h, "accept.lengths=5");
    invites_and_waits("opp_a");
    hears(&h, "tell RepBotNG ask opp_a");
    says(&h, "opp_a wants to play a 9 point match with you.");
    says(&h, "12 RepBotNG raw fb1 ask 1 opp_a 5");
    waits(&h, 1000);
    hears(&h, "tell opp_a I play matches of these lengths: 5");
    refused_with("length");
}

IDLE(others_wait_while_one_is_answered)
{
    harness_set(&h, "accept.ask_reputation=yes");
    invites_and_waits("opp_a");
    hears(&h, "tell RepBotNG ask opp_a");
    invites("opp_b");
    says(&h, "WARNING: Don't accept if you want to continue the saved 5 "
             "point match!");
    hears_nothing(&h);
    says(&h, "12 RepBotNG raw fb1 ask 1 opp_a -5");
    hears(&h, "tell opp_a Your reputation is lower than I ask for.");
    waits(&h, 1000);
    hears(&h, "invite opp_b"); /* the warning was about his */
}

IDLE(refused_answer_to_an_offer_is_not_repeated)
{
    says(&h, "opp_a wants to resume a saved match with you.");
    waits(&h, 1000);
    hears(&h, "invite opp_a");
    says(&h, "** opp_a is already playing with someone else.");
    is_at(&h, PLAYER_LOBBY);
    waits(&h, 10000);
    hears_nothing(&h);
}

IDLE(offer_is_joined_when_our_last_invitation_is_in_the_way)
{
    says(&h, "opp_a wants to resume a saved match with you.");
    waits(&h, 1000);
    hears(&h, "invite opp_a");
    says(&h, "** Please wait for your last invitation to be accepted.");
    hears(&h, "join opp_a");
}

/* Nobody is told of an invitation that is withdrawn. */
IDLE(who_has_gone_or_plays_waits_for_no_answer)
{
    static const char *const signs[] = {
        PLAYS("opp_a", "opp_x"),
        "8 opp_a opp_a logs out.",
    };
    harness_set(&h, "accept.ask_reputation=yes");
    for (int i = 0; i < 2; i++) {
        invites_and_waits("opp_b");
        hears(&h, "tell RepBotNG ask opp_b");
        invites("opp_a"); /* he has to wait, and does not */
        says(&h, signs[i]);
        says(&h, PLAYS("opp_b", "opp_y"));
        is_at(&h, PLAYER_LOBBY);
        waits(&h, 10000);
        hears_nothing(&h);
    }
}

IDLE(who_plays_with_somebody_else_is_not_waited_for)
{
    harness_set(&h, "invite.names=opp_a");
    harness_set(&h, "invite.idle=1");
    says(&h, FREE("opp_a", "1500.00", "0"));
    waits(&h, 4000);
    hears(&h, "invite opp_a 5");
    says(&h, PLAYS("opp_a", "our_bot"));
    is_at(&h, PLAYER_INVITING);
    says(&h, PLAYS("opp_a", "opp_x"));
    is_at(&h, PLAYER_LOBBY);
}

/* ---- rules that need a memory ---------------------------------------------------- */

static void play_a_match(const char *name)
{
    char line[120];
    FORMAT_TEXT(line, "** Player %s has joined you for a 5 point match.", name);
    says(&h, line);
    FORMAT_TEXT(line, "%s wins the 5 point match 5-0 .", name);
    says(&h, line);
    while (harness_next(&h) != NULL) {
    }
    is_at(&h, PLAYER_LOBBY);
}

IDLE(matches_a_day_are_limited_and_others_get_a_turn)
{
    harness_set(&h, "accept.per_day=2");
    harness_set(&h, "accept.replay_pause=8");
    play_a_match("opp_a");
    invites_and_waits("opp_a");
    hears(&h, "tell opp_a Others may want to play, too. After a match please wait 8 s");
    refused_with("replay");
    invites_and_waits("opp_b");
    hears(&h, "join opp_b");
    says(&h, "** opp_b didn't invite you.");
    waits(&h, 6000);
    play_a_match("opp_a");
    waits(&h, 20000);
    invites_and_waits("opp_a");
    refused_with("quota");
    waits(&h, (int64_t)RECENT_OPPONENTS_DAY_MS);
    invites_and_waits("opp_a");
    hears(&h, "join opp_a");
}

IDLE(lists_shut_out_both_ways)
{
    static const char list[] = "block opp_a in\nblock opp_b out\n";
    struct access access = {{{0}}};
    struct error err = {0};
    assert_true(
        access_list_read(&access.lists[ACCESS_FILE], list, strlen(list), "list", &err));
    player_set_access(h.player, &access);
    harness_set(&h, "invite.names=opp_b, opp_a");
    invites_and_waits("opp_a");
    hears(&h, "tell opp_a I do not play with you at present.");
    says(&h, FREE("opp_b", "1500.00", "0"));
    says(&h, FREE("opp_a", "1500.00", "0"));
    waits(&h, 40000);
    hears(&h, "invite opp_a 5");
    access_list_clear(&access.lists[ACCESS_FILE]);
}

/* In the last ten minutes: before and after them matches begin. */
IDLE(no_match_begins_shortly_before_the_server_goes_down)
{
    char text[120];
    harness_set(&h, "invite.idle=1");
    says(&h, "The server is going down in 11 minutes.");
    logged(&h, "no new matches from 10 minutes before");
    invites_and_waits("opp_a");
    hears(&h, "join opp_a");
    says(&h, "** opp_a didn't invite you.");
    assert_true(h.is_ready);
    waits(&h, 64000);
    assert_false(h.is_ready);
    player_describe(h.player, text, sizeof text);
    assert_string_equal(text, "taking no new matches: the server goes down; "
                              "0 matches finished");
    says(&h, "*** ATTENTION ! FIBS will restart in 540 seconds");
    harness_set(&h, "invite.names=opp_b");
    says(&h, FREE("opp_b", "1500.00", "0"));
    invites_and_waits("opp_a");
    hears(&h, "tell opp_a The server goes down soon.");
    refused_with("server_ends");
    waits(&h, 538000);
    hears_nothing(&h);
    waits(&h, 7000); /* it has not gone down */
    assert_true(h.is_ready);
    hears(&h, "invite opp_b 5");
}

/* ---- match-making ---------------------------------------------------------------- */

IDLE(saved_match_comes_before_list_and_list_before_others)
{
    harness_set(&h, "invite.idle=10");
    harness_set(&h, "invite.names=opp_b");
    harness_set(&h, "invite.ready=yes");
    says(&h, "2 our_bot 1 1 0 0 0 0 1 1 2396 0 1 0 1 1600.00 0 1 0 0 0 UTC");
    says(&h, FREE("opp_c", "1500.00", "0"));
    says(&h, FREE("opp_d", "1590.00", "0"));
    says(&h, FREE("opp_b", "1900.00", "0"));
    says(&h, SAVED_HEADING);
    says(&h, "**opp_a                   5                2 -  1");
    waits(&h, 5000);
    hears(&h, "invite opp_a");
    says(&h, "** opp_a is refusing games.");
    waits(&h, 19999);
    hears_nothing(&h); /* twice as long as before */
    waits(&h, 5000);
    hears(&h, "invite opp_b 5");
    says(&h, "** opp_b is already playing with someone else.");
    waits(&h, 45000);
    hears(&h, "invite opp_d 5"); /* nearer than opp_c */
    hears_nothing(&h);
}

IDLE(too_many_saved_matches_stop_our_invitations_but_to_resume)
{
    harness_set(&h, "invite.idle=1");
    harness_set(&h, "invite.names=opp_b");
    harness_set(&h, "accept.max_saved=2");
    says(&h, SAVED_HEADING);
    says(&h, "  opp_a                   5                2 -  1");
    says(&h, "  opp_c                   7                0 -  3");
    says(&h, FREE("opp_b", "1500.00", "0"));
    waits(&h, 60000);
    hears_nothing(&h);
    says(&h, FREE("opp_c", "1500.00", "0"));
    waits(&h, 10000);
    hears(&h, "invite opp_c");
}

IDLE(only_who_fits_is_invited)
{
    harness_set(&h, "invite.idle=1");
    harness_set(&h, "invite.ready=yes");
    harness_set(&h, "invite.users=humans");
    harness_set(&h, "invite.rating_window=100");
    harness_set(&h, "accept.min_experience=50");
    says(&h, "2 our_bot 1 1 0 0 0 0 1 1 2396 0 1 0 1 1600.00 0 1 0 0 0 UTC");
    says(&h, "5 playing opp_z - 1 0 1600.00 100 0 1700000000 h - -");
    says(&h, "5 unready - - 0 0 1600.00 100 0 1700000000 h - -");
    says(&h, "5 away - - 1 1 1600.00 100 0 1700000000 h - -");
    says(&h, "5 newcomer - - 1 0 1600.00 49 0 1700000000 h - -");
    says(&h, FREE("some_bot", "1600.00", "0"));
    says(&h, FREE("asleep", "1600.00", "601"));
    says(&h, FREE("stronger", "1701.00", "0"));
    waits(&h, 30000);
    hears_nothing(&h);
    says(&h, FREE("opp_a", "1700.00", "0"));
    waits(&h, 5000);
    hears(&h, "invite opp_a 5");
}

IDLE(who_does_not_answer_is_left_alone_for_a_while)
{
    harness_set(&h, "invite.idle=10");
    harness_set(&h, "invite.ready=yes");
    harness_set(&h, "invite.declined_pause=600");
    harness_set(&h, "invite.max_idle=86400");
    says(&h, FREE("opp_a", "1500.00", "0"));
    waits(&h, 10000);
    hears(&h, "invite opp_a 5");
    says(&h, "** You invited opp_a to a 5 point match.");
    waits(&h, 60000);
    assert_string_equal(h.refusal.code, "no_answer");
    waits(&h, 594000);
    hears_nothing(&h);
    waits(&h, 10000);
    hears(&h, "invite opp_a 5");
    says(&h, "** You invited opp_a to a 5 point match.");
    waits(&h, 60000);
    says(&h, FREE("opp_b", "1500.00", "0"));
    waits(&h, 40000); /* the wait has been doubled twice */
    hears(&h, "invite opp_b 5");
}

IDLE(rematches_are_offered_so_many_times)
{
    harness_set(&h, "invite.rematches=2");
    says(&h, FREE("opp_a", "1500.00", "0"));
    for (int i = 0; i < 3; i++) {
        play_a_match("opp_a");
        says(&h, NO_SAVED);
        waits(&h, 8000);
        if (i < 2) {
            hears(&h, "invite opp_a 5");
        }
        hears_nothing(&h);
    }
}

/* Two programs would play one another for ever. */
IDLE(robot_is_offered_one_rematch)
{
    harness_set(&h, "invite.rematches=3");
    says(&h, FREE("opp_bot", "1500.00", "0"));
    for (int i = 0; i < 2; i++) {
        play_a_match("opp_bot");
        says(&h, NO_SAVED);
        waits(&h, 8000);
        if (i == 0) {
            hears(&h, "invite opp_bot 5");
        }
        hears_nothing(&h);
    }
}

IDLE(rematch_waits_for_the_opponent_to_be_ready)
{
    harness_set(&h, "invite.rematches=1");
    says(&h, "5 opp_a - - 0 0 1500.00 100 0 1700000000 h - -");
    play_a_match("opp_a");
    waits(&h, 30000);
    hears_nothing(&h);
    says(&h, FREE("opp_a", "1500.00", "0"));
    waits(&h, 5000);
    hears(&h, "invite opp_a 5");
    says(&h, "** opp_a is refusing games.");
    waits(&h, 120000);
    hears_nothing(&h);
}

/* ---- hours ----------------------------------------------------------------------- */

IDLE(outside_of_the_hours_nothing_begins)
{
    harness_set(&h, "hours.active=08:00-20:00");
    harness_set(&h, "invite.names=opp_a");
    harness_set(&h, "invite.idle=1");
    says(&h, FREE("opp_a", "1500.00", "0"));
    player_set_minute(h.player, 20 * 60);
    waits(&h, 10000);
    assert_false(h.is_ready);
    hears_nothing(&h);
    invites_and_waits("opp_b");
    hears(&h, "tell opp_b I play at these hours of my local time: 08:00-20:00");
    refused_with("closed");
    player_set_minute(h.player, 8 * 60);
    waits(&h, 5000);
    assert_true(h.is_ready);
    hears(&h, "invite opp_a 5");
}

IDLE(match_is_finished_or_left_when_the_hours_end)
{
    harness_set(&h, "hours.maintenance=Sun 03:00-04:00");
    says(&h, "** Player opp_a has joined you for a 5 point match.");
    player_set_minute(h.player, (6 * 24 + 3) * 60);
    waits(&h, 2000);
    is_at(&h, PLAYER_STARTING);
    harness_set(&h, "hours.at_end=leave");
    player_tick(h.player, h.now_ms);
    harness_drain(&h);
    hears(&h, "leave");
}

IDLE(unwanted_end_of_hours_lets_only_the_game_end)
{
    harness_set(&h, "hours.maintenance=Sun 03:00-04:00");
    harness_set(&h, "hours.at_end=game");
    says(&h, "** Player opp_a has joined you for a 5 point match.");
    player_set_minute(h.player, (6 * 24 + 3) * 60);
    waits(&h, 2000);
    is_at(&h, PLAYER_STARTING);
    says(&h, "opp_a wins the game and gets 1 point. Sorry.");
    says(&h, "Type 'join' if you want to play the next game, "
             "type 'leave' if you don't.");
    hears(&h, "leave");
}

TEST_MAIN(NULL, NULL)
