#ifndef ENGINE_BOARD_NOTATION_H
#define ENGINE_BOARD_NOTATION_H
/*
 * Plays as people write them, in the mover's numbering: "8/4 6/4", "bar/20", "6/off",
 * "6/4(2)" for the same thing twice, an asterisk behind a point where a blot is hit.
 * A checker that goes on is written in one go, "24/18", with the points between only
 * where it hits. Higher points come first. A dance is "".
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "engine/board/movegen.h"

enum { NOTATION_SIZE = 64 };

/* `before` is the position the play was made from (mine on roll); it tells the hits. */
void notation_write(const struct position *before, const struct play *play,
                    char text[NOTATION_SIZE]);

/* Reads any usual way of writing a play (also "13-11", "25/20", "6/0", "13/11, 6/5",
 * hops apart or in one go, asterisks or none) and finds the play it means among the
 * legal ones of `roll`. A dance is "", "-", "dance" or "cannot move".
 *
 * False with `err` when it cannot be read, is not legal, or when two plays that hit
 * different blots could be meant and the text does not say which. Where one of them
 * hits nothing on its way, a text without points between means that one. `list` is
 * working room. */
bool notation_read(const char *text, const struct position *before, struct roll roll,
                   struct play_list *list, struct play *play, struct error *err);

#endif
