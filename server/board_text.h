#ifndef SERVER_BOARD_TEXT_H
#define SERVER_BOARD_TEXT_H
/* The board as text: the "board:" line of style 3 and the drawings of styles 1 and 2.
 */

#include "server/state.h"

/* The match as `seat` sees it, called `name` ("You" or his name), over several lines, as FIBS draws it: 13 to 24 on top
 * when the points run from right to left below. Style 1 has a rim with the numbers of
 * the points, style 2 two more lines. */
void board_drawing(const struct match *match, int seat, const char *name, int style,
                   struct text *drawing);

/* Sends the match from the side of `seat`, called `name`, in the viewer's style. */
void board_send_of(const struct user *viewer, const struct match *match, int seat,
                   const char *name);

/* The same to a player or a watcher, from his side. */
void board_send(const struct user *viewer, const struct match *match);

/* The same to every watcher that wants it: those with the toggle set. */
void board_send_to_watchers(struct fibsd *server, const struct match *match,
                            enum toggle toggle);

#endif
