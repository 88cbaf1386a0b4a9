#ifndef CMD_TOURNEY_TOURNEY_REPORT_H
#define CMD_TOURNEY_TOURNEY_REPORT_H
/*
 * The report of the results of a match: as text, with a row for weights/LOG.md, or as
 * a line of JSON; and what is shown while it is played.
 */

#include <stdio.h>

#include "cmd/tourney/tourney_settings.h"

/* Begins the sequential test of a match. */
void tourney_report_begin(struct tourney_match *match);

/* For arena_runner_options.wants_more, with a match: enters the pair into the
 * sequential test. Returns false once it has decided. */
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

/* Writes "7-point matches" and the like. */
void tourney_report_rules(const struct arena_rules *rules, FILE *out);

/* Writes "40 games: won 70.00 %" and further shares of them (arena/pair_counts.inc). */
void tourney_report_games(const struct arena_figures *figures, FILE *out);

void tourney_report_print(const struct tourney_match *match,
                          const struct arena_runner_result *result);
void tourney_report_json(const struct tourney_match *match,
                         const struct arena_runner_result *result);

#endif
