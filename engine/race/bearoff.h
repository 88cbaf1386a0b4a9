#ifndef ENGINE_RACE_BEAROFF_H
#define ENGINE_RACE_BEAROFF_H
/*
 * Exact endings: all checkers of both sides are home and have passed each other.
 *
 * One-sided: 6 points, up to 15 checkers (54,264 arrangements). For each the
 * distribution of the number of rolls to bear off everything and, with 15 checkers
 * left, to bear off the first one, which saves the gammon. Behind each are the plays
 * with the fewest rolls on average, as in everyone's one-sided databases. A side that
 * is behind and gambles does better: in random races of 6 against 6 checkers its
 * winning chance is 0.001 higher on average and at most 0.013.
 *
 * Two-sided: 6 points, up to 6 checkers a side. Perfect play of both, cubeless and with
 * the cube of money play.
 *
 * The files are made by `fibsbot lab bearoff` (lab/race/bearoff_make.h) and mapped
 * read-only; layout in bearoff_format.h. Arrangements are numbered by bearoff_index().
 *
 * Read-only once open, so threads may share it.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "engine/board/outputs.h"
#include "engine/board/position.h"

enum {
    BEAROFF_POINTS = 6,
    BEAROFF_ROLLS = 32,            /* 0..31: nobody needs more */
    BEAROFF_TWO_SIDED_CHECKERS = 6 /* of each side, in the shipped database */
};

/* The usual names of the files in the weights folder. */
#define BEAROFF_ONE_SIDED_NAME "bearoff-one-sided.db"
#define BEAROFF_TWO_SIDED_NAME "bearoff-two-sided.db"

struct bearoff;

/* Maps the databases; a path may be NULL to do without that one. The file is checked
 * before use: magic, version, byte order, kind, shape, length, checksum. NULL with
 * `err` filled: the file and the field that is wrong. */
struct bearoff *bearoff_open(const char *one_sided, const char *two_sided,
                             struct error *err);
void bearoff_close(struct bearoff *bo); /* NULL is fine */

/* Whether the two-sided database is there and holds this position (any view). */
bool bearoff_two_sided_covers(const struct bearoff *bo, const struct position *pos);

/* The outputs of `mine`, who has JUST MOVED (the opponent is on roll), from the
 * two-sided database where it covers the position, else the one-sided. False and `out`
 * untouched when neither does. Backgammons are impossible here and 0. */
bool bearoff_outputs(const struct bearoff *bo, const struct position *after,
                     struct outputs *out);

/* Money equities of `mine`, who is ON ROLL, per unit of the current cube, if he rolls
 * now without turning the cube; from the next roll on both sides handle it perfectly.
 */
struct bearoff_equities {
    float cubeless;
    float centred; /* cube in the middle: both sides may double later */
    float mine;    /* mine owns the cube */
    float theirs;  /* the opponent owns the cube */
};

/* False when the two-sided database does not cover the position. */
bool bearoff_cubeful(const struct bearoff *bo, const struct position *on_roll,
                     struct bearoff_equities *out);

/* ---- one side alone: covered if all its checkers are on points 6..1 or off ---- */

/* chance[n]: the chance to be off after exactly n rolls. False where not covered. */
bool bearoff_distribution(const struct bearoff *bo, const struct side *side,
                          float chance[BEAROFF_ROLLS]);

/* The same until the first of 15 checkers is off; certain after none when fewer are on
 * the board. False also where the database lacks it. */
bool bearoff_first_distribution(const struct bearoff *bo, const struct side *side,
                                float chance[BEAROFF_ROLLS]);

/* The number of an arrangement among all of at most 15 checkers on points 6..1, or -1
 * for any other. Fewer checkers have lower numbers (0: none left, below 924: at most
 * 6), and every play leads to a lower number. */
int bearoff_index(const struct side *side);

#endif
