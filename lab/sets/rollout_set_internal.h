#pragma once
/* What rollout_set.c shares with its tests. */

#include "lab/sets/rollout_set.h"

/* One line; false with `err`. Of lines of `lab rollout`, single positions give count 1,
 * cube actions 0. */
bool rollout_read(const char *line, struct rollout_decision *decision,
                  struct error *err);
