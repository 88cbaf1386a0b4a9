#pragma once
/*
 * WebSocket (RFC 6455) as a client of bgammon.org speaks it: a text message is a line, and a
 * line is a text message. Pure: bytes of the connection go in and lines with LF come out;
 * what is to be sent is written into buffers of the caller. Frames are wslay's work; the
 * request and its answer are read here.
 *
 * No extensions and no subprotocol are asked for. A message longer than BGAMMON_LINE_MAX,
 * an answer that is not 101 with the right key, and a close end it.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "fibs/bgammon/command.h"

enum {
    BGAMMON_FRAME_SIZE = BGAMMON_COMMAND_SIZE + 14, /* of a command */
    BGAMMON_REQUEST_SIZE = 600
};

struct bgammon_websocket;

/* NULL if memory or randomness is short. */
struct bgammon_websocket *bgammon_websocket_new(void);
void bgammon_websocket_free(struct bgammon_websocket *socket); /* may be NULL */

/* Writes the request that begins a connection, for the path /. Returns its size. */
size_t bgammon_websocket_request(const struct bgammon_websocket *socket,
                                 const char *host, char request[BGAMMON_REQUEST_SIZE]);

/* Takes bytes of the server. False with `err` when the connection is over. */
bool bgammon_websocket_take(struct bgammon_websocket *socket, const char *bytes,
                            size_t size, struct error *err);
/* The lines that were heard since the last call; valid until the next call of anything. */
const char *bgammon_websocket_lines(struct bgammon_websocket *socket, size_t *size);
/* What has to be sent since the last call: answers to pings and closes; valid likewise. */
const char *bgammon_websocket_replies(struct bgammon_websocket *socket, size_t *size);
/* Whether the server has agreed: commands may be sent. */
bool bgammon_websocket_is_open(const struct bgammon_websocket *socket);

/* Writes a command of at most BGAMMON_COMMAND_SIZE bytes as a frame; returns its size, 0: it
 * cannot be written. Nothing of the command is kept. */
size_t bgammon_websocket_frame(struct bgammon_websocket *socket, const char *command,
                               char frame[BGAMMON_FRAME_SIZE]);
