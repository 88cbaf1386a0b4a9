#pragma once
/*
 * Where the checkers stand: plain data. The engine always sees a position from one side:
 * `mine` is the player whose view it is, `theirs` is the opponent, and each side counts
 * the points in its own numbering:
 *
 *      13 14 15 16 17 18 |bar| 19 20 21 22 23 24     <- my points
 *      12 11 10  9  8  7 | 25|  6  5  4  3  2  1     -> off (0)
 *
 * Checkers move from 24 down to 1 and off to 0. My point p is the other side's 25 - p.
 * at[0] counts the checkers borne off, at[25] those on the bar; at[26..31] stay 0, so
 * that a side is 32 bytes and a position one cache line. Each side's at[0..25] adds up
 * to 15, and no point holds checkers of both sides.
 */

#include <stdalign.h>
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
