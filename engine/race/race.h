#pragma once
/*
 * Evaluates races, that is, positions without contact, that the exact databases do not
 * cover.
 *
 * In a race the sides no longer interact. For each side alone there are three
 * distributions of the number of rolls: to bear off everything (who wins), to bear off
 * the first checker (no gammon), and to leave the opponent's home board (no
 * backgammon). They come from the one-sided database when all checkers of the side are
 * home, else from the race net (race_net.h) and race_clear.h. Each output is a sum over
 * two distributions. Each distribution assumes the plays that are best for its own
 * goal, as in the databases.
 *
 * The distributions of a side do not depend on the other side. A scratch area caches
 * them, so that sibling positions, and all plays of the opponent after them, share
 * those of the side that did not move.
 */

#include "base/error.h"
#include "engine/board/outputs.h"
#include "engine/race/bearoff.h"
#include "engine/race/race_net.h"

struct position;
struct race;

/* Reads a race net from a file "race-*.net". `bo` must have the one-sided database of
 * 15 checkers; it is not kept. Returns NULL with `err` on failure. The caller frees the
 * result with race_free(). */
struct race *race_load(const char *path, const struct bearoff *bo, struct error *err);
void race_free(struct race *race);
const struct race_net *race_net_of(const struct race *race);

/* The three distributions of one side. */
struct race_side {
    struct race_rolls off;
    struct race_rolls first; /* count 0: a checker is already off */
    struct race_rolls clear; /* count 0: no checker is in the opponent's home board */
};

/* Allocates the scratch memory, about 3 MB, for one thread and one combination of race
 * net and database. Returns NULL if memory is short. */
struct race_scratch *race_scratch_new(void);
void race_scratch_free(struct race_scratch *scratch);

/* Evaluates `count` unfinished positions without contact: out[i] gets the outputs of
 * mine, who has just moved in after[i]. If `bo` is NULL, the net is also used for sides
 * whose checkers are all home. The result for a position depends neither on its batch
 * nor on earlier calls. */
void race_evaluate(const struct race *race, const struct bearoff *bo,
                   const struct net_kernel *kernel, struct race_scratch *scratch,
                   const struct position *after, int count, struct outputs *out);
