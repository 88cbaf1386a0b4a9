#pragma once
/*
 * Writes the fields of a record of xg_fields.h, and the record of a match.
 */

#include "match/record.h"
#include "match/record_read.h"
#include "match/xg_comment.h"
#include "match/xg_fields.h"

/* All bytes 0 but the type. */
void xg_record_begin(unsigned char record[XG_RECORD_SIZE], enum xg_type type);

void xg_record_put_number(unsigned char *record, int at, int value);
void xg_record_put_real(unsigned char *record, int at, double value);

/* `pos`, which RECORD_ME sees, as `side` sees it. The bytes must be 0 before. */
void xg_record_put_position(unsigned char *record, int at, const struct position *pos,
                            enum record_side side);

/* The record of a match but the number of its comment, which is written to `comment`: the
 * tags of xg_comment.h, or "". */
void xg_record_put_heading(unsigned char record[XG_RECORD_SIZE],
                           const struct record_heading *heading,
                           char comment[XG_COMMENT_SIZE]);
