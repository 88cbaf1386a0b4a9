/* The session logs in: every step, every refusal, every silence. */
#include <string.h>

#include "fibs/line.h"
#include "tests/unit/fibs/session_harness.h"
#include "tests/unit/test_case.h"

static void login_goes_through_every_state_to_ready(void **state)
{
    struct fixture *f = *state;
    start(f);
    expect(f, "state connecting: started\nconnect\n");
    connect_now(f);
    expect(f, "state login_prompt: connected\n");
    feed(f, "WELCOME TO THE");
    feed(f, "Thursday, January 02 01:27:27 MET   ( Thu Jan  2 00:27:27 2003 UTC )");
    expect(f, "");
    feed(f, "login:");
    expect(f, "state login_sent: the server asks for a name\nlogin\n");
    f->hears_messages = true;
    feed(f, "1 our_bot 1699990000 192.0.2.10");
    expect(f, "message clip_welcome\nstate motd: logged in\n");
    feed(f, "2 our_bot 1 1 0 1 0 0 1 1 400 0 1 0 1 1650.00 0 0 0 1 0 UTC");
    feed(f, "3");
    feed(f, "| 4 new rules: be nice, play fast, play fair, have fun               |");
    feed(f, "4");
    expect(f, "message clip_own_info\nmessage clip_motd_begin\n"
              "message clip_motd_end\n");
    feed(f, OWN_WHO("-", "0"));
    feed(f, "6");
    expect(f, "message clip_who_info\nmessage clip_who_end\n"
              "state settings: the who list has ended\nsend set boardstyle 3\n");
    f->hears_messages = false;
    confirm_variables(f);
    expect(f, "send set linelength 0\nsend set pagelength 0\nsend toggle automove\n");
    feed(f, "** Forced moves won't be done automatically.");
    expect(f, "send toggle ratings\n");
    feed(f, "** You'll see how the rating changes are calculated.");
    expect(f, "send toggle report\n");
    feed(f, "** You won't be informed about starting and ending matches.");
    expect(f, "send toggle silent\n");
    feed(f, "** You won't hear what other players shout.");
    expect(f, "state ready: settings are as wanted\n");
}

/* Names differ in case alone or they are others'. */
static void only_a_welcome_for_us_logs_us_in(void **state)
{
    struct fixture *f = *state;
    static const char *const others[] = {"our_bat", "our_bots", "our"};
    char line[80];
    reach_login_sent(f);
    forget(f);
    for (int i = 0; i < 3; i++) {
        (void)snprintf(line, sizeof line, "1 %s 1699990000 192.0.2.10", others[i]);
        feed(f, line);
        expect(f, "notice a welcome for someone else\n");
    }
    feed(f, "1 Our_Bot 1699990000 192.0.2.10");
    expect(f, "state motd: logged in\n");
}

/* Logged in, up to the end of the who list. */
static void reach_who_list(struct fixture *f)
{
    reach_login_sent(f);
    feed(f, "1 our_bot 1699990000 192.0.2.10");
    feed(f, OWN_INFO_RIGHT);
    feed(f, "3");
    feed(f, "4");
    forget(f);
}

#define NO_LIST "notice the log-in brought no who list: asking for it\nsend rawwho\n"

static void a_who_list_that_does_not_come_is_asked_for(void **state)
{
    struct fixture *f = *state;
    reach_who_list(f);
    wait_ms(f, 10000);
    expect(f, "state settings: the who list has no end\nsend set boardstyle 3\n");
    confirm_variables(f);
    expect(f, "send set linelength 0\nsend set pagelength 0\n"
              "state ready: settings are as wanted\n" NO_LIST);
    feed(f, OWN_WHO("-", "1"));
    feed(f, "6");
    wait_ms(f, 90000);
    expect(f, "send time\n");
}

static void an_empty_who_list_is_asked_for_until_it_comes(void **state)
{
    struct fixture *f = *state;
    reach_who_list(f);
    feed(f, "6");
    confirm_variables(f);
    expect(f, "state settings: the who list has ended\n" SETTINGS_SENT
              "state ready: settings are as wanted\n" NO_LIST);
    feed(f, "6");
    wait_ms(f, 90000);
    expect(f, "send rawwho\n"); /* in place of a keep-alive */
    wait_ms(f, 1500);
    expect(f, "notice no answer to 'rawwho'\n");
    wait_ms(f, 89000);
    expect(f, "send rawwho\n");
    feed(f, OWN_WHO("-", "1"));
    feed(f, "6");
    wait_ms(f, 90000);
    expect(f, "send time\n");
}

