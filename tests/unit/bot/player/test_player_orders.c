/* The player that takes orders: "play NAME, N points", and nothing else. */

#include "tests/unit/bot/player/match_harness.h"
#include "tests/unit/test_case.h"

#define NO_SAVED "no saved games."

static int takes_orders(void **state)
{
    (void)in_lobby(state);
    player_take_orders(h.player);
    harness_set(&h, "invite.ready=yes"); /* what an entrant must not do */
    harness_set(&h, "invite.idle=1");
    harness_set(&h, "invite.rematches=9");
    says(&h, NO_SAVED);
    waits(&h, 1);
    return 0;
}

#define ORDERS(claim) TEST_WITH(claim, takes_orders, close_harness)

static void order(const char *name, int length, bool invites)
{
    struct order_to_play order = {.length = length, .invites = invites};
    COPY_TEXT(order.opponent, name);
    player_order(h.player, h.now_ms, &order);
    harness_drain(&h);
}

static void is_there(const char *name)
{
    char line[120];
    FORMAT_TEXT(line, FREE("%s", "1500.00", "0"), name);
    says(&h, line);
}

/* He logs in, and after the pause for others we send `invitation`. */
static void is_there_and_hears(const char *name, const char *invitation)
{
    is_there(name);
    waits(&h, 5000);
    hears(&h, invitation);
}

static void match_with_opp_a_is_saved(void)
{
    says(&h, SAVED_HEADING);
    says(&h, "**opp_a                   5                0 -  0");
}

static const struct match_event *last_event(void)
{
    assert_true(h.event_count > 0);
    return &h.events[h.event_count - 1];
}

/* Ordered to 5 points with opp_a, whom we have invited and who has joined. */
static void plays_opp_a(void)
{
    order("opp_a", 5, true);
    is_there_and_hears("opp_a", "invite opp_a 5");
    says(&h, "** Player opp_a has joined you for a 5 point match.");
    says(&h, OUR_ROLLED);
    assert_true(h.has_request);
}

ORDERS(without_an_order_nobody_is_played)
{
    is_there("opp_a");
    invites_and_waits("opp_a");
    hears(&h, "tell opp_a I play in a tournament, and only its matches.");
    assert_string_equal(h.refusal.code, "orders");
    waits(&h, 600000);
    hears_nothing(&h);
    assert_false(h.is_ready);
}

ORDERS(ordered_opponent_is_invited_to_the_ordered_length_once_he_is_free)
{
    harness_set(&h, "accept.lengths=1");
    harness_set(&h, "accept.allow=opp_z");
    order("opp_a", 7, true);
    assert_true(h.is_ready);
    says(&h, PLAYS("opp_a", "opp_b"));
    waits(&h, 60000);
    hears_nothing(&h);
    is_there("opp_b");
    is_there_and_hears("opp_a", "invite opp_a 7");
    hears_nothing(&h);
}

ORDERS(ordered_invitation_is_awaited_and_joined)
{
    static const struct {
        const char *name, *line, *answer;
    } rows[] = {
        {"opp_b", "opp_b wants to play a 5 point match with you.",
         "tell opp_b I play in a tournament, and only its matches."},
        {"opp_a", "opp_a wants to play a 3 point match with you.",
         "tell opp_a I play in a tournament, and only its matches."},
        {"opp_a", "opp_a wants to play a 5 point match with you.", "join opp_a"},
    };
    harness_set(&h, "accept.allow=opp_z"); /* [accept] does not count */
    order("opp_a", 5, false);
    is_there("opp_a");
    waits(&h, 30000);
    hears_nothing(&h);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        says(&h, rows[i].line);
        waits(&h, 1000);
        hears(&h, rows[i].answer);
    }
}

ORDERS(saved_match_with_the_ordered_opponent_goes_on_first)
{
    says(&h, SAVED_HEADING);
    says(&h, "**opp_b                   5                2 -  1");
    says(&h, "**opp_a                   5                2 -  1");
    order("opp_a", 5, true);
    is_there("opp_b");
    is_there_and_hears("opp_a", "invite opp_a");
    hears_nothing(&h);
}

