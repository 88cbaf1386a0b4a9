/* The session: log-in, its times, and commands. */

#include "tests/unit/fibs/bgammon/session_fixture.h"
#include "tests/unit/test_case.h"

/* ---- log-in ---------------------------------------------------------------------- */

CASE(the_log_in_goes_from_greeting_to_ready)
{
    reach_greeting();
    expect("state connecting\nconnect\nstate greeting\n");
    feed("hello Welcome to bgammon.org!");
    expect("login\nstate login_sent\n");
    feed(WELCOME);
    expect("state settling\nsend set autoplay 0\nsend list\n");
    feed(LIST);
    feed(NOTICE("message of the day"));
    expect("");
    feed(LIST);
    expect("state ready\n");
}

CASE(a_log_in_has_30_seconds)
{
    reach_login();
    wait_ms(29999);
    expect_state(BGAMMON_LOGIN_SENT);
    wait_ms(1);
    expect_state(BGAMMON_BACKOFF);
}

CASE(a_reason_may_be_a_text_and_a_ping_is_answered)
{
    reach_login();
    forget();
    feed("{\"Type\":\"ping\",\"Player\":\"\",\"Message\":\"7\"}");
    expect("send pong 7\n");
    feed("notice Connection terminated: too late");
    lose("closed");
    assert_non_null(
        strstr(f.transcript, "refused: notice Connection terminated: too late\n"));
}

/* A list that never comes keeps nobody from his match. */
CASE(a_log_in_settles_in_30_seconds)
{
    reach_login();
    feed(WELCOME);
    feed(JOINED_US);
    feed(BOARD_LINE("Turn=1"));
    forget();
    wait_ms(29999);
    expect("send pong 0\n"); /* after 20 s */
    wait_ms(1);
    expect("state ready\nact\n");
}

CASE(a_match_that_waits_goes_on)
{
    reach_list();
    feed(JOINED_US);
    forget();
    feed(BOARD_LINE("Turn=1"));
    expect(""); /* more may come */
    feed(LIST);
    expect("state ready\nact\n");
    assert_true(bgammon_session_has_match(f.session));
}

CASE(a_name_in_use_is_tried_again_for_40_seconds_at_least)
{
    int64_t begin = f.now;
    while (bgammon_session_state(f.session) != BGAMMON_FAILED) {
        reach_login();
        feed(NOTICE("Connection terminated: That username is already in use."));
        lose("closed");
    }
    assert_true(f.now - begin > 40000);
    assert_non_null(strstr(f.transcript, "trouble the log-in was refused: Connection "
                                         "terminated: That username"));
}

CASE(after_a_good_log_in_a_refusal_is_never_final)
{
    reach_ready();
    lose("gone");
    for (int i = 0; i < 30; i++) {
        reach_login();
        feed(NOTICE("Connection terminated: That username is already in use."));
        lose("closed");
    }
    expect_state(BGAMMON_BACKOFF);
    const char *first = strstr(f.transcript, "trouble");
    assert_non_null(first);
    assert_null(strstr(first + 1, "trouble"));
}

CASE(a_connection_that_only_ends_is_no_refusal)
{
    for (int i = 0; i < 10; i++) {
        reach_login();
        lose("closed");
    }
    expect_state(BGAMMON_BACKOFF);
    assert_null(strstr(f.transcript, "refused"));
}

CASE(a_connection_that_only_ends_makes_refusals_count_anew)
{
    for (int i = 1; i < 2 * f.config.refusals; i++) {
        reach_login();
        if (i != f.config.refusals) {
            feed(NOTICE("Connection terminated: That username is already in use."));
        }
        lose("closed");
        wait_ms(1000);
    }
    assert_int_not_equal(bgammon_session_state(f.session), BGAMMON_FAILED);
}

/* ---- time ------------------------------------------------------------------------ */

CASE(pings_are_answered_at_once_also_with_a_command_under_way)
{
    reach_match();
    order(BGAMMON_CMD_ROLL);
    feed("{\"Type\":\"ping\",\"Player\":\"\",\"Message\":\"1795450725\"}");
    expect("send roll\nsend pong 1795450725\n");
}

CASE(own_silence_is_broken_after_20_seconds)
{
    reach_ready();
    wait_ms(19999);
    expect("");
    wait_ms(1);
    expect("send pong 0\n");
}

