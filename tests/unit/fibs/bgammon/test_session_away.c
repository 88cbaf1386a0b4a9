/* The session while the opponent, or we, are away from the match. */
#include <stdlib.h>

#include "tests/unit/fibs/bgammon/session_fixture.h"
#include "tests/unit/test_case.h"

static void nothing_is_done_while_the_opponent_is_away(void **state)
{
    struct fixture *f = *state;
    reach_match(f);
    feed(f, LEFT("bea")); /* who has only watched */
    expect(f, "");
    feed(f, LEFT("ann"));
    feed(f, BOARD_LINE("Turn=1"));
    expect(f, "away\n");
    feed(f, JOINED_ANN);
    feed(f, BOARD_LINE("Turn=1"));
    feed(f, LIST);
    expect(f, "send board\nsend list\nact\n");
}

static void who_does_something_is_there(void **state)
{
    static const char *const types[] = {"moved", "rolled", "say"};
    struct fixture *f = *state;
    reach_match(f);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        static const char *const names[] = {"BOT_a", "ann"};
        feed(f, LEFT("ann"));
        feed(f, i % 2 == 0 ? BOARD_LINE("Turn=1", "Roll1=3") : BOARD_LINE("Turn=1"));
        expect(f, "away\n");
        for (int k = 0; k < 2; k++) {
            char line[200];
            (void)snprintf(
                line, sizeof line,
                "{\"Type\":\"%s\",\"Player\":\"%s\",\"Moves\":null,\"Roll1\":"
                "1,\"Roll2\":2,\"Message\":\"hi\"}",
                types[i], names[k]);
            feed(f, line);
            expect(f, k == 0 ? "" : "act\n");
        }
    }
}

/* Who has lost may leave before we have seen the end. */
static void a_match_that_is_over_is_acted_on_though_the_opponent_is_away(void **state)
{
    struct fixture *f = *state;
    reach_match(f);
    feed(f, LEFT("ann"));
    feed(f, BOARD_LINE("Turn=1", "Winner=1"));
    expect(f, "away\nact\n");
    feed(f, JOINED_ANN);
    feed(f, BOARD_LINE("Turn=1", "Winner=1"));
    feed(f, LIST);
    f->transcript[f->length = 0] = '\0';
    feed(f, LEFT("ann"));
    expect(f, ""); /* nobody is missing at the end */
}

#define NOBODY "Player2={\"Number\":2,\"Name\":\"\",\"Points\":0}"

/* A match goes on, and its opponent is not there; or nobody has joined one yet. */
static void who_is_away_when_we_come_back_is_away(void **state)
{
    struct fixture *f = *state;
    reach_login(f);
    feed(f, WELCOME);
    feed(f, LIST);
    feed(f, JOINED_US);
    feed(f, BOARD_LINE(NOBODY, "Turn=1"));
    f->transcript[f->length = 0] = '\0';
    feed(f, LIST);
    expect(f, "state ready\naway\n");
    feed(f, JOINED_ANN);
    feed(f, BOARD_LINE("Turn=1"));
    feed(f, LIST);
    expect(f, "send board\nsend list\nact\n");
    feed(f, LEFT("ann"));
    expect(f, "away\n");
    feed(f, LEFT("BOT_a"));
    feed(f, JOINED_US);
    feed(f, BOARD_LINE(NOBODY));
    expect(f, "act\n");
}

/* No board is sent to us for it, and the one we have shows a free seat. */
static void who_comes_back_while_we_settle_brings_the_board(void **state)
{
    struct fixture *f = *state;
    reach_login(f);
    feed(f, WELCOME);
    feed(f, LIST);
    feed(f, JOINED_US);
    feed(f, BOARD_LINE(NOBODY, "Turn=1"));
    feed(f, JOINED_ANN);
    f->transcript[f->length = 0] = '\0';
    feed(f, LIST);
    expect(f, "state ready\nsend board\nsend list\n");
    feed(f, BOARD_LINE("Turn=1"));
    feed(f, LIST);
    expect(f, "act\n");
}

/* Where the board shows who is away, too, only refusals do; not of one who has done something
 * since we came. */
