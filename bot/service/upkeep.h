#pragma once
/*
 * Once an hour, on a thread of its own, keeps the match files of a folder within
 * record.max_size and record.keep_days: removes the oldest ones, each with its SGF and its
 * analysis, and logs what it has removed.
 */

#include <stdint.h>

#include "bot/base/log.h"
#include "bot/config/config.h"

struct upkeep;

/* NULL: no memory. `log` must outlive it. */
struct upkeep *upkeep_new(struct log *log);

/* Starts a round if the last one was an hour ago or more, and has ended. `now_ms` of
 * clock_ms(). What it needs of the configurations is copied. A NULL upkeep is taken. */
void upkeep_tick(struct upkeep *upkeep, int64_t now_ms,
                 const struct config *const *configs, int count);

/* Ends a round that is under way. May be NULL. */
void upkeep_free(struct upkeep *upkeep);
