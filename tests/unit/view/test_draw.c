/* The board in the terminal: shape, checkers, what stands beside it, colours. */
#include <limits.h>
#include <string.h>

#include "engine/board/board_view.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

#include "engine/board/position.h"
#include "view/draw.h"

static struct board_view start_view(void)
{
    struct board_view view;
    memset(&view, 0, sizeof view);
    position_start(&view.pos);
    view.ms = match_state_match(5, 2, 4, true);
    view.turn = TURN_MINE;
    view.match_length = 5;
    return view;
}

TEST(start_is_drawn_as_known_from_books)
{
    struct board_view view = start_view();
    char text[DRAW_SIZE];
    draw_board(&view, "us", "them", false, text);
    assert_string_equal(
        text,
        " +13-14-15-16-17-18-+---+19-20-21-22-23-24-+  X them: 4, 167 pips\n"
        " | O           X    |   | X              O |\n"
        " | O           X    |   | X              O |\n"
        " | O           X    |   | X                |\n"
        " | O                |   | X                |\n"
        " | O                |   | X                |\n"
        " |                  |BAR|                  |  5 point match, Crawford game\n"
        " | X                |   | O                |  cube 1\n"
        " | X                |   | O                |  us to roll\n"
        " | X           O    |   | O                |\n"
        " | X           O    |   | O              X |\n"
        " | X           O    |   | O              X |\n"
        " +12-11-10- 9- 8- 7-+---+ 6- 5- 4- 3- 2- 1-+  O us: 2, 167 pips\n");
}

TEST(points_beyond_the_match_are_not_drawn)
{
    struct board_view view = start_view();
    char text[DRAW_SIZE];
    view.ms.my_score = 6;
    view.ms.their_score = 7;
    draw_board(&view, "us", "them", false, text);
    assert_non_null(strstr(text, "us: 5, "));
    assert_non_null(strstr(text, "them: 5, "));
    view.ms.length = 0;
    draw_board(&view, "us", "them", false, text);
    assert_non_null(strstr(text, "us: 6, "));
    assert_non_null(strstr(text, "them: 7, "));
}

TEST(long_names_end_where_eighty_columns_do)
{
    struct board_view view = start_view();
    char text[DRAW_SIZE];
    view.pos.theirs.at[24] = 0;
    view.pos.theirs.at[POINT_OFF] = 2;
    draw_board(
        &view, "abcdefghijklmnopqrst",
        "a\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4",
        false, text);
    assert_non_null(strstr(text, "  O abcdefghijklmnopqrs: 2, 167 pips\n"));
    assert_non_null(strstr(
        text, "  X a\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4: 4, 119 pips, 2 off\n"));
    assert_non_null(strstr(text, "  abcdefghijklmnopqrst to roll\n"));
    view.ms = match_state_money();
    view.ms.my_score = INT_MAX;
    view.ms.cube = 1024;
    view.ms.owner = CUBE_MINE;
    view.roll = (struct roll){6, 1};
    draw_board(&view, "abcdefghijklmnopqrstuvwxyz", "them", false, text);
    assert_non_null(strstr(text, "  O abcdefghij: 2147483647, 167 pips\n"));
    assert_non_null(strstr(text, "  cube 1024, of abcdefghijklmnopqrst\n"));
    assert_non_null(strstr(text, "  abcdefghijklmnopqrstuv to play 6-1\n"));
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1) {
        assert_true(strcspn(line, "\n") <= 80);
    }
}

TEST(tall_stacks_bar_and_off_are_numbers)
{
    struct board_view view = start_view();
    memset(&view.pos, 0, sizeof view.pos);
    view.pos.mine.at[6] = 12;
    view.pos.mine.at[POINT_OFF] = 2;
    view.pos.mine.at[POINT_BAR] = 1;
    view.pos.theirs.at[3] = 13;
    view.pos.theirs.at[POINT_BAR] = 2;
    char text[DRAW_SIZE];
    draw_board(&view, "us", "them", false, text);
    assert_non_null(strstr(text, "12 "));
    assert_non_null(strstr(text, "13 "));
    assert_non_null(strstr(text, ", 2 off"));
    assert_int_equal(count_of(text, "| X |"), 2);
    assert_int_equal(count_of(text, "| O |"), 1);
}

/* From the middle of the board to its edges; more than five are a number. */
TEST(all_checkers_on_the_bar_are_drawn)
{
    static const struct {
        int count;
        const char *shown;
        int letters;
    } rows[] = {{0, NULL, 0},
                {1, "| X |", 1},
                {3, "| X |", 3},
                {5, "| X |", 5},
                {7, "| 7 |", 4}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct board_view view = start_view();
        char text[DRAW_SIZE];
        view.pos.theirs.at[POINT_BAR] = (uint8_t)rows[i].count;
        draw_board(&view, "us", "them", false, text);
        assert_int_equal(count_of(text, "| X |"), rows[i].letters);
        assert_true(rows[i].shown == NULL || strstr(text, rows[i].shown) != NULL);
        assert_int_equal(count_of(text, "| O |"), 0);
    }
}

TEST(cube_dice_and_turn_stand_beside_the_board)
{
    struct board_view view = start_view();
    char text[DRAW_SIZE];
    view.ms.cube = 4;
    view.ms.owner = CUBE_THEIRS;
    view.turn = TURN_THEIRS;
    view.roll = (struct roll){6, 1};
    draw_board(&view, "us", "them", false, text);
    assert_non_null(strstr(text, "cube 4, of them"));
    assert_non_null(strstr(text, "them to play 6-1"));
    view.roll = (struct roll){0, 0};
    view.turn = TURN_MINE;
    view.is_double_pending = true;
    draw_board(&view, "us", "them", false, text);
    assert_non_null(strstr(text, "cube 4, doubled"));
    assert_non_null(strstr(text, "us to answer"));
}

TEST(board_and_notes_can_stand_apart)
{
    struct board_view view = start_view();
    char text[DRAW_SIZE], notes[DRAW_SIZE];
    draw_parts(&view, "us", "them", false, text, notes);
    assert_string_equal(notes, "X them: 4, 167 pips; 5 point match, Crawford game; "
                               "cube 1; us to roll; O us: 2, 167 pips");
    int lines = 0;
    for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1) {
        assert_int_equal(strcspn(line, "\n"), 44);
        lines++;
    }
    assert_int_equal(lines, DRAW_ROWS);
    view.turn = TURN_NOBODY;
    draw_parts(&view, "us", "them", false, text, notes);
    assert_non_null(strstr(notes, "cube 1; O us"));
}

TEST(colours_only_when_wanted)
{
    struct board_view view = start_view();
    char text[DRAW_SIZE];
    draw_board(&view, "us", "them", false, text);
    assert_null(strchr(text, '\033'));
    draw_board(&view, "us", "them", true, text);
    /* 30 checkers and 2 names, each with a colour and an end */
    assert_int_equal(count_of(text, "\033["), 64);
    assert_int_equal(count_of(text, "\033[1;33mO\033[0m"),
                     16); /* ours, and our name's */
    assert_int_equal(count_of(text, "\033[1;36mX\033[0m"), 16);
}

TEST_MAIN(NULL, NULL)
