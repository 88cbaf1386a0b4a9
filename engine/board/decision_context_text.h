#ifndef ENGINE_BOARD_DECISION_CONTEXT_TEXT_H
#define ENGINE_BOARD_DECISION_CONTEXT_TEXT_H
/*
 * Any of the text forms of a decision context, as people paste them.
 */

#include <stdbool.h>

#include "base/error.h"
#include "engine/board/decision_context.h"

/* Any of: an XGID, "POSITIONID", "POSITIONID:MATCHID", with blanks around. Money
 * without Jacoby rule or beavers and not rolled where the text says nothing. A finished
 * game is refused: there is nothing to analyse. `at` is only set on success. */
bool decision_context_read(const char *text, struct decision_context *at,
                           struct error *err);

#endif
