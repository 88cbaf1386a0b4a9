#pragma once
/*
 * Decisions whose candidates have been rolled out, one a line:
 *
 *   {"candidates": [{"xgid": ID, "equity": E, "se": E, "probs": [5 numbers]}, ...]}
 *
 * The ids show the board after the play, the opponent being on roll; equity and
 * probabilities (struct outputs) are those of the player who made it, cubeless, for
 * money; "se", which may be missing, is the equity's standard error. Other members are
 * ignored, and so are lines of `lab rollout` without plays to compare: cube actions and,
 * beside decisions, forced plays. A file of `lab rollout` with single positions alone
 * ("single") is a set of positions: only their values can be measured.
 */

#include "base/error.h"
#include "engine/board/checkers.h"
#include "engine/board/outputs.h"
#include "engine/rollout/rollout.h" /* ROLLOUT_CANDIDATES_MAX */

struct rollout_candidate {
    struct outputs truth;
    double truth_equity;
    struct outputs value; /* by the evaluator that is measured; not of the file */
    double truth_error;   /* the standard error of truth_equity; 0: not known */
};

struct rollout_decision {
    int count;
    struct position after[ROLLOUT_CANDIDATES_MAX];
    struct rollout_candidate candidates[ROLLOUT_CANDIDATES_MAX];
};

struct rollout_set {
    int count;
    struct rollout_decision *decisions;
};

/* A whole file, of at least one decision. False with `err` naming the line; nothing is
 * to be freed then. */
bool rollout_set_load(const char *path, struct rollout_set *set, struct error *err);
void rollout_set_free(struct rollout_set *set);
