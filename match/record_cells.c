/* The cells of a match file: what each turn is written as, and what the record knows of
 * the game by them. */
#include "match/record_internal.h"

#include <stdio.h>

#include "base/text.h"
#include "engine/board/position.h"

/* ---- writing --------------------------------------------------------------------- */

/* Puts a cell into the column of its side. Columns alternate within a game; a side that
 * comes twice means that we missed a turn. */
static void write_side_cell(struct record *record, enum record_side side,
                            const char *cell)
{
    if (record->last_side == (int)side) {
        record->is_told = false;
    }
    if (!record->is_open || !record->is_told) {
        return;
    }
    record->cell_begin = record_tell(record);
    if (side == RECORD_ME) {
        /* Padded even when nothing follows: GNU Backgammon 1.07 takes a line that ends
         * right behind its left cell twice. */
        record_print(record, "%3d) %-*s ", ++record->row, RECORD_LEFT_WIDTH, cell);
    } else if (record->has_left) {
        record_print(record, "%s\n", cell);
    } else {
        record_print(record, "%3d) %*s %s\n", ++record->row, RECORD_LEFT_WIDTH, "",
                     cell);
    }
    record->had_left = record->has_left;
    record->has_left = side == RECORD_ME;
    record->last_side = (int)side;
    record->offered_cube = 0;
    record->has_before = false;
    record_flush(record);
}

void record_end_row(struct record *record)
{
    if (record->has_left) {
        record_print(record, "\n");
        record->has_left = false;
    }
}

/* The server takes back a double that was open when the line was lost. */
void record_undo_cell(struct record *record)
{
    bool is_left = record->last_side == RECORD_ME;
    record_cut(record, record->cell_begin);
    record->row -= is_left || !record->had_left;
    record->has_left = record->had_left;
    record->last_side =
        record->row == 0 && !record->has_left ? -1 : 1 - record->last_side;
    record->offered_cube = 0;
    record->has_before = false;
}

void record_kind(int length, char kind[16])
{
    (void)snprintf(kind, 16, length > 0 ? "%dpt" : "money", length);
}

void record_begin_game(struct record *record)
{
    record->is_open = record->is_told = true;
    record->is_loss_known = false;
    record->row = 0;
    record->last_side = -1;
    record->cube = 1;
    record->offered_cube = 0;
    record->has_left = record->has_before = false;
    position_start(&record->pos);
}

/* ---- turns ----------------------------------------------------------------------- */

bool record_play_cell(struct position *pos, struct roll roll, const struct play *play,
                      char cell[RECORD_CELL_SIZE])
{
    int length = snprintf(cell, RECORD_CELL_SIZE, "%d%d:", roll.high, roll.low);
    for (int i = 0; i < play->count; i++) {
        const struct checker_move move = play->moves[i];
        if (!record_can_move(pos, move)) {
            return false;
        }
        bool hits = movegen_apply(pos, move);
        length += snprintf(&cell[length], (size_t)(RECORD_CELL_SIZE - length),
                           " %d/%d%s", move.from, move.to, hits ? "*" : "");
    }
    return true;
}

/* A play may be told after the board that shows it. What was filled in from that board
 * gives way: its dice were guessed. */
static void take_back_guess(struct record *record, enum record_side side,
                            const struct play *play)
{
    struct position pos = record->before;
    if (record->last_side == (int)side && record->has_before &&
        record_make_play(&pos, side, play) && position_equal(&pos, &record->pos)) {
        record->pos = record->before;
        record_undo_cell(record);
    }
}

void record_play(struct record *record, enum record_side side, struct roll roll,
                 const struct play *play)
{
    char cell[RECORD_CELL_SIZE];
    if (record == NULL || !record->is_open || !record->is_told) {
        return;
    }
    take_back_guess(record, side, play);
    struct position pos = record_seen_by(&record->pos, side);
    const struct position before = record->pos;
    if (!record_play_cell(&pos, roll, play, cell)) {
        record->is_told = false;
        return;
    }
    record->pos = record_seen_by(&pos, side);
    write_side_cell(record, side, cell);
    record->before = before;
    record->has_before = true;
}

void record_double(struct record *record, enum record_side side, int cube)
{
    char cell[RECORD_CELL_SIZE];
    if (record == NULL) {
        return;
    }
    FORMAT_TEXT(cell, " Doubles => %d", cube);
    write_side_cell(record, side, cell);
    record->offered_cube = cube;
}

void record_take(struct record *record, enum record_side side)
{
    if (record == NULL) {
        return;
    }
    int cube = record->offered_cube;
    write_side_cell(record, side, " Takes");
    record->cube = cube > 0 ? cube : record->cube;
}

void record_drop(struct record *record, enum record_side side)
{
    if (record != NULL) {
        write_side_cell(record, side, " Drops");
    }
}
