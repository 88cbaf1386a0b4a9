#ifndef CMD_TOURNEY_TOURNEY_SAVED_H
#define CMD_TOURNEY_TOURNEY_SAVED_H
/*
 * The standings of a tournament or a match from its result files, which may be growing
 * (arena/arena_runner.h): for `tourney --report`.
 */

#include <stdbool.h>

#include "arena/player_spec.h"
#include "arena/rating/standings.h"
#include "base/error.h"

struct tourney_saved {
    struct rating_standings standings; /* with names in `name` */
    char name[RATING_PLAYERS_MAX][PLAYER_NAME_SIZE];
};

/* Reads `file`, or FILE.1-2, FILE.1-3 and so on if there is no such file. Counts every
 * pair that is there, in the unit of the first file; players are named in the words of
 * the files (player_spec_as_kept()). Returns false with `err` if there is
 * none, or one is no result file. */
bool tourney_saved_read(const char *file, struct tourney_saved *saved,
                        struct error *err);

#endif
