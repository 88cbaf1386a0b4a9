/* The session puts variables and toggles as the bot needs them, and keeps ready as
 * the player wishes. */
#include <string.h>

#include "tests/unit/fibs/session_harness.h"
#include "tests/unit/test_case.h"

/* ---- settings -------------------------------------------------------------------- */

CASE(right_toggles_are_not_touched)
{
    reach_settings(OWN_INFO_RIGHT);
    confirm_variables();
    expect("state settings: the who list has ended\n" SETTINGS_SENT
           "state ready: settings are as wanted\n");
}

/* One wrong toggle at a time: its place in CLIP 2, its name, the confirmation wanted.
 */
CASE(each_wrong_toggle_is_flipped_and_no_other)
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
        reach_settings(rows[i].own_info);
        forget();
        confirm_variables();
        assert_non_null(strstr(f.transcript, rows[i].command));
        forget();
        feed(rows[i].confirmation);
        expect("state ready: settings are as wanted\n");
        fibs_session_stop(f.session, f.now);
        fibs_session_disconnected(f.session, f.now, "end", FIBS_LOSS_BROKEN);
        take();
        forget();
    }
}

/* The own info was wrong: the flip went the wrong way. */
CASE(wrong_confirmation_is_corrected_once)
{
    reach_settings("2 our_bot 1 1 0 1 0 0 1 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC");
    confirm_variables();
    forget();
    feed("** Forced moves will be done automatically.");
    expect("send toggle automove\n");
    feed("** Forced moves won't be done automatically.");
    expect("state ready: settings are as wanted\n");
}

CASE(toggle_that_never_obeys_is_left_alone)
{
    reach_settings("2 our_bot 1 1 0 1 0 0 1 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC");
    confirm_variables();
    feed("** Forced moves will be done automatically.");
    forget();
    feed("** Forced moves will be done automatically.");
    expect("notice toggle automove is not as it should be and does not change\n"
           "state ready: settings are as wanted\n");
    feed("** Forced moves will be done automatically.");
    wait_ms(10 * 1000);
    expect("");
}

CASE(unknown_toggle_is_left_alone)
{
    reach_settings("2 our_bot 1 1 0 1 0 0 1 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC");
    confirm_variables();
    forget();
    feed("** Don't know how to toggle automove");
    expect("notice toggle automove is not as it should be and does not change\n"
           "state ready: settings are as wanted\n");
}

/* Whether a flip without an answer happened is not known: it must not be repeated
 * blindly, but looked up. */
CASE(unanswered_flip_is_looked_up_before_it_is_repeated)
{
    reach_settings("2 our_bot 1 1 0 1 0 0 1 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC");
    confirm_variables();
    forget();
    wait_ms(2 * f.config.acknowledge_ms);
    expect("notice no answer to 'toggle'\nsend toggle\n");
    feed("The current settings are:");
    feed("automove        YES");
    feed("ready           NO");
    expect("");
    feed("wrap            NO");
    expect("send toggle automove\n");
    feed("** Forced moves won't be done automatically.");
    expect("state ready: settings are as wanted\n");
}

CASE(late_confirmation_settles_an_unanswered_flip)
{
    reach_settings("2 our_bot 1 1 0 1 0 0 1 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC");
    confirm_variables();
    wait_ms(2 * f.config.acknowledge_ms);
    forget();
    feed("** Forced moves won't be done automatically.");
    wait_ms(2 * f.config.acknowledge_ms);
    expect("notice no answer to 'toggle'\nstate ready: settings are as wanted\n");
}

CASE(missing_own_info_is_made_up_by_the_list)
{
    reach_login_sent();
    feed("1 our_bot 1699990000 192.0.2.10");
    feed("6");
    confirm_variables();
    forget();
    static const char *const rows[] = {
        "allowpip        YES", "autoboard       YES", "autodouble      NO",
        "automove        NO",  "bell            NO",  "crawford        YES",
        "double          YES", "greedy          NO",  "moreboards      NO",
        "moves           NO",  "notify          YES", "ratings         YES",
        "ready           NO",  "report          NO",  "silent          YES",
        "telnet          YES", "wrap            NO",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        feed(rows[i]);
    }
    expect("send toggle moreboards\n");
}

