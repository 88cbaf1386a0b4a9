#pragma once
/*
 * A second implementation of the rules of backgammon, slow, plain and written from the
 * rules alone, for the tests of engine/board/movegen.c and for the local server.
 * Nothing here shares code, representation or algorithm with engine/.
 *
 * The board is that of a FIBS board line: points 1..24 in absolute numbers, positive
 * counts are O, negative X. O moves 24 -> 1 and bears off at 0, X moves 1 -> 24 and
 * bears off at 25. Slot 0 is X's bar (count <= 0), slot 25 is O's bar (count >= 0), so
 * that a checker enters like any other hop:
 *
 *      13 14 15 16 17 18 | 19 20 21 22 23 24     25: O's bar, home of X
 *      12 11 10  9  8  7 |  6  5  4  3  2  1      0: X's bar, home of O
 */

#include <stdbool.h>

enum { REFERENCE_X = -1, REFERENCE_O = 1 }; /* colours; -colour is the other side */

enum { REFERENCE_MOST_HOPS = 4, REFERENCE_MAX_PLAYS = 4096 };

struct reference_board {
    signed char point[26];
    signed char off_x;
    signed char off_o;
};

/* One checker moved by one die: from 1..24 or its own bar, to 1..24 or its own home (0
 * for O, 25 for X). */
struct reference_hop {
    signed char from;
    signed char to;
};

struct reference_play {
    struct reference_board after;
    struct reference_hop hops[REFERENCE_MOST_HOPS]; /* one sequence that leads there, in
                                                     * order */
    signed char dice[REFERENCE_MOST_HOPS];          /* the die of each hop */
    signed char count;
};

/* The plays of a roll, one for each board that can be reached. */
struct reference_plays {
    int most;  /* dice that have to be played; 0: a dance */
    int count; /* >= 1: a dance is one play without hops */
    struct reference_play plays[REFERENCE_MAX_PLAYS];
};

void reference_start(struct reference_board *board);

/* Returns NULL, or what is wrong with the board: a side does not have 15 checkers, or a
 * bar holds checkers of the wrong side. */
const char *reference_fault(const struct reference_board *board);

int reference_bar(int colour);  /* slot: 25 for O, 0 for X */
int reference_home(int colour); /* slot: 0 for O, 25 for X */
int reference_off(const struct reference_board *board, int colour);
int reference_on_bar(const struct reference_board *board, int colour);

/* Returns the pips to go; a checker on the bar counts 25. */
int reference_pips(const struct reference_board *board, int colour);

/* Returns 0 if the game is not over, 1, 2 or 3 if O has won a single game, gammon or
 * backgammon, and -1, -2 or -3 if X has. */
int reference_result(const struct reference_board *board);

/* Scratch memory of the generator, about half a megabyte. reference_generator_new()
 * returns NULL if memory is short. */
struct reference_generator;
struct reference_generator *reference_generator_new(void);
void reference_generator_free(struct reference_generator *generator);

/* Returns every board that `colour` can reach with two dice. Tries all sequences of
 * hops in both orders of the dice and keeps those that use the most dice; if only one
 * of two different dice can be played, the higher one if possible. The result is valid
 * until the next call. */
const struct reference_plays *reference_plays(struct reference_generator *generator,
                                              const struct reference_board *board,
                                              int colour, int die_a, int die_b);

/* Why a FIBS `move` command is refused; each verdict is one error line of the server.
 */
enum reference_verdict {
    REFERENCE_LEGAL,
    REFERENCE_MUST_GIVE,  /* You must give N moves. */
    REFERENCE_TOO_MANY,   /* Please don't give more than N moves. */
    REFERENCE_BAR_FIRST,  /* You have to remove pieces from the bar in your ORD move. */
    REFERENCE_BAD_FROM,   /* You can't move from N in your ORD move. */
    REFERENCE_BAD_POINTS, /* You can't move N points in your ORD move. */
    REFERENCE_BAD_TO,     /* You can't move to N in your ORD move. */
    REFERENCE_BAD_REMOVE, /* You can't remove this piece in your ORD move. */
    REFERENCE_BAD_HOME,   /* You can't move home in your ORD move. (wrong direction) */
    REFERENCE_BAD_N_HOME  /* You can't move N-home in your ORD move. */
};

struct reference_judgement {
    enum reference_verdict verdict;
    int hop;                      /* 0-based: ORD */
    int number;                   /* N */
    struct reference_board after; /* only when legal */
};

/* Checks `count` hops (any numbers) as the `move` command of `colour` for the roll.
 * Where the real server's choice of error line is not documented, returns a plausible
 * one. */
struct reference_judgement reference_judge(struct reference_generator *generator,
                                           const struct reference_board *board,
                                           int colour, int die_a, int die_b,
                                           const struct reference_hop *hops, int count);

/* For the `off` command: returns whether every die (or as many as there are checkers)
 * bears a checker off, and sets `play` if so. */
bool reference_bear_off(const struct reference_board *board, int colour, int die_a,
                        int die_b, struct reference_play *play);
