
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/embed.h"
#include "base/shown.h"
#include "bot/status/status_internal.h"
#include "engine/board/points.h"
#include "engine/board/position.h"
#include "view/board_svg.h"
#include "view/markup.h"
#include "view/page_style.h"

EMBED(status_page_style, "bot/status/page/status.css")
EMBED(status_page_script, "bot/status/page/status.js")

/* ---- times and lengths ----------------------------------------------------------- */

/* "2 days 3 h", "3 h 5 min", "5 min"; a clock may have been set back meanwhile */
static void write_duration(int64_t seconds, FILE *out)
{
    seconds = seconds > 0 ? seconds : 0;
    long long days = seconds / 86400, hours = seconds / 3600 % 24;
    long long minutes = seconds / 60 % 60;
    if (days > 0) {
        fprintf(out, "%lld day%s %lld h", days, days == 1 ? "" : "s", hours);
    } else if (hours > 0) {
        fprintf(out, "%lld h %lld min", hours, minutes);
    } else {
        fprintf(out, "%lld min", minutes);
    }
}

/* "2026-11-22 17:30", and "5 points" */
struct words {
    char text[POINTS_TEXT_SIZE];
};

static struct words time_words(int64_t seconds)
{
    struct words words;
    time_t when = (time_t)seconds;
    struct tm utc;
    (void)gmtime_r(&when, &utc);
    (void)strftime(words.text, sizeof words.text, "%Y-%m-%d %H:%M", &utc);
    return words;
}

static struct words length_words(int length)
{
    struct words words;
    (void)points_length_text(length, words.text);
    return words;
}

/* "4-3 opp_a" in a title or "4:3" in an icon needs a score. */
static bool has_score(const struct status_account *a)
{
    return a->is_playing && a->has_view;
}

/* The chance to show first: of the match, or of the game when the match is unlimited. */
static double main_chance(const struct status_account *a)
{
    return 100.0 * (a->match_wins.count > 0 ? a->match_win : a->win);
}

/* ---- the head -------------------------------------------------------------------- */

/* "4-3 opp_a, 2-4 opp_b - fibsbot": the scores of the first matches */
static void write_page_title(const struct status *status, FILE *out)
{
    enum { MOST = 3 };
    int shown = 0;
    fputs("<title>", out);
    for (int i = 0; i < status->count && shown < MOST; i++) {
        const struct status_account *a = status->accounts[i];
        if (has_score(a)) {
            fprintf(out, "%s%d-%d %s", shown++ > 0 ? ", " : "", a->view.ms.my_score,
                    a->view.ms.their_score, markup(a->opponent).text);
        }
    }
    fprintf(out, "%sfibsbot</title>\n", shown > 0 ? " - " : "");
}

/* The score of the first match that is played, ours above. */
static void write_icon(const struct status *status, FILE *out)
{
    const struct status_account *a = NULL;
    for (int i = 0; i < status->count && a == NULL; i++) {
        a = has_score(status->accounts[i]) ? status->accounts[i] : NULL;
    }
    fputs("<link rel=\"icon\" id=\"icon\" data-part href=\"data:image/svg+xml,"
          "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32' "
          "font-family='sans-serif' font-weight='700' font-size='15' "
          "text-anchor='middle' fill='%23fff'%3E"
          "%3Crect width='32' height='32' rx='6' fill='%231d5f9f'/%3E",
          out);
    if (a != NULL) {
        fprintf(out,
                "%%3Ctext x='16' y='14'%%3E%d%%3C/text%%3E"
                "%%3Ctext x='16' y='29'%%3E%d%%3C/text%%3E",
                a->view.ms.my_score, a->view.ms.their_score);
    } else {
        fputs("%3Ctext x='16' y='21'%3Ef%3C/text%3E", out);
    }
    fputs("%3C/svg%3E\">\n", out);
}

static void write_head(const struct status *status, FILE *out)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
          "<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript>\n",
          out);
    write_page_title(status, out);
    write_icon(status, out);
    fputs("<style>\n", out);
    page_style_css(out);
    fputs(status_page_style, out);
    fputs("</style></head>\n<body>\n", out);
}

