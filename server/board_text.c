#include "server/fibsd_core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BOARD_LINE_SIZE = 512,
    UNLIMITED_FIELD = 9999, /* match length of an unlimited match */
    ROWS = 5                /* of checkers in a drawing */
};

/* ---- the line of style 3 --------------------------------------------------------- */

static int turn_field(const struct fibsd_match *match)
{
    switch (match->phase) {
    case FIBSD_MATCH_BETWEEN:
        return 0;
    case FIBSD_MATCH_DOUBLED:
        return match->colour[match->asked];
    default:
        return match->colour[match->turn];
    }
}

static bool shows_may_double(const struct fibsd_match *match, int seat)
{
    return match->phase != FIBSD_MATCH_DOUBLED &&
           (match->cube_owner == -1 || match->cube_owner == seat);
}

static int die_of(const struct fibsd_match *match, int seat, int index)
{
    return match->phase == FIBSD_MATCH_TO_MOVE && match->turn == seat
               ? match->dice[index]
               : 0;
}

static size_t put_fields(char *line, size_t length, const int *fields, int count)
{
    for (int i = 0; i < count; i++) {
        int written =
            snprintf(line + length, BOARD_LINE_SIZE - length, ":%d", fields[i]);
        length += (size_t)written;
    }
    return length;
}

/* Writes the match as `seat` sees it: he is player 1, called `name` ("You" or his
 * name). `is_asked_shown`: field 40 tells that he has been doubled. */
static void write_board_line(const struct fibsd_match *match, int seat,
                             const char *name, bool is_asked_shown,
                             char line[BOARD_LINE_SIZE])
{
    int other = 1 - seat;
    int colour = match->colour[seat];
    const struct reference_board *board = &match->board;
    int points[26];
    for (int p = 0; p < 26; p++) {
        points[p] = board->point[p];
    }
    const int head[] = {match->length == FIBSD_UNLIMITED ? UNLIMITED_FIELD
                                                         : match->length,
                        match->score[seat], match->score[other]};
    const int tail[] = {
        turn_field(match),
        die_of(match, seat, 0),
        die_of(match, seat, 1),
        die_of(match, other, 0),
        die_of(match, other, 1),
        match->cube,
        shows_may_double(match, seat),
        shows_may_double(match, other),
        is_asked_shown && match->phase == FIBSD_MATCH_DOUBLED && match->asked == seat,
        colour,
        -colour, /* direction: X moves 1 -> 24, O 24 -> 1 */
        reference_home(colour),
        reference_bar(colour),
        reference_off(board, colour),
        reference_off(board, -colour),
        reference_on_bar(board, colour),
        reference_on_bar(board, -colour),
        match->player[seat]->can_move,
        0,
        match->is_post_crawford,
        match->redoubles,
    };
    size_t length = (size_t)snprintf(line, BOARD_LINE_SIZE, "board:%s:%s", name,
                                     match->player[other]->name);
    length = put_fields(line, length, head, 3);
    length = put_fields(line, length, points, 26);
    (void)put_fields(line, length, tail, sizeof tail / sizeof tail[0]);
}

/* ---- the drawings of styles 1 and 2 ---------------------------------------------- */

/*
 * As FIBS draws them (tests/data/drawn_boards.txt); style 1, and what style 2 has in
 * place of the rims:
 *
 *    +13-14-15-16-17-18-------19-20-21-22-23-24-+ X: opp - score: 0
 *    | O           X    |   |  X              O |
 *      (five rows)
 *   v|                  |BAR|                   |    3-point match
 *      (five rows)
 *    | X           O    |   |  O              X |
 *    +12-11-10--9--8--7--------6--5--4--3--2--1-+ O: me - score: 0
 *
 *    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 6 2.
 *
 *     13 14 15 16 17 18       19 20 21 22 23 24
 *    +------------------------------------------+ X: opp - score: 0
 */

enum { HALF = 6 }; /* points on one side of the bar */

static char letter(int colour)
{
    return colour == REFERENCE_O ? 'O' : 'X';
}

/* Writes two columns of a stack in row `row` (1 at the rim). One of more than five
 * checkers shows its size in the innermost row. */
