#ifndef BOT_HISTORY_STATS_INTERNAL_H
#define BOT_HISTORY_STATS_INTERNAL_H
/* What stats.c shares with its tests. */

#include "bot/history/stats.h"

/* The winning chance in a match of `length` points of a player who has `difference`
 * rating points more (FIBS's formula). */
double stats_expected(double difference, int length);

/* Makes control bytes and bytes beyond ASCII '?': what is in the file may be anything,
 * and goes to terminals. */
void stats_clean(char *text);

#endif
