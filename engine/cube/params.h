#ifndef ENGINE_CUBE_PARAMS_H
#define ENGINE_CUBE_PARAMS_H
/*
 * Every tuned number of cube and search in one place: value, unit, meaning, and where
 * it comes from.
 */

/* Cube efficiency: the share of a live (perfectly efficient) cube in a real one, the rest
 * being a dead one (R. Janowski, "Take-Points in Money Games", 1993, who finds 0.6 to
 * 0.75 for most positions). By class of position and by the plies searched before it is
 * asked for, 0, 1, and 2 or more: fitted to our own rollouts by `fibsbot lab cube-life
 * --rollouts`; figures, and what other lives do in play, in weights/RECIPE.md. */
/* clang-format off */
#define CUBE_EFFICIENCY_CONTACT {0.74, 0.72, 0.71} /* hits possible */
#define CUBE_EFFICIENCY_RACE    {0.79, 0.76, 0.70} /* past each other */
#define CUBE_EFFICIENCY_BEAROFF {0.73, 0.71, 0.61} /* ... and all checkers home */
/* clang-format on */

/* The opponent is off with any next roll, having at most two checkers and three pips:
 * nobody will turn the cube any more. */
#define CUBE_EFFICIENCY_LAST_ROLL 0.0
#define LAST_ROLL_PIPS            3

/* Lives are taken from the two-sided database where a perfect cube would add at least
 * this: the database is rounded to 2^-15. In points at cube 1. Elsewhere there, this. */
#define LEAST_LIVE_GAIN         0.01
#define CUBE_EFFICIENCY_UNKNOWN 0.60

/* Two cube actions nearer than this are equal: the doubler doubles, the taker takes. In
 * units of the current cube; above the rounding of the bearoff database (2^-15). */
#define CUBE_TIE 1e-4

/* A resignation is accepted when playing on promises no more than this above it, in
 * units of the cube: nets are not exact about the last gammon in a thousand. */
#define RESIGN_MARGIN 5e-3

/* Where the opponent cashes whatever is played, all plays have the same equity. They
 * are ranked by equity plus this share of the dead cube's, so that a game that is
 * played on all the same is played well. Far below any error of the equity. */
#define DEAD_CUBE_SHARE 1e-5

/* Replies inside the tree: the small net ranks them, the best few within a window of
 * equity get the big net's value. `fibsbot lab judge` measures it, "by first" against
 * 16 within 1 at every node, 300 decisions at 2-ply: 5/.12 and 3/.08 are .0024 from it
 * in differences between siblings, these .0010 in a fifth more time, 8/.3 and 8/.2
 * .0006 in 1.3 times. All lose less than PR .02 by it (docs/FILTERS.md). */
#define CANDIDATES_KEPT     8 /* plays: at a node that is searched further */
#define CANDIDATES_WINDOW   0.20
#define LEAF_REPLIES_KEPT   5 /* plays: where the big net's value is the leaf */
#define LEAF_REPLIES_WINDOW 0.12

/* Inside rollouts cube actions get a 0-ply look first; when not doubling is better than
 * doubling by more than this, no deeper one follows, where the filter has no threshold
 * of its own (eXtreme Gammon's at its normal interval). In units of the current cube.
 */
#define CUBE_LOOK_MARGIN 0.200

#define CACHE_BITS 16 /* 2^n buckets of two entries, 64 bytes each: 4 MiB a thread */

#endif
