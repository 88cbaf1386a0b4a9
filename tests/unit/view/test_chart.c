/* Curves as text and SVG; foreign text can never become markup. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"
#include "view/chart.h"
#include "view/markup.h"

static char *text;

static const struct chart_point slope[] = {{0, 0}, {1, 1}, {2, 2}, {3, 3}};

TEST(curve_rises_from_left_to_right)
{
    const struct chart chart = {
        .title = "slope", .points = slope, .count = 4, .floor = 0.0, .ceiling = 3.0};
    FILE *out = printed_begin();
    chart_text(&chart, 4, 4, false, out);
    text = printed_end(out);
    assert_string_equal(text, "slope\n"
                              "       3 |   *\n"
                              "       2 |  **\n"
                              "       1 | **\n"
                              "       0 |**\n"
                              "         +----\n"
                              "          0  3\n");
}

/* A curve without a floor and ceiling of its own, level or of one point, has room. */
TEST(level_curves_have_room_above_and_below)
{
    static const struct chart_point level[] = {{0, 200}, {4, 200}}, zero[] = {{5, 0}};
    const struct chart charts[] = {
        {.title = "level", .points = level, .count = 2, .format = "%.1f"},
        {.title = "zero", .points = zero, .count = 1, .format = "%.1f"}};
    static const char *const wanted[] = {"level\n"
                                         "   201.3 |\n"
                                         "   200.0 |****\n"
                                         "   198.7 |\n"
                                         "         +----\n"
                                         "          0  4\n",
                                         "zero\n"
                                         "     0.1 |\n"
                                         "     0.0 |*\n"
                                         "    -0.1 |\n"
                                         "         +----\n"
                                         "          5  6\n"};
    for (size_t i = 0; i < 2; i++) {
        FILE *out = printed_begin();
        chart_text(&charts[i], 4, 3, false, out);
        text = printed_end(out);
        assert_string_equal(text, wanted[i]);
    }
}

TEST(braille_has_two_by_four_dots)
{
    const struct chart chart = {
        .title = "slope", .points = slope, .count = 4, .floor = 0.0, .ceiling = 3.0};
    FILE *out = printed_begin();
    chart_text(&chart, 1, 1, true, out);
    text = printed_end(out);
    /* the two lowest dots at the left, joined to the upper three at the right */
    assert_non_null(strstr(text, "┤⡼\n"));
}

TEST(labels_of_a_text_differ_where_little_has_changed)
{
    static const struct chart_point rise[] = {{0.0, 1900.0}, {1.0, 1902.0}};
    const struct chart chart = {.title = "rating", .points = rise, .count = 2};
    FILE *out = printed_begin();
    chart_text(&chart, 2, 3, false, out);
    text = printed_end(out);
    assert_non_null(strstr(text, "  1901.7 |"));
    assert_non_null(strstr(text, "  1901.0 |"));
}

TEST(a_label_of_zeros_has_no_minus)
{
    const struct chart_point points[] = {{0, 0.4}, {1, -0.004}};
    const struct chart chart = {
        .title = "T", .points = points, .count = 2, .format = "%.2f"};
    FILE *out = printed_begin();
    chart_html(&chart, false, out);
    text = printed_end(out);
    assert_non_null(strstr(text, ", now 0.00\""));
}

TEST(a_page_of_a_curve_in_time_says_from_when_to_when)
{
    const struct chart_point points[] = {{0, 1}, {864000, 2}};
    const struct chart chart = {
        .title = "T", .points = points, .count = 2, .is_time = true};
    FILE *out = printed_begin();
    chart_html(&chart, false, out);
    text = printed_end(out);
    assert_non_null(strstr(
        text, "<i class=\"x left\">1970-01-01</i><i class=\"x right\">1970-01-11</i>"));
}

/* Three letters are 17.4 % wide at most: labels that are nearer to each other are left out.
 * A label stands within the width at both ends. */
