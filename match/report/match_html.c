#include "match/report/match_html.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/shown.h"
#include "engine/board/points.h"
#include "engine/level.h"
#include "match/match_columns.h"
#include "match/match_turns.h"
#include "match/report/match_review.h"
#include "view/markup.h"
#include "view/page_style.h"
#include "view/page_viewer.h"

/* What a page is made of. */
struct page {
    const struct match_report *report;
    const struct match_html_place *place; /* NULL: it stands alone */
    bool is_good;
};

/* ---- links ----------------------------------------------------------------------- */

static void write_link_name(const char *name, FILE *out)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                "0123456789._-";
    for (const char *c = name; *c != '\0'; c++) {
        if (strchr(plain, *c) != NULL) {
            fputc(*c, out);
        } else {
            fprintf(out, "%%%02X", (unsigned)(unsigned char)*c);
        }
    }
}

/* ---- parts of the page ----------------------------------------------------------- */

static void write_title(struct page *page, FILE *out)
{
    char length[POINTS_TEXT_SIZE];
    if (page->report == NULL) {
        fputs("Position", out);
        return;
    }
    const struct match_turns *turns = page->report->turns;
    markup_write_lines(turns->heading.my_name, out);
    fputs(" - ", out);
    markup_write_lines(turns->heading.opponent, out);
    fprintf(out, ", %s: %d-%d",
            turns->heading.length > 0
                ? points_length_text(turns->heading.length, length)
                : "money play",
            match_turns_shown_score(turns, RECORD_ME),
            match_turns_shown_score(turns, RECORD_OPPONENT));
}

static void write_style(struct page *page, FILE *out)
{
    if (page->place != NULL) {
        fprintf(out, "<link rel=\"stylesheet\" href=\"%sviewer.css\">",
                page->place->files);
        return;
    }
    fputs("<style>\n", out);
    page_viewer_css(out);
    fputs("</style>", out);
}

static void write_script(struct page *page, FILE *out)
{
    if (page->place != NULL) {
        fprintf(out, "<script src=\"%sviewer.js\"></script>", page->place->files);
        return;
    }
    fputs("<script>\n", out);
    page_viewer_js(out);
    fputs("</script>", out);
}

static void write_index(struct page *page, FILE *out)
{
    if (page->place != NULL) {
        fputs("<a href=\"../", out);
        write_link_name(page->place->list, out);
        fputs("\">All matches</a>", out);
    }
}

/* Where the engine answers, for viewer_task.js. */
static void write_engine(struct page *page, FILE *out)
{
    if (page->place != NULL && page->place->has_engine) {
        fputs(" data-engine=\"../\"", out);
    }
}

/* The level whose rating is nearest to that of an error rate. */
static const char *level_near(double error_rate)
{
    double rating = level_rating_of(error_rate);
    int nearest = 0;
    for (int i = 0; level_at(i) != NULL; i++) {
        bool is_nearer = fabs(level_at(i)->rating - rating) <
                         fabs(level_at(nearest)->rating - rating);
        nearest = is_nearer ? i : nearest;
    }
    return level_name(nearest);
}

/* "bert leads 8-0" */
static void write_lead(const struct match_turns *turns, enum record_side leader,
                       FILE *out)
{
    const int *score = turns->score;
    if (score[0] != score[1]) {
        markup_write_lines(match_turns_name(turns, leader), out);
        fputs(" leads ", out);
    }
    fprintf(out, "%d\u2013%d", score[leader], score[1 - (int)leader]);
}

/* "anna wins 7-4. anna: PR 5.12, like expert; ..." */
static void write_result(const struct match_report *report, FILE *out)
{
    const struct match_turns *turns = report->turns;
    enum record_side winner = turns->score[RECORD_OPPONENT] > turns->score[RECORD_ME]
                                  ? RECORD_OPPONENT
                                  : RECORD_ME;
    fputs("<p class=\"figure\">", out);
    if (match_turns_is_over(turns)) {
        markup_write_lines(match_turns_name(turns, winner), out);
        fprintf(out, " wins %d\u2013%d", match_turns_shown_score(turns, winner),
                match_turns_shown_score(turns, (enum record_side)(1 - winner)));
    } else {
        write_lead(turns, winner, out);
    }
    fputs("</p><p>", out);
    for (int side = 0; side < 2; side++) {
        const struct match_analysed_side *sums =
            match_analysis_side(report->analysis, (enum record_side)side);
        double rate = match_analysis_error_rate(sums);
        fputs(side > 0 ? "; " : "", out);
        markup_write_lines(match_turns_name(turns, (enum record_side)side), out);
        if (sums->decisions > 0) {
            fprintf(out, ": PR %.2f, near the level %s", rate, level_near(rate));
        }
    }
    fputs(".</p>", out);
}

