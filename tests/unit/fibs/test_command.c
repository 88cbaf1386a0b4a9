/* The commands, letter by letter, and what must never be sent. */
#include <string.h>

#include "fibs/board.h"
#include "fibs/command.h"
#include "tests/unit/test_case.h"

static void assert_refused(bool is_good, const struct fibs_command *cmd)
{
    assert_false(is_good);
    assert_int_equal(cmd->id, FIBS_CMD_NONE);
    assert_string_equal(cmd->text, "");
}

TEST(plain_commands_are_spelt_out)
{
    static const struct {
        enum fibs_command_id id;
        const char *want;
    } cases[] = {
        {FIBS_CMD_BYE, "bye"},       {FIBS_CMD_SAVE, "save"},
        {FIBS_CMD_TIME, "time"},     {FIBS_CMD_SHOW_SAVED, "show saved"},
        {FIBS_CMD_LEAVE, "leave"},   {FIBS_CMD_BOARD, "board"},
        {FIBS_CMD_ROLL, "roll"},     {FIBS_CMD_DOUBLE, "double"},
        {FIBS_CMD_ACCEPT, "accept"}, {FIBS_CMD_REJECT, "reject"},
        {FIBS_CMD_BACK, "back"},     {FIBS_CMD_REDOUBLE, "redouble"},
        {FIBS_CMD_JOIN, "join"},
    };
    struct fibs_command cmd;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(fibs_command_plain(&cmd, cases[i].id));
        assert_int_equal(cmd.id, cases[i].id);
        assert_string_equal(cmd.text, cases[i].want);
    }
    assert_refused(fibs_command_plain(&cmd, FIBS_CMD_MOVE), &cmd);
    assert_refused(fibs_command_plain(&cmd, FIBS_CMD_TELL), &cmd);
    assert_refused(fibs_command_plain(&cmd, FIBS_CMD_NONE), &cmd);
    assert_refused(fibs_command_plain(&cmd, FIBS_CMD_COUNT), &cmd);
}

TEST(every_command_has_a_name)
{
    for (int id = FIBS_CMD_NONE; id < FIBS_CMD_COUNT; id++) {
        assert_true(strlen(fibs_command_name((enum fibs_command_id)id)) > 0);
    }
    assert_string_equal(fibs_command_name(FIBS_CMD_SHOW_SAVED_COUNT),
                        "show savedcount");
}

TEST(login_is_one_line_and_its_password_is_masked)
{
    struct fibs_command cmd;
    char masked[200];
    assert_true(fibs_command_login(&cmd, "fibsbot_0.1", "our_bot", "pass word"));
    assert_string_equal(cmd.text, "login fibsbot_0.1 1008 our_bot pass word");
    fibs_command_masked(&cmd, masked, sizeof masked);
    assert_string_equal(masked, "login fibsbot_0.1 1008 our_bot ***");
    assert_true(fibs_command_plain(&cmd, FIBS_CMD_ROLL));
    fibs_command_masked(&cmd, masked, sizeof masked);
    assert_string_equal(masked, "roll");
}

TEST(bad_logins_are_refused)
{
    static const char *const cases[][3] = {
        {"", "our_bot", "secret"},
        {"a_client_name_21_chrs", "our_bot", "secret"},
        {"a b", "our_bot", "secret"},
        {"client", "", "secret"},
        {"client", "our bot", "secret"},
        {"client", "our:bot", "secret"},
        {"client", "our_bot", ""},
        {"client", "our_bot", "sec\nret"},
        {"client", "our_bot", " secret"},
        {"client", "our_bot", "secret "},
        {"client", "our_bot",
         "s\xe9"
         "cret"},
        {"client", "9our_bot", "secret"},
    };
    struct fibs_command cmd;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_refused(fibs_command_login(&cmd, cases[i][0], cases[i][1], cases[i][2]),
                       &cmd);
    }
    assert_true(fibs_command_login(&cmd, "a_client_name_20_chr", "our_bot", "secret"));
    char password[130];
    memset(password, 'x', 129);
    password[129] = '\0';
    assert_refused(fibs_command_login(&cmd, "client", "our_bot", password), &cmd);
    password[128] = '\0';
    assert_true(fibs_command_login(&cmd, "client", "our_bot", password));
}

