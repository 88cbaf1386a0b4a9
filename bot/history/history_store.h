#ifndef BOT_HISTORY_HISTORY_STORE_H
#define BOT_HISTORY_HISTORY_STORE_H
/*
 * Events into tables. The tables alone are the memory: a store opened after a crash
 * goes on where the last one stopped.
 *
 * A match stays open until its end is seen; when it is resumed, weeks and restarts
 * later, the same row goes on. A score that has grown while we were away adds the game
 * that was not seen, with its winner and points. A match that ended in the moment we
 * were cut off shows at the next log-in: the server's list of saved matches lacks it,
 * our experience has grown by its length, and the rating says who won. Such rows are
 * marked as inferred.
 */

#include "base/database.h"
#include "bot/history/history.h"

/* Writes one event, within the caller's transaction. False with `err`. */
bool history_store(struct database *database, const struct history_event *event,
                   struct error *err);

#endif
