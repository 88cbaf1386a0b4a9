/* The status as Prometheus text. */
#include "bot/status/status_page.h"
#include "bot/status/status_page_internal.h"

#define AT(field) offsetof(struct status_account, field)

const struct status_count status_counts[STATUS_COUNTS] = {
    {"matches", "matches_total", "Matches finished", AT(matches), 0},
    {"won", "matches_won_total", "Matches won", AT(won), 0},
    {"games", "games_total", "Games finished", AT(games), 0},
    {"saved", "matches_saved_total", "Matches interrupted", AT(saved), 0},
    {"decisions", "decisions_total", "Decisions made", AT(decisions), 0},
    {"thinking_ms", "thinking_seconds_total", "Time spent on them", AT(thinking_ms),
     1000},
    {"refusals", "refusals_total", "Invitations that came to nothing", AT(refusals), 0},
    {"errors", "errors_total", "Errors logged", AT(errors), 0},
    {"storage_failures", "storage_failures_total",
     "Failed writes of match files, decisions and history", AT(storage_failures), 0},
    {"connections", "connections_total", "Log-ins", AT(connections), 0},
};

long status_count_of(const struct status_account *account, int i)
{
    return *(const long *)((const char *)account + status_counts[i].offset);
}

/* What an account is now. */
static const struct {
    const char *metric, *help;
} gauges[] = {
    {"online", "Whether the account is logged in"},
    {"playing", "Whether a match is being played"},
    {"rating", "Rating as the server tells it"},
    {"experience", "Experience as the server tells it"},
};
enum { GAUGES = sizeof gauges / sizeof gauges[0] };

static double gauge_of(const struct status_account *a, int i)
{
    const double values[GAUGES] = {a->is_online, a->is_playing, a->standing.rating,
                                   a->standing.experience};
    return values[i];
}

static double counter_of(const struct status_account *a, int i)
{
    double divisor = status_counts[i].divisor;
    return (double)status_count_of(a, i) / (divisor > 0.0 ? divisor : 1.0);
}

/* A label's value: names have letters and _ only, but a server may send anything. */
static void write_label(const char *text, FILE *out)
{
    for (; *text != '\0'; text++) {
        bool is_plain = *text >= ' ' && *text <= '~' && *text != '"' && *text != '\\';
        fputc(is_plain ? *text : '?', out);
    }
}

static void write_metric_head(const char *metric, const char *type, const char *help,
                              FILE *out)
{
    fprintf(out, "# HELP fibsbot_%s %s.\n# TYPE fibsbot_%s %s\n", metric, help, metric,
            type);
}

/* Row i of a table, for each account. */
static void write_metric(const struct status_view *view, const char *metric,
                         double (*of)(const struct status_account *a, int i), int i,
                         FILE *out)
{
    for (int at = 0; at < status_count(view->status); at++) {
        const struct status_account *account = status_at(view->status, at);
        fprintf(out, "fibsbot_%s{account=\"", metric);
        write_label(account->name, out);
        fprintf(out, "\"} %.10g\n", of(account, i));
    }
}

static void write_number(const char *name, const char *type, const char *help,
                         double value, FILE *out)
{
    write_metric_head(name, type, help, out);
    fprintf(out, "fibsbot_%s %.10g\n", name, value);
}

void status_page_metrics(const struct status_view *view, FILE *out)
{
    for (int i = 0; i < GAUGES; i++) {
        write_metric_head(gauges[i].metric, "gauge", gauges[i].help, out);
        write_metric(view, gauges[i].metric, gauge_of, i, out);
    }
    for (int i = 0; i < STATUS_COUNTS; i++) {
        write_metric_head(status_counts[i].metric, "counter", status_counts[i].help,
                          out);
        write_metric(view, status_counts[i].metric, counter_of, i, out);
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