TEST(settings)
{
    struct fibs_command cmd;
    assert_true(fibs_command_set(&cmd, "boardstyle", "3"));
    assert_string_equal(cmd.text, "set boardstyle 3");
    assert_true(fibs_command_toggle(&cmd, "moreboards"));
    assert_string_equal(cmd.text, "toggle moreboards");
    assert_refused(fibs_command_set(&cmd, "boardstyle", ""), &cmd);
    assert_refused(fibs_command_set(&cmd, "boardstyle", "3\r\nbye"), &cmd);
    assert_refused(fibs_command_toggle(&cmd, "a b"), &cmd);
}

TEST(commands_about_a_user)
{
    struct fibs_command cmd;
    char name[80] = "";
    assert_true(fibs_command_user(&cmd, FIBS_CMD_RAWWHO, "opp_a"));
    assert_string_equal(cmd.text, "rawwho opp_a");
    assert_true(fibs_command_user(&cmd, FIBS_CMD_JOIN, "Opp_2"));
    assert_string_equal(cmd.text, "join Opp_2");
    assert_true(fibs_command_user(&cmd, FIBS_CMD_SHOW_SAVED_COUNT, "opp_a"));
    assert_string_equal(cmd.text, "show savedcount opp_a");
    assert_refused(fibs_command_user(&cmd, FIBS_CMD_ROLL, "opp_a"), &cmd);
    assert_refused(fibs_command_user(&cmd, FIBS_CMD_RAWWHO, ""), &cmd);
    assert_refused(fibs_command_user(&cmd, FIBS_CMD_RAWWHO, "a\xc3\xa9"), &cmd);
    memset(name, 'a', FIBS_NAME_MAX);
    assert_refused(fibs_command_user(&cmd, FIBS_CMD_RAWWHO, name), &cmd);
    name[FIBS_NAME_MAX - 1] = '\0';
    assert_true(fibs_command_user(&cmd, FIBS_CMD_RAWWHO, name));
}

TEST(invitations)
{
    struct fibs_command cmd;
    assert_true(fibs_command_invite(&cmd, "opp_a", 5));
    assert_string_equal(cmd.text, "invite opp_a 5");
    assert_true(fibs_command_invite(&cmd, "opp_a", FIBS_UNLIMITED));
    assert_string_equal(cmd.text, "invite opp_a unlimited");
    assert_true(fibs_command_invite(&cmd, "opp_a", 0));
    assert_string_equal(cmd.text, "invite opp_a");
    assert_refused(fibs_command_invite(&cmd, "opp_a", -1), &cmd);
    assert_refused(fibs_command_invite(&cmd, "opp_a", 100), &cmd);
    assert_true(fibs_command_invite(&cmd, "opp_a", 99));
    assert_refused(fibs_command_invite(&cmd, "-", 5), &cmd);
}

TEST(moves)
{
    static const struct {
        struct fibs_hop hops[5];
        int count;
        const char *want; /* NULL: refused */
    } cases[] = {
        {{{24, 18}, {13, 11}}, 2, "move 24-18 13-11"},
        {{{FIBS_BAR, 20}, {1, 7}}, 2, "move bar-20 1-7"},
        {{{6, FIBS_OFF}}, 1, "move 6-off"},
        {{{6, FIBS_OFF}, {6, FIBS_OFF}, {5, FIBS_OFF}, {24, 1}},
         4,
         "move 6-off 6-off 5-off 24-1"},
        {{{24, 18}}, 0, NULL},
        {{{8, 7}, {7, 6}, {6, 5}, {5, 4}, {4, 3}}, 5, NULL},
        {{{0, 5}}, 1, NULL},
        {{{25, 20}}, 1, NULL},
        {{{6, 0}}, 1, NULL},
        {{{FIBS_OFF, 3}}, 1, NULL},
        {{{3, FIBS_BAR}}, 1, NULL},
    };
    struct fibs_command cmd;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool is_good = fibs_command_move(&cmd, cases[i].hops, cases[i].count);
        if (cases[i].want == NULL) {
            assert_refused(is_good, &cmd);
        } else {
            assert_true(is_good);
            assert_int_equal(cmd.id, FIBS_CMD_MOVE);
            assert_string_equal(cmd.text, cases[i].want);
        }
    }
}

