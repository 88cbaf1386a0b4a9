/* The session as time passes: silence, new connections, restarts of the server, the
 * end. */
#include <string.h>

#include "tests/unit/fibs/session_harness.h"
#include "tests/unit/test_case.h"

/* ---- time ------------------------------------------------------------------------ */

CASE(own_silence_is_broken_by_a_cheap_command)
{
    reach_ready();
    wait_ms(f.config.keepalive_ms);
    expect("send time\n");
    feed("Wednesday, January 15 22:18:35 EST   ( Wed Jan 15 11:18:35 2003 UTC )");
    wait_ms(f.config.keepalive_ms - 1);
    expect("");
    (void)send_plain(FIBS_CMD_BOARD);
    feed("** You're not playing.");
    forget();
    wait_ms(f.config.keepalive_ms - 1);
    expect("");
    wait_ms(1);
    expect("send time\n");
}

CASE(dead_link_is_noticed)
{
    reach_ready();
    wait_ms(f.config.silence_ms - 1);
    expect_state(FIBS_READY);
    forget();
    wait_ms(1);
    expect_state(FIBS_BACKOFF);
    assert_non_null(strstr(f.transcript, "close: nothing heard for too long\n"));
}

CASE(server_side_time_out_leads_to_a_new_connection)
{
    reach_ready();
    feed("Connection timed out.");
    expect_state(FIBS_BACKOFF);
    wait_ms(f.config.backoff_first_ms);
    expect_state(FIBS_CONNECTING);
}

CASE(backoff_doubles_up_to_its_cap_with_jitter)
{
    static const int64_t caps[] = {10,  20,  40,  80,  160, 320,
                                   640, 900, 900, 900, 900, 900};
    bool is_jittered = false;
    start();
    for (size_t i = 0; i < sizeof caps / sizeof caps[0]; i++) {
        disconnect("cannot connect: Connection refused");
        int64_t waited = backoff_of();
        assert_in_range(waited, caps[i] * 750, caps[i] * 1000);
        is_jittered = is_jittered || waited != caps[i] * 1000;
    }
    assert_true(is_jittered);
}

CASE(jitter_follows_its_seed)
{
    int64_t waits[2][5];
    for (int run = 0; run < 2; run++) {
        fibs_session_free(f.session);
        f.session = fibs_session_new(&f.config);
        start();
        for (int i = 0; i < 5; i++) {
            disconnect("gone");
            waits[run][i] = backoff_of();
        }
    }
    assert_memory_equal(waits[0], waits[1], sizeof waits[0]);
}

CASE(backoff_begins_anew_after_a_minute_of_session)
{
    start();
    for (int i = 0; i < 5; i++) {
        disconnect("gone");
        (void)backoff_of();
    }
    reach_ready();
    wait_ms(30 * 1000);
    disconnect("gone");
    assert_in_range(backoff_of(), 240 * 1000, 320 * 1000);
    reach_ready();
    wait_ms(60 * 1000);
    disconnect("gone");
    assert_in_range(backoff_of(), 7500, 10000);
}

/* As it is when a line breaks again and again in a match. */
CASE(backoff_begins_anew_after_a_log_in_with_a_match)
{
    static const char *const signs[] = {
        OWN_WHO("opp_a", "1"),
        "board:You:opp_a:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:"
        "1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"};
    start();
    for (int i = 0; i < 5; i++) {
        disconnect("gone");
        (void)backoff_of();
    }
    for (int i = 0; i < 2; i++) {
        reach_ready();
        feed(signs[i]);
        wait_ms(5 * 1000);
        disconnect("gone");
        assert_in_range(backoff_of(), 7500, 10000);
    }
    reach_ready(); /* without one */
    disconnect("gone");
    assert_in_range(backoff_of(), 15000, 20000);
}

CASE(accounts_of_one_process_come_back_at_times_of_their_own)
{
    int64_t waits[8];
    for (int i = 0; i < 8; i++) {
        FORMAT_TEXT(f.config.name, "our_bot_%d", i);
        fibs_session_free(f.session);
        f.session = fibs_session_new(&f.config);
        start();
        disconnect("gone");
        waits[i] = backoff_of();
        for (int k = 0; k < i; k++) {
            assert_true(waits[i] != waits[k]);
        }
    }
}

CASE(account_is_forgotten_with_the_connection)
{
    reach_ready();
    feed(OWN_WHO("opp_a", "1"));
    const struct fibs_account *account = fibs_session_account(f.session);
    assert_string_equal(account->opponent, "opp_a");
    assert_int_equal(account->experience, 400);
    assert_true(account->rating > 1649.99 && account->rating < 1650.01);
    (void)send_plain(FIBS_CMD_ROLL);
    (void)send_plain(FIBS_CMD_BOARD);
    disconnect("gone");
    assert_string_equal(account->opponent, "");
    assert_false(account->is_ready);
    assert_true(fibs_session_queue_is_empty(f.session));
}

