/* The board as SVG: all checkers, in shapes and in words; colours that can be told
 * apart. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/board_view.h"
#include "engine/board/position.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"
#include "view/board_svg.h"
#include "view/page_style.h"

static char *text;

static void draw(const struct board_view *view)
{
    FILE *out = printed_begin();
    board_svg(view, "our_bot", "<opp>", out);
    text = printed_end(out);
}

static struct board_view at_start(void)
{
    struct board_view view = {.turn = TURN_THEIRS, .roll = {6, 6}};
    position_start(&view.pos);
    view.ms = match_state_money();
    return view;
}

static int count(const char *part)
{
    int found = 0;
    for (const char *c = text; (c = strstr(c, part)) != NULL; c++) {
        found++;
    }
    return found;
}

static void must_have(const char *part)
{
    assert_holds(text, part);
}

TEST(every_checker_is_drawn_or_counted)
{
    struct board_view view = at_start();
    draw(&view);
    assert_int_equal(count("<g class=\"ck lt\""), 15);
    assert_int_equal(count("<g class=\"ck dk\""), 15);
    assert_int_equal(count("<circle class=\"pip dk\""), 12);
    assert_int_equal(count("class=\"num\""), 0);
    view.pos.mine = (struct side){.at = {[6] = 7, [25] = 4, [0] = 4}};
    draw(&view);
    assert_int_equal(count("<g class=\"ck lt\""), 5 + 3);
    assert_int_equal(count("class=\"flat lt\""), 4);
    must_have("class=\"num\" y=\".36em\">7<");
    must_have("class=\"num\" y=\".36em\">4<");
}

TEST(names_beyond_ascii_are_told_as_they_are)
{
    const struct board_view view = at_start();
    FILE *out = printed_begin();
    board_svg(&view, "J\303\266rg", "\305\201ukasz", out);
    text = printed_end(out);
    must_have("<title>J\303\266rg against \305\201ukasz: \305\201ukasz to play");
    must_have("<desc>J\303\266rg, light: ");
}

TEST(the_board_is_told_in_words)
{
    struct board_view view = at_start();
    draw(&view);
    must_have("<title>our_bot against &lt;opp&gt;: &lt;opp&gt; to play 6-6; "
              "cube 1, centred; pips 167 to 167</title>");
    must_have("<desc>our_bot, light: 2 on 24, 5 on 13, 3 on 8, 5 on 6. "
              "&lt;opp&gt;, dark: 5 on 19, 3 on 17, 5 on 12, 2 on 1. ");
    view.pos.mine = (struct side){.at = {[6] = 7, [25] = 4, [0] = 4}};
    view.ms.cube = 4;
    view.ms.owner = CUBE_MINE;
    view.turn = TURN_NOBODY;
    view.roll = (struct roll){0, 0};
    draw(&view);
    must_have("7 on 6, 4 on the bar, 4 off.");
    must_have("&lt;opp&gt;: cube 4, of our_bot; pips 142 to 167<");
}

TEST(the_cube_lies_where_its_state_says)
{
    struct board_view view = at_start();
    draw(&view);
    must_have("class=\"cube\" transform=\"translate(268 240)\"");
    must_have(">64</text>");
    view.ms.cube = 2;
    view.ms.owner = CUBE_THEIRS;
    draw(&view);
    must_have("class=\"cube\" transform=\"translate(268 30)\"");
    view.ms.owner = CUBE_MINE;
    draw(&view);
    must_have("class=\"cube\" transform=\"translate(268 450)\"");
    view.is_double_pending = true; /* in the half of who offers it, and no dice */
    view.turn = TURN_THEIRS;
    draw(&view);
    must_have("class=\"cube\" transform=\"translate(418 240)\"");
    must_have(" y=\"28\">4</text></g>");
    must_have("&lt;opp&gt; to take or pass; cube offered at 4 by our_bot;");
    assert_int_equal(count("class=\"die"), 0);
    view.ms.is_crawford = true;
    view.is_double_pending = false;
    draw(&view);
    assert_int_equal(count("class=\"cube\""), 0);
    must_have("; no cube; ");
}

/* What stands behind `attribute` from `*at` on. */
static double next_number(const char **at, const char *attribute)
{
    *at = strstr(*at, attribute);
    assert_non_null(*at);
    *at += strlen(attribute);
    return atof(*at);
}