TEST(resignations)
{
    static const char *const want[] = {"resign n", "resign g", "resign b"};
    struct fibs_command cmd;
    for (int games = 1; games <= 3; games++) {
        assert_true(fibs_command_resign(&cmd, games));
        assert_string_equal(cmd.text, want[games - 1]);
    }
    assert_refused(fibs_command_resign(&cmd, 0), &cmd);
    assert_refused(fibs_command_resign(&cmd, 4), &cmd);
}

TEST(talk_is_one_line_of_printable_text)
{
    struct fibs_command cmd;
    assert_true(fibs_command_tell(&cmd, FIBS_CMD_TELL, "opp_a", "good luck"));
    assert_string_equal(cmd.text, "tell opp_a good luck");
    assert_true(fibs_command_tell(&cmd, FIBS_CMD_MESSAGE, "opp_a", "later?"));
    assert_string_equal(cmd.text, "message opp_a later?");
    assert_true(fibs_command_chat(&cmd, FIBS_CMD_KIBITZ, "thanks"));
    assert_string_equal(cmd.text, "kibitz thanks");
    assert_true(fibs_command_chat(&cmd, FIBS_CMD_SAY, "hello"));
    assert_string_equal(cmd.text, "say hello");
    assert_refused(fibs_command_chat(&cmd, FIBS_CMD_SAY, "hi\nresign b"), &cmd);
    assert_refused(fibs_command_chat(&cmd, FIBS_CMD_SAY,
                                     "gr\xfc\xdf"
                                     "e"),
                   &cmd);
    assert_refused(fibs_command_chat(&cmd, FIBS_CMD_SAY, "\x7f"), &cmd);
    assert_refused(fibs_command_chat(&cmd, FIBS_CMD_SAY, "   "), &cmd);
    assert_refused(fibs_command_chat(&cmd, FIBS_CMD_TELL, "hello"), &cmd);
    assert_refused(fibs_command_tell(&cmd, FIBS_CMD_SAY, "opp_a", "hello"), &cmd);
    assert_refused(fibs_command_tell(&cmd, FIBS_CMD_TELL, "opp a", "hello"), &cmd);
}

TEST(a_long_text_is_cut)
{
    static char text[4000];
    memset(text, 'x', sizeof text - 1);
    struct fibs_command cmd;
    assert_true(fibs_command_chat(&cmd, FIBS_CMD_KIBITZ, text));
    assert_int_equal(strlen(cmd.text), FIBS_COMMAND_MAX - 1);
}

TEST(questions_only_ask)
{
    static const char *const good[] = {
        "toggle",        "show games",    "watch opp_a", "whois opp_a",
        "average opp_a", "ratings opp_a", "help roll",   "oldmoves opp_a",
        "look opp_a",    "where opp_a",   "pip",         "last"};
    static const char *const bad[] = {"toggle ready",
                                      "set boardstyle 1",
                                      "join",
                                      "away gone",
                                      "gag opp_a",
                                      "blind opp_a",
                                      "waitfor opp_a",
                                      "last opp_a",
                                      "pip 1",
                                      "tell opp_a hello",
                                      "watch opp_a\r\nroll",
                                      "",
                                      "bye"};
    struct fibs_command command;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(fibs_command_question(&command, good[i]));
        assert_int_equal(command.id, FIBS_CMD_QUESTION);
        assert_string_equal(command.text, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(fibs_command_question(&command, bad[i]));
    }
}

TEST(a_text_tells_its_command)
{
    assert_int_equal(fibs_command_find("show saved"), FIBS_CMD_SHOW_SAVED);
    assert_int_equal(fibs_command_find("show savedcount opp_a"),
                     FIBS_CMD_SHOW_SAVED_COUNT);
    assert_int_equal(fibs_command_find("rolled"), FIBS_CMD_NONE);
    assert_int_equal(fibs_command_find("move 1-2"), FIBS_CMD_MOVE);
    assert_int_equal(fibs_command_find(""), FIBS_CMD_NONE);
}

TEST_MAIN(NULL, NULL)
