#include "view/draw.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/text_width.h"
#include "engine/board/board_view.h"
#include "engine/board/points.h"
#include "engine/board/position.h"

enum {
    ROWS = 5,
    POINTS = 24,
    HALF = 12,
    NOTE_ROOM = 80 - DRAW_COLUMNS - 2 /* columns beside the board */
};

/* The text being written, and its colours. */
struct sheet {
    char *text;
    size_t used;
    size_t room; /* columns of a note; 0: any number */
    const char *mine, *theirs, *plain;
};

__attribute__((format(printf, 2, 3))) static void put(struct sheet *sheet,
                                                      const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int wrote =
        vsnprintf(sheet->text + sheet->used, DRAW_SIZE - sheet->used, format, args);
    va_end(args);
    if (wrote > 0 && (size_t)wrote < DRAW_SIZE - sheet->used) {
        sheet->used += (size_t)wrote;
    }
}

/* Writes one cell of three characters: a checker, the height of a tall stack, or
 * blanks. Rows count from the edge of the board. */
static void put_cell(struct sheet *sheet, int mine, int theirs, int row)
{
    int count = mine > 0 ? mine : theirs;
    const char *colour = mine > 0 ? sheet->mine : sheet->theirs;
    if (count <= row) {
        put(sheet, "   ");
    } else if (row == ROWS - 1 && count > ROWS) {
        put(sheet, "%s%2d%s ", colour, count, sheet->plain);
    } else {
        put(sheet, " %s%c%s ", colour, mine > 0 ? 'O' : 'X', sheet->plain);
    }
}

/* Writes twelve points from left to right with the bar in between; `row` counts from
 * the edge. */
static void put_board_row(struct sheet *sheet, const struct position *pos, bool is_top,
                          int row)
{
    put(sheet, " |");
    for (int i = 0; i < HALF; i++) {
        if (i == HALF / 2) {
            int mine = is_top ? 0 : pos->mine.at[POINT_BAR];
            int theirs = is_top ? pos->theirs.at[POINT_BAR] : 0;
            put(sheet, "|");
            put_cell(sheet, mine, theirs, ROWS - 1 - row);
            put(sheet, "|");
        }
        int point = is_top ? HALF + 1 + i : HALF - i;
        put_cell(sheet, pos->mine.at[point], pos->theirs.at[POINTS + 1 - point], row);
    }
    put(sheet, "|");
}

static void put_edge(struct sheet *sheet, bool is_top)
{
    put(sheet, " +");
    for (int i = 0; i < HALF; i++) {
        put(sheet, "%s%2d-", i == HALF / 2 ? "+---+" : "",
            is_top ? HALF + 1 + i : HALF - i);
    }
    put(sheet, "+");
}

/* Returns the sheet for a note: that of the board unless the notes have one. */
static struct sheet *note_on(struct sheet *board, struct sheet *notes)
{
    if (notes->text == NULL) {
        put(board, "  ");
        return board;
    }
    put(notes, "%s", notes->used > 0 ? "; " : "");
    return notes;
}

/* A name is cut off where it is too long for the room, of which others take `taken`. */
static void put_name(struct sheet *sheet, const char *name, int taken)
{
    size_t most = sheet->room > 0 ? sheet->room - (size_t)taken : strlen(name);
    put(sheet, "%.*s", (int)text_cut(name, strlen(name), most), name);
}

static void put_player(struct sheet *sheet, const struct side *side, const char *name,
                       int score, const char *colour, char checker)
{
    char rest[60], off[20] = "";
    if (side->at[POINT_OFF] > 0) {
        FORMAT_TEXT(off, ", %d off", side->at[POINT_OFF]);
    }
    int length = snprintf(rest, sizeof rest, ": %d, %d pips%s", score,
                          position_pip_count(side), off);
    put(sheet, "%s%c%s ", colour, checker, sheet->plain);
    put_name(sheet, name, 2 + length);
    put(sheet, "%s", rest);
}

