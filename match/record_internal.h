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
    LEFT_WIDTH = 33 /* of the left column, after " 1) " */
};

struct record {
    FILE *file;
    char path[RECORD_PATH_SIZE];
    char my_name[RECORD_NAME_MAX], opponent[RECORD_NAME_MAX];
    int length;
    int score[2];
    int games; /* games begun so far */
    /* the game */
    bool is_open;
    bool is_told;         /* every turn so far is in the file */
    struct position pos;  /* mine: us; only while is_told */
    int row;              /* rows begun */
    bool has_left;        /* the row has its left cell only */
    int last_side;        /* side of the last cell; -1: none yet */
    int cube;             /* as taken */
    int offered_cube;     /* value of a double in the last cell; else 0 */
    long cell_begin;      /* offset of the last cell, to remove it ... */
    bool had_left;        /* ... and has_left before it */
    bool has_error;       /* since the last record_error() */
    char error_text[200]; /* of the first error */
};

/* record_cells.c */
void record_kind(int length, char kind[16]); /* "5pt", "money" */
void record_flush(struct record *record);
void record_end_row(struct record *record);
void record_begin_game(struct record *record);
void record_undo_cell(struct record *record);

/* record_resume.c */

/* Opens the newest file of this match that can be continued, at its end. */
bool record_find_open(struct record *record, const struct record_match *match);

/* Brings the record to `state`; returns false if that is impossible. */
bool record_catch_up(struct record *record, const struct record_state *state);

#endif