/* The level when it is the same for all accounts that play, else NULL. */
static const char *common_level(const struct status *status)
{
    const char *level = NULL;
    for (int i = 0; i < status->count; i++) {
        const struct status_account *a = status->accounts[i];
        if (level != NULL && !a->is_director && strcmp(a->level, level) != 0) {
            return NULL;
        }
        level = a->is_director ? level : a->level;
    }
    return level != NULL && *level != '\0' ? level : NULL;
}

static void write_top(const struct status_view *view, FILE *out)
{
    const char *level = common_level(view->status);
    fputs("<header class=\"top\"><h1>fibsbot</h1><p class=\"soft\" id=\"what\" "
          "data-part>",
          out);
    if (view->version != NULL) {
        fprintf(out, "%s, ", view->version);
    }
    if (level != NULL) {
        fprintf(out, "%s, ", markup(level).text);
    }
    fputs("up ", out);
    write_duration(view->up_s, out);
    fprintf(out,
            "</p><p class=\"end soft\"><span id=\"live\">as of %s UTC</span>"
            "<a href=\"/status\">JSON</a><a href=\"/metrics\">Prometheus</a></p>"
            "</header>\n"
            "<p class=\"off\" id=\"off\" role=\"alert\" hidden><b>No answer from the "
            "bot.</b> What is shown is as of <span id=\"since\"></span>.</p>\n",
            time_words(view->now_s).text);
}

/* ---- all accounts ---------------------------------------------------------------- */

/* ", 5 points, 2-0" */
static void write_score(const struct status_account *a, FILE *out)
{
    fprintf(out, ", %s", length_words(a->length).text);
    if (a->has_view) {
        fprintf(out, ", <b>%d-%d</b>%s", a->view.ms.my_score, a->view.ms.their_score,
                a->view.ms.is_crawford ? ", Crawford game" : "");
    }
}

static void write_now(const struct status_account *a, FILE *out)
{
    if (!a->is_playing) {
        fputs(!a->is_online    ? "not connected"
              : a->is_director ? "directs the tournament"
                               : "not playing",
              out);
        return;
    }
    fputs(markup(a->opponent).text, out);
    write_score(a, out);
}

/* Whether the accounts play on different servers. */
static bool has_sites(const struct status *status)
{
    for (int i = 1; i < status->count; i++) {
        if (strcmp(status->accounts[i]->site, status->accounts[0]->site) != 0) {
            return true;
        }
    }
    return false;
}

/* The name leads to the matches of the account. */
static void write_account_name(const struct status_account *a, int number, FILE *out)
{
    fprintf(out, "<i class=\"link%s\"></i>", a->is_online ? " up" : "");
    if (!a->is_director) {
        fprintf(out, "<a href=\"#a%d\">", number);
    }
    fprintf(out, "%s%s<span class=\"sr\">, %s</span>", markup(a->name).text,
            a->is_director ? "" : "</a>", a->is_online ? "logged in" : "off line");
}

static void write_account_row(const struct status_account *a, int number,
                              bool shows_site, FILE *out)
{
    fputs("<tr><td>", out);
    write_account_name(a, number, out);
    if (shows_site) {
        fprintf(out, " <span class=\"soft\" data-name=\"server\">%s</span>",
                markup(a->site).text);
    }
    fputs("</td><td class=\"n\">", out);
    if (a->standing.is_known) {
        fprintf(out, "%.2f</td><td class=\"n soft\" data-name=\"experience\">",
                a->standing.rating);
        if (standing_has_experience(&a->standing)) {
            fprintf(out, "%d", a->standing.experience);
        }
    } else {
        fputs("</td><td>", out);
    }
    fputs("</td><td>", out);
    write_now(a, out);
    fputs("</td><td>", out);
    if (a->is_playing && a->wins.count > 0) {
        fprintf(
            out,
            "<span class=\"meter\"><i style=\"width:%.0f%%\"></i></span>%.0f&nbsp;%%",
            main_chance(a), main_chance(a));
    }
    fputs("</td><td class=\"n soft\" data-name=\"won\">", out);
    if (!a->is_director) {
        fprintf(out, "%ld of %ld", a->won, a->matches);
    }
    fputs("</td></tr>\n", out);
}

