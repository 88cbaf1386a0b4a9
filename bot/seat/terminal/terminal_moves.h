#pragma once
/* The record of a game in the terminal. Pure. */

#include <stddef.h>

#include "bot/seat/state/seat.h"

/* Writes the game that the last events are of (seat_record()): a line of names, then at
 * most `most` lines of turns, the last ones. Returns how many turns there are. */
int terminal_moves(const struct seat_event *events, int count, const char *opponent,
                   int most, char *text, size_t size);
