#include <string.h>

#include "fibs/bgammon/command.h"
#include "tests/unit/test_case.h"

static void expect_text(const struct bgammon_command *cmd, const char *text)
{
    assert_string_equal(cmd->text, text);
}

TEST(log_ins_are_of_guests_and_accounts)
{
    struct bgammon_command cmd;
    assert_true(bgammon_command_login(&cmd, "fibsbot-1.0/en", "BOT_a", ""));
    expect_text(&cmd, "lj fibsbot-1.0/en BOT_a");
    assert_true(bgammon_command_login(&cmd, "fibsbot-1.0/en", "BOT_azAZ09", ""));
    expect_text(&cmd, "lj fibsbot-1.0/en BOT_azAZ09");
    assert_true(bgammon_command_login(&cmd, "fibsbot-1.0/en", "BOT_a", "two words"));
    expect_text(&cmd, "lj fibsbot-1.0/en BOT_a two_words");
    assert_false(
        bgammon_command_login(&cmd, "fibsbot-1.0/en", "BOT_a", "line\nlogout"));
    assert_false(bgammon_command_login(&cmd, "fibsbot-1.0/en", "BOT a", "x"));
    assert_false(bgammon_command_login(&cmd, "fibsbot-1.0/en", "BOT-a", "x"));
    assert_false(bgammon_command_login(&cmd, "fibs bot", "BOT_a", "x"));
    assert_false(
        bgammon_command_login(&cmd, "fibsbot-1.0/en", "a_name_of_19_letter", "x"));
    expect_text(&cmd, "");
    assert_int_equal(cmd.id, BGAMMON_CMD_NONE);
}

TEST(plain_commands_are_those_of_a_player)
{
    static const struct {
        enum bgammon_command_id id;
        const char *text;
    } plain[] = {
        {BGAMMON_CMD_LIST, "list"},
        {BGAMMON_CMD_LEAVE, "leave"},
        {BGAMMON_CMD_ROLL, "roll"},
        {BGAMMON_CMD_DOUBLE, "double"},
        {BGAMMON_CMD_OK, "ok"},
        {BGAMMON_CMD_RESET, "reset"},
        {BGAMMON_CMD_RESIGN, "resign"},
        {BGAMMON_CMD_BOARD, "board"},
        {BGAMMON_CMD_DISCONNECT, "disconnect"},
        {BGAMMON_CMD_JOIN, NULL},
        {BGAMMON_CMD_MOVE, NULL},
        {BGAMMON_CMD_LOGIN, NULL},
        {BGAMMON_CMD_CREATE, NULL},
        {BGAMMON_COMMANDS, NULL},
    };
    struct bgammon_command cmd;
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        assert_int_equal(bgammon_command_plain(&cmd, plain[i].id),
                         plain[i].text != NULL);
        expect_text(&cmd, plain[i].text == NULL ? "" : plain[i].text);
    }
}

TEST(moves_have_possible_hops)
{
    static const struct bgammon_hop good[] = {
        {BGAMMON_BAR, 20}, {6, 1}, {1, BGAMMON_OFF}, {24, 18}, {8, 4}};
    static const struct bgammon_hop bad[] = {{0, 1}, {25, 20}, {27, 1}, {24, 26},
                                             {5, 6}, {6, 6},   {6, -1}, {26, 25}};
    struct bgammon_command cmd;
    assert_true(bgammon_command_move(&cmd, good, 4));
    expect_text(&cmd, "move 26/20 6/1 1/0 24/18");
    assert_false(bgammon_command_move(&cmd, good, 0));
    assert_false(bgammon_command_move(&cmd, good, 5));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(bgammon_command_move(&cmd, &bad[i], 1));
    }
}

static void expect_cut(const char *text, size_t length, const char *rest)
{
    char line[BGAMMON_SAID_MAX + 1];
    assert_string_equal(bgammon_said_next(text, line), rest);
    assert_int_equal(strlen(line), length);
    assert_memory_equal(line, text, length);
}

TEST(a_long_text_is_cut_at_a_word)
{
    char text[300] = "";
    memset(text, 'a', 195);
    strcpy(text + 195, " good luck");
    expect_cut(text, 200, "luck");
    strcpy(text + 195, "  goodluck");
    expect_cut(text, 196, "goodluck");
    memset(text, 'a', 201); /* no blank */
    strcpy(text + 201, "b");
    expect_cut(text, 200, "ab");
    expect_cut("good luck", 9, "");
    expect_cut("", 0, "");
}

