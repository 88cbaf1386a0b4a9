/* The session while the opponent, or we, are away from the match. */

#include "tests/unit/fibs/bgammon/session_fixture.h"
#include "tests/unit/test_case.h"

CASE(nothing_is_done_while_the_opponent_is_away)
{
    reach_match();
    feed(LEFT("bea")); /* who has only watched */
    expect("");
    feed(LEFT("ann"));
    feed(BOARD_LINE("Turn=1"));
    expect("away\n");
    feed(JOINED_ANN);
    feed_our_turn();
    expect("send board\nsend list\nact\n");
}

CASE(who_does_something_is_there)
{
    static const char *const types[] = {"moved", "rolled", "say"};
    reach_match();
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        static const char *const names[] = {"BOT_a", "ann"};
        feed(LEFT("ann"));
        feed(i % 2 == 0 ? BOARD_LINE("Turn=1", "Roll1=3") : BOARD_LINE("Turn=1"));
        expect("away\n");
        for (int k = 0; k < 2; k++) {
            char line[200];
            FORMAT_TEXT(line,
                        "{\"Type\":\"%s\",\"Player\":\"%s\",\"Moves\":null,\"Roll1\":"
                        "1,\"Roll2\":2,\"Message\":\"hi\"}",
                        types[i], names[k]);
            feed(line);
            expect(k == 0 ? "" : "act\n");
        }
    }
}

/* Who has lost may leave before we have seen the end. */
CASE(a_match_that_is_over_is_acted_on_though_the_opponent_is_away)
{
    reach_match();
    feed(LEFT("ann"));
    feed(BOARD_LINE("Turn=1", "Winner=1"));
    expect("away\nact\n");
    feed(JOINED_ANN);
    feed(BOARD_LINE("Turn=1", "Winner=1"));
    feed(LIST);
    forget();
    feed(LEFT("ann"));
    expect(""); /* nobody is missing at the end */
}

#define NOBODY "Player2={\"Number\":2,\"Name\":\"\",\"Points\":0}"

/* A match goes on, and its opponent is not there; or nobody has joined one yet. */
CASE(who_is_away_when_we_come_back_is_away)
{
    reach_list();
    feed(JOINED_US);
    feed(BOARD_LINE(NOBODY, "Turn=1"));
    forget();
    feed(LIST);
    expect("state ready\naway\n");
    feed(JOINED_ANN);
    feed_our_turn();
    expect("send board\nsend list\nact\n");
    feed(LEFT("ann"));
    expect("away\n");
    feed(LEFT("BOT_a"));
    feed(JOINED_US);
    feed(BOARD_LINE(NOBODY));
    expect("act\n");
}

/* No board is sent to us for it, and the one we have shows a free seat. */
CASE(who_comes_back_while_we_settle_brings_the_board)
{
    reach_list();
    feed(JOINED_US);
    feed(BOARD_LINE(NOBODY, "Turn=1"));
    feed(JOINED_ANN);
    forget();
    feed(LIST);
    expect("state ready\nsend board\nsend list\n");
    feed_our_turn();
    expect("act\n");
}

/* Where the board shows who is away, too, only refusals do; not of one who has done something
 * since we came. */
CASE(who_lets_us_do_nothing_since_we_came_is_away)
{
    reach_ready();
    feed(JOINED_US);
    for (int i = 0; i < 3; i++) {
        feed_our_turn();
        expect(i == 0 ? "act\n" : "send board\nsend list\nact\n");
        order(BGAMMON_CMD_ROLL);
        expect("send roll\n");
        feed(FAILED);
        wait_ms(i == 1 ? 250 : 0);
    }
    expect("away\n");
    wait_ms(500);
    feed_our_turn();
    expect("send board\nsend list\n");
    feed("{\"Type\":\"say\",\"Player\":\"ann\",\"Message\":\"hi\"}");
    expect("act\n");
    for (int i = 0; i < 4; i++) {
        order(BGAMMON_CMD_ROLL);
        feed(FAILED);
        wait_ms(5000);
        feed_our_turn();
        assert_null(strstr(f.transcript, "away"));
    }
}

/* Also a refusal may have come of his absence; the board is asked for once. */
CASE(after_a_refusal_his_coming_brings_the_board)
{
    reach_match();
    for (int i = 0; i < 2; i++) {
        order(BGAMMON_CMD_ROLL);
        feed(FAILED);
        if (i == 0) {
            feed(JOINED_ANN);
        }
        expect("send roll\nsend board\nsend list\n");
        feed_our_turn();
        expect("act\n");
    }
    feed(JOINED_ANN);
    expect("send board\nsend list\n");
    for (int i = 0; i < 10; i++) { /* and he is there, whatever is refused */
        feed_our_turn();
        expect("act\n");
        order(BGAMMON_CMD_ROLL);
        feed(FAILED);
        wait_ms(i < 1 ? 0 : 5000); /* at most */
        expect("send roll\nsend board\nsend list\n");
    }
}

