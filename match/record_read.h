#pragma once
/*
 * What readers of match files tell their visitors, and the reader of a file that
 * record.c has written, to continue it after a restart. That one understands only the
 * layout of our own files; from the first other line on (a file cut off by a full disk),
 * the rest is left out. Files of any program are read by match_format.h.
 */

#include <stdio.h>

#include "match/record.h"

enum {
    RECORD_NAME_MAX = 80,
    RECORD_FILE_MAX = 4 * 1024 * 1024,
    RECORD_FAULT_SIZE = 160,
    RECORD_RIGHT_AT = 39 /* column where the right cell of a row begins */
};
#define RECORD_INCOMPLETE "; [Incomplete \"" /* begins a line of the heading */

struct record_heading {
    char site[RECORD_NAME_MAX], my_name[RECORD_NAME_MAX], opponent[RECORD_NAME_MAX];
    char date[RECORD_NAME_MAX], time[RECORD_NAME_MAX]; /* 2026.11.21, 20.15 */
    /* "2 5": games whose turns are not all there, though nothing in the file says so. */
    char incomplete[RECORD_NAME_MAX];
    /* By enum record_side: program and level, "fibsbot 0.2.0: 2-ply"; "": not known, as
     * of people. */
    char level[2][RECORD_NAME_MAX];
    char elo[2][RECORD_NAME_MAX]; /* likewise, as the file has it: "1600.00/0" */
    char event[RECORD_NAME_MAX], match_id[RECORD_NAME_MAX];
    int length;
    /* The rules, where they are not the usual ones of a match or of money play. */
    bool has_no_crawford, has_jacoby, has_beavers;
    bool
        is_after_crawford; /* the first game already: the file has not all of the match */
    bool says_jacoby, says_beavers;  /* whether, or that they do not hold */
    bool has_no_cube;                /* of any game: nobody may double */
    char variation[RECORD_NAME_MAX]; /* "Nackgammon"; "": not said */
};

/* A beaver takes a double, or another beaver (a raccoon), and doubles at once; the cube
 * stays with the side that was doubled first, and the side that doubled first plays on. */
enum record_cell_type {
    RECORD_CELL_PLAY,
    RECORD_CELL_DOUBLE,
    RECORD_CELL_TAKE,
    RECORD_CELL_DROP,
    RECORD_CELL_BEAVER
};

/* What the file says of a decision: by what it was judged there ("XG 4-ply"; "": by
 * nothing), and its loss, 0 or more. */
enum { RECORD_JUDGE_SIZE = 20 };
struct record_judged {
    char by[RECORD_JUDGE_SIZE];
    double loss;
};

struct record_cell {
    enum record_cell_type type;
    enum record_side side;
    struct roll roll; /* play */
    struct play play;
    bool is_unplayed; /* the roll stood, and the game ended before it was played */
    int cube;         /* double, beaver */
    long begin; /* offset in the file of the row or of the right cell: record_read() */
    const char *comment; /* of who wrote the file, for the time of the call, or NULL */
    int line;            /* in the file, from 1: readers of match_format.h */
    struct record_judged judged;
    struct record_judged judged_roll; /* of a play: not to double before it */
};

/* A game that does not begin as others do: from a position set by hand, or with a cube that
 * was doubled before. The position is seen by RECORD_ME. */
struct record_setup {
    struct position pos;
    int cube;
    int owner; /* enum record_side, -1: centred */
};

/* Something in the file that cannot be right; the readers of match_format.h go on. */
struct record_fault {
    int line;
    bool is_lost; /* the rest of the game is left out */
    const char *text;
};

/* Whether the heading names this game as incomplete. */
bool record_heading_is_incomplete(const struct record_heading *heading, int game);

/* Callbacks for the parts of the file, in their order; any may be NULL. */
struct record_visitor {
    void (*heading)(void *context, const struct record_heading *heading);
    void (*game)(void *context, int number, int my_score, int opponent_score);
    void (*cell)(void *context, const struct record_cell *cell);
    void (*win)(void *context, enum record_side winner, int points);
    void (*fault)(void *context, const struct record_fault *fault);
    /* Behind the game; without it such a game is left out. */
    void (*setup)(void *context, const struct record_setup *setup);
    /* What is said of the game as a whole; behind the game, at most once. */
    void (*game_comment)(void *context, const char *comment);
    /* `side` is to roll or to double; of eXtreme Gammon only. If no cell follows, the file
     * ends before this decision, of which the comment is (NULL: none). */
    void (*to_roll)(void *context, enum record_side side, const char *comment);
};

/* Reads a file and calls the visitor. Returns the length of the part that was
 * understood, or -1 if the file cannot be read or is not one of ours (no heading). */
long record_read(FILE *file, const struct record_visitor *visitor, void *context);