/* Without board style 3 there is nothing to play with. */
CASE(lost_set_is_repeated_three_times)
{
    reach_settings(OWN_INFO_RIGHT);
    forget();
    for (int i = 0; i < 3; i++) {
        wait_ms(2 * f.config.acknowledge_ms);
        expect("notice no answer to 'set'\nsend set boardstyle 3\n");
    }
    wait_ms(2 * f.config.acknowledge_ms);
    expect("notice no answer to 'set'\nsend set linelength 0\n");
}

CASE(setting_is_waited_for_longer_where_the_log_in_took_long)
{
    start();
    connect_now();
    feed("login:");
    wait_ms(10000);
    feed("1 our_bot 1699990000 192.0.2.10");
    feed(OWN_INFO_RIGHT);
    feed("6");
    forget();
    wait_ms(12999);
    expect("");
    wait_ms(1);
    expect("notice no answer to 'set'\nsend set boardstyle 3\n");
}

CASE(refused_set_is_not_repeated)
{
    reach_settings(OWN_INFO_RIGHT);
    feed("Value of 'boardstyle' set to 3.");
    forget();
    feed("** Not yet implemented: 'set linelength'");
    expect("send set pagelength 0\n");
    feed("** Unknown command: 'set'");
    expect("state ready: settings are as wanted\n");
}

CASE(away_is_ended)
{
    reach_settings("2 our_bot 1 1 0 0 1 0 1 1 400 0 1 0 1 1650.00 1 0 0 0 1 UTC");
    forget();
    confirm_variables();
    expect("send set linelength 0\nsend set pagelength 0\nsend back\n");
    feed("Welcome back.");
    expect("state ready: settings are as wanted\n");
}

/* A session that wants this mail address, logged in where the server shows none. */
static void reach_ready_with_address(const char *address)
{
    COPY_TEXT(f.config.address, address);
    fibs_session_free(f.session);
    f.session = fibs_session_new(&f.config);
    assert_non_null(f.session);
    reach_settings(OWN_INFO_RIGHT);
    feed("Value of 'boardstyle' set to 3.");
    feed("Value of 'linelength' set to 0.");
    forget();
    feed("Value of 'pagelength' set to 0.");
}

/* `who`: our line in the who list */
static void log_in_again(const char *who)
{
    disconnect("the line broke");
    (void)backoff_of();
    connect_now();
    feed("login:");
    feed("1 our_bot 1699990000 192.0.2.10");
    feed(OWN_INFO_RIGHT);
    feed("3");
    feed("4");
    feed(who);
    feed("6");
    feed("Value of 'boardstyle' set to 3.");
    feed("Value of 'linelength' set to 0.");
    forget();
    feed("Value of 'pagelength' set to 0.");
}

#define ADDRESS "owner@example.org"
CASE(a_refused_address_is_told_and_tried_again_at_the_next_log_in)
{
    static const char *const refusals[] = {
        "** '" ADDRESS "' is not an email address.", /* FIBS */
        "Error: our_bot's adress unchanged",         /* JIBS */
    };
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        reach_ready_with_address(ADDRESS);
        expect("state ready: settings are as wanted\nsend address " ADDRESS "\n");
        feed(refusals[i]);
        expect("trouble the server refuses the mail address " ADDRESS "\n");
        assert_true(send_plain(FIBS_CMD_BOARD));
        expect("send board\n"); /* nothing waits for an answer any more */
        log_in_again(OWN_WHO("-", "0"));
        expect("state ready: settings are as wanted\nsend address " ADDRESS "\n");
    }
}

CASE(an_address_that_the_server_has_is_not_sent_again)
{
    reach_ready_with_address(ADDRESS);
    feed("Your email address is '" ADDRESS "'.");
    log_in_again("5 our_bot - - 0 0 1650.00 400 3 1700000000 h our_client " ADDRESS);
    expect("state ready: settings are as wanted\n");
}

CASE(an_address_that_cannot_be_one_is_not_sent)
{
    reach_ready_with_address("not an address");
    expect("state ready: settings are as wanted\n");
}

