#pragma once
/* The server's side of the beginning of a WebSocket, written once more. Include after
 * test_case.h or assert.h, with stdio.h and string.h. */

#include <openssl/evp.h>
#include <openssl/sha.h>

#include "fibs/bgammon/websocket.h"

/* Writes the right answer to a request; returns its size. */
static inline size_t websocket_answer(const char *request, char *answer, size_t room)
{
    char text[80];
    unsigned char digest[SHA_DIGEST_LENGTH], accept[40];
    const char *key = strstr(request, "Sec-WebSocket-Key: ");
    (void)snprintf(text, sizeof text, "%.24s258EAFA5-E914-47DA-95CA-C5AB0DC85B11",
                   key == NULL ? "" : key + strlen("Sec-WebSocket-Key: "));
    SHA1((const unsigned char *)text, strlen(text), digest);
    (void)EVP_EncodeBlock(accept, digest, sizeof digest);
    return (size_t)snprintf(answer, room,
                            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                            "Connection: Upgrade\r\nsec-websocket-accept: %s\r\n\r\n",
                            (const char *)accept);
}
