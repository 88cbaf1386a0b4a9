#ifndef CMD_TOURNEY_TOURNEY_SAVED_H
#define CMD_TOURNEY_TOURNEY_SAVED_H
/*
 * The standings of a tournament or a match from its result files, which may be growing
 * (arena/arena_runner.h): for `tourney --report`.
 */

#include <stdbool.h>

#include "arena/arena_results.h"
#include "arena/player_spec.h"
#include "arena/rating/rating.h"
#include "base/error.h"
#include "cmd/tourney/tourney_settings.h"

struct tourney_saved_match {
    int player[2]; /* places in the standings */
    char conditions[ARENA_RESULTS_CONDITIONS_MAX];
    struct arena_results results; /* in the order of the numbers */
};

struct tourney_saved {
    struct rating_standings standings; /* with names in `shown` */
    struct arena_rules rules;          /* those of the first match */
    bool is_reduced;
    char name[RATING_PLAYERS_MAX][PLAYER_NAME_SIZE];
    char shown[RATING_PLAYERS_MAX][PLAYER_NAME_SIZE];
    int count;
    struct tourney_saved_match match[TOURNEY_MATCHES_MAX];
};

/* Who plays in a match with these conditions, the first line of its file, in the words of
 * today. False: they name nobody. */
bool tourney_saved_players(const char *conditions, char name[2][PLAYER_NAME_SIZE]);

/* Reads `file`, or FILE.1-2, FILE.1-3 and so on if there is no such file, into `saved`,
 * which is all zeros. Counts every pair that is there, in the unit of the first file;
 * players are named in the words of the files (player_spec_as_kept()), and shown by their
 * own name if they have one. Returns false with `err` if there is none, or one is no
 * result file. The caller frees it, made by calloc(), in any case. */
bool tourney_saved_read(const char *file, struct tourney_saved *saved,
                        struct error *err);
void tourney_saved_free(struct tourney_saved *saved); /* may be NULL */

#endif
