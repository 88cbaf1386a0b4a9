#pragma once
/*
 * Helpers for commands that read or print one JSON object per line.
 */

#include <stdbool.h>
#include <stdio.h>

struct json_t; /* jansson's */

/* Writes `object` as one line, with reals of `digits` digits, in one call and flushed,
 * so that a kill can leave at most an unfinished last line. Releases `object`. Returns
 * false if it is NULL or cannot be written. */
bool json_line_write(struct json_t *object, int digits, FILE *out);

/* Returns the id of a line that is an id, or an object with "id"; of another object the
 * digest of its line. The caller releases it. */
struct json_t *json_line_id(const char *line);

/* Returns a new array of the five probabilities of a rollout, or their errors, in the
 * order of struct outputs. */
struct json_t *json_five(const double p[5]);
