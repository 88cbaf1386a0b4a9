#pragma once
/*
 * How strongly to think, as bot.conf says, in the engine's terms.
 */

#include <stdbool.h>

#include "bot/config/config.h"
#include "engine/engine.h"

/* False with `err` when level or filter cannot be read. */
bool strength_from_config(const struct config *config, struct strength *strength,
                          struct error *err);

/* The strength in a few words, for the history and for people: "2-ply", "0-ply, noise
 * 0.05". */
void strength_describe(const struct config *config, char *text, size_t size);
/* ... of a match that is played at the level `chosen`; "": at the usual one. */
void strength_describe_match(const struct config *config, const char *chosen,
                             char *text, size_t size);

/* A bound on thinking by the clock of the machine; 0: none. */
struct search_time_limit strength_time_limit_of(int limit_ms);

/* Opens weights and tables from where the configuration or the installation has them.
 * NULL with `err`. */
struct engine *strength_engine_from_config(const struct config *config,
                                           struct error *err);
