#ifndef BOT_RECORD_RECORD_WRITABLE_H
#define BOT_RECORD_RECORD_WRITABLE_H
/* Tries at the start of the program what would fail after the first match. */

#include <stdbool.h>

#include "base/error.h"
#include "bot/config/config.h"

/* Returns whether match files and decisions, as far as they are switched on and
 * record.required is, can be written; makes the folder. False with `err`. */
bool record_writable(const struct config *config, struct error *err);

#endif
