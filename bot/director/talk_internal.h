#ifndef BOT_DIRECTOR_TALK_INTERNAL_H
#define BOT_DIRECTOR_TALK_INTERNAL_H
/* What users say to the director: register, dropout and yes, current, matches, standings,
 * report loss, report win, help. A further word, such as the number of the tournament
 * that other directors on FIBS want, is ignored. Anything else is answered with this list
 * to entrants, and not at all to strangers. */

#include "bot/director/core_internal.h"

/* "12 NAME TEXT" */
void director_on_tell(struct director *d, const struct game_event *event);

#endif
