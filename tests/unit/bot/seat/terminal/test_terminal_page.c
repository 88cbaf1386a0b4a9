/* The page fits the terminal. */
#include <stdbool.h>

#include "bot/seat/terminal/terminal_command.h"
#include "bot/seat/terminal/terminal_text.h"
#include "engine/board/position.h"
#include "tests/unit/bot/seat/terminal/terminal_view.h"
#include "tests/unit/test_case.h"
#include "view/draw.h"

static struct seat_view view;
static struct terminal_log said;
static struct terminal_page page;

static int width_of(const char *line)
{
    int width = 0;
    for (; *line != '\0'; line++) {
        if (*line == '\033') {
            line += strcspn(line, "m");
        } else {
            width++;
        }
    }
    return width;
}

static bool has_line(const char *text)
{
    for (int i = 0; i < page.count; i++) {
        if (strstr(page.lines[i], text) != NULL) {
            return true;
        }
    }
    return false;
}

static void make(int rows, int columns, bool has_colours)
{
    const struct terminal_size size = {rows, columns};
    terminal_page_make(&view, &said, size, has_colours, &page);
    assert_in_range(page.count, 1, rows - 2);
    for (int i = 0; i < page.count; i++) {
        assert_in_range(width_of(page.lines[i]), 0, columns);
    }
}

static void fill_log(void)
{
    char text[TERMINAL_TEXT_SIZE];
    said.count = 0;
    for (int i = 0; i < 40; i++) {
        FORMAT_TEXT(text,
                    "%d sentences, one of them as long as this, which does not fit "
                    "the columns of a usual terminal, were said",
                    i);
        terminal_log_add(&said, text);
    }
}

TEST(it_fits_any_terminal)
{
    view_to_play(&view, 3, 1);
    fill_log();
    for (int rows = 8; rows <= 60; rows += 4) {
        make(rows, 80, true);
        make(rows, 30, false);
        make(rows, 200, true);
    }
}

TEST(board_newest_sentences_and_state_stand_on_80_x_24)
{
    view_to_play(&view, 3, 1);
    fill_log();
    make(24, 80, false);
    assert_true(has_line("+12-11-10-"));
    assert_true(has_line("39 sentences"));
    assert_false(has_line("30 sentences"));
    assert_string_equal(page.lines[page.count - 1],
                        "Your play of 3-1, as 24/18 13/11; Tab shows the moves");
}

/* Beside the board, if it fits; else below it, whole. */
TEST(all_of_the_turn_is_told_in_any_width)
{
    view_to_play(&view, 5, 4);
    view.board.turn = TURN_MINE;
    said.count = 0;
    for (int columns = 44; columns <= 80; columns++) {
        for (int has_colours = 0; has_colours < 2; has_colours++) {
            make(24, columns, has_colours);
            assert_true(has_line("5 point match"));
            assert_true(has_line("5-4"));
            assert_true(has_line("BAR|"));
            int notes = page.count - DRAW_ROWS - 2;
            assert_int_equal(notes > 0, columns < 64);
        }
    }
    make(24, 60, false);
    assert_string_equal(page.lines[DRAW_ROWS],
                        "X bot: 0, 167 pips; 5 point match; cube 1; you to play 5-4;");
    assert_string_equal(page.lines[DRAW_ROWS + 1], "O you: 0, 167 pips");
    make(18, 60, false); /* no room: as much as fits */
    assert_true(has_line("you to play 5"));
}

TEST(an_empty_line_parts_board_and_sentences)
{
    view_to_play(&view, 3, 1);
    said.count = 0;
    terminal_log_add(&said, "The bot is here.");
    make(24, 80, false);
    assert_int_equal(page.count, 13 + 3);
    assert_true(strlen(page.lines[page.count - 4]) > 0);
    assert_string_equal(page.lines[page.count - 3], "");
    assert_string_equal(page.lines[page.count - 2], "The bot is here.");
}

TEST(what_is_made_of_a_play_is_on_the_board)
{
    view_to_play(&view, 3, 1);
    assert_true(hops_move(&view.hops, 8, 5));
    make(24, 80, false);
    assert_true(has_line("8/5 ...; undo takes it back"));
    assert_true(has_line("O you: 0, 164 pips"));
}

TEST(a_double_that_waits_for_its_answer_stands_beside_the_board)
{
    view_at(&view, SEAT_OFFERED, 1U << SEAT_ACT_TAKE | 1U << SEAT_ACT_PASS);
    view.board.turn = TURN_THEIRS;
    view.board.roll = (struct roll){3, 1}; /* of the turn before */
    make(24, 80, false);
    assert_true(has_line("cube 1, doubled"));
    assert_true(has_line("you to answer"));
    assert_false(has_line("answer 3-1"));
    view_at(&view, SEAT_DOUBLED, 0);
    make(24, 80, false);
    assert_true(has_line("bot to answer"));
}

TEST(nobody_is_to_play_when_the_game_is_over)
{
    view_to_play(&view, 3, 1);
    view.board.turn = TURN_MINE;
    make(24, 80, false);
    assert_true(has_line("you to play 3-1"));
    view.phase = SEAT_BETWEEN;
    make(24, 80, false);
    assert_false(has_line("to play"));
    view.phase = SEAT_OVER;
    make(24, 80, false);
    assert_false(has_line("to play"));
}

