#include "match/report/match_error.h"

#include <stdlib.h>
#include <string.h>

#include "base/shown.h"
#include "base/text.h"
#include "base/text_width.h"
#include "engine/board/board_view.h"
#include "match/match_explain.h"
#include "view/draw.h"

enum { COLUMNS = 80 }; /* as many terminals have */

/* Adds a decision, if it is one and lost enough; returns the new number. */
static int add_error(struct match_worst_decision *errors, int count, int max,
                     struct match_worst_decision one, bool is_choice, double least)
{
    if ((is_choice || one.loss > 0.0) && one.loss >= least && count < max) {
        errors[count++] = one;
    }
    return count;
}

int match_errors_of(const struct match_report *report, int side, double least,
                    struct match_worst_decision *errors, int max)
{
    int count = 0;
    for (int i = 0; i < match_analysis_done(report->analysis); i++) {
        const struct match_analysed_turn *done =
            match_analysis_turn(report->analysis, i);
        if (side >= 0 && report->turns->turns[i].side != (enum record_side)side) {
            continue;
        }
        count = add_error(errors, count, max,
                          (struct match_worst_decision){i, true, done->cube_loss},
                          done->is_cube_choice, least);
        count = add_error(errors, count, max,
                          (struct match_worst_decision){i, false, done->loss},
                          done->is_choice, least);
    }
    return count;
}

/* The characters of the widest line. */
static int widest(const char *text)
{
    int most = 0, width = 0;
    for (; *text != '\0'; text++) {
        width = *text == '\n' ? 0 : width + (((unsigned char)*text & 0xC0U) != 0x80U);
        most = width > most ? width : most;
    }
    return most;
}

/* ---- board ----------------------------------------------------------------------- */

static void print_board(const struct match_report *report,
                        const struct match_worst_decision *error, bool has_colours,
                        FILE *out)
{
    const struct match_turn *turn = &report->turns->turns[error->turn];
    bool is_play = turn->type == RECORD_CELL_PLAY && !error->is_cube;
    const struct board_view view = {.pos = turn->pos,
                                    .ms = turn->ms,
                                    .turn = TURN_MINE,
                                    .roll = is_play ? turn->roll : (struct roll){0, 0},
                                    .is_double_pending =
                                        match_turn_is_answer(turn) && !error->is_cube,
                                    .match_length = turn->ms.length};
    char text[DRAW_SIZE], notes[DRAW_SIZE];
    enum record_side other = turn->side == RECORD_ME ? RECORD_OPPONENT : RECORD_ME;
    const char *mine = match_report_name(report, turn->side);
    const char *theirs = match_report_name(report, other);
    draw_parts(&view, mine, theirs, false, text, NULL);
    bool is_wide = widest(text) > COLUMNS;
    draw_parts(&view, mine, theirs, has_colours, text, is_wide ? notes : NULL);
    fputs(text, out);
    if (is_wide) { /* without colours, which would count as letters */
        draw_parts(&view, mine, theirs, false, text, notes);
        text_wrap(notes, 0, "", COLUMNS, out);
    }
}

/* ---- candidates ------------------------------------------------------------------ */

static void print_chances(const struct outputs *o, FILE *out)
{
    fprintf(out, "%5.1f %5.1f %4.1f  %5.1f %5.1f %4.1f", 100.0 * (double)o->win,
            100.0 * (double)o->win_gammon, 100.0 * (double)o->win_backgammon,
            100.0 - 100.0 * (double)o->win, 100.0 * (double)o->lose_gammon,
            100.0 * (double)o->lose_backgammon);
}

/* The first `most` and the one made. A play too long for its column has a line of its own. */
static void print_plays(const struct match_turn *turn,
                        const struct match_detail *detail, int most, FILE *out)
{
    enum { BEFORE = 5, COLUMN = 20 };
    char text[NOTATION_SIZE], judge[MATCH_DETAIL_JUDGE_SIZE];
    if (detail->plays > 0) {
        fprintf(out, "%*s%-*s %6s %5s %5s %5s %4s  %5s %5s %4s  by\n", BEFORE, "",
                COLUMN, "play", "equity", "lost", "win", "g", "bg", "lose", "g", "bg");
    }
    for (int i = 0; i < detail->plays; i++) {
        const struct match_detail_play *play = &detail->play[i];
        if (i >= most && i != detail->made) {
            continue;
        }
        notation_write(&turn->pos, &play->play, text);
        fprintf(out, "%s %d. %-*s", i == detail->made ? ">" : " ", i + 1, COLUMN, text);
        if (strlen(text) > COLUMN) {
            fprintf(out, "\n%*s", BEFORE + COLUMN, "");
        }
        fprintf(out, " %+6.3f %5.3f ", shown_number((double)play->equity, 3),
                (double)(detail->play[0].equity - play->equity));
        print_chances(&play->outputs, out);
        match_detail_judge(detail, play->ply, play->trials, judge);
        fprintf(out, "  %s\n", judge);
    }
}

