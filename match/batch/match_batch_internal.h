#pragma once
/* What match_batch.c shares with its tests. */

#include "match/batch/match_batch.h"

/* The work that is left, in turns at the depth of the job (at most 2-ply) with cube actions
 * no deeper: a turn that takes ten times as long counts ten. */
double match_batch_work(const struct match_batch *batch);
