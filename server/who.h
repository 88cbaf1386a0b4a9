#ifndef SERVER_WHO_H
#define SERVER_WHO_H
/* Who is there, and watching them. */

#include "server/fibsd_state.h"

/* Ends the watching of `user`, if any. Says so to `user`, with `stars` before the text, and
 * those who were watched. */
void who_stop_watching(struct fibsd_user *user, const char *stars);

#endif
