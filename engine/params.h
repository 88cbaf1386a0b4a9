#ifndef ENGINE_PARAMS_H
#define ENGINE_PARAMS_H
/*
 * Every tuned number of cube and search, one place. Each row: name, value, unit and
 * meaning, source or how it was found.
 */

/* ---- cube life
 * ----------------------------------------------------------------------- The share of
 * a live (perfectly efficient) cube in a real one, 0: dead, 1: live; the rest is a dead
 * cube (R. Janowski, "Take-Points in Money Games", 1993, who gives 0.6 to 0.75 for most
 * positions). By class, the figures GNU Backgammon's manual and sources name as facts
 * of its practice; fitted to the exact two-sided bearoff by others: owned 0.57, centred
 * 0.69, opponent's 0.69. */
#define CUBE_LIFE_CONTACT    0.68    /* hits possible */
#define CUBE_LIFE_BEAROFF    0.60    /* all checkers home, nothing to pass */
#define CUBE_LIFE_RACE_BASE  0.55    /* race: base + slope * pips of the player ... */
#define CUBE_LIFE_RACE_SLOPE 0.00125 /* ... on roll, kept between least and most */
#define CUBE_LIFE_RACE_LEAST 0.60
#define CUBE_LIFE_RACE_MOST  0.70
/* The opponent is off with any next roll: nobody will turn the cube any more. */
#define CUBE_LIFE_LAST_ROLL 0.0
#define LAST_ROLL_PIPS      3 /* pips, of one or two checkers at home */

/* ---- cube decisions
 * ------------------------------------------------------------------ Two ways nearer
 * than this are equal: the doubler doubles, the taker takes. In units of the current
 * cube; above the rounding of the bearoff database (2^-15), far below what is felt. */
#define CUBE_TIE 1e-4
/* A resignation is accepted when playing on promises no more than this above it, in
 * units of the cube: nets are not exact about the last gammon in thousand. */
#define RESIGN_MARGIN 5e-3

/* ---- search
 * -------------------------------------------------------------------------- Replies
 * inside the tree: the small net ranks them, the best few within the window (in equity,
 * see search.c) get the big net's value. */
#define REPLIES_KEPT        4 /* plays: at a node that is searched further */
#define REPLIES_WINDOW      0.10
#define LEAF_REPLIES_KEPT   2 /* plays: where the big net's value is the leaf */
#define LEAF_REPLIES_WINDOW 0.04

#define CACHE_BITS 16 /* 2^n buckets of two entries, 64 bytes each */

#endif
