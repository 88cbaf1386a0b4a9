#ifndef ENGINE_BOARD_DECISION_CONTEXT_TEXT_H
#define ENGINE_BOARD_DECISION_CONTEXT_TEXT_H
/*
 * Reads any of the text forms of a decision context, as people paste them.
 */

#include <stdbool.h>

#include "base/error.h"
#include "engine/board/decision_context.h"

/* Reads an XGID, "POSITIONID" or "POSITIONID:MATCHID", with or without blanks around
 * it. What the text does not say defaults to money play without Jacoby rule or beavers,
 * before the roll.
 *
 * Returns false with `err` and leaves `at` unchanged when the text is in none of these
 * forms, or when the game is over, so that there is nothing to analyse. */
bool decision_context_read(const char *text, struct decision_context *at,
                           struct error *err);

#endif
