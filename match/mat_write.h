#ifndef MATCH_MAT_WRITE_H
#define MATCH_MAT_WRITE_H
/*
 * Writes matches in the layout of record.h, for match_format.h: a heading each, several
 * one after the other. Importers read the first of a file.
 */

#include <stdio.h>

#include "match/record_read.h"

extern const struct record_visitor mat_write_visitor;

/* The visitor's context. `out` is the caller's. NULL: no memory. */
void *mat_write_open(FILE *out);
/* Writes what is open and frees it. */
void mat_write_close(void *context);

#endif
