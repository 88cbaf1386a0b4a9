#pragma once
/* For tests. */

#include "bot/seat/link/seat_store.h"

/* Adds the newest result; the oldest of SEAT_RESULTS_MAX is dropped. */
void seat_store_add(struct seat_store *store, const struct seat_result *result);
