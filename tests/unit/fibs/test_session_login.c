/* The session logs in: every step, every refusal, every silence. */
#include <string.h>

#include "fibs/line.h"
#include "tests/unit/fibs/session_harness.h"
#include "tests/unit/test_case.h"

CASE(login_goes_through_every_state_to_ready)
{
    start();
    expect("state connecting: started\nconnect\n");
    connect_now();
    expect("state login_prompt: connected\n");
    feed("WELCOME TO THE");
    feed("Thursday, January 02 01:27:27 MET   ( Thu Jan  2 00:27:27 2003 UTC )");
    expect("");
    feed("login:");
    expect("state login_sent: the server asks for a name\nlogin\n");
    f.hears_messages = true;
    feed("1 our_bot 1699990000 192.0.2.10");
    expect("message clip_welcome\nstate motd: logged in\n");
    feed("2 our_bot 1 1 0 1 0 0 1 1 400 0 1 0 1 1650.00 0 0 0 1 0 UTC");
    feed("3");
    feed("| 4 new rules: be nice, play fast, play fair, have fun               |");
    feed("4");
    expect("message clip_own_info\nmessage clip_motd_begin\n"
           "message clip_motd_end\n");
    feed(OWN_WHO("-", "0"));
    feed("6");
    expect("message clip_who_info\nmessage clip_who_end\n"
           "state settings: the who list has ended\nsend set boardstyle 3\n");
    f.hears_messages = false;
    confirm_variables();
    expect("send set linelength 0\nsend set pagelength 0\nsend toggle automove\n");
    feed("** Forced moves won't be done automatically.");
    expect("send toggle ratings\n");
    feed("** You'll see how the rating changes are calculated.");
    expect("send toggle report\n");
    feed("** You won't be informed about starting and ending matches.");
    expect("send toggle silent\n");
    feed("** You won't hear what other players shout.");
    expect("state ready: settings are as wanted\n");
}

/* Names differ in case alone or they are others'. */
CASE(only_a_welcome_for_us_logs_us_in)
{
    static const char *const others[] = {"our_bat", "our_bots", "our"};
    char line[80];
    reach_login_sent();
    forget();
    for (int i = 0; i < 3; i++) {
        FORMAT_TEXT(line, "1 %s 1699990000 192.0.2.10", others[i]);
        feed(line);
        expect("notice a welcome for someone else\n");
    }
    feed("1 Our_Bot 1699990000 192.0.2.10");
    expect("state motd: logged in\n");
}

/* Logged in, up to the end of the who list. */
static void reach_who_list(void)
{
    reach_login_sent();
    feed("1 our_bot 1699990000 192.0.2.10");
    feed(OWN_INFO_RIGHT);
    feed("3");
    feed("4");
    forget();
}

#define NO_LIST "notice the log-in brought no who list: asking for it\nsend rawwho\n"

CASE(a_who_list_that_does_not_come_is_asked_for)
{
    reach_who_list();
    wait_ms(10000);
    expect("state settings: the who list has no end\nsend set boardstyle 3\n");
    confirm_variables();
    expect("send set linelength 0\nsend set pagelength 0\n"
           "state ready: settings are as wanted\n" NO_LIST);
    feed(OWN_WHO("-", "1"));
    feed("6");
    wait_ms(90000);
    expect("send time\n");
}

CASE(an_empty_who_list_is_asked_for_until_it_comes)
{
    reach_who_list();
    feed("6");
    confirm_variables();
    expect("state settings: the who list has ended\n" SETTINGS_SENT
           "state ready: settings are as wanted\n" NO_LIST);
    feed("6");
    wait_ms(90000);
    expect("send rawwho\n"); /* in place of a keep-alive */
    wait_ms(1500);
    expect("notice no answer to 'rawwho'\n");
    wait_ms(89000);
    expect("send rawwho\n");
    feed(OWN_WHO("-", "1"));
    feed("6");
    wait_ms(90000);
    expect("send time\n");
}

CASE(a_server_without_rawwho_is_asked_who)
{
    reach_who_list();
    feed("6");
    confirm_variables();
    forget();
    feed("** Not yet implemented: 'rawwho'");
    expect("send who\n");
    feed(OWN_WHO("-", "1"));
    wait_ms(90000);
    expect("send time\n");
}

