#ifndef CMD_TOURNEY_TOURNEY_RECORD_H
#define CMD_TOURNEY_TOURNEY_RECORD_H
/*
 * Match files (match/record.h) of a match: one for each match or money game, named by
 * the second player with the number of the pair and a or b, its half.
 */

#include <stdbool.h>

#include "arena/arena_match.h"
#include "base/error.h"

struct tourney_record;

/* NULL: no memory. `typed`: the players as the command line names them; `folder` must live
 * as long. A resumed match plays the pair again in which it was killed, and replaces the
 * file that is left of that pair. */
struct tourney_record *tourney_record_new(const char *folder,
                                          const char *const typed[2], int length,
                                          bool is_resumed);

/* An arena_watcher's function; `context` is the record. The first error that it meets
 * is kept. */
void tourney_record_tell(void *context, const struct arena_event *event);

/* Closes all files. False with `err` (may be NULL) if something could not be written.
 */
bool tourney_record_free(struct tourney_record *records, struct error *err);

#endif