static void who_lets_us_do_nothing_since_we_came_is_away(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    feed(f, JOINED_US);
    for (int i = 0; i < 3; i++) {
        feed(f, BOARD_LINE("Turn=1"));
        feed(f, LIST);
        expect(f, i == 0 ? "act\n" : "send board\nsend list\nact\n");
        order(f, BGAMMON_CMD_ROLL);
        expect(f, "send roll\n");
        feed(f, FAILED);
        wait_ms(f, i == 1 ? 250 : 0);
    }
    expect(f, "away\n");
    wait_ms(f, 500);
    feed(f, BOARD_LINE("Turn=1"));
    feed(f, LIST);
    expect(f, "send board\nsend list\n");
    feed(f, "{\"Type\":\"say\",\"Player\":\"ann\",\"Message\":\"hi\"}");
    expect(f, "act\n");
    for (int i = 0; i < 4; i++) {
        order(f, BGAMMON_CMD_ROLL);
        feed(f, FAILED);
        wait_ms(f, 5000);
        feed(f, BOARD_LINE("Turn=1"));
        feed(f, LIST);
        assert_null(strstr(f->transcript, "away"));
    }
}

/* Also a refusal may have come of his absence; the board is asked for once. */
static void after_a_refusal_his_coming_brings_the_board(void **state)
{
    struct fixture *f = *state;
    reach_match(f);
    for (int i = 0; i < 2; i++) {
        order(f, BGAMMON_CMD_ROLL);
        feed(f, FAILED);
        if (i == 0) {
            feed(f, JOINED_ANN);
        }
        expect(f, "send roll\nsend board\nsend list\n");
        feed(f, BOARD_LINE("Turn=1"));
        feed(f, LIST);
        expect(f, "act\n");
    }
    feed(f, JOINED_ANN);
    expect(f, "send board\nsend list\n");
    for (int i = 0; i < 10; i++) { /* and he is there, whatever is refused */
        feed(f, BOARD_LINE("Turn=1"));
        feed(f, LIST);
        expect(f, "act\n");
        order(f, BGAMMON_CMD_ROLL);
        feed(f, FAILED);
        wait_ms(f, i < 1 ? 0 : 5000); /* at most */
        expect(f, "send roll\nsend board\nsend list\n");
    }
}

static void leaving_is_answered_by_our_own_leaving(void **state)
{
    struct fixture *f = *state;
    reach_match(f);
    order(f, BGAMMON_CMD_LEAVE);
    feed(f, LEFT("ann"));
    assert_false(bgammon_session_is_free(f->session));
    feed(f, LEFT("BOT_a"));
    assert_true(bgammon_session_is_free(f->session));
    assert_false(bgammon_session_has_match(f->session));
}

/* What is heard on coming back is left in the transcript. */
static void drop(struct fixture *f)
{
    bgammon_session_disconnected(f->session, f->now, "gone");
    take(f);
    reach_login(f);
    feed(f, WELCOME);
    feed(f, LIST);
    f->transcript[f->length = 0] = '\0';
    feed(f, LIST);
}

/* Each connection has to find out for itself who is there. */
static void who_is_away_is_away_in_the_next_connection(void **state)
{
    struct fixture *f = *state;
    reach_match(f);
    feed(f, LEFT("ann"));
    expect(f, "away\n");
    for (int i = 0; i < 2; i++) {
        bgammon_session_disconnected(f->session, f->now, "gone");
        take(f);
        reach_login(f);
        feed(f, WELCOME);
        feed(f, LIST);
        feed(f, JOINED_US);
        feed(f, i == 0 ? BOARD_LINE(NOBODY, "Turn=1") : BOARD_LINE("Turn=1"));
        f->transcript[f->length = 0] = '\0';
        feed(f, LIST);
        expect(f, i == 0 ? "state ready\naway\n" : "state ready\nact\n");
    }
    for (int i = 0; i < 3; i++) {
        order(f, BGAMMON_CMD_ROLL);
        feed(f, FAILED);
        wait_ms(f, i == 0 ? 0 : 250);
        feed(f, BOARD_LINE("Turn=1"));
        feed(f, LIST);
    }
    assert_non_null(strstr(f->transcript, "away"));
}

/* What was ordered or planned for a match ends with it. */
static void who_has_left_orders_and_asks_nothing_more(void **state)
{
    struct fixture *f = *state;
    reach_match(f);
    order(f, BGAMMON_CMD_LEAVE);
    order(f, BGAMMON_CMD_ROLL);
    feed(f, LEFT("BOT_a"));
    expect(f, "send leave\n");
    reach_match(f);
    for (int i = 0; i < 2; i++) {
        order(f, BGAMMON_CMD_ROLL);
        feed(f, FAILED);
        feed(f, i == 0 ? BOARD_LINE("Turn=1") : NOTICE("hm"));
        feed(f, LIST);
    }
    f->transcript[f->length = 0] = '\0';
    feed(f, LEFT("BOT_a"));
    wait_ms(f, 5000);
    expect(f, "");
}

