#include "server/board_text.h"

#include <stdio.h>
#include <string.h>

#include "server/text.h"

/*
 *    +13-14-15-16-17-18-------19-20-21-22-23-24-+ X: opp - score: 0
 *    | X           O    |   | O              X |
 *      (five rows)
 *  v |                  |BAR|                  |    3-point match
 *      (five rows)
 *    | O           X    |   | X              O |
 *    +12-11-10--9--8--7--------6--5--4--3--2--1-+ O: you - score: 0
 *
 *    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1   You rolled 6 2.
 */
enum { ROWS = 5 };

static char letter(int colour)
{
    return colour == REFERENCE_O ? 'O' : 'X';
}

/* Writes the three columns of a point in row `row` (1 at the rim). A stack of more than
 * five checkers shows its size in the innermost row. */
static void put_point(struct text *drawing, int count, int row)
{
    int size = count < 0 ? -count : count;
    if (size > ROWS && row == ROWS) {
        text_printf(drawing, "%2d ", size);
    } else {
        text_printf(drawing, " %c ", size < row ? ' ' : letter(count < 0 ? -1 : 1));
    }
}

static void put_row(struct text *drawing, const struct match *match,
                    const int points[12], int row, int bar)
{
    text_printf(drawing, "   |");
    for (int i = 0; i < 12; i++) {
        if (i == 6) {
            int size = bar < 0 ? -bar : bar;
            text_printf(drawing, "| %c |", size < row ? ' ' : letter(bar < 0 ? -1 : 1));
        }
        put_point(drawing, match->board.point[points[i]], row);
    }
    text_printf(drawing, "|\n");
}

static void put_rim(struct text *drawing, const int points[12])
{
    text_printf(drawing, "   +");
    for (int i = 0; i < 12; i++) {
        if (i == 6) {
            text_printf(drawing, "-----");
        }
        if (points[i] > 9) {
            text_printf(drawing, "%d-", points[i]);
        } else {
            text_printf(drawing, "-%d-", points[i]);
        }
    }
    text_printf(drawing, "+");
}

static void put_player(struct text *drawing, const struct match *match, int seat)
{
    text_printf(drawing, " %c: %s - score: %d\n", letter(match->colour[seat]),
                match->player[seat]->name, match->score[seat]);
}

static void put_middle(struct text *drawing, const struct match *match, char arrow)
{
    char length[LENGTH_TEXT_SIZE];
    text_printf(drawing, " %c |%18s|BAR|%18s|    %s match\n", arrow, "", "",
                text_length(match->length, '-', length));
}

static void put_cube(struct text *drawing, const struct match *match)
{
    text_printf(drawing, "   Cube: %d", match->cube);
    if (match->cube_owner != -1) {
        text_printf(drawing, " (owned by %s)", match->player[match->cube_owner]->name);
    }
}

static void put_state(struct text *drawing, const struct match *match, int seat,
                      const char *name)
{
    if (match->phase == PHASE_BETWEEN) {
        return;
    }
    bool is_own = match->turn == seat;
    const char *mover = is_own ? name : match->player[match->turn]->name;
    if (match->phase == PHASE_TO_MOVE) {
        text_printf(drawing, "  %s rolled %d %d.", mover, match->dice[0],
                    match->dice[1]);
    } else {
        text_printf(drawing, "  turn: %s", match->player[match->turn]->name);
    }
}

static void put_footer(struct text *drawing, const struct match *match, int seat,
                       const char *name, int style)
{
    const struct reference_board *board = &match->board;
    text_printf(drawing, "\n   BAR: O-%d X-%d   OFF: O-%d X-%d",
                reference_on_bar(board, REFERENCE_O),
                reference_on_bar(board, REFERENCE_X), board->off_o, board->off_x);
    put_cube(drawing, match);
    put_state(drawing, match, seat, name);
    text_printf(drawing, "\n");
    if (style == 2) {
        text_printf(drawing, "   Pips: %s %d  %s %d\n\n", match->player[seat]->name,
                    reference_pips(board, match->colour[seat]),
                    match->player[1 - seat]->name,
                    reference_pips(board, match->colour[1 - seat]));
    }
}

void board_drawing(const struct match *match, int seat, const char *name, int style,
                   struct text *drawing)
{
    /* the home board of the viewer is at the bottom on the right */
    static const int upper[12] = {13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24};
    static const int lower[12] = {12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
    bool is_o = match->colour[seat] == REFERENCE_O;
    const int *top = is_o ? upper : lower;
    const int *bottom = is_o ? lower : upper;
    int own_bar = match->board.point[reference_bar(match->colour[seat])];
    int other_bar = match->board.point[reference_bar(-match->colour[seat])];
    put_rim(drawing, top);
    put_player(drawing, match, 1 - seat);
    for (int row = 1; row <= ROWS; row++) {
        put_row(drawing, match, top, row, own_bar);
    }
    put_middle(drawing, match, is_o ? 'v' : '^');
    for (int row = ROWS; row >= 1; row--) {
        put_row(drawing, match, bottom, row, other_bar);
    }
    put_rim(drawing, bottom);
    put_player(drawing, match, seat);
    put_footer(drawing, match, seat, name, style);
}
