#ifndef SERVER_WATCH_H
#define SERVER_WATCH_H
/* Watching other people's matches. */

#include "server/state.h"

/* Stops the watching of `user` and tells those he watched, but not him. */
void watch_stop(struct user *user);

#endif
