#include "view/board_svg.h"

#include "engine/board/board_view.h"
#include "engine/board/position.h"
#include "view/markup.h"

enum {
    POINT_WIDTH = 42,
    BAR_WIDTH = 48,
    TRAY_WIDTH = 50,
    SIDE = 12,     /* of the frame, at the left and right */
    NUMBERS = 26,  /* of the frame, above and below */
    DIVIDER = 10,  /* between the home board and the tray */
    HEIGHT = 468,  /* of the field */
    STACK = 5,     /* most checkers drawn on a point; a number shows more */
    BAR_STACK = 3, /* on the bar */
    STEP = 394,    /* of a stack, in tenths */
    HALF = 6 * POINT_WIDTH,
    X_BAR = SIDE + HALF,
    X_HOME = X_BAR + BAR_WIDTH,
    X_TRAY = X_HOME + HALF + DIVIDER,
    BOARD_WIDTH = X_TRAY + TRAY_WIDTH + SIDE,
    BOARD_HEIGHT = HEIGHT + 2 * NUMBERS,
    BOTTOM = NUMBERS + HEIGHT,
    MIDDLE = NUMBERS + HEIGHT / 2,
    TRAY_HEIGHT = HEIGHT / 2 - 28
};

/* Returns the middle of one of our points, 24..1: 13 to 24 at the top from the left, 12
 * to 1 below. */
static int x_of_point(int point)
{
    int column = point > 12 ? point - 13 : 12 - point;
    return SIDE + column * POINT_WIDTH + POINT_WIDTH / 2 +
           (column >= 6 ? BAR_WIDTH : 0);
}

static const char *tone(bool is_mine)
{
    return is_mine ? "lt" : "dk";
}

/* ---- in words -------------------------------------------------------------------- */

static void write_cube_in_words(const struct board_view *view, const char *my_name,
                                const char *opponent, FILE *out)
{
    bool is_mine_to_act = view->turn == TURN_MINE;
    if (view->ms.is_crawford) {
        fputs("no cube", out);
    } else if (view->is_double_pending) {
        fprintf(out, "cube offered at %d by ", 2 * view->ms.cube);
        markup_write_lines(is_mine_to_act ? opponent : my_name, out);
    } else if (view->ms.owner == CUBE_CENTRED) {
        fprintf(out, "cube %d, centred", view->ms.cube);
    } else {
        fprintf(out, "cube %d, of ", view->ms.cube);
        markup_write_lines(view->ms.owner == CUBE_MINE ? my_name : opponent, out);
    }
}

static bool has_dice(const struct board_view *view)
{
    return view->roll.high >= 1 && view->roll.high <= 6 && view->roll.low >= 1 &&
           view->roll.low <= 6;
}

/* "our_bot against opp_a: our_bot to play 3-1; cube 2, of opp_a; pips 167 to 160" */
static void write_svg_title(const struct board_view *view, const char *my_name,
                            const char *opponent, FILE *out)
{
    fputs("<title>", out);
    markup_write_lines(my_name, out);
    fputs(" against ", out);
    markup_write_lines(opponent, out);
    fputs(": ", out);
    if (view->turn != TURN_NOBODY) {
        markup_write_lines(view->turn == TURN_MINE ? my_name : opponent, out);
        fputs(view->is_double_pending ? " to take or pass; "
              : has_dice(view)        ? " to play "
                                      : " to roll; ",
              out);
    }
    if (has_dice(view) && !view->is_double_pending) {
        fprintf(out, "%d-%d; ", view->roll.high, view->roll.low);
    }
    write_cube_in_words(view, my_name, opponent, out);
    fprintf(out, "; pips %d to %d</title>\n", position_pip_count(&view->pos.mine),
            position_pip_count(&view->pos.theirs));
}

/* "our_bot, light: 2 on 24, 5 on 13, 1 on the bar, 3 off." by our numbers of points */
static void write_side(const struct side *side, bool is_mine, const char *name,
                       FILE *out)
{
    const char *separator = ": ";
    markup_write_lines(name, out);
    fputs(is_mine ? ", light" : ", dark", out);
    for (int point = 24; point >= 1; point--) {
        int count = side->at[is_mine ? point : POINT_BAR - point];
        if (count > 0) {
            fprintf(out, "%s%d on %d", separator, count, point);
            separator = ", ";
        }
    }
    if (side->at[POINT_BAR] > 0) {
        fprintf(out, "%s%d on the bar", separator, side->at[POINT_BAR]);
        separator = ", ";
    }
    if (side->at[POINT_OFF] > 0) {
        fprintf(out, "%s%d off", separator, side->at[POINT_OFF]);
    }
    fputs(". ", out);
}

