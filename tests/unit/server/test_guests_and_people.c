/* Registration, log-in by hand, telnet prompts, drawn boards, watching. */
#include <stdlib.h>
#include <string.h>

#include "tests/fibsd/visitor.h"
#include "tests/unit/test_case.h"

static int open_core(void **state)
{
    struct fibsd_config config;
    fibsd_config_default(&config);
    config.inviter_colour = 1;
    struct fibsd *core = fibsd_new(&config);
    assert_non_null(core);
    assert_true(fibsd_add_account(core, "anna", "secret", 1500.0, 100));
    assert_true(fibsd_add_account(core, "bert", "secret", 1500.0, 100));
    *state = core;
    return 0;
}

static int close_core(void **state)
{
    fibsd_free(*state);
    return 0;
}

#define IN_CORE(claim) TEST_WITH(claim, open_core, close_core)

static void expect(struct visitor *visitor, const char *line)
{
    const char *got = visitor_line(visitor);
    assert_non_null(got);
    assert_string_equal(got, line);
}

static void arrive(struct visitor *visitor, struct fibsd *core)
{
    visitor_arrive(visitor, core, "192.0.2.1");
    visitor_flush(visitor);
}

/* What has come, all of it, ends with `end` and holds `part`. */
static void expect_answer(struct visitor *visitor, const char *part, const char *end)
{
    size_t size;
    char all[4096];
    const char *bytes = fibsd_output(visitor->connection, &size);
    assert_true(size < sizeof all && size >= strlen(end));
    memcpy(all, bytes, size);
    all[size] = '\0';
    fibsd_sent(visitor->connection, size);
    if (strstr(all, part) == NULL || strcmp(all + size - strlen(end), end) != 0) {
        fail_msg("'%s' and at its end '%s' wanted, but got '%s'", part, end, all);
    }
}

IN_CORE(guest_registers_with_a_name_and_a_password)
{
    static const char ask[] = "\xff\xfb\x01Please give your password: ";
    static const struct {
        const char *typed;
        const char *part;
        const char *end;
    } steps[] = {
        {"login x 1008 guest guest", "Welcome to FIBS. You just logged in as guest.",
         "ONE USERNAME PER PERSON ONLY!!!\r\n> "},
        {"name anna", "** Please use another name. 'anna' is already used by someone",
         "else.\r\n> "},
        {"name a-b", "** Your name may only contain letters and the", " _ .\r\n> "},
        {"name carla", "Your name will be carla\r\nType in no password and hit", ask},
        {"", "** No password given. Please choose a new name\r\n", "> "},
        {"name carla", "Your name will be carla\r\n", ask},
        {"abc", "Minimal password length is 4 characters.\r\n",
         "Please give your password: "},
        {"abcd", "", "Please retype your password: "},
        {"abce", "** The two passwords were not identical. Please give them again. ",
         "Password: "},
        {"abcd", "", "Please retype your password: "},
        {"abcd",
         "\xff\xfc\x01You are registered.\r\nType 'help beginner' to get started.\r\n",
         "> "},
        {"back", "** You're not away.", "\r\n> "}, /* he is logged in */
    };
    struct visitor guest;
    arrive(&guest, *state);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        visitor_send(&guest, steps[i].typed);
        expect_answer(&guest, steps[i].part, steps[i].end);
    }
    visitor_send(&guest, "bye");
    assert_true(fibsd_is_closing(guest.connection));
    struct visitor carla;
    assert_true(visitor_login(&carla, *state, "carla", "abcd"));
    visitor_send(&carla, "rawwho carla");
    assert_non_null(visitor_find(&carla, "5 carla - - 0 0 1500.00 0 "));
}

/* It is not of 1970, from nowhere. */
IN_CORE(last_login_of_a_new_account_is_its_first)
{
    struct visitor anna, bert;
    arrive(&anna, *state);
    visitor_send(&anna, "login x 1008 anna secret");
    const char *welcome = visitor_find(&anna, "1 anna ");
    assert_non_null(welcome);
    assert_true(strtol(welcome + 7, NULL, 10) > 1000000000);
    assert_non_null(strstr(welcome, "192.0.2.1"));
    visitor_send(&anna, "whois bert");
    assert_non_null(visitor_find(&anna, "Information about bert:"));
    assert_null(strstr(visitor_line(&anna), "Last login")); /* he has none */
    while (visitor_line(&anna) != NULL) {
    }
    assert_true(visitor_login(&bert, *state, "bert", "secret"));
    visitor_send(&anna, "whois bert");
    assert_non_null(visitor_find(&anna, "  Last login:  "));
}

