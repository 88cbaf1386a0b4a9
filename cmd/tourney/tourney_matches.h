#ifndef CMD_TOURNEY_TOURNEY_MATCHES_H
#define CMD_TOURNEY_TOURNEY_MATCHES_H
/*
 * The matches of a contest: who meets whom, in which files, under which conditions.
 */

#include "base/error.h"
#include "cmd/tourney/tourney_settings.h"

/* All matches and what becomes of them. */
struct tourney {
    struct tourney_match match[TOURNEY_MATCHES_MAX];
    struct arena_runner_options options[TOURNEY_MATCHES_MAX];
    struct arena_runner_result result[TOURNEY_MATCHES_MAX];
    int count;
};

/* Completes the settings and makes all matches. Returns false with `err` if a player or
 * an option cannot be used. tourney_matches_close() in any case. */
bool tourney_matches_make(struct tourney_settings *settings, struct tourney *tourney,
                          struct error *err);

/* Closes match files. Returns false with `err`, which may be NULL, if
 * something could not be written. */
bool tourney_matches_close(struct tourney *tourney, struct error *err);

#endif
