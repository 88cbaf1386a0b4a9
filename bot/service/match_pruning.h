#ifndef BOT_SERVICE_MATCH_PRUNING_H
#define BOT_SERVICE_MATCH_PRUNING_H
/*
 * Keeps the match files of a folder within record.max_size and record.keep_days: removes
 * the oldest ones, each with its SGF and its analysis. Only what has the name and the
 * heading of a match file of ours is removed. What was written within a day stays, and for
 * half a year what is not finished: the match may be saved on the server, and go on.
 */

#include <stdatomic.h>
#include <stdint.h>

#include "bot/config/config.h"

struct match_pruning {
    char folder[CONFIG_TEXT_MAX];
    int64_t most_bytes; /* 0: no limit */
    int64_t most_age_s; /* 0: none */
};

struct match_pruning_result {
    int kept, removed;                 /* match files */
    int64_t kept_bytes, removed_bytes; /* of them with what is beside them */
};

/* `now_s` since 1970. `stop`, set by another thread, ends it early. */
struct match_pruning_result match_pruning_run(const struct match_pruning *pruning,
                                              int64_t now_s, const atomic_bool *stop);

#endif
