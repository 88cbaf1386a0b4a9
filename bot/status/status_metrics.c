/* The status as Prometheus text. */
#include "bot/status/status_page.h"

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
