#include "bot/seat/terminal/terminal_moves.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { CELL_SIZE = NOTATION_SIZE + 8, CELL_WIDTH = 30, ROWS_MAX = 200 };

/* A turn of ours, and one of theirs. */
struct row {
    char cells[2][CELL_SIZE];
};

/* Writes what was done; false: no turn of anybody. */
static bool write_cell(const struct seat_event *event, char cell[CELL_SIZE])
{
    const struct roll *roll = &event->roll;
    switch (event->type) {
    case SEAT_EVENT_PLAY:
        (void)snprintf(cell, CELL_SIZE, "%d-%d %.60s", roll->high, roll->low,
                       event->text);
        return true;
    case SEAT_EVENT_DANCE:
        (void)snprintf(cell, CELL_SIZE, "%d-%d no play", roll->high, roll->low);
        return true;
    case SEAT_EVENT_DOUBLE:
        (void)snprintf(cell, CELL_SIZE, "doubles to %d", event->points);
        return true;
    case SEAT_EVENT_TAKE:
        (void)snprintf(cell, CELL_SIZE, "takes");
        return true;
    case SEAT_EVENT_PASS:
        (void)snprintf(cell, CELL_SIZE, "passes");
        return true;
    default:
        return false;
    }
}

/* A turn of ours that follows one of theirs begins a row. Of more rows than there is room for
 * the last ones stay: row n is rows[n % ROWS_MAX]. */
static int make_rows(const struct seat_event *events, int count, struct row *rows)
{
    char cell[CELL_SIZE];
    int used = 0;
    for (int i = 0; i < count; i++) {
        int side = events[i].is_mine ? 0 : 1;
        if (!write_cell(&events[i], cell)) {
            continue;
        }
        const struct row *last = used > 0 ? &rows[(used - 1) % ROWS_MAX] : NULL;
        if (last == NULL || last->cells[side][0] != '\0' ||
            (side == 0 && last->cells[1][0] != '\0')) {
            memset(&rows[used++ % ROWS_MAX], 0, sizeof rows[0]);
        }
        memcpy(rows[(used - 1) % ROWS_MAX].cells[side], cell, sizeof cell);
    }
    return used;
}

static int first_of_game(const struct seat_event *events, int count)
{
    int first = count;
    while (first > 0 && events[first - 1].type != SEAT_EVENT_GAME) {
        first--;
    }
    return first;
}

int terminal_moves(const struct seat_event *events, int count, const char *opponent,
                   int most, char *text, size_t size)
{
    struct row rows[ROWS_MAX];
    int first = first_of_game(events, count);
    int made = make_rows(&events[first], count - first, rows);
    (void)snprintf(text, size, "    %-*s%s\n", CELL_WIDTH, "You", opponent);
    most = most < ROWS_MAX ? most : ROWS_MAX;
    for (int i = made > most ? made - most : 0; i < made; i++) {
        const struct row *row = &rows[i % ROWS_MAX];
        text_add(text, size, "%3d %-*s%s\n", i + 1, CELL_WIDTH, row->cells[0],
                 row->cells[1]);
    }
    return made;
}
