#pragma once
/*
 * The signature of how the engine plays: a hash of all choices and equities, and the
 * number of net evaluations, on a fixed set of positions at 0, 1 and 2 plies. It is the
 * same on every kernel, compiler and machine, and changes when the play changes.
 * `fibsbot bench` and tests/tools/signature.c print it as "bench EVALUATIONS HASH".
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/board/decision_context.h"
#include "engine/engine.h"

struct decision_context;

enum { SIGNATURE_POSITIONS_MAX = 128, SIGNATURE_PLIES = 3 };

/* Start with hash = signature_start(). Engine, scratch and `ranked` (room for
 * PLAY_LIST_MAX) are the caller's. */
struct signature {
    const struct engine *engine;
    struct search_scratch *scratch;
    struct ranked_play *ranked;
    uint64_t hash;
};

/* Writes the positions to `at`; returns how many there are, or -1 with `err`. Those with
 * dice are checker plays, the others cube actions, which count at even plies only. */
int signature_positions(struct decision_context at[SIGNATURE_POSITIONS_MAX],
                        struct error *err);

uint64_t signature_start(void);

/* Decides at `ply` and adds choice and equities to the hash. The signature is that of
 * all positions in order that count at 0-ply, then at 1-ply and 2-ply, with a scratch
 * that was not used before. */
void signature_add(struct signature *s, const struct decision_context *at, int ply);

/* Whether a position counts at `ply`. */
bool signature_counts(const struct decision_context *at, int ply);

/* Returns the hash as it is printed. */
uint32_t signature_hash(const struct signature *s);
