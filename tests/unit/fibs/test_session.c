/* The session once it is logged in: one command at a time, whatever the server says. */
#include <string.h>

#include "tests/unit/fibs/session_harness.h"
#include "tests/unit/test_case.h"

/* ---- the queue ------------------------------------------------------------------- */

CASE(next_command_waits_for_the_answer)
{
    reach_ready();
    assert_true(send_plain(FIBS_CMD_ROLL));
    assert_true(send_plain(FIBS_CMD_BOARD));
    expect("send roll\n");
    feed("13 opp_c Anybody for a 5 point match?");
    feed("opp_b rolls 3 and 1.");
    expect("");
    assert_false(fibs_session_queue_is_empty(f.session));
    feed("You roll 3 and 1.");
    expect("send board\n");
    feed("** You're not playing.");
    expect("");
    assert_true(fibs_session_queue_is_empty(f.session));
}

CASE(next_command_goes_out_when_no_answer_comes)
{
    reach_ready();
    (void)send_plain(FIBS_CMD_ROLL);
    (void)send_plain(FIBS_CMD_BOARD);
    forget();
    wait_ms(f.config.acknowledge_ms - 1);
    expect("");
    wait_ms(1);
    expect("notice no answer to 'roll'\nsend board\n");
}

CASE(question_whose_answer_is_not_known_only_takes_its_time)
{
    struct fibs_command command;
    reach_ready();
    assert_true(fibs_command_question(&command, "average opp_a"));
    assert_true(fibs_session_send(f.session, f.now, &command));
    (void)send_plain(FIBS_CMD_BOARD);
    take();
    expect("send average opp_a\n");
    wait_ms(f.config.acknowledge_ms);
    expect("send board\n");
}

CASE(any_refusal_answers)
{
    static const char *const refusals[] = {
        "** It's not your turn to roll the dice.",
        "** opp_a hasn't accepted or rejected your resign yet.",
        "** You did already roll the dice.",
        "** something nobody has heard of",
        "You are not playing.",
        "The command `roll' is not yet implemented.",
    };
    reach_ready();
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        (void)send_plain(FIBS_CMD_ROLL);
        assert_false(fibs_session_queue_is_empty(f.session));
        feed(refusals[i]);
        assert_true(fibs_session_queue_is_empty(f.session));
    }
}

CASE(starred_news_of_others_is_no_answer)
{
    static const char *const news[] = {
        "** Player opp_a has joined you for a 3 point match.",
        "** Player opp_a has left the game. The game was saved.",
        "** FINALLY!!! opp_c logs in.",
        "** 1 user heard you.",
    };
    reach_ready();
    (void)send_plain(FIBS_CMD_ROLL);
    for (size_t i = 0; i < sizeof news / sizeof news[0]; i++) {
        feed(news[i]);
        assert_false(fibs_session_queue_is_empty(f.session));
    }
}

/* A command, and a line of the server that answers it. */
CASE(every_command_has_its_answer)
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
    reach_ready();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(send_plain(rows[i].id));
        assert_false(fibs_session_queue_is_empty(f.session));
        feed(rows[i].answer);
        assert_true(fibs_session_queue_is_empty(f.session));
    }
}

CASE(answer_glued_behind_another_line_counts)
{
    reach_ready();
    (void)send_plain(FIBS_CMD_TIME);
    f.hears_messages = true;
    forget();
    feed("board:You:opp_a:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:1:-5:4:0:0:0:-3:1:-5:0:0:0:0:"
         "1:0:-1:0:0:4:2:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0"
         "** It's not your turn to roll the dice.");
    expect("message board\nmessage err_not_turn_roll\n");
    assert_true(fibs_session_queue_is_empty(f.session));
}

CASE(messages_glued_in_one_line_are_all_given)
{
    reach_ready();
    f.hears_messages = true;
    feed("board:You:opp_a:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:1:-5:4:0:0:0:-3:1:-5:0:0:0:0:"
         "1:0:-1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:05 our_bot opp_a - 0 0 "
         "1439.79 1262 410 1041251697 host.example.org - -");
    expect("message board\nmessage clip_who_info\n");
    assert_string_equal(fibs_session_account(f.session)->opponent, "opp_a");
}

CASE(endless_glue_is_cut)
{
    static const char roll[] = "opp_a rolls 6 and 4.";
    char line[(sizeof roll - 1) * 100 + 1];
    for (size_t i = 0; i < 100; i++) {
        memcpy(line + i * (sizeof roll - 1), roll, sizeof roll);
    }
    reach_ready();
    int before = f.messages;
    feed(line);
    assert_int_equal(f.messages - before, 8);
    expect("notice more than 8 messages in one line: the rest is dropped\n");
}

