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

enum { TOURNEY_PATH_MAX = PATHS_MAX + 32 };

/* The settings of a match, or of all matches of a tournament. */
struct arena_settings {
    struct arena_runner_options runner;
    struct lab_run run;
    int64_t games;            /* an odd number is rounded up */
    char weights[PATHS_MAX];  /* of "fibsbot", and the default ones for luck */
    const char *name[2];      /* as they were typed, of a match alone */
    const char *luck_weights; /* NULL: the shipped weights */
    const char *records;      /* folder; NULL: none */
    const char *saved; /* result files to report, instead of playing; NULL: none */
    bool is_json, is_csv;
    bool has_sprt;
    struct rating_sprt sprt; /* LOW and HIGH as given: Elo in matches */
    atomic_bool is_over;
    int lines_shown; /* of the table on the terminal (tourney_live.h) */
    enum tourney_form form;
    const char *anchor; /* a player; NULL: none */
    struct rating_standings standings;
};

/* A match alone, or one of a tournament. */
struct tourney_match {
    struct arena_settings *settings;
    int pairing[2];                  /* the players, by their places in the standings */
    const char *name[2];             /* as they were typed */
    char shown[2][PLAYER_NAME_SIZE]; /* as reports show them */
    char player[2][NAMED_PLAYER_SPEC_SIZE];
    char conditions[ARENA_RUNNER_CONDITIONS_MAX];
    char file[TOURNEY_PATH_MAX]; /* of results; "": none */
    char records[TOURNEY_PATH_MAX];
    struct tourney_record *record; /* or NULL */
    struct rating_sprt_run test;
};

/* Begins the sequential test of a match. */
void tourney_report_begin(struct tourney_match *match);

/* For arena_runner_options.wants_more, with a match: enters the pair into the sequential test. Returns
 * false once it has decided. */
bool tourney_report_wants_more(void *context, const struct arena_pair *pair);

/* For arena_runner_options.report: brings the standings up to date, shows them and a line
 * of progress on standard error, and ends the matches once a signal has come. `context` is
 * the first match of an array. */
void tourney_report_progress(void *context,
                             const struct arena_runner_progress *progress);

/* For arena_runner_options.tell_fault, with a match: prints a line on standard error. */
void tourney_report_fault(void *context, const struct arena_fault *fault);

/* Enters the result of a match into the standings. */
void tourney_report_enter(const struct tourney_match *match,
                          const struct arena_figures *figures);

void tourney_report_print(const struct tourney_match *match,
                          const struct arena_runner_result *result);
void tourney_report_json(const struct tourney_match *match,
                         const struct arena_runner_result *result);

#endif
