#ifndef MATCH_RECORD_READ_H
#define MATCH_RECORD_READ_H
/*
 * Reads a match file that record.c has written, to continue it after a restart and to
 * write the match in other formats (match_format.h). Only the layout of our own files is
 * understood; from the first other line on (a file cut off by a full disk), the rest is
 * left out.
 */

#include <stdio.h>

#include "match/record.h"

enum {
    RECORD_NAME_MAX = 80,
    RECORD_FILE_MAX = 4 * 1024 * 1024,
    RECORD_RIGHT_AT = 39 /* column where the right cell of a row begins */
};

struct record_heading {
    char site[RECORD_NAME_MAX], my_name[RECORD_NAME_MAX], opponent[RECORD_NAME_MAX];
    char date[RECORD_NAME_MAX]; /* 2026.11.21 */
    int length;
};

enum record_cell_type { CELL_PLAY, CELL_DOUBLE, CELL_TAKE, CELL_DROP };

struct record_cell {
    enum record_cell_type type;
    enum record_side side;
    struct roll roll; /* play */
    struct play play;
    int cube;   /* double */
    long begin; /* offset in the file of the row or of the right cell */
};

/* Callbacks for the parts of the file, in their order; any may be NULL. */
struct record_visitor {
    void (*heading)(void *context, const struct record_heading *heading);
    void (*game)(void *context, int number, int my_score, int opponent_score);
    void (*cell)(void *context, const struct record_cell *cell);
    void (*win)(void *context, enum record_side winner, int points);
};

/* Reads a file and calls the visitor. Returns the length of the part that was
 * understood, or -1 if the file cannot be read or is not one of ours (no heading). */
long record_read(FILE *file, const struct record_visitor *visitor, void *context);

#endif
