#ifndef BOT_DIRECTOR_RULES_INTERNAL_H
#define BOT_DIRECTOR_RULES_INTERNAL_H
/* What entrants are told of the tournament: start, kind, length, limits of time. */

#include "bot/director/core_internal.h"

/* Tells a user all of it. */
void director_say_rules(struct director *d, const char *name);
/* Tells each foreign entrant who is here and has not played yet, once. */
void director_explain(struct director *d);

#endif
