/* Errors one at a time: which they are, and what is shown of one. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "match/report/match_error.h"
#include "tests/unit/engine/shipped_engine.h"
#include "tests/unit/match/sample_match.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

enum { MOST = 20 };

static struct match_turns *turns;
static struct match_report report;
static struct match_worst_decision errors[MOST];

static int analyse_match(void **state)
{
    turns = sample_match("21: 6/4 6/5", NULL);
    if (open_engine(state) != 0 || turns == NULL) {
        return 1;
    }
    /* a score at which gammons are not worth the same to both */
    turns->turns[2].ms = match_state_match(5, 2, 1, false);
    turns->turns[3].ms = match_state_match(5, 1, 2, false);
    turns->turns[1].comment = strdup("the bar point");
    struct match_analysis *analysis = match_analysis_new(eng, scratch, turns);
    while (match_analysis_step(analysis)) {
    }
    report = (struct match_report){turns, analysis, .program = "fibsbot"};
    return 0;
}

static int free_match(void **state)
{
    match_analysis_free((struct match_analysis *)report.analysis);
    match_turns_free(turns);
    return close_engine(state);
}

static char *printed_in(int rows, int i)
{
    FILE *file = printed_begin();
    match_error_print(&report, &errors[i], rows, false, file);
    return printed_end(file);
}

static char *printed(int i)
{
    return printed_in(0, i);
}

TEST(errors_are_those_of_a_side_from_a_loss_on)
{
    int all = match_errors_of(&report, -1, 0.02, errors, MOST);
    int mine = match_errors_of(&report, RECORD_ME, 0.02, errors, MOST);
    int theirs = match_errors_of(&report, RECORD_OPPONENT, 0.02, errors, MOST);
    assert_int_equal(all, mine + theirs);
    assert_int_equal(theirs, 3);
    assert_true(errors[0].turn < errors[1].turn && errors[1].turn < errors[2].turn);
    int grave = match_errors_of(&report, RECORD_OPPONENT, errors[2].loss, errors, MOST);
    assert_in_range(grave, 1, theirs);
    assert_int_equal(match_errors_of(&report, -1, 9.0, errors, MOST), 0);
    assert_int_equal(match_errors_of(&report, -1, 0.0, errors, 1), 1);
}

/* From a loss of 0 on: decisions without a choice are none, and nothing is said against
 * what was right. */
TEST(a_decision_that_loses_little_or_nothing_is_no_error)
{
    int all = match_errors_of(&report, -1, 0.0, errors, MOST), right = 0;
    int blunders = 0;
    for (int i = 0; i < all; i++) {
        const struct match_analysed_turn *done =
            match_analysis_turn(report.analysis, errors[i].turn);
        const char *text = printed(i);
        assert_true(errors[i].is_cube ? done->is_cube_choice : done->is_choice);
        bool is_blunder = errors[i].loss >= ANALYSIS_BLUNDER;
        bool is_error = errors[i].loss >= ANALYSIS_ERROR && !is_blunder;
        assert_true(is_error == (strstr(text, ", an error. ") != NULL));
        assert_true(is_blunder == (strstr(text, ", a blunder. ") != NULL));
        blunders += is_blunder;
        assert_true((errors[i].loss > 0.0) == (strstr(text, "Better: ") != NULL));
        right += strstr(text, ", loses nothing\n") != NULL;
    }
    const struct match_analysed_side *mine =
        match_analysis_side(report.analysis, RECORD_ME);
    const struct match_analysed_side *theirs =
        match_analysis_side(report.analysis, RECORD_OPPONENT);
    assert_int_equal(all, mine->decisions + theirs->decisions);
    assert_true(right > 0);
    assert_true(blunders > 0);
    errors[0].loss = ANALYSIS_BLUNDER;
    assert_non_null(strstr(printed(0), ", a blunder. "));
    errors[0].loss = ANALYSIS_ERROR;
    assert_non_null(strstr(printed(0), ", an error. "));
}

