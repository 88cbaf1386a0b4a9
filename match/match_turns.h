#pragma once
/*
 * The decisions of the matches in a file, each with its position and score, for the
 * analysis of the matches.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/board/checkers.h"
#include "engine/board/match_state.h"
#include "engine/board/xgid.h"
#include "match/record_read.h"

enum {
    MATCH_TURNS_MAX = 20000, /* of a match; further turns are left out */
    MATCH_FAULTS_MAX = 20,   /* that are kept */
    MATCH_COMMENT_MAX = 1000,
    MATCH_FILE_MATCHES_MAX =
        1000 /* of a file; the last one has a fault if there are more */
};

/* One decision. Position and score are seen by the side that decides. */
struct match_turn {
    struct position pos;
    struct match_state ms; /* of an answer: before the double */
    enum record_cell_type type;
    enum record_side side;
    struct roll roll; /* play */
    struct play play;
    bool is_unplayed;    /* the roll stood, and the game ended before it was played */
    int game, number;    /* from 1; number is that of the turn in its game, counting
                          * both sides */
    bool is_first;       /* the first of its game, which no double can precede */
    bool follows_double; /* a play after a double that was just taken */
    int stakes; /* of an answer: 1 to a double, 2 to a beaver, 4 to a raccoon ... */
    int line;   /* in the file */
    struct record_judged judged, judged_roll; /* in the file (record_read.h) */
    char *comment; /* in the file, at most MATCH_COMMENT_MAX bytes; NULL: none */
};

struct match_game {
    int number;   /* as the file has it */
    int score[2]; /* before it, by enum record_side */
    bool is_crawford;
    bool has_all;     /* no turn of it is left out */
    int first, turns; /* its turns in match_turns.turns */
    int points[2];    /* of who won it; 0, 0: not known */
    char *comment;    /* in the file, as of a turn; NULL: none */
};

struct match_fault {
    int line;
    char text[RECORD_FAULT_SIZE];
};

struct match_format;

struct match_turns {
    const struct match_format *format; /* of the file; in its first match */
    struct record_heading heading;
    int count;
    struct match_turn *turns;
    int games;
    struct match_game *game; /* of `games` */
    int score[2];            /* at the end, by enum record_side */
    bool is_to_roll; /* the file ends before a decision to roll or to double ... */
    struct match_turn next_turn; /* ... which is this: a play without a roll */
    bool has_all;                /* no turn is missing or left out */
    int faults;                  /* the first MATCH_FAULTS_MAX are in `fault` */
    struct match_fault fault[MATCH_FAULTS_MAX];
    struct match_turns *next; /* match of the file, or NULL */
};

/* Reads all matches of a file. NULL with `err`, which names it: no regular file, none of a format that is read
 * (match_format.h), or no memory. */
struct match_turns *match_turns_read(const char *path, struct error *err);
struct match_turns *match_turns_read_file(FILE *file,
                                          struct error *err); /* an open one */
/* ... and those that follow; may be NULL */
void match_turns_free(struct match_turns *turns);

/* Adds position, roll and kind of a turn to a digest (base/digest.h); the play is left out,
 * whose moves may be written in any order. */
uint64_t match_turn_digest(uint64_t digest, const struct match_turn *turn);

/* Adds length, score and cube. */
uint64_t match_turn_digest_score(uint64_t digest, const struct match_turn *turn);

/* Adds what tells one decision from another, if the match has no more: its turn or what is
 * to be rolled, with score and cube; of a match without any, when it was played and its
 * points. */
uint64_t match_turns_digest_single(uint64_t digest, const struct match_turns *turns);

/* Whether a roll was not played that could be, or with which the game ended: no dance. */
bool match_turn_is_unplayed(const struct match_turn *turn);

/* Whether the turn answers a double or beaver. */
bool match_turn_is_answer(const struct match_turn *turn);

/* Whether the player who doubled first answers, to a beaver of the other side. */
bool match_turn_is_doublers(const struct match_turn *turn);

/* Why the double that the turn makes or answers is against the rules, NULL: it is not. */
const char *match_turn_cube_fault(const struct match_turn *turn);

/* Writes the XGID of a decision, with the dice of a play if `has_roll`. An answer to a
 * beaver is that to the double, or the double, of the same side. */
void match_turn_xgid(const struct match_turns *turns, const struct match_turn *turn,
                     bool has_roll, char id[XGID_SIZE]);

/* What to print after it where it is not the answer's own, else "". */
const char *match_turn_xgid_note(const struct match_turn *turn);

/* Returns whether the match is over; an unlimited one never is. */
bool match_turns_is_over(const struct match_turns *turns);

/* The score at the end as players write it: what is beyond the length of the match is cut
 * off. JSON has all points. */
int match_turns_shown_score(const struct match_turns *turns, enum record_side side);

/* The name of a player in the heading. */
const char *match_turns_name(const struct match_turns *turns, enum record_side side);
