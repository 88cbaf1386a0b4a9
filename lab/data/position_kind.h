#pragma once
/*
 * Kinds of positions, by which samples are counted and labelled. They may overlap. All
 * but the race are of positions with contact, and of either side.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct side;
struct position;

/* Bits of a set of kinds. */
enum position_kind {
    POSITION_KIND_RACE = 1 << 0,        /* "race": no contact */
    POSITION_KIND_BEARING_OFF = 1 << 1, /* "bearing-off": checkers are borne off */
    POSITION_KIND_BACK_GAME = 1 << 2,   /* "back-game": holds two or more points in the
                                           other's home board */
    POSITION_KIND_MEN_BACK = 1 << 3,    /* "men-back": has three or more checkers on the
                                           bar and in the other's home board */
    POSITION_KIND_BAR = 1 << 4,         /* "bar": a checker is on the bar */
    POSITION_KIND_CONTAINMENT = 1 << 5, /* "containment": a checker is behind four or
                                           more of the other's points in a row */
    POSITION_KIND_PRIME_V_PRIME = 1
                                  << 6, /* "prime-v-prime": a checker of either side is
                                             behind four or more points in a row */
    POSITION_KIND_HOLDING = 1 << 7,     /* "holding": one side's rearmost checkers are a
                                           point on its 18 to 22, the other's are not */
    POSITION_KIND_MUTUAL_HOLDING = 1
                                   << 8, /* "mutual-holding": those of both sides are */
};

/* Reads names of kinds, separated by commas, into a set. Returns false with `err` if
 * there is no such kind, or none is named. */
bool position_kind_read(const char *text, unsigned *kinds, struct error *err);

/* Writes the names of a set as position_kind_read() reads them, cut off at `size`
 * bytes. */
void position_kind_write(unsigned kinds, char *text, size_t size);

/* Returns whether the position is of any kind of the set. */
bool position_kind_is(const struct position *pos, unsigned kinds);

/* Returns whether the side holds two or more points in the other's home board. */
bool position_kind_plays_back_game(const struct side *side);
