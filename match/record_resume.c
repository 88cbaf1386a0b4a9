/*
 * Goes on with a match file after a loss of the connection or of the program.
 *
 * The file is the only memory. A game in it is two columns, ours on the left:
 *
 *      1) 31: 8/5 6/5                   64: 24/14
 *      2)  Doubles => 2                  Takes
 *      3) 52: 13/8 13/11
 *
 * record_find_open() finds the file of the match and reads it as if it had been written
 * just now: each cell sets the same fields of the record as writing it did, so that the
 * next cell goes where it belongs: here to the right of row 3. record_catch_up() then
 * writes what was played while nobody looked: from the last position in the file to the
 * one that the server shows at most two turns, one double and its take are missing; if
 * that does not lead there, the game has a gap and the caller begins it anew.
 */
#include <fcntl.h>
#include <string.h>

#include "base/text.h"
#include "match/record_internal.h"

#include "engine/board/position.h"

enum { FILES_TRIED_MAX = 8 };

/* ---- reading back ---------------------------------------------------------------- */

static void restore_game(void *context, int number, int my_score, int opponent_score)
{
    struct record *record = context;
    record->games = number;
    record->score[RECORD_ME] = my_score;
    record->score[RECORD_OPPONENT] = opponent_score;
    record_begin_game(record);
}

/* Where the next cell goes: to the right in this row, or below. */
static void restore_place(struct record *record, const struct record_cell *cell)
{
    bool is_left = cell->side == RECORD_ME;
    bool shares_row = !is_left && record->last_side == RECORD_ME;
    record->had_left = shares_row;
    record->row += shares_row ? 0 : 1;
    record->has_left = is_left;
    record->last_side = (int)cell->side;
    /* an opponent's cell that is alone in its row begins with the row */
    record->cell_begin = cell->begin - (is_left || shares_row ? 0 : RECORD_RIGHT_AT);
}

/* What the cell has done to position and cube. */
static void restore_cell(void *context, const struct record_cell *cell)
{
    struct record *record = context;
    restore_place(record, cell);
    if (cell->type == RECORD_CELL_PLAY) {
        bool is_legal = record_make_play(&record->pos, cell->side, &cell->play);
        record->is_told = record->is_told && is_legal;
    } else if (cell->type == RECORD_CELL_TAKE && record->offered_cube > 0) {
        record->cube = record->offered_cube;
    }
    record->offered_cube = cell->type == RECORD_CELL_DOUBLE ? cell->cube : 0;
}

static void restore_win(void *context, enum record_side winner, int points)
{
    struct record *record = context;
    record->score[winner] += points;
    record->is_open = record->has_left = false;
}

static void restore_heading(void *context, const struct record_heading *heading)
{
    struct record *record = context;
    bool is_ours = strcmp(heading->my_name, record->my_name) == 0 &&
                   strcmp(heading->opponent, record->opponent) == 0;
    record->length = is_ours ? heading->length : -1;
    memcpy(record->incomplete, heading->incomplete, sizeof record->incomplete);
    record->has_remark = record->incomplete[0] != '\0';
}

/* Whether the match of this file can have reached that score by now. */
static bool can_go_on(const struct record *record, const struct record_match *match,
                      bool is_newest)
{
    const int *score = record->score;
    bool is_same = score[RECORD_ME] == match->my_score &&
                   score[RECORD_OPPONENT] == match->opponent_score;
    bool is_over = match->length > 0 && (score[RECORD_ME] >= match->length ||
                                         score[RECORD_OPPONENT] >= match->length);
    return !is_over && (is_newest || is_same) && score[RECORD_ME] <= match->my_score &&
           score[RECORD_OPPONENT] <= match->opponent_score;
}