TEST(a_play_is_shown_with_its_board_and_candidates)
{
    (void)match_errors_of(&report, RECORD_OPPONENT, 0.02, errors, MOST);
    const char *text = printed(0);
    assert_non_null(strstr(text, "Game 1, turn 2: opp_a, 6-4: 13/9 13/7, loses 0."));
    assert_non_null(strstr(text, "opp_a to play 6-4"));
    assert_non_null(strstr(text, "our_bot"));
    assert_true(strstr(text, "+12-11-") < strstr(text, "Game 1"));
    assert_non_null(strstr(text, "  bg  by\n"));
    assert_non_null(strstr(text, "  2-ply\n"));
    assert_non_null(strstr(text, "\n  1. "));
    assert_non_null(strstr(text, ". 13/9 13/7 "));
    assert_non_null(strstr(text, "  XGID="));
    assert_non_null(strstr(text, "\n  Comment: the bar point\n"));
    const struct match_detail *detail =
        &match_analysis_turn(report.analysis, 1)->detail;
    for (int i = 0; i < detail->plays; i++) {
        const struct match_detail_play *play = &detail->play[i];
        const struct outputs *o = &play->outputs;
        char row[120];
        FORMAT_TEXT(row, " %+6.3f %5.3f %5.1f %5.1f %4.1f  %5.1f %5.1f %4.1f  2-ply\n",
                    (double)play->equity,
                    (double)(detail->play[0].equity - play->equity),
                    100.0 * (double)o->win, 100.0 * (double)o->win_gammon,
                    100.0 * (double)o->win_backgammon, 100.0 - 100.0 * (double)o->win,
                    100.0 * (double)o->lose_gammon, 100.0 * (double)o->lose_backgammon);
        assert_true(play->ply != 2 || strstr(text, row) != NULL);
    }
    assert_int_equal(detail->play[0].ply, 2);
    const char *made = strstr(text, "\n> ");
    assert_non_null(made);
    assert_int_equal(strncmp(made + strcspn(made, "."), ". 13/9 13/7 ", 12), 0);
}

TEST(a_pass_is_shown_with_the_cube_table)
{
    (void)match_errors_of(&report, RECORD_OPPONENT, 0.02, errors, MOST);
    const char *text = printed(1);
    assert_non_null(strstr(text, "turn 3: opp_a, pass, loses "));
    assert_non_null(strstr(text, "|  cube 1, doubled\n"));
    assert_non_null(strstr(text, "|  opp_a to answer\n"));
    struct match_detail_prices prices;
    char row[160];
    match_detail_prices_of(match_analysis_met(report.analysis), &turns->turns[3],
                           &prices);
    FORMAT_TEXT(row,
                "take point %.1f %%, with a live cube %.1f %%; "
                "gammon value %.2f, taker's %.2f\n",
                100.0 * prices.take_point_dead, 100.0 * prices.take_point_live,
                prices.gammon_value[0], prices.gammon_value[1]);
    assert_non_null(strstr(text, row));
    const struct cube_decision *cube =
        &match_analysis_turn(report.analysis, 3)->detail.cube;
    FORMAT_TEXT(row,
                "  no double %+.3f, double and take %+.3f, double and pass %+.3f\n"
                "  the doubler's chances:  %.1f ",
                (double)cube->no_double, (double)cube->double_take,
                (double)cube->double_pass, 100.0 * (double)cube->outputs.win);
    assert_non_null(strstr(text, row));
    assert_true(fabs(prices.gammon_value[0] - prices.gammon_value[1]) > 0.05);
    assert_null(strstr(text, "Comment"));
    assert_non_null(strstr(text, "Better: take"));
    assert_non_null(strstr(text, "double and take "));
    assert_non_null(strstr(text, " is enough without gammons."));
}