/* ---- the board and its checkers -------------------------------------------------- */

static void draw_point(int point, FILE *out)
{
    int x = x_of_point(point);
    bool is_top = point > 12;
    int y = is_top ? NUMBERS : BOTTOM, up = is_top ? 1 : -1;
    fprintf(out,
            "<path class=\"%s\" d=\"M%.1f %dC%d %d %.1f %d %d %d"
            "C%.1f %d %d %d %.1f %dZ\"/>"
            "<text class=\"label\" x=\"%d\" y=\"%d\">%d</text>\n",
            point % 2 == 0 ? "even" : "odd", x - 20.4, y, x - 13, y + up * 70, x - 3.5,
            y + up * 150, x, y + up * 207, x + 3.5, y + up * 150, x + 13, y + up * 70,
            x + 20.4, y, x, is_top ? NUMBERS - 8 : BOARD_HEIGHT - 9, point);
}

static void draw_rect(const char *class, int x, int y, int width, int height, int round,
                      FILE *out)
{
    fprintf(out,
            "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\""
            " rx=\"%d\"/>",
            class, x, y, width, height, round);
}

static void draw_base(FILE *out)
{
    draw_rect("frame", 0, 0, BOARD_WIDTH, BOARD_HEIGHT, 8, out);
    draw_rect("bar", X_BAR, NUMBERS, BAR_WIDTH, HEIGHT, 0, out);
    draw_rect("field", SIDE, NUMBERS, HALF, HEIGHT, 0, out);
    draw_rect("field", X_HOME, NUMBERS, HALF, HEIGHT, 0, out);
    draw_rect("tray", X_TRAY, NUMBERS, TRAY_WIDTH, TRAY_HEIGHT, 4, out);
    draw_rect("tray", X_TRAY, MIDDLE + 28, TRAY_WIDTH, TRAY_HEIGHT, 4, out);
    fputc('\n', out);
    for (int point = 1; point <= 24; point++) {
        draw_point(point, out);
    }
}

/* Draws a checker in the middle of its group. `number`: to write on it; 0: none. */
static void draw_disc(int number, FILE *out)
{
    fputs("<circle class=\"shade\" cy=\"1.6\" r=\"19.6\"/>"
          "<circle class=\"rim\" r=\"19.4\"/><circle class=\"body\" r=\"18\"/>"
          "<circle class=\"ring\" r=\"12\"/>",
          out);
    if (number > 0) {
        fprintf(out, "<text class=\"num\" y=\".36em\">%d</text>", number);
    }
}

/* Draws a stack of at most `most` checkers from `y` in `direction` 1 or -1, down or
 * up; the last one carries the number of a higher one. */
static void draw_stack(int x, int y, int direction, int count, int most, bool is_mine,
                       FILE *out)
{
    int shown = count < most ? count : most;
    for (int i = 0; i < shown; i++) {
        fprintf(out, "<g class=\"ck %s\" transform=\"translate(%d %.1f)\">",
                tone(is_mine), x, y + direction * i * STEP / 10.0);
        draw_disc(i == most - 1 && count > most ? count : 0, out);
        fputs("</g>\n", out);
    }
}

static void draw_checkers(const struct position *pos, FILE *out)
{
    for (int point = 1; point <= 24; point++) {
        int x = x_of_point(point);
        int y = point > 12 ? NUMBERS + 20 : BOTTOM - 20, step = point > 12 ? 1 : -1;
        draw_stack(x, y, step, pos->mine.at[point], STACK, true, out);
        draw_stack(x, y, step, pos->theirs.at[POINT_BAR - point], STACK, false, out);
    }
    /* on the bar, checkers that enter at the top are in the upper half */
    int x = X_BAR + BAR_WIDTH / 2;
    draw_stack(x, MIDDLE - 50, -1, pos->mine.at[POINT_BAR], BAR_STACK, true, out);
    draw_stack(x, MIDDLE + 50, 1, pos->theirs.at[POINT_BAR], BAR_STACK, false, out);
}

