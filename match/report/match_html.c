#include "match/report/match_html.h"

#include <math.h>
#include <stdlib.h>

#include "engine/board/board_view.h"
#include "engine/board/points.h"
#include "match/match_columns.h"
#include "match/match_turns.h"
#include "view/board_svg.h"
#include "view/chart.h"
#include "view/markup.h"
#include "view/page_style.h"

void match_html_begin(const char *title, FILE *out)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
          "<title>",
          out);
    markup_write(title, out);
    fputs("</title>\n<style>\n", out);
    page_style_css(out);
    fputs("</style></head><body>\n", out);
}

void match_html_end(FILE *out)
{
    fputs("</body></html>\n", out);
}

/* ---- tables ---------------------------------------------------------------------- */

static void write_tables(const struct match_report *report, FILE *out)
{
    fputs("<div class=\"wide\"><table>", out);
    match_columns_sides(report, column_page, out);
    fputs("</table></div>\n<div class=\"wide\"><table>", out);
    match_columns_games(report, column_page, out);
    fprintf(out,
            "</table></div>\n<p class=\"soft\">Result and luck are those of player 1, "
            "in %s.</p>\n",
            report->turns->heading.length > 0 ? "match winning chance" : "points");
}

/* ---- curves ---------------------------------------------------------------------- */

/* What a turn adds to a curve. */
static double loss_of(const struct match_turn *turn,
                      const struct match_analysed_turn *done, enum record_side side)
{
    return turn->side == side ? done->loss + done->cube_loss : 0.0;
}

static double luck_of_first(const struct match_turn *turn,
                            const struct match_analysed_turn *done,
                            enum record_side side)
{
    (void)side;
    return turn->side == RECORD_ME ? done->luck : -done->luck;
}

static void write_curve(const struct match_report *report, const char *title,
                        double (*added)(const struct match_turn *,
                                        const struct match_analysed_turn *,
                                        enum record_side),
                        enum record_side side, FILE *out)
{
    int count = match_analysis_done(report->analysis);
    struct chart_point *points = calloc((size_t)count + 1, sizeof *points);
    double sum = 0.0;
    if (points == NULL) {
        return;
    }
    for (int i = 0; i < count; i++) {
        sum += added(&report->turns->turns[i], match_analysis_turn(report->analysis, i),
                     side);
        points[i + 1] = (struct chart_point){i + 1, sum};
    }
    bool is_loss = added == loss_of; /* never below 0 */
    const struct chart chart = {.title = title,
                                .points = points,
                                .count = count + 1,
                                .floor = 0.0,
                                .ceiling = is_loss ? 0.1 * (floor(10.0 * sum) + 1) : 0,
                                .format = "%.2f"};
    fputs("<div><h3>", out);
    markup_write(title, out);
    fputs("</h3>\n", out);
    chart_html(&chart, false, out);
    fputs("</div>\n", out);
    free(points);
}

static void write_curves(const struct match_report *report, FILE *out)
{
    char title[RECORD_NAME_MAX + 40];
    fputs("<div class=\"row\">\n", out);
    for (int i = 0; i < 2; i++) {
        enum record_side side = i == 0 ? RECORD_ME : RECORD_OPPONENT;
        (void)snprintf(title, sizeof title, "Equity lost by %s, by turn",
                       match_report_name(report, side));
        write_curve(report, title, loss_of, side, out);
    }
    (void)snprintf(title, sizeof title, "Luck of %s less the other's, equity",
                   match_report_name(report, RECORD_ME));
    write_curve(report, title, luck_of_first, RECORD_ME, out);
    fputs("</div>\n", out);
}

/* ---- errors ---------------------------------------------------------------------- */

/* The board is seen by who decided. */
static void write_board(const struct match_report *report,
                        const struct match_turn *turn, bool has_roll, FILE *out)
{
    bool is_answer = match_turn_is_answer(turn);
    const struct board_view view = {.pos = turn->pos,
                                    .ms = turn->ms,
                                    .turn = TURN_MINE,
                                    .roll = has_roll ? turn->roll : (struct roll){0},
                                    .is_double_pending = is_answer,
                                    .match_length = turn->ms.length};
    bool is_first = turn->side == RECORD_ME;
    board_svg(&view, match_report_name(report, is_first ? RECORD_ME : RECORD_OPPONENT),
              match_report_name(report, is_first ? RECORD_OPPONENT : RECORD_ME), out);
}

static void write_error(const struct match_report *report,
                        const struct match_turn *turn, const char *made,
                        const char *better, double loss, FILE *out)
{
    char id[XGID_SIZE];
    bool has_roll = made[0] >= '1' && made[0] <= '6';
    match_turn_xgid(turn, has_roll, id);
    fputs("<section class=\"error\">\n", out);
    write_board(report, turn, has_roll, out);
    fprintf(out, "<div><h2>Game %d, turn %d: ", turn->game, turn->number);
    markup_write(match_report_name(report, turn->side), out);
    fprintf(out,
            "</h2>\n<p>%s lost <b class=\"bad\">%.3f</b>; better: <b>%s</b>. Score "
            "%d-%d.</p>\n<code>%s</code></div></section>\n",
            made, loss, better, turn->ms.my_score, turn->ms.their_score, id);
}

static void write_errors(const struct match_report *report, FILE *out)
{
    char made[MATCH_TURN_SIZE], better[NOTATION_SIZE];
    for (int i = 0; i < match_analysis_done(report->analysis); i++) {
        const struct match_turn *turn = &report->turns->turns[i];
        const struct match_analysed_turn *done =
            match_analysis_turn(report->analysis, i);
        if (done->cube_loss >= ANALYSIS_ERROR) {
            write_error(report, turn, "no double", "double", done->cube_loss, out);
        }
        if (done->loss >= ANALYSIS_ERROR) {
            match_report_made(turn, made);
            match_report_better(turn, done, better);
            write_error(report, turn, made, better, done->loss, out);
        }
    }
}

/* ---- a match --------------------------------------------------------------------- */

static void write_html_head(const struct match_report *report, FILE *out)
{
    const struct match_turns *turns = report->turns;
    char length[POINTS_TEXT_SIZE], reference[2][REFERENCE_LEVEL_SIZE];
    match_report_reference(report, RECORD_ME, reference[0]);
    match_report_reference(report, RECORD_OPPONENT, reference[1]);
    fputs("<h1>", out);
    markup_write(turns->heading.my_name, out);
    fputs(" - ", out);
    markup_write(turns->heading.opponent, out);
    fprintf(out, ", %s: %d-%d</h1>\n<section><p>",
            points_length_text(turns->heading.length, length), turns->score[0],
            turns->score[1]);
    markup_write(turns->heading.site, out);
    fputc(' ', out);
    markup_write(turns->heading.date, out);
    fprintf(out,
            "%s</p>\n<p class=\"soft\">Judged by %s: player 1 at %s, player 2 at %s; "
            "luck at 0-ply. Errors lose %.2f or more, blunders %.2f.</p>\n",
            turns->has_all && match_analysis_done(report->analysis) == turns->count
                ? ""
                : " (some turns are missing)",
            report->program, reference[0], reference[1], ANALYSIS_ERROR,
            ANALYSIS_BLUNDER);
}

void match_html_match(const struct match_report *report, FILE *out)
{
    write_html_head(report, out);
    write_tables(report, out);
    write_curves(report, out);
    fputs("</section>\n", out);
    write_errors(report, out);
}
