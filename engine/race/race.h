#ifndef ENGINE_RACE_RACE_H
#define ENGINE_RACE_RACE_H
/*
 * The judge of races: positions without contact, beyond the exact databases.
 *
 * The sides no longer disturb each other. For each side alone come the waits until it
 * has borne off everything (who wins), the first checker (no gammon) and left the far
 * quarter (no backgammon): from the one-sided database when all its checkers are home,
 * else from the race net (race_net.h) and race_clear.h. The outputs are sums over two
 * waits. Each wait supposes the plays that are best for it, as the databases do.
 *
 * The waits of a side do not depend on the other one: a scratch area remembers them, so
 * the siblings of a decision share those of the opponent, and all replies to them, too.
 */

#include <stdint.h>

#include "base/error.h"
#include "engine/board/outputs.h"
#include "engine/board/position.h"
#include "engine/net/net_kernels.h"
#include "engine/race/bearoff.h"
#include "engine/race/race_net.h"

struct race;

/* Reads a race net, "race-*.net". `bo` has to have the one-sided database; it is not
 * kept. NULL with `err` filled. */
struct race *race_load(const char *path, const struct bearoff *bo, struct error *err);
void race_free(struct race *race);
uint64_t race_digest(const struct race *race); /* of the net's file */
const struct race_net *race_net_of(const struct race *race);

/* All that the outputs need of one side. */
struct race_side {
    struct race_rolls off;
    struct race_rolls first; /* count 0: a checker is off */
    struct race_rolls clear; /* count 0: nobody is in the far quarter */
};

/* The outputs of mine, who has just moved. */
struct outputs race_outputs(const struct race_side *mine,
                            const struct race_side *theirs);

/* About 1 MB; for one thread and one pair of net and database. NULL: no memory. */
struct race_scratch *race_scratch_new(void);
void race_scratch_free(struct race_scratch *scratch);

/* Values `count` unfinished positions without contact, mine having just moved. `bo` may
 * be NULL: the net then judges sides that are home as well. A value does not depend on
 * the batch or on what was asked before. */
void race_evaluate(const struct race *race, const struct bearoff *bo,
                   const struct net_kernel *kernel, struct race_scratch *scratch,
                   const struct position *after, int count, struct outputs *out);

#endif
