#pragma once
/*
 * What a history and a match file tell each other, also while the bot is at play: the
 * analysis of a match, and at which level we played one whose file does not say it, as those
 * of 0.1.0.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/database.h"
#include "base/error.h"
#include "bot/history/history.h"

/* A match as its file has it. */
struct history_analysed {
    const char *account, *opponent;
    int length;        /* 0: unlimited */
    int64_t started_s; /* as in the name of its file; seconds since 1970 */
    struct history_analysis sums;
};

enum { HISTORY_START_TOLERANCE_S = 2 }; /* between the file and the history */

/* Notes it in the history in the file `path`, which is of this version; a second analysis
 * of a match takes the place of the first. `*is_known` says whether the history has the
 * match. False with `err`. */
bool history_note_analysis(const char *path, const struct history_analysed *analysed,
                           bool *is_known, struct error *err);

/* Writes the sums of the match with this id. False with `err`. */
bool history_write_analysis(struct database *database, int64_t match, int64_t at_s,
                            const struct history_analysis *sums, struct error *err);

enum { HISTORY_LEVEL_SIZE = 64 };

/* A match as its file has it. */
struct history_played {
    const char *account, *opponent;
    const char *date; /* 2026.11.21, UTC */
    int length;       /* 0: unlimited */
    int my_score, their_score;
};

/* Asks the history in the file `path` for the match of that day with these players and
 * length, of several one with this score. Writes its level as strength_describe() does.
 * False: it has none, or there is no such file. */
bool history_level_of(const char *path, const struct history_played *played,
                      char level[HISTORY_LEVEL_SIZE]);
