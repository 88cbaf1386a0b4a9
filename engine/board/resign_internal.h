#ifndef ENGINE_BOARD_RESIGN_INTERNAL_H
#define ENGINE_BOARD_RESIGN_INTERNAL_H
/* What resign.c shares with its tests. */

#include "engine/board/resign.h"

/* Return the number of rolls after which `side`, past all contact, has certainly borne
 * off, and the smallest number after which it can have. */
int resign_rolls_at_most(const struct side *side);
int resign_rolls_at_least(const struct side *side);

#endif
