#include "cmd/tourney/tourney.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/error_bar.h"
#include "base/text.h"
#include "bot/base/own_file.h"
#include "view/chart.h"
#include "view/column.h"
#include "view/markup.h"
#include "view/page_style.h"

enum { CURVE_POINTS = 80 };

struct page {
    const struct tourney_settings *settings;
    const struct tourney *contest;
};

/* ---- cells ----------------------------------------------------------------------- */

static void write_name(const struct page *page, int player, FILE *out)
{
    fputs("<td>", out);
    markup_write_lines(page->settings->standings.name[player], out);
    fputs("</td>", out);
}

/* A result: a share in per cent, or points a game with their sign. */
static void write_mean_result(const struct page *page, double value, FILE *out)
{
    if (page->settings->standings.is_share) {
        fprintf(out, "%.2f %%", 100.0 * value);
    } else {
        fputs(column_change(value, 4).shown, out);
    }
}

static void write_half(const struct page *page, int64_t samples, double error,
                       FILE *out)
{
    double half = RATING_NORMAL_95 * error;
    fputs(page->settings->standings.is_share
              ? error_bar_alone(samples, 100.0 * half, 2, " %").text
              : error_bar_alone(samples, half, 4, "").text,
          out);
}

/* ---- standings ------------------------------------------------------------------- */

static void write_standings(const struct page *page, const struct tourney_rows *rows,
                            FILE *out)
{
    const struct rating_standings *standings = &page->settings->standings;
    fputs("<section><h2>Standings</h2><div class=\"wide\"><table>", out);
    tourney_table_page(rows, out);
    fputs("</table></div>\n<p><small>&plusmn; 95 %: half of a 95 % interval. LOS: "
          "likelihood of superiority over the next. Ratings are from all pairings "
          "together; the mean result is over all opponents, each with the same weight.",
          out);
    fputc(' ', out);
    tourney_table_write_fit(rows, out);
    fprintf(out, " %s", standings->shares_dice ? tourney_table_dice_words : "");
    fputs(rows->has_ratings ? "</small></p></section>\n"
                            : " No ratings yet: results do not link all players."
                              "</small></p></section>\n",
          out);
}

/* ---- cross table ----------------------------------------------------------------- */

static void write_cross_cell(const struct page *page, int a, int b, FILE *out)
{
    const struct rating_standings *standings = &page->settings->standings;
    fputs("<td class=\"n\">", out);
    if (standings->pairs[a][b] > 0) {
        write_mean_result(page, standings->result[a][b].mean, out);
        fputs("<br><small>&plusmn; ", out);
        write_half(page, standings->pairs[a][b], standings->result[a][b].error, out);
        fprintf(out, "; %" PRId64 "</small>", standings->pairs[a][b]);
    }
    fputs("</td>", out);
}

static void write_cross_table(const struct page *page, const struct tourney_rows *rows,
                              FILE *out)
{
    const int count = page->settings->standings.count;
    fputs("<section><h2>Cross table</h2><div class=\"wide\"><table><tr><th></th>"
          "<th>player</th>",
          out);
    for (int i = 0; i < count; i++) {
        fprintf(out, "<th class=\"n\">%d</th>", i + 1);
    }
    fputs("</tr>\n", out);
    for (int i = 0; i < count; i++) {
        fprintf(out, "<tr><td class=\"n\">%d.</td>", i + 1);
        write_name(page, rows->row[i].player, out);
        for (int j = 0; j < count; j++) {
            write_cross_cell(page, rows->row[i].player, rows->row[j].player, out);
        }
        fputs("</tr>\n", out);
    }
    fprintf(out,
            "</table></div>\n<p><small>The row's player against the column's: %s, with "
            "half of a 95 %% interval and the number of pairs of games.</small></p>"
            "</section>\n",
            page->settings->standings.is_share ? "share of matches won"
                                               : "points a game");
}

/* ---- curves ---------------------------------------------------------------------- */