TEST(a_page_has_the_curve_its_scale_and_its_marks)
{
    static const struct chart_point points[] = {{0, 1}, {8, 4}, {20, 3}};
    static const struct chart_mark marks[] = {
        {0, "1-0"}, {4.2, "2-0"}, {4.22, "3-0"}, {20, "4-0"}};
    const struct chart chart = {.title = "T",
                                .points = points,
                                .count = 3,
                                .floor = 0.0,
                                .ceiling = 4.0,
                                .marks = marks,
                                .mark_count = 4};
    FILE *out = printed_begin();
    chart_html(&chart, false, out);
    text = printed_end(out);
    assert_string_equal(
        strstr(text, "<path class=\"game\""),
        "<path class=\"game\" d=\"M0.00 0V100\"/>"
        "<path class=\"game\" d=\"M21.00 0V100\"/>"
        "<path class=\"game\" d=\"M21.10 0V100\"/>"
        "<path class=\"game\" d=\"M100.00 0V100\"/>"
        "<path class=\"second\" d=\"\"/>"
        "<path class=\"first\" d=\"M0.00 75.0H40.00V0.0H100.00V25.0\"/></svg>"
        "<i class=\"y\" style=\"top:100%\">0</i>"
        "<i class=\"y\" style=\"top:50%\">2</i>"
        "<i class=\"y\" style=\"top:0%\">4</i>"
        "<i class=\"x\" style=\"left:0.0%;transform:translateX(-0.0%)\">1-0</i>"
        "<i class=\"x\" style=\"left:21.1%;transform:translateX(-21.1%)\">3-0</i>"
        "<i class=\"x\" style=\"left:100.0%;transform:translateX(-100.0%)\">4-0</i>"
        "<i class=\"now\" style=\"left:100%;top:25.0%\"></i></div>\n");
}

TEST(an_empty_chart_says_so)
{
    const struct chart chart = {.title = "none", .points = NULL, .count = 0};
    FILE *out = printed_begin();
    chart_text(&chart, 40, 10, true, out);
    chart_svg(&chart, 400, 200, out);
    text = printed_end(out);
    assert_non_null(strstr(text, "none\n  nothing yet\n"));
    assert_non_null(strstr(text, ">nothing yet</text>"));
}

TEST(svg_is_one_element_with_the_curve)
{
    const struct chart chart = {
        .title = "<b>\"x\" & 'y'</b>", .points = slope, .count = 4, .is_time = true};
    FILE *out = printed_begin();
    chart_svg(&chart, 400, 200, out);
    text = printed_end(out);
    assert_int_equal(strncmp(text, "<?xml ", 6), 0);
    assert_non_null(strstr(text, "</svg>\n"));
    assert_non_null(strstr(text, "&lt;b&gt;&quot;x&quot; &amp; &#39;y&#39;&lt;/b&gt;"));
    assert_null(strstr(text, "<b>"));
    assert_non_null(strstr(text, "1970-01-01 00:00"));
    assert_non_null(strstr(text, "<path fill=\"none\" "));
    assert_non_null(strstr(text, " d=\"M52.0,"));
}

/* Of three days or more the clock is left out. */
TEST(a_time_axis_has_dates_and_the_clock_of_two_days)
{
    static const struct chart_point two[] = {{1700000000, 1}, {1700172800, 2}};
    static const struct chart_point three[] = {{1700000000, 1}, {1700259200, 2}};
    const struct chart charts[] = {
        {.title = "", .points = two, .count = 2, .is_time = true},
        {.title = "", .points = three, .count = 2, .is_time = true}};
    static const char *const wanted[] = {"2023-11-14 22:13  2023-11-16 22:13\n",
                                         "2023-11-14              2023-11-17\n"};
    for (size_t i = 0; i < 2; i++) {
        FILE *out = printed_begin();
        chart_text(&charts[i], 34, 2, false, out);
        text = printed_end(out);
        assert_non_null(strstr(text, wanted[i]));
    }
}

