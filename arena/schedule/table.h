#pragma once
/*
 * The table of a tournament: who stands where after the results so far. Pure.
 *
 * Ranks are by matches won, byes included, and among equals by
 *
 *   round robin  matches won among those equal; then the score of Sonneborn and Berger
 *   Swiss        Buchholz's score; then that of Sonneborn and Berger
 *   knock-out    nothing: whoever is beaten in the same round shares a rank
 *
 * Entrants who are still equal share a rank; they are listed in the order of their seeds.
 */

#include "arena/schedule/pairing.h"

struct table_row {
    int entrant;
    int rank; /* from 1 */
    int played, won, lost,
        byes;      /* won includes byes; lost: also those that both lost */
    int among;     /* won against those with as many wins */
    int buchholz;  /* matches won by all opponents together */
    int sonneborn; /* matches won by the opponents that were beaten, together */
};

/* Fills a row an entrant, best first. */
void table_make(const struct pairing_plan *plan, const struct pairing_result *results,
                int count, struct table_row rows[PAIRING_ENTRANTS_MAX]);
