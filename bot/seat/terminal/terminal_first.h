#pragma once
/* The question of the first match: how strong shall the bot be? Pure. */

#include "bot/seat/link/seat_store.h"
#include "bot/seat/terminal/terminal_text.h"

/* Whether nobody has chosen a level yet, nor the bot was started at one, nor a match is
 * saved from an earlier run. */
bool terminal_first_is(const struct seat_store *store, const char *level,
                       const struct seat_view *view);

void terminal_first_ask(struct terminal_log *log);

/* A level alone, also cut short or as a rating, or an empty line, answers it: the line that
 * begins the match is written. False: the line is none. */
bool terminal_first_answer(const char *line, char text[TERMINAL_TEXT_SIZE]);
