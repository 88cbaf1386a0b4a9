#pragma once
/* What the text forms of a decision context share, and what tests need besides. */

#include "engine/board/decision_context.h"

struct side;

/* The largest cube (log2) and the largest score that an id can hold. */
enum { BOARD_CUBE_LOG_MAX = 15, BOARD_SCORE_MAX = (1 << 15) - 1 };

/* Returns log2 of `cube`, at most BOARD_CUBE_LOG_MAX. */
static inline int decision_context_cube_log(int cube)
{
    int log = 0;
    while (log < BOARD_CUBE_LOG_MAX && 1 << log < cube) {
        log++;
    }
    return log;
}

/* Returns `score` as ids hold it. */
static inline int decision_context_score(int score)
{
    return score < BOARD_SCORE_MAX ? score : BOARD_SCORE_MAX;
}

/* Returns whether the opponent is on roll in `at`: true while a double is offered,
 * at->is_opponent_on_roll while a resignation is, else false. */
static inline bool decision_context_opponent_on_roll(const struct decision_context *at)
{
    return at->is_doubled || (at->resigned > 0 && at->is_opponent_on_roll);
}

/* Sets `err` to: KIND "TEXT": REASON. Always returns false, so that a reader can return
 * its result. */
static inline bool decision_context_refuse(struct error *err, const char *kind,
                                           const char *text, const char *reason)
{
    return error_set_kind(err, ERROR_MALFORMED, "%s \"%.80s\": %s", kind, text, reason);
}

/* Return the number of rolls after which `side`, past all contact, has certainly borne
 * off, and the smallest number after which it can have. */
int resign_rolls_at_most(const struct side *side);
int resign_rolls_at_least(const struct side *side);
