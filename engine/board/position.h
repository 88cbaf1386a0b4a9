#ifndef ENGINE_BOARD_POSITION_H
#define ENGINE_BOARD_POSITION_H
/*
 * The checkers on the board. The engine always sees a position from one side:
 * `mine` is the player whose view it is, `theirs` his opponent, and each side counts
 * the points in its own numbering:
 *
 *      13 14 15 16 17 18 |bar| 19 20 21 22 23 24     <- my points
 *      12 11 10  9  8  7 | 25|  6  5  4  3  2  1     -> off (0)
 *
 * Checkers move from 24 down to 1 and off to 0. My point p is the other side's 25 - p.
 * at[0] counts the checkers borne off, at[25] those on the bar; at[26..31] stay 0, so
 * that a side is 32 bytes and a position one cache line. Each side's at[0..25] adds up
 * to 15, and no point holds checkers of both sides.
 *
 * Every function says who `mine` is: "on roll" (before a play) or "has just moved"
 * (after a play; the value of such a position is the mover's). position_swap() changes
 * the view.
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

/* Sets `pos` to the starting position, which looks the same from both sides. */
void position_start(struct position *pos);

/* Returns the same position seen by the other side. */
struct position position_swap(const struct position *pos);

bool position_equal(const struct position *a, const struct position *b);

/* Returns a 64-bit hash of the position, the same on every machine. */
uint64_t position_hash(const struct position *pos);

/* Returns NULL if the position is possible in a game, else a static text that says what
 * is wrong: a side does not have 15 checkers, both sides hold a point, both have borne
 * off everything, or both are closed out on the bar. */
const char *position_fault(const struct position *pos);

/* Returns the pips that a side still has to move; a checker on the bar counts 25. */
int position_pip_count(const struct side *side);

/* Returns the side's highest point that holds a checker, in its own numbering (25 for
 * the bar); 0 when all checkers are off. */
int position_rearmost_checker(const struct side *side);

/* Returns whether the sides have not yet passed each other, so that a hit is
 * possible. */
bool position_has_contact(const struct position *pos);

/* Returns 1, 2 or 3 if mine has borne off all checkers and so won a single game, gammon
 * or backgammon, -1, -2 or -3 if theirs has, and 0 if the game is not finished. */
int position_game_result(const struct position *pos);

#endif