CASE(in_a_match_silence_is_broken_by_a_look_at_the_board)
{
    reach_match();
    wait_ms(20000); /* the caller thinks */
    expect("send board\nsend list\n");
    char line[BOARD_LINE_SIZE];
    (void)board_line(line, (const char *const[]){"Turn=1", NULL});
    memcpy(strstr(line, "\"Inactive\":0"), "\"Inactive\":9", strlen("\"Inactive\":9"));
    memcpy(strstr(line, "\"Inactive\":31"), "\"Inactive\":47",
           strlen("\"Inactive\":47"));
    feed(line);
    feed(LIST);
    expect(""); /* and is not disturbed: it is the board that he has */
    wait_ms(20000);
    feed(BOARD_LINE("Turn=1", "Roll1=3", "Roll2=1"));
    feed(LIST);
    expect("send board\nsend list\nact\n"); /* one that went unheard */
}

CASE(a_dead_connection_is_left_after_40_seconds)
{
    reach_ready();
    wait_ms(40000);
    expect_state(BGAMMON_BACKOFF);
    assert_non_null(strstr(f.transcript, "close nothing heard for too long\n"));
}

CASE(a_new_connection_is_not_dead_by_the_silence_before_it)
{
    reach_greeting();
    wait_ms(1000);
    expect_state(BGAMMON_GREETING);
}

CASE(after_a_minute_logged_in_pauses_begin_anew)
{
    bgammon_session_start(f.session, f.now);
    for (int s = 59; s <= 60; s++) {
        for (int i = 0; i < 3; i++) {
            lose("no route");
            wait_ms(bgammon_session_deadline(f.session) - f.now);
            expect_state(BGAMMON_CONNECTING);
        }
        reach_ready();
        for (int i = 0; i < s; i++) {
            wait_ms(1000);
            feed(NOTICE("x"));
        }
        bgammon_session_disconnected(f.session, f.now, "gone");
        int64_t pause = bgammon_session_deadline(f.session) - f.now;
        assert_in_range(pause, s < 60 ? 30000 : 3750, s < 60 ? 40000 : 5000);
        take();
        wait_ms(pause);
    }
}

CASE(pauses_double_with_jitter_and_are_short_with_a_match)
{
    static const int64_t most[] = {5, 10, 20, 40, 80, 160, 300, 300, 300};
    bgammon_session_start(f.session, f.now);
    for (size_t i = 0; i < sizeof most / sizeof most[0]; i++) {
        bgammon_session_disconnected(f.session, f.now, "no route");
        int64_t pause = bgammon_session_deadline(f.session) - f.now;
        assert_in_range(pause, most[i] * 750, most[i] * 1000);
        wait_ms(pause);
        expect_state(BGAMMON_CONNECTING);
    }
    forget();
    reach_match();
    bgammon_session_disconnected(f.session, f.now, "gone");
    for (int i = 0; i < 9; i++) {
        int64_t pause = bgammon_session_deadline(f.session) - f.now;
        assert_in_range(pause, 3750, i == 0 ? 5000 : 60000);
        wait_ms(pause);
        bgammon_session_disconnected(f.session, f.now, "no route");
    }
}

/* ---- commands -------------------------------------------------------------------- */

CASE(one_command_is_under_way_and_a_board_releases_the_next)
{
    reach_match();
    order(BGAMMON_CMD_ROLL);
    order(BGAMMON_CMD_OK);
    order(BGAMMON_CMD_BOARD); /* comes by itself */
    feed("{\"Type\":\"rolled\",\"Player\":\"BOT_a\",\"Roll1\":3,\"Roll2\":1}");
    feed(NOTICE("something"));
    expect("send roll\n");
    feed(BOARD_LINE("Turn=1", "Roll1=3", "Roll2=1"));
    expect("send ok\n"); /* not acted on: the next command goes */
    feed(BOARD_LINE("Turn=2"));
    expect("act\n");
}

CASE(commands_wait_in_the_order_they_were_given_in)
{
    reach_match();
    order(BGAMMON_CMD_ROLL);
    order(BGAMMON_CMD_DOUBLE);
    order(BGAMMON_CMD_OK);
    order(BGAMMON_CMD_RESET);
    for (int roll = 1; roll <= 3; roll++) {
        char changed[] = "Roll1=0";
        changed[6] = (char)('0' + roll);
        feed(BOARD_LINE("Turn=1", changed));
    }
    expect("send roll\nsend double\nsend ok\nsend reset\n");
}