static void write_match_heading(struct page *page, FILE *out)
{
    const struct match_report *report = page->report;
    const struct match_turns *turns = report->turns;
    char judge[2][REFERENCE_LEVEL_SIZE];
    match_report_reference(report, RECORD_ME, judge[0]);
    match_report_reference(report, RECORD_OPPONENT, judge[1]);
    bool is_whole =
        turns->has_all && match_analysis_done(report->analysis) == turns->count;
    fputs("<section>", out);
    write_result(report, out);
    fputs("<p>", out);
    markup_write_lines(turns->heading.event, out);
    fputs(turns->heading.event[0] != '\0' ? ", " : "", out);
    markup_write_lines(turns->heading.site, out);
    fputc(' ', out);
    markup_write_lines(turns->heading.date, out);
    fprintf(out,
            "%s</p>\n<p class=\"soft\">Judged by %s: player 1 at %s, player 2 at %s; "
            "luck at 0-ply. Errors lose %.2f or more, blunders %.2f.</p>",
            is_whole ? "" : " (some turns are missing)", report->program, judge[0],
            judge[1], ANALYSIS_ERROR, ANALYSIS_BLUNDER);
    int rolled = match_report_rolled(report);
    if (rolled > 0) {
        fprintf(out, "<p class=\"soft\">A roller judged %d close turn%s again.</p>",
                rolled, rolled == 1 ? "" : "s");
    }
    fputs("</section>", out);
}

static void write_sides(struct page *page, FILE *out)
{
    match_columns_sides(page->report, column_page, out);
}

static void write_games(struct page *page, FILE *out)
{
    match_columns_games(page->report, column_page, out);
}

static void write_unit_of_games(struct page *page, FILE *out)
{
    fprintf(out, "<p class=\"soft\">Result and luck are those of player 1, in %s.</p>",
            page->report->turns->heading.length > 0 ? "match winning chance"
                                                    : "points");
    const struct match_turns *turns = page->report->turns;
    for (int i = 0; i < turns->games; i++) {
        if (turns->game[i].comment != NULL) {
            fprintf(out, "<p>Comment on game %d: ", turns->game[i].number);
            markup_write_lines(turns->game[i].comment, out);
            fputs("</p>", out);
        }
    }
}

static void write_plain_report(struct page *page, FILE *out)
{
    char *text = NULL;
    size_t size;
    FILE *report = open_memstream(&text, &size);
    page->is_good &= report != NULL && match_report_print(page->report, report);
    page->is_good &= report != NULL && fclose(report) == 0;
    if (page->is_good) {
        markup_write_lines(text, out);
    }
    free(text);
}

static void write_data(struct page *page, FILE *out)
{
    if (page->report == NULL) {
        fputs("{\"players\":[\"\",\"\"],\"games\":[],\"decisions\":[],\"length\":0}",
              out);
        return;
    }
    page->is_good &= match_review_write(page->report, out);
}

/* ---- the page -------------------------------------------------------------------- */

static const struct {
    const char *name;
    bool is_of_match; /* left out where there is none */
    void (*write)(struct page *page, FILE *out);
} parts[] = {
    {"title", false, write_title},       {"style", false, write_style},
    {"index", false, write_index},       {"heading", true, write_match_heading},
    {"sides", true, write_sides},        {"games", true, write_games},
    {"unit", true, write_unit_of_games}, {"text", true, write_plain_report},
    {"data", false, write_data},         {"script", false, write_script},
    {"engine", false, write_engine}};

/* Writes the part that a comment of the page names. */
static void write_part(struct page *page, const char *name, size_t length, FILE *out)
{
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (strlen(parts[i].name) == length &&
            strncmp(parts[i].name, name, length) == 0 &&
            (page->report != NULL || !parts[i].is_of_match)) {
            parts[i].write(page, out);
        }
    }
}

static bool write_viewer(struct page *page, FILE *out)
{
    static const char begin[] = "<!--", end[] = "-->";
    const char *at = page_viewer_html();
    const char *mark = strstr(at, begin);
    while (mark != NULL) {
        const char *name = mark + sizeof begin - 1, *stop = strstr(name, end);
        (void)fwrite(at, 1, (size_t)(mark - at), out);
        write_part(page, name, (size_t)(stop - name), out);
        at = stop + sizeof end - 1;
        mark = strstr(at, begin);
    }
    fputs(at, out);
    return page->is_good && !ferror(out);
}

