#pragma once
/* What log.c shares with its tests. */

#include "bot/base/log.h"

/* Whether lines of this level are written. */
bool log_wants(const struct log *log, enum log_level level);

/* A level as bot.conf names it. */
const char *log_level_name(enum log_level level);

/* Writes `text` escaped into `buffer`, cutting it with "..." when it does not fit in
 * `size` (at least 8). Returns buffer. */
char *log_escape(const char *text, char *buffer, size_t size);
