#pragma once
/* Writes board lines, the other way round from fibs/board.c. */

#include <string.h>

#include "fibs/board.h"

enum { FIELDS = 53 };

/* The numbers of the line by field; fields 0..2 are not numbers. */
static inline void board_fields(const struct fibs_board *board, int v[FIELDS])
{
    v[3] = board->match_length;
    memcpy(v + 6, board->points, sizeof board->points);
    v[32] = board->turn;
    v[37] = board->cube;
    v[40] = board->was_doubled;
    v[41] = board->colour;
    v[42] = board->direction;
    v[43] = board->home;
    v[44] = board->bar;
    v[49] = board->can_move;
    v[50] = board->forced_move;
    v[51] = board->did_crawford;
    v[52] = board->redoubles;
    for (int player = 0; player < 2; player++) {
        v[4 + player] = board->score[player];
        v[33 + 2 * player] = board->dice[player][0];
        v[34 + 2 * player] = board->dice[player][1];
        v[38 + player] = board->may_double[player];
        v[45 + player] = board->off[player];
        v[47 + player] = board->on_bar[player];
    }
}

/* Appends at `end`, which has room; returns the new end. */
static inline char *append_text(char *end, const char *text)
{
    size_t length = strlen(text);
    memcpy(end, text, length);
    return end + length;
}

static inline char *append_number(char *end, int value)
{
    char reversed[12];
    int length = 0;
    unsigned left = value < 0 ? 0U - (unsigned)value : (unsigned)value;
    do {
        reversed[length++] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (value < 0) {
        *end++ = '-';
    }
    while (length > 0) {
        *end++ = reversed[--length];
    }
    return end;
}

/* Writes the line without line end and without checking the fields; returns its length.
 * By hand, not by printf(): fuzzers write millions. */
static inline size_t board_write(const struct fibs_board *board,
                                 char line[FIBS_BOARD_SIZE])
{
    int fields[FIELDS] = {0};
    board_fields(board, fields);
    char *end = append_text(line, "board:");
    end = append_text(end, board->player[0]);
    *end++ = ':';
    end = append_text(end, board->player[1]);
    for (int i = 3; i < FIELDS; i++) {
        *end++ = ':';
        end = append_number(end, fields[i]);
    }
    *end = '\0';
    return (size_t)(end - line);
}