static void put_match(struct sheet *sheet, const struct board_view *view)
{
    if (view->ms.length == 0) {
        put(sheet, "unlimited match");
    } else {
        put(sheet, "%d point match%s", view->ms.length,
            view->ms.is_crawford ? ", Crawford game" : "");
    }
}

static void put_cube(struct sheet *sheet, const struct board_view *view,
                     const char *my_name, const char *opponent)
{
    bool is_owned = !view->is_double_pending && view->ms.owner != CUBE_CENTRED;
    char cube[40];
    int length = snprintf(cube, sizeof cube, "cube %d%s", view->ms.cube,
                          view->is_double_pending ? ", doubled"
                          : is_owned              ? ", of "
                                                  : "");
    put(sheet, "%s", cube);
    if (is_owned) {
        put_name(sheet, view->ms.owner == CUBE_MINE ? my_name : opponent, length);
    }
}

static void put_turn(struct sheet *sheet, const struct board_view *view,
                     const char *my_name, const char *opponent)
{
    char what[40], roll[10] = "";
    if (view->roll.high != 0) {
        FORMAT_TEXT(roll, " %d-%d", view->roll.high, view->roll.low);
    }
    int length = snprintf(what, sizeof what, " to %s%s",
                          view->is_double_pending ? "answer"
                          : view->roll.high != 0  ? "play"
                                                  : "roll",
                          roll);
    put_name(sheet, view->turn == TURN_MINE ? my_name : opponent, length);
    put(sheet, "%s", what);
}

static void draw_within(size_t room, const struct board_view *view, const char *my_name,
                        const char *opponent, bool has_colours, char text[DRAW_SIZE],
                        char notes[DRAW_SIZE])
{
    struct sheet sheet = {.text = text,
                          .room = room,
                          .mine = has_colours ? "\033[1;33m" : "",
                          .theirs = has_colours ? "\033[1;36m" : "",
                          .plain = has_colours ? "\033[0m" : ""};
    struct sheet apart = sheet;
    const struct position *pos = &view->pos;
    apart.text = notes;
    put_edge(&sheet, true);
    put_player(note_on(&sheet, &apart), &pos->theirs, opponent,
               points_shown(view->ms.their_score, view->ms.length), sheet.theirs, 'X');
    put(&sheet, "\n");
    for (int row = 0; row < ROWS; row++) {
        put_board_row(&sheet, pos, true, row);
        put(&sheet, "\n");
    }
    put(&sheet, " |%*s|BAR|%*s|", 3 * HALF / 2, "", 3 * HALF / 2, "");
    put_match(note_on(&sheet, &apart), view);
    put(&sheet, "\n");
    for (int row = ROWS - 1; row >= 0; row--) {
        put_board_row(&sheet, pos, false, row);
        if (row == ROWS - 1) {
            put_cube(note_on(&sheet, &apart), view, my_name, opponent);
        } else if (row == ROWS - 2 && view->turn != TURN_NOBODY) {
            put_turn(note_on(&sheet, &apart), view, my_name, opponent);
        }
        put(&sheet, "\n");
    }
    put_edge(&sheet, false);
    put_player(note_on(&sheet, &apart), &pos->mine, my_name,
               points_shown(view->ms.my_score, view->ms.length), sheet.mine, 'O');
    put(&sheet, "\n");
}

void draw_board(const struct board_view *view, const char *my_name,
                const char *opponent, bool has_colours, char text[DRAW_SIZE])
{
    draw_within(NOTE_ROOM, view, my_name, opponent, has_colours, text, NULL);
}

void draw_parts(const struct board_view *view, const char *my_name,
                const char *opponent, bool has_colours, char text[DRAW_SIZE],
                char notes[DRAW_SIZE])
{
    draw_within(0, view, my_name, opponent, has_colours, text, notes);
}
