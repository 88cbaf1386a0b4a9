#pragma once
/*
 * Plays as people write them, in the mover's numbering: "8/4 6/4", "bar/20", "6/off",
 * "6/4(2)" when two checkers make the same move, and an asterisk after a point where a
 * blot is hit. Several moves of one checker are joined, "24/18"; points in between are
 * written only where it hits. Higher points come first. A dance is "".
 */

#include "base/error.h"
#include "engine/board/play.h"
#include "engine/board/roll.h"

struct play_list;
struct position;

enum { NOTATION_SIZE = 64 };

/* Writes `play`, NUL-terminated, into `text`. `before` is the position before the play,
 * mine on roll; hits are found from it. */
void notation_write(const struct position *before, const struct play *play,
                    char text[NOTATION_SIZE]);

/* Reads a play in any usual notation (also "13-11", "25/20", "6/0", "13/11, 6/5", moves
 * separate or joined, with or without asterisks) and finds it among the legal plays of
 * `roll` from `before`, mine on roll. A dance is "", "-", "dance" or "cannot move".
 *
 * Fills `list` and returns the index in it, or -1 with `err` when the text cannot be
 * read, the play is not legal, or the text fits two plays that hit different blots. A
 * text without points in between means the play that hits nothing on its way, if there
 * is one. */
int notation_find(const char *text, const struct position *before, struct roll roll,
                  struct play_list *list, struct error *err);

/* The same; returns whether there is such a play, which is copied to `play`. `list` is
 * scratch memory. */
bool notation_read(const char *text, const struct position *before, struct roll roll,
                   struct play_list *list, struct play *play, struct error *err);