TEST(texts_cannot_bring_another_command)
{
    struct bgammon_command cmd;
    assert_true(bgammon_command_say(&cmd, "hello\nresign"));
    expect_text(&cmd, "say hello resign");
    assert_true(bgammon_command_say(&cmd, "bient\xc3\xb4t\x7f!"));
    expect_text(&cmd, "say bient\xc3\xb4t !");
    assert_false(bgammon_command_say(&cmd, " \n "));
    char letters[401] = "x";
    for (size_t i = 1; i < sizeof letters - 2; i += 2) { /* of two bytes */
        memcpy(letters + i, "\xc3\xa4", 3);
    }
    assert_true(bgammon_command_say(&cmd, letters));
    assert_int_equal(strlen(cmd.text) % 2, strlen("say x") % 2); /* none is cut */
    assert_true(bgammon_command_create(&cmd, 5, "come and play"));
    expect_text(&cmd, "create public 5 0 come and play");
    assert_true(bgammon_command_create(&cmd, 127, ""));
    expect_text(&cmd, "create public 127 0");
    assert_false(bgammon_command_create(&cmd, 5, "a\nresign"));
    assert_false(bgammon_command_create(&cmd, 0, ""));
    assert_false(bgammon_command_create(&cmd, 128, ""));
    assert_true(bgammon_command_pong(&cmd, "1795450725"));
    expect_text(&cmd, "pong 1795450725");
    char longest[42];
    memset(longest, '7', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_true(bgammon_command_pong(&cmd, longest));
    expect_text(&cmd, "pong 0");
    assert_true(bgammon_command_pong(&cmd, "1\nresign"));
    expect_text(&cmd, "pong 0");
    assert_true(bgammon_command_autoplay(&cmd, true));
    expect_text(&cmd, "set autoplay 1");
}

/* ---- joining --------------------------------------------------------------------- */

static bool may_join(const char *own, bool is_person, const char *first,
                     const char *second)
{
    struct bgammon_board board = {.turn = 0};
    struct bgammon_command cmd;
    struct error err = {.text = ""};
    strcpy(board.players[0].name, first);
    strcpy(board.players[1].name, second);
    const struct bgammon_seats seats = bgammon_seats_seen(12, &board);
    bool is_good = bgammon_command_join(&cmd, &seats, own, is_person, &err);
    expect_text(&cmd, is_good ? "join 12" : "");
    assert_int_equal(is_good, err.text[0] == '\0');
    return is_good;
}

TEST(a_bot_never_joins_a_match_in_which_a_person_sits)
{
    assert_false(may_join("BOT_a", false, "ann", ""));
    assert_false(may_join("BOT_a", false, "ann", "BOT_a"));
    assert_false(may_join("BOT_a", false, "BOT_a", "Guest_ann"));
    assert_false(may_join("BOT_a", false, "BOT_b", "robot"));
    assert_false(may_join("BOT_a", false, "BOT_a", "Botany"));
    assert_false(may_join("fibsbot", false, "ann", "")); /* whatever its name is */
    assert_false(may_join("BOT_a", true, "ann", ""));    /* or what it says */
    assert_false(may_join("bot_a", true, "ann", ""));
}

TEST(a_bot_joins_no_free_seat_that_a_person_may_take_first)
{
    assert_false(may_join("BOT_a", false, "", ""));
    assert_false(may_join("BOT_a", false, "BOT_b", ""));
    assert_false(may_join("BOT_a", false, "BOT_a", ""));
}

TEST(a_bot_joins_bots_and_a_person_joins_whom_he_likes)
{
    assert_true(may_join("BOT_a", false, "BOT_a", "BOT_b"));
    assert_true(may_join("fibsbot", false, "BOT_b", "fibsbot"));
    assert_true(may_join("ann", true, "bea", ""));
    assert_true(may_join("ann", true, "BOT_a", ""));
}

TEST(a_list_is_not_enough_for_a_bot)
{
    struct bgammon_listing listing = {.id = 3, .points = 5, .name = "BOT_a"};
    struct bgammon_command cmd;
    struct error err;
    for (listing.players = 0; listing.players <= 2; listing.players++) {
        const struct bgammon_seats seats = bgammon_seats_listed(&listing);
        assert_false(bgammon_command_join(&cmd, &seats, "BOT_b", false, &err));
        assert_string_equal(err.text,
                            "a bot may not join match 3: a person may sit there");
        assert_true(bgammon_command_join(&cmd, &seats, "ann", true, &err));
    }
}

TEST_MAIN(NULL, NULL)
