#pragma once
/*
 * One HTTP/1.x request (RFC 9112): bytes in, a request or a refusal out. No network.
 *
 * The parser is strict, since browsers and Prometheus send nothing unusual: whatever the
 * RFC lets a server refuse is refused. A body needs Content-Length. The struct holds
 * everything and has a fixed size.
 */

#include <stdbool.h>
#include <stddef.h>

enum {
    HTTP_LINE_MAX = 2048, /* bytes of the request line; else 414 */
    HTTP_HEAD_MAX = 8192, /* of request line and header fields; else 431 */
    HTTP_BODY_MAX = 4096, /* else 413 */
    HTTP_HOST_MAX = 256,  /* with the NUL; else 400; of the media type, too */
};

/* Bits, so that a set of methods is a number. */
enum http_method { HTTP_GET = 1, HTTP_HEAD = 2, HTTP_POST = 4 };

enum http_status {
    HTTP_MORE = 0, /* not complete yet */
    HTTP_OK = 200,
    HTTP_BAD_REQUEST = 400,
    HTTP_FORBIDDEN = 403,
    HTTP_NOT_FOUND = 404,
    HTTP_METHOD_NOT_ALLOWED = 405,
    HTTP_TIMEOUT = 408,
    HTTP_CONFLICT = 409,
    HTTP_LENGTH_REQUIRED = 411,
    HTTP_CONTENT_TOO_LARGE = 413,
    HTTP_URI_TOO_LONG = 414,
    HTTP_HEADERS_TOO_LARGE = 431,
    HTTP_INTERNAL_ERROR = 500,
    HTTP_NOT_IMPLEMENTED = 501,
    HTTP_UNAVAILABLE = 503,
    HTTP_VERSION_NOT_SUPPORTED = 505
};

/* Zero-initialise. The fields below `status` are set when it is HTTP_OK. */
struct http_request {
    enum http_status status; /* HTTP_MORE, HTTP_OK or the reason of the refusal */
    enum http_method method;
    char path[HTTP_LINE_MAX];   /* from "/" to before "?"; visible ASCII, not decoded */
    char host[HTTP_HOST_MAX];   /* the field Host; "": none (HTTP/1.0) */
    char origin[HTTP_HOST_MAX]; /* the field Origin; "": none */
    char media[HTTP_HOST_MAX];  /* the field Content-Type; "": none */
    size_t body_length;
    char body[HTTP_BODY_MAX + 1]; /* NUL-terminated; may contain NUL */

    /* of http_request.c */
    bool has_line, needs_host, has_length, has_head;
    size_t head_length, line_length, body_read;
    char line[HTTP_HEAD_MAX + 1]; /* of the head, as far as it has come */
};

/* Takes the next bytes of a connection and returns request->status. Bytes after the end
 * of the request, or after a refusal, are ignored. */
enum http_status http_request_feed(struct http_request *request, const char *bytes,
                                   size_t length);

/* Whether the body is said to be JSON: a form of a foreign page can post text, but not JSON. */
bool http_request_is_json(const struct http_request *request);
