#pragma once
/* The work of upkeep in one folder, for its tests. */

#include <stdatomic.h>

#include "bot/service/upkeep.h"

struct upkeep_folder {
    char folder[CONFIG_TEXT_MAX];
    int64_t most_bytes; /* 0: no limit */
    int64_t most_age_s; /* 0: none */
};

struct upkeep_result {
    int kept, removed;                 /* match files */
    int64_t kept_bytes, removed_bytes; /* of them with what is beside them */
};

/* Only what has the name and the heading of a match file of ours is removed. What was written
 * within a day stays, and for half a year what is not finished: the match may be saved on the
 * server, and go on. `now_s` since 1970. `stop`, set by another thread, ends it early. */
struct upkeep_result upkeep_prune(const struct upkeep_folder *pruning, int64_t now_s,
                                  const atomic_bool *stop);