IN_CORE(person_logs_in_by_hand_and_gets_prompts)
{
    struct visitor person;
    arrive(&person, *state);
    visitor_send(&person, "anna");
    assert_string_equal(visitor_rest(&person), "\xff\xfb\x01password: ");
    visitor_send(&person, "wrong");
    assert_non_null(visitor_find(&person, "Login incorrect"));
    assert_string_equal(visitor_rest(&person), "login: ");
    visitor_send(&person, "anna");
    visitor_send(&person, "secret");
    assert_non_null(visitor_find(&person, "** User anna authenticated."));
    /* two blanks before "from": seen live in 2018 */
    expect(&person, "** Last login: Tue Nov 14 22:13:20 2023  from 192.0.2.1");
    while (visitor_line(&person) != NULL) {
    }
    assert_string_equal(visitor_rest(&person), "> ");
    visitor_send(&person, "who");
    expect(&person, "> No  S  username        rating   exp login  idle from");
    expect(&person, " 1 -   anna           1500.00   100 22:13  0:00 192.0.2.1");
    struct visitor other;
    assert_true(visitor_login(&other, *state, "bert", "secret"));
    assert_non_null(visitor_find(&person, "bert logs in."));
    visitor_send(&other, "shout hello");
    assert_non_null(visitor_find(&person, "bert shouts: hello"));
    assert_string_equal(visitor_rest(&person), "> ");
}

IN_CORE(connect_is_telnet_style_without_prompts)
{
    struct visitor person;
    arrive(&person, *state);
    visitor_send(&person, "connect anna secret");
    assert_non_null(visitor_find(&person, "** User anna authenticated."));
    while (visitor_line(&person) != NULL) {
    }
    assert_string_equal(visitor_rest(&person), "");
    visitor_send(&person, "back");
    expect(&person, "** You're not away.");
    assert_string_equal(visitor_rest(&person), "");
}

/* A CLIP log-in that failed leaves "> " and pushes behind; a good one of any kind ends that. */
IN_CORE(a_good_log_in_by_hand_ends_the_pushes_of_a_failed_one)
{
    struct visitor person, program;
    arrive(&person, *state);
    visitor_send(&person, "login me 1008 anna wrong");
    visitor_send(&person, "connect anna secret");
    assert_non_null(visitor_find(&person, "login: ** User anna authenticated."));
    visitor_flush(&person);
    assert_true(visitor_login(&program, *state, "bert", "secret"));
    visitor_send(&program, "shout hello");
    expect(&person, "bert logs in.");
    expect(&person, "bert shouts: hello");
    assert_null(visitor_line(&person));
}

IN_CORE(a_wrong_command_gets_the_nearest_one)
{
    struct visitor person, program;
    arrive(&person, *state);
    visitor_send(&person, "connect anna secret");
    while (visitor_line(&person) != NULL) {
    }
    visitor_send(&person, "bakc");
    expect(&person, "** Unknown command: 'bakc'");
    expect(&person, "** Did you mean 'back'?");
    assert_true(visitor_login(&program, *state, "bert", "secret"));
    visitor_flush(&program);
    visitor_send(&program, "bakc");
    expect(&program, "** Unknown command: 'bakc'");
    assert_null(visitor_line(&program));
}

IN_CORE(five_wrong_passwords_close_the_connection)
{
    struct visitor stranger;
    arrive(&stranger, *state);
    for (int i = 0; i < 5; i++) {
        assert_false(fibsd_is_closing(stranger.connection));
        visitor_send(&stranger, "connect anna wrong");
        fibsd_tick(*state, (i + 1) * 100000);
    }
    assert_true(fibsd_is_closing(stranger.connection));
}

/* After three free ones each try waits, the right one and one from another line, too; not
 * so who comes from another address, or under another name. */
