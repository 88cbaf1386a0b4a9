#pragma once
/* What the files of a record share, from the ground up: record_bridge.c (positions and
 * missed turns), record_output.c (the file), record_cells.c (cells of turns),
 * record_resume.c (continuing a file) and record.c; and match_turns.c, which follows
 * the positions of a file. */

#include <stdio.h>

#include "match/record.h"
#include "match/record_read.h"

enum {
    RECORD_PATH_SIZE = 640,
    RECORD_CELL_SIZE = 64,
    RECORD_LEFT_WIDTH = 33 /* of the left column, after " 1) " */
};

/* The file and what is not in it yet (record_output.c). */
struct record_output {
    int fd;     /* -1: could not be written at all yet */
    long end;   /* of what is written and stays */
    char *text; /* that follows it */
    size_t length, size;
    bool is_ragged; /* the file may hold more than that */
};

struct record {
    struct record_output out;
    char path[RECORD_PATH_SIZE];
    char my_name[RECORD_NAME_MAX], opponent[RECORD_NAME_MAX];
    int length;
    int score[2];
    int games; /* games begun so far */
    /* the game */
    bool is_open;
    bool is_told;           /* every turn so far is in the file */
    bool is_loss_known;     /* record_lost_game() has returned it */
    struct position pos;    /* mine: us; only while is_told */
    int row;                /* rows begun */
    bool has_left;          /* the row has its left cell only */
    int last_side;          /* side of the last cell; -1: none yet */
    int cube;               /* as taken */
    int offered_cube;       /* value of a double in the last cell; else 0 */
    long cell_begin;        /* offset of the last cell, to remove it ... */
    bool had_left;          /* ... and has_left before it */
    struct position before; /* it, if it is a play; only while has_before */
    bool has_before;
    long win_begin; /* of the line of the last game's result; 0: no such line, or a game
                     * has begun since */
    enum record_side winner; /* its result */
    int won;
    char incomplete[RECORD_NAME_MAX]; /* as in the heading ... */
    bool has_remark;                  /* ... where it stands */
    bool has_error;                   /* since the last record_error() */
    char error_text[200];             /* of the first error */
};

/* record_bridge.c: `pos` and all positions of a record are seen by us */

enum record_side record_other(enum record_side side);

/* Whether a game at this score is the Crawford game: the first in which a side is one point
 * away; where a file begins with both, it has been played. `was_crawford` is noted from
 * game to game of a match, false before the first. */
bool record_is_crawford(const struct record_heading *heading, const int score[2],
                        bool *was_crawford);

/* Returns the position seen by `side`; twice is none. */
struct position record_seen_by(const struct position *pos, enum record_side side);

/* Whether the mover, seen as mine, can make this checker move on this board. */
bool record_can_move(const struct position *pos, struct checker_move move);

/* Makes a play of `side` on `pos`; returns false, with `pos` unchanged, if it cannot. */
bool record_make_play(struct position *pos, enum record_side side,
                      const struct play *play);

struct record_turn {
    enum record_side side;
    struct roll roll;
    struct play play;
};

enum { RECORD_BRIDGE_MAX = 2 };

/* Reconstructs one or two turns that we did not see because the connection was lost or
 * the program was killed. The plays follow from the positions and the dice from the
 * plays; if several rolls fit, the first is taken, in the first turn `rolled` if it fits.
 *
 * Finds the turns from position `from`, where `next` is to play (-1: first turn of a
 * game, either side), to `to`, where `on_turn` is to play. Returns the number of turns
 * written to `turns`, or -1 if at most two turns do not suffice. */
int record_bridge(const struct position *from, int next, const struct position *to,
                  enum record_side on_turn, struct roll rolled,
                  struct record_turn turns[RECORD_BRIDGE_MAX]);

/* record_output.c */

/* Adds text, which record_flush() writes. */
__attribute__((format(printf, 2, 3))) void record_print(struct record *record,
                                                        const char *format, ...);
long record_tell(const struct record *record); /* the offset of the next text */
/* Creates the file at record->path; false with errno set if there is one or it cannot be
 * created. */
bool record_create(struct record *record);
/* Writes what is not in the file; on failure keeps the text for the next time. */
void record_flush(struct record *record);
void record_sync(struct record *record); /* to the disk as well */
/* Puts the list of incomplete games into the heading; false if it cannot now. */
bool record_remark(struct record *record);
void record_cut(struct record *record, long offset); /* the text ends there */
void record_close(struct record *record);

/* record_cells.c */
/* Writes "31: 8/5* 6/5" and makes the play on `pos`, the mover being mine; false if it
 * cannot be made. */
bool record_play_cell(struct position *pos, struct roll roll, const struct play *play,
                      char cell[RECORD_CELL_SIZE]);
void record_kind(int length, char kind[16]); /* "5pt", "money" */
void record_end_row(struct record *record);
void record_begin_game(struct record *record);
void record_undo_cell(struct record *record);

/* record_find.c */

/* Copies a name for the heading and the file's name: letters, digits, _ and - only. */
void record_copy_name(char *to, size_t size, const char *name);

/* Writes "FOLDER/2026-11-22/20261122-031415-our_bot-opp_a-5pt.mat", the path of a match's
 * file, or ".../...-5pt-2.mat" for the second copy. False if it does not fit. */
bool record_name_file(const struct record_match *match, int copy, char *path,
                      size_t size);

/* Finds the newest file of the two; `kind` as record_kind() writes it, "": of any length;
 * older than the file named `before`, "": of any age. */
bool record_find_newest_of(const char *folder, const char *my_name,
                           const char *opponent, const char *kind, const char *before,
                           char *path, size_t size);

/* record_resume.c */

/* Opens the newest file of this match that can be continued, at its end. An older file than
 * the newest of such a match, made after the clock was set back, needs the same score. */
bool record_find_open(struct record *record, const struct record_match *match);

/* Brings the record to `state`; returns false if that is impossible. */
bool record_catch_up(struct record *record, const struct record_state *state);