static void a_server_without_rawwho_is_asked_who(void **state)
{
    struct fixture *f = *state;
    reach_who_list(f);
    feed(f, "6");
    confirm_variables(f);
    forget(f);
    feed(f, "** Not yet implemented: 'rawwho'");
    expect(f, "send who\n");
    feed(f, OWN_WHO("-", "1"));
    wait_ms(f, 90000);
    expect(f, "send time\n");
}

static void own_info_tells_of_the_account(void **state)
{
    struct fixture *f = *state;
    const struct fibs_account *account = fibs_session_account(f->session);
    reach_login_sent(f);
    feed(f, "1 Our_Bot 1699990000 192.0.2.10");
    assert_string_equal(account->name, "Our_Bot");
    feed(f, "2 Our_Bot 1 1 0 0 0 0 1 1 400 0 1 0 1 1650.00 1 1 0 0 1 UTC");
    assert_int_equal(account->experience, 400);
    assert_true(account->rating > 1649.99 && account->rating < 1650.01);
    assert_true(account->is_ready);
    feed(f, "2 Our_Bot 1 1 0 0 0 0 1 1 401 0 1 0 1 1651.00 1 0 unlimited 0 1 UTC");
    assert_int_equal(account->experience, 401);
    assert_false(account->is_ready);
}

static void second_prompt_is_a_final_refusal(void **state)
{
    struct fixture *f = *state;
    reach_login_sent(f);
    forget(f);
    feed(f, "login:");
    feed(f, "13 opp_a Anybody for a 5 point match?");
    feed(f, "5 our_bot - - 1 0 1588.00 90 1 1700000000 198.51.100.8 - -");
    expect(f, "");
    assert_int_equal(f->messages, 0);
    wait_ms(f, f->config.acknowledge_ms);
    expect(f, "close: log-in refused: wrong name or password\n"
              "state failed: log-in refused: wrong name or password\n");
    wait_ms(f, 24 * 3600 * 1000LL);
    feed(f, "login:");
    expect(f, "");
}

/* As bytes: there is no line end behind the prompt, and pushes go on. */
static void prompt_glued_to_a_push_is_a_refusal(void **state)
{
    static const char bytes[] =
        "login: 5 opp_a - - 1 0 1500.00 100 0 1700000000 h - -\r\n"
        "6\r\n> 13 opp_a Hello\r\n";
    struct fixture *f = *state;
    struct fibs_line reader;
    fibs_line_init(&reader);
    reach_login_sent(f);
    forget(f);
    const char *data = bytes, *line;
    size_t size = sizeof bytes - 1;
    while ((line = fibs_line_next(&reader, &data, &size)) != NULL) {
        feed(f, line);
    }
    wait_ms(f, f->config.acknowledge_ms);
    assert_int_equal(f->messages, 0);
    expect_state(f, FIBS_FAILED);
}

static void welcome_wins_over_a_second_prompt(void **state)
{
    struct fixture *f = *state;
    reach_login_sent(f);
    feed(f, "login:");
    feed(f, "1 our_bot 1699990000 192.0.2.10");
    expect_state(f, FIBS_MOTD);
    wait_ms(f, 2000);
    expect_state(f, FIBS_MOTD);
}

static void every_text_of_refusal_is_final(void **state)
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
        struct fixture *f = *state;
        reach_login_sent(f);
        feed(f, texts[i]);
        expect_state(f, FIBS_FAILED);
        assert_non_null(strstr(f->transcript, texts[i]));
        assert_int_equal(fibs_session_deadline(f->session), INT64_MAX);
        forget(f);
    }
}

static void password_repeated_by_the_server_is_not_shown(void **state)
{
    struct fixture *f = *state;
    reach_login_sent(f);
    feed(f, "Error authenticating 'our_bot' with password 'secret'.");
    expect_state(f, FIBS_FAILED);
    assert_non_null(strstr(f->transcript, "Error authenticating 'our_bot'"));
    assert_null(strstr(f->transcript, "secret"));
}

static void welcome_for_another_name_is_not_ours(void **state)
{
    struct fixture *f = *state;
    reach_login_sent(f);
    feed(f, "1 our_bot_two 1699990000 192.0.2.10");
    expect_state(f, FIBS_LOGIN_SENT);
}