static int widest(const char *text)
{
    int most = 0;
    while (*text != '\0') {
        int length = (int)strcspn(text, "\n");
        most = length > most ? length : most;
        text += length + (text[length] == '\n');
    }
    return most;
}

/* Headings stand above their columns, the better play below a long sentence, and the
 * numbers of a long play below it. */
TEST(nothing_is_wider_than_a_terminal_of_80_columns)
{
    const struct match_detail_play *best =
        &match_analysis_turn(report.analysis, 1)->detail.play[0];
    struct match_detail_play *changed = (struct match_detail_play *)best;
    const struct match_detail_play kept = *best;
    int all = match_errors_of(&report, -1, 0.0, errors, MOST), at = 0;
    for (int i = 0; i < all; i++) {
        assert_in_range(widest(printed(i)), 50, 80);
        at = errors[i].turn == 1 && !errors[i].is_cube ? i : at;
    }
    const char *text = printed(at);
    const char *heads = strstr(text, "     play "), *row = strstr(text, "\n  1. ") + 1;
    const char *head = strstr(heads, "lost"), *lost = strstr(row, " 0.000 ");
    assert_int_equal(head + 4 - heads, lost + 6 - row);
    head = strstr(heads, "by\n");
    assert_int_equal(head - heads, strstr(row, "2-ply\n") - row);
    assert_int_equal(strcspn(row, "\n"), 80);

    changed->play = (struct play){{{24, 23}, {22, 21}, {13, 11}, {8, 7}}, 4};
    changed->outputs.win = 1.0F;
    text = printed(at);
    assert_non_null(strstr(text, "\n  1. 24/23 22/21 13/11 8/7\n    "));
    assert_non_null(strstr(text, " 0.000 100.0 "));
    assert_int_equal(widest(text), 80);
    *changed = kept;

    assert_non_null(strstr(text, ", a blunder. Better: "));
    for (size_t length = 1; length < 40; length++) {
        (void)strcpy(turns->heading.opponent,
                     &"an opponent of thirty-nine characters.."[39 - length]);
        assert_in_range(widest(printed(at)), 50, 80);
        assert_true((strstr(printed(at), "-+  O ") == NULL) == (length > 19));
    }
    assert_non_null(strstr(printed(at), ", a blunder.\nBetter: "));
    (void)strcpy(turns->heading.opponent, "opp_a");
}

static int lines_of(const char *text)
{
    int lines = 0;
    for (; *text != '\0'; text++) {
        lines += *text == '\n';
    }
    return lines;
}

/* Of 80 x 24 one row is above and one below. */
TEST(the_board_stays_in_a_low_window)
{
    (void)match_errors_of(&report, RECORD_OPPONENT, 0.02, errors, MOST);
    int high = lines_of(printed(0));
    assert_true(high > 24);
    assert_int_equal(lines_of(printed_in(high, 0)), high);
    char *text = printed_in(high - 1, 0);
    assert_int_equal(lines_of(text), high - 3); /* no gaps, but all the plays */
    assert_null(strstr(text, "\n\n"));
    text = printed_in(high - 4, 0);
    assert_int_equal(lines_of(text), high - 4);
    assert_non_null(strstr(text, "+12-11-"));
    assert_non_null(strstr(text, "\n  1. "));
    assert_non_null(strstr(text, "\n> "));
    assert_non_null(strstr(text, "  XGID="));
    text = printed_in(8, 0); /* words and plays before a part of the board */
    assert_int_equal(lines_of(text), 8);
    assert_null(strstr(text, "+12-11-"));
    assert_non_null(strstr(text, "Better: "));
    assert_non_null(strstr(text, "\n> "));
    text = printed_in(1, 0); /* as few as it can be */
    assert_non_null(strstr(text, "\n  1. "));
    assert_null(strstr(text, "\n  2. "));
    assert_non_null(strstr(text, "\n> "));
}

TEST_MAIN(analyse_match, free_match)