IN_CORE(tries_of_a_password_wait_longer_each_time)
{
    struct visitor stranger, second, owner;
    arrive(&stranger, *state);
    for (int i = 0; i < 3; i++) {
        visitor_send(&stranger, "connect anna wrong");
        assert_false(fibsd_is_held(stranger.connection));
    }
    visitor_flush(&stranger);
    visitor_send(&stranger, "connect anna wrong");
    assert_true(fibsd_is_held(stranger.connection));
    fibsd_tick(*state, 999);
    assert_null(visitor_line(&stranger));
    fibsd_tick(*state, 1000);
    expect(&stranger, "Login incorrect");
    arrive(&second, *state);
    visitor_send(&second, "connect anna secret");
    fibsd_tick(*state, 2999);
    assert_true(fibsd_is_held(second.connection));
    visitor_arrive(&owner, *state, "192.0.2.99");
    visitor_flush(&owner);
    visitor_send(&owner, "connect anna secret");
    expect(&owner, "** User anna authenticated.");
    visitor_flush(&stranger);
    visitor_send(&stranger, "connect bert secret");
    expect(&stranger, "** User bert authenticated.");
    fibsd_tick(*state, 3000);
    expect(&second, "** Warning: You are already logged in.");
    expect(&second, "** User anna authenticated.");
    visitor_send(&second, "bye");
    arrive(&second, *state);
    visitor_send(&second, "connect anna wrong"); /* the right one forgot the others */
    expect(&second, "Login incorrect");
}

static void register_guest(struct visitor *guest, struct fibsd *core, const char *host,
                           const char *name)
{
    char line[80];
    visitor_arrive(guest, core, host);
    visitor_send(guest, "guest");
    FORMAT_TEXT(line, "name %s", name);
    visitor_send(guest, line);
    visitor_send(guest, "secret");
    visitor_send(guest, "secret");
}

TEST(an_address_makes_so_many_accounts_an_hour)
{
    struct fibsd_config config;
    fibsd_config_default(&config);
    config.new_accounts = 2;
    config.new_accounts_all = 3;
    struct fibsd *core = fibsd_new(&config);
    struct visitor guest;
    register_guest(&guest, core, "192.0.2.1", "one");
    register_guest(&guest, core, "192.0.2.1", "two");
    assert_true(fibsd_has_account(core, "two"));
    register_guest(&guest, core, "192.0.2.1", "three");
    expect_answer(&guest, "** There are too many new accounts.", "an hour.\r\n");
    assert_true(fibsd_is_closing(guest.connection));
    register_guest(&guest, core, "127.0.0.1", "four");
    register_guest(&guest, core, "127.0.0.1", "five");
    assert_false(fibsd_has_account(core, "five")); /* too many in all */
    fibsd_tick(core, 3600000);
    register_guest(&guest, core, "192.0.2.1", "six");
    assert_true(fibsd_has_account(core, "six"));
    fibsd_free(core);
}

static void start_match(struct visitor *anna, struct visitor *bert, struct fibsd *core)
{
    static const int dice[] = {6, 2};
    assert_true(visitor_login(anna, core, "anna", "secret"));
    assert_true(visitor_login(bert, core, "bert", "secret"));
    visitor_send(bert, "toggle ready");
    visitor_load_dice(core, dice, 2);
    visitor_send(anna, "set boardstyle 1");
    visitor_send(anna, "invite bert 5");
    visitor_send(bert, "join anna");
}

IN_CORE(board_is_drawn_with_13_to_24_on_top_for_o)
{
    struct visitor anna;
    struct visitor bert;
    start_match(&anna, &bert, *state);
    assert_non_null(visitor_find(&anna, "It's your turn to move."));
    const char *top = visitor_line(&anna);
    assert_non_null(strstr(top, "+13-14-15-16-17-18-"));
    assert_non_null(strstr(top, "-19-20-21-22-23-24-+ X: bert - score: 0"));
    assert_non_null(visitor_find(&anna, "  v|"));
    const char *bottom = visitor_find(&anna, "   +12-11-10--9--8--7-");
    assert_non_null(bottom);
    assert_non_null(strstr(bottom, "--6--5--4--3--2--1-+ O: anna - score: 0"));
    expect(&anna, "");
    expect(&anna, "   BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 6 2.");
    assert_null(visitor_line(&anna));
}

