#ifndef BOT_DIRECTOR_LIMITS_INTERNAL_H
#define BOT_DIRECTOR_LIMITS_INTERNAL_H
/* Limits of time. */

#include "bot/director/core_internal.h"

/* Looks at each match under way: whether its time is over. */
void director_limit(struct director *d);

#endif
