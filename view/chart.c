#include "view/chart.h"

#include <math.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "base/shown.h"
#include "view/markup.h"

enum {
    WIDTH_MAX = 200, /* in characters */
    HEIGHT_MAX = 60,
    SCALE_LINES = 5,
    LABEL_SIZE = 40,
    LEFT = 52, /* of an SVG: room for the scale */
    RIGHT = 12,
    TOP = 28,
    BOTTOM = 24
};

static const double LETTER_SHARE = 0.058; /* of the width of a chart */

/* ---- the scale ------------------------------------------------------------------- */

struct range {
    double low, high;
};

static struct range range_of_y(const struct chart *chart)
{
    if (chart->floor < chart->ceiling) {
        return (struct range){chart->floor, chart->ceiling};
    }
    struct range range = {HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < chart->count; i++) {
        range.low = fmin(range.low, chart->points[i].y);
        range.high = fmax(range.high, chart->points[i].y);
    }
    if (chart->count == 0) {
        return (struct range){0.0, 1.0};
    }
    double spread = range.high - range.low;
    bool is_level = spread <= 1e-9 * fmax(fabs(range.high), 1.0); /* but for rounding */
    double room = is_level ? fmax(0.01 * fabs(range.high), 0.1) : 0.06 * spread;
    return (struct range){range.low - room, range.high + room};
}

static struct range range_of_x(const struct chart *chart)
{
    if (chart->count == 0) {
        return (struct range){0.0, 1.0};
    }
    struct range range = {chart->points[0].x, chart->points[chart->count - 1].x};
    if (range.high <= range.low) {
        range.high = range.low + 1.0;
    }
    return range;
}

static double place_in(struct range range, double value, double size)
{
    double at = (value - range.low) / (range.high - range.low);
    return fmin(fmax(at, 0.0), 1.0) * size;
}

static void label_x(const struct chart *chart, double x, char text[LABEL_SIZE])
{
    if (!chart->is_time) {
        (void)snprintf(text, LABEL_SIZE, "%.0f", x);
        return;
    }
    time_t when = (time_t)x;
    struct tm utc;
    (void)gmtime_r(&when, &utc);
    struct range range = range_of_x(chart);
    bool is_short = range.high - range.low < 3 * 86400.0;
    (void)strftime(text, LABEL_SIZE, is_short ? "%Y-%m-%d %H:%M" : "%Y-%m-%d", &utc);
}

static const char *format_of(const struct chart *chart)
{
    return chart->format == NULL ? "%.0f" : chart->format;
}

/* Behind the point; formats end in ".Nf". */
static int digits_of(const struct chart *chart)
{
    const char *dot = strchr(format_of(chart), '.');
    return dot != NULL ? dot[1] - '0' : 0;
}

static void label_y(const struct chart *chart, double y, char text[LABEL_SIZE])
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    (void)snprintf(text, LABEL_SIZE, format_of(chart),
                   shown_number(y, digits_of(chart)));
#pragma GCC diagnostic pop
}

/* ---- text ------------------------------------------------------------------------ */

struct canvas {
    int width, height;        /* in characters */
    int dots_wide, dots_high; /* in a character */
    uint8_t cell[HEIGHT_MAX][WIDTH_MAX];
};

static void set_dot(struct canvas *canvas, int x, int y)
{
    /* Braille: dots 1-2-3-7 down the left column, 4-5-6-8 down the right one */
    static const uint8_t bits[4][2] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};
    int column = x / canvas->dots_wide, line = y / canvas->dots_high;
    if (column >= 0 && column < canvas->width && line >= 0 && line < canvas->height) {
        canvas->cell[line][column] |=
            bits[y % canvas->dots_high][x % canvas->dots_wide];
    }
}

/* Joins the points in one column of dots by a vertical line. */
static void draw_step(struct canvas *canvas, int x, int from, int to)
{
    int step = from < to ? 1 : -1;
    for (int y = from; y != to; y += step) {
        set_dot(canvas, x, y);
    }
    set_dot(canvas, x, to);
}