CASE(the_own_die_of_the_opening_is_an_answer)
{
    reach_ready();
    feed(JOINED_US);
    feed(BOARD_LINE(NULL));
    order(BGAMMON_CMD_ROLL);
    feed("{\"Type\":\"rolled\",\"Player\":\"ann\",\"Roll1\":0,\"Roll2\":5}");
    assert_false(bgammon_session_is_free(f.session)); /* theirs, not ours */
    feed(ROLLED);
    assert_true(bgammon_session_is_free(f.session));
    expect("act\nsend roll\n");
    wait_ms(15000); /* the other takes his time */
    expect("");
}

CASE(after_5_seconds_of_nothing_the_board_is_asked_for)
{
    reach_match();
    order(BGAMMON_CMD_ROLL);
    wait_ms(5000);
    expect("send roll\nsend board\nsend list\n");
    /* the answer to roll, late, and then that to board: acted on once */
    feed(BOARD_LINE("Turn=1", "Roll1=3", "Roll2=1"));
    feed(BOARD_LINE("Turn=1", "Roll1=3", "Roll2=1"));
    expect("");
    feed(LIST);
    expect("act\n");
}

/* A second question would have its answer from the first one, and so on for ever. So it is
 * when the caller asks, too; and a link of 15 s each way is not left. */
CASE(a_slow_server_is_asked_for_the_board_once)
{
    reach_match();
    order(BGAMMON_CMD_ROLL);
    wait_ms(30000);
    expect("send roll\nsend board\nsend list\nsend pong 0\n");
    feed(FAILED); /* the roll was: the board that is asked for tells why */
    order(BGAMMON_CMD_BOARD);
    expect("");
    feed(BOARD_LINE("Turn=1"));
    expect("");
    feed(LIST);
    expect("act\n");
}

CASE(a_server_that_answers_nothing_is_left)
{
    reach_match();
    order(BGAMMON_CMD_ROLL);
    for (int i = 0; i < 8; i++) {
        expect_state(BGAMMON_READY);
        wait_ms(5000);
        feed(NOTICE("hm"));
    }
    expect_state(BGAMMON_BACKOFF);
}

CASE(without_a_match_what_is_not_answered_is_told)
{
    reach_ready();
    order(BGAMMON_CMD_LIST);
    wait_ms(5000);
    expect("send list\nnotice a command was not answered\n");
    order(BGAMMON_CMD_BOARD);
    wait_ms(5000);
    expect("send board\nsend list\nnotice a command was not answered\n");
}

CASE(only_what_is_unanswered_in_a_row_ends_a_connection)
{
    reach_match();
    for (int i = 0; i < 5; i++) {
        order(BGAMMON_CMD_ROLL);
        wait_ms(5000);
        feed_our_turn();
        expect("send roll\nsend board\nsend list\nact\n");
    }
}

CASE(a_refusal_brings_the_board_at_first_at_once_then_slowly)
{
    reach_match();
    order(BGAMMON_CMD_ROLL);
    feed(FAILED);
    expect("send roll\nsend board\nsend list\n");
    feed_our_turn();
    order(BGAMMON_CMD_ROLL);
    feed(FAILED);
    feed(BOARD_LINE("Turn=1", "Roll1=3")); /* the one that is asked for counts */
    expect("act\nsend roll\n");
    wait_ms(250);
    expect("send board\nsend list\n");
}

CASE(refusals_in_a_row_end_with_an_order_that_is_taken)
{
    reach_match();
    order(BGAMMON_CMD_ROLL);
    feed(FAILED);
    feed_our_turn();
    order(BGAMMON_CMD_ROLL);
    feed(BOARD_LINE("Turn=1", "Roll1=3", "Roll2=1"));
    order(BGAMMON_CMD_OK);
    forget();
    feed("{\"Type\":\"failedok\",\"Reason\":\"no\"}");
    expect("send board\nsend list\n");
}

CASE(a_board_that_is_asked_for_is_acted_on_again)
{
    reach_match();
    feed(BOARD_LINE("Turn=2", "Spectating=true")); /* of another match */
    expect("");
    order(BGAMMON_CMD_BOARD);
    feed_our_turn();
    expect("send board\nsend list\nact\n");
}