CASE(needed_toggle_seen_off_is_put_on_again)
{
    reach_ready();
    feed("** Won't send rawboards after rolling.");
    expect("send toggle moreboards\n");
    feed("** Will send rawboards after rolling.");
    expect("");
}

/* The start of a match to 5 with a centred cube: score, and who may double. */
#define BOARD(score, may)                                                              \
    "board:You:opp_a:5:" score ":0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:" \
    "2:0:1:0:0:0:0:1:" may ":0:1:-1:0:25:0:0:0:0:2:0:0:0"

/* JIBS: what it calls YES is NO. */
CASE(double_that_reads_the_other_way_round_is_noticed_once)
{
    static const char *const innocent[] = {
        BOARD("0:0", "1:1"), BOARD("0:0", "0:0"), BOARD("0:0", "1:0"),
        BOARD("4:0", "0:1"), BOARD("0:4", "0:1"), /* a Crawford game */
    };
    reach_settings("2 our_bot 1 1 0 0 0 0 1 0 400 0 1 0 1 1650.00 1 0 0 0 1 UTC");
    confirm_variables();
    forget();
    feed("** You will be asked if you want to double.");
    forget();
    for (size_t i = 0; i < sizeof innocent / sizeof innocent[0]; i++) {
        feed(innocent[i]);
        expect("");
    }
    feed(BOARD("0:0", "0:1"));
    expect("notice toggle double has the opposite sense on this server\n"
           "send toggle double\n");
    feed(BOARD("0:0", "0:1"));
    feed("** You won't be asked if you want to double.");
    feed(BOARD("0:0", "1:1"));
    feed(BOARD("0:0", "0:1"));
    wait_ms(10 * 1000);
    expect("");
}

/* ---- ready ----------------------------------------------------------------------- */

CASE(ready_is_toggled_only_when_it_differs)
{
    reach_ready();
    set_ready(false);
    expect("");
    set_ready(true);
    expect("send toggle ready\n");
    feed("** You're now ready to invite or join someone.");
    assert_true(fibs_session_account(f.session)->is_ready);
    feed(OWN_WHO("-", "1"));
    feed("6");
    set_ready(true);
    expect("");
    set_ready(false);
    expect("send toggle ready\n");
}

/* Where the answer is lost the list tells how it is, at each wish anew. */
CASE(each_wish_may_look_at_the_list)
{
    reach_ready();
    for (int i = 0; i < 2; i++) {
        set_ready(i == 0);
        expect("send toggle ready\n");
        wait_ms(2 * f.config.acknowledge_ms);
        expect("notice no answer to 'toggle'\nsend toggle\n");
        feed(i == 0 ? "ready           YES" : "ready           NO");
        feed("wrap            NO");
        expect("");
    }
}

CASE(wish_taken_back_during_the_flip_is_kept)
{
    reach_ready();
    set_ready(true);
    set_ready(false);
    expect("send toggle ready\n");
    feed("** You're now ready to invite or join someone.");
    feed(OWN_WHO("-", "1"));
    expect("send toggle ready\n");
    feed("** You're now refusing to play with someone.");
    wait_ms(10 * 1000);
    expect("");
    assert_false(fibs_session_account(f.session)->is_ready);
}

/* Inviting makes ready by itself: the flip that follows goes the wrong way. */
CASE(flip_crossing_an_invitation_is_corrected)
{
    reach_ready();
    set_ready(true);
    forget();
    feed(OWN_WHO("-", "1")); /* of the invitation */
    feed("** You're now refusing to play with someone.");
    expect("send toggle ready\n");
    feed("** You're now ready to invite or join someone.");
    expect("");
}

CASE(ready_set_by_an_invitation_is_not_fought)
{
    reach_ready();
    set_ready(true);
    feed("** You're now ready to invite or join someone.");
    set_ready(false);
    feed("** You're now refusing to play with someone.");
    forget();
    feed(OWN_WHO("-", "1"));
    wait_ms(10 * 1000);
    expect("");
    assert_true(fibs_session_account(f.session)->is_ready);
}

TEST_MAIN(NULL, NULL)