static void write_accounts(const struct status *status, FILE *out)
{
    fputs("<section id=\"accounts\" data-part aria-label=\"Accounts\">"
          "<table class=\"accounts\"><thead><tr><th>Account</th><th class=\"n\">Rating"
          "</th><th class=\"n\">Experience</th><th>Now</th><th>Chance of winning</th>"
          "<th class=\"n\">Won since the start</th></tr></thead><tbody>\n",
          out);
    for (int i = 0; i < status->count; i++) {
        write_account_row(status->accounts[i], i + 1, has_sites(status), out);
    }
    fputs("</tbody></table></section>\n", out);
}

/* ---- a match --------------------------------------------------------------------- */

/* A player above or below the board: checkers, name, pips, score, and what they have to
 * do. */
static void write_seat(const struct status_account *a, bool is_mine, FILE *out)
{
    const struct board_view *view = &a->view;
    enum turn turn = is_mine ? TURN_MINE : TURN_THEIRS;
    fputs("<p class=\"seat\">", out);
    board_svg_checker(is_mine, out);
    fprintf(out, " <b>%s</b>", markup(is_mine ? a->name : a->opponent).text);
    if (view->turn == turn) {
        fprintf(out, " <span class=\"turn\">%s",
                view->is_double_pending ? "to take or pass"
                : view->roll.high != 0  ? "to play"
                                        : "to roll");
        if (view->roll.high != 0 && !view->is_double_pending) {
            fprintf(out, " %d-%d", view->roll.high, view->roll.low);
        }
        fputs("</span>", out);
    }
    fprintf(out,
            " <span class=\"end\"><span class=\"soft\">%d pips</span> "
            "<span class=\"score\">%d</span></span></p>\n",
            position_pip_count(is_mine ? &view->pos.mine : &view->pos.theirs),
            is_mine ? view->ms.my_score : view->ms.their_score);
}

static void write_position_id(const struct board_view *view, int number, FILE *out)
{
    char id[XGID_SIZE];
    status_page_xgid(view, id);
    fprintf(out,
            "<p><code>%s</code><button type=\"button\" id=\"copy%d\" "
            "data-copy=\"%s\">Copy XGID</button></p>\n",
            id, number, id);
}

static void write_board(const struct status_account *a, int number, FILE *out)
{
    if (a->has_view) {
        write_seat(a, false, out);
        board_svg(&a->view, a->name, a->opponent, out);
        write_seat(a, true, out);
    }
    fprintf(out, "<p class=\"soft\">Last decision: <b>%s</b>",
            markup(a->choice[0] != '\0' ? a->choice : "none yet").text);
    if (a->wins.count > 0) {
        fprintf(out, ", chance of winning the game %.1f %%, equity %+.3f",
                100.0 * a->win, shown_number(a->equity, 3));
    }
    fputs("</p>\n", out);
    if (a->has_view) {
        write_position_id(&a->view, number, out);
    }
    if (a->record[0] != '\0') {
        fputs("<p class=\"soft\">Match so far: ", out);
        status_file_links(a->record, out);
        fputs("</p>\n", out);
    }
}

/* The chance of the match with that of the game in a second curve; unlimited: of the game. */
static void write_chances(const struct status_account *a, FILE *out)
{
    bool has_match = a->match_wins.count > 0;
    const struct status_curve *first = has_match ? &a->match_wins : &a->wins;
    const struct chart chart = {
        .title = has_match ? "Chance of winning the match, %"
                           : "Chance of winning the game, %",
        .points = first->points,
        .count = first->count,
        .second = a->wins.points,
        .second_count = has_match ? a->wins.count : 0,
        .marks = a->marks,
        .mark_count = a->mark_count,
        .floor = 0.0,
        .ceiling = 100.0,
        .format = "%.0f",
        .is_sloped = true,
    };
    fputs("<h3>Chance of winning</h3>\n", out);
    chart_html(&chart, true, out);
    if (a->wins.count > 0) {
        fputs("<p class=\"key\">", out);
        if (has_match) {
            fprintf(out, "<span>match %.1f %%</span>", 100.0 * a->match_win);
        }
        fprintf(out, "<span%s>game %.1f %%</span></p>\n",
                has_match ? " class=\"g\"" : "", 100.0 * a->win);
    }
}

/* Of moments, or of decisions. */
static void write_curve(const char *title, const struct status_curve *curve,
                        bool is_time, const char *format, FILE *out)
{
    const struct chart chart = {.title = title,
                                .points = curve->points,
                                .count = curve->count,
                                .is_time = is_time,
                                .format = format,
                                .is_sloped = !is_time};
    fprintf(out, "<h3>%s</h3>\n", title);
    chart_html(&chart, false, out);
}

