#include "bot/net/http_head_internal.h"

#include <event2/buffer.h>
#include <time.h>

const char *http_head_phrase(enum http_status status)
{
    static const struct {
        enum http_status status;
        const char *phrase;
    } rows[] = {{HTTP_OK, "OK"},
                {HTTP_BAD_REQUEST, "Bad Request"},
                {HTTP_FORBIDDEN, "Forbidden"},
                {HTTP_NOT_FOUND, "Not Found"},
                {HTTP_METHOD_NOT_ALLOWED, "Method Not Allowed"},
                {HTTP_TIMEOUT, "Request Timeout"},
                {HTTP_CONFLICT, "Conflict"},
                {HTTP_LENGTH_REQUIRED, "Length Required"},
                {HTTP_CONTENT_TOO_LARGE, "Content Too Large"},
                {HTTP_URI_TOO_LONG, "URI Too Long"},
                {HTTP_HEADERS_TOO_LARGE, "Request Header Fields Too Large"},
                {HTTP_INTERNAL_ERROR, "Internal Server Error"},
                {HTTP_NOT_IMPLEMENTED, "Not Implemented"},
                {HTTP_UNAVAILABLE, "Service Unavailable"},
                {HTTP_VERSION_NOT_SUPPORTED, "HTTP Version Not Supported"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].status == status) {
            return rows[i].phrase;
        }
    }
    return "";
}

static const char *allowed_methods(const struct http_route *route)
{
    bool has_get = (route->methods & HTTP_GET) != 0;
    bool has_post = (route->methods & HTTP_POST) != 0;
    return has_get && has_post ? "GET, HEAD, POST" : has_get ? "GET, HEAD" : "POST";
}

static const char fields[] =
    "Cache-Control: no-store\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "X-Frame-Options: DENY\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Connection: close\r\n"
    "Content-Security-Policy: default-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; ";

void http_head_write(const struct http_head *head, const struct http_route *route,
                     struct evbuffer *out)
{
    char date[64];
    time_t now = time(NULL);
    struct tm utc;
    bool has_policy = route != NULL && route->policy != NULL;
    (void)gmtime_r(&now, &utc);
    (void)strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &utc);
    (void)evbuffer_add_printf(out, "HTTP/1.1 %d %s\r\nDate: %s\r\nContent-Type: %s\r\n",
                              (int)head->status, http_head_phrase(head->status), date,
                              head->type);
    if (route == NULL || !route->is_stream || head->status != HTTP_OK) {
        (void)evbuffer_add_printf(out, "Content-Length: %zu\r\n", head->length);
    }
    if (route != NULL && route->file != NULL && head->status == HTTP_OK) {
        (void)evbuffer_add_printf(
            out, "Content-Disposition: attachment; filename=\"%s\"\r\n", route->file);
    }
    (void)evbuffer_add_printf(
        out, "%s%s%s\r\n", fields,
        route != NULL && route->has_own_style ? "" : "style-src 'unsafe-inline'; ",
        has_policy ? route->policy : "");
    if (head->status == HTTP_METHOD_NOT_ALLOWED) {
        (void)evbuffer_add_printf(out, "Allow: %s\r\n", allowed_methods(route));
    }
    (void)evbuffer_add(out, "\r\n", 2);
}