static void draw_curve(const struct chart *chart, struct canvas *canvas)
{
    struct range x = range_of_x(chart), y = range_of_y(chart);
    int right = canvas->width * canvas->dots_wide - 1;
    int bottom = canvas->height * canvas->dots_high - 1;
    int last_x = -1, last_y = 0;
    for (int i = 0; i < chart->count; i++) {
        int at_x = (int)lround(place_in(x, chart->points[i].x, right));
        int at_y = bottom - (int)lround(place_in(y, chart->points[i].y, bottom));
        if (last_x < 0) {
            set_dot(canvas, at_x, at_y);
        } else {
            for (int between = last_x + 1; between < at_x; between++) {
                set_dot(canvas, between, last_y);
            }
            draw_step(canvas, at_x, last_y, at_y);
        }
        last_x = at_x;
        last_y = at_y;
    }
}

static void print_cell(uint8_t dots, bool is_utf8, FILE *out)
{
    if (dots == 0) {
        fputc(' ', out);
    } else if (is_utf8) { /* U+2800 + dots */
        fprintf(out, "\xe2%c%c", 0xa0 + (dots >> 6), 0x80 + (dots & 63));
    } else {
        fputc('*', out);
    }
}

static void print_line(const struct chart *chart, const struct canvas *canvas, int line,
                       bool is_utf8, FILE *out)
{
    struct range y = range_of_y(chart);
    char label[LABEL_SIZE] = "";
    int spacing = canvas->height > SCALE_LINES ? (canvas->height - 1) / SCALE_LINES : 1;
    bool has_label = line % spacing == 0;
    if (has_label) {
        double share = 1.0 - (line + 0.5) / canvas->height;
        struct chart labelled = *chart;
        double step = spacing * (y.high - y.low) / canvas->height;
        if (step < 0.75) { /* whole numbers may come twice */
            labelled.format = chart->format != NULL ? chart->format : "%.1f";
        }
        label_y(&labelled, y.low + share * (y.high - y.low), label);
    }
    int used = canvas->width;
    while (used > 0 && canvas->cell[line][used - 1] == 0) {
        used--;
    }
    const char *axis = is_utf8 ? (has_label ? "┤" : "│") : "|";
    fprintf(out, "%8s %s", label, axis);
    for (int column = 0; column < used; column++) {
        print_cell(canvas->cell[line][column], is_utf8, out);
    }
    fputc('\n', out);
}

static void print_axis(const struct chart *chart, int width, bool is_utf8, FILE *out)
{
    char first[LABEL_SIZE], last[LABEL_SIZE];
    struct range x = range_of_x(chart);
    label_x(chart, x.low, first);
    label_x(chart, x.high, last);
    fprintf(out, "%8s %s", "", is_utf8 ? "└" : "+");
    for (int i = 0; i < width; i++) {
        fputs(is_utf8 ? "─" : "-", out);
    }
    int gap = width - (int)strlen(first) - (int)strlen(last);
    fprintf(out, "\n%10s%s%*s%s\n", "", first, gap > 1 ? gap : 1, "", last);
}

void chart_text(const struct chart *chart, int width, int height, bool is_utf8,
                FILE *out)
{
    struct canvas canvas = {.width = width < WIDTH_MAX ? width : WIDTH_MAX,
                            .height = height < HEIGHT_MAX ? height : HEIGHT_MAX,
                            .dots_wide = is_utf8 ? 2 : 1,
                            .dots_high = is_utf8 ? 4 : 1};
    fprintf(out, "%s\n", chart->title);
    if (chart->count == 0) {
        fputs("  nothing yet\n", out);
        return;
    }
    draw_curve(chart, &canvas);
    for (int line = 0; line < canvas.height; line++) {
        print_line(chart, &canvas, line, is_utf8, out);
    }
    print_axis(chart, canvas.width, is_utf8, out);
}

/* ---- SVG ------------------------------------------------------------------------- */

/* Returns the smallest step that labels can show. */
static double least_step(const struct chart *chart)
{
    return pow(10.0, -digits_of(chart));
}

