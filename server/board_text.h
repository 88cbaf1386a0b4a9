#ifndef SERVER_BOARD_TEXT_H
#define SERVER_BOARD_TEXT_H
/* The board as text: the "board:" line of style 3, the drawings of styles 1 and 2. */

#include "server/fibsd_state.h"

/* Sends the match from the side of `seat`, called `name`, in the viewer's style. */
void board_send_of(const struct fibsd_user *viewer, const struct fibsd_match *match,
                   int seat, const char *name);

/* Sends the match to a player or a watcher, from their side. */
void board_send(const struct fibsd_user *viewer, const struct fibsd_match *match);

/* Sends the match to every watcher with this toggle set. */
void board_send_to_watchers(struct fibsd *server, const struct fibsd_match *match,
                            enum fibsd_toggle toggle);

#endif
