#ifndef ENGINE_BOARD_SITUATION_TEXT_H
#define ENGINE_BOARD_SITUATION_TEXT_H
/*
 * Any of the text forms of a situation, as people paste them.
 */

#include <stdbool.h>

#include "base/error.h"
#include "engine/board/situation.h"

/* Any of: an XGID, "POSITIONID", "POSITIONID:MATCHID", with blanks around. Money
 * without Jacoby rule or beavers and not rolled where the text says nothing. A finished
 * game is refused: there is nothing to analyse. `at` is only set on success. */
bool situation_read(const char *text, struct situation *at, struct error *err);

#endif