/* Returns a round distance between scale lines, for about SCALE_LINES of them. */
static double step_of(const struct chart *chart, struct range range)
{
    static const double factors[] = {1.0, 2.0, 2.5, 5.0, 10.0};
    double least = least_step(chart);
    double wanted = fmax((range.high - range.low) / SCALE_LINES, least);
    double size = pow(10.0, floor(log10(wanted)));
    for (int i = 0; i < 4; i++) {
        double count = factors[i] * size / least;
        bool is_shown = fabs(count - floor(count + 0.5)) < 1e-6;
        if (is_shown && factors[i] * size >= wanted * (1.0 - 1e-9)) {
            return factors[i] * size;
        }
    }
    return factors[4] * size;
}

/* Returns the range, extended to round numbers. */
static struct range svg_range(const struct chart *chart)
{
    struct range y = range_of_y(chart);
    double step = step_of(chart, y);
    return (struct range){step * floor(y.low / step + 1e-9),
                          step * ceil(y.high / step - 1e-9)};
}

static void svg_scale(const struct chart *chart, int width, int height, FILE *out)
{
    struct range y = svg_range(chart);
    double step = step_of(chart, range_of_y(chart));
    int lines = (int)lround((y.high - y.low) / step);
    char label[LABEL_SIZE];
    for (int i = 0; i <= lines; i++) {
        double share = (double)i / lines;
        double at = height - BOTTOM - share * (height - TOP - BOTTOM);
        double value = y.low + i * step;
        label_y(chart, value, label);
        fprintf(out,
                "<line stroke=\"#dddddd\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
                LEFT, width - RIGHT, at, at, LEFT - 6, at + 4, label);
    }
    struct range x = range_of_x(chart);
    label_x(chart, x.low, label);
    fprintf(out, "<text x=\"%d\" y=\"%d\">%s</text>\n", LEFT, height - 6, label);
    label_x(chart, x.high, label);
    fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n",
            width - RIGHT, height - 6, label);
}

static double svg_y(struct range y, double value, int height)
{
    return height - BOTTOM - place_in(y, value, height - TOP - BOTTOM);
}

/* Draws the curve in steps, as the terminal does: a value holds until the next one. At
 * most one step a pixel, to the last point that falls into it. */
static void svg_curve(const struct chart *chart, int width, int height, FILE *out)
{
    struct range x = range_of_x(chart), y = svg_range(chart);
    fputs("<path fill=\"none\" stroke=\"#1d5f9f\" "
          "stroke-width=\"1.8\" stroke-linejoin=\"round\" d=\"",
          out);
    for (int i = 0; i < chart->count; i++) {
        const struct chart_point *point = &chart->points[i];
        double at_x = LEFT + place_in(x, point->x, width - LEFT - RIGHT);
        double at_y = svg_y(y, point->y, height);
        double next_x = i + 1 < chart->count && i > 0
                            ? LEFT + place_in(x, point[1].x, width - LEFT - RIGHT)
                            : -1.0;
        if ((int)next_x != (int)at_x) {
            fprintf(out, i == 0 ? "M%.1f,%.1f" : "H%.1fV%.1f", at_x, at_y);
        }
    }
    fputs("\"/>\n", out);
    if (chart->count == 1) { /* a line of one point is invisible */
        fprintf(out,
                "<circle fill=\"#1d5f9f\" cx=\"%d\" cy=\"%.1f\" "
                "r=\"2\"/>\n",
                LEFT, svg_y(y, chart->points[0].y, height));
    }
}

void chart_svg(const struct chart *chart, int width, int height, FILE *out)
{
    fprintf(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
        " width=\"%d\" height=\"%d\" role=\"img\" font-family=\"sans-serif\""
        " font-size=\"12\" fill=\"#444444\">\n"
        "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
        width, height, width, height);
    fprintf(out,
            "<text font-size=\"14\" font-weight=\"600\" x=\"%d\" "
            "y=\"18\">",
            LEFT);
    markup_write(chart->title, out);
    fputs("</text>\n", out);
    svg_scale(chart, width, height, out);
    if (chart->count > 0) {
        svg_curve(chart, width, height, out);
    } else {
        fprintf(out, "<text x=\"%d\" y=\"%d\">nothing yet</text>\n", LEFT + 10,
                height / 2);
    }
    fputs("</svg>\n", out);
}

/* ---- HTML ------------------------------------------------------------------------ */

/* Percent from the left, and from the top. */
static double left_of(const struct chart *chart, double x)
{
    return place_in(range_of_x(chart), x, 100.0);
}

