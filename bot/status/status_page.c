#include "bot/status/status_page.h"

#include <string.h>
#include <time.h>

#include "engine/board/points.h"
#include "view/board_svg.h"
#include "view/markup.h"
#include "view/palette.h"

enum { CURVE_WIDTH = 520, CURVE_HEIGHT = 200, RATING_WIDTH = 1060 };

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<meta http-equiv=\"refresh\" content=\"5\"><title>fibsbot</title>\n<style>\n";

/* ---- times and lengths ----------------------------------------------------------- */

static void write_time(int64_t seconds, FILE *out)
{
    char text[32];
    time_t when = (time_t)seconds;
    struct tm utc;
    (void)gmtime_r(&when, &utc);
    (void)strftime(text, sizeof text, "%Y-%m-%d %H:%M", &utc);
    fputs(text, out);
}

static void write_length(int length, FILE *out)
{
    char text[POINTS_TEXT_SIZE];
    fputs(points_length_text(length, text), out);
}

/* "2 days 3 h", "3 h 5 min", "5 min" */
static void write_duration(int64_t seconds, FILE *out)
{
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

/* ---- HTML ------------------------------------------------------------------------ */

static void write_curve(const char *title, const struct status_curve *curve,
                        bool is_time, double floor, double ceiling, const char *format,
                        int width, FILE *out)
{
    const struct chart chart = {.title = title,
                                .points = curve->points,
                                .count = curve->count,
                                .is_time = is_time,
                                .floor = floor,
                                .ceiling = ceiling,
                                .format = format};
    chart_svg(&chart, width, CURVE_HEIGHT, false, out);
}

/* A player above or below the board: his checkers, name, pips and what he has to do. */
static void write_seat(const struct status_account *a, bool is_mine, FILE *out)
{
    const struct board_view *view = &a->view;
    enum turn turn = is_mine ? TURN_MINE : TURN_THEIRS;
    fputs("<p class=\"seat\">", out);
    board_svg_checker(is_mine, out);
    fputs(" <b>", out);
    markup_write(is_mine ? a->name : a->opponent, out);
    fprintf(out, "</b> %d pips",
            position_pip_count(is_mine ? &view->pos.mine : &view->pos.theirs));
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
    fputs("</p>\n", out);
}

static void write_board(const struct status_account *a, FILE *out)
{
    if (a->has_view) {
        write_seat(a, false, out);
        board_svg(&a->view, a->name, a->opponent, out);
        write_seat(a, true, out);
    }
    fputs("<p class=\"soft\">Last decision: <b>", out);
    markup_write(a->choice[0] != '\0' ? a->choice : "none yet", out);
    fputs("</b>", out);
    if (a->wins.count > 0) {
        fprintf(out, ", chance of winning the game %.1f %%, equity %+.3f",
                100.0 * a->win, a->equity);
    }
    fputs("</p>", out);
}

static void write_match(const struct status_account *a, const struct status_view *view,
                        FILE *out)
{
    fputs("<p>Playing <b>", out);
    markup_write(a->opponent, out);
    fputs("</b>, ", out);
    write_length(a->length, out);
    if (a->has_view) {
        fprintf(out, ", score <b>%d : %d</b>%s", a->view.ms.my_score,
                a->view.ms.their_score, a->view.ms.is_crawford ? " (Crawford)" : "");
    }
    fputs(", for ", out);
    write_duration(view->now_s - a->started_s, out);
    fputs("</p>\n<div class=\"row\"><div>", out);
    write_board(a, out);
    fputs("</div>\n<div>", out);
    write_curve("Chance of winning the game, %, by decision of the match", &a->wins,
                false, 0.0, 100.0, "%.0f", CURVE_WIDTH, out);
    write_curve("Equity", &a->equities, false, 0.0, 0.0, "%+.2f", CURVE_WIDTH, out);
    fputs("</div></div>\n", out);
}

static void write_results(const struct status_account *a, FILE *out)
{
    fputs("<h2>Last results</h2>\n<table><tr><th>ended (UTC)</th><th>opponent</th>"
          "<th>length</th><th class=\"n\">score</th><th></th>"
          "<th class=\"n\">rating</th></tr>\n",
          out);
    for (int i = 0; i < a->result_count; i++) {
        const struct status_result *result = &a->results[i];
        fputs("<tr><td>", out);
        write_time(result->at_s, out);
        fputs("</td><td>", out);
        markup_write(result->opponent, out);
        fputs("</td><td>", out);
        write_length(result->length, out);
        fprintf(out, "</td><td class=\"n\">%d : %d</td><td>%s</td><td class=\"n\">",
                result->my_score, result->their_score,
                result->my_score > result->their_score ? "won" : "lost");
        if (result->has_change) {
            fprintf(out, "%+.2f", result->rating_change);
        }
        fputs("</td></tr>\n", out);
    }
    fputs(a->result_count > 0 ? "</table>\n"
                              : "</table><p class=\"soft\">none yet</p>\n",
          out);
}

static void write_account(const struct status_account *a,
                          const struct status_view *view, FILE *out)
{
    fputs("<section><h2>", out);
    markup_write(a->name, out);
    fprintf(out, " <small class=\"%s\">%s</small>", a->is_online ? "up" : "down",
            a->is_online ? "on line" : "off line");
    if (a->standing.is_known) {
        fprintf(out, " <small>rating %.2f, experience %d</small>", a->standing.rating,
                a->standing.experience);
    }
    fputs("</h2>\n", out);
    if (a->is_playing) {
        write_match(a, view, out);
    } else {
        fputs("<p class=\"soft\">Not playing.</p>\n", out);
    }
    write_curve("Rating", &a->ratings, true, 0.0, 0.0, "%.0f", RATING_WIDTH, out);
    write_results(a, out);
    fprintf(
        out,
        "<p class=\"soft\">Since the start: matches %ld, won %ld; games %ld; "
        "decisions %ld, %.0f ms each; refusals %ld; errors %ld; failed writes %ld; connections "
        "%ld.</p>"
        "\n</section>\n",
        a->matches, a->won, a->games, a->decisions,
        a->decisions > 0 ? (double)a->thinking_ms / (double)a->decisions : 0.0,
        a->refusals, a->errors, a->storage_failures, a->connections);
}

static void write_log_line(void *context, const char *line)
{
    FILE *out = context;
    markup_write(line, out);
    fputc('\n', out);
}

void status_page_html(const struct status_view *view, FILE *out)
{
    fputs(head, out);
    palette_css(out);
    board_svg_css(out);
    fputs(markup_style, out);
    fputs("\n</style></head><body>\n", out);
    fputs("<h1>fibsbot <small>running for ", out);
    write_duration(view->now_s - status_started(view->status), out);
    fputs("</small></h1>\n", out);
    for (int i = 0; i < status_count(view->status); i++) {
        write_account(status_at(view->status, i), view, out);
    }
    fputs("<section><h2>Log</h2><pre>", out);
    log_tail(view->log, write_log_line, out);
    fputs("</pre></section>\n<p class=\"soft\"><a href=\"/status\">JSON</a> "
          "<a href=\"/metrics\">Prometheus</a></p></body></html>\n",
          out);
}

/* ---- Prometheus ------------------------------------------------------------------ */

/* A figure of an account, by its name in both formats. */
struct metric {
    const char *name;
    bool is_counter;
    const char *help;
    double (*of)(const struct status_account *account);
};

#define FIGURE(name, expression)                                                       \
    static double name##_of(const struct status_account *a)                            \
    {                                                                                  \
        return (double)(expression);                                                   \
    }
FIGURE(online, a->is_online)
FIGURE(playing, a->is_playing)
FIGURE(rating, a->standing.rating)
FIGURE(experience, a->standing.experience)
FIGURE(matches, a->matches)
FIGURE(matches_won, a->won)
FIGURE(games, a->games)
FIGURE(saved, a->saved)
FIGURE(decisions, a->decisions)
FIGURE(thinking, (double)a->thinking_ms / 1000.0)
FIGURE(refusals, a->refusals)
FIGURE(errors, a->errors)
FIGURE(storage_failures, a->storage_failures)
FIGURE(connections, a->connections)

static const struct metric metrics[] = {
    {"online", false, "Whether the account is logged in", online_of},
    {"playing", false, "Whether a match is being played", playing_of},
    {"rating", false, "Rating as the server tells it", rating_of},
    {"experience", false, "Experience as the server tells it", experience_of},
    {"matches_total", true, "Matches finished", matches_of},
    {"matches_won_total", true, "Matches won", matches_won_of},
    {"games_total", true, "Games finished", games_of},
    {"matches_saved_total", true, "Matches interrupted", saved_of},
    {"decisions_total", true, "Decisions made", decisions_of},
    {"thinking_seconds_total", true, "Time spent on them", thinking_of},
    {"refusals_total", true, "Invitations that came to nothing", refusals_of},
    {"errors_total", true, "Errors logged", errors_of},
    {"storage_failures_total", true,
     "Failed writes of match files, decisions and history", storage_failures_of},
    {"connections_total", true, "Log-ins", connections_of},
};
enum { METRICS = sizeof metrics / sizeof metrics[0] };

/* A label's value: names have letters and _ only, but a server may send anything. */
static void write_label(const char *text, FILE *out)
{
    for (; *text != '\0'; text++) {
        bool is_plain = *text >= ' ' && *text <= '~' && *text != '"' && *text != '\\';
        fputc(is_plain ? *text : '?', out);
    }
}

static void write_metric(const struct status_view *view, const struct metric *metric,
                         FILE *out)
{
    fprintf(out, "# HELP fibsbot_%s %s.\n# TYPE fibsbot_%s %s\n", metric->name,
            metric->help, metric->name, metric->is_counter ? "counter" : "gauge");
    for (int i = 0; i < status_count(view->status); i++) {
        const struct status_account *account = status_at(view->status, i);
        fprintf(out, "fibsbot_%s{account=\"", metric->name);
        write_label(account->name, out);
        fprintf(out, "\"} %.10g\n", metric->of(account));
    }
}

static void write_number(const char *name, const char *type, const char *help,
                         double value, FILE *out)
{
    fprintf(out, "# HELP fibsbot_%s %s.\n# TYPE fibsbot_%s %s\nfibsbot_%s %.10g\n",
            name, help, name, type, name, value);
}

void status_page_metrics(const struct status_view *view, FILE *out)
{
    for (int i = 0; i < METRICS; i++) {
        write_metric(view, &metrics[i], out);
    }
    write_number("start_time_seconds", "gauge", "When the program was started",
                 (double)status_started(view->status), out);
    write_number("notifications_waiting", "gauge", "Notifications that wait",
                 view->notify.waiting, out);
    write_number("notifications_sent_total", "counter", "Notifications sent",
                 (double)view->notify.sent, out);
    write_number("notifications_failed_total", "counter", "Tries that failed",
                 (double)view->notify.failed, out);
    write_number("notifications_given_up_total", "counter", "Notifications given up",
                 (double)view->notify.given_up, out);
}