/* The steps of chart_text(): first along, then up. */
TEST(svg_curve_is_in_steps_and_needs_no_style)
{
    const struct chart_point ends[] = {{0, 1}, {1, 3}, {2, 3}, {3, 0}};
    const struct chart chart = {
        .title = "steps", .points = ends, .count = 4, .floor = 0.0, .ceiling = 3.0};
    FILE *out = printed_begin();
    chart_svg(&chart, 364, 252, out);
    text = printed_end(out);
    assert_non_null(
        strstr(text, " d=\"M52.0,161.3H152.0V28.0H252.0V28.0H352.0V228.0\""));
    assert_non_null(strstr(text, "fill=\"none\" stroke=\"#"));
    assert_null(strstr(text, "var("));
    assert_null(strstr(text, "<style"));
}

TEST(svg_scale_has_round_numbers)
{
    static const struct {
        double low, high;
        const char *format, *lines[3];
    } rows[] = {
        {1265.3, 1539.8, "%.0f", {">1200<", ">1300<", ">1600<"}},
        {1500.1, 1500.2, "%.0f", {">1500<", ">1501<", ""}},
        {-0.527, 0.14, "%+.2f", {">-0.60<", ">+0.00<", ">+0.20<"}},
        {0.101, 0.104, "%+.2f", {">+0.10<", ">+0.11<", ""}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct chart_point ends[2] = {{1, rows[i].low}, {2, rows[i].high}};
        const struct chart chart = {
            .title = "", .points = ends, .count = 2, .format = rows[i].format};
        FILE *out = printed_begin();
        chart_svg(&chart, 400, 200, out);
        text = printed_end(out);
        for (int line = 0; line < 3; line++) {
            if (strstr(text, rows[i].lines[line]) == NULL) {
                fail_msg("row %zu: no %s in %s", i, rows[i].lines[line], text);
            }
        }
        assert_non_null(strstr(text, "<text x=\"52\" y=\"194\">1</text>"));
        assert_non_null(strstr(text, "y=\"194\" text-anchor=\"end\">2</text>"));
    }
}

/* As sums of tenths are. */
TEST(values_that_differ_by_rounding_alone_are_level)
{
    static const double values[] = {0.0, 5.0, 1500.0};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        const struct chart_point points[] = {{0, values[i]}, {1, values[i] + 2e-13}};
        const struct chart chart = {
            .title = "t", .points = points, .count = 2, .format = "%.0f"};
        FILE *out = printed_begin();
        chart_svg(&chart, 400, 200, out);
        chart_html(&chart, false, out);
        text = printed_end(out);
        assert_null(strstr(text, "nan"));
    }
}

TEST(many_points_do_not_make_a_large_file)
{
    enum { MANY = 100000 };
    struct chart_point *points = calloc(MANY, sizeof *points);
    assert_non_null(points);
    for (int i = 0; i < MANY; i++) {
        points[i] = (struct chart_point){i, i % 7};
    }
    const struct chart chart = {.title = "many", .points = points, .count = MANY};
    FILE *out = printed_begin();
    chart_svg(&chart, 400, 200, out);
    text = printed_end(out);
    free(points);
    assert_true(strlen(text) < 8000);
}

TEST(no_byte_can_become_markup)
{
    char all[256] = "";
    for (int i = 1; i < 256; i++) {
        all[i - 1] = (char)i;
    }
    FILE *out = printed_begin();
    markup_write(all, out);
    text = printed_end(out);
    assert_null(strpbrk(text, "<>\"'\t\n"));
    for (const char *c = text; *c != '\0'; c++) {
        assert_true(*c >= ' ' && *c <= '~');
        assert_true(*c != '&' || strncmp(c, "&amp;", 5) == 0 ||
                    strncmp(c, "&lt;", 4) == 0 || strncmp(c, "&gt;", 4) == 0 ||
                    strncmp(c, "&quot;", 6) == 0 || strncmp(c, "&#39;", 5) == 0);
    }
}

TEST_MAIN(NULL, NULL)