static void
a_match_that_did_not_wait_is_told_and_never_joined_with_a_person(void **state)
{
    struct fixture *f = *state;
    reach_match(f);
    drop(f);
    expect(f, "state ready\n"
              "lost match 7: a bot may not join match 7: a person may sit there\n");
    drop(f);
    expect(f, "state ready\n"); /* told once */
}

/* A drop, after which the server puts us into a match by itself. */
static void come_back_to(struct fixture *f, const char *joined)
{
    bgammon_session_disconnected(f->session, f->now, "gone");
    take(f);
    reach_login(f);
    feed(f, WELCOME);
    feed(f, LIST);
    feed(f, joined);
    feed(f, BOARD_LINE("Turn=1"));
    f->transcript[f->length = 0] = '\0';
    feed(f, LIST);
}

static void a_match_is_lost_when_another_one_goes_on(void **state)
{
    struct fixture *f = *state;
    reach_match(f);
    come_back_to(
        f,
        "{\"Type\":\"joined\",\"Player\":\"BOT_a\",\"GameID\":8,\"PlayerNumber\":1}");
    expect(f, "state ready\nlost match 7: another one goes on\nact\n");
}

static void a_match_that_was_over_before_the_drop_is_not_lost(void **state)
{
    struct fixture *f = *state;
    reach_match(f);
    feed(f, BOARD_LINE("Winner=1"));
    drop(f);
    expect(f, "state ready\n");
    reach_match(f); /* the next one is, if its end was not seen */
    drop(f);
    expect(f, "state ready\n"
              "lost match 7: a bot may not join match 7: a person may sit there\n");
}

/* The line of the win was the last one heard: the match is known to be over, or it is not. */
static void a_match_that_was_won_before_the_drop_is_not_lost(void **state)
{
    struct fixture *f = *state;
    static const char *const wins[] = {
        "{\"Type\":\"win\",\"Player\":\"ann\",\"Points\":2,\"Resigned\":\"\"}",
        "{\"Type\":\"win\",\"Player\":\"ann\",\"Points\":5,\"Resigned\":\"\"}",
        "{\"Type\":\"win\",\"Player\":\"ann\",\"Points\":0,\"Resigned\":\"\"}"};
    reach_match(f);
    feed(f, wins[1]);
    drop(f);
    expect(f, "state ready\n");
    reach_match(f);
    feed(f, BOARD_LINE("Points=1", "Turn=1"));
    feed(f, wins[2]); /* as it is said where a match has one point */
    drop(f);
    expect(f, "state ready\n");
    reach_match(f);
    feed(f, BOARD_LINE("Points=2",
                       "Board=[15,-2,0,0,0,0,-3,0,0,0,0,0,0,0,0,0,0,0,0,-10,0,0,0,"
                       "0,0,0,0,0]"));
    drop(f);
    expect(f, "state ready\n");
    reach_match(f);
    feed(f, wins[0]);
    drop(f);
    expect(f, "state ready\n"
              "lost match 7: a bot may not join match 7: a person may sit there\n");
}

#define AT_4 "Player1={\"Number\":1,\"Name\":\"BOT_a\",\"Points\":4}"

static void a_win_is_of_who_has_won(void **state)
{
    struct fixture *f = *state;
    reach_match(f);
    feed(f, BOARD_LINE(AT_4, "Turn=1"));
    feed(f, "{\"Type\":\"win\",\"Player\":\"BOT_a\",\"Points\":1}");
    drop(f);
    expect(f, "state ready\n");
    reach_match(f);
    feed(f, BOARD_LINE(AT_4, "Turn=1"));
    feed(f, "{\"Type\":\"win\",\"Player\":\"ann\",\"Points\":1}");
    drop(f);
    expect(f, "state ready\n"
              "lost match 7: a bot may not join match 7: a person may sit there\n");
}

/* Orders and boards of a connection are not those of the next one. */
static void what_waited_when_the_connection_was_lost_is_void(void **state)
{
    struct fixture *f = *state;
    reach_match(f);
    order(f, BGAMMON_CMD_ROLL);
    order(f, BGAMMON_CMD_OK);
    for (int i = 0; i < 2; i++) {
        bgammon_session_disconnected(f->session, f->now, "gone");
        take(f);
        f->transcript[f->length = 0] = '\0';
        reach_login(f);
        feed(f, WELCOME);
        feed(f, LIST);
        feed(f, JOINED_US);
        assert_null(strstr(f->transcript, "send ok"));
        f->transcript[f->length = 0] = '\0';
        feed(f, LIST);
        expect(f, "state ready\nsend board\nsend list\n");
        feed(f, LEFT("ann"));
        feed(f, BOARD_LINE("Turn=1")); /* not acted on: he is away */
        feed(f, LIST);
    }
}