/* ---- restarts -------------------------------------------------------------------- */

CASE(idle_account_leaves_before_a_restart_and_comes_back_later)
{
    reach_ready();
    int64_t heard = f.now;
    feed("*** ATTENTION ! FIBS will restart in 300 seconds");
    wait_ms(239 * 1000);
    expect_state(FIBS_READY);
    feed("Wednesday, January 15 22:18:35 EST   ( Wed Jan 15 11:18:35 2003 UTC )");
    forget();
    wait_ms(1000);
    expect("state closing: the server is about to go down\nsend bye\n");
    feed("                           Goodbye.");
    disconnect("the server closed the connection");
    (void)backoff_of();
    assert_true(f.now >= heard + 300 * 1000 + f.config.restart_pause_ms);
}

/* In a game, told of a restart: so many seconds later it leaves, and no sooner. */
static void check_leave(const char *news, int seconds)
{
    reach_ready();
    feed(OWN_WHO("opp_a", "1"));
    feed(news);
    for (int passed = 0; passed < seconds - 1; passed++) {
        f.length = 0;
        feed(OWN_WHO("opp_a", "1")); /* the line is not silent */
        wait_ms(1000);
    }
    expect_state(FIBS_READY);
    wait_ms(1000);
    expect_state(FIBS_CLOSING);
}

CASE(game_goes_on_until_just_before_a_restart)
{
    check_leave("*** ATTENTION ! FIBS will restart in 60 seconds", 55);
}

CASE(announcement_of_a_restart_is_in_the_log_once)
{
    reach_ready();
    f.length = 0;
    feed("*** ATTENTION ! FIBS will restart in 60 seconds");
    feed("*** ATTENTION ! FIBS will restart in 50 seconds");
    assert_string_equal(f.transcript, "notice the server announces: *** ATTENTION ! "
                                      "FIBS will restart in 60 seconds\n");
}

CASE(restart_may_be_announced_in_minutes)
{
    check_leave("*** ATTENTION ! FIBS will restart in 2 minutes", 115);
}

CASE(restart_may_be_announced_in_short_words)
{
    check_leave("*** ATTENTION ! FIBS will restart in 2 min", 115);
}

CASE(a_time_beyond_a_week_counts_as_a_week)
{
    static const char *const lines[] = {"*** ATTENTION ! Restart in 98765432109876543",
                                        "*** ATTENTION ! Restart in 1000 hours",
                                        "*** ATTENTION ! Restart in 1234567 seconds"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct fibs_slice line = {lines[i], strlen(lines[i])};
        assert_int_equal(fibs_session_announced_s(line), 7 * 24 * 3600);
    }
}

CASE(restart_in_a_minute_is_one_of_60_seconds)
{
    check_leave("*** ATTENTION ! FIBS will restart in 1 minute", 55);
}

CASE(restart_may_be_announced_in_hours)
{
    check_leave("*** ATTENTION ! FIBS will restart in 2 hours", 7195);
}

CASE(restart_may_be_announced_in_an_hour)
{
    check_leave("*** ATTENTION ! FIBS will shut down in an hour.", 3595);
}

CASE(restart_may_be_announced_in_hours_and_minutes)
{
    check_leave("jIBS will shutdown in 1 hour and 30 minutes and restart.", 5395);
}

CASE(time_without_a_unit_is_in_seconds)
{
    check_leave("jIBS will shutdown in 90.", 85);
}

CASE(server_that_is_going_down_is_left)
{
    check_leave("The server is going down in 3 minutes.", 175);
}

CASE(shutdown_without_a_time_is_near)
{
    check_leave("*** ATTENTION !", 55);
}

/* An announcement that tells of no end, or of one that cannot be read, costs no match. */
CASE(words_without_a_time_to_leave_are_in_the_log_only)
{
    static const char *const news[] = {
        "*** ATTENTION ! Welcome to our new users in Japan.",
        "*** ATTENTION ! FIBS will restart at 04:00",
        "*** ATTENTION ! FIBS will restart in 2 weeks",
    };
    reach_ready();
    for (size_t i = 0; i < sizeof news / sizeof news[0]; i++) {
        f.length = 0;
        feed(news[i]);
        assert_non_null(strstr(f.transcript, news[i]));
        for (int minute = 0; minute < 60; minute++) {
            f.length = 0;
            feed(OWN_WHO("opp_a", "1"));
            wait_ms(60 * 1000);
        }
        expect_state(FIBS_READY);
    }
}