/* The standings after `pairs` pairs of each pairing. */
static struct rating_standings standings_after(const struct page *page, int64_t pairs)
{
    struct rating_standings then = page->settings->standings;
    memset(then.pairs, 0, sizeof then.pairs);
    memset(then.result, 0, sizeof then.result);
    for (int i = 0; i < page->contest->count; i++) {
        const struct arena_runner_result *result = &page->contest->result[i];
        int64_t count = result->count < pairs ? result->count : pairs;
        if (count > 0) {
            struct arena_figures figures = arena_figures(result->pairs, count);
            tourney_report_enter(&page->contest->match[i], &figures, &then);
        }
    }
    return then;
}

/* By player: rating after so many pairs or, of two players, the first one's result. */
struct curves {
    int count;
    struct chart_point point[RATING_PLAYERS_MAX][CURVE_POINTS];
    struct chart_mark mark[3];
};

static void add_point(const struct page *page, struct curves *curves, int64_t pairs)
{
    struct rating_standings then = standings_after(page, pairs);
    struct rating_fit fit;
    bool is_match = then.count == 2;
    if (!is_match && !rating_fit_standings(&then, &fit)) {
        return;
    }
    double scale = then.is_share ? 100.0 : 1.0;
    for (int p = 0; p < then.count; p++) {
        curves->point[p][curves->count] = (struct chart_point){
            (double)pairs,
            is_match ? scale * then.result[p][1 - p].mean : fit.rating[p]};
    }
    curves->count++;
}

static int64_t most_pairs(const struct page *page)
{
    int64_t most = 0;
    for (int i = 0; i < page->contest->count; i++) {
        most = page->contest->result[i].count > most ? page->contest->result[i].count
                                                     : most;
    }
    return most;
}

/* The first pairs say little, and would set the scale. */
static void make_curves(const struct page *page, struct curves *curves)
{
    int64_t most = most_pairs(page);
    int64_t first = most / 10 > 1 ? most / 10 : 1;
    int64_t last = 0;
    for (int i = 0; i < CURVE_POINTS; i++) {
        int64_t pairs = first + (most - first) * i / (CURVE_POINTS - 1);
        if (pairs > last) {
            add_point(page, curves, pairs);
            last = pairs;
        }
    }
    for (int i = 0; i < 3; i++) {
        struct chart_mark *mark = &curves->mark[i];
        int64_t at = first + (most - first) * (i + 1) / 3;
        mark->x = (double)at;
        FORMAT_TEXT(mark->label, "%" PRId64, at);
    }
}

/* Half the matches in the middle: above it one wins. */
static void centre_share(struct chart *chart)
{
    double most = 10.0;
    for (int i = 0; i < chart->count; i++) {
        most = fmax(most, 10.0 * ceil(fabs(chart->points[i].y - 50.0) / 10.0));
    }
    chart->floor = 50.0 - most;
    chart->ceiling = 50.0 + most;
}

static void write_curve(const struct page *page, const struct curves *curves,
                        int player, FILE *out)
{
    const struct rating_standings *standings = &page->settings->standings;
    bool is_share = standings->count == 2 && standings->is_share;
    const char *format = is_share ? "%.1f %%" : standings->is_share ? "%+.0f" : "%+.3f";
    struct chart chart = {.title = standings->name[player],
                          .points = curves->point[player],
                          .count = curves->count,
                          .format = format,
                          .marks = curves->mark,
                          .mark_count = 3,
                          .is_sloped = true};
    if (is_share) {
        centre_share(&chart);
    }
    fputs("<div><h3>", out);
    markup_write_lines(standings->name[player], out);
    fputs("</h3>", out);
    chart_html(&chart, true, out);
    fputs("</div>\n", out);
}