static void already_logged_in_is_passed_on_and_survived(void **state)
{
    struct fixture *f = *state;
    reach_login_sent(f);
    forget(f);
    f->hears_messages = true;
    feed(f, "** Warning: You are already logged in.");
    feed(f, "1 our_bot 1700000000 192.0.2.10");
    expect(f, "message already_logged_in\nmessage clip_welcome\n"
              "state motd: logged in\n");
}

static void silence_in_each_step_of_login_leads_to_a_new_try(void **state)
{
    struct fixture *f = *state;
    start(f);
    forget(f);
    wait_ms(f, f->config.connect_ms);
    assert_non_null(strstr(f->transcript, "close: no connection in time\nstate back"));
    wait_ms(f, f->config.backoff_first_ms);
    expect_state(f, FIBS_CONNECTING);
    connect_now(f);
    wait_ms(f, f->config.login_ms);
    assert_non_null(strstr(f->transcript, "close: no log-in prompt\nstate backoff"));
    wait_ms(f, 2 * f->config.backoff_first_ms);
    connect_now(f);
    feed(f, "login:");
    forget(f);
    wait_ms(f, f->config.login_ms);
    assert_non_null(strstr(f->transcript, "close: no answer to the log-in\nstate ba"));
}

static void refusal_after_a_good_login_is_believed_at_the_fourth_time(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    disconnect(f, "gone");
    for (int i = 0; i < 4; i++) {
        int64_t waited = backoff_of(f);
        assert_true(i == 0 || waited >= f->config.backoff_max_ms * 3 / 4);
        connect_now(f);
        feed(f, "login:");
        feed(f, "login:");
        wait_ms(f, f->config.acknowledge_ms);
    }
    expect_state(f, FIBS_FAILED);
}

static void hang_up_after_a_second_prompt_is_a_refusal(void **state)
{
    struct fixture *f = *state;
    reach_login_sent(f);
    feed(f, "login:");
    disconnect(f, "the server closed the connection");
    expect_state(f, FIBS_FAILED);
}

static void a_second_prompt_is_forgotten_with_its_connection(void **state)
{
    struct fixture *f = *state;
    reach_login_sent(f);
    feed(f, "login:");
    feed(f, "1 our_bot 1699990000 192.0.2.10");
    disconnect(f, "gone");
    (void)backoff_of(f);
    reach_login_sent(f);
    forget(f);
    disconnect(f, "the server closed the connection");
    expect_state(f, FIBS_BACKOFF);
    assert_null(strstr(f->transcript, "refused"));
}

static void hang_up_on_each_login_is_final_at_the_third_time(void **state)
{
    struct fixture *f = *state;
    reach_login_sent(f);
    disconnect(f, "the server closed the connection");
    (void)backoff_of(f);
    reach_login_sent(f);
    disconnect(f, "the server closed the connection");
    (void)backoff_of(f);
    reach_login_sent(f);
    disconnect(f, "the server closed the connection");
    expect_state(f, FIBS_FAILED);
}

static void hang_ups_on_a_login_that_was_good_are_not_final(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    disconnect(f, "gone");
    for (int i = 0; i < 10; i++) {
        (void)backoff_of(f);
        reach_login_sent(f);
        disconnect(f, "the server closed the connection");
    }
    expect_state(f, FIBS_BACKOFF);
}

#define WARNING "** Warning: You are already logged in."

static void kicked_by_a_second_login_without_tries_is_final(void **state)
{
    struct fixture *f = *state;
    f->config.elsewhere_tries = 0;
    fibs_session_free(f->session);
    f->session = fibs_session_new(&f->config);
    reach_ready(f);
    feed(f, "** You just logged in a second time from 192.0.2.7, terminating this "
            "session.");
    expect(f, "close: the same user logged in from elsewhere\n"
              "state failed: the same user logged in from elsewhere\n");
    assert_int_equal(fibs_session_deadline(f->session), INT64_MAX);
}

static void kicked_by_a_second_login_waits_long_and_tries_once(void **state)
{
    struct fixture *f = *state;
    for (int i = 0; i < 2; i++) {
        reach_ready(f);
        feed(f, "** You just logged in a second time from 192.0.2.7, terminating this "
                "session.");
        if (i == 0) {
            assert_non_null(strstr(f->transcript,
                                   "trouble the same user logged in from elsewhere: "
                                   "logging in again in 1800 s\n"));
            assert_true(backoff_of(f) >= 1800 * 1000);
        }
    }
    expect_state(f, FIBS_FAILED);
}