CASE(what_was_ordered_behind_a_refused_command_is_void)
{
    reach_match();
    order(BGAMMON_CMD_ROLL);
    order(BGAMMON_CMD_OK);
    feed(FAILED);
    feed_our_turn();
    expect("send roll\nsend board\nsend list\nact\n");
}

CASE(only_the_session_logs_in_and_out)
{
    struct bgammon_command command;
    reach_ready();
    assert_true(bgammon_command_login(&command, "a/en", "b", "secret"));
    assert_false(bgammon_session_send(f.session, f.now, &command));
    assert_true(bgammon_command_plain(&command, BGAMMON_CMD_DISCONNECT));
    assert_false(bgammon_session_send(f.session, f.now, &command));
    assert_true(bgammon_command_plain(&command, BGAMMON_CMD_LIST));
    for (int i = 0; i < 17; i++) {
        assert_true(bgammon_session_send(f.session, f.now, &command));
    }
    assert_false(bgammon_session_send(f.session, f.now, &command));
}

/* Else a double that is offered twice in a row is taken twice. */
CASE(a_board_that_was_acted_on_is_no_answer)
{
    reach_match();
    feed(BOARD_LINE("Turn=2", "DoubleOffered=true"));
    order(BGAMMON_CMD_OK);
    feed(BOARD_LINE("Turn=2", "DoubleOffered=true"));
    expect("act\nsend ok\n");
}

/* That of a roll or a resignation is none, either. */
CASE(a_roll_and_a_resignation_wait_for_another_board)
{
    static const enum bgammon_command_id ids[] = {BGAMMON_CMD_ROLL, BGAMMON_CMD_RESIGN};
    reach_match();
    for (int i = 0; i < 2; i++) {
        order(ids[i]);
        feed(BOARD_LINE("Turn=1"));
        assert_false(bgammon_session_is_free(f.session));
        feed(BOARD_LINE("Turn=1", "Roll1=3", "Roll2=1"));
        assert_true(bgammon_session_is_free(f.session));
        feed(BOARD_LINE("Turn=1"));
    }
}

CASE(each_refusal_frees_the_command)
{
    static const char *const failed[] = {"create", "join", "leave",
                                         "roll",   "move", "ok"};
    reach_ready();
    for (size_t i = 0; i < sizeof failed / sizeof failed[0]; i++) {
        struct bgammon_command create;
        char line[80];
        assert_true(bgammon_command_create(&create, 5, ""));
        assert_true(bgammon_session_send(f.session, f.now, &create));
        FORMAT_TEXT(line, "{\"Type\":\"failed%s\",\"Reason\":\"no\"}", failed[i]);
        assert_false(bgammon_session_is_free(f.session));
        feed(line);
        assert_true(bgammon_session_is_free(f.session));
    }
}

/* ---- the end, and what is odd ---------------------------------------------------- */

CASE(stopping_says_goodbye_and_does_not_come_back)
{
    reach_match();
    bgammon_session_stop(f.session, f.now);
    take();
    expect("send disconnect\nstate closing\n");
    lose("closed");
    expect("state offline\n");
    assert_true(bgammon_session_deadline(f.session) == INT64_MAX);
}

CASE(who_was_stopped_can_start_again)
{
    reach_match();
    bgammon_session_stop(f.session, f.now);
    lose("closed");
    reach_list();
    forget();
    feed(LIST);
    expect("state ready\n"); /* the match of before is not looked for */
    bgammon_session_disconnected(f.session, f.now, "closed");
    expect_state(BGAMMON_BACKOFF);
    bgammon_session_stop(f.session, f.now);
    expect_state(BGAMMON_OFFLINE);
    bgammon_session_start(f.session, f.now);
    expect_state(BGAMMON_CONNECTING);
    bgammon_session_stop(f.session, f.now);
    expect_state(BGAMMON_OFFLINE);
}

CASE(a_line_that_is_not_understood_is_a_notice)
{
    reach_match();
    feed(BOARD_LINE("Turn=7"));
    expect("notice a line is not understood: board: Turn: 7 is not in 0..2\n");
    feed("{\"Type\":\"weather\"}");
    feed("not JSON");
    expect("");
}

CASE(events_that_nobody_takes_end_the_connection)
{
    reach_ready();
    for (int i = 0; i < 100; i++) {
        bgammon_session_line(f.session, f.now, NOTICE("x"));
    }
    expect_state(BGAMMON_BACKOFF);
}

TEST_MAIN(NULL, NULL)