CASE(own_info_tells_of_the_account)
{
    const struct fibs_account *account = fibs_session_account(f.session);
    reach_login_sent();
    feed("1 Our_Bot 1699990000 192.0.2.10");
    assert_string_equal(account->name, "Our_Bot");
    feed("2 Our_Bot 1 1 0 0 0 0 1 1 400 0 1 0 1 1650.00 1 1 0 0 1 UTC");
    assert_int_equal(account->experience, 400);
    assert_true(account->rating > 1649.99 && account->rating < 1650.01);
    assert_true(account->is_ready);
    feed("2 Our_Bot 1 1 0 0 0 0 1 1 401 0 1 0 1 1651.00 1 0 unlimited 0 1 UTC");
    assert_int_equal(account->experience, 401);
    assert_false(account->is_ready);
}

CASE(second_prompt_is_a_final_refusal)
{
    reach_login_sent();
    forget();
    feed("login:");
    feed("13 opp_a Anybody for a 5 point match?");
    feed("5 our_bot - - 1 0 1588.00 90 1 1700000000 198.51.100.8 - -");
    expect("");
    assert_int_equal(f.messages, 0);
    wait_ms(f.config.acknowledge_ms);
    expect("close: log-in refused: wrong name or password\n"
           "state failed: log-in refused: wrong name or password\n");
    wait_ms(24 * 3600 * 1000LL);
    feed("login:");
    expect("");
}

/* Else a server that asks on and on would be listened to for ever. */
CASE(further_prompts_do_not_put_the_refusal_off)
{
    reach_login_sent();
    for (int i = 0; i < 3; i++) {
        feed("login:");
        wait_ms(f.config.acknowledge_ms / 2);
    }
    expect_state(FIBS_FAILED);
}

/* As bytes: there is no line end behind the prompt, and pushes go on. */
CASE(prompt_glued_to_a_push_is_a_refusal)
{
    static const char bytes[] =
        "login: 5 opp_a - - 1 0 1500.00 100 0 1700000000 h - -\r\n"
        "6\r\n> 13 opp_a Hello\r\n";
    struct fibs_line reader;
    fibs_line_init(&reader);
    reach_login_sent();
    forget();
    const char *data = bytes, *line;
    size_t size = sizeof bytes - 1;
    while ((line = fibs_line_next(&reader, &data, &size)) != NULL) {
        feed(line);
    }
    wait_ms(f.config.acknowledge_ms);
    assert_int_equal(f.messages, 0);
    expect_state(FIBS_FAILED);
}

CASE(welcome_wins_over_a_second_prompt)
{
    reach_login_sent();
    feed("login:");
    feed("1 our_bot 1699990000 192.0.2.10");
    expect_state(FIBS_MOTD);
    wait_ms(2000);
    expect_state(FIBS_MOTD);
}

CASE(every_text_of_refusal_is_final)
{
    static const char *const texts[] = {
        "Login incorrect",
        "login incorrect",
        "** access denied!",
        "Access denied",
        "password:",
        "Welcome to FIBS. You just logged in as guest.",
        "Too many errors for \"our_bot\" trying to log in:Connection closed",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        reach_login_sent();
        feed(texts[i]);
        expect_state(FIBS_FAILED);
        assert_non_null(strstr(f.transcript, texts[i]));
        assert_int_equal(fibs_session_deadline(f.session), INT64_MAX);
        forget();
    }
}

CASE(password_repeated_by_the_server_is_not_shown)
{
    reach_login_sent();
    feed("Error authenticating 'our_bot' with password 'secret'.");
    expect_state(FIBS_FAILED);
    assert_non_null(strstr(f.transcript, "Error authenticating 'our_bot'"));
    assert_null(strstr(f.transcript, "secret"));
}

CASE(welcome_for_another_name_is_not_ours)
{
    reach_login_sent();
    feed("1 our_bot_two 1699990000 192.0.2.10");
    expect_state(FIBS_LOGIN_SENT);
}

CASE(already_logged_in_is_passed_on_and_survived)
{
    reach_login_sent();
    forget();
    f.hears_messages = true;
    feed("** Warning: You are already logged in.");
    feed("1 our_bot 1700000000 192.0.2.10");
    expect("message already_logged_in\nmessage clip_welcome\n"
           "state motd: logged in\n");
}

CASE(silence_in_each_step_of_login_leads_to_a_new_try)
{
    start();
    forget();
    wait_ms(f.config.connect_ms);
    assert_non_null(strstr(f.transcript, "close: no connection in time\nstate back"));
    wait_ms(f.config.backoff_first_ms);
    expect_state(FIBS_CONNECTING);
    connect_now();
    wait_ms(f.config.login_ms);
    assert_non_null(strstr(f.transcript, "close: no log-in prompt\nstate backoff"));
    wait_ms(2 * f.config.backoff_first_ms);
    connect_now();
    feed("login:");
    forget();
    wait_ms(f.config.login_ms);
    assert_non_null(strstr(f.transcript, "close: no answer to the log-in\nstate ba"));
}

