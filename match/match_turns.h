#ifndef MATCH_MATCH_TURNS_H
#define MATCH_MATCH_TURNS_H
/*
 * The decisions of a match file (record.h), each with its position and score, for the
 * analysis of the match.
 */

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "engine/board/match_state.h"
#include "engine/board/position.h"
#include "match/record_read.h"

enum { MATCH_TURNS_MAX = 20000 }; /* further turns are left out */

/* One decision. Position and score are seen by the side that decides. */
struct match_turn {
    struct position pos;
    struct match_state ms; /* of a take or drop: before the double */
    enum record_cell_type type;
    enum record_side side;
    struct roll roll; /* play */
    struct play play;
    int game, number;    /* from 1; number is that of the turn in its game, counting
                          * both sides */
    bool is_first;       /* the first of its game, which no double can precede */
    bool follows_double; /* a play after a double that was just taken */
};

struct match_turns {
    struct record_heading heading;
    int count;
    struct match_turn *turns;
    int games;
    int score[2]; /* at the end, by enum record_side */
    bool has_all; /* no turn is missing or left out */
};

/* NULL with `err`: no file, none of a format that is read, or no memory. The format
 * follows from the file's name (match_format.h). */
struct match_turns *match_turns_read(const char *path, struct error *err);
void match_turns_free(struct match_turns *turns); /* may be NULL */

/* Returns whether the match is over; an unlimited one never is. */
bool match_turns_is_over(const struct match_turns *turns);

#endif