TEST(too_small_a_window_for_a_board_is_told)
{
    view_to_play(&view, 3, 1);
    fill_log();
    make(18, 80, false);
    assert_true(has_line("BAR|"));
    assert_false(has_line("The board needs"));
    make(17, 80, false);
    assert_false(has_line("BAR|"));
    assert_true(has_line("The board needs 18 rows; this terminal has 17."));
    make(18, 44, false);
    assert_true(has_line("+19-20-21-22-23-24-+"));
    make(24, 43, false);
    assert_false(has_line("BAR|"));
    assert_true(has_line("The board needs 44 columns; this terminal"));
    make(6, 20, false);
    view.has_board = false;
    make(17, 80, false);
    assert_false(has_line("The board needs"));
}

TEST(a_double_is_named_where_it_can_win_more)
{
    view_at(&view, SEAT_TO_ROLL, 1U << SEAT_ACT_ROLL | 1U << SEAT_ACT_DOUBLE);
    view.board.ms = match_state_match(2, 0, 0, false);
    make(24, 80, false);
    assert_true(has_line("Your turn: roll or double.  Enter: roll"));
    view.board.ms = match_state_match(1, 0, 0, false);
    make(24, 80, false);
    assert_true(has_line("Your turn: roll.  Enter: roll"));
}

TEST(the_lobby_says_what_can_begin)
{
    char text[TERMINAL_TEXT_SIZE];
    view_at(&view, SEAT_LOBBY, 1U << SEAT_ACT_NEW);
    view.saved_length = 7;
    terminal_text_state(&view, text);
    assert_non_null(strstr(text, "new 5 begins a match to 5 points"));
    assert_in_range(strlen(text), 60, 80); /* a line */
    view.has_saved = true;
    view.allowed |= 1U << SEAT_ACT_RESUME;
    terminal_text_state(&view, text);
    assert_non_null(strstr(text, "A match, 7 points, is saved; forget begins another"));
    assert_non_null(strstr(text, ".  Enter: resume it"));
    assert_in_range(strlen(text), 60, 80);
}

TEST(pips_say_who_leads)
{
    char text[TERMINAL_TEXT_SIZE];
    view_at(&view, SEAT_TO_ROLL, 0);
    terminal_text_pips(&view, text);
    assert_string_equal(text, "Pips: you 167, bot 167: even.");
    view.board.pos.mine.at[24] = 0;
    view.board.pos.mine.at[14] = 2;
    terminal_text_pips(&view, text);
    assert_string_equal(text, "Pips: you 147, bot 167: you lead by 20.");
    view.board.pos = position_swap(&view.board.pos);
    terminal_text_pips(&view, text);
    assert_string_equal(text, "Pips: you 167, bot 147: you trail by 20.");
}

TEST(what_is_refused_says_what_goes_on_instead)
{
    char text[TERMINAL_TEXT_SIZE];
    terminal_text_refusal(SEAT_OVER, SEAT_ACT_ROLL, text);
    assert_string_equal(text, "The match is over: Enter begins another.");
    terminal_text_refusal(SEAT_OVER, SEAT_ACT_TAKE, text);
    assert_string_equal(text, "You are not doubled.");
}

TEST(sentences_break_between_words)
{
    view_at(&view, SEAT_WAITING, 0);
    said.count = 0;
    terminal_log_add(&said, "one two three four five six seven");
    make(24, 20, false);
    assert_true(has_line("one two three four"));
    assert_true(has_line("five six seven"));
    terminal_log_add(&said, "  It wins 53.4 % instead of 50.9 %.");
    make(24, 30, false);
    assert_true(has_line("  It wins 53.4 % instead of"));
    assert_true(has_line("  50.9 %.")); /* as far in */
}

TEST(foreign_text_cannot_move_the_cursor)
{
    said.count = 0;
    terminal_log_add(&said, "a\033[2Jb\r\nc");
    assert_string_equal(said.lines[0], "a [2Jb  c");
}

TEST(an_error_is_a_sentence)
{
    said.count = 0;
    terminal_log_error(&said, "that checker cannot go there");
    terminal_log_error(&said, "The file is full.");
    terminal_log_error(&said, "");
    assert_int_equal(said.count, 2);
    assert_string_equal(said.lines[0], "That checker cannot go there.");
    assert_string_equal(said.lines[1], "The file is full.");
}

/* Each command with its whole help, on a terminal of the usual size and on a narrow one. */
TEST(the_help_stands_on_60_and_80_x_24)
{
    struct terminal_command_row row;
    for (int columns = 60; columns <= 80; columns += 5) {
        assert_int_equal(
            terminal_page_help((struct terminal_size){24, columns}, 0, &page), 0);
        assert_in_range(page.count, 1, 22);
        for (int i = 0; terminal_command_row(i, &row); i++) {
            assert_true(row.help == NULL || has_line(row.help));
        }
        assert_true(has_line("quit "));
    }
    assert_true(has_line("roll                            roll the dice"));
}

/* Page after page has each command once, the last of them "help". */
TEST(the_help_is_whole_on_few_rows)
{
    for (int rows = 1; rows < 24; rows++) {
        int first = 0, count = 0;
        do {
            first = terminal_page_help((struct terminal_size){rows, 80}, first, &page);
            assert_in_range(page.count, 1, rows > 3 ? rows - 2 : 1);
            count += page.count;
        } while (first > 0);
        assert_int_equal(count, 22);
        assert_true(has_line("this list"));
    }
}

TEST_MAIN(NULL, NULL)