CASE(refusal_after_a_good_login_is_believed_at_the_fourth_time)
{
    reach_ready();
    disconnect("gone");
    for (int i = 0; i < 4; i++) {
        int64_t waited = backoff_of();
        assert_true(i == 0 || waited >= f.config.backoff_max_ms * 3 / 4);
        connect_now();
        feed("login:");
        feed("login:");
        wait_ms(f.config.acknowledge_ms);
    }
    expect_state(FIBS_FAILED);
}

CASE(hang_up_after_a_second_prompt_is_a_refusal)
{
    reach_login_sent();
    feed("login:");
    disconnect("the server closed the connection");
    expect_state(FIBS_FAILED);
}

CASE(a_second_prompt_is_forgotten_with_its_connection)
{
    reach_login_sent();
    feed("login:");
    feed("1 our_bot 1699990000 192.0.2.10");
    disconnect("gone");
    (void)backoff_of();
    reach_login_sent();
    forget();
    disconnect("the server closed the connection");
    expect_state(FIBS_BACKOFF);
    assert_null(strstr(f.transcript, "refused"));
}

CASE(hang_up_on_each_login_is_final_at_the_third_time)
{
    reach_login_sent();
    disconnect("the server closed the connection");
    (void)backoff_of();
    reach_login_sent();
    disconnect("the server closed the connection");
    (void)backoff_of();
    reach_login_sent();
    disconnect("the server closed the connection");
    expect_state(FIBS_FAILED);
}

CASE(hang_ups_on_a_login_that_was_good_are_not_final)
{
    reach_ready();
    disconnect("gone");
    for (int i = 0; i < 10; i++) {
        (void)backoff_of();
        reach_login_sent();
        disconnect("the server closed the connection");
    }
    expect_state(FIBS_BACKOFF);
}

#define WARNING "** Warning: You are already logged in."

CASE(kicked_by_a_second_login_without_tries_is_final)
{
    f.config.elsewhere_tries = 0;
    fibs_session_free(f.session);
    f.session = fibs_session_new(&f.config);
    reach_ready();
    feed("** You just logged in a second time from 192.0.2.7, terminating this "
         "session.");
    expect("close: the same user logged in from elsewhere\n"
           "state failed: the same user logged in from elsewhere\n");
    assert_int_equal(fibs_session_deadline(f.session), INT64_MAX);
}

CASE(kicked_while_it_logs_out_it_is_out)
{
    f.config.elsewhere_tries = 0;
    fibs_session_free(f.session);
    f.session = fibs_session_new(&f.config);
    reach_ready();
    fibs_session_stop(f.session, f.now);
    take();
    forget();
    feed("** You just logged in a second time from 192.0.2.7, terminating this "
         "session.");
    expect("close: the same user logged in from elsewhere\n"
           "state offline: the same user logged in from elsewhere\n");
}

CASE(kicked_by_a_second_login_waits_long_and_tries_once)
{
    for (int i = 0; i < 2; i++) {
        reach_ready();
        feed("** You just logged in a second time from 192.0.2.7, terminating this "
             "session.");
        if (i == 0) {
            assert_non_null(strstr(f.transcript,
                                   "trouble the same user logged in from elsewhere: "
                                   "logging in again in 1800 s\n"));
            assert_true(backoff_of() >= 1800 * 1000);
        }
    }
    expect_state(FIBS_FAILED);
}

static void log_in_with_a_warning(void)
{
    reach_login_sent();
    forget();
    feed(WARNING);
}

CASE(a_cut_session_and_a_warning_mean_another_program)
{
    reach_ready();
    lose(FIBS_LOSS_CLOSED, FIBS_CLOSED_BY_SERVER);
    assert_true(backoff_of() <= f.config.backoff_first_ms);
    log_in_with_a_warning();
    assert_non_null(
        strstr(f.transcript,
               "trouble the same user is logged in elsewhere: logging in again in"));
    assert_non_null(strstr(f.transcript, "close: the same user is logged in else"));
    assert_true(backoff_of() >= 1800 * 1000);
    log_in_with_a_warning();
    expect_state(FIBS_FAILED);
}

CASE(a_warning_after_our_own_loss_is_our_old_session)
{
    reach_ready();
    lose(FIBS_LOSS_BROKEN, "Connection timed out");
    (void)backoff_of();
    log_in_with_a_warning();
    expect_state(FIBS_LOGIN_SENT);
    expect("");
}

CASE(a_warning_after_an_announced_restart_is_survived)
{
    reach_ready();
    feed("*** ATTENTION ! FIBS will restart in 300 seconds");
    lose(FIBS_LOSS_CLOSED, FIBS_CLOSED_BY_SERVER);
    (void)backoff_of();
    log_in_with_a_warning();
    expect_state(FIBS_LOGIN_SENT);
}

