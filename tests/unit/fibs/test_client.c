/* The client over plain connections: a game, what breaks, what floods. */
#include <signal.h>

#include "base/clock.h"
#include "tests/unit/fibs/client_harness.h"
#include "tests/unit/test_case.h"

CASE(logs_in_plays_and_logs_out)
{
    start_and_log_in();
    assert_string_equal(f.server.heard,
                        "login our_client 1008 our_bot " PASSWORD "\n"
                        "set boardstyle 3\nset linelength 0\nset pagelength 0\n");
    send_plain(FIBS_CMD_ROLL);
    turn_loop(has_board);
    assert_int_equal(f.messages[FIBS_MSG_YOU_ROLL], 1);
    fibs_client_stop(f.client);
    turn_loop(is_offline);
    assert_int_equal(f.messages[FIBS_MSG_GOODBYE], 1);
    assert_int_equal(f.server.accepted, 1);
}

CASE(trace_holds_all_lines_but_no_password)
{
    start_and_log_in();
    assert_non_null(strstr(f.trace, "S: login:\nC: login our_client 1008 our_bot ***\n"
                                    "S: 1 our_bot 1699990000 192.0.2.10\n"));
    assert_non_null(strstr(f.trace, "S: | 4 new rules |\n"));
    assert_non_null(strstr(f.trace, "C: set boardstyle 3\n"));
    assert_null(strstr(f.trace, PASSWORD));
}

CASE(password_that_the_server_repeats_is_masked)
{
    f.server.answer_to_roll = "13 opp_a " PASSWORD "? so it is " PASSWORD "\r\n";
    start_and_log_in();
    send_plain(FIBS_CMD_ROLL);
    turn_loop(has_shout);
    assert_non_null(strstr(f.trace, "S: 13 opp_a ***? so it is ***\n"));
    assert_null(strstr(f.trace, PASSWORD));
}

CASE(what_is_hidden_is_masked_like_the_password)
{
    f.server.answer_to_roll = "13 opp_a open-sesame-42? so it is\r\n";
    start();
    fibs_client_hide(f.client, "open-sesame-42");
    turn_loop(is_ready);
    send_plain(FIBS_CMD_ROLL);
    turn_loop(has_shout);
    assert_non_null(strstr(f.trace, "S: 13 opp_a ***? so it is\n"));
}

/* It would be masked in every line about the account; and it is no secret. */
CASE(password_that_is_the_name_masks_no_names)
{
    f.password = "our_bot"; /* a wrong one here */
    f.config.session.acknowledge_ms = 20;
    start();
    turn_loop(is_failed);
    assert_non_null(strstr(f.trace, "C: login our_client 1008 our_bot ***\n"));
}

CASE(bytes_may_come_one_by_one)
{
    f.server.writes_single_bytes = true;
    start_and_log_in();
    send_plain(FIBS_CMD_ROLL);
    turn_loop(has_board);
    assert_int_equal(f.messages[FIBS_MSG_UNKNOWN], 0);
}

CASE(lines_may_come_glued)
{
    f.server.answer_to_roll =
        "opp_a rolls 6 and 4." BOARD "5 our_bot opp_a - 1 0 1650.00 400 3 1700000000 "
        "host c -\n6\n";
    start_and_log_in();
    send_plain(FIBS_CMD_ROLL);
    turn_loop(has_board);
    assert_int_equal(f.messages[FIBS_MSG_OPP_ROLLS], 1);
    assert_string_equal(fibs_session_account(fibs_client_session(f.client))->opponent,
                        "opp_a");
}

CASE(board_without_line_end_is_heard)
{
    f.server.answer_to_roll = "You roll 3 and 1.\r\n" BOARD;
    f.config.session.acknowledge_ms = 50;
    start_and_log_in();
    send_plain(FIBS_CMD_ROLL);
    turn_loop(has_board);
    say(last_connection(&f.server), "\r\n13 opp_a hi\r\n");
    turn_loop(has_shout);
    assert_int_equal(f.messages[FIBS_MSG_BOARD], 1);
}

CASE(dropped_connection_is_made_again)
{
    start_and_log_in();
    close_connection(last_connection(&f.server));
    turn_loop(has_connected_twice);
}