static void write_curves(const struct page *page, const struct tourney_rows *rows,
                         FILE *out)
{
    const struct rating_standings *standings = &page->settings->standings;
    struct curves *curves = calloc(1, sizeof *curves);
    if (curves == NULL) {
        return;
    }
    make_curves(page, curves);
    const char *what = standings->count > 2  ? "Ratings"
                       : standings->is_share ? "Matches won"
                                             : "Points a game";
    fprintf(out, "<section><h2>%s by the number of pairs</h2><div class=\"row\">\n",
            what);
    for (int i = 0; i < (standings->count == 2 ? 1 : standings->count); i++) {
        write_curve(page, curves, standings->count == 2 ? 0 : rows->row[i].player, out);
    }
    fputs("</div><p><small>From the first pair to each number of pairs of every "
          "pairing.</small></p></section>\n",
          out);
    free(curves);
}

/* ---- the page -------------------------------------------------------------------- */

static void write_page_title(const struct page *page, FILE *out)
{
    const struct rating_standings *standings = &page->settings->standings;
    if (standings->count == 2) {
        markup_write_lines(standings->name[0], out);
        fputs(" v. ", out);
        markup_write_lines(standings->name[1], out);
    } else {
        fprintf(out, "Tournament of %d players", standings->count);
    }
}

static void write_head(const struct page *page, FILE *out)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
          "<title>",
          out);
    write_page_title(page, out);
    fputs("</title>\n<style>\n", out);
    page_style_css(out);
    fputs("</style></head>\n<body><h1>", out);
    write_page_title(page, out);
    fputs("</h1>\n", out);
}

static void write_top(const struct page *page, FILE *out)
{
    char moment[40] = "";
    time_t now = time(NULL);
    struct tm utc;
    int64_t pairs = 0;
    for (int i = 0; i < page->contest->count; i++) {
        pairs += page->contest->result[i].count;
    }
    if (gmtime_r(&now, &utc) != NULL) {
        (void)strftime(moment, sizeof moment, "%Y-%m-%d %H:%M UTC", &utc);
    }
    fputs("<p>Rules: ", out);
    tourney_report_rules(&page->settings->runner.rules, out);
    fprintf(out,
            ", in pairs with the same dice and the seats exchanged, seed %" PRIu64
            "; %s. %" PRId64 " pair%s by %s.",
            page->settings->runner.rules.seed,
            page->settings->is_reduced ? "the luck of the dice is taken out"
                                       : "the luck of the dice is in the results",
            pairs, pairs == 1 ? "" : "s", moment);
    if (page->contest->count == 1) {
        struct arena_figures figures =
            arena_figures(page->contest->result[0].pairs, pairs);
        fputc(' ', out);
        tourney_report_games(&figures, out);
        fputc('.', out);
    }
    fputs("</p>\n", out);
}

static void write_conditions(const struct page *page, FILE *out)
{
    fputs("<section><h2>Conditions</h2><pre>", out);
    for (int i = 0; i < page->contest->count; i++) {
        markup_write_lines(page->contest->match[i].conditions, out);
        fputc('\n', out);
    }
    fputs("</pre></section>\n", out);
}

static void write_page(const struct page *page, FILE *out)
{
    struct tourney_rows rows = tourney_table_rows(&page->settings->standings);
    write_head(page, out);
    write_top(page, out);
    write_standings(page, &rows, out);
    write_cross_table(page, &rows, out);
    write_curves(page, &rows, out);
    write_conditions(page, out);
    fputs("</body></html>\n", out);
}

bool tourney_page_open(const struct tourney_settings *settings,
                       struct file_draft *draft, struct error *err)
{
    return own_file_is(settings->page, OWN_PAGE, err) &&
           file_draft_open(draft, settings->page, FILE_OF_ALL, err);
}

bool tourney_page_write(const struct tourney_settings *settings,
                        const struct tourney *tourney, struct error *err)
{
    const struct page page = {settings, tourney};
    struct file_draft draft;
    if (!tourney_page_open(settings, &draft, err)) {
        return false;
    }
    write_page(&page, draft.stream);
    return file_draft_keep(&draft, FILE_SAFE_FROM_KILLS, err);
}
