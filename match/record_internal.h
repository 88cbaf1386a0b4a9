#ifndef MATCH_RECORD_INTERNAL_H
#define MATCH_RECORD_INTERNAL_H
/* What the files of a record share, from the ground up: record_cells.c (cells of turns),
 * record_resume.c (going on with a file) and record.c; nobody else includes it. */

#include <stdio.h>

#include "match/record.h"
#include "match/record_read.h"

enum {
    RECORD_PATH_SIZE = 640,
    CELL_SIZE = 64,
    LEFT_WIDTH = 33 /* of the left column, behind "  1) " */
};

struct record {
    FILE *file;
    char path[RECORD_PATH_SIZE];
    char my_name[RECORD_NAME_MAX], opponent[RECORD_NAME_MAX];
    int length;
    int score[2];
    int games; /* headed so far */
    /* the game */
    bool is_open;
    bool is_told;         /* every turn up to now is in the file */
    struct position pos;  /* mine: us; only while is_told */
    int row;              /* rows begun */
    bool has_left;        /* the left cell waits for its right neighbour */
    int last_side;        /* whose cell was written last, -1: none yet */
    int cube;             /* as taken */
    int offered_cube;     /* the last cell is a double to this; else 0 */
    long cell_begin;      /* of the last cell, for taking it back ... */
    bool had_left;        /* ... and has_left before it */
    bool has_error;       /* since the last record_error() */
    char error_text[200]; /* the first one */
};

/* record_cells.c */
void record_kind(int length, char kind[16]); /* "5pt", "money" */
void record_flush(struct record *record);
void record_end_row(struct record *record);
void record_begin_game(struct record *record);
void record_undo_cell(struct record *record);

/* record_resume.c */

/* Opens the newest file of this match that can go on, at its end. */
bool record_find_open(struct record *record, const struct record_match *match);

/* Brings the record to the state; false when it cannot be done. */
bool record_catch_up(struct record *record, const struct record_state *state);

#endif