/* The match goes on as it was. */
static void come_back(struct fixture *f)
{
    come_back_to(f, JOINED_US);
    expect(f, "state ready\nact\n");
}

/* Nor is the command under way, nor what was counted: answers that were missed, refusals. */
static void the_next_connection_begins_its_counts_anew(void **state)
{
    struct fixture *f = *state;
    reach_match(f);
    order(f, BGAMMON_CMD_ROLL);
    come_back(f);
    order(f, BGAMMON_CMD_ROLL);
    feed(f, FAILED);
    feed(f, BOARD_LINE("Turn=1"));
    feed(f, LIST);
    order(f, BGAMMON_CMD_ROLL);
    wait_ms(f, 15000); /* the next one that is missed would be the last */
    come_back(f);
    order(f, BGAMMON_CMD_ROLL);
    wait_ms(f, 5000);
    expect(f, "send roll\nsend board\nsend list\n");
    feed(f, BOARD_LINE("Turn=1"));
    feed(f, LIST);
    order(f, BGAMMON_CMD_ROLL);
    feed(f, FAILED);
    expect(f, "act\nsend roll\nsend board\nsend list\n");
}

static void a_match_with_a_bot_that_did_not_wait_is_joined_again(void **state)
{
    struct fixture *f = *state;
    char line[BOARD_LINE_SIZE];
    reach_match(f);
    (void)board_line(line, NULL);
    memcpy(strstr(line, "\"ann\""), "\"BOT_", 5); /* BOT_,"Rating... */
    char *at = strstr(line, "\"BOT_,");
    memmove(at + 8, at + 5, strlen(at + 5) + 1);
    memcpy(at, "\"BOT_b\",", 7);
    memmove(at + 7, at + 8, strlen(at + 8) + 1);
    feed(f, line);
    drop(f);
    expect(f, "state ready\nsend join 7\n");
    feed(f, "{\"Type\":\"failedjoin\",\"Reason\":\"gone\"}");
    expect(f, "lost match 7: it is not there any more\n");
}

/* A refusal of later is none of the join. */
static void a_match_that_was_joined_again_is_not_lost(void **state)
{
    struct fixture *f = *state;
    reach_match(f);
    feed(f, BOARD_LINE("Turn=1", "Name=\"BOT_a\"",
                       "Player2={\"Number\":2,\"Name\":\"BOT_b\",\"Points\":0}"));
    drop(f);
    expect(f, "state ready\nsend join 7\n");
    feed(f, JOINED_US);
    feed(f, BOARD_LINE("Turn=1"));
    order(f, BGAMMON_CMD_ROLL);
    feed(f, FAILED);
    feed(f, BOARD_LINE("Turn=1"));
    feed(f, LIST);
    expect(f, "act\nsend roll\nsend board\nsend list\nact\n");
}

static void the_guard_stands_in_the_session(void **state)
{
    struct fixture *f = *state;
    struct bgammon_listing listing = {.id = 3, .players = 1, .name = "BOT_b"};
    struct error err;
    reach_ready(f);
    const struct bgammon_seats seats = bgammon_seats_listed(&listing);
    assert_false(bgammon_session_join(f->session, f->now, &seats, &err));
    take(f);
    expect(f, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(nothing_is_done_while_the_opponent_is_away),
        TEST(who_does_something_is_there),
        TEST(a_match_that_is_over_is_acted_on_though_the_opponent_is_away),
        TEST(who_is_away_when_we_come_back_is_away),
        TEST(who_comes_back_while_we_settle_brings_the_board),
        TEST(who_lets_us_do_nothing_since_we_came_is_away),
        TEST(after_a_refusal_his_coming_brings_the_board),
        TEST(leaving_is_answered_by_our_own_leaving),
        TEST(who_is_away_is_away_in_the_next_connection),
        TEST(who_has_left_orders_and_asks_nothing_more),
        TEST(a_match_that_did_not_wait_is_told_and_never_joined_with_a_person),
        TEST(a_match_is_lost_when_another_one_goes_on),
        TEST(a_match_that_was_over_before_the_drop_is_not_lost),
        TEST(a_match_that_was_won_before_the_drop_is_not_lost),
        TEST(a_win_is_of_who_has_won),
        TEST(what_waited_when_the_connection_was_lost_is_void),
        TEST(the_next_connection_begins_its_counts_anew),
        TEST(a_match_with_a_bot_that_did_not_wait_is_joined_again),
        TEST(a_match_that_was_joined_again_is_not_lost),
        TEST(the_guard_stands_in_the_session),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
