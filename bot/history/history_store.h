#ifndef BOT_HISTORY_HISTORY_STORE_H
#define BOT_HISTORY_HISTORY_STORE_H
/*
 * Writes events into the tables. All state is in the tables: after a crash, writing
 * continues where it stopped.
 *
 * A match stays open until its end is seen; when it is resumed, even weeks and restarts
 * later, its row is continued. If the score has grown while we were away, the unseen game
 * is added with its winner and points. A match that ended at the moment we were cut off is
 * found at the next log-in: it is missing from the server's list of saved matches, our
 * experience has grown by its length, and the rating shows who won. Such rows are marked
 * as inferred.
 */

#include "base/database.h"
#include "bot/history/history.h"

/* Writes one event within the caller's transaction. False with `err`. */
bool history_store(struct database *database, const struct history_event *event,
                   struct error *err);

#endif
