#ifndef BOT_POLICY_ROBOTS_H
#define BOT_POLICY_ROBOTS_H
/*
 * Whether a user is a program, as far as his name and client tell. FIBS has no mark for
 * it; but its bots carry known names, or a "bot" that stands by itself in the name:
 * RepBotNG, GammonBot_IV, our_bot, but not talbot or Bottomley.
 */

#include <stdbool.h>

/* `client` as in his who line; may be "". */
bool robots_is_one(const char *name, const char *client);

#endif
