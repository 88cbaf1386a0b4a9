#ifndef BOT_DIRECTOR_LIMITS_INTERNAL_H
#define BOT_DIRECTOR_LIMITS_INTERNAL_H
/* Limits of time. */

#include "bot/director/core_internal.h"

/* Ends each match under way whose time is over, and reminds players who do not begin. */
void director_limit(struct director *d);

#endif