/* Of the time only its mean. */
static void write_counts(const struct status_account *a, FILE *out)
{
    fputs("<p class=\"soft\">Since the start", out);
    for (int i = 0; i < status_counts_length; i++) {
        const struct status_count *count = &status_counts[i];
        if (count->words != NULL) {
            fprintf(out, "%s %ld", count->words, status_count_of(a, i));
        } else if (count->divisor > 0.0) {
            fprintf(out, ", %.0f ms each",
                    a->decisions > 0 ? (double)a->thinking_ms / (double)a->decisions
                                     : 0.0);
        }
    }
    fputs(".</p>\n", out);
}

static void write_result_row(const struct status_result *result, FILE *out)
{
    fprintf(out,
            "<tr><td>%s</td><td class=\"soft\">%s</td><td class=\"n\">%d : %d</td>"
            "<td>%s</td>",
            markup(result->opponent).text, length_words(result->length).text,
            points_shown(result->my_score, result->length),
            points_shown(result->their_score, result->length),
            result->my_score > result->their_score ? "won" : "lost");
    if (result->has_change) {
        fprintf(out, "<td class=\"n %s\">%+.2f</td>",
                result->rating_change >= 0.0 ? "good" : "bad",
                shown_number(result->rating_change, 2));
    } else {
        fputs("<td></td>", out);
    }
    fprintf(out, "<td class=\"soft\">%s</td><td>", time_words(result->at_s).text);
    status_file_links(result->record, out);
    fputs("</td></tr>\n", out);
}

static void write_results(const struct status_account *a, FILE *out)
{
    fputs("<h3>Last results</h3>\n", out);
    if (a->result_count == 0) {
        fputs("<p class=\"soft\">No results yet.</p>\n", out);
        return;
    }
    fputs("<table class=\"results\"><thead><tr><th>Opponent</th><th>Length</th>"
          "<th class=\"n\">Score</th><th></th><th class=\"n\">Rating</th>"
          "<th>Ended (UTC)</th><th>Files</th></tr></thead><tbody>\n",
          out);
    for (int i = 0; i < a->result_count; i++) {
        write_result_row(&a->results[i], out);
    }
    fputs("</tbody></table>\n", out);
}

static void write_stuck(const struct status_account *a, FILE *out)
{
    if (a->stuck_count > 0) {
        fputs("<h3>Saved matches that do not go on</h3>\n<ul class=\"stuck\">\n", out);
    }
    for (int i = 0; i < a->stuck_count; i++) {
        const struct status_stuck *s = &a->stuck[i];
        fprintf(out, "<li>%s", markup(s->opponent).text);
        if (s->length >= 0) {
            fprintf(out, ", %s, %d-%d", length_words(s->length).text, s->my_score,
                    s->their_score);
        }
        fprintf(out, ": failed %d time%s%s%s</li>\n", s->failures,
                s->failures == 1 ? "" : "s",
                s->reason[0] != '\0' ? "; set aside: " : "", markup(s->reason).text);
    }
    fputs(a->stuck_count > 0 ? "</ul>\n" : "", out);
}

static void write_account_head(const struct status_account *a,
                               const struct status_view *view, FILE *out)
{
    fprintf(out, "<div class=\"head\"><h2>%s</h2><span class=\"soft\">",
            markup(a->name).text);
    if (a->is_playing) {
        fprintf(out, "Playing <b>%s</b>", markup(a->opponent).text);
        write_score(a, out);
        fputs(", for ", out);
        write_duration(view->now_s - a->started_s, out);
    } else {
        fputs("Not playing.", out);
    }
    fprintf(out, "</span><span class=\"%s\">%s%s%s</span>",
            a->is_online ? "good" : "bad", a->is_online ? "logged in" : "off line",
            a->is_online || a->why[0] == '\0' ? "" : ": ",
            a->is_online ? "" : markup(a->why).text);
    if (common_level(view->status) == NULL && a->level[0] != '\0') {
        fprintf(out, "<span class=\"soft\">%s</span>", markup(a->level).text);
    }
    if (a->standing.is_known) {
        fprintf(out, "<span class=\"r\">%.2f</span>", a->standing.rating);
    }
    fputs("</div>\n", out);
}

