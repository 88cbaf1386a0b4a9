#ifndef ARENA_SCHEDULE_PAIRING_INTERNAL_H
#define ARENA_SCHEDULE_PAIRING_INTERNAL_H
/* The kinds of tournaments, which pairing.c knows by a table. Each is as pairing_round(),
 * for a plan and a round that were checked; `seeds` as from pairing_seeds(). */

#include "arena/schedule/pairing.h"

int round_robin_pairings(const struct pairing_plan *plan, const int *seeds, int round,
                         const struct pairing_history *history,
                         struct pairing *pairings);
int swiss_pairings(const struct pairing_plan *plan, const int *seeds, int round,
                   const struct pairing_history *history, struct pairing *pairings);
int knock_out_pairings(const struct pairing_plan *plan, const int *seeds, int round,
                       const struct pairing_history *history, struct pairing *pairings);

#endif