CASE(a_warning_before_the_password_leaves_the_other_session_alone)
{
    log_in_with_a_warning();
    feed("password:");
    assert_non_null(strstr(f.transcript, "close: the same user is logged in else"));
    assert_true(backoff_of() >= 1800 * 1000);
    log_in_with_a_warning();
    feed("password:");
    expect_state(FIBS_FAILED);
}

CASE(a_long_session_restores_the_tries_after_a_second_login)
{
    f.config.elsewhere_pause_ms = 1801 * 1000; /* at no multiple of the keep-alive */
    f.config.silence_ms = 2 * f.config.elsewhere_pause_ms;
    fibs_session_free(f.session);
    f.session = fibs_session_new(&f.config);
    for (int i = 0; i < 4; i++) {
        reach_ready();
        wait_ms(f.config.elsewhere_pause_ms);
        lose(FIBS_LOSS_CLOSED, FIBS_CLOSED_BY_SERVER);
        (void)backoff_of();
        log_in_with_a_warning();
        assert_true(backoff_of() >= 1800 * 1000);
    }
}

CASE(failed_session_can_be_started_again)
{
    reach_login_sent();
    feed("Login incorrect");
    forget();
    start();
    expect("state connecting: started\nconnect\n");
}

/* A log-in that was good, hang-ups, a restart that was announced. */
CASE(what_was_before_a_start_does_not_count)
{
    reach_ready();
    feed("*** ATTENTION ! FIBS will restart in 3000 seconds");
    fibs_session_stop(f.session, f.now);
    take();
    disconnect("the server closed the connection");
    expect_state(FIBS_OFFLINE);
    for (int run = 0; run < 2; run++) {
        for (int i = 0; i < 2; i++) {
            reach_login_sent();
            disconnect("the server closed the connection");
            assert_in_range(backoff_of(), (i + 1) * 7500, (i + 1) * 10000);
        }
        fibs_session_stop(f.session, f.now);
        expect_state(FIBS_OFFLINE);
    }
    reach_login_sent();
    feed("Login incorrect");
    expect_state(FIBS_FAILED);
}

CASE(refused_certificate_is_final)
{
    start();
    forget();
    fibs_session_disconnected(f.session, f.now, "certificate refused",
                              FIBS_LOSS_UNTRUSTED);
    take();
    expect("state failed: certificate refused\n");
}

CASE(untrusted_certificate_after_a_good_login_is_believed_at_the_fourth_time)
{
    reach_ready();
    lose(FIBS_LOSS_BROKEN, "gone");
    for (int i = 0; i < 4; i++) {
        int64_t waited = backoff_of();
        assert_true(i == 0 || waited >= f.config.backoff_max_ms * 3 / 4);
        lose(FIBS_LOSS_UNTRUSTED, "certificate refused: self-signed certificate");
        const char *told = i == 0  ? "trouble certificate refused: self-signed "
                                     "certificate: trying again later\n"
                           : i < 3 ? "notice certificate refused"
                                   : "state failed: certificate refused";
        assert_non_null(strstr(f.transcript, told));
    }
    expect_state(FIBS_FAILED);
}

CASE(untimely_certificate_is_never_final)
{
    start();
    for (int i = 0; i < 100; i++) {
        forget();
        lose(FIBS_LOSS_UNTIMELY, "certificate refused: certificate has expired");
        bool is_told = strstr(f.transcript, "trouble ") != NULL;
        assert_true(is_told == (i == 0));
        assert_true(backoff_of() >= f.config.backoff_max_ms * 3 / 4);
    }
}

CASE(who_list_without_end_does_not_hold_up)
{
    reach_login_sent();
    feed("1 our_bot 1699990000 192.0.2.10");
    feed(OWN_INFO_RIGHT);
    wait_ms(f.config.motd_ms);
    expect_state(FIBS_SETTINGS);
}

CASE(motd_without_end_does_not_deafen)
{
    reach_ready();
    feed("3");
    feed(OWN_WHO("-", "1"));
    assert_false(fibs_session_account(f.session)->is_ready);
    wait_ms(15 * 1000);
    feed(OWN_WHO("-", "1"));
    assert_true(fibs_session_account(f.session)->is_ready);
}

CASE(settings_without_end_do_not_hold_up)
{
    f.config.settings_ms = f.config.acknowledge_ms;
    fibs_session_free(f.session);
    f.session = fibs_session_new(&f.config);
    reach_settings(OWN_INFO_RIGHT);
    wait_ms(f.config.settings_ms);
    expect_state(FIBS_READY);
}

TEST_MAIN(NULL, NULL)
