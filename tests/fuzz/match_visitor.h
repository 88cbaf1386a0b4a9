#pragma once
/* What the readers of match files promise their visitors, for any file. */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "engine/board/checkers.h"
#include "engine/board/position.h"
#include "match/record_read.h"

static void check_heading(void *context, const struct record_heading *heading)
{
    assert(heading->length >= 0 && heading->length <= 1000);
    assert(memchr(heading->my_name, '\0', RECORD_NAME_MAX) != NULL);
    assert(memchr(heading->opponent, '\0', RECORD_NAME_MAX) != NULL);
    assert(memchr(heading->site, '\0', RECORD_NAME_MAX) != NULL);
}

static void check_game(void *context, int number, int my_score, int opponent_score)
{
    int *last_side = context;
    assert(number >= 1 && my_score >= 0 && opponent_score >= 0);
    *last_side = -1;
}

static void check_cell(void *context, const struct record_cell *cell)
{
    int *last_side = context;
    /* sides alternate within a game, but who takes a beaver plays */
    assert((int)cell->side != *last_side || cell->type == RECORD_CELL_PLAY);
    *last_side = (int)cell->side;
    assert(cell->line >= 1);
    if (cell->type == RECORD_CELL_PLAY) {
        assert(cell->roll.high >= cell->roll.low && cell->roll.high <= 6);
        assert(cell->roll.low >= 1 && cell->play.count <= CHECKER_MOVES_MAX);
        for (int i = 0; i < cell->play.count; i++) {
            const struct checker_move move = cell->play.moves[i];
            assert(move.from <= POINT_BAR && move.to < move.from);
        }
    }
}

static void check_win(void *context, enum record_side winner, int points)
{
    assert((winner == RECORD_ME || winner == RECORD_OPPONENT) && points >= 0);
}

static void check_fault(void *context, const struct record_fault *fault)
{
    assert(fault->line >= 1 && strlen(fault->text) < RECORD_FAULT_SIZE);
}

static void check_setup(void *context, const struct record_setup *setup)
{
    assert(position_fault(&setup->pos) == NULL && setup->cube >= 1);
    assert(setup->owner >= -1 && setup->owner <= 1);
}

static void check_comment(void *context, const char *comment)
{
    assert(comment[0] != '\0' && strlen(comment) < 8400);
}

static void check_to_roll(void *context, enum record_side side, const char *comment)
{
    assert(side == RECORD_ME || side == RECORD_OPPONENT);
    assert(comment == NULL || strlen(comment) < 8192);
}

typedef bool match_file_reader(FILE *, const struct record_visitor *, void *);

/* Reads a file with a visitor that checks what is promised, and with one that hears nothing.
 * Whether it has a match. */
static inline bool check_match_file(FILE *file, match_file_reader *read)
{
    static const struct record_visitor visitor = {.heading = check_heading,
                                                  .game = check_game,
                                                  .cell = check_cell,
                                                  .win = check_win,
                                                  .fault = check_fault,
                                                  .setup = check_setup,
                                                  .game_comment = check_comment,
                                                  .to_roll = check_to_roll};
    static const struct record_visitor nobody = {0};
    int last_side = -1;
    bool is_match = read(file, &visitor, &last_side);
    rewind(file);
    assert(read(file, &nobody, NULL) == is_match);
    return is_match;
}

static inline int check_match_reader(const uint8_t *data, size_t size,
                                     match_file_reader *read)
{
    FILE *file =
        size > 0 && size <= 65536 ? fmemopen((void *)(uintptr_t)data, size, "r") : NULL;
    if (file != NULL) {
        (void)check_match_file(file, read);
        (void)fclose(file);
    }
    return 0;
}
