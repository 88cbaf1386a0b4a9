#ifndef BOT_DIRECTOR_CALL_INTERNAL_H
#define BOT_DIRECTOR_CALL_INTERNAL_H
/* Rounds, calls and orders: what follows from the rows. */

#include "bot/director/core_internal.h"

/* The entrants are complete: the tournament begins. */
void director_begin(struct director *d);
/* Draws what can be drawn, calls what can be called, ends what is at its end. */
void director_proceed(struct director *d);
/* Orders our accounts what they are to do now, where that is not what they do. */
void director_order(struct director *d);
/* Says to a foreign side what to do in a match that waits for it. */
void director_invite(struct director *d, int match, int side);

/* Whether the who line of an entrant who is here shows less experience than the entrant must
 * have by now. A line that does not come is asked for, and then done without. */
bool director_is_behind(struct director *d, int entrant, int experience);
/* By how much the experience of a side has grown since the match was called; -1: not
 * known. */
int director_gain(struct director *d, int match, int side);

#endif
