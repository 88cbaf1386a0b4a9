#pragma once
/* What match_batch.c shares with its tests. */

#include "match/batch/match_batch.h"

/* The turns still to be done, each counted as often as it takes longer than one at the
 * depth of the job, at most 2-ply, whose cube actions are no deeper. */
double match_batch_work(const struct match_batch *batch);