/* The higher one at the left; the pips of a face lie evenly about its middle. */
TEST(dice_have_as_many_pips_as_they_show)
{
    for (int high = 1; high <= 6; high++) {
        for (int low = 1; low <= high; low++) {
            struct board_view view = at_start();
            view.roll = (struct roll){(uint8_t)high, (uint8_t)low};
            draw(&view);
            assert_int_equal(count("class=\"pip"), high + low);
            const char *at = text, *pip = text;
            (void)next_number(&at, "class=\"die");
            double x = next_number(&at, " x=\"") + 19,
                   y = next_number(&at, " y=\"") + 19;
            (void)next_number(&at, "class=\"die");
            double second = next_number(&at, " x=\""), off_x = 0.0, off_y = 0.0;
            for (int i = 1; i <= high + low; i++) {
                (void)next_number(&pip, "class=\"pip");
                double pip_x = next_number(&pip, " cx=\"");
                assert_int_equal(pip_x < second, i <= high);
                off_x += i <= high ? pip_x - x : 0.0;
                off_y += i <= high ? next_number(&pip, " cy=\"") - y : 0.0;
            }
            assert_true(off_x == 0.0 && off_y == 0.0);
        }
    }
}

TEST(a_point_stands_on_the_edge_where_its_number_is)
{
    const struct board_view view = at_start();
    draw(&view);
    const char *at = text;
    for (int point = 1; point <= 24; point++) {
        (void)next_number(&at, point % 2 == 0 ? "\"even\" d=\"M" : "\"odd\" d=\"M");
        double base = next_number(&at, " "), label = next_number(&at, " y=\"");
        assert_true(fabs(base - label) < 40.0);
        assert_int_equal(base<250.0, point> 12);
    }
}

/* ---- contrast, as WCAG 2.2 defines it ---------------------------------------------- */

static double luminance(const char *colour)
{
    static const double weights[] = {0.2126, 0.7152, 0.0722};
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        const char digits[] = {colour[1 + 2 * i], colour[2 + 2 * i], '\0'};
        double v = (double)strtol(digits, NULL, 16) / 255.0;
        sum += weights[i] * (v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
    }
    return sum;
}

/* The value of a variable in the sheet: "--ink:light-dark(#24211d,#ece8e1)", or the same
 * for both displays. */
static const char *colour_of(const char *name, bool is_dark)
{
    static const char both[] = "light-dark(";
    char want[40];
    FORMAT_TEXT(want, "--%s:", name);
    const char *value = strstr(page_style_sheet(), want);
    if (value == NULL) { /* of pages of cards alone */
        FILE *out = printed_begin();
        page_style_css(out);
        text = printed_end(out);
        value = strstr(text, want);
    }
    assert_non_null(value);
    value += strlen(want);
    bool has_both = strncmp(value, both, strlen(both)) == 0;
    value += has_both ? strlen(both) : 0;
    value += has_both && is_dark ? strlen("#24211d,") : 0;
    assert_int_equal(*value, '#');
    return value;
}

static double contrast(const char *a, const char *b, bool is_dark)
{
    const char *names[] = {a, b};
    double levels[2] = {0.0, 0.0};
    for (int i = 0; i < 2; i++) {
        levels[i] = luminance(colour_of(names[i], is_dark)) + 0.05;
    }
    return fmax(levels[0], levels[1]) / fmin(levels[0], levels[1]);
}

TEST(text_and_board_have_contrast_in_both_modes)
{
    static const struct {
        const char *front, *other, *back; /* the better of `front` and `other` counts */
        double least;
    } rows[] = {
        {"ink", "ink", "page", 4.5},       {"ink", "ink", "card", 4.5},
        {"ink", "ink", "well", 4.5},       {"soft", "soft", "page", 4.5},
        {"soft", "soft", "card", 4.5},     {"soft", "soft", "well", 4.5},
        {"accent", "accent", "page", 4.5}, {"accent", "accent", "card", 4.5},
        {"good", "good", "card", 4.5},     {"bad", "bad", "card", 4.5},
        {"bad", "bad", "well", 4.5},       {"warn", "warn", "card", 4.5},
        {"label", "label", "frame", 4.5},  {"cubeink", "cubeink", "cube", 4.5},
        {"lt", "lt", "dk", 4.5},           {"ltrim", "ltrim", "lt", 4.5},
        {"odd", "odd", "field", 3.0},      {"even", "even", "field", 3.0},
        {"lt", "ltrim", "field", 3.0},     {"dk", "dkrim", "field", 3.0},
        {"lt", "ltrim", "odd", 3.0},       {"dk", "dkrim", "odd", 3.0},
        {"lt", "ltrim", "even", 3.0},      {"dk", "dkrim", "even", 3.0},
        {"lt", "ltrim", "frame", 3.0},     {"dk", "dkrim", "frame", 3.0},
        {"lt", "ltrim", "tray", 3.0},      {"dk", "dkrim", "tray", 3.0},
        {"dkrim", "dkrim", "dk", 3.0},     {"cube", "cube", "frame", 3.0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int is_dark = 0; is_dark < 2; is_dark++) {
            double has = fmax(contrast(rows[i].front, rows[i].back, is_dark == 1),
                              contrast(rows[i].other, rows[i].back, is_dark == 1));
            if (has < rows[i].least) {
                fail_msg("%s on %s, %s: %.2f", rows[i].front, rows[i].back,
                         is_dark == 1 ? "dark" : "light", has);
            }
        }
    }
}

