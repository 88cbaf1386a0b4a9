#ifndef CMD_TOURNEY_TOURNEY_REPORT_H
#define CMD_TOURNEY_TOURNEY_REPORT_H
/*
 * The settings of a match from its command line, and the report of its results: as text,
 * with a row for weights/RECIPE.md, or as a line of JSON.
 */

#include <stdatomic.h>
#include <stdbool.h>

#include "arena/arena_runner.h"
#include "arena/player_spec.h"
#include "arena/rating/rating.h"
#include "arena/rating/standings.h"
#include "cmd/tool/lab_run.h"
#include "cmd/tool/named_player.h"

/* One match, or all those of a round robin or a gauntlet. */
enum tourney_form { FORM_MATCH, FORM_ROUND_ROBIN, FORM_GAUNTLET };

/* The settings of a match. */
struct arena_settings {
    struct arena_runner_options runner;
    struct lab_run run;
    /* The players as reports show them. */
    char shown[2][PLAYER_NAME_SIZE];
    int64_t games;           /* an odd number is rounded up */
    char weights[PATHS_MAX]; /* of "fibsbot", and the default ones for luck */
    char player[2][NAMED_PLAYER_SPEC_SIZE];
    char conditions[ARENA_RUNNER_CONDITIONS_MAX];
    const char *name[2];      /* as they were typed */
    const char *luck_weights; /* NULL: the shipped weights */
    const char *records;      /* folder; NULL: none */
    bool is_json, is_csv;
    bool has_sprt;
    struct rating_sprt sprt;     /* LOW and HIGH as given: Elo in matches */
    struct rating_sprt_run test; /* of the match being played */
    atomic_bool is_over;         /* of the match being played */
    enum tourney_form form;
    const char *anchor; /* a player; NULL: none */
    struct rating_standings standings;
    int pairing[2]; /* the players in name, by their places in the standings */
};

/* The mean that counts: after variance reduction, or the plain one with --luck none. */
const struct arena_mean *tourney_report_mean(const struct arena_settings *settings,
                                             const struct arena_figures *figures);

/* Begins the sequential test of a match. */
void tourney_report_begin(struct arena_settings *settings);

/* For arena_runner_options.wants_more: enters the pair into the sequential test. Returns
 * false once it has decided. */
bool tourney_report_wants_more(void *context, const struct arena_pair *pair);

/* For arena_runner_options.report: prints a line on standard error, and ends the match
 * once a signal has come. */
void tourney_report_progress(void *context,
                             const struct arena_runner_progress *progress);

/* For arena_runner_options.tell_fault: prints a line on standard error. */
void tourney_report_fault(void *context, const struct arena_fault *fault);

void tourney_report_print(const struct arena_settings *settings,
                          const struct arena_runner_result *result);
void tourney_report_json(const struct arena_settings *settings,
                         const struct arena_runner_result *result);

#endif