ORDERS(order_to_go_on_never_begins_a_match)
{
    struct order_to_play order = {"opp_a", 5, .invites = true, .is_saved = true};
    int told = h.saved_told;
    player_order(h.player, h.now_ms, &order);
    harness_drain(&h);
    is_there_and_hears("opp_a", "invite opp_a");
    says(&h, "** There's no saved match with opp_a. Please give a match length.");
    hears(&h, "show saved");
    says(&h, NO_SAVED);
    waits(&h, 5000);
    assert_true(h.saved_told > told); /* whoever ordered it knows now */
    h.sent_taken = h.sent_count;
    invites_and_waits("opp_a");
    hears(&h, "tell opp_a I play in a tournament, and only its matches.");
}

static void begin_anew_with_opp_a(bool invites)
{
    struct order_to_play order = {"opp_a", 5, .invites = invites, .is_new = true};
    player_order(h.player, h.now_ms, &order);
    harness_drain(&h);
}

ORDERS(order_to_begin_anew_gives_the_saved_match_up)
{
    match_with_opp_a_is_saved();
    begin_anew_with_opp_a(true);
    is_there_and_hears("opp_a", "invite opp_a 5");
    says(&h, "** Player opp_a has joined you for a 5 point match.");
    says(&h, OUR_ROLLED);
    assert_true(h.has_request);
    player_offline(h.player, h.now_ms);
    player_online(h.player, h.now_ms, "");
    harness_drain(&h);
    h.sent_taken = h.sent_count;
    match_with_opp_a_is_saved(); /* the new one */
    is_there_and_hears("opp_a", "invite opp_a");
}

ORDERS(order_to_begin_anew_joins_in_spite_of_the_warning)
{
    match_with_opp_a_is_saved();
    begin_anew_with_opp_a(false);
    is_there("opp_a");
    says(&h, "opp_a wants to resume a saved match with you.");
    waits(&h, 1000);
    hears(&h, "tell opp_a I play in a tournament, and only its matches.");
    says(&h, "opp_a wants to play a 5 point match with you.");
    says(&h, "WARNING: Don't accept if you want to continue the saved 5 point "
             "match!");
    waits(&h, 1000);
    hears(&h, "join opp_a");
}

ORDERS(order_to_begin_anew_leaves_what_the_server_loads)
{
    match_with_opp_a_is_saved();
    order("opp_a", 5, true);
    is_there_and_hears("opp_a", "invite opp_a"); /* to go on */
    begin_anew_with_opp_a(true);
    says(&h, "opp_a has joined you. Your running match was loaded.");
    waits(&h, 5000);
    const char *sent, *last = NULL;
    while ((sent = harness_next(&h)) != NULL) {
        last = sent;
    }
    assert_non_null(last);
    assert_string_equal(last, "leave");
}

ORDERS(end_of_the_match_carries_the_order_out)
{
    plays_opp_a();
    says(&h, "opp_a wins the 5 point match 5-0 .");
    assert_int_equal(last_event()->type, MATCH_END);
    assert_true(last_event()->is_finished);
    assert_string_equal(last_event()->opponent, "opp_a");
    assert_int_equal(last_event()->length, 5);
    assert_int_equal(last_event()->their_score, 5);
    h.sent_taken = h.sent_count;
    is_there("opp_a");
    waits(&h, 600000); /* no rematch either */
    assert_null(harness_next(&h));
    assert_false(h.is_ready);
}

ORDERS(end_of_a_saved_match_of_another_length_leaves_the_order)
{
    says(&h, SAVED_HEADING);
    says(&h, "**opp_a                   5                2 -  1");
    order("opp_a", 3, true);
    is_there_and_hears("opp_a", "invite opp_a");
    says(&h, "** Player opp_a has joined you. Your running match was loaded.");
    says(&h, OUR_ROLLED);
    says(&h, "opp_a wins the 5 point match 5-0 .");
    h.sent_taken = h.sent_count;
    is_there_and_hears("opp_a", "invite opp_a 3");
}