static void put_stack(struct fibsd_text *drawing, int count, int row)
{
    int size = count < 0 ? -count : count;
    if (size > ROWS && row == ROWS) {
        text_printf(drawing, "%2d", size);
    } else {
        text_printf(drawing, " %c", size < row ? ' ' : letter(count < 0 ? -1 : 1));
    }
}

static void put_points(struct fibsd_text *drawing, const struct fibsd_match *match,
                       const int points[2 * HALF], int row, int bar)
{
    text_printf(drawing, "   |");
    for (int i = 0; i < 2 * HALF; i++) {
        if (i == HALF) {
            text_printf(drawing, "|");
            put_stack(drawing, match->board.point[bar], row);
            text_printf(drawing, " | ");
        }
        put_stack(drawing, match->board.point[points[i]], row);
        text_printf(drawing, " ");
    }
    text_printf(drawing, "|");
}

/* Writes the numbers of the points with `dash` between them; the last ends the line. */
static void put_numbers(struct fibsd_text *drawing, const int points[2 * HALF],
                        char dash)
{
    for (int i = 0; i < 2 * HALF; i++) {
        for (int filler = i == HALF ? HALF : 0; filler > 0; filler--) {
            text_printf(drawing, "%c", dash);
        }
        if (points[i] <= 9) {
            text_printf(drawing, "%c", dash);
        }
        text_printf(drawing, "%d", points[i]);
        if (i + 1 < 2 * HALF) {
            text_printf(drawing, "%c", dash);
        }
    }
}

static void put_player(struct fibsd_text *drawing, const struct fibsd_match *match,
                       int seat)
{
    text_printf(drawing, " %c: %s - score: %d\n", letter(match->colour[seat]),
                match->player[seat]->name, match->score[seat]);
}

/* The rim with the numbers in it (style 1), or beyond it, `above` or below. */
static void put_rim(struct fibsd_text *drawing, const struct fibsd_match *match,
                    int seat, const int points[2 * HALF], int style, bool above)
{
    if (style == 2 && above) {
        text_printf(drawing, "    ");
        put_numbers(drawing, points, ' ');
        text_printf(drawing, "\n");
    }
    text_printf(drawing, "   +");
    if (style == 2) {
        text_printf(drawing, "-----------------------------------------");
    } else {
        put_numbers(drawing, points, '-');
    }
    text_printf(drawing, "-+");
    put_player(drawing, match, seat);
    if (style == 2 && !above) {
        text_printf(drawing, "    ");
        put_numbers(drawing, points, ' ');
        text_printf(drawing, "\n");
    }
}

/* The arrow stands where the viewer's way leads from the upper to the lower half. */
static void put_middle(struct fibsd_text *drawing, const struct fibsd_match *match,
                       bool is_o)
{
    char length[FIBSD_LENGTH_SIZE];
    text_printf(drawing, "  %c|%18s|BAR|%19s|%s    %s match\n", is_o ? 'v' : ' ', "",
                "", is_o ? "" : "v", text_length(match->length, '-', length));
}

/* Behind the row below the middle, in an unlimited match. */
static void put_redoubles(struct fibsd_text *drawing, const struct fibsd_match *match)
{
    if (match->length != FIBSD_UNLIMITED) {
        return;
    }
    if (match->redoubles == 0 || match->redoubles == FIBSD_REDOUBLES_UNLIMITED) {
        text_printf(drawing, "     %s redoubles",
                    match->redoubles == 0 ? "No" : "Unlimited");
    } else {
        text_printf(drawing, "     %d redouble%s", match->redoubles,
                    plural(match->redoubles));
    }
}

static void put_cube(struct fibsd_text *drawing, const struct fibsd_match *match)
{
    text_printf(drawing, "   Cube: %d", match->cube);
    if (match->cube_owner != -1) {
        text_printf(drawing, " (owned by %s)", match->player[match->cube_owner]->name);
    }
}

static void put_state(struct fibsd_text *drawing, const struct fibsd_match *match,
                      int seat, const char *name)
{
    if (match->phase == FIBSD_MATCH_BETWEEN) {
        return;
    }
    bool is_own = match->turn == seat;
    const char *mover = is_own ? name : match->player[match->turn]->name;
    if (match->phase == FIBSD_MATCH_TO_MOVE) {
        text_printf(drawing, "  %s rolled %d %d.", mover, match->dice[0],
                    match->dice[1]);
    } else {
        text_printf(drawing, "  turn: %s", match->player[match->turn]->name);
    }
}