IN_CORE(watcher_sees_the_game_by_names)
{
    struct fibsd *core = *state;
    struct visitor anna;
    struct visitor bert;
    struct visitor carl;
    assert_true(fibsd_add_account(core, "carl", "secret", 1500.0, 100));
    assert_true(visitor_login(&carl, core, "carl", "secret"));
    visitor_send(&carl, "set boardstyle 3");
    start_match(&anna, &bert, core);
    visitor_flush(&carl);
    visitor_send(&carl, "watch bert");
    assert_string_equal(visitor_news(&carl), "You're now watching bert.");
    assert_non_null(strstr(visitor_news(&carl), "board:bert:anna:5:0:0:"));
    assert_non_null(visitor_find(&bert, "carl is watching you."));
    assert_non_null(visitor_find(&anna, "carl starts watching bert."));
    visitor_flush(&carl);
    visitor_send(&anna, "move 24-18 13-11");
    assert_string_equal(visitor_news(&carl), "anna moves 24-18 13-11 .");
    assert_non_null(strstr(visitor_news(&carl), "board:bert:anna:5:0:0:"));
    visitor_send(&carl, "pip");
    assert_string_equal(visitor_news(&carl), "Pipcounts: bert 167   anna 159");
    visitor_send(&bert, "double");
    assert_string_equal(visitor_news(&carl), "bert doubles.");
    visitor_send(&anna, "reject");
    assert_string_equal(visitor_news(&carl), "anna gives up. bert wins 1 point.");
    assert_non_null(strstr(visitor_news(&carl), "score in 5 point match:"));
    visitor_send(&bert, "bye");
    assert_non_null(
        visitor_find(&carl, "bert logs out.. You're not watching anymore."));
}

IN_CORE(who_gags_hears_what_the_opponent_says_at_the_board)
{
    struct visitor anna;
    struct visitor bert;
    struct visitor carl;
    assert_true(fibsd_add_account(*state, "carl", "secret", 1500.0, 100));
    assert_true(visitor_login(&carl, *state, "carl", "secret"));
    start_match(&anna, &bert, *state);
    visitor_send(&carl, "watch anna");
    visitor_send(&anna, "gag bert");
    visitor_send(&anna, "gag carl");
    visitor_flush(&anna);
    visitor_send(&bert, "tell anna one");
    visitor_send(&carl, "kibitz two");
    visitor_send(&bert, "say three");
    visitor_send(&bert, "kibitz four");
    assert_string_equal(visitor_news(&anna), "12 bert three");
    assert_string_equal(visitor_news(&anna), "15 bert four");
    assert_null(visitor_news(&anna));
}

IN_CORE(who_is_blinded_by_a_part_of_his_name_sees_no_more)
{
    struct visitor anna;
    struct visitor bert;
    start_match(&anna, &bert, *state);
    visitor_send(&bert, "leave");
    visitor_send(&bert, "watch anna");
    visitor_flush(&bert);
    visitor_send(&anna, "blind ber");
    assert_non_null(visitor_find(&anna, "** You blind bert."));
    assert_non_null(visitor_find(&bert, "anna bans you from watching."));
    visitor_send(&bert, "unwatch");
    assert_string_equal(visitor_news(&bert), "** You're not watching.");
}

IN_CORE(silent_client_is_sent_away_and_his_match_saved)
{
    struct visitor anna;
    struct visitor bert;
    start_match(&anna, &bert, *state);
    fibsd_tick(*state, 3000 * 1000);
    visitor_send(&bert, "whois anna");
    assert_non_null(visitor_find(&bert, "  Still logged in. 50:00 minutes idle."));
    visitor_flush(&bert);
    fibsd_tick(*state, 3600 * 1000);
    assert_non_null(visitor_find(&anna, "Connection timed out."));
    assert_true(fibsd_is_closing(anna.connection));
    assert_string_equal(visitor_news(&bert),
                        "Connection with anna timed out. The game was saved.");
    assert_non_null(visitor_find(&bert, "8 anna Connection with anna timed out."));
}

IN_CORE(restart_is_announced_and_saves_matches)
{
    struct visitor anna;
    struct visitor bert;
    start_match(&anna, &bert, *state);
    fibsd_announce_restart(*state, 10);
    assert_non_null(
        visitor_find(&bert, "*** ATTENTION ! FIBS will restart in 10 seconds"));
    fibsd_announce_restart(*state, 1);
    assert_non_null(
        visitor_find(&bert, "*** ATTENTION ! FIBS will restart in 1 second"));
    fibsd_announce_restart(*state, 0);
    assert_true(fibsd_is_closing(anna.connection));
    assert_true(fibsd_is_closing(bert.connection));
    visitor_vanish(&anna);
    assert_true(visitor_login(&anna, *state, "anna", "secret"));
    visitor_send(&anna, "show savedcount anna");
    assert_non_null(visitor_find(&anna, "anna has 1 saved game."));
}

TEST_MAIN(NULL, NULL)
