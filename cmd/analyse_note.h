#ifndef CMD_ANALYSE_NOTE_H
#define CMD_ANALYSE_NOTE_H
/* Notes the analysis of one of the bot's own match files in its history. */

#include "match/match_analysis.h"

/* `path` is the file of the match. Says on standard error if the history does not have
 * it, or if the file is not one of a bot. False with `err` if it cannot be written. */
bool analyse_note(const char *history, const char *path,
                  const struct match_turns *turns,
                  const struct match_analysis *analysis, struct error *err);

#endif
