#pragma once
/* What bgammon_orders.c, orders as commands, needs of bgammon_events.c, lines as events. */

#include "bot/bgammon/bgammon_events.h"

/* An event about the opponent; tells one. */
struct game_event bgammon_event_of(const struct bgammon_translator *t,
                                   enum event_type type, const char *code);
void bgammon_tell(struct bgammon_translator *t, const struct game_event *event);
void bgammon_tell_plain(struct bgammon_translator *t, enum event_type type,
                        const char *code);

/* Whether a match goes on, and nobody knows with whom. */
bool bgammon_is_somebody_away(const struct bgammon_translator *t);
/* Whether a board shows what the last order was given at: but for the time it is the same. */
bool bgammon_is_as_ordered(const struct bgammon_translator *t,
                           const struct bgammon_board *board);
