#ifndef ENGINE_BOARD_POSITION_H
#define ENGINE_BOARD_POSITION_H
/*
 * The checkers on the board, and dice. Everything in the engine is seen by one side:
 * `mine` is the player whose view it is, `theirs` the other, each counted on his own
 * numbering of the points:
 *
 *      13 14 15 16 17 18 |bar| 19 20 21 22 23 24     <- my points
 *      12 11 10  9  8  7 | 25|  6  5  4  3  2  1     -> off (0)
 *
 * Checkers move from 24 down to 1 and off to 0. My point p is the other side's 25 - p.
 * at[0] counts the checkers borne off, at[25] those on the bar; at[26..31] stay 0, so
 * that a side is 32 bytes and a position one cache line. Each side's at[0..25] adds up
 * to 15, and no point holds checkers of both sides.
 *
 * Who `mine` is, every function says: "on roll" (before a play) or "just moved" (after
 * a play; the value of such a position is the mover's). position_swap() changes views.
 */

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    POINT_OFF = 0,
    POINT_BAR = 25,
    CHECKERS = 15, /* of one side */
    SIDE_SLOTS = 32
};

struct side {
    uint8_t at[SIDE_SLOTS];
};

struct position {
    alignas(64) struct side mine;
    struct side theirs;
};

/* Two dice, high >= low; a double has both equal. {0, 0} means not rolled. */
struct roll {
    uint8_t high;
    uint8_t low;
};

/* The 21 different rolls, and in how many of the 36 ways each falls (1 or 2). */
enum { ROLLS = 21 };
struct weighted_roll {
    struct roll roll;
    uint8_t ways;
};
extern const struct weighted_roll position_all_rolls[ROLLS];

/* The opening position, the same for both sides. */
void position_start(struct position *pos);

/* The same board with the views exchanged. */
struct position position_swap(const struct position *pos);

bool position_equal(const struct position *a, const struct position *b);

/* 64 well mixed bits of the position, the same on every machine. */
uint64_t position_hash(const struct position *pos);

/* NULL if the position can stand in a game, else what is wrong with it: a side without
 * 15 checkers, a point held by both, both sides off, or both closed out on the bar. */
const char *position_fault(const struct position *pos);

/* Pips that a side still has to move, a checker on the bar counting 25. */
int position_pip_count(const struct side *side);

/* The highest own point (25 for the bar) that holds a checker; 0 when all are off. */
int position_rearmost_checker(const struct side *side);

/* Whether the sides have still to pass each other, so that a hit is possible. */
bool position_has_contact(const struct position *pos);

/* Points of a finished game for `mine`: 1, 2 or 3 when mine has borne off all checkers
 * (single game, gammon, backgammon), -1, -2 or -3 when theirs has; 0: not finished. */
int position_game_result(const struct position *pos);

#endif
