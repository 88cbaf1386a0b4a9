#ifndef FIBS_BOARD_INTERNAL_H
#define FIBS_BOARD_INTERNAL_H
/* Board lines written, for tests. */

#include "fibs/board.h"

/* Writes the line without line end and without checking the fields. Returns its
 * length. */
size_t fibs_board_write(const struct fibs_board *board, char line[FIBS_BOARD_SIZE]);

#endif
