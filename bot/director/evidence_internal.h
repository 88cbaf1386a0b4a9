#ifndef BOT_DIRECTOR_EVIDENCE_INTERNAL_H
#define BOT_DIRECTOR_EVIDENCE_INTERNAL_H
/* What the server and our players report of matches. */

#include "bot/director/core_internal.h"

typedef void director_handler(struct director *d, const struct game_event *event);

director_handler director_on_welcome; /* a new log-in: nobody is known to be here */
director_handler director_on_who;
director_handler director_on_who_end;
director_handler director_on_logout;
director_handler director_on_report_start; /* or resume */
director_handler director_on_report_win;
director_handler director_on_report_left;

/* An event of the player of one of our accounts. */
void director_on_event(struct director *d, int entrant,
                       const struct match_event *event);
/* A match that the server has saved for an entrant; "" ends the list. */
void director_on_saved(struct director *d, int entrant, const char *opponent);

#endif