static double top_of(struct range y, double value)
{
    return 100.0 - place_in(y, value, 100.0);
}

static void html_scale(const struct chart *chart, struct range y, FILE *out)
{
    char label[LABEL_SIZE];
    for (int i = 0; i <= 2; i++) {
        double value = y.low + 0.5 * i * (y.high - y.low);
        double steps = value / least_step(chart);
        if (fabs(steps - floor(steps + 0.5)) > 1e-6) {
            continue; /* a number that its format cannot show */
        }
        label_y(chart, value, label);
        fprintf(out, "<i class=\"y\" style=\"top:%d%%\">%s</i>", 100 - 50 * i, label);
    }
}

/* Labels stand within the width, and those that would run into the former one stay away. A
 * letter is at most LETTER_SHARE wide: so it is on a phone with letters of twice the size. */
static void html_marks(const struct chart *chart, FILE *out)
{
    double free_from = 0.0;
    for (int i = 0; i < chart->mark_count; i++) {
        double at = left_of(chart, chart->marks[i].x);
        double width = LETTER_SHARE * (double)strlen(chart->marks[i].label);
        double left = at - at * width;
        if (left >= free_from) {
            fprintf(
                out,
                "<i class=\"x\" style=\"left:%.1f%%;transform:translateX(-%.1f%%)\">",
                at, at);
            markup_write(chart->marks[i].label, out);
            fputs("</i>", out);
            free_from = left + 100.0 * width;
        }
    }
}

static void html_ends(const struct chart *chart, FILE *out)
{
    struct range x = range_of_x(chart);
    char label[LABEL_SIZE];
    label_x(chart, x.low, label);
    fprintf(out, "<i class=\"x left\">%s</i>", label);
    label_x(chart, x.high, label);
    fprintf(out, "<i class=\"x right\">%s</i>", label);
}

static void html_curve(const struct chart *chart, struct range y, bool is_first,
                       FILE *out)
{
    const struct chart_point *points = is_first ? chart->points : chart->second;
    int count = is_first ? chart->count : chart->second_count;
    fprintf(out, "<path class=\"%s\" d=\"", is_first ? "first" : "second");
    for (int i = 0; i < count; i++) {
        double x = left_of(chart, points[i].x), top = top_of(y, points[i].y);
        if (i == 0 || chart->is_sloped) {
            fprintf(out, "%c%.2f %.1f", i == 0 ? 'M' : 'L', x, top);
        } else {
            fprintf(out, "H%.2fV%.1f", x, top);
        }
    }
    fputs("\"/>", out);
}

static void html_lines(const struct chart *chart, struct range y, FILE *out)
{
    fputs("<svg viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\" "
          "aria-hidden=\"true\"><path class=\"grid\" "
          "d=\"M0 0H100M0 50H100M0 100H100\"/>",
          out);
    for (int i = 0; i < chart->mark_count; i++) {
        fprintf(out, "<path class=\"game\" d=\"M%.2f 0V100\"/>",
                left_of(chart, chart->marks[i].x));
    }
    html_curve(chart, y, false, out);
    html_curve(chart, y, true, out);
    fputs("</svg>", out);
}

void chart_html(const struct chart *chart, bool is_tall, FILE *out)
{
    if (chart->count < 2) {
        fputs("<p class=\"soft\">No curve yet.</p>\n", out);
        return;
    }
    bool is_free = chart->floor >= chart->ceiling;
    struct range y = is_free ? svg_range(chart) : range_of_y(chart);
    const struct chart_point *last = &chart->points[chart->count - 1];
    char label[LABEL_SIZE];
    label_y(chart, last->y, label);
    fprintf(out, "<div class=\"chart%s\" role=\"img\" aria-label=\"",
            is_tall ? " tall" : "");
    markup_write_lines(chart->title, out);
    fprintf(out, ", now %s\">", label);
    html_lines(chart, y, out);
    html_scale(chart, y, out);
    if (chart->is_time) {
        html_ends(chart, out);
    }
    html_marks(chart, out);
    fprintf(out, "<i class=\"now\" style=\"left:100%%;top:%.1f%%\"></i></div>\n",
            top_of(y, last->y));
}
