#ifndef BOT_STATUS_STATUS_TOURNAMENT_INTERNAL_H
#define BOT_STATUS_STATUS_TOURNAMENT_INTERNAL_H
/* What the files of the status page share about a tournament. */

#include <jansson.h>

#include "bot/status/status_tournament.h"

/* The object that status_tournament_json() writes; owned by the caller. */
json_t *status_tournament_object(const struct status_tournament *tournament);

/* Whether anybody has had a bye; and what a table says of byes, and of those who have won as
 * many in a Swiss. */
bool status_tournament_has_byes(const struct table_row *table, int count);
extern const char status_tournament_bye_words[];
extern const char status_tournament_tie_words[];

#endif
