#ifndef BOT_HISTORY_HISTORY_LEVEL_H
#define BOT_HISTORY_HISTORY_LEVEL_H
/* At which level we played a match whose file does not say it, as those of 0.1.0. */

#include <stdbool.h>

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

#endif