CASE(leaving_is_answered_by_our_own_leaving)
{
    reach_match();
    order(BGAMMON_CMD_LEAVE);
    feed(LEFT("ann"));
    assert_false(bgammon_session_is_free(f.session));
    feed(LEFT("BOT_a"));
    assert_true(bgammon_session_is_free(f.session));
    assert_false(bgammon_session_has_match(f.session));
}

/* What is heard on coming back is left in the transcript. */
static void drop(void)
{
    lose("gone");
    reach_list();
    forget();
    feed(LIST);
}

/* Each connection has to find out for itself who is there. */
CASE(who_is_away_is_away_in_the_next_connection)
{
    reach_match();
    feed(LEFT("ann"));
    expect("away\n");
    for (int i = 0; i < 2; i++) {
        lose("gone");
        reach_list();
        feed(JOINED_US);
        feed(i == 0 ? BOARD_LINE(NOBODY, "Turn=1") : BOARD_LINE("Turn=1"));
        forget();
        feed(LIST);
        expect(i == 0 ? "state ready\naway\n" : "state ready\nact\n");
    }
    for (int i = 0; i < 3; i++) {
        order(BGAMMON_CMD_ROLL);
        feed(FAILED);
        wait_ms(i == 0 ? 0 : 250);
        feed_our_turn();
    }
    assert_non_null(strstr(f.transcript, "away"));
}

/* What was ordered or planned for a match ends with it. */
CASE(who_has_left_orders_and_asks_nothing_more)
{
    reach_match();
    order(BGAMMON_CMD_LEAVE);
    order(BGAMMON_CMD_ROLL);
    feed(LEFT("BOT_a"));
    expect("send leave\n");
    reach_match();
    for (int i = 0; i < 2; i++) {
        order(BGAMMON_CMD_ROLL);
        feed(FAILED);
        feed(i == 0 ? BOARD_LINE("Turn=1") : NOTICE("hm"));
        feed(LIST);
    }
    forget();
    feed(LEFT("BOT_a"));
    wait_ms(5000);
    expect("");
}

CASE(a_match_that_did_not_wait_is_told_and_never_joined_with_a_person)
{
    reach_match();
    drop();
    expect("state ready\n"
           "lost match 7: a bot may not join match 7: a person may sit there\n");
    drop();
    expect("state ready\n"); /* told once */
}

/* A drop, after which the server puts us into a match by itself. */
static void come_back_to(const char *joined)
{
    lose("gone");
    reach_list();
    feed(joined);
    feed(BOARD_LINE("Turn=1"));
    forget();
    feed(LIST);
}

CASE(a_match_is_lost_when_another_one_goes_on)
{
    reach_match();
    come_back_to(
        "{\"Type\":\"joined\",\"Player\":\"BOT_a\",\"GameID\":8,\"PlayerNumber\":1}");
    expect("state ready\nlost match 7: another one goes on\nact\n");
}

CASE(a_match_that_was_over_before_the_drop_is_not_lost)
{
    reach_match();
    feed(BOARD_LINE("Winner=1"));
    drop();
    expect("state ready\n");
    reach_match(); /* the next one is, if its end was not seen */
    drop();
    expect("state ready\n"
           "lost match 7: a bot may not join match 7: a person may sit there\n");
}

/* The line of the win was the last one heard: the match is known to be over, or it is not. */
CASE(a_match_that_was_won_before_the_drop_is_not_lost)
{
    static const char *const wins[] = {
        "{\"Type\":\"win\",\"Player\":\"ann\",\"Points\":2,\"Resigned\":\"\"}",
        "{\"Type\":\"win\",\"Player\":\"ann\",\"Points\":5,\"Resigned\":\"\"}",
        "{\"Type\":\"win\",\"Player\":\"ann\",\"Points\":0,\"Resigned\":\"\"}"};
    reach_match();
    feed(wins[1]);
    drop();
    expect("state ready\n");
    reach_match();
    feed(BOARD_LINE("Points=1", "Turn=1"));
    feed(wins[2]); /* as it is said where a match has one point */
    drop();
    expect("state ready\n");
    reach_match();
    feed(BOARD_LINE("Points=2",
                    "Board=[15,-2,0,0,0,0,-3,0,0,0,0,0,0,0,0,0,0,0,0,-10,0,0,0,"
                    "0,0,0,0,0]"));
    drop();
    expect("state ready\n");
    reach_match();
    feed(wins[0]);
    drop();
    expect("state ready\n"
           "lost match 7: a bot may not join match 7: a person may sit there\n");
}

