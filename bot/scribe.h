#ifndef BOT_SCRIBE_H
#define BOT_SCRIBE_H
/*
 * Writes down what happens in a match: into the match file (record.h) and, when wanted,
 * onto the screen, with the board after each turn.
 */

#include "bot/config.h"
#include "bot/log.h"
#include "bot/player.h"

struct scribe;

/* `config` and `log` must outlive it. NULL: no memory. */
struct scribe *scribe_new(const struct config *config, struct log *log);
void scribe_free(struct scribe *scribe); /* an open match file ends unfinished */

void scribe_event(struct scribe *scribe, const struct match_event *event);
void scribe_board(struct scribe *scribe, const struct board_view *view,
                  const char *opponent);

#endif