static void put_footer(struct fibsd_text *drawing, const struct fibsd_match *match,
                       int seat, const char *name)
{
    const struct reference_board *board = &match->board;
    text_printf(drawing, "\n   BAR: O-%d X-%d   OFF: O-%d X-%d",
                reference_on_bar(board, REFERENCE_O),
                reference_on_bar(board, REFERENCE_X), board->off_o, board->off_x);
    put_cube(drawing, match);
    put_state(drawing, match, seat, name);
    text_printf(drawing, "\n");
}

/* Draws the match as `seat` sees it, called `name` ("You" or his name). He moves to the
 * right in the lower half if he is O, else to the left. */
static void write_drawing(const struct fibsd_match *match, int seat, const char *name,
                          int style, struct fibsd_text *drawing)
{
    static const int upper_of_o[] = {13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24};
    static const int lower_of_o[] = {12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
    static const int upper_of_x[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    static const int lower_of_x[] = {24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13};
    bool is_o = match->colour[seat] == REFERENCE_O;
    const int *upper = is_o ? upper_of_o : upper_of_x;
    const int *lower = is_o ? lower_of_o : lower_of_x;
    put_rim(drawing, match, 1 - seat, upper, style, true);
    for (int row = 1; row <= ROWS; row++) {
        put_points(drawing, match, upper, row, reference_bar(match->colour[1 - seat]));
        text_printf(drawing, "\n");
    }
    put_middle(drawing, match, is_o);
    for (int row = ROWS; row >= 1; row--) {
        put_points(drawing, match, lower, row, reference_bar(match->colour[seat]));
        if (row == ROWS) {
            put_redoubles(drawing, match);
        }
        text_printf(drawing, "\n");
    }
    put_rim(drawing, match, seat, lower, style, false);
    put_footer(drawing, match, seat, name);
}

/* ---- sending --------------------------------------------------------------------- */

static void send_drawing(const struct fibsd_user *viewer,
                         const struct fibsd_match *match, int seat, const char *name)
{
    struct fibsd_text drawing = {0};
    write_drawing(match, seat, name, viewer->variable[FIBSD_VARIABLE_BOARDSTYLE],
                  &drawing);
    for (size_t start = 0; start < drawing.size;) {
        const char *line = drawing.bytes + start;
        const char *end = memchr(line, '\n', drawing.size - start);
        size_t length = end == NULL ? drawing.size - start : (size_t)(end - line);
        text_tell(viewer, "%.*s", (int)length, line);
        start += length + 1;
    }
    free(drawing.bytes);
}

void board_send_of(const struct fibsd_user *viewer, const struct fibsd_match *match,
                   int seat, const char *name)
{
    if (viewer->connection == NULL) {
        return;
    }
    if (viewer->variable[FIBSD_VARIABLE_BOARDSTYLE] != 3) {
        send_drawing(viewer, match, seat, name);
        return;
    }
    char line[BOARD_LINE_SIZE];
    bool is_asked_shown = !server_of(viewer)->config.faults.never_was_doubled;
    write_board_line(match, seat, name, is_asked_shown, line);
    text_tell_open(viewer, "%s", line);
    text_end_line(viewer, true);
}

static void tell_hooks(const struct fibsd_user *player)
{
    if (player->connection != NULL) {
        const struct fibsd_hooks *hooks = &server_of(player)->config.hooks;
        if (hooks->after_board != NULL) {
            hooks->after_board(hooks->context, player);
        }
    }
}

void board_send(const struct fibsd_user *viewer, const struct fibsd_match *match)
{
    if (viewer->match == match) {
        board_send_of(viewer, match, seat_of(match, viewer), "You");
        tell_hooks(viewer);
    } else if (viewer->watching != NULL) {
        board_send_of(viewer, match, seat_of(match, viewer->watching),
                      viewer->watching->name);
    }
}

void board_send_to_watchers(const struct fibsd_match *match, enum fibsd_toggle toggle)
{
    for (int i = 0; i < match->server->user_count; i++) {
        const struct fibsd_user *user = match->server->users[i];
        if (is_watching(user, match) && user->toggle[toggle]) {
            board_send(user, match);
        }
    }
}
