/*
 * The session without socket, clock or thread: lines and times go in, and the
 * transcript of what came out is compared as text:
 *
 *   state NAME: REASON     send COMMAND     login     connect     close: REASON
 *   notice TEXT            message ID (only while `hears_messages`)
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fibs/session.h"

enum { TRANSCRIPT_SIZE = 16 * 1024 };

struct fixture {
    struct fibs_session_config config;
    struct fibs_session *session;
    int64_t now;
    bool hears_messages;
    int messages;
    char transcript[TRANSCRIPT_SIZE];
    size_t length;
};

/* All toggles as a bot needs them, not ready. */
#define OWN_INFO_RIGHT "2 our_bot 1 1 0 0 0 0 1 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC"
#define OWN_WHO(opponent, ready)                                                       \
    "5 our_bot " opponent " - " ready                                                  \
    " 0 1650.00 400 3 1700000000 192.0.2.10 our_client -"
#define SETTINGS_SENT                                                                  \
    "send set boardstyle 3\nsend set linelength 0\nsend set pagelength 0\n"

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    fibs_session_config_default(&f->config);
    (void)snprintf(f->config.name, sizeof f->config.name, "our_bot");
    (void)snprintf(f->config.client, sizeof f->config.client, "our_client");
    f->config.jitter_seed = 7;
    f->now = 1000000;
    f->session = fibs_session_new(&f->config);
    *state = f;
    return f->session == NULL;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    fibs_session_free(f->session);
    free(f);
    return 0;
}

__attribute__((format(printf, 2, 3))) static void note(struct fixture *f,
                                                       const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t left = sizeof f->transcript - f->length;
    int length = vsnprintf(f->transcript + f->length, left, format, args);
    va_end(args);
    assert_true(length >= 0 && (size_t)length < left);
    f->length += (size_t)length;
}

static void note_event(struct fixture *f, const struct fibs_event *event)
{
    switch (event->type) {
    case FIBS_EVENT_NONE:
        fail();
        break;
    case FIBS_EVENT_CONNECT:
        note(f, "connect\n");
        break;
    case FIBS_EVENT_SEND:
        note(f, "send %s\n", event->command.text);
        break;
    case FIBS_EVENT_SEND_LOGIN:
        note(f, "login\n");
        break;
    case FIBS_EVENT_CLOSE:
        note(f, "close: %s\n", event->text);
        break;
    case FIBS_EVENT_STATE:
        note(f, "state %s: %s\n", fibs_session_state_name(event->state), event->text);
        break;
    case FIBS_EVENT_MESSAGE:
        f->messages++;
        if (f->hears_messages) {
            note(f, "message %s\n", fibs_message_name(event->message->id));
        }
        break;
    case FIBS_EVENT_NOTICE:
        note(f, "notice %s\n", event->text);
        break;
    }
}

static void take(struct fixture *f)
{
    struct fibs_event event;
    while (fibs_session_next_event(f->session, &event)) {
        note_event(f, &event);
    }
}

static void feed(struct fixture *f, const char *line)
{
    fibs_session_line(f->session, f->now, line);
    take(f);
}

/* Lets time pass, as a loop with a timer does. */
static void wait_ms(struct fixture *f, int64_t ms)
{
    int64_t end = f->now + ms;
    int64_t due;
    while ((due = fibs_session_deadline(f->session)) <= end) {
        f->now = due > f->now ? due : f->now;
        fibs_session_tick(f->session, f->now);
        assert_true(fibs_session_deadline(f->session) > f->now);
        take(f);
    }
    f->now = end;
}

static bool send_plain(struct fixture *f, enum fibs_command_id id)
{
    struct fibs_command command;
    assert_true(fibs_command_plain(&command, id));
    bool is_queued = fibs_session_send(f->session, f->now, &command);
    take(f);
    return is_queued;
}

static bool send_kibitz(struct fixture *f, const char *text)
{
    struct fibs_command command;
    assert_true(fibs_command_chat(&command, FIBS_CMD_KIBITZ, text));
    bool is_queued = fibs_session_send(f->session, f->now, &command);
    take(f);
    return is_queued;
}

static void set_ready(struct fixture *f, bool ready)
{
    fibs_session_set_ready(f->session, f->now, ready);
    take(f);
}

static void disconnect(struct fixture *f, const char *reason)
{
    fibs_session_disconnected(f->session, f->now, reason, false);
    take(f);
}

static void forget(struct fixture *f)
{
    f->length = 0;
    f->transcript[0] = '\0';
}

static void expect(struct fixture *f, const char *transcript)
{
    assert_string_equal(f->transcript, transcript);
    forget(f);
}

static void expect_state(struct fixture *f, enum fibs_session_state state)
{
    assert_string_equal(fibs_session_state_name(fibs_session_state(f->session)),
                        fibs_session_state_name(state));
}

static void start(struct fixture *f)
{
    fibs_session_start(f->session, f->now);
    take(f);
}

static void connect_now(struct fixture *f)
{
    fibs_session_connected(f->session, f->now);
    take(f);
}