/* Reads the file at record->path and opens it for more behind its last cell. */
static bool restore(struct record *record, const struct record_match *match,
                    bool is_newest)
{
    static const struct record_visitor visitor = {.heading = restore_heading,
                                                  .game = restore_game,
                                                  .cell = restore_cell,
                                                  .win = restore_win};
    FILE *file = fopen(record->path, "re");
    if (file == NULL) {
        return false;
    }
    long end = record_read(file, &visitor, record);
    (void)fclose(file);
    if (record->is_open && record->has_left) { /* continue the row */
        end = record->cell_begin + RECORD_RIGHT_AT;
    }
    bool is_ours = end >= 0 && record->length == match->length;
    if (!is_ours || !can_go_on(record, match, is_newest)) {
        return false;
    }
    record->out.fd = open(record->path, O_WRONLY | O_CLOEXEC);
    if (record->out.fd < 0) {
        return false;
    }
    record->out.end = end;
    record->out.is_ragged = true;
    record_flush(record);
    return true;
}

bool record_find_open(struct record *record, const struct record_match *match)
{
    const struct record fresh = *record;
    char kind[16], before[RECORD_PATH_SIZE] = "";
    record_kind(match->length, kind);
    for (int tried = 0; tried < FILES_TRIED_MAX; tried++) {
        if (!record_find_newest_of(match->folder, record->my_name, record->opponent,
                                   kind, before, record->path, sizeof record->path)) {
            return false;
        }
        COPY_TEXT(before, strrchr(record->path, '/') + 1);
        if (restore(record, match, tried == 0)) {
            return true;
        }
        *record = fresh; /* discard what was read of another match */
    }
    return false;
}

/* ---- filling in ------------------------------------------------------------------ */

/* The side that plays next, -1: either, in the first turn of a game. After double and take
 * that is the doubler: the take was the other side's cell. */
static int next_side(const struct record *record)
{
    return record->last_side < 0 ? -1 : 1 - record->last_side;
}

/* Ends a double that was pending when the connection was lost: it was taken since,
 * or withdrawn. */
static void end_open_double(struct record *record, const struct record_state *state)
{
    if (record->offered_cube == 0 || state->is_doubled) {
        return;
    }
    if (state->cube >= record->offered_cube) {
        record_take(record, record_other((enum record_side)record->last_side));
    } else {
        record_undo_cell(record);
    }
}

/* Writes the turns. The cube that the server shows tells whether somebody doubled meanwhile:
 * who does not own it now. Double and take come before the doubler's next turn, which is the
 * one that is due where no turn of theirs is missing. */
static void write_turns(struct record *record, const struct record_turn *turns,
                        int count, const struct record_state *state)
{
    enum record_side doubler = state->owner == CUBE_MINE ? RECORD_OPPONENT : RECORD_ME;
    for (int i = 0; i <= count; i++) {
        enum record_side side = i < count ? turns[i].side : state->on_turn;
        if (state->cube == 2 * record->cube && side == doubler) {
            record_double(record, doubler, state->cube);
            record_take(record, record_other(doubler));
        }
        if (i < count) {
            record_play(record, side, turns[i].roll, &turns[i].play);
        }
    }
}

bool record_catch_up(struct record *record, const struct record_state *state)
{
    struct record_turn turns[RECORD_BRIDGE_MAX];
    end_open_double(record, state);
    if (record->offered_cube > 0) { /* it is still pending */
        return position_equal(&record->pos, &state->pos);
    }
    if (record->row == 0) { /* with automatic doubles the cube starts higher */
        record->cube = state->owner == CUBE_CENTRED ? state->cube : record->cube;
    }
    enum record_side on_roll =
        state->is_doubled ? record_other(state->on_turn) : state->on_turn;
    int count = record_bridge(&record->pos, next_side(record), &state->pos, on_roll,
                              state->rolled, turns);
    if (count < 0) {
        return false;
    }
    write_turns(record, turns, count, state);
    if (state->is_doubled) {
        record_double(record, on_roll, 2 * state->cube);
    }
    return record->is_told && record->cube == state->cube;
}