CASE(last_words_without_line_end_are_heard)
{
    start_and_log_in();
    struct connection *connection = last_connection(&f.server);
    say(connection, "Connection timed out.");
    connection->is_closing = true;
    turn_loop(has_connected_twice);
    assert_int_equal(f.messages[FIBS_MSG_CONN_TIMEOUT], 1);
}

CASE(a_number_that_the_end_may_have_cut_is_not_heard)
{
    start_and_log_in();
    struct connection *connection = last_connection(&f.server);
    say(connection, "score in 15 point match: our_bot-3 opp_a-10\r\n");
    say(connection, "score in 15 point match: our_bot-3 opp_a-1");
    connection->is_closing = true;
    turn_loop(has_connected_twice);
    assert_int_equal(f.messages[FIBS_MSG_SCORE_N], 1);
    assert_int_equal(f.messages[FIBS_MSG_UNKNOWN], 0);
}

static void expect_nothing_heard(const char *cut)
{
    start_and_log_in();
    struct connection *connection = last_connection(&f.server);
    say(connection, cut);
    connection->is_closing = true;
    turn_loop(has_connected_twice);
    assert_int_equal(f.messages[FIBS_MSG_UNKNOWN], 0);
    assert_int_equal(f.messages[FIBS_MSG_UNKNOWN_STARRED], 0);
    assert_int_equal(f.messages[FIBS_MSG_BOARD_BAD], 0);
}

CASE(a_line_that_the_end_has_cut_is_not_an_unknown_one)
{
    expect_nothing_heard("Yo");
}

CASE(a_line_that_the_end_has_cut_is_not_a_refusal)
{
    expect_nothing_heard("** You're not pl");
}

CASE(a_board_that_the_end_has_cut_is_not_a_bad_one)
{
    expect_nothing_heard("board:You:opp_a:3:");
}

CASE(wrong_password_is_final)
{
    f.password = "wrong";
    f.config.session.acknowledge_ms = 20;
    start();
    turn_loop(is_failed);
    for (int i = 0; i < 5; i++) {
        const struct timeval moment = {0, 20 * 1000};
        (void)event_base_loopexit(f.base, &moment);
        (void)event_base_dispatch(f.base);
    }
    assert_int_equal(f.server.accepted, 1);
    assert_null(strstr(f.trace, "wrong"));
}

static bool is_left(void)
{
    return f.server.accepted == 1 && f.server.connections[0].bev == NULL;
}

CASE(missing_password_is_final)
{
    f.password = NULL;
    start();
    turn_loop(is_failed);
    assert_string_equal(f.reason, "there is no password");
    turn_loop(is_left);
}

CASE(password_with_line_end_is_not_sent)
{
    f.password = "secret\r\nshout hello";
    start();
    turn_loop(is_failed);
    assert_string_equal(f.server.heard, "");
}

static bool has_been_refused(void)
{
    return f.state == FIBS_BACKOFF && strstr(f.reason, "cannot connect") != NULL;
}

CASE(nobody_listening_is_tried_again)
{
    evconnlistener_free(f.server.listener);
    f.server.listener = NULL;
    start();
    turn_loop(has_been_refused);
    char want[400];
    FORMAT_TEXT(want, "cannot connect to %s port %d: Connection refused", f.config.host,
                f.config.port);
    assert_string_equal(f.reason, want);
    start_server(&f.server, f.base);
    fibs_client_free(f.client);
    f.config.port = f.server.port;
    start_and_log_in();
}

/* "localhost" may be ::1 first, where nobody listens. */
CASE(every_address_of_a_name_is_tried)
{
    FORMAT_TEXT(f.config.host, "localhost");
    start_and_log_in();
}

CASE(client_may_be_freed_in_any_state)
{
    start();
    fibs_client_free(f.client); /* resolving or connecting */
    start();
    while (f.server.accepted == 0) {
        (void)event_base_loop(f.base, EVLOOP_ONCE);
    }
    fibs_client_free(f.client); /* logging in */
    start_and_log_in();
    fibs_client_free(f.client);
    f.client = NULL;
}

/* Names under .invalid exist nowhere (RFC 2606); the resolver is still asking. */
CASE(client_may_be_freed_while_its_host_is_looked_up)
{
    FORMAT_TEXT(f.config.host, "fibs.invalid");
    start();
    (void)event_base_loop(f.base, EVLOOP_NONBLOCK);
    fibs_client_free(f.client);
    f.client = NULL;
    for (int i = 0; i < 3; i++) {
        (void)event_base_loop(f.base, EVLOOP_NONBLOCK);
    }
}

