#ifndef BOT_HISTORY_HISTORY_ANALYSIS_H
#define BOT_HISTORY_HISTORY_ANALYSIS_H
/* Notes the analysis of a match in a history, also while its bot is at play. */

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

#endif
