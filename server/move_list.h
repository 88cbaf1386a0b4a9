#ifndef SERVER_MOVE_LIST_H
#define SERVER_MOVE_LIST_H
/* The list of the moves of a game. */

#include "server/fibsd_state.h"

/* Writes "bar-20 13-8 6-off", in the order played; `home` is the word for off. */
void move_list_hops_text(const struct reference_hop *hops, int count, int colour,
                         const char *home, char *text, size_t size);

/* Returns a new row of the list; of a list that is full, the last one again. NULL: no
 * memory. */
struct fibsd_move_row *move_list_new_row(struct fibsd_match *match);

void move_list_add_move(struct fibsd_match *match, const struct reference_play *play);
void move_list_add_action(struct fibsd_match *match, enum fibsd_row_kind kind,
                          int seat);

/* Sends the list of the current game, line by line; the first line continues a line
 * that is still open. */
void move_list_send(const struct fibsd_user *user, const struct fibsd_match *match);

#endif
