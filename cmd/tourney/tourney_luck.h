#ifndef CMD_TOURNEY_TOURNEY_LUCK_H
#define CMD_TOURNEY_TOURNEY_LUCK_H
/* The words of --luck, by enum luck_evaluation. */

#include "match/luck.h"

extern const char *const tourney_luck_words[]; /* NULL at the end */

/* What LUCK_BY_1_PLY was called; result files keep that word. */
extern const char tourney_luck_1_ply_former[];

#endif
