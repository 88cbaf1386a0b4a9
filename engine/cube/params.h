#pragma once
/*
 * All tuned numbers of cube and search: value, unit, meaning and source.
 */

/* Cube efficiency: the weight of a live (perfectly efficient) cube in the value of a
 * real one, the rest being that of a dead one (R. Janowski, "Take-Points in Money
 * Games", 1993, who finds 0.6 to 0.75 for most positions). By class of position and by
 * the plies of the search at whose leaves it is used: 0, 1, and 2 or more. Fitted to
 * our own rollouts; docs/CUBE-EFFICIENCY.md has the figures, the program that fitted them, and
 * the effect of other efficiencies on play. */
/* clang-format off */
#define CUBE_EFFICIENCY_CONTACT {0.71, 0.72, 0.71} /* contact: hits are possible */
#define CUBE_EFFICIENCY_RACE    {0.79, 0.76, 0.70} /* no contact */
#define CUBE_EFFICIENCY_BEAROFF {0.73, 0.71, 0.61} /* no contact, all checkers home */
/* clang-format on */

/* Without contact, an owned cube's efficiency also depends on the owner's winning
 * chance: what is added at one half, by plies as above, and for each unit above. The
 * same in contact, and less for a centred cube where gammons are likely, makes errors
 * of equity smaller, but wins nothing (docs/CUBE-EFFICIENCY.md). */
#define CUBE_OWNED_MORE                                                                \
    {                                                                                  \
        -0.09, -0.06, 0.02                                                             \
    }
#define CUBE_OWNED_BY_CHANCE 0.60

/* With at most two checkers and three pips left, the opponent bears off with any roll,
 * so nobody will double any more. */
#define CUBE_EFFICIENCY_LAST_ROLL 0.0
#define LAST_ROLL_PIPS            3

/* Where a double costs nothing, the cube loses none of its efficiency while the owner's
 * winning chance is further than this below its cash point, and all that the class of
 * the position loses above the cash point by more than that; linear between. Fitted to
 * 1-ply searches of 6,000 positions in contact and races (error .0175 of the stakes
 * without it, .0140 with it) and to 3,800 exact endings (.073 and .025). */
#define FREE_CUBE_BELOW_CASH 0.10
#define FREE_CUBE_ABOVE_CASH 0.20

/* In the two-sided database, the cube efficiency is computed from its equities where a
 * perfect cube gains at least LEAST_LIVE_GAIN, in points at cube 1 (the database is
 * rounded to 2^-15); elsewhere it is CUBE_EFFICIENCY_UNKNOWN. */
#define LEAST_LIVE_GAIN         0.01
#define CUBE_EFFICIENCY_UNKNOWN 0.60

/* Two cube actions whose equities differ by less than this are equal: the doubler
 * doubles, the taker takes. In units of the current cube; larger than the rounding of
 * the bearoff database (2^-15). */
#define CUBE_TIE 1e-4

/* A taken double is searched with plays of its own if a gammon's weight for either side
 * (money: 1, where a win has 2) differs by more than this from that at the current cube.
 * Half of it and none at all give the same errors. */
#define DOUBLED_WEIGHTS_MARGIN 0.25F

/* A resignation is accepted unless playing on is worth more than this above it, in
 * units of the cube: nets are not exact about the last gammon in a thousand. */
#define RESIGN_MARGIN 5e-3

/* Where the opponent cashes after any play, all plays have the same equity. Plays are
 * ranked by their equity plus this share of their equity with a dead cube, so that the
 * play is good if the opponent plays on instead. The share is far below any error of
 * the equity. */
#define DEAD_CUBE_SHARE 1e-5

/* Candidate plays inside the tree: the pruning net ranks the plays of a roll, and the
 * main net evaluates the best few, at most KEPT of them, within a WINDOW of equity.
 * Measured with `fibsbot lab evaluate` on 775 decisions at 2-ply against 16 within 1 at
 * every node: these settings differ from that by .0015 in the differences between
 * siblings and lose PR .009 by it, in .44 of the time; 8/.20 and 5/.12 by .0011 and .002
 * in 1.14 times their time, 8/.20 and 2/.08 by .0019 and .014 in .93 of it
 * (docs/FILTERS.md). */
#define CANDIDATES_KEPT        8 /* plays, at a node that is searched further */
#define CANDIDATES_WINDOW      0.20
#define LEAF_CANDIDATES_KEPT   3 /* plays, at a leaf */
#define LEAF_CANDIDATES_WINDOW 0.08

/* While plays are searched to the full ply, their equities are estimated after so many
 * rolls, and those that trail by more are given up. In 4,000 decisions of money games at
 * 2-ply that left out the best play in two, by .008 together, and saved a third of the
 * evaluations (docs/FILTERS.md). */
#define CONTEST_STAGES                                                                 \
    {                                                                                  \
        {5, 0.035}, {10, 0.015},                                                       \
        {                                                                              \
            15, 0.008                                                                  \
        }                                                                              \
    }

/* Inside rollouts, cube actions are first evaluated at 0-ply; when no double is better
 * than a double by more than this, they are not searched deeper. Used where the filter
 * has no threshold of its own; the value is eXtreme Gammon's for its normal interval.
 * In units of the current cube. */
#define CUBE_LOOK_MARGIN 0.200

#define CACHE_BITS 16 /* 2^n buckets of two entries, 64 bytes each: 4 MiB a thread */
