/* Completion of commands, levels and moves. */
#include <stdbool.h>

#include "bot/seat/terminal/terminal_complete.h"
#include "tests/unit/bot/seat/terminal/terminal_view.h"
#include "tests/unit/test_case.h"

static struct seat_view view;
static struct terminal_choices choices;

static bool offers(const char *word)
{
    for (int i = 0; i < choices.count; i++) {
        if (strcmp(choices.choice[i], word) == 0) {
            return true;
        }
    }
    return false;
}

TEST(commands_are_completed_as_far_as_they_are_sure)
{
    view_at(&view, SEAT_TO_ROLL, 0);
    terminal_complete("dou", &view, &choices);
    assert_int_equal(choices.count, 1);
    assert_string_equal(choices.common, "ble");
    terminal_complete("re", &view, &choices); /* reject, resign, resume */
    assert_int_equal(choices.count, 3);
    assert_string_equal(choices.common, "");
    terminal_complete("res", &view, &choices);
    assert_int_equal(choices.count, 2);
    terminal_complete("xyz", &view, &choices);
    assert_int_equal(choices.count, 0);
}

TEST(levels_follow_commands)
{
    view_at(&view, SEAT_LOBBY, 0);
    terminal_complete("new 5 wor", &view, &choices);
    assert_int_equal(choices.count, 1);
    assert_string_equal(choices.common, "ld-class");
    terminal_complete("new ", &view, &choices);
    assert_true(offers("money") && offers("novice"));
}

TEST(what_follows_a_command_are_its_own_words)
{
    view_at(&view, SEAT_TO_ROLL, 0);
    terminal_complete("tutor ", &view, &choices);
    assert_int_equal(choices.count, 3);
    assert_true(offers("off") && offers("warns") && offers("full"));
    terminal_complete("auto roll o", &view, &choices);
    assert_int_equal(choices.count, 2);
    assert_true(offers("on") && offers("off"));
    terminal_complete("pa q", &view, &choices); /* "pass" has none */
    assert_int_equal(choices.count, 0);
    terminal_complete("pace q", &view, &choices);
    assert_string_equal(choices.common, "uick");
    terminal_complete("quit ", &view, &choices);
    assert_int_equal(choices.count, 0);
    terminal_complete("nothing ", &view, &choices);
    assert_int_equal(choices.count, 0);
}

TEST(moves_are_the_legal_ones_behind_those_before)
{
    view_to_play(&view, 3, 1);
    terminal_complete("8/", &view, &choices);
    assert_true(offers("8/5") && offers("8/7"));
    assert_false(offers("8/2"));
    terminal_complete("8-", &view, &choices);
    assert_true(offers("8-5"));
    terminal_complete("8/5 6/", &view, &choices);
    assert_int_equal(choices.count, 1);
    assert_true(offers("6/5"));
    assert_string_equal(choices.common, "5");
    terminal_complete("", &view, &choices);
    char text[2 * TERMINAL_CHOICE_SIZE];
    terminal_complete_list(&choices, text, sizeof text);
    assert_int_equal(strspn(text, "0123456789/ "), strlen(text));
    assert_in_range(strlen(text), TERMINAL_CHOICE_SIZE, sizeof text - 1);
    terminal_complete("move 8/5 6/", &view, &choices);
    assert_int_equal(choices.count, 1);
    assert_true(offers("6/5"));
}

TEST_MAIN(NULL, NULL)
