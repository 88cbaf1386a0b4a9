#ifndef BOT_HISTORY_HISTORY_MATCHES_H
#define BOT_HISTORY_HISTORY_MATCHES_H
/*
 * The rows of matches: how they begin, are interrupted and end, in our sight or out of it
 * (history_store.h says how that is found out). For bot/history alone.
 *
 * Each writes the writer's event.
 */

#include "bot/history/history_games.h"

void history_start_match(struct history_writer *s);
void history_interrupt_match(struct history_writer *s);
void history_count_interruption(struct history_writer *s);
void history_end_match(struct history_writer *s);

/* Our rating and experience, as the server says them. */
void history_learn_standing(struct history_writer *s);

/* A name of the server's list of our saved matches; without one it is complete. */
void history_note_saved(struct history_writer *s);

/* The level that an opponent has chosen. */
void history_note_level(struct history_writer *s);

#endif