CASE(shutdown_keeps_us_away_five_times_as_long_as_a_restart)
{
    reach_ready();
    feed("*** ATTENTION ! FIBS will shut down in 50 seconds");
    int64_t heard = f.now;
    disconnect("gone");
    (void)backoff_of();
    assert_in_range(f.now - heard, 50 * 1000 + 5 * f.config.restart_pause_ms,
                    50 * 1000 + 6 * f.config.restart_pause_ms);
}

CASE(game_that_ends_before_a_restart_lets_us_leave)
{
    reach_ready();
    feed(OWN_WHO("opp_a", "1"));
    feed("*** ATTENTION ! FIBS will shut down in 50 seconds");
    wait_ms(10 * 1000);
    expect_state(FIBS_READY);
    feed(OWN_WHO("-", "1"));
    wait_ms(0);
    expect_state(FIBS_CLOSING);
}

CASE(connection_lost_in_a_restart_waits_for_it)
{
    reach_ready();
    feed(OWN_WHO("opp_a", "1"));
    feed("*** ATTENTION ! FIBS will restart in 60 seconds");
    int64_t heard = f.now;
    wait_ms(3000);
    disconnect("gone");
    (void)backoff_of();
    assert_true(f.now >= heard + 60 * 1000 + f.config.restart_pause_ms);
}

CASE(connection_lost_long_before_a_restart_does_not_wait_for_it)
{
    reach_ready();
    feed(OWN_WHO("opp_a", "1"));
    feed("*** ATTENTION ! FIBS will restart in 2 days");
    disconnect("gone");
    int64_t lost = f.now;
    (void)backoff_of();
    assert_true(f.now - lost <= f.config.backoff_first_ms);
}

CASE(not_all_come_back_at_once_after_a_restart)
{
    int64_t waits[2];
    for (int run = 0; run < 2; run++) {
        f.config.jitter_seed = (uint64_t)run;
        fibs_session_free(f.session);
        f.session = fibs_session_new(&f.config);
        reach_ready();
        feed("*** ATTENTION ! FIBS will restart in 60 seconds");
        disconnect("gone");
        waits[run] = backoff_of();
    }
    assert_int_not_equal(waits[0], waits[1]);
}

/* ---- stopping -------------------------------------------------------------------- */

CASE(stop_logs_out_and_stays_out)
{
    reach_ready();
    (void)send_plain(FIBS_CMD_LEAVE);
    (void)send_plain(FIBS_CMD_BOARD);
    forget();
    fibs_session_stop(f.session, f.now);
    take();
    expect("state closing: asked to stop\n"); /* bye waits for its turn */
    feed("** You terminated the game. The game was saved.");
    expect("send bye\n");
    disconnect("the server closed the connection");
    expect("state offline: the server closed the connection\n");
    assert_int_equal(fibs_session_deadline(f.session), INT64_MAX);
}

CASE(lost_bye_is_repeated)
{
    reach_ready();
    fibs_session_stop(f.session, f.now);
    take();
    forget();
    wait_ms(f.config.acknowledge_ms);
    expect("notice no answer to 'bye'\nsend bye\n");
    feed("                           Goodbye.");
    wait_ms(f.config.acknowledge_ms);
    expect("");
}

CASE(a_second_stop_hangs_up_no_sooner)
{
    reach_ready();
    for (int i = 0; i < 2; i++) {
        fibs_session_stop(f.session, f.now);
        take();
    }
    expect("state closing: asked to stop\nsend bye\n");
}

CASE(stop_does_not_wait_for_a_server_that_holds_on)
{
    reach_ready();
    fibs_session_stop(f.session, f.now);
    take();
    forget();
    wait_ms(f.config.closing_ms);
    expect_state(FIBS_OFFLINE);
    assert_non_null(strstr(f.transcript, "close: the server did not hang up\n"));
}

CASE(stop_works_in_every_state)
{
    fibs_session_stop(f.session, f.now);
    expect_state(FIBS_OFFLINE);
    start();
    fibs_session_stop(f.session, f.now);
    expect_state(FIBS_OFFLINE);
    reach_login_sent();
    fibs_session_stop(f.session, f.now);
    expect_state(FIBS_OFFLINE);
    take();
    start();
    disconnect("gone");
    expect_state(FIBS_BACKOFF);
    fibs_session_stop(f.session, f.now);
    expect_state(FIBS_OFFLINE);
    assert_int_equal(fibs_session_deadline(f.session), INT64_MAX);
}

TEST_MAIN(NULL, NULL)
