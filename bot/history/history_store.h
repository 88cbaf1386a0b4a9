#pragma once
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

/* ---- between history_store.c and history_matches.c -------------------------------- */

/* What the writers share for one event. The first error stops all further writing. */
struct history_writer {
    struct database *database;
    const struct history_event *event;
    struct error *err;
    int64_t account;
    bool is_bad;
};

/* Runs a statement with values (base/database.h), unless writing has failed before. */
void history_run(struct history_writer *s, const char *sql, const char *types, ...);

/* Returns the number that a query finds; DATABASE_NULL: none, or it failed. */
int64_t history_number(struct history_writer *s, const char *sql, const char *types,
                       ...);

/* Each writes the writer's event: a game begins or goes on; it ends; the server's score
 * shows another result of the game that has just ended; it ends by resignation; somebody
 * doubles, takes or passes. */
void history_continue_game(struct history_writer *s);
void history_finish_game(struct history_writer *s);
void history_correct_game(struct history_writer *s);
void history_note_resignation(struct history_writer *s);
void history_note_cube(struct history_writer *s);

/* ... a match begins, is interrupted, goes on, ends. */
void history_start_match(struct history_writer *s);
void history_interrupt_match(struct history_writer *s);
void history_count_interruption(struct history_writer *s);
void history_end_match(struct history_writer *s);

/* Our rating and experience, as the server says them; a name of its list of our saved
 * matches, without one it is complete; the level that an opponent has chosen. */
void history_learn_standing(struct history_writer *s);
void history_note_saved(struct history_writer *s);
void history_note_level(struct history_writer *s);
