#include "lab/study/filter_study.h"

#include <math.h>
#include <string.h>

#include "base/error_bar.h"
#include "view/labels.h"

/* Elo points of one point of equity a game: the study of eXtreme Gammon has 2.99 for
 * .0034, 1.37 for .00156 and .81 for .0009. */
static const double elo_of_equity = 880.0;

/* The filter whose time is 1; without it the first one. */
static const char time_unit[] = "xg-normal";

static double seconds_of(const struct study_figures *figures, int filter)
{
    double timed = figures->timed > 0 ? (double)figures->timed : 1.0;
    return figures->account[filter].seconds / timed;
}

static int unit_filter(const struct study_settings *settings, const char *const *specs)
{
    for (int f = 0; f < settings->filters; f++) {
        if (strcmp(specs[f], time_unit) == 0) {
            return f;
        }
    }
    return 0;
}

/* ---- tables ---------------------------------------------------------------------- */

static void print_sample(const struct study_settings *settings,
                         const struct study_figures *figures, FILE *out)
{
    fprintf(out,
            "%d-ply decisions; %lld games of %lld matches, %lld plays with a choice, "
            "seed %llu; %lld decisions timed.",
            settings->ply, (long long)figures->games, (long long)figures->matches,
            (long long)figures->plays, (unsigned long long)settings->seed,
            (long long)figures->timed);
    if (settings->games_ply < settings->ply) {
        fprintf(out,
                " The games are played at %d-ply; %lld decisions in which a filter can "
                "lose are measured.",
                settings->games_ply, (long long)figures->evaluated);
    }
    fputs("\n\n", out);
}

static void print_losses(const struct study_settings *settings,
                         const struct study_figures *figures, const char *const *specs,
                         FILE *out)
{
    double unit = seconds_of(figures, unit_filter(settings, specs));
    fprintf(
        out,
        "| filter | equity lost | a game | a play | plays that differ | above .020 | "
        "above .080 | worst game | Elo | ms a decision | time |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (int f = 0; f < settings->filters; f++) {
        const struct study_account *a = &figures->account[f];
        struct study_mean game = study_loss_of_game(figures, f);
        fprintf(out,
                "| %s | %.3f | %.6f%s | %.7f | %lld | %lld | %lld | %.3f | %.2f | "
                "%.2f | %.2f |\n",
                specs[f], a->loss, game.mean,
                error_bar(figures->games, game.error, 6, "").text,
                figures->plays > 0 ? a->loss / (double)figures->plays : 0.0,
                (long long)a->different, (long long)a->above_020,
                (long long)a->above_080, a->worst_game, elo_of_equity * game.mean,
                1e3 * seconds_of(figures, f),
                unit > 0.0 ? seconds_of(figures, f) / unit : 0.0);
    }
}

static void print_bucket_name(int n, FILE *out)
{
    if (n == 0) {
        fputs("none", out);
    } else if (n == STUDY_BUCKETS - 1) {
        fprintf(out, "%.3f and more", study_bucket(n));
    } else {
        fprintf(out, "to %.3f", study_bucket(n + 1));
    }
}

static void print_shares(const struct study_settings *settings,
                         const struct study_figures *figures, const char *const *specs,
                         FILE *out)
{
    fputs("\nShare of games by what they lost, in per cent:\n\n| filter |", out);
    for (int n = 0; n < STUDY_BUCKETS; n++) {
        fputc(' ', out);
        print_bucket_name(n, out);
        fputs(" |", out);
    }
    fputs("\n| --- |", out);
    for (int n = 0; n < STUDY_BUCKETS; n++) {
        fputs(" --- |", out);
    }
    for (int f = 0; f < settings->filters; f++) {
        fprintf(out, "\n| %s |", specs[f]);
        for (int n = 0; n < STUDY_BUCKETS; n++) {
            double games = figures->games > 0 ? (double)figures->games : 1.0;
            fprintf(out, " %.2f |",
                    100.0 * (double)figures->account[f].games[n] / games);
        }
    }
    fputc('\n', out);
}

static void print_cube(const struct study_figures *figures, FILE *out)
{
    static const char *const names[STUDY_THRESHOLDS] = {".200", ".300", ".400"};
    fprintf(
        out,
        "\nCube actions decided at 0-ply alone where no double leads by more than a "
        "threshold, of %lld in all:\n\n"
        "| threshold | decided at 0-ply | doubles missed | equity lost |\n"
        "| --- | --- | --- | --- |\n",
        (long long)figures->cubes);
    for (int t = 0; t < STUDY_THRESHOLDS; t++) {
        const struct study_cube *cube = &figures->cube[t];
        fprintf(out, "| %s | %lld | %lld | %.3f |\n", names[t],
                (long long)cube->stopped, (long long)cube->errors, cube->loss);
    }
}

void filter_report_tables(const struct study_settings *settings,
                          const struct study_figures *figures, const char *const *specs,
                          FILE *out)
{
    print_sample(settings, figures, out);
    print_losses(settings, figures, specs, out);
    if (settings->games_ply == settings->ply) {
        print_shares(settings, figures, specs, out);
    }
    if (figures->cubes > 0) {
        print_cube(figures, out);
    }
}

/* ---- plot ------------------------------------------------------------------------ */

enum { WIDTH = 860, HEIGHT = 560, LEFT = 70, RIGHT = 130, TOP = 30, BOTTOM = 50 };

