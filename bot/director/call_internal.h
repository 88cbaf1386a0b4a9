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

#endif
