/* What is a command among all that people say, and what is not. */
#include <string.h>

#include "bot/player/talk.h"
#include "tests/unit/test_case.h"

TEST(commands_are_told_from_chat)
{
    static const struct {
        const char *text;
        enum talk_word word;
        const char *argument;
    } rows[] = {
        {"help", TALK_HELP, ""},
        {"Help!", TALK_HELP, ""},
        {"  !help ?", TALK_NONE, ""},
        {"/help", TALK_HELP, ""},
        {"help me", TALK_NONE, ""},
        {"about", TALK_ABOUT, ""},
        {"about time!", TALK_NONE, ""},
        {"level", TALK_LEVEL, ""},
        {"level Expert", TALK_LEVEL, "expert"},
        {"LEVEL 1700.", TALK_LEVEL, "1700"},
        {"level roller++", TALK_LEVEL, "roller++"},
        {"level world-class", TALK_LEVEL, "world-class"},
        {"level headed, are we?", TALK_NONE, ""},
        {"level %s%n", TALK_NONE, ""},
        {"level aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", TALK_NONE, ""},
        {"stats", TALK_STATS, ""},
        {"rematch?", TALK_REMATCH, ""},
        {"analysis", TALK_ANALYSIS, ""},
        {"a b c d e f", TALK_NONE, ""},
        {"", TALK_NONE, ""},
        {"!", TALK_NONE, ""},
        {"...", TALK_NONE, ""},
        {"status", TALK_NONE, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct talk talk;
        bool is_one = talk_read(rows[i].text, &talk);
        if (talk.word != rows[i].word || is_one != (rows[i].word != TALK_NONE) ||
            strcmp(talk.argument, rows[i].argument) != 0) {
            fail_msg("\"%s\": word %d, argument \"%s\"", rows[i].text, (int)talk.word,
                     talk.argument);
        }
    }
}

TEST(owner_commands_have_a_secret_and_an_order)
{
    static const struct {
        const char *text;
        enum talk_order order;
        const char *secret, *argument;
    } rows[] = {
        {"owner Se-Cret! status", TALK_ORDER_STATUS, "Se-Cret!", ""},
        {"Owner x PAUSE", TALK_ORDER_PAUSE, "x", ""},
        {"owner x resume", TALK_ORDER_RESUME, "x", ""},
        {"owner x last", TALK_ORDER_LAST, "x", ""},
        {"owner x leave", TALK_ORDER_LEAVE, "x", ""},
        {"owner x again", TALK_ORDER_AGAIN, "x", ""},
        {"owner x level", TALK_ORDER_LEVEL, "x", ""},
        {"owner x level 1500", TALK_ORDER_LEVEL, "x", "1500"},
        {"owner x leave now", TALK_ORDER_NONE, "x", ""},
        {"owner x shutdown", TALK_ORDER_NONE, "x", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct talk talk;
        bool is_one = talk_read(rows[i].text, &talk);
        if (!is_one || talk.word != TALK_OWNER || talk.order != rows[i].order ||
            strcmp(talk.secret, rows[i].secret) != 0 ||
            (talk.order == TALK_ORDER_LEVEL &&
             strcmp(talk.argument, rows[i].argument) != 0)) {
            fail_msg("\"%s\": order %d, secret \"%s\", argument \"%s\"", rows[i].text,
                     (int)talk.order, talk.secret, talk.argument);
        }
    }
    struct talk talk;
    assert_false(talk_read("owner", &talk));
    assert_false(talk_read("owner secret", &talk));
    assert_false(talk_read("owner of this bot is", &talk));
}

TEST(long_texts_are_no_commands)
{
    char text[TALK_TEXT_MAX + 20];
    struct talk talk;
    memset(text, ' ', sizeof text);
    memcpy(text, "help", 4);
    text[sizeof text - 1] = '\0';
    assert_false(talk_read(text, &talk));
    text[TALK_TEXT_MAX - 1] = '\0';
    assert_true(talk_read(text, &talk));
}

TEST(secrets_are_equal_or_not)
{
    assert_true(talk_is_secret("abcdefgh", "abcdefgh"));
    assert_false(talk_is_secret("abcdefg", "abcdefgh"));
    assert_false(talk_is_secret("abcdefghi", "abcdefgh"));
    assert_false(talk_is_secret("abcdefgH", "abcdefgh"));
    assert_false(talk_is_secret("", "abcdefgh"));
    assert_false(talk_is_secret("", "")); /* none is set: nobody knows it */
    assert_false(talk_is_secret("x", ""));
}

TEST(secret_of_an_owner_command_is_masked_right_or_wrong)
{
    static const char *const rows[][2] = {
        {"12 boss owner my-secret status", "12 boss owner ??? status"},
        {"12 boss owner *** status", "12 boss owner *** status"},
        {"12 boss OWNER  x level 1500", "12 boss OWNER  ? level 1500"},
        {"owner my-secret", "owner ???"},
        {"12 boss owner ", "12 boss owner "},
        {"12 coowner something else", "12 coowner something else"},
        {"12 opp_a hello", "12 opp_a hello"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[80];
        COPY_TEXT(text, rows[i][0]);
        talk_mask(text);
        assert_string_equal(text, rows[i][1]);
    }
}

TEST_MAIN(NULL, NULL)