static void write_account(const struct status_view *view, int i, FILE *out)
{
    const struct status_account *a = view->status->accounts[i];
    bool is_half = !a->is_playing && view->status->count > 1;
    fprintf(out, "<section%s id=\"a%d\" data-part>\n", is_half ? " class=\"half\"" : "",
            i + 1);
    write_account_head(a, view, out);
    if (a->is_playing) {
        fputs("<div class=\"match\"><div>", out);
        write_board(a, i + 1, out);
        fputs("</div>\n<div>", out);
        write_chances(a, out);
        write_curve("Equity", &a->equities, false, "%+.2f", out);
    }
    write_curve("Rating", &a->ratings, true, "%.0f", out);
    fputs(a->is_playing ? "</div>\n<div>" : "", out);
    write_results(a, out);
    write_stuck(a, out);
    write_counts(a, out);
    fputs(a->is_playing ? "</div></div></section>\n" : "</section>\n", out);
}

/* ---- the log --------------------------------------------------------------------- */

/* The last lines, oldest first, as the log has them. */
struct log_lines {
    int count;
    char *lines[LOG_TAIL_MAX];
};

static void keep_line(void *context, const char *line)
{
    struct log_lines *lines = context;
    if (lines->count < LOG_TAIL_MAX) {
        lines->lines[lines->count] = strdup(line);
        lines->count += lines->lines[lines->count] != NULL;
    }
}

/* Cuts a line as log.h shows it: time, level, whose event and text. */
static void write_line(char *line, char day[11], FILE *out)
{
    enum { DAY = 10, CLOCK = 11, LEVEL = 21, WHO = 29 };
    if (strlen(line) < WHO) {
        return;
    }
    bool is_error = strncmp(line + LEVEL, "error", 5) == 0;
    bool is_warning = strncmp(line + LEVEL, "warning", 7) == 0;
    char *who = line + WHO, *text = strchr(who, ' ');
    bool has_who = text != NULL && text[1] == ' ';
    if (has_who) {
        *text = '\0';
    }
    if (strncmp(line, day, DAY) != 0) {
        (void)snprintf(day, DAY + 1, "%s", line);
        fprintf(out, "<li class=\"day\">%s UTC</li>\n", markup(day).text);
    }
    fprintf(out, "<li><time>%.8s</time><span>%s</span><p>%s", line + CLOCK,
            markup(has_who ? who : "").text,
            is_error     ? "<b class=\"e\">error:</b> "
            : is_warning ? "<b class=\"w\">warning:</b> "
                         : "");
    markup_write(has_who ? text + 2 : who, out);
    fputs("</p></li>\n", out);
}

static void write_week(const struct status *status, FILE *out)
{
    if (status->week[0] != '\0') {
        fputs("<section id=\"week\" data-part><h2>The last seven days</h2>"
              "<p class=\"soft\">as of some minutes ago</p><pre class=\"week\">",
              out);
        markup_write_lines(status->week, out);
        fputs("</pre></section>\n", out);
    }
}

static void write_log(const struct log *log, FILE *out)
{
    struct log_lines lines = {.count = 0};
    char day[11] = "";
    log_tail(log, keep_line, &lines);
    fputs("<section id=\"log\" data-part><h2>Log</h2>"
          "<p class=\"soft\">newest first</p>\n",
          out);
    fputs(lines.count > 0 ? "<ol class=\"log\">\n"
                          : "<p class=\"soft\">Nothing logged yet.</p>\n",
          out);
    for (int i = lines.count - 1; i >= 0; i--) {
        write_line(lines.lines[i], day, out);
        free(lines.lines[i]);
    }
    fputs(lines.count > 0 ? "</ol></section>\n" : "</section>\n", out);
}

/* ---- the page -------------------------------------------------------------------- */

void status_page_html(const struct status_view *view, FILE *out)
{
    write_head(view->status, out);
    write_top(view, out);
    fputs("<main id=\"main\">\n", out);
    if (view->status->tournament != NULL) {
        status_tournament_html(view->status->tournament, out);
    }
    write_accounts(view->status, out);
    for (int i = 0; i < view->status->count; i++) {
        if (!view->status->accounts[i]->is_director) {
            write_account(view, i, out);
        }
    }
    write_week(view->status, out);
    write_log(view->log, out);
    fprintf(out, "</main>\n<script>%s</script></body></html>\n", status_page_script);
}
