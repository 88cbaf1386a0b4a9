#ifndef BOT_HISTORY_HISTORY_EVENT_H
#define BOT_HISTORY_HISTORY_EVENT_H
/* Makes events of the history from outputs of the player, links and errors, with the
 * current time. */

#include "bot/exchange/player_output.h"
#include "bot/history/history.h"

/* False when the output does not belong in the history. */
bool history_event_of(const struct config *config, const struct player_output *output,
                      struct history_event *event);

void history_event_link(const struct config *config, bool is_up, const char *reason,
                        struct history_event *event);
void history_event_error(const struct config *config, const char *text,
                         struct history_event *event);

#endif
