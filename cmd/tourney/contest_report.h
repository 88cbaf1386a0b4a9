#ifndef CMD_TOURNEY_CONTEST_REPORT_H
#define CMD_TOURNEY_CONTEST_REPORT_H
/*
 * What the command line of a contest said, and how its results are told: as text, with
 * a row for weights/RECIPE.md, or as a line of JSON.
 */

#include <stdatomic.h>
#include <stdbool.h>

#include "arena/rating/contest_table.h"
#include "arena/series.h"
#include "cmd/tool/lab_run.h"
#include "cmd/tool/who.h"

/* What the command line said. */
struct contest_settings {
    struct series_options series;
    char weights[PATHS_MAX]; /* of "fibsbot", and the default judge of luck */
    char player[2][WHO_SPEC_SIZE];
    char conditions[SERIES_CONDITIONS_MAX];
    const char *name[2]; /* as they were typed */
    const char *judge;   /* NULL: the shipped weights */
    const char *luck;    /* small, big, both, deep, none */
    const char *records; /* folder; NULL: none */
    bool is_json;
    bool has_sprt;
    struct sprt sprt; /* LOW and HIGH as given: Elo in matches */
    enum sprt_state decided;
    atomic_bool is_over; /* of the contest being played */
    bool is_tournament;  /* ... of more than one contest */
    bool is_gauntlet;
    int entrants;
    const char *entrant[TABLE_PLAYERS_MAX];
    struct contest_mean mean; /* of the last contest */
    struct lab_progress progress;
};

/* The mean that counts: with the luck taken out, unless that was not wanted. */
const struct contest_mean *contest_report_mean(const struct contest_settings *settings,
                                               const struct contest_figures *figures);

/* Sets `decided` once the sequential test is; without one nothing. */
void contest_report_judge(struct contest_settings *settings,
                          const struct contest_figures *figures);

/* For series_options.report: a line on standard error, and whether to go on. */
void contest_report_progress(void *context, const struct series_progress *progress);

void contest_report_print(const struct contest_settings *settings,
                          const struct series_result *result);
void contest_report_json(const struct contest_settings *settings,
                         const struct series_result *result);

#endif
