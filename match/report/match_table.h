#pragma once
/*
 * Sums of many analysed matches: by player, and by player and month. The month is that
 * of the date in the heading ("2026-11"; "-" without a date).
 */

#include <stdbool.h>
#include <stdio.h>

#include "match/match_report.h"

struct match_table;

struct match_table *match_table_new(void);        /* NULL: no memory */
void match_table_free(struct match_table *table); /* may be NULL */

/* Adds what is done of a match, to both players. False: no memory. */
bool match_table_add(struct match_table *table, const struct match_report *report);

/* Print a line for a match, and the tables: the players with the most matches first, and
 * the months of those with two or more. False if writing failed. */
bool match_table_print_match(const struct match_report *report, FILE *out);
bool match_table_print(struct match_table *table, FILE *out);

/* Writes the rows of a table of a page: headings, the players, the months of one row each.
 * Stops before the file has `most` bytes; returns how many rows are left out. */
int match_table_page(struct match_table *table, long most, FILE *out);

/* Writes objects of kind player and month instead. */
bool match_table_json(struct match_table *table, FILE *out);
