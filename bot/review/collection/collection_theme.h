#pragma once
/* The theme of a decision, by which errors are counted. */

#include "engine/board/decision_context.h"

/* "opening" (the first three turns of each side), "race" (no contact), "back game" (a side
 * holds two points of the other's home and is 40 pips behind or more), else "contact"; of
 * cube actions "no double", "double", "take", "pass" and, of the answer to a beaver and of
 * beavers themselves, "beaver". `turn` is the number in the game, from 1; `action` that of
 * match_review.h. */
const char *collection_theme(const struct decision_context *at, const char *action,
                             int turn);

enum { COLLECTION_SCORE_SIZE = 24 };

/* "5-away 7-away" (who decides first), "Crawford", "money". */
void collection_score(const struct match_state *ms, char text[COLLECTION_SCORE_SIZE]);
