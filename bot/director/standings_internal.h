#ifndef BOT_DIRECTOR_STANDINGS_INTERNAL_H
#define BOT_DIRECTOR_STANDINGS_INTERNAL_H
/* What ratings and experience show of matches. */

#include "bot/director/core_internal.h"

/* Whether the who line of an entrant who is here shows less experience than the entrant must
 * have by now. A line that does not come is asked for, and then done without. */
bool director_is_behind(struct director *d, int entrant, int experience);
/* By how much the experience of a side has grown since the match was called; -1: not
 * known. */
int director_gain(struct director *d, int match, int side);
/* Weighs what they show of each match under way. */
void director_weigh(struct director *d);

#endif