static void log_in_with_a_warning(struct fixture *f)
{
    reach_login_sent(f);
    forget(f);
    feed(f, WARNING);
}

static void a_cut_session_and_a_warning_mean_another_program(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    lose(f, FIBS_LOSS_CLOSED, FIBS_CLOSED_BY_SERVER);
    assert_true(backoff_of(f) <= f->config.backoff_first_ms);
    log_in_with_a_warning(f);
    assert_non_null(
        strstr(f->transcript,
               "trouble the same user is logged in elsewhere: logging in again in"));
    assert_non_null(strstr(f->transcript, "close: the same user is logged in else"));
    assert_true(backoff_of(f) >= 1800 * 1000);
    log_in_with_a_warning(f);
    expect_state(f, FIBS_FAILED);
}

static void a_warning_after_our_own_loss_is_our_old_session(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    lose(f, FIBS_LOSS_BROKEN, "Connection timed out");
    (void)backoff_of(f);
    log_in_with_a_warning(f);
    expect_state(f, FIBS_LOGIN_SENT);
    expect(f, "");
}

static void a_warning_after_an_announced_restart_is_survived(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    feed(f, "*** ATTENTION ! FIBS will restart in 300 seconds");
    lose(f, FIBS_LOSS_CLOSED, FIBS_CLOSED_BY_SERVER);
    (void)backoff_of(f);
    log_in_with_a_warning(f);
    expect_state(f, FIBS_LOGIN_SENT);
}

static void a_warning_before_the_password_leaves_the_other_session_alone(void **state)
{
    struct fixture *f = *state;
    log_in_with_a_warning(f);
    feed(f, "password:");
    assert_non_null(strstr(f->transcript, "close: the same user is logged in else"));
    assert_true(backoff_of(f) >= 1800 * 1000);
    log_in_with_a_warning(f);
    feed(f, "password:");
    expect_state(f, FIBS_FAILED);
}

static void a_long_session_restores_the_tries_after_a_second_login(void **state)
{
    struct fixture *f = *state;
    f->config.elsewhere_pause_ms = 1801 * 1000; /* at no multiple of the keep-alive */
    f->config.silence_ms = 2 * f->config.elsewhere_pause_ms;
    fibs_session_free(f->session);
    f->session = fibs_session_new(&f->config);
    for (int i = 0; i < 4; i++) {
        reach_ready(f);
        wait_ms(f, f->config.elsewhere_pause_ms);
        lose(f, FIBS_LOSS_CLOSED, FIBS_CLOSED_BY_SERVER);
        (void)backoff_of(f);
        log_in_with_a_warning(f);
        assert_true(backoff_of(f) >= 1800 * 1000);
    }
}

static void failed_session_can_be_started_again(void **state)
{
    struct fixture *f = *state;
    reach_login_sent(f);
    feed(f, "Login incorrect");
    forget(f);
    start(f);
    expect(f, "state connecting: started\nconnect\n");
}

/* A log-in that was good, hang-ups, a restart that was announced. */
static void what_was_before_a_start_does_not_count(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    feed(f, "*** ATTENTION ! FIBS will restart in 3000 seconds");
    fibs_session_stop(f->session, f->now);
    take(f);
    disconnect(f, "the server closed the connection");
    expect_state(f, FIBS_OFFLINE);
    for (int run = 0; run < 2; run++) {
        for (int i = 0; i < 2; i++) {
            reach_login_sent(f);
            disconnect(f, "the server closed the connection");
            assert_in_range(backoff_of(f), (i + 1) * 7500, (i + 1) * 10000);
        }
        fibs_session_stop(f->session, f->now);
        expect_state(f, FIBS_OFFLINE);
    }
    reach_login_sent(f);
    feed(f, "Login incorrect");
    expect_state(f, FIBS_FAILED);
}

static void refused_certificate_is_final(void **state)
{
    struct fixture *f = *state;
    start(f);
    forget(f);
    fibs_session_disconnected(f->session, f->now, "certificate refused",
                              FIBS_LOSS_UNTRUSTED);
    take(f);
    expect(f, "state failed: certificate refused\n");
}

