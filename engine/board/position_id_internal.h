#ifndef ENGINE_BOARD_POSITION_ID_INTERNAL_H
#define ENGINE_BOARD_POSITION_ID_INTERNAL_H
/* What position_id.c shares with its tests. */

#include "engine/board/position_id.h"

/* Writes "POSITIONID:MATCHID". The position is seen by the player on roll, also while a
 * double is offered, as in GNU Backgammon. */
void position_id_write_gnu(const struct decision_context *at, char id[GNU_ID_SIZE]);

#endif
