#ifndef FIBS_CLIENT_SECRET_H
#define FIBS_CLIENT_SECRET_H
/* Writes a line with a password to a connection. */

#include <stdbool.h>

struct bufferevent;

/* Writes the text and the line end, from memory of its own that is wiped once it is
 * written. False if memory is short, or `bev` is NULL. */
bool fibs_client_write_secret(struct bufferevent *bev, const char *text,
                              const char *line_end);

#endif
