#ifndef BOT_POLICY_ROBOTS_H
#define BOT_POLICY_ROBOTS_H
/*
 * Guesses from name and client whether a user is a program. FIBS does not mark programs,
 * but its bots have known names, or "bot" as a word of its own in the name: RepBotNG,
 * GammonBot_IV, our_bot, but not talbot or Bottomley. At a seat of `spar` (SEAT_CLIENT)
 * sits a person, whatever the name.
 */

#include <stdbool.h>

/* `client`: from their who line, may be "". */
bool robots_is_one(const char *name, const char *client);

#endif