/* Up to the log-in, from offline or a connection under way. */
static void reach_login_sent(struct fixture *f)
{
    start(f);
    connect_now(f);
    feed(f, "WELCOME TO THE");
    feed(f, "login:");
    expect_state(f, FIBS_LOGIN_SENT);
}

static void reach_settings(struct fixture *f, const char *own_info)
{
    reach_login_sent(f);
    feed(f, "1 our_bot 1699990000 192.0.2.10");
    feed(f, own_info);
    feed(f, "3");
    feed(f, "| 4 new rules: be nice, play fast, play fair, have fun |");
    feed(f, "4");
    feed(f, OWN_WHO("-", "0"));
    forget(f);
    feed(f, "6");
    expect_state(f, FIBS_SETTINGS);
}

static void confirm_variables(struct fixture *f)
{
    feed(f, "Value of 'boardstyle' set to 3.");
    feed(f, "Value of 'linelength' set to 0.");
    feed(f, "Value of 'pagelength' set to 0.");
}

static void reach_ready(struct fixture *f)
{
    reach_settings(f, OWN_INFO_RIGHT);
    confirm_variables(f);
    expect_state(f, FIBS_READY);
    forget(f);
}

/* Sits out the wait for the next connection; returns how long it was. */
static int64_t backoff_of(struct fixture *f)
{
    expect_state(f, FIBS_BACKOFF);
    int64_t begin = f->now;
    f->now = fibs_session_deadline(f->session);
    fibs_session_tick(f->session, f->now);
    take(f);
    forget(f);
    expect_state(f, FIBS_CONNECTING);
    return f->now - begin;
}

/* ---- log-in ---------------------------------------------------------------------- */

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

