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

/* What the player tells: match events, boards, decisions, ratings, refusals. Outputs of
 * other kinds are none of the scribe's business. */
void scribe_take(struct scribe *scribe, const struct player_output *output);

#endif
