#ifndef BOT_DIRECTOR_RULES_INTERNAL_H
#define BOT_DIRECTOR_RULES_INTERNAL_H
/* What is said to entrants about the tournament: start, kind, length, limits of time. */

#include "bot/director/core_internal.h"

/* Says all of it to a user. */
void director_say_rules(struct director *d, const char *name);
/* Says it to each foreign entrant who is here and has not played yet, once. */
void director_explain(struct director *d);

#endif
