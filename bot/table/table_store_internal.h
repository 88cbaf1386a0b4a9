#ifndef BOT_TABLE_TABLE_STORE_INTERNAL_H
#define BOT_TABLE_TABLE_STORE_INTERNAL_H
/* For tests. */

#include "bot/table/table_store.h"

/* Adds the newest result; the oldest of TABLE_RESULTS_MAX is dropped. */
void table_store_add(struct table_store *store, const struct table_result *result);

#endif
