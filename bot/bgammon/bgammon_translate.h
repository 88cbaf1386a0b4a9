#pragma once
/*
 * Translates a board of bgammon.org (fibs/bgammon/event.h) to a decision.
 *
 *   points   the server turns everything to our side: 24 -> 1, bars in slots 26 and 27
 *   turn     0: nobody; with a double offered it is still the doubler's, and the other
 *            one has to answer
 *   cube     value and owner are said, also while a double is offered: they are those
 *            before it
 *   Crawford said: 1 is this game
 *   dice     come in any order
 *   price    a pass costs what the board says (match_state.pays_by_board)
 */

#include <stdbool.h>

#include "base/error.h"
#include "engine/board/decision_context.h"
#include "fibs/bgammon/event.h"

/* Translates a board for analysis: mine is who must decide. False with `err` if it is no
 * position, not backgammon, nobody's turn, or part of the play is made. */
bool bgammon_decision_context(const struct bgammon_board *board,
                              struct decision_context *at, struct error *err);
