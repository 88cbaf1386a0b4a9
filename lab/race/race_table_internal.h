#ifndef LAB_RACE_RACE_TABLE_INTERNAL_H
#define LAB_RACE_RACE_TABLE_INTERNAL_H
/* What race_table.c shares with its tests. */

#include "lab/race/race_table.h"

/* Return the number of arrangements in the table, and the side with a given number,
 * from 0 (all off). */
size_t race_table_count(const struct race_table *table);
struct side race_table_side(const struct race_table *table, size_t number);

#endif