#define AT_4 "Player1={\"Number\":1,\"Name\":\"BOT_a\",\"Points\":4}"

CASE(a_win_is_of_who_has_won)
{
    reach_match();
    feed(BOARD_LINE(AT_4, "Turn=1"));
    feed("{\"Type\":\"win\",\"Player\":\"BOT_a\",\"Points\":1}");
    drop();
    expect("state ready\n");
    reach_match();
    feed(BOARD_LINE(AT_4, "Turn=1"));
    feed("{\"Type\":\"win\",\"Player\":\"ann\",\"Points\":1}");
    drop();
    expect("state ready\n"
           "lost match 7: a bot may not join match 7: a person may sit there\n");
}

/* Orders and boards of a connection are not those of the next one. */
CASE(what_waited_when_the_connection_was_lost_is_void)
{
    reach_match();
    order(BGAMMON_CMD_ROLL);
    order(BGAMMON_CMD_OK);
    for (int i = 0; i < 2; i++) {
        lose("gone");
        forget();
        reach_list();
        feed(JOINED_US);
        assert_null(strstr(f.transcript, "send ok"));
        forget();
        feed(LIST);
        expect("state ready\nsend board\nsend list\n");
        feed(LEFT("ann"));
        feed(BOARD_LINE("Turn=1")); /* not acted on: he is away */
        feed(LIST);
    }
}

/* The match goes on as it was. */
static void come_back(void)
{
    come_back_to(JOINED_US);
    expect("state ready\nact\n");
}

/* Nor is the command under way, nor what was counted: answers that were missed, refusals. */
CASE(the_next_connection_begins_its_counts_anew)
{
    reach_match();
    order(BGAMMON_CMD_ROLL);
    come_back();
    order(BGAMMON_CMD_ROLL);
    feed(FAILED);
    feed_our_turn();
    order(BGAMMON_CMD_ROLL);
    wait_ms(15000); /* the next one that is missed would be the last */
    come_back();
    order(BGAMMON_CMD_ROLL);
    wait_ms(5000);
    expect("send roll\nsend board\nsend list\n");
    feed_our_turn();
    order(BGAMMON_CMD_ROLL);
    feed(FAILED);
    expect("act\nsend roll\nsend board\nsend list\n");
}

CASE(a_match_with_a_bot_that_did_not_wait_is_joined_again)
{
    char line[BOARD_LINE_SIZE];
    reach_match();
    (void)board_line(line, NULL);
    memcpy(strstr(line, "\"ann\""), "\"BOT_", 5); /* BOT_,"Rating... */
    char *at = strstr(line, "\"BOT_,");
    memmove(at + 8, at + 5, strlen(at + 5) + 1);
    memcpy(at, "\"BOT_b\",", 7);
    memmove(at + 7, at + 8, strlen(at + 8) + 1);
    feed(line);
    drop();
    expect("state ready\nsend join 7\n");
    feed("{\"Type\":\"failedjoin\",\"Reason\":\"gone\"}");
    expect("lost match 7: it is not there any more\n");
}

#define BOARD_WITH_BOT                                                                 \
    BOARD_LINE("Turn=1", "Name=\"BOT_a\"",                                             \
               "Player2={\"Number\":2,\"Name\":\"BOT_b\",\"Points\":0}")

CASE(a_match_that_does_not_answer_when_it_is_joined_again_is_lost)
{
    reach_match();
    feed(BOARD_WITH_BOT);
    drop();
    expect("state ready\nsend join 7\n");
    wait_ms(5000);
    expect("notice a command was not answered\nlost match 7: there is no answer\n");
    assert_true(bgammon_session_is_free(f.session));
}

/* A refusal of later is none of the join. */
CASE(a_match_that_was_joined_again_is_not_lost)
{
    reach_match();
    feed(BOARD_WITH_BOT);
    drop();
    expect("state ready\nsend join 7\n");
    feed(JOINED_US);
    feed(BOARD_LINE("Turn=1"));
    order(BGAMMON_CMD_ROLL);
    feed(FAILED);
    feed_our_turn();
    expect("act\nsend roll\nsend board\nsend list\nact\n");
}

CASE(the_guard_stands_in_the_session)
{
    struct bgammon_listing listing = {.id = 3, .players = 1, .name = "BOT_b"};
    struct error err;
    reach_ready();
    const struct bgammon_seats seats = bgammon_seats_listed(&listing);
    assert_false(bgammon_session_join(f.session, f.now, &seats, &err));
    take();
    expect("");
}

TEST_MAIN(NULL, NULL)
