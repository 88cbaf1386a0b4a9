#include "view/board_svg.h"

#include "view/markup.h"

enum {
    POINT_WIDTH = 40,
    BAR_WIDTH = 36,
    TRAY_WIDTH = 52,
    MARGIN = 26,
    FIELD_HEIGHT = 400,
    RADIUS = 17,
    STACK = 5, /* most checkers drawn on a point; a number shows more */
    FIELD_WIDTH = 12 * POINT_WIDTH + BAR_WIDTH,
    WIDTH = FIELD_WIDTH + TRAY_WIDTH + 2,
    HEIGHT = FIELD_HEIGHT + 2 * MARGIN
};

/* Returns the middle of one of our points, 24..1: 13 to 24 at the top from the left, 12
 * to 1 below. */
static int x_of_point(int point)
{
    int column = point > 12 ? point - 13 : 12 - point;
    return column * POINT_WIDTH + POINT_WIDTH / 2 + (column >= 6 ? BAR_WIDTH : 0);
}

static void draw_point(int point, FILE *out)
{
    int x = x_of_point(point);
    bool is_top = point > 12;
    int base = is_top ? MARGIN : MARGIN + FIELD_HEIGHT;
    int tip = is_top ? base + 165 : base - 165;
    fprintf(
        out,
        "<polygon class=\"%s point\" points=\"%d,%d %d,%d %d,%d\"/>"
        "<text class=\"label\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
        point % 2 == 0 ? "light" : "dark", x - POINT_WIDTH / 2, base,
        x + POINT_WIDTH / 2, base, x, tip, x, is_top ? MARGIN - 9 : HEIGHT - 9, point);
}

/* Draws a stack that grows away from `base`. */
static void draw_stack(int x, int base, int step, int count, const char *colour,
                       FILE *out)
{
    int shown = count < STACK ? count : STACK;
    for (int i = 0; i < shown; i++) {
        fprintf(out, "<circle class=\"%s\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n", colour, x,
                base + i * step, RADIUS);
    }
    if (count > STACK) {
        fprintf(out,
                "<text class=\"count %s-text\" x=\"%d\" y=\"%d\" "
                "text-anchor=\"middle\">%d</text>\n",
                colour, x, base + (STACK - 1) * step + 5, count);
    }
}

static void draw_checkers(const struct position *pos, FILE *out)
{
    for (int point = 1; point <= 24; point++) {
        bool is_top = point > 12;
        int base = is_top ? MARGIN + RADIUS + 1 : MARGIN + FIELD_HEIGHT - RADIUS - 1;
        int step = is_top ? 2 * RADIUS : -2 * RADIUS;
        draw_stack(x_of_point(point), base, step, pos->mine.at[point], "mine", out);
        draw_stack(x_of_point(point), base, step, pos->theirs.at[POINT_BAR - point],
                   "theirs", out);
    }
    /* on the bar, checkers that enter at the top are in the upper half */
    int bar_x = 6 * POINT_WIDTH + BAR_WIDTH / 2, middle = MARGIN + FIELD_HEIGHT / 2;
    draw_stack(bar_x, middle - 60, -2 * RADIUS, pos->mine.at[POINT_BAR], "mine", out);
    draw_stack(bar_x, middle + 60, 2 * RADIUS, pos->theirs.at[POINT_BAR], "theirs",
               out);
}

/* Draws the checkers borne off, lying flat in the tray. */
static void draw_off(const struct position *pos, FILE *out)
{
    int mine = pos->mine.at[POINT_OFF], both = mine + pos->theirs.at[POINT_OFF];
    for (int i = 0; i < both; i++) {
        fprintf(out,
                "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"36\" height=\"9\"/>\n",
                i < mine ? "mine" : "theirs", FIELD_WIDTH + 8,
                i < mine ? MARGIN + FIELD_HEIGHT - 11 * (i + 1)
                         : MARGIN + 2 + 11 * (i - mine));
    }
}

static void draw_die(int x, int y, int value, const char *colour, FILE *out)
{
    /* pips of a face, row by row: bits 8..0 */
    static const int faces[7] = {0, 0x010, 0x101, 0x111, 0x145, 0x155, 0x16d};
    fprintf(out,
            "<rect class=\"die %s\" x=\"%d\" y=\"%d\" width=\"34\" height=\"34\" "
            "rx=\"6\"/>\n",
            colour, x, y);
    for (int bit = 0; bit < 9; bit++) {
        if ((faces[value] >> (8 - bit) & 1) != 0) {
            fprintf(out, "<circle class=\"%s-text\" cx=\"%d\" cy=\"%d\" r=\"3.2\"/>\n",
                    colour, x + 8 + 9 * (bit % 3), y + 8 + 9 * (bit / 3));
        }
    }
}

static void draw_dice(const struct board_view *view, FILE *out)
{
    if (view->roll.high == 0 || view->roll.high > 6 || view->roll.low > 6) {
        return;
    }
    bool is_mine = view->turn == TURN_MINE;
    int x = is_mine ? 8 * POINT_WIDTH + BAR_WIDTH : 2 * POINT_WIDTH;
    int y = MARGIN + FIELD_HEIGHT / 2 - 17;
    const char *colour = is_mine ? "mine" : "theirs";
    draw_die(x, y, view->roll.high, colour, out);
    draw_die(x + 42, y, view->roll.low, colour, out);
}

static void draw_cube(const struct board_view *view, FILE *out)
{
    int y = MARGIN + FIELD_HEIGHT / 2 - 18;
    if (view->is_double_pending) {
        y += view->turn == TURN_MINE ? 60 : -60;
    } else if (view->ms.owner != CUBE_CENTRED) {
        y += view->ms.owner == CUBE_MINE ? 168 : -168;
    }
    int shown = view->is_double_pending ? 2 * view->ms.cube : view->ms.cube;
    int x = 6 * POINT_WIDTH + 2;
    fprintf(
        out,
        "<rect class=\"cube\" x=\"%d\" y=\"%d\" width=\"32\" height=\"32\" rx=\"5\"/>"
        "<text class=\"count\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
        x, y, x + 16, y + 21, shown > 1 ? shown : 64);
}

void board_svg(const struct board_view *view, const char *my_name, const char *opponent,
               FILE *out)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" "
            "viewBox=\"0 0 %d %d\" role=\"img\">\n<title>",
            WIDTH, HEIGHT);
    markup_write(my_name, out);
    fputs(" against ", out);
    markup_write(opponent, out);
    fprintf(out,
            "</title>\n<rect class=\"field\" x=\"0\" y=\"%d\" width=\"%d\" "
            "height=\"%d\"/>\n",
            MARGIN, FIELD_WIDTH, FIELD_HEIGHT);
    for (int point = 1; point <= 24; point++) {
        draw_point(point, out);
    }
    fprintf(out,
            "<rect class=\"bar\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>"
            "<rect class=\"bar\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
            6 * POINT_WIDTH, MARGIN, BAR_WIDTH, FIELD_HEIGHT, FIELD_WIDTH, MARGIN,
            TRAY_WIDTH, FIELD_HEIGHT);
    draw_checkers(&view->pos, out);
    draw_off(&view->pos, out);
    draw_dice(view, out);
    draw_cube(view, out);
    fputs("</svg>\n", out);
}
