#ifndef BOT_HISTORY_HISTORY_EVENT_H
#define BOT_HISTORY_HISTORY_EVENT_H
/* What the player and the loop tell, as events of the history, with the time of now. */

#include "bot/exchange/player_output.h"
#include "bot/history/history.h"

/* False when the output is nothing for the history. */
bool history_event_of(const struct config *config, const struct player_output *output,
                      struct history_event *event);

void history_event_link(const struct config *config, bool is_up, const char *reason,
                        struct history_event *event);
void history_event_error(const struct config *config, const char *text,
                         struct history_event *event);

#endif
