#ifndef BOT_NET_HTTP_HEAD_INTERNAL_H
#define BOT_NET_HTTP_HEAD_INTERNAL_H
/* The heads of answers, for http_server.c. */

#include "bot/net/http_server.h"

struct evbuffer;

struct http_head {
    enum http_status status;
    const char *type; /* of the body */
    size_t length;    /* of the body; unused for a stream */
};

/* Writes the head with its blank line. `route` may be NULL. */
void http_head_write(const struct http_head *head, const struct http_route *route,
                     struct evbuffer *out);

const char *http_head_phrase(enum http_status status); /* "Not Found"; "" */

#endif
