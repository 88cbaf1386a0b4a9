#ifndef SERVER_FIBSD_CROWD_H
#define SERVER_FIBSD_CROWD_H
/* A crowd of strangers: what many users who come, go, shout and whisper look like to
 * one client, all at once. Their names are legal ones, some of them words that the
 * server's own lines use; their texts, clients and hosts are hostile. */

#include "server/fibsd.h"

/* Puts lines of about so many bytes into the output of a client that is logged in. */
void crowd_write(struct fibsd_connection *connection, size_t bytes);

#endif
