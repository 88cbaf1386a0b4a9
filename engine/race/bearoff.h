#pragma once
/*
 * Exact values of bearoffs: all checkers of both sides are home and have passed each
 * other.
 *
 * One-sided: 6 points, up to 15 checkers (54,264 arrangements). For each, the
 * distribution of the number of rolls to bear off everything and, with 15 checkers
 * left, to bear off the first one, which saves the gammon. They assume plays that
 * minimise the mean number of rolls, as one-sided databases usually do. A side that is
 * behind does better by gambling: in random races of 6 against 6 checkers its winning
 * chance is 0.001 higher on average and at most 0.013.
 *
 * Two-sided: 6 points, up to 6 checkers a side. Equities under perfect play of both
 * sides, cubeless and with the cube in money play.
 *
 * `fibsbot lab bearoff` (lab/race/bearoff_make.h) makes the files, which are mapped
 * read-only; bearoff_format.h has their layout. Arrangements are numbered by
 * bearoff_index().
 *
 * A struct bearoff is read-only once open, so threads may share it.
 */

#include "base/error.h"
#include "engine/board/outputs.h"

struct position;
struct side;

enum {
    BEAROFF_POINTS = 6,
    BEAROFF_ROLLS = 32,            /* 0..31 rolls: no side needs more */
    BEAROFF_TWO_SIDED_CHECKERS = 6 /* of each side, in the shipped database */
};

/* The usual names of the files in the weights folder. */
#define BEAROFF_ONE_SIDED_NAME "bearoff-one-sided.db"
#define BEAROFF_TWO_SIDED_NAME "bearoff-two-sided.db"

struct bearoff;

/* Maps the databases; a path may be NULL to do without that one. Checks magic, version,
 * byte order, kind, shape, length and checksum of each file. Returns NULL with `err`,
 * which names the file and the wrong field. The caller frees the result with
 * bearoff_close(). */
struct bearoff *bearoff_open(const char *one_sided, const char *two_sided,
                             struct error *err);
void bearoff_close(struct bearoff *bo); /* may be NULL */

/* Whether the two-sided database is there and holds this position (any view). */
bool bearoff_two_sided_covers(const struct bearoff *bo, const struct position *pos);

/* Writes the outputs of `mine`, who has JUST MOVED (the opponent is on roll), from the
 * two-sided database where it covers the position, else from the one-sided. Backgammons
 * are impossible here and 0. Returns false and leaves `out` unchanged when neither
 * covers it. */
bool bearoff_outputs(const struct bearoff *bo, const struct position *after,
                     struct outputs *out);

/* Money equities of `mine`, who is ON ROLL, in units of the current cube, if they roll
 * now without doubling; from the next roll on both sides use the cube perfectly. */
struct bearoff_equities {
    float cubeless;
    float centred; /* the cube is centred */
    float mine;    /* mine owns the cube */
    float theirs;  /* the opponent owns the cube */
};

/* Returns false, and leaves `out` unchanged, when the two-sided database does not cover
 * the position. */
bool bearoff_cubeful(const struct bearoff *bo, const struct position *on_roll,
                     struct bearoff_equities *out);

/* ---- one side alone, covered if all its checkers are on points 6..1 or off ---- */

/* Sets chance[n] to the chance to be off after exactly n rolls. Returns false if not
 * covered. */
bool bearoff_distribution(const struct bearoff *bo, const struct side *side,
                          float chance[BEAROFF_ROLLS]);

/* The same until the first of 15 checkers is off; if fewer are on the board, chance[0]
 * is 1. Returns false also if the database does not have these chances. */
bool bearoff_first_distribution(const struct bearoff *bo, const struct side *side,
                                float chance[BEAROFF_ROLLS]);

/* Returns the number of a side's arrangement among all those of at most 15 checkers on
 * points 6..1, or -1 if it is not one of them. Fewer checkers have lower numbers (0:
 * none left; below 924: at most 6), and every play leads to a lower number. */
int bearoff_index(const struct side *side);
