#ifndef CMD_TOOL_RANK_CHECK_H
#define CMD_TOOL_RANK_CHECK_H
/* Whether all ranks (arena/job/ranks.h) are the same program with the same weights. */

#include "base/error.h"

/* Compares `conditions`, which has the digests of the weights, and the bench signature
 * that the engine has with the weights of `folder`, NULL being the default one. On rank
 * 0 false with `err` if a rank differs; on any, if its engine cannot be opened. With
 * one rank it does nothing. */
bool rank_check(const char *folder, const char *conditions, struct error *err);

#endif
