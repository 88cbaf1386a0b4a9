#include "server/board_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/text.h"

enum {
    BOARD_LINE_SIZE = 512,
    UNLIMITED_FIELD = 9999, /* match length of an unlimited match */
    ROWS = 5                /* of checkers in a drawing */
};

/* ---- the line of style 3 --------------------------------------------------------- */

static int turn_field(const struct match *match)
{
    switch (match->phase) {
    case PHASE_BETWEEN:
        return 0;
    case PHASE_DOUBLED:
        return match->colour[match->asked];
    default:
        return match->colour[match->turn];
    }
}

static bool shows_may_double(const struct match *match, int seat)
{
    return match->phase != PHASE_DOUBLED &&
           (match->cube_owner == -1 || match->cube_owner == seat);
}

static int die_of(const struct match *match, int seat, int index)
{
    return match->phase == PHASE_TO_MOVE && match->turn == seat ? match->dice[index]
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
static void write_board_line(const struct match *match, int seat, const char *name,
                             bool is_asked_shown, char line[BOARD_LINE_SIZE])
{
    int other = 1 - seat;
    int colour = match->colour[seat];
    const struct reference_board *board = &match->board;
    int points[26];
    for (int p = 0; p < 26; p++) {
        points[p] = board->point[p];
    }
    const int head[] = {match->length == UNLIMITED ? UNLIMITED_FIELD : match->length,
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
        is_asked_shown && match->phase == PHASE_DOUBLED && match->asked == seat,
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

static void put_points(struct text *drawing, const struct match *match,
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

/* Draws the match as `seat` sees it, called `name` ("You" or his name). The viewer's
 * home board is below on the right. Style 2 adds a line with the pip counts. */
static void write_drawing(const struct match *match, int seat, const char *name,
                          int style, struct text *drawing)
{
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
        put_points(drawing, match, top, row, own_bar);
    }
    put_middle(drawing, match, is_o ? 'v' : '^');
    for (int row = ROWS; row >= 1; row--) {
        put_points(drawing, match, bottom, row, other_bar);
    }
    put_rim(drawing, bottom);
    put_player(drawing, match, seat);
    put_footer(drawing, match, seat, name, style);
}

/* ---- sending --------------------------------------------------------------------- */

static void send_drawing(const struct user *viewer, const struct match *match, int seat,
                         const char *name)
{
    struct text drawing = {0};
    write_drawing(match, seat, name, viewer->variable[VARIABLE_BOARDSTYLE], &drawing);
    for (size_t start = 0; start < drawing.size;) {
        const char *line = drawing.bytes + start;
        const char *end = memchr(line, '\n', drawing.size - start);
        size_t length = end == NULL ? drawing.size - start : (size_t)(end - line);
        text_tell(viewer, "%.*s", (int)length, line);
        start += length + 1;
    }
    free(drawing.bytes);
}

void board_send_of(const struct user *viewer, const struct match *match, int seat,
                   const char *name)
{
    if (viewer->connection == NULL) {
        return;
    }
    if (viewer->variable[VARIABLE_BOARDSTYLE] != 3) {
        send_drawing(viewer, match, seat, name);
        return;
    }
    char line[BOARD_LINE_SIZE];
    bool is_asked_shown = !server_of(viewer)->config.faults.never_was_doubled;
    write_board_line(match, seat, name, is_asked_shown, line);
    text_tell_open(viewer, "%s", line);
    text_end_line(viewer, true);
}

static void tell_hooks(const struct user *player)
{
    if (player->connection != NULL) {
        const struct fibsd_hooks *hooks = &server_of(player)->config.hooks;
        if (hooks->after_board != NULL) {
            hooks->after_board(hooks->context, player);
        }
    }
}

void board_send(const struct user *viewer, const struct match *match)
{
    if (viewer->match == match) {
        board_send_of(viewer, match, seat_of(match, viewer), "You");
        tell_hooks(viewer);
    } else if (viewer->watching != NULL) {
        board_send_of(viewer, match, seat_of(match, viewer->watching),
                      viewer->watching->name);
    }
}

void board_send_to_watchers(struct fibsd *server, const struct match *match,
                            enum toggle toggle)
{
    for (int i = 0; i < server->user_count; i++) {
        const struct user *user = server->users[i];
        if (is_watching(user, match) && user->toggle[toggle]) {
            board_send(user, match);
        }
    }
}
