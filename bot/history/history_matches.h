#ifndef BOT_HISTORY_HISTORY_MATCHES_H
#define BOT_HISTORY_HISTORY_MATCHES_H
/*
 * The rows of matches and their games: how they begin, are interrupted and end, in our sight
 * or out of it (history_store.h says how that is found out). For bot/history alone.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/database.h"
#include "bot/history/history.h"

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

/* Returns the number that a query finds; DATABASE_NULL: none. */
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

#endif
