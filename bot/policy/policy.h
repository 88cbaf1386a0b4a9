#pragma once
/*
 * The level to play an opponent at, by the rules of [strength]. rules.h decides whether
 * to play at all.
 */

#include "bot/config/config.h"
#include "bot/policy/roster.h"
#include "engine/level.h"

/* Writes the level to play `opponent` at; "" for the usual one. The first of these that
 * says something decides: strength.opponents, the list of users (`listed`, see
 * access_level()), their own `wish`, strength.spar. `listed` and `wish` may be "". `standing`
 * is what is known of their rating; may be NULL. */
void policy_level(const struct config *config, const char *opponent, const char *listed,
                  const char *wish, const struct standing *standing,
                  char level[LEVEL_TEXT_SIZE]);
