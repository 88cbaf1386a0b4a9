#ifndef CMD_TOURNEY_CONTEST_RECORD_H
#define CMD_TOURNEY_CONTEST_RECORD_H
/*
 * Match files (match/record.h) of a contest: one for each match or money game, named by
 * the second contestant with the number of the pair and a or b, its half.
 */

#include <stdbool.h>

#include "arena/contest.h"
#include "base/error.h"

struct contest_record;

/* NULL: no memory. `name` must live as long. A contest that goes on plays the pair
 * again in which it was killed: the file that is left of that pair is then replaced. */
struct contest_record *contest_record_new(const char *folder, const char *const name[2],
                                          int length, bool is_resumed);

/* A contest_watcher's function; `context` is the record. The first error that it meets
 * is kept. */
void contest_record_tell(void *context, const struct contest_event *event);

/* Closes all files. False with `err` (may be NULL) if something could not be written.
 */
bool contest_record_free(struct contest_record *records, struct error *err);

#endif
