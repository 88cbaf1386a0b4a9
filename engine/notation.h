#ifndef ENGINE_NOTATION_H
#define ENGINE_NOTATION_H
/*
 * Plays as people write them: "8/4 6/4", "bar/20", "6/off", "13/11*", "6/4(2)",
 * "24/18/14" only where a checker hits on the way ("24/20*/
    18 "), else " 24 / 18 " in one go.
    * Higher points first; "cannot move" is written "" for a dance.
 */

#include <stdbool.h>
#include <stddef.h>

#include "error.h"
#include "movegen.h"

enum { NOTATION_SIZE = 64 };

/* `before` is the position the play was made from (mine on roll); it tells the hits. */
void notation_write(const struct position *before, const struct play *play,
                    char text[NOTATION_SIZE]);

/* Reads any usual way of writing a play (also "13-11", "25/20", "6/0", "13/11, 6/5")
 * and finds the legal play it means among those of `roll`. False with `err` when it
 * cannot be read, is not legal or is ambiguous. `list` is working room. */
bool notation_read(const char *text, const struct position *before, struct roll roll,
                   struct play_list *list, struct play *play, struct engine_error *err);

#endif
