#pragma once
/* A crowd of strangers: what one client gets when many users come, go, shout and talk
 * to it at once. Their names are legal, and some are words of the server's own lines;
 * their texts, clients and hosts are hostile. */

#include "server/fibsd.h"

/* Writes about `bytes` bytes of such lines to a client in CLIP mode. */
void crowd_write(struct fibsd_connection *connection, size_t bytes);
