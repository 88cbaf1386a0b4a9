/* The reader of match files must survive any file and stay within what it promises. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "match/record_read.h"
#include "tests/fuzz/fuzz_target.h"

static void on_heading(void *context, const struct record_heading *heading)
{
    assert(heading->length >= 0 && heading->length <= 1000);
    assert(strlen(heading->my_name) < RECORD_NAME_MAX);
}

static void on_game(void *context, int number, int my_score, int opponent_score)
{
    assert(number >= 0 && my_score >= 0 && opponent_score >= 0);
}

static void on_cell(void *context, const struct record_cell *cell)
{
    const long *size = context;
    assert(cell->begin >= 0 && cell->begin < *size);
    if (cell->type == RECORD_CELL_PLAY) {
        assert(cell->roll.high >= cell->roll.low && cell->roll.high <= 6);
        assert(cell->play.count <= CHECKER_MOVES_MAX);
        for (int i = 0; i < cell->play.count; i++) {
            assert(cell->play.moves[i].from <= POINT_BAR);
        }
    }
}

static void on_win(void *context, enum record_side winner, int points)
{
    assert((winner == RECORD_ME || winner == RECORD_OPPONENT) && points >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct record_visitor visitor = {
        .heading = on_heading, .game = on_game, .cell = on_cell, .win = on_win};
    static const struct record_visitor nobody = {0};
    if (size == 0 || size > 65536) {
        return 0;
    }
    long length = (long)size;
    FILE *file = fmemopen((void *)(uintptr_t)data, size, "r");
    if (file == NULL) {
        return 0;
    }
    long end = record_read(file, &visitor, &length);
    assert(end >= -1 && end <= length);
    rewind(file);
    assert(record_read(file, &nobody, NULL) == end);
    (void)fclose(file);
    return 0;
}
