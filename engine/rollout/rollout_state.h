#ifndef ENGINE_ROLLOUT_ROLLOUT_STATE_H
#define ENGINE_ROLLOUT_ROLLOUT_STATE_H
/*
 * The state of a rollout as text, so that it can be run on later, with the same bits as
 * if it had never been stopped:
 *
 *     fibsbot-rollout 1 DIGEST              of what the sums depend on, see below
 *     trials N candidates N
 *     candidate I trials N given_up 0|1
 *     sums S S S S S S S                    hexadecimal floating point, exact
 *     squares S S S S S S S
 *     pair A B S S                          sum and squares of differences, A > B
 *     end DIGEST                            of all lines before
 *
 * DIGEST tells decision, candidates, settings and nets apart (these by what they think
 * of the candidates). How many trials are wanted, threads, and the rules for stopping
 * may differ when it is read again.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "engine/rollout/rollout.h"

enum { ROLLOUT_STATE_MAX = 1 << 17 }; /* bytes, with the NUL */

/* Writes the state to `text`; returns its length. */
size_t rollout_state_write(const struct rollout *rollout, char text[ROLLOUT_STATE_MAX]);

/* Reads it into a rollout that has its candidates and no trials yet. False with `err`
 * and no change: damaged, or of another rollout. */
bool rollout_state_read(struct rollout *rollout, const char *text, struct error *err);

#endif
