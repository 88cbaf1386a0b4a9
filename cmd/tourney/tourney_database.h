#ifndef CMD_TOURNEY_TOURNEY_DATABASE_H
#define CMD_TOURNEY_TOURNEY_DATABASE_H
/*
 * Results in an SQLite file, `tourney --database`: players, matches, pairs, games, faults
 * (docs/TOURNAMENTS.md shows the tables). A pair and its games are one transaction, made
 * before the pair's line is written to the result file of --save. What a kill leaves of
 * pairs that are not in the result file is removed when the match goes on, and pairs of
 * the file that are not in the database are entered, without games: so both have the
 * same pairs. A fault stands from the moment in which it happened.
 *
 * Several matches and tournaments may share a file, one program at a time writing to it.
 */

#include "arena/arena_runner.h"
#include "base/error.h"

struct tourney_database;

/* Opens or makes the file. NULL with `err` on failure. */
struct tourney_database *tourney_database_open(const char *path, struct error *err);

/* Closes it; `database` may be NULL. Returns false with `err` if a fault could not be
 * written. */
bool tourney_database_close(struct tourney_database *database, struct error *err);

/* For arena_runner_options, with a struct tourney_match whose settings have the database.
 * tourney_database_begin() refuses a match that is in the database already, unless it is
 * resumed. */
bool tourney_database_begin(void *context, const struct arena_pair *pairs,
                            int64_t count, struct error *err);
bool tourney_database_keep(void *context, const struct arena_pair *pair,
                           const struct arena_games *games, struct error *err);

/* Enters a fault of a match (struct tourney_match). */
void tourney_database_fault(void *context, const struct arena_fault *fault);

#endif