static void print_table(const struct match_report *report,
                        const struct match_turn *turn, const struct cube_decision *cube,
                        FILE *out)
{
    struct match_detail_prices prices;
    match_detail_prices_of(match_analysis_met(report->analysis), turn, &prices);
    fprintf(out,
            "  no double %+.3f, double and take %+.3f, double and pass %+.3f\n"
            "  the doubler's chances: ",
            shown_number((double)cube->no_double, 3),
            shown_number((double)cube->double_take, 3),
            shown_number((double)cube->double_pass, 3));
    print_chances(&cube->outputs, out);
    fprintf(out,
            "\n  take point %.1f %%, with a live cube %.1f %%; "
            "gammon value %.2f, taker's %.2f\n",
            100.0 * prices.take_point_dead, 100.0 * prices.take_point_live,
            prices.gammon_value[0], prices.gammon_value[1]);
}

/* ---- all ------------------------------------------------------------------------- */

/* What was better goes below where it does not fit beside. */
static void print_sentence(const struct match_report *report,
                           const struct match_worst_decision *error, FILE *out)
{
    enum { BESIDE = COLUMNS - (int)sizeof " Better: " + 1 };
    const struct match_turn *turn = &report->turns->turns[error->turn];
    char made[MATCH_TURN_SIZE], better[NOTATION_SIZE], lost[60] = "loses nothing";
    char text[RECORD_NAME_MAX + MATCH_TURN_SIZE + sizeof lost + 60];
    match_report_worst(report->turns, report->analysis, error, made, better);
    if (error->loss > 0.0) {
        FORMAT_TEXT(lost, "loses %.3f%s.", error->loss,
                    error->loss >= ANALYSIS_BLUNDER ? ", a blunder"
                    : error->loss >= ANALYSIS_ERROR ? ", an error"
                                                    : "");
    }
    FORMAT_TEXT(text, "Game %d, turn %d: %s, %s, %s", turn->game, turn->number,
                match_report_name(report, turn->side), made, lost);
    if (error->loss > 0.0 && widest(text) + (int)strlen(better) <= BESIDE) {
        fprintf(out, "%s Better: %s\n", text, better);
        return;
    }
    text_wrap(text, 0, "", COLUMNS, out);
    if (error->loss > 0.0) {
        fprintf(out, "Better: %s\n", better);
    }
}

/* What of it is shown. */
struct parts {
    int plays;
    bool has_gaps, has_board;
};

static void print_error(const struct match_report *report,
                        const struct match_worst_decision *error, bool has_colours,
                        const struct parts *parts, FILE *out)
{
    enum { INDENT = 2, WIDTH = 76 };
    const char *gap = parts->has_gaps ? "\n" : "";
    const struct match_turn *turn = &report->turns->turns[error->turn];
    const struct match_analysed_turn *done =
        match_analysis_turn(report->analysis, error->turn);
    bool is_play = turn->type == RECORD_CELL_PLAY && !error->is_cube;
    char why[EXPLAIN_SIZE], id[XGID_SIZE];
    if (parts->has_board) {
        print_board(report, error, has_colours, out);
        fputs(gap, out);
    }
    print_sentence(report, error, out);
    fputs(gap, out);
    if (is_play) {
        print_plays(turn, &done->detail, parts->plays, out);
    } else if (done->detail.has_cube) {
        print_table(report, turn, &done->detail.cube, out);
    }
    fputs(gap, out);
    match_explain(report->turns, report->analysis, error, why);
    match_explain_print(why, INDENT, WIDTH, out);
    if (turn->comment != NULL && !error->is_cube) {
        char comment[sizeof "Comment: " + MATCH_COMMENT_MAX];
        FORMAT_TEXT(comment, "Comment: %s", turn->comment);
        match_explain_print(comment, INDENT, WIDTH, out);
    }
    match_turn_xgid(report->turns, turn, is_play, id);
    fprintf(out, "  %s%s\n", id, match_turn_xgid_note(turn));
}

static int lines_of(const struct match_report *report,
                    const struct match_worst_decision *error, const struct parts *parts)
{
    char *text = NULL;
    size_t size = 0;
    int lines = 0;
    FILE *out = open_memstream(&text, &size);
    if (out != NULL) {
        print_error(report, error, false, parts, out);
        (void)fclose(out);
    }
    for (size_t i = 0; text != NULL && i < size; i++) {
        lines += text[i] == '\n';
    }
    free(text);
    return lines;
}

/* Leaves out plays until it fits, with gaps none; false: it never does. */
static bool fit_plays(const struct match_report *report,
                      const struct match_worst_decision *error, int rows,
                      struct parts *parts)
{
    while (rows > 0 && lines_of(report, error, parts) > rows) {
        if (parts->has_gaps || parts->plays <= 1) {
            return false;
        }
        parts->plays--;
    }
    return true;
}

void match_error_print(const struct match_report *report,
                       const struct match_worst_decision *error, int rows,
                       bool has_colours, FILE *out)
{
    const int all = match_analysis_turn(report->analysis, error->turn)->detail.plays;
    struct parts parts = {all, true, true};
    if (!fit_plays(report, error, rows, &parts)) {
        parts.has_gaps = false;
    }
    if (!fit_plays(report, error, rows, &parts)) {
        parts.has_board = false;
        parts.plays = all;
        (void)fit_plays(report, error, rows, &parts);
    }
    print_error(report, error, has_colours, &parts, out);
}
