#ifndef ENGINE_BOARD_RESIGN_INTERNAL_H
#define ENGINE_BOARD_RESIGN_INTERNAL_H
/* What resign.c shares with its tests. */

#include "engine/board/resign.h"

/* Rolls with which `side`, past all contact, has surely borne off; and the fewest with
 * which he can have. */
int resign_rolls_at_most(const struct side *side);
int resign_rolls_at_least(const struct side *side);

#endif
