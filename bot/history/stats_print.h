#pragma once
/*
 * Prints tables of statistics as text, CSV and JSON, and plain lists of the contents of
 * the history.
 */

#include <stdio.h>

#include "bot/history/stats.h"

/* Prints a table as text. `limit`: rows shown at most, the others are counted; 0: all. */
void stats_print_table(const struct stats_table *table, int limit, FILE *out);

/* Prints one line for each row; `has_head`: the names of the columns first. */
void stats_print_csv(const struct stats_table *table, bool has_head, FILE *out);

/* Returns {"by": "opponent", "rows": [...], "total": {...}}; the caller owns it. NULL: no
 * memory. */
struct json_t *stats_table_json(const struct stats_table *table);

enum stats_format { STATS_TEXT, STATS_CSV, STATS_JSON };

/* The lists: "matches", "games", "refusals", "errors", "connections", "stuck" (saved
 * matches that failed, and why they are set aside), NULL. */
extern const char *const stats_list_names[];

/* Prints the newest `limit` of the list (0: all), oldest first: as columns, as CSV, or
 * as one JSON object a line. False with `err`. */
bool stats_print_list(struct database *database, const char *name,
                      const struct stats_filter *filter, int limit,
                      enum stats_format format, FILE *out, struct error *err);