static void kicked_by_a_second_login_is_final(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    feed(f, "** You just logged in a second time from 192.0.2.7, terminating this "
            "session.");
    expect(f, "close: the same user logged in from elsewhere\n"
              "state failed: the same user logged in from elsewhere\n");
    assert_int_equal(fibs_session_deadline(f->session), INT64_MAX);
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

static void refused_certificate_is_final(void **state)
{
    struct fixture *f = *state;
    start(f);
    forget(f);
    fibs_session_disconnected(f->session, f->now, "certificate refused", true);
    take(f);
    expect(f, "state failed: certificate refused\n");
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

/* ---- settings -------------------------------------------------------------------- */

static void right_toggles_are_not_touched(void **state)
{
    struct fixture *f = *state;
    reach_settings(f, OWN_INFO_RIGHT);
    confirm_variables(f);
    expect(f, "state settings: the who list has ended\n" SETTINGS_SENT
              "state ready: settings are as wanted\n");
}

/* One wrong toggle at a time: its place in CLIP 2, its name, the confirmation wanted.
 */
static void each_wrong_toggle_is_flipped_and_no_other(void **state)
{
    static const struct {
        const char *own_info, *command, *confirmation;
    } rows[] = {
        {"2 our_bot 1 0 0 0 0 0 1 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC",
         "send toggle autoboard\n", "** The board will be refreshed after every move."},
        {"2 our_bot 1 1 1 0 0 0 1 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC",
         "send toggle autodouble\n",
         "** You don't agree that doublets during opening double the cube."},
        {"2 our_bot 1 1 0 1 0 0 1 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC",
         "send toggle automove\n", "** Forced moves won't be done automatically."},
        {"2 our_bot 1 1 0 0 0 1 1 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC",
         "send toggle bell\n",
         "** Your terminal won't ring the bell if someone talks to you or invites you"},
        {"2 our_bot 1 1 0 0 0 0 0 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC",
         "send toggle crawford\n", "** You insist on playing with the Crawford rule."},
        {"2 our_bot 1 1 0 0 0 0 1 0 400 0 1 0 1 1650.00 1 0 0 0 1 UTC",
         "send toggle double\n", "** You will be asked if you want to double."},
        {"2 our_bot 1 1 0 0 0 0 1 1 400 1 1 0 1 1650.00 1 0 0 0 1 UTC",
         "send toggle greedy\n", "** Won't use automatic greedy bearoffs."},
        {"2 our_bot 1 1 0 0 0 0 1 1 400 0 0 0 1 1650.00 1 0 0 0 1 UTC",
         "send toggle moreboards\n", "** Will send rawboards after rolling."},
        {"2 our_bot 1 1 0 0 0 0 1 1 400 0 1 1 1 1650.00 1 0 0 0 1 UTC",
         "send toggle moves\n", "** You won't see a list of moves after this game."},
        {"2 our_bot 1 1 0 0 0 0 1 1 400 0 1 0 0 1650.00 1 0 0 0 1 UTC",
         "send toggle notify\n", "** You'll be notified when new users log in."},
        {"2 our_bot 1 1 0 0 0 0 1 1 400 0 1 0 1 1650.00 0 0 0 0 1 UTC",
         "send toggle ratings\n",
         "** You'll see how the rating changes are calculated."},
        {"2 our_bot 1 1 0 0 0 0 1 1 400 0 1 0 1 1650.00 1 0 0 1 1 UTC",
         "send toggle report\n",
         "** You won't be informed about starting and ending matches."},
        {"2 our_bot 1 1 0 0 0 0 1 1 400 0 1 0 1 1650.0 1 0 unlimited 0 0 UTC",
         "send toggle silent\n", "** You won't hear what other players shout."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fixture *f = *state;
        reach_settings(f, rows[i].own_info);
        forget(f);
        confirm_variables(f);
        assert_non_null(strstr(f->transcript, rows[i].command));
        forget(f);
        feed(f, rows[i].confirmation);
        expect(f, "state ready: settings are as wanted\n");
        fibs_session_stop(f->session, f->now);
        fibs_session_disconnected(f->session, f->now, "end", false);
        take(f);
        forget(f);
    }
}

/* The own info was wrong: the flip went the wrong way. */
static void wrong_confirmation_is_corrected_once(void **state)
{
    struct fixture *f = *state;
    reach_settings(f, "2 our_bot 1 1 0 1 0 0 1 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC");
    confirm_variables(f);
    forget(f);
    feed(f, "** Forced moves will be done automatically.");
    expect(f, "send toggle automove\n");
    feed(f, "** Forced moves won't be done automatically.");
    expect(f, "state ready: settings are as wanted\n");
}

static void toggle_that_never_obeys_is_left_alone(void **state)
{
    struct fixture *f = *state;
    reach_settings(f, "2 our_bot 1 1 0 1 0 0 1 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC");
    confirm_variables(f);
    feed(f, "** Forced moves will be done automatically.");
    forget(f);
    feed(f, "** Forced moves will be done automatically.");
    expect(f, "notice toggle automove is not as it should be and does not change\n"
              "state ready: settings are as wanted\n");
    feed(f, "** Forced moves will be done automatically.");
    wait_ms(f, 10 * 1000);
    expect(f, "");
}

static void unknown_toggle_is_left_alone(void **state)
{
    struct fixture *f = *state;
    reach_settings(f, "2 our_bot 1 1 0 1 0 0 1 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC");
    confirm_variables(f);
    forget(f);
    feed(f, "** Don't know how to toggle automove");
    expect(f, "notice toggle automove is not as it should be and does not change\n"
              "state ready: settings are as wanted\n");
}

/* Whether a flip without an answer happened is not known: it must not be repeated
 * blindly, but looked up. */
static void unanswered_flip_is_looked_up_before_it_is_repeated(void **state)
{
    struct fixture *f = *state;
    reach_settings(f, "2 our_bot 1 1 0 1 0 0 1 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC");
    confirm_variables(f);
    forget(f);
    wait_ms(f, 2 * f->config.acknowledge_ms);
    expect(f, "notice no answer to 'toggle'\nsend toggle\n");
    feed(f, "The current settings are:");
    feed(f, "automove        YES");
    feed(f, "ready           NO");
    expect(f, "");
    feed(f, "wrap            NO");
    expect(f, "send toggle automove\n");
    feed(f, "** Forced moves won't be done automatically.");
    expect(f, "state ready: settings are as wanted\n");
}

static void late_confirmation_settles_an_unanswered_flip(void **state)
{
    struct fixture *f = *state;
    reach_settings(f, "2 our_bot 1 1 0 1 0 0 1 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC");
    confirm_variables(f);
    wait_ms(f, 2 * f->config.acknowledge_ms);
    forget(f);
    feed(f, "** Forced moves won't be done automatically.");
    wait_ms(f, 2 * f->config.acknowledge_ms);
    expect(f, "notice no answer to 'toggle'\nstate ready: settings are as wanted\n");
}

static void missing_own_info_is_made_up_by_the_list(void **state)
{
    struct fixture *f = *state;
    reach_login_sent(f);
    feed(f, "1 our_bot 1699990000 192.0.2.10");
    feed(f, "6");
    confirm_variables(f);
    forget(f);
    static const char *const rows[] = {
        "allowpip        YES", "autoboard       YES", "autodouble      NO",
        "automove        NO",  "bell            NO",  "crawford        YES",
        "double          YES", "greedy          NO",  "moreboards      NO",
        "moves           NO",  "notify          YES", "ratings         YES",
        "ready           NO",  "report          NO",  "silent          YES",
        "telnet          YES", "wrap            NO",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        feed(f, rows[i]);
    }
    expect(f, "send toggle moreboards\n");
}

/* Without board style 3 there is nothing to play with. */
static void lost_set_is_repeated_three_times(void **state)
{
    struct fixture *f = *state;
    reach_settings(f, OWN_INFO_RIGHT);
    forget(f);
    for (int i = 0; i < 3; i++) {
        wait_ms(f, 2 * f->config.acknowledge_ms);
        expect(f, "notice no answer to 'set'\nsend set boardstyle 3\n");
    }
    wait_ms(f, 2 * f->config.acknowledge_ms);
    expect(f, "notice no answer to 'set'\nsend set linelength 0\n");
}

static void refused_set_is_not_repeated(void **state)
{
    struct fixture *f = *state;
    reach_settings(f, OWN_INFO_RIGHT);
    feed(f, "Value of 'boardstyle' set to 3.");
    forget(f);
    feed(f, "** Not yet implemented: 'set linelength'");
    expect(f, "send set pagelength 0\n");
    feed(f, "** Unknown command: 'set'");
    expect(f, "state ready: settings are as wanted\n");
}

static void away_is_ended(void **state)
{
    struct fixture *f = *state;
    reach_settings(f, "2 our_bot 1 1 0 0 1 0 1 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC");
    forget(f);
    confirm_variables(f);
    expect(f, "send set linelength 0\nsend set pagelength 0\nsend back\n");
    feed(f, "Welcome back.");
    expect(f, "state ready: settings are as wanted\n");
}

static void needed_toggle_seen_off_is_put_on_again(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    feed(f, "** Won't send rawboards after rolling.");
    expect(f, "send toggle moreboards\n");
    feed(f, "** Will send rawboards after rolling.");
    expect(f, "");
}

/* ---- ready ----------------------------------------------------------------------- */

static void ready_is_toggled_only_when_it_differs(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    set_ready(f, false);
    expect(f, "");
    set_ready(f, true);
    expect(f, "send toggle ready\n");
    feed(f, "** You're now ready to invite or join someone.");
    assert_true(fibs_session_account(f->session)->is_ready);
    feed(f, OWN_WHO("-", "1"));
    feed(f, "6");
    set_ready(f, true);
    expect(f, "");
    set_ready(f, false);
    expect(f, "send toggle ready\n");
}

static void wish_taken_back_during_the_flip_is_kept(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    set_ready(f, true);
    set_ready(f, false);
    expect(f, "send toggle ready\n");
    feed(f, "** You're now ready to invite or join someone.");
    feed(f, OWN_WHO("-", "1"));
    expect(f, "send toggle ready\n");
    feed(f, "** You're now refusing to play with someone.");
    wait_ms(f, 10 * 1000);
    expect(f, "");
    assert_false(fibs_session_account(f->session)->is_ready);
}

/* Inviting makes ready by itself: the flip that follows goes the wrong way. */
static void flip_crossing_an_invitation_is_corrected(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    set_ready(f, true);
    forget(f);
    feed(f, "** You're now refusing to play with someone.");
    expect(f, "send toggle ready\n");
    feed(f, "** You're now ready to invite or join someone.");
    expect(f, "");
}

static void ready_set_by_an_invitation_is_not_fought(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    set_ready(f, true);
    feed(f, "** You're now ready to invite or join someone.");
    set_ready(f, false);
    feed(f, "** You're now refusing to play with someone.");
    forget(f);
    feed(f, OWN_WHO("-", "1"));
    wait_ms(f, 10 * 1000);
    expect(f, "");
    assert_true(fibs_session_account(f->session)->is_ready);
}

/* ---- the queue ------------------------------------------------------------------- */

static void next_command_waits_for_the_answer(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    assert_true(send_plain(f, FIBS_CMD_ROLL));
    assert_true(send_plain(f, FIBS_CMD_BOARD));
    expect(f, "send roll\n");
    feed(f, "13 opp_c Anybody for a 5 point match?");
    feed(f, "opp_b rolls 3 and 1.");
    expect(f, "");
    assert_false(fibs_session_queue_is_empty(f->session));
    feed(f, "You roll 3 and 1.");
    expect(f, "send board\n");
    feed(f, "** You're not playing.");
    expect(f, "");
    assert_true(fibs_session_queue_is_empty(f->session));
}

static void next_command_goes_out_when_no_answer_comes(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    (void)send_plain(f, FIBS_CMD_ROLL);
    (void)send_plain(f, FIBS_CMD_BOARD);
    forget(f);
    wait_ms(f, f->config.acknowledge_ms - 1);
    expect(f, "");
    wait_ms(f, 1);
    expect(f, "notice no answer to 'roll'\nsend board\n");
}

static void any_refusal_answers(void **state)
{
    static const char *const refusals[] = {
        "** It's not your turn to roll the dice.",
        "** opp_a hasn't accepted or rejected your resign yet.",
        "** You did already roll the dice.",
        "** something nobody has heard of",
        "You are not playing.",
        "The command `roll' is not yet implemented.",
    };
    struct fixture *f = *state;
    reach_ready(f);
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        (void)send_plain(f, FIBS_CMD_ROLL);
        assert_false(fibs_session_queue_is_empty(f->session));
        feed(f, refusals[i]);
        assert_true(fibs_session_queue_is_empty(f->session));
    }
}

static void starred_news_of_others_is_no_answer(void **state)
{
    static const char *const news[] = {
        "** Player opp_a has joined you for a 3 point match.",
        "** Player opp_a has left the game. The game was saved.",
        "** FINALLY!!! opp_c logs in.",
        "** 1 user heard you.",
    };
    struct fixture *f = *state;
    reach_ready(f);
    (void)send_plain(f, FIBS_CMD_ROLL);
    for (size_t i = 0; i < sizeof news / sizeof news[0]; i++) {
        feed(f, news[i]);
        assert_false(fibs_session_queue_is_empty(f->session));
    }
}

/* A command, and a line of the server that answers it. */
static void every_command_has_its_answer(void **state)
{
    static const struct {
        enum fibs_command_id id;
        const char *answer;
    } rows[] = {
        {FIBS_CMD_SAVE, "Settings saved."},
        {FIBS_CMD_SHOW_SAVED, "no saved games."},
        {FIBS_CMD_SHOW_SAVED,
         "  opponent          matchlength   score (your points first)"},
        {FIBS_CMD_TIME,
         "Wednesday, January 15 22:18:35 EST   ( Wed Jan 15 11:18:35 2003 UTC )"},
        {FIBS_CMD_JOIN, "** Please wait for opp_a to join too."},
        {FIBS_CMD_JOIN, "Starting a new game with opp_a."},
        {FIBS_CMD_LEAVE, "** You terminated the game. The game was saved."},
        {FIBS_CMD_LEAVE, "** Error: No one to leave."},
        {FIBS_CMD_BOARD,
         "board:You:opp_a:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:"
         "0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"},
        {FIBS_CMD_ROLL, "You can't move."},
        {FIBS_CMD_DOUBLE, "You double. Please wait for opp_a to accept or reject."},
        {FIBS_CMD_ACCEPT, "You accept the double. The cube shows 2."},
        {FIBS_CMD_ACCEPT, "You accept and win 2 points."},
        {FIBS_CMD_REJECT, "You give up. opp_a wins 1 point."},
        {FIBS_CMD_REJECT, "You reject. The game continues."},
        {FIBS_CMD_REDOUBLE, "You accept the double to 4 and redouble."},
        {FIBS_CMD_BACK, "Welcome back."},
    };
    struct fixture *f = *state;
    reach_ready(f);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(send_plain(f, rows[i].id));
        assert_false(fibs_session_queue_is_empty(f->session));
        feed(f, rows[i].answer);
        assert_true(fibs_session_queue_is_empty(f->session));
    }
}

static void answer_glued_behind_another_line_counts(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    (void)send_plain(f, FIBS_CMD_TIME);
    f->hears_messages = true;
    forget(f);
    feed(f, "board:You:opp_a:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:1:-5:4:0:0:0:-3:1:-5:0:0:0:0:"
            "1:0:-1:0:0:4:2:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0"
            "** It's not your turn to roll the dice.");
    expect(f, "message board\nmessage err_not_turn_roll\n");
    assert_true(fibs_session_queue_is_empty(f->session));
}

static void messages_glued_in_one_line_are_all_given(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    f->hears_messages = true;
    feed(f, "board:You:opp_a:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:1:-5:4:0:0:0:-3:1:-5:0:0:0:0:"
            "1:0:-1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:05 our_bot opp_a - 0 0 "
            "1439.79 1262 410 1041251697 host.example.org - -");
    expect(f, "message board\nmessage clip_who_info\n");
    assert_string_equal(fibs_session_account(f->session)->opponent, "opp_a");
}

static void endless_glue_is_cut(void **state)
{
    static const char roll[] = "opp_a rolls 6 and 4.";
    char line[(sizeof roll - 1) * 100 + 1];
    for (size_t i = 0; i < 100; i++) {
        memcpy(line + i * (sizeof roll - 1), roll, sizeof roll);
    }
    struct fixture *f = *state;
    reach_ready(f);
    int before = f->messages;
    feed(f, line);
    assert_int_equal(f->messages - before, 8);
    expect(f, "notice more than 8 messages in one line: the rest is dropped\n");
}

static void equal_commands_do_not_pile_up(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    (void)send_plain(f, FIBS_CMD_ROLL);
    for (int i = 0; i < 100; i++) {
        assert_true(send_plain(f, FIBS_CMD_BOARD));
    }
    forget(f);
    feed(f, "You roll 3 and 1.");
    expect(f, "send board\n");
    feed(f, "** You're not playing.");
    expect(f, "");
}

static void full_queue_says_no(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    (void)send_plain(f, FIBS_CMD_ROLL); /* in flight */
    for (int i = 0; i < 32; i++) {
        char text[16];
        (void)snprintf(text, sizeof text, "text %d", i);
        assert_true(send_kibitz(f, text));
    }
    assert_false(send_kibitz(f, "one too many"));
}

static void game_commands_that_wait_can_be_forgotten(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    (void)send_plain(f, FIBS_CMD_TIME);
    (void)send_plain(f, FIBS_CMD_ROLL);
    (void)send_kibitz(f, "hello");
    (void)send_plain(f, FIBS_CMD_DOUBLE);
    (void)send_plain(f, FIBS_CMD_BOARD);
    forget(f);
    fibs_session_forget_game_commands(f->session);
    wait_ms(f, 10 * f->config.acknowledge_ms);
    expect(f, "notice no answer to 'time'\nsend kibitz hello\n"
              "notice no answer to 'kibitz'\nsend board\n"
              "notice no answer to 'board'\n");
}

static void sessions_own_commands_are_refused(void **state)
{
    struct fixture *f = *state;
    struct fibs_command command;
    reach_ready(f);
    assert_false(send_plain(f, FIBS_CMD_BYE));
    assert_true(fibs_command_toggle(&command, "ready"));
    assert_false(fibs_session_send(f->session, f->now, &command));
    assert_true(fibs_command_set(&command, "boardstyle", "1"));
    assert_false(fibs_session_send(f->session, f->now, &command));
    expect(f, "");
}

static void nothing_is_sent_when_not_logged_in(void **state)
{
    struct fixture *f = *state;
    assert_false(send_plain(f, FIBS_CMD_ROLL));
    reach_login_sent(f);
    assert_false(send_plain(f, FIBS_CMD_ROLL));
    set_ready(f, true);
    feed(f, "1 our_bot 1699990000 192.0.2.10");
    forget(f);
    assert_true(send_plain(f, FIBS_CMD_BOARD)); /* waits for the settings */
    expect(f, "");
}

/* ---- time ------------------------------------------------------------------------ */

static void own_silence_is_broken_by_a_cheap_command(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    wait_ms(f, f->config.keepalive_ms);
    expect(f, "send time\n");
    feed(f, "Wednesday, January 15 22:18:35 EST   ( Wed Jan 15 11:18:35 2003 UTC )");
    wait_ms(f, f->config.keepalive_ms - 1);
    expect(f, "");
    (void)send_plain(f, FIBS_CMD_BOARD);
    feed(f, "** You're not playing.");
    forget(f);
    wait_ms(f, f->config.keepalive_ms - 1);
    expect(f, "");
    wait_ms(f, 1);
    expect(f, "send time\n");
}

static void dead_link_is_noticed(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    wait_ms(f, f->config.silence_ms - 1);
    expect_state(f, FIBS_READY);
    forget(f);
    wait_ms(f, 1);
    expect_state(f, FIBS_BACKOFF);
    assert_non_null(strstr(f->transcript, "close: nothing heard for too long\n"));
}

static void server_side_time_out_leads_to_a_new_connection(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    feed(f, "Connection timed out.");
    expect_state(f, FIBS_BACKOFF);
    wait_ms(f, f->config.backoff_first_ms);
    expect_state(f, FIBS_CONNECTING);
}

static void backoff_doubles_up_to_its_cap_with_jitter(void **state)
{
    static const int64_t caps[] = {10,  20,  40,  80,  160, 320,
                                   600, 600, 600, 600, 600, 600};
    struct fixture *f = *state;
    bool is_jittered = false;
    start(f);
    for (size_t i = 0; i < sizeof caps / sizeof caps[0]; i++) {
        disconnect(f, "cannot connect: Connection refused");
        int64_t waited = backoff_of(f);
        assert_in_range(waited, caps[i] * 750, caps[i] * 1000);
        is_jittered = is_jittered || waited != caps[i] * 1000;
    }
    assert_true(is_jittered);
}

static void jitter_follows_its_seed(void **state)
{
    struct fixture *f = *state;
    int64_t waits[2][5];
    for (int run = 0; run < 2; run++) {
        fibs_session_free(f->session);
        f->session = fibs_session_new(&f->config);
        start(f);
        for (int i = 0; i < 5; i++) {
            disconnect(f, "gone");
            waits[run][i] = backoff_of(f);
        }
    }
    assert_memory_equal(waits[0], waits[1], sizeof waits[0]);
}

static void backoff_begins_anew_after_a_minute_of_session(void **state)
{
    struct fixture *f = *state;
    start(f);
    for (int i = 0; i < 5; i++) {
        disconnect(f, "gone");
        (void)backoff_of(f);
    }
    reach_ready(f);
    wait_ms(f, 30 * 1000);
    disconnect(f, "gone");
    assert_in_range(backoff_of(f), 240 * 1000, 320 * 1000);
    reach_ready(f);
    wait_ms(f, 60 * 1000);
    disconnect(f, "gone");
    assert_in_range(backoff_of(f), 7500, 10000);
}

static void account_is_forgotten_with_the_connection(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    feed(f, OWN_WHO("opp_a", "1"));
    const struct fibs_account *account = fibs_session_account(f->session);
    assert_string_equal(account->opponent, "opp_a");
    assert_int_equal(account->experience, 400);
    assert_true(account->rating > 1649.99 && account->rating < 1650.01);
    (void)send_plain(f, FIBS_CMD_ROLL);
    (void)send_plain(f, FIBS_CMD_BOARD);
    disconnect(f, "gone");
    assert_string_equal(account->opponent, "");
    assert_false(account->is_ready);
    assert_true(fibs_session_queue_is_empty(f->session));
}

/* ---- restarts -------------------------------------------------------------------- */

static void idle_account_leaves_before_a_restart_and_comes_back_later(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    int64_t heard = f->now;
    feed(f, "*** ATTENTION ! FIBS will restart in 300 seconds");
    wait_ms(f, 239 * 1000);
    expect_state(f, FIBS_READY);
    feed(f, "Wednesday, January 15 22:18:35 EST   ( Wed Jan 15 11:18:35 2003 UTC )");
    forget(f);
    wait_ms(f, 1000);
    expect(f, "state closing: the server is about to go down\nsend bye\n");
    feed(f, "                           Goodbye.");
    disconnect(f, "the server closed the connection");
    (void)backoff_of(f);
    assert_true(f->now >= heard + 300 * 1000 + f->config.restart_pause_ms);
}

static void game_goes_on_until_just_before_a_restart(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    feed(f, OWN_WHO("opp_a", "1"));
    feed(f, "*** ATTENTION ! FIBS will restart in 60 seconds");
    wait_ms(f, 54 * 1000);
    expect_state(f, FIBS_READY);
    wait_ms(f, 1000);
    expect_state(f, FIBS_CLOSING);
}

static void restart_may_be_announced_in_minutes(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    feed(f, OWN_WHO("opp_a", "1"));
    feed(f, "*** ATTENTION ! FIBS will restart in 2 minutes");
    wait_ms(f, 114 * 1000);
    expect_state(f, FIBS_READY);
    wait_ms(f, 1000);
    expect_state(f, FIBS_CLOSING);
}

static void game_that_ends_before_a_restart_lets_us_leave(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    feed(f, OWN_WHO("opp_a", "1"));
    feed(f, "*** ATTENTION ! FIBS will shut down in 50 seconds");
    wait_ms(f, 10 * 1000);
    expect_state(f, FIBS_READY);
    feed(f, OWN_WHO("-", "1"));
    wait_ms(f, 0);
    expect_state(f, FIBS_CLOSING);
}

static void connection_lost_in_a_restart_waits_for_it(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    feed(f, OWN_WHO("opp_a", "1"));
    feed(f, "*** ATTENTION ! FIBS will restart in 60 seconds");
    int64_t heard = f->now;
    wait_ms(f, 3000);
    disconnect(f, "gone");
    (void)backoff_of(f);
    assert_true(f->now >= heard + 60 * 1000 + f->config.restart_pause_ms);
}

/* ---- stopping -------------------------------------------------------------------- */

static void stop_logs_out_and_stays_out(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    (void)send_plain(f, FIBS_CMD_LEAVE);
    (void)send_plain(f, FIBS_CMD_BOARD);
    forget(f);
    fibs_session_stop(f->session, f->now);
    take(f);
    expect(f, "state closing: told to stop\n"); /* bye waits for its turn */
    feed(f, "** You terminated the game. The game was saved.");
    expect(f, "send bye\n");
    disconnect(f, "the server closed the connection");
    expect(f, "state offline: the server closed the connection\n");
    assert_int_equal(fibs_session_deadline(f->session), INT64_MAX);
}

static void lost_bye_is_repeated(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    fibs_session_stop(f->session, f->now);
    take(f);
    forget(f);
    wait_ms(f, f->config.acknowledge_ms);
    expect(f, "notice no answer to 'bye'\nsend bye\n");
    feed(f, "                           Goodbye.");
    wait_ms(f, f->config.acknowledge_ms);
    expect(f, "");
}

static void stop_does_not_wait_for_a_server_that_holds_on(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    fibs_session_stop(f->session, f->now);
    take(f);
    forget(f);
    wait_ms(f, f->config.closing_ms);
    expect_state(f, FIBS_OFFLINE);
    assert_non_null(strstr(f->transcript, "close: the server did not hang up\n"));
}

static void stop_works_in_every_state(void **state)
{
    struct fixture *f = *state;
    fibs_session_stop(f->session, f->now);
    expect_state(f, FIBS_OFFLINE);
    start(f);
    fibs_session_stop(f->session, f->now);
    expect_state(f, FIBS_OFFLINE);
    reach_login_sent(f);
    fibs_session_stop(f->session, f->now);
    expect_state(f, FIBS_OFFLINE);
    take(f);
    start(f);
    disconnect(f, "gone");
    expect_state(f, FIBS_BACKOFF);
    fibs_session_stop(f->session, f->now);
    expect_state(f, FIBS_OFFLINE);
    assert_int_equal(fibs_session_deadline(f->session), INT64_MAX);
}

/* ---- hostile servers ------------------------------------------------------------- */

static void flood_changes_nothing(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    int before = f->messages;
    for (int i = 0; i < 10000; i++) {
        feed(f, "5 opp_a - - 1 0 1588.00 90 4 1700000000 198.51.100.8 - -");
        feed(f, "6");
        feed(f, "13 opp_a Anybody for a 5 point match?");
    }
    assert_int_equal(f->messages - before, 30000);
    expect(f, "");
    (void)send_plain(f, FIBS_CMD_ROLL);
    expect(f, "send roll\n");
}

static void messages_not_taken_are_gone_with_the_next_line(void **state)
{
    struct fixture *f = *state;
    struct fibs_event event;
    reach_ready(f);
    fibs_session_line(f->session, f->now, "13 opp_a first");
    fibs_session_line(f->session, f->now, "13 opp_a second");
    assert_true(fibs_session_next_event(f->session, &event));
    assert_true(fibs_slice_is(event.message->texts[0], "second"));
    assert_false(fibs_session_next_event(f->session, &event));
}

static void caller_who_takes_no_events_loses_the_connection(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    for (int i = 0; i < 1000; i++) {
        f->now += f->config.acknowledge_ms;
        fibs_session_tick(f->session, f->now);
        struct fibs_command command;
        assert_true(fibs_command_plain(&command, FIBS_CMD_BOARD));
        (void)fibs_session_send(f->session, f->now, &command);
    }
    take(f);
    assert_non_null(strstr(f->transcript, "close: events were not taken\n"));
}

static void overlong_line_is_cut(void **state)
{
    struct fixture *f = *state;
    char line[3 * 4096];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    reach_ready(f);
    int before = f->messages;
    feed(f, line);
    assert_int_equal(f->messages - before, 1);
}

static void unsolicited_board_after_login_reaches_the_player(void **state)
{
    struct fixture *f = *state;
    reach_ready(f);
    f->hears_messages = true;
    feed(f, "board:You:opp_a:5:1:2:0:-1:0:0:1:-2:4:2:3:0:0:0:-4:3:0:0:-1:-3:0:-4:2:0:0:"
            "0:0:0:1:5:3:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0");
    expect(f, "message board\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(login_goes_through_every_state_to_ready),
        TEST(second_prompt_is_a_final_refusal),
        TEST(welcome_wins_over_a_second_prompt),
        TEST(every_text_of_refusal_is_final),
        TEST(password_repeated_by_the_server_is_not_shown),
        TEST(welcome_for_another_name_is_not_ours),
        TEST(already_logged_in_is_passed_on_and_survived),
        TEST(silence_in_each_step_of_login_leads_to_a_new_try),
        TEST(refusal_after_a_good_login_is_believed_at_the_fourth_time),
        TEST(hang_up_after_a_second_prompt_is_a_refusal),
        TEST(hang_up_on_each_login_is_final_at_the_third_time),
        TEST(hang_ups_on_a_login_that_was_good_are_not_final),
        TEST(kicked_by_a_second_login_is_final),
        TEST(failed_session_can_be_started_again),
        TEST(refused_certificate_is_final),
        TEST(who_list_without_end_does_not_hold_up),
        TEST(motd_without_end_does_not_deafen),
        TEST(settings_without_end_do_not_hold_up),
        TEST(right_toggles_are_not_touched),
        TEST(each_wrong_toggle_is_flipped_and_no_other),
        TEST(wrong_confirmation_is_corrected_once),
        TEST(toggle_that_never_obeys_is_left_alone),
        TEST(unknown_toggle_is_left_alone),
        TEST(unanswered_flip_is_looked_up_before_it_is_repeated),
        TEST(late_confirmation_settles_an_unanswered_flip),
        TEST(missing_own_info_is_made_up_by_the_list),
        TEST(lost_set_is_repeated_three_times),
        TEST(refused_set_is_not_repeated),
        TEST(away_is_ended),
        TEST(needed_toggle_seen_off_is_put_on_again),
        TEST(ready_is_toggled_only_when_it_differs),
        TEST(wish_taken_back_during_the_flip_is_kept),
        TEST(flip_crossing_an_invitation_is_corrected),
        TEST(ready_set_by_an_invitation_is_not_fought),
        TEST(next_command_waits_for_the_answer),
        TEST(next_command_goes_out_when_no_answer_comes),
        TEST(any_refusal_answers),
        TEST(starred_news_of_others_is_no_answer),
        TEST(every_command_has_its_answer),
        TEST(answer_glued_behind_another_line_counts),
        TEST(messages_glued_in_one_line_are_all_given),
        TEST(endless_glue_is_cut),
        TEST(equal_commands_do_not_pile_up),
        TEST(full_queue_says_no),
        TEST(game_commands_that_wait_can_be_forgotten),
        TEST(sessions_own_commands_are_refused),
        TEST(nothing_is_sent_when_not_logged_in),
        TEST(own_silence_is_broken_by_a_cheap_command),
        TEST(dead_link_is_noticed),
        TEST(server_side_time_out_leads_to_a_new_connection),
        TEST(backoff_doubles_up_to_its_cap_with_jitter),
        TEST(jitter_follows_its_seed),
        TEST(backoff_begins_anew_after_a_minute_of_session),
        TEST(account_is_forgotten_with_the_connection),
        TEST(idle_account_leaves_before_a_restart_and_comes_back_later),
        TEST(game_goes_on_until_just_before_a_restart),
        TEST(restart_may_be_announced_in_minutes),
        TEST(game_that_ends_before_a_restart_lets_us_leave),
        TEST(connection_lost_in_a_restart_waits_for_it),
        TEST(stop_logs_out_and_stays_out),
        TEST(lost_bye_is_repeated),
        TEST(stop_does_not_wait_for_a_server_that_holds_on),
        TEST(stop_works_in_every_state),
        TEST(flood_changes_nothing),
        TEST(messages_not_taken_are_gone_with_the_next_line),
        TEST(caller_who_takes_no_events_loses_the_connection),
        TEST(overlong_line_is_cut),
        TEST(unsolicited_board_after_login_reaches_the_player),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
