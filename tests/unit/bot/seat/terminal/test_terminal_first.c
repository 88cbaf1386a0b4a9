/* The question of the first match. */
#include <string.h>

#include "bot/seat/terminal/terminal_first.h"
#include "tests/unit/bot/seat/terminal/terminal_view.h"
#include "tests/unit/test_case.h"

TEST(it_is_asked_until_a_level_is_chosen)
{
    struct seat_store store = {.result_count = 0};
    struct seat_view view;
    view_at(&view, SEAT_LOBBY, 0);
    assert_false(terminal_first_is(&store, NULL, &view)); /* a match is under way */
    view.has_board = false;
    assert_true(terminal_first_is(&store, NULL, &view));
    assert_false(terminal_first_is(&store, "expert", &view));
    store.result_count = 1;
    assert_false(terminal_first_is(&store, NULL, &view));
    store.result_count = 0;
    store.progress.length = 5; /* of a match that goes on */
    assert_false(terminal_first_is(&store, NULL, &view));
    store.progress.length = 0;
    FORMAT_TEXT(view.level, "casual");
    assert_false(terminal_first_is(&store, NULL, &view));
}

TEST(an_empty_line_or_a_level_alone_answers_it)
{
    char text[TERMINAL_TEXT_SIZE];
    struct terminal_log told = {.count = 0};
    terminal_first_ask(&told);
    assert_non_null(strstr(told.lines[0], "beginner 1000, novice 1300"));
    assert_true(terminal_first_answer("", text));
    assert_string_equal(text, "new 3 novice");
    assert_true(terminal_first_answer("expert", text));
    assert_string_equal(text, "new 3 expert");
    assert_false(terminal_first_answer("new 5", text));
    assert_true(terminal_first_answer("Inter", text));
    assert_string_equal(text, "new 3 intermediate");
    assert_true(terminal_first_answer("1500", text)); /* it is in the question, too */
    assert_string_equal(text, "new 3 1500");
    assert_true(terminal_first_answer("15", text)); /* whose range is told */
    assert_string_equal(text, "new 3 15");
    assert_false(terminal_first_answer("mas", text));
    assert_false(terminal_first_answer("move 8/5", text));
    assert_false(terminal_first_answer("1500 8/5", text));
}

TEST_MAIN(NULL, NULL)
