#pragma once
/*
 * What a trace tells of the server: lines that are not in our table (fibs/message_table.inc)
 * by shape, lines of the table that never came, boards that did not parse, toggles as they
 * were at the first log-in, and how long the server takes to answer.
 */

#include <stdbool.h>
#include <stdio.h>

#include "bot/record/trace.h"

struct survey;

struct survey *survey_new(void); /* NULL: no memory */
void survey_free(struct survey *survey);

/* Takes a whole trace. False with `err`. */
bool survey_read(struct survey *survey, const char *path, struct error *err);

/* Prints it for people. `lists_unseen`: with each message of the table that never came. */
void survey_print(const struct survey *survey, bool lists_unseen, FILE *out);

/* Prints a line of each message that came, and of each unknown shape, as rows of
 * tests/data/server_lines.tsv: message, message glued after it or "-", line. */
void survey_print_rows(const struct survey *survey, FILE *out);
