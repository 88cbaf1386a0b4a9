#ifndef BASE_JSON_LINE_H
#define BASE_JSON_LINE_H
/*
 * What the commands that print one JSON object a line have in common.
 */

#include <stdbool.h>
#include <stdio.h>

struct json_t; /* jansson's */

/* Writes `object` with reals of so many digits as one line, in one go and flushed, so
 * that a kill leaves a whole line or an unfinished one; releases it. False when it is
 * NULL or cannot be written. */
bool json_line_write(struct json_t *object, int digits, FILE *out);

/* The five probabilities of a rollout, or their errors, in the order of struct outputs.
 */
struct json_t *json_five(const double p[5]);

#endif