/* Draws the checkers borne off, lying flat in the tray. */
static void draw_off(int count, bool is_mine, FILE *out)
{
    for (int i = 0; i < count; i++) {
        double y = is_mine ? BOTTOM - 12.6 * (i + 1) : NUMBERS + 1.6 + 12.6 * i;
        fprintf(out,
                "<rect class=\"flat %s\" x=\"%d\" y=\"%.1f\" width=\"%d\""
                " height=\"11\" rx=\"3\"/>\n",
                tone(is_mine), X_TRAY + 5, y, TRAY_WIDTH - 10);
    }
}

/* ---- dice and cube --------------------------------------------------------------- */

static void draw_die(int x, int y, int value, bool is_mine, FILE *out)
{
    /* pips of a face, row by row: bits 8..0 */
    static const int faces[7] = {0, 0x010, 0x101, 0x111, 0x145, 0x155, 0x16d};
    fprintf(out,
            "<rect class=\"die %s\" x=\"%d\" y=\"%d\" width=\"38\" height=\"38\" "
            "rx=\"7.5\"/>\n",
            tone(is_mine), x, y);
    for (int bit = 0; bit < 9; bit++) {
        if ((faces[value] >> (8 - bit) & 1) != 0) {
            fprintf(out, "<circle class=\"pip %s\" cx=\"%d\" cy=\"%d\" r=\"3.7\"/>\n",
                    tone(is_mine), x + 9 + 10 * (bit % 3), y + 9 + 10 * (bit / 3));
        }
    }
}

/* Returns the middle of the half where a side's dice and offered cube lie. */
static int x_of_half(bool is_mine)
{
    return (is_mine ? X_HOME : SIDE) + HALF / 2;
}

static void draw_dice(const struct board_view *view, FILE *out)
{
    bool is_mine = view->turn == TURN_MINE;
    int x = x_of_half(is_mine);
    if (has_dice(view) && !view->is_double_pending) {
        draw_die(x - 44, MIDDLE - 19, view->roll.high, is_mine, out);
        draw_die(x + 6, MIDDLE - 19, view->roll.low, is_mine, out);
    }
}

static void draw_cube(const struct board_view *view, FILE *out)
{
    if (view->ms.is_crawford) {
        return;
    }
    int x = X_BAR + BAR_WIDTH / 2, y = MIDDLE - 20, shown = view->ms.cube;
    if (view->is_double_pending) {
        x = x_of_half(view->turn != TURN_MINE);
        shown *= 2;
    } else if (view->ms.owner != CUBE_CENTRED) {
        y = view->ms.owner == CUBE_MINE ? BOTTOM - 44 : NUMBERS + 4;
    }
    fprintf(out,
            "<g class=\"cube\" transform=\"translate(%d %d)\"><rect width=\"40\" "
            "height=\"40\" rx=\"6.5\"/><text x=\"20\" y=\"28\"%s>%d</text></g>\n",
            x - 20, y,
            shown > 999 ? " textLength=\"34\" lengthAdjust=\"spacingAndGlyphs\"" : "",
            shown > 1 ? shown : 64);
}

/* ---- the face -------------------------------------------------------------------- */

void board_svg_checker(bool is_mine, FILE *out)
{
    fprintf(out,
            "<svg class=\"man\" viewBox=\"-20 -20 40 42\" aria-hidden=\"true\">"
            "<g class=\"%s\">",
            tone(is_mine));
    draw_disc(0, out);
    fputs("</g></svg>", out);
}

void board_svg(const struct board_view *view, const char *my_name, const char *opponent,
               FILE *out)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" "
            "viewBox=\"0 0 %d %d\" role=\"img\">\n",
            BOARD_WIDTH, BOARD_HEIGHT);
    write_svg_title(view, my_name, opponent, out);
    fputs("<desc>", out);
    write_side(&view->pos.mine, true, my_name, out);
    write_side(&view->pos.theirs, false, opponent, out);
    fputs("Points have the numbers of the light side.</desc>\n", out);
    draw_base(out);
    draw_checkers(&view->pos, out);
    draw_off(view->pos.mine.at[POINT_OFF], true, out);
    draw_off(view->pos.theirs.at[POINT_OFF], false, out);
    draw_dice(view, out);
    draw_cube(view, out);
    fputs("</svg>\n", out);
}
