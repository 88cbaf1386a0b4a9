/*
 * Board lines. The first byte of the input is the redoubles of the board before. A
 * board that is taken has 15 checkers a side and comes back from its own writing.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz_target.h"
#include "tests/unit/fibs/board_writer.h"

enum { INPUT_MAX = 1 << 12 };

/* A refusal names a field, or a player who has not 15 checkers. */
static bool names_a_field(const struct error *err)
{
    int field;
    return sscanf(err->text, "field %d", &field) == 1
               ? field >= 0 && field <= 52
               : strncmp(err->text, "player ", 7) == 0;
}

static void check(const struct fibs_board *board)
{
    char line[FIBS_BOARD_SIZE], again[FIBS_BOARD_SIZE];
    struct fibs_board copy;
    const char *rest;
    size_t length = board_write(board, line);
    assert(length == strlen(line) &&
           fibs_board_parse(line, board->redoubles, &copy, &rest, NULL) &&
           *rest == '\0' && board_write(&copy, again) == length &&
           strcmp(line, again) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1 || size > INPUT_MAX) {
        return 0;
    }
    char *line = malloc(size); /* exactly as large as needed */
    if (line == NULL) {
        return 0;
    }
    memcpy(line, data + 1, size - 1);
    line[size - 1] = '\0';
    struct fibs_board board;
    struct error err = {0};
    const char *rest = NULL;
    if (fibs_board_parse(line, data[0] % 100, &board, &rest, &err)) {
        assert(rest >= line && rest <= line + strlen(line));
        check(&board);
    } else {
        assert(names_a_field(&err));
    }
    free(line);
    return 0;
}