CASE(handler_may_stop_the_client)
{
    f.stops_when_ready = true;
    start();
    turn_loop(is_offline);
    assert_non_null(strstr(f.server.heard, "\nbye\n"));
}

static bool is_account_ready(void)
{
    return fibs_session_account(fibs_client_session(f.client))->is_ready;
}

CASE(ready_is_toggled_over_the_wire)
{
    start_and_log_in();
    fibs_client_set_ready(f.client, true);
    fibs_client_set_ready(f.client, true);
    turn_loop(is_account_ready);
    turn_loop(is_ready);
    assert_true(last_connection(&f.server)->is_ready);
}

enum { FLOOD_LINES = 40000 };

static bool has_flood(void)
{
    return f.messages[FIBS_MSG_CLIP_SHOUTS] == FLOOD_LINES &&
           f.messages[FIBS_MSG_BOARD] > 0;
}

/* Two megabytes of shouts and who lines at once, then the answer to a command. */
CASE(flood_is_survived)
{
    start_and_log_in();
    struct connection *connection = last_connection(&f.server);
    for (int i = 0; i < FLOOD_LINES; i++) {
        say(connection, "13 opp_a Anybody for a 5 point match?\r\n"
                        "5 o - - 1 0 1.0 1 1 1 h c -\r\n");
    }
    send_plain(FIBS_CMD_ROLL);
    turn_loop(has_flood);
    assert_int_equal(f.state, FIBS_READY);
}

static bool has_unknown(void)
{
    return f.messages[FIBS_MSG_UNKNOWN] > 0;
}

CASE(endless_line_is_survived)
{
    start_and_log_in();
    struct connection *connection = last_connection(&f.server);
    for (int i = 0; i < 100000; i++) {
        say(connection, "no end in sight ");
    }
    say(connection, "\n");
    turn_loop(has_unknown);
    assert_int_equal(f.messages[FIBS_MSG_UNKNOWN], 1);
}

static bool has_given_up_writing(void)
{
    return strcmp(f.reason, "the server takes nothing any more") == 0;
}

/* More than the system keeps for a connection on its way. */
CASE(a_server_that_takes_nothing_is_left)
{
    const int least = 4096;
    struct fibs_command command;
    char text[800];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_int_equal(f.config.write_ms, 60000);
    f.config.write_ms = 300;
    f.config.session.acknowledge_ms = 1;
    assert_int_equal(setsockopt(evconnlistener_get_fd(f.server.listener), SOL_SOCKET,
                                SO_RCVBUF, &least, sizeof least),
                     0);
    start_and_log_in();
    (void)bufferevent_disable(last_connection(&f.server)->bev, EV_READ);
    int64_t end = clock_ms() + PATIENCE_S * 1000;
    assert_true(fibs_command_chat(&command, FIBS_CMD_KIBITZ, text));
    while (!has_given_up_writing() && clock_ms() < end) {
        (void)fibs_client_send(f.client, &command);
        (void)event_base_loop(f.base, EVLOOP_NONBLOCK);
        (void)usleep(500);
    }
    assert_true(has_given_up_writing());
}

CASE(many_clients_share_a_loop)
{
    struct fibs_client *clients[20];
    const size_t count = sizeof clients / sizeof clients[0];
    for (size_t i = 0; i < count; i++) {
        clients[i] = fibs_client_new(f.base, &f.config, &handler, &f, NULL);
        fibs_client_start(clients[i]);
    }
    for (size_t i = 0; i < count; i++) {
        int64_t end = clock_ms() + PATIENCE_S * 1000;
        while (fibs_session_state(fibs_client_session(clients[i])) != FIBS_READY &&
               clock_ms() < end) {
            (void)event_base_loop(f.base, EVLOOP_ONCE);
        }
        assert_int_equal(fibs_session_state(fibs_client_session(clients[i])),
                         FIBS_READY);
    }
    for (size_t i = 0; i < count; i++) {
        fibs_client_free(clients[i]);
    }
}

int main(void)
{
    (void)signal(SIGPIPE, SIG_IGN);
    return test_cases_run(NULL, NULL);
}