ORDERS(order_outlives_a_lost_connection)
{
    plays_opp_a();
    player_offline(h.player, h.now_ms);
    harness_drain(&h);
    assert_int_equal(last_event()->type, MATCH_SAVED);
    player_online(h.player, h.now_ms, "");
    harness_drain(&h);
    h.sent_taken = h.sent_count;
    match_with_opp_a_is_saved();
    is_there_and_hears("opp_a", "invite opp_a");
}

ORDERS(new_order_leaves_the_match_of_the_former)
{
    plays_opp_a();
    order("opp_a", 5, true); /* the same again: nothing to do */
    hears_nothing(&h);
    decides(&h, (struct decision_answer){.candidates = 0});
    h.sent_taken = h.sent_count;
    order("opp_b", 5, true);
    waits(&h, 4999);
    assert_true(h.player->state != PLAYER_LEAVING);
    waits(&h, 1);
    const char *sent, *last = NULL;
    while ((sent = harness_next(&h)) != NULL) {
        last = sent;
    }
    assert_string_equal(last, "leave");
    says(&h, "** Player opp_a has left the game. The game was saved.");
    says(&h, NO_SAVED);
    is_there("opp_b");
    h.sent_taken = h.sent_count;
    says(&h, "The game was saved.");
    waits(&h, 20000);
    while ((sent = harness_next(&h)) != NULL) {
        last = sent;
    }
    assert_non_null(last);
    assert_string_equal(last, "invite opp_b 5");
}

ORDERS(order_that_only_hears_of_the_match_first_does_not_end_it)
{
    struct order_to_play order = {"opp_a", 5, .invites = true};
    player_order(h.player, h.now_ms, &order);
    is_there_and_hears("opp_a", "invite opp_a 5");
    order.is_saved = true; /* he has joined, and the line to us is on its way */
    player_order(h.player, h.now_ms, &order);
    says(&h, "** Player opp_a has joined you for a 5 point match.");
    says(&h, OUR_ROLLED);
    assert_true(h.has_request);
    hears_nothing(&h);
}

ORDERS(who_left_is_invited_again_at_once)
{
    plays_opp_a();
    says(&h, "** Player opp_a has left the game. The game was saved.");
    h.sent_taken = h.sent_count;
    match_with_opp_a_is_saved();
    is_there_and_hears("opp_a", "invite opp_a");
}

ORDERS(end_that_others_know_of_is_waited_for)
{
    plays_opp_a();
    order("opp_b", 5, true); /* somebody has heard the end already */
    says(&h, "opp_a wins the 5 point match 5-0 .");
    assert_int_equal(last_event()->type, MATCH_END);
    assert_true(last_event()->is_finished);
    is_there_and_hears("opp_b", "invite opp_b 5");
    hears_nothing(&h);
}

ORDERS(order_taken_back_ends_the_invitation)
{
    order("opp_a", 5, true);
    is_there_and_hears("opp_a", "invite opp_a 5");
    order("", 0, false);
    is_at(&h, PLAYER_LOBBY);
    assert_false(h.is_ready);
    says(&h, "** Player opp_a has joined you for a 5 point match.");
    hears(&h, "kibitz Sorry, I did not mean to start this match.");
    hears(&h, "leave");
}

ORDERS(who_refused_is_invited_again_when_he_is_free)
{
    order("opp_a", 5, true);
    is_there_and_hears("opp_a", "invite opp_a 5");
    says(&h, "** opp_a is refusing games.");
    says(&h, PLAYS("opp_a", "opp_b"));
    waits(&h, 5000);
    hears_nothing(&h);
    is_there_and_hears("opp_a", "invite opp_a 5");
}

TEST_MAIN(NULL, NULL)
