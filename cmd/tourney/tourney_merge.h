#ifndef CMD_TOURNEY_TOURNEY_MERGE_H
#define CMD_TOURNEY_TOURNEY_MERGE_H
/*
 * Joins result files of one contest that were made in pieces (`tourney --units`), on
 * several machines perhaps: `fibsbot tourney merge OUT FILE...`.
 */

#include <stdint.h>

#include "base/error.h"

/* Writes the pairs of all files, in the order of their numbers, to the new file `out`: the
 * bytes that one run on one thread would have written. A tournament has files FILE.1-2 and
 * so on, and makes OUT.1-2. A file of other conditions (players, weights, rules, seed), and
 * two results of one pair are refused with `err`, and then nothing is written. Prints what
 * was joined and which pairs are missing: of wanted[0] .. wanted[1], or up to the last that
 * is there if `wanted` is NULL. Returns an exit status: 3 if some are. */
int tourney_merge(const char *out, const char *const *files, int count,
                  const int64_t wanted[2], struct error *err);

#endif