bool match_html_page(const struct match_report *report, FILE *out)
{
    return write_viewer(&(struct page){.report = report, .is_good = true}, out);
}

bool match_html_page_of_many(const struct match_report *report,
                             const struct match_html_place *place, FILE *out)
{
    return write_viewer(
        &(struct page){.report = report, .place = place, .is_good = true}, out);
}

/* ---- the list -------------------------------------------------------------------- */

void match_html_list_begin(FILE *out)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
          "<title>Match analysis</title>\n<style>\n",
          out);
    page_style_css(out);
    fputs(
        "</style></head><body>\n<h1>Match analysis</h1>\n<section><h2>Matches</h2>"
        "<div class=\"wide\"><table>\n<tr><th>match</th><th class=\"n\">score</th>"
        "<th class=\"n\">PR 1</th><th class=\"n\">PR 2</th><th class=\"n\">errors</th>"
        "<th class=\"n\">luck</th><th class=\"n\">length</th><th>date</th></tr>\n",
        out);
}

bool match_html_list_is_full(FILE *out)
{
    return ftell(out) >= MATCH_HTML_LIST_ROWS;
}

/* "-" without a decision. */
static const char *rate_text(const struct match_analysed_side *side, char text[16])
{
    (void)snprintf(text, 16, "%.2f", match_analysis_error_rate(side));
    return side->decisions > 0 ? text : "-";
}

void match_html_list_match(const struct match_report *report, const char *folder,
                           int number, FILE *out)
{
    const struct match_turns *turns = report->turns;
    const struct match_analysed_side *sides[2];
    char length[POINTS_TEXT_SIZE], rates[2][16], stopped[MATCH_STOPPED_SIZE];
    for (int i = 0; i < 2; i++) {
        sides[i] =
            match_analysis_side(report->analysis, i == 0 ? RECORD_ME : RECORD_OPPONENT);
    }
    fputs("<tr><td><a href=\"", out);
    write_link_name(folder, out);
    fprintf(out, "%s%d.html\">", folder[0] != '\0' ? "/" : "", number);
    markup_write_lines(turns->heading.my_name, out);
    fputs(" - ", out);
    markup_write_lines(turns->heading.opponent, out);
    (void)match_report_stopped(report, stopped);
    fprintf(out,
            "</a>%s%s</td><td class=\"n\">%d-%d</td><td class=\"n\">%s</td><td "
            "class=\"n\">%s</td><td class=\"n\">%d, %d</td><td "
            "class=\"n\">%+.2f</td><td class=\"n\">%s</td><td>",
            stopped[0] != '\0' ? ", " : "", stopped,
            match_turns_shown_score(turns, RECORD_ME),
            match_turns_shown_score(turns, RECORD_OPPONENT),
            rate_text(sides[0], rates[0]), rate_text(sides[1], rates[1]),
            sides[0]->errors, sides[1]->errors,
            shown_number(sides[0]->luck - sides[1]->luck, 2),
            points_length_text(turns->heading.length, length));
    markup_write_lines(turns->heading.date, out);
    fputs("</td></tr>\n", out);
}

static void end_matches(FILE *out)
{
    fputs(
        "</table></div>\n<p class=\"soft\">Errors of both players; the luck of player "
        "1 less that of player 2, equity.</p>",
        out);
}

static void write_further(const char *folder, int pages, FILE *out)
{
    fputs("<p>Further matches:", out);
    for (int i = 2; i <= pages; i++) {
        fputs(" <a href=\"", out);
        write_link_name(folder, out);
        fprintf(out, "/list%d.html\">page %d</a>", i, i);
    }
    fputs("</p>", out);
}

void match_html_list_end(struct match_table *table, const char *folder, int pages,
                         FILE *out)
{
    int left_out = 0;
    end_matches(out);
    if (pages > 1) {
        write_further(folder, pages, out);
    }
    fputs("</section>\n<section><h2>Players</h2><div class=\"wide\"><table>\n", out);
    if (table != NULL) {
        left_out = match_table_page(table, MATCH_HTML_LIST_MAX, out);
    }
    fputs("</table></div>", out);
    if (left_out > 0) {
        fprintf(out,
                "<p class=\"soft\">%d rows of players with fewer matches are left "
                "out; the report as text has them.</p>",
                left_out);
    }
    fputs("</section></body></html>\n", out);
}

void match_html_list_end_further(const char *list, FILE *out)
{
    end_matches(out);
    fputs("<p><a href=\"../", out);
    write_link_name(list, out);
    fputs("\">First matches and players</a></p></section></body></html>\n", out);
}