/* A logarithmic axis from `least` to `most` over pixels from..to. */
struct axis {
    double least, most;
    double from, to;
};

static double place_on_axis(const struct axis *axis, double value)
{
    double v = fmin(fmax(value, axis->least), axis->most);
    double part = log(v / axis->least) / log(axis->most / axis->least);
    return axis->from + part * (axis->to - axis->from);
}

/* Lines at 1, 2 and 5 times the powers of ten. */
static void draw_grid(const struct axis *x, const struct axis *y, FILE *out)
{
    static const double steps[] = {1, 2, 5};
    for (int power = -6; power <= 4; power++) {
        for (int s = 0; s < 3; s++) {
            double value = steps[s] * pow(10, power);
            if (value >= x->least && value <= x->most) {
                double at = place_on_axis(x, value);
                fprintf(out,
                        "<line x1='%.1f' y1='%d' x2='%.1f' y2='%d' stroke='#ddd'/>"
                        "<text x='%.1f' y='%d' text-anchor='middle'>%g</text>\n",
                        at, TOP, at, HEIGHT - BOTTOM, at, HEIGHT - BOTTOM + 16, value);
            }
            if (value >= y->least && value <= y->most) {
                double at = place_on_axis(y, value);
                fprintf(out,
                        "<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' stroke='#ddd'/>"
                        "<text x='%d' y='%.1f' text-anchor='end'>%g</text>\n",
                        LEFT, at, WIDTH - RIGHT, at, LEFT - 6, at + 4, value);
            }
        }
    }
}

static bool is_default(const char *name)
{
    return strcmp(name, filter_default_name) == 0;
}

static const char *colour_of(const char *name)
{
    return is_default(name) ? "#c00" : "#036";
}

static void draw_point(const struct axis *y, const struct study_mean *loss,
                       const struct labels_label *label, FILE *out)
{
    const char *colour = colour_of(label->text);
    fprintf(out,
            "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='%s'/>"
            "<circle cx='%.1f' cy='%.1f' r='%d' fill='%s'/>\n",
            label->x, place_on_axis(y, loss->mean - loss->error), label->x,
            place_on_axis(y, loss->mean + loss->error), colour, label->x, label->y,
            is_default(label->text) ? 5 : 3, colour);
}

static void draw_label(const struct labels_label *label, FILE *out)
{
    const char *colour = colour_of(label->text);
    if (label->is_far_off) {
        fprintf(out,
                "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='%s' "
                "stroke-width='.5'/>",
                label->x, label->y, label->text_x, label->text_y - 4, colour);
    }
    fprintf(out, "<text x='%.1f' y='%.1f' fill='%s'%s>%s</text>\n", label->text_x,
            label->text_y, colour, label->is_left ? " text-anchor='end'" : "",
            label->text);
}

static double time_of(const struct study_figures *figures, int filter, double unit)
{
    return unit > 0.0 ? seconds_of(figures, filter) / unit : 1.0;
}

static struct axis axis_of(double least, double most, double from, double to)
{
    return (struct axis){least * 0.8, most * 1.25, from, to};
}

static void draw_filters(const struct study_figures *figures, const char *const *specs,
                         int filters, double unit, const struct axis *x,
                         const struct axis *y, FILE *out)
{
    struct labels_label labels[STUDY_FILTERS_MAX];
    for (int f = 0; f < filters; f++) {
        struct study_mean loss = study_loss_of_game(figures, f);
        labels[f] =
            (struct labels_label){.x = place_on_axis(x, time_of(figures, f, unit)),
                                  .y = place_on_axis(y, loss.mean),
                                  .text = specs[f]};
        draw_point(y, &loss, &labels[f], out);
    }
    labels_place(labels, filters);
    for (int f = 0; f < filters; f++) {
        draw_label(&labels[f], out);
    }
}

void filter_report_plot(const struct study_settings *settings,
                        const struct study_figures *figures, const char *const *specs,
                        FILE *out)
{
    const int first = unit_filter(settings, specs);
    double unit = seconds_of(figures, first);
    double time[2] = {1.0, 1.0};
    double loss[2] = {1e9, 1e-9};
    for (int f = 0; f < settings->filters; f++) {
        double t = time_of(figures, f, unit);
        double mean = study_loss_of_game(figures, f).mean;
        time[0] = fmin(time[0], fmax(t, 1e-3));
        time[1] = fmax(time[1], t);
        loss[0] = mean > 0.0 ? fmin(loss[0], mean) : loss[0];
        loss[1] = fmax(loss[1], mean);
    }
    struct axis x = axis_of(time[0], time[1], LEFT, WIDTH - RIGHT);
    struct axis y = axis_of(fmin(loss[0], loss[1]), loss[1], HEIGHT - BOTTOM, TOP);
    fprintf(out,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' "
            "font-family='sans-serif' font-size='11'>\n"
            "<rect width='100%%' height='100%%' fill='white'/>\n"
            "<text x='%d' y='18' font-size='13'>Equity lost in a game against time a "
            "decision (%s is 1), %d-ply</text>\n",
            WIDTH, HEIGHT, LEFT, specs[first], settings->ply);
    draw_grid(&x, &y, out);
    draw_filters(figures, specs, settings->filters, unit, &x, &y, out);
    fputs("</svg>\n", out);
}