TEST(each_colour_of_the_board_is_in_the_palette)
{
    char want[40];
    const char *css = page_style_sheet();
    int uses = 0;
    for (const char *c = css; (c = strstr(c, "var(--")) != NULL; c++) {
        FORMAT_TEXT(want, "--%.*s:", (int)strcspn(c + 6, ")"), c + 6);
        assert_non_null(strstr(css, want));
        uses++;
    }
    assert_true(uses > 15);
}

/* Where the next group of a class is drawn. */
static double next_y(const char **at, const char *class)
{
    int x;
    double y;
    *at = strstr(*at, class);
    assert_non_null(*at);
    *at = strchr(*at, '(') + 1;
    assert_int_equal(sscanf(*at, "%d %lf", &x, &y), 2);
    return y;
}

TEST(points_stand_in_equal_steps_with_the_bar_between)
{
    struct board_view view = at_start();
    view.pos.mine =
        (struct side){{[5] = 1, [6] = 1, [7] = 1, [8] = 1, [POINT_BAR] = 1}};
    view.pos.theirs = (struct side){{0}};
    draw(&view);
    const char *at = text;
    int x[5]; /* of 5 to 8, and of the bar */
    for (int i = 0; i < 5; i++) {
        at = strchr(strstr(at, "<g class=\"ck lt\""), '(') + 1;
        x[i] = atoi(at);
    }
    int step = x[0] - x[1];
    assert_int_equal(x[2] - x[3], step);
    assert_true(step > 0 && x[1] - x[2] > step);
    assert_int_equal(2 * x[4], x[1] + x[2]);
}

TEST(points_bar_and_trays_have_their_halves_of_the_board)
{
    struct board_view view = at_start();
    view.pos.mine = (struct side){{[0] = 11, [12] = 2, [13] = 1, [POINT_BAR] = 1}};
    view.pos.theirs = (struct side){{[0] = 12, [20] = 2, [POINT_BAR] = 1}};
    draw(&view);
    const char *at = text;
    double at_12 = next_y(&at, "<g class=\"ck lt\"");
    assert_true(next_y(&at, "<g class=\"ck lt\"") < at_12); /* towards the middle */
    double at_13 = next_y(&at, "<g class=\"ck lt\"");
    double on_bar = next_y(&at, "<g class=\"ck lt\"");
    at = text;
    double at_20 = next_y(&at, "<g class=\"ck dk\""); /* my 5 */
    double second = next_y(&at, "<g class=\"ck dk\"");
    double their_bar = next_y(&at, "<g class=\"ck dk\"");
    assert_true(at_12 > at_13 && at_20 > second && second > at_13); /* the top is 0 */
    assert_true(on_bar < their_bar && on_bar > at_13 && their_bar < at_12);
    assert_int_equal(count("class=\"flat lt\""), 11);
    assert_int_equal(count("class=\"flat dk\""), 12);
    const char *mine = strstr(text, "class=\"flat lt\"");
    const char *theirs = strstr(text, "class=\"flat dk\"");
    double first = atof(strstr(theirs, " y=\"") + 4);
    double next = atof(strstr(strstr(theirs + 1, "class=\"flat dk\""), " y=\"") + 4);
    assert_true(first < next && next < atof(strstr(mine, " y=\"") + 4));
    assert_int_equal(count("<rect class=\"field\""), 2);
    assert_int_equal(count("<rect class=\"tray\""), 2);
    at = strstr(text, "<rect class=\"tray\"");
    double tray = next_number(&at, " y=\""), height = next_number(&at, " height=\"");
    assert_true(tray + height < next_number(&at, " y=\""));
}

TEST(each_colour_has_both_its_values)
{
    static const char head[] = ":root{color-scheme:light dark;";
    int colours = 0;
    const char *at = strstr(page_style_sheet(), head);
    assert_non_null(at);
    const char *end = strchr(at, '}');
    while ((at = strstr(at, "\n--")) != NULL && at < end) {
        char light[8], dark[8];
        const char *value = strchr(at, ':');
        int found = sscanf(value, ":light-dark(%7[#0-9a-f],%7[#0-9a-f])", light, dark);
        assert_true(found == 2 || sscanf(value, ":%7[#0-9a-f]", light) == 1);
        assert_int_equal(strlen(light), 7);
        at = value;
        colours++;
    }
    assert_true(colours > 20);
}

TEST_MAIN(NULL, NULL)
