#pragma once
/*
 * The state of a rollout as text, so that it can be continued later with the same bits
 * as if it had never been stopped:
 *
 *     fibsbot-rollout 1 DIGEST              of all that the sums depend on, see below
 *     trials N candidates N
 *     candidate I trials N given_up 0|1
 *     sums S S S S S S S                    hexadecimal floating point, exact
 *     squares S S S S S S S
 *     pair A B S S                          sum and squares of differences, A > B
 *     end DIGEST                            of all lines before
 *
 * DIGEST identifies the decision, the candidates, the settings, the match equity table
 * and the nets (by their outputs for the candidates). The number of trials, the threads
 * and the stopping rules may differ when the state is read again.
 */

#include "base/error.h"
#include "engine/rollout/rollout.h"

enum { ROLLOUT_STATE_MAX = 1 << 17 }; /* bytes, with the NUL */

/* Writes the state to `text`, NUL-terminated. Returns its length. */
size_t rollout_state_write(const struct rollout *rollout, char text[ROLLOUT_STATE_MAX]);

/* Reads the state into a rollout that has its candidates and no trials yet. Returns
 * false with `err`, and leaves the rollout unchanged, if the text is damaged or of
 * another rollout. */
bool rollout_state_read(struct rollout *rollout, const char *text, struct error *err);
