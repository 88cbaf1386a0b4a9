#ifndef BOT_POLICY_POLICY_H
#define BOT_POLICY_POLICY_H
/*
 * How strongly to play whom: the rules of [strength] for opponents. Whether to play at
 * all is in rules.h.
 */

#include <stdbool.h>

#include "bot/config/config.h"
#include "bot/policy/roster.h"
#include "engine/level.h"

/* The level to play `opponent` at, by the rules of [strength]; "" for the usual one.
 * What strength.opponents says of him comes first, then the list of users (`listed`,
 * see access_level()), then his own `wish`, then strength.spar; "": they say nothing.
 * `standing` is what is known of his rating; may be NULL. */
void policy_level(const struct config *config, const char *opponent, const char *listed,
                  const char *wish, const struct standing *standing,
                  char level[LEVEL_TEXT_SIZE]);

#endif