static void
untrusted_certificate_after_a_good_login_is_believed_at_the_fourth_time(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    lose(f, FIBS_LOSS_BROKEN, "gone");
    for (int i = 0; i < 4; i++) {
        int64_t waited = backoff_of(f);
        assert_true(i == 0 || waited >= f->config.backoff_max_ms * 3 / 4);
        lose(f, FIBS_LOSS_UNTRUSTED, "certificate refused: self-signed certificate");
        const char *told = i == 0  ? "trouble certificate refused: self-signed "
                                     "certificate: trying again later\n"
                           : i < 3 ? "notice certificate refused"
                                   : "state failed: certificate refused";
        assert_non_null(strstr(f->transcript, told));
    }
    expect_state(f, FIBS_FAILED);
}

static void untimely_certificate_is_never_final(void **state)
{
    struct fixture *f = *state;
    start(f);
    for (int i = 0; i < 100; i++) {
        forget(f);
        lose(f, FIBS_LOSS_UNTIMELY, "certificate refused: certificate has expired");
        bool is_told = strstr(f->transcript, "trouble ") != NULL;
        assert_true(is_told == (i == 0));
        assert_true(backoff_of(f) >= f->config.backoff_max_ms * 3 / 4);
    }
}

static void who_list_without_end_does_not_hold_up(void **state)
{
    struct fixture *f = *state;
    reach_login_sent(f);
    feed(f, "1 our_bot 1699990000 192.0.2.10");
    feed(f, OWN_INFO_RIGHT);
    wait_ms(f, f->config.motd_ms);
    expect_state(f, FIBS_SETTINGS);
}

static void motd_without_end_does_not_deafen(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    feed(f, "3");
    feed(f, OWN_WHO("-", "1"));
    assert_false(fibs_session_account(f->session)->is_ready);
    wait_ms(f, 15 * 1000);
    feed(f, OWN_WHO("-", "1"));
    assert_true(fibs_session_account(f->session)->is_ready);
}

static void settings_without_end_do_not_hold_up(void **state)
{
    struct fixture *f = *state;
    f->config.settings_ms = f->config.acknowledge_ms;
    fibs_session_free(f->session);
    f->session = fibs_session_new(&f->config);
    reach_settings(f, OWN_INFO_RIGHT);
    wait_ms(f, f->config.settings_ms);
    expect_state(f, FIBS_READY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(login_goes_through_every_state_to_ready),
        TEST(only_a_welcome_for_us_logs_us_in),
        TEST(a_who_list_that_does_not_come_is_asked_for),
        TEST(an_empty_who_list_is_asked_for_until_it_comes),
        TEST(a_server_without_rawwho_is_asked_who),
        TEST(own_info_tells_of_the_account),
        TEST(second_prompt_is_a_final_refusal),
        TEST(prompt_glued_to_a_push_is_a_refusal),
        TEST(welcome_wins_over_a_second_prompt),
        TEST(every_text_of_refusal_is_final),
        TEST(password_repeated_by_the_server_is_not_shown),
        TEST(welcome_for_another_name_is_not_ours),
        TEST(already_logged_in_is_passed_on_and_survived),
        TEST(silence_in_each_step_of_login_leads_to_a_new_try),
        TEST(refusal_after_a_good_login_is_believed_at_the_fourth_time),
        TEST(hang_up_after_a_second_prompt_is_a_refusal),
        TEST(a_second_prompt_is_forgotten_with_its_connection),
        TEST(hang_up_on_each_login_is_final_at_the_third_time),
        TEST(hang_ups_on_a_login_that_was_good_are_not_final),
        TEST(kicked_by_a_second_login_without_tries_is_final),
        TEST(kicked_by_a_second_login_waits_long_and_tries_once),
        TEST(a_cut_session_and_a_warning_mean_another_program),
        TEST(a_warning_after_our_own_loss_is_our_old_session),
        TEST(a_warning_after_an_announced_restart_is_survived),
        TEST(a_warning_before_the_password_leaves_the_other_session_alone),
        TEST(a_long_session_restores_the_tries_after_a_second_login),
        TEST(failed_session_can_be_started_again),
        TEST(what_was_before_a_start_does_not_count),
        TEST(refused_certificate_is_final),
        TEST(untrusted_certificate_after_a_good_login_is_believed_at_the_fourth_time),
        TEST(untimely_certificate_is_never_final),
        TEST(who_list_without_end_does_not_hold_up),
        TEST(motd_without_end_does_not_deafen),
        TEST(settings_without_end_do_not_hold_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
