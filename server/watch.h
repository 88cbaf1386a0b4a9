#ifndef SERVER_WATCH_H
#define SERVER_WATCH_H
/* Watching other people's matches. */

#include "server/state.h"

/* Ends the watching of `user`, if any. Tells him, with `stars` before the text, and those he
 * watched. */
void watch_stop(struct user *user, const char *stars);

#endif
