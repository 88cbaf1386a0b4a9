/* What the terminal says about a match, from its file, by the real engine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/seat/terminal/terminal_advice.h"
#include "tests/unit/bot/seat/terminal/terminal_view.h"
#include "tests/unit/engine/shipped_engine.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

#define HEADING                                                                        \
    "; [Player 1 \"bot\"]\n; [Player 2 \"you\"]\n"                                     \
    "\n 3 point match\n\n"                                                             \
    " Game 1\n bot : 0                            you : 0\n"
#define MONEY                                                                          \
    "; [Player 1 \"bot\"]\n; [Player 2 \"you\"]\n\n 0 point match\n\n"                 \
    " Game 1\n bot : 0                            you : 0\n"
#define GAME_1                                                                         \
    "  1) 31: 8/5 6/5                       64: 24/18 13/9\n"                          \
    "  2) 62: 24/18 13/11                    Doubles => 2\n"                           \
    "  3)  Drops                              Wins 1 point\n\n"                        \
    " Game 2\n bot : 0                            you : 1\n"

static struct terminal_log told;

/* Tells of the match in a file of its own. */
static void tell(const char *text)
{
    char folder[] = "/tmp/fibsbot-advice-XXXXXX", path[64];
    struct seat_view view;
    assert_non_null(mkdtemp(folder));
    FORMAT_TEXT(path, "%s/20260101-120000-bot-you-3pt.mat", folder);
    test_file_write(path, text);
    struct terminal_advice *advice = terminal_advice_new(eng);
    assert_non_null(advice);
    view_at(&view, SEAT_TO_ROLL, 0);
    told.count = 0;
    terminal_advice_match(advice, &view, folder, &told);
    terminal_advice_free(advice);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* The line of the log that begins so. */
static const char *line_of(const char *begin)
{
    for (int i = 0; i < told.count; i++) {
        if (strncmp(told.lines[i], begin, strlen(begin)) == 0) {
            return told.lines[i];
        }
    }
    return "";
}

/* All are searched as deeply. */
TEST(hints_stand_in_the_order_of_their_equities)
{
    struct seat_view view;
    struct terminal_advice *advice = terminal_advice_new(eng);
    assert_non_null(advice);
    for (int roll = 0; roll < ROLLS; roll++) {
        const struct roll dice = roll_all[roll].roll;
        double last = 2.0;
        view_to_play(&view, dice.high, dice.low);
        told.count = 0;
        terminal_advice_hint(advice, &view, 80, &told);
        assert_in_range(told.count, 1, 5);
        for (int i = 0; i < told.count; i++) {
            double equity = atof(strpbrk(told.lines[i], "+-"));
            assert_true(equity <= last);
            last = equity;
        }
    }
    double win, gammon,
        lost; /* who has made the 5 point is ahead in games and gammons */
    view_to_play(&view, 3, 1);
    told.count = 0;
    terminal_advice_hint(advice, &view, 80, &told);
    assert_int_equal(sscanf(strstr(told.lines[0], " win "),
                            " win %lf %%, gammon %lf, lost %lf", &win, &gammon, &lost),
                     3);
    assert_true(win > 50.0 && win < 60.0 && gammon > lost && lost > 10.0);
    told.count = 0;
    terminal_advice_hint(advice, &view, 60, &told);
    for (int i = 0; i < told.count; i++) {
        assert_in_range(strlen(told.lines[i]), 50, 60);
    }
    terminal_advice_free(advice);
}

/* The numbers of "Take -0.123, pass -1.000: take." */
static void hint_at(const struct position *pos, double *take, double *pass)
{
    struct seat_view view;
    struct terminal_advice *advice = terminal_advice_new(eng);
    assert_non_null(advice);
    view_at(&view, SEAT_OFFERED, 0);
    view.board.pos = *pos;
    told.count = 0;
    terminal_advice_hint(advice, &view, 80, &told);
    terminal_advice_free(advice);
    assert_int_equal(sscanf(told.lines[0], "Take %lf, pass %lf:", take, pass), 2);
}

TEST(the_hint_to_an_offered_cube_is_what_the_answers_are_worth_to_you)
{
    struct position pos;
    double take, pass;
    position_start(&pos);
    hint_at(&pos, &take, &pass);
    assert_true(take > -0.9 && take < 0.5 && pass == -1.0);
    assert_int_equal(count_of(told.lines[0], "pass -1.000: take."), 1);
    memset(&pos, 0, sizeof pos); /* far behind in a race */
    pos.mine.at[12] = CHECKERS;
    pos.theirs.at[1] = CHECKERS;
    hint_at(&pos, &take, &pass);
    assert_true(take < -1.5 && pass == -1.0);
    assert_int_equal(count_of(told.lines[0], "pass -1.000: pass."), 1);
}

TEST(the_hint_before_the_roll_compares_no_double_take_and_pass)
{
    struct seat_view view;
    double none, take, pass, win;
    struct terminal_advice *advice = terminal_advice_new(eng);
    view_at(&view, SEAT_TO_ROLL, 1U << SEAT_ACT_DOUBLE);
    memset(&view.board.pos, 0, sizeof view.board.pos); /* far ahead in a race */
    view.board.pos.mine.at[1] = CHECKERS;
    view.board.pos.theirs.at[10] = CHECKERS;
    told.count = 0;
    terminal_advice_hint(advice, &view, 80, &told);
    terminal_advice_free(advice);
    assert_int_equal(
        sscanf(told.lines[0],
               "No double %lf, double and take %lf, double and pass %lf; win "
               "%lf %%",
               &none, &take, &pass, &win),
        4);
    assert_true(pass == 1.0 && take > none && none > 0.9 && win > 99.0);
}

/* You roll double sixes, the bot what is worth as much as most rolls. */
TEST(your_luck_is_told_before_that_of_the_bot)
{
    double luck, luck_of_bot;
    tell(HEADING "  1) 41: 24/23 13/9                     66: 24/18(2) 13/7(2)\n");
    const char *text = strstr(line_of("Your error rate (PR) is "), "Luck: ");
    assert_non_null(text);
    assert_int_equal(
        sscanf(text, "Luck: you %lf %%, the bot %lf %%.", &luck, &luck_of_bot), 2);
    assert_true(luck > 3.0 && luck < 10.0 && luck_of_bot < 2.0);
}

/* Double sixes gain the same equity, but of a game for 2 points. */
TEST(luck_of_money_play_is_in_points_of_the_cube)
{
    double luck[2], luck_of_bot;
    for (int i = 0; i < 2; i++) {
        tell(i == 0 ? MONEY "  1) 41: 24/23 13/9                     66: 24/18(2) "
                            "13/7(2)\n"
                    : MONEY "  1) 41: 24/23 13/9                      Doubles => 2\n"
                            "  2)  Takes                             66: 24/18(2) "
                            "13/7(2)\n");
        const char *text = strstr(line_of("Your error rate (PR) is "), "Luck: ");
        assert_non_null(text);
        assert_int_equal(sscanf(text, "Luck: you %lf points, the bot %lf points.",
                                &luck[i], &luck_of_bot),
                         2);
    }
    assert_true(luck[0] > 0.3 && luck[1] > 1.5 * luck[0]);
}

TEST(your_worst_decisions_are_told_and_not_those_of_the_bot)
{
    tell(HEADING "  1) 41: 6/5 6/2                        62: 24/22 8/2\n"
                 "  2) 41: 6/5 6/2\n");
    assert_non_null(strstr(line_of("Game 1, turn 2: "), " lost "));
    assert_string_equal(line_of("Game 1, turn 1: "), "");
    assert_string_equal(line_of("Game 1, turn 3: "), "");
    assert_non_null(strstr(line_of("  24/22 13/7 wins "), " instead of "));
}

/* 13/10 10/9 with 3-1, which makes no point. */
TEST(a_play_made_is_explained_beside_the_best_before_it_is_sent)
{
    struct seat_view view;
    struct terminal_advice *advice = terminal_advice_new(eng);
    view_to_play(&view, 3, 1);
    assert_true(hops_move(&view.hops, 13, 10) && hops_move(&view.hops, 10, 9));
    told.count = 0;
    terminal_advice_hint(advice, &view, 80, &told);
    assert_non_null(strstr(line_of("1. 8/5 6/5 "), " win "));
    assert_string_equal(line_of("3. "), "");
    assert_non_null(strstr(line_of("Your 13/9 loses 0."), "."));
    assert_non_null(strstr(line_of("  8/5 6/5 makes the 5 point"), "."));
    terminal_advice_free(advice);
}

TEST(the_answer_to_a_double_is_explained)
{
    struct seat_view view;
    struct terminal_advice *advice = terminal_advice_new(eng);
    view_at(&view, SEAT_OFFERED, 0);
    memset(&view.board.pos, 0, sizeof view.board.pos); /* far behind in a race */
    view.board.pos.mine.at[12] = CHECKERS;
    view.board.pos.theirs.at[1] = CHECKERS;
    told.count = 0;
    terminal_advice_hint(advice, &view, 80, &told);
    terminal_advice_free(advice);
    assert_non_null(strstr(line_of("  You win 0.0 %; a take needs "), "gammons."));
}

TEST(the_chance_is_told_before_the_last_roll)
{
    tell(HEADING "  1) 31: 8/5 6/5                       64: 24/18 13/9\n");
    const char *line = line_of("Your chance of winning the match: ");
    assert_int_equal(count_of(line, " % before the last roll."), 1);
    assert_true(atoi(line + strlen("Your chance of winning the match: ")) <
                50); /* after 3-1 */
}

TEST(the_chance_is_told_while_a_double_waits_for_its_answer)
{
    tell(HEADING "  1)                                    31: 8/5 6/5\n"
                 "  2) 62: 24/18 13/11                    64: 24/18 13/9\n"
                 "  3)  Doubles => 2\n");
    assert_int_equal(count_of(line_of("Your chance of winning the match: "),
                              " % before the last double."),
                     1);
}

TEST(the_chance_is_told_behind_a_take)
{
    tell(HEADING "  1)                                    31: 8/5 6/5\n"
                 "  2) 62: 24/18 13/11                    64: 24/18 13/9\n"
                 "  3)  Doubles => 2                       Takes\n");
    assert_int_equal(count_of(line_of("Your chance of winning the match: "),
                              " % before the last double."),
                     1);
}

TEST(the_chance_is_told_after_each_game_and_once_in_that_which_goes_on)
{
    tell(HEADING GAME_1 "  1)                                    31: 8/5 6/5\n");
    const char *line = line_of("Your chance of winning the match: ");
    assert_int_equal(count_of(line, " % after game 1, "), 1);
    assert_int_equal(count_of(line, " % before the last roll."), 1);
    assert_int_equal(count_of(line, "before"), 1);
}

TEST(before_the_first_turn_of_a_game_its_chance_is_not_told)
{
    tell(HEADING GAME_1);
    assert_int_equal(
        count_of(line_of("Your chance of winning the match: "), "after game 1."), 1);
    tell(HEADING);
    assert_string_equal(line_of("Your chance of winning the match: "), "");
}

TEST(of_money_play_points_are_told)
{
    tell(MONEY GAME_1 "  1)                                   66: 24/18(2) 13/7(2)\n"
                      "  2) 21: 6/5 6/4\n");
    const char *line = line_of("Your equity, in points: +1.00 after game 1, ");
    double last = 0.0;
    assert_int_equal(
        sscanf(line, "Your equity, in points: +1.00 after game 1, %lf before", &last),
        1);
    assert_true(last > 0.3 && last < 1.5);
    assert_int_equal(count_of(line, "%"), 0);
}

TEST_MAIN(open_engine, close_engine)