CASE(equal_commands_do_not_pile_up)
{
    reach_ready();
    (void)send_plain(FIBS_CMD_ROLL);
    for (int i = 0; i < 100; i++) {
        assert_true(send_plain(FIBS_CMD_BOARD));
    }
    forget();
    feed("You roll 3 and 1.");
    expect("send board\n");
    feed("** You're not playing.");
    expect("");
}

CASE(full_queue_says_no)
{
    reach_ready();
    (void)send_plain(FIBS_CMD_ROLL); /* in flight */
    for (int i = 0; i < 32; i++) {
        char text[16];
        FORMAT_TEXT(text, "text %d", i);
        assert_true(send_kibitz(text));
    }
    assert_false(send_kibitz("one too many"));
}

CASE(game_commands_that_wait_can_be_forgotten)
{
    reach_ready();
    (void)send_plain(FIBS_CMD_TIME);
    (void)send_plain(FIBS_CMD_ROLL);
    (void)send_kibitz("hello");
    (void)send_plain(FIBS_CMD_DOUBLE);
    (void)send_plain(FIBS_CMD_JOIN);
    (void)send_plain(FIBS_CMD_LEAVE);
    (void)send_plain(FIBS_CMD_BOARD);
    forget();
    fibs_session_forget_game_commands(f.session);
    wait_ms(10 * f.config.acknowledge_ms);
    expect("notice no answer to 'time'\nsend kibitz hello\n"
           "notice no answer to 'kibitz'\nsend board\n"
           "notice no answer to 'board'\n");
}

CASE(sessions_own_commands_are_refused)
{
    struct fibs_command command;
    reach_ready();
    assert_false(send_plain(FIBS_CMD_BYE));
    assert_true(fibs_command_toggle(&command, "ready"));
    assert_false(fibs_session_send(f.session, f.now, &command));
    assert_true(fibs_command_set(&command, "boardstyle", "1"));
    assert_false(fibs_session_send(f.session, f.now, &command));
    expect("");
}

CASE(nothing_is_sent_when_not_logged_in)
{
    assert_false(send_plain(FIBS_CMD_ROLL));
    reach_login_sent();
    assert_false(send_plain(FIBS_CMD_ROLL));
    set_ready(true);
    feed("1 our_bot 1699990000 192.0.2.10");
    forget();
    assert_true(send_plain(FIBS_CMD_BOARD)); /* waits for the settings */
    expect("");
}

/* ---- hostile servers ------------------------------------------------------------- */

CASE(flood_changes_nothing)
{
    reach_ready();
    int before = f.messages;
    for (int i = 0; i < 10000; i++) {
        feed("5 opp_a - - 1 0 1588.00 90 4 1700000000 198.51.100.8 - -");
        feed("6");
        feed("13 opp_a Anybody for a 5 point match?");
    }
    assert_int_equal(f.messages - before, 30000);
    expect("");
    (void)send_plain(FIBS_CMD_ROLL);
    expect("send roll\n");
}

CASE(messages_not_taken_are_gone_with_the_next_line)
{
    struct fibs_event event;
    reach_ready();
    fibs_session_line(f.session, f.now, "13 opp_a first");
    fibs_session_line(f.session, f.now, "13 opp_a second");
    assert_true(fibs_session_next_event(f.session, &event));
    assert_true(fibs_slice_is(event.message->texts[0], "second"));
    assert_false(fibs_session_next_event(f.session, &event));
}

CASE(caller_who_takes_no_events_loses_the_connection)
{
    reach_ready();
    for (int i = 0; i < 1000; i++) {
        f.now += f.config.acknowledge_ms;
        fibs_session_tick(f.session, f.now);
        struct fibs_command command;
        assert_true(fibs_command_plain(&command, FIBS_CMD_BOARD));
        (void)fibs_session_send(f.session, f.now, &command);
    }
    take();
    assert_non_null(strstr(f.transcript, "close: events were not taken\n"));
}

CASE(overlong_line_is_cut)
{
    char line[3 * 4096];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    reach_ready();
    int before = f.messages;
    feed(line);
    assert_int_equal(f.messages - before, 1);
}

CASE(unsolicited_board_after_login_reaches_the_player)
{
    reach_ready();
    f.hears_messages = true;
    feed("board:You:opp_a:5:1:2:0:-1:0:0:1:-2:4:2:3:0:0:0:-4:3:0:0:-1:-3:0:-4:2:0:0:"
         "0:0:0:1:5:3:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0");
    expect("message board\n");
}

TEST_MAIN(NULL, NULL)
