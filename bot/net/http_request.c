#include "bot/net/http_request.h"

#include <string.h>
#include <strings.h>

#define DIGITS "0123456789"

/* All functions return HTTP_MORE to go on, and what http_request_feed() returns else. */

/* ---- the request line ------------------------------------------------------------ */

static enum http_status read_method(const char *text, enum http_method *method)
{
    *method = strcmp(text, "HEAD") == 0   ? HTTP_HEAD
              : strcmp(text, "POST") == 0 ? HTTP_POST
                                          : HTTP_GET;
    bool is_known = *method != HTTP_GET || strcmp(text, "GET") == 0;
    return is_known ? HTTP_MORE : HTTP_NOT_IMPLEMENTED;
}

/* Every server must know "GET http://host/path", too; but only proxies send it. */
static enum http_status read_target(const char *text, char path[HTTP_LINE_MAX])
{
    if (text[0] != '/') {
        return HTTP_BAD_REQUEST;
    }
    for (const char *c = text; *c != '\0'; c++) {
        if (*c <= ' ' || *c > '~') {
            return HTTP_BAD_REQUEST;
        }
    }
    size_t length = strcspn(text, "?#");
    memcpy(path, text, length);
    path[length] = '\0';
    return HTTP_MORE;
}

static enum http_status read_version(struct http_request *request, const char *text)
{
    bool is_http = strncmp(text, "HTTP/", 5) == 0 && strspn(text + 5, DIGITS) == 1 &&
                   text[6] == '.' && strspn(text + 7, DIGITS) == 1 && text[8] == '\0';
    if (!is_http) {
        return HTTP_BAD_REQUEST;
    }
    request->needs_host = strcmp(text, "HTTP/1.0") != 0;
    return text[5] == '1' ? HTTP_MORE : HTTP_VERSION_NOT_SUPPORTED;
}

/* "GET /path?query HTTP/1.1" */
static enum http_status read_request_line(struct http_request *request, char *line)
{
    char *target = strchr(line, ' ');
    char *version = target == NULL ? NULL : strchr(target + 1, ' ');
    if (version == NULL) {
        return HTTP_BAD_REQUEST;
    }
    *target++ = '\0';
    *version++ = '\0';
    enum http_status status = read_version(request, version);
    if (status == HTTP_MORE) {
        status = read_method(line, &request->method);
    }
    return status == HTTP_MORE ? read_target(target, request->path) : status;
}

/* ---- header fields --------------------------------------------------------------- */

/* Keeps a value that may come once. */
static enum http_status keep_value(char kept[HTTP_HOST_MAX], const char *value)
{
    size_t length = strlen(value);
    if (kept[0] != '\0' || length == 0 || length >= HTTP_HOST_MAX) {
        return HTTP_BAD_REQUEST;
    }
    memcpy(kept, value, length + 1);
    return HTTP_MORE;
}

static enum http_status read_content_length(struct http_request *request,
                                            const char *value)
{
    size_t digits = strspn(value, DIGITS);
    if (request->has_length || digits == 0 || value[digits] != '\0') {
        return HTTP_BAD_REQUEST;
    }
    request->has_length = true;
    for (const char *c = value; *c != '\0'; c++) {
        request->body_length = 10 * request->body_length + (size_t)(*c - '0');
        if (request->body_length > HTTP_BODY_MAX) {
            return HTTP_CONTENT_TOO_LARGE;
        }
    }
    return HTTP_MORE;
}

static enum http_status read_value(struct http_request *request, const char *name,
                                   const char *value)
{
    if (strcasecmp(name, "Host") == 0) {
        return keep_value(request->host, value);
    }
    if (strcasecmp(name, "Origin") == 0) {
        return keep_value(request->origin, value);
    }
    if (strcasecmp(name, "Content-Type") == 0) {
        return keep_value(request->media, value);
    }
    if (strcasecmp(name, "Content-Length") == 0) {
        return read_content_length(request, value);
    }
    return strcasecmp(name, "Transfer-Encoding") == 0 ? HTTP_LENGTH_REQUIRED
                                                      : HTTP_MORE;
}

/* "Name: value", blanks around the value taken off. A line that begins with a blank
 * would continue the one before; nobody sends that since RFC 7230. */
static enum http_status read_field(struct http_request *request, char *line)
{
    size_t length = strspn(line, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "!#$%&'*+-.^_`|~" DIGITS);
    if (length == 0 || line[length] != ':') {
        return HTTP_BAD_REQUEST;
    }
    line[length] = '\0';
    char *value = line + length + 1;
    value += strspn(value, " \t");
    char *end = value + strlen(value);
    while (end > value && (end[-1] == ' ' || end[-1] == '\t')) {
        *--end = '\0';
    }
    return read_value(request, line, value);
}

/* ---- bytes ----------------------------------------------------------------------- */

static bool has_control_bytes(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)line[i];
        if ((c < ' ' && c != '\t') || c == 0x7f) {
            return true;
        }
    }
    return false;
}

static enum http_status end_head(struct http_request *request)
{
    if (request->needs_host && request->host[0] == '\0') {
        return HTTP_BAD_REQUEST;
    }
    request->has_head = true;
    return request->body_length > 0 ? HTTP_MORE : HTTP_OK;
}

/* The line ends at LF or CRLF. */
static enum http_status end_head_line(struct http_request *request)
{
    char *line = request->line;
    size_t length = request->line_length;
    if (length > 0 && line[length - 1] == '\r') {
        length--;
    }
    line[length] = '\0';
    request->line_length = 0;
    if (has_control_bytes(line, length)) {
        return HTTP_BAD_REQUEST;
    }
    if (request->has_line) {
        return length == 0 ? end_head(request) : read_field(request, line);
    }
    request->has_line = true;
    return read_request_line(request, line);
}

static enum http_status take_head_byte(struct http_request *request, char byte)
{
    if (++request->head_length > HTTP_HEAD_MAX) {
        return HTTP_HEADERS_TOO_LARGE;
    }
    if (byte == '\n') {
        return end_head_line(request);
    }
    request->line[request->line_length++] = byte;
    bool is_too_long = !request->has_line && request->line_length >= HTTP_LINE_MAX;
    return is_too_long ? HTTP_URI_TOO_LONG : HTTP_MORE;
}

static enum http_status take_body_byte(struct http_request *request, char byte)
{
    request->body[request->body_read++] = byte;
    return request->body_read == request->body_length ? HTTP_OK : HTTP_MORE;
}

enum http_status http_request_feed(struct http_request *request, const char *bytes,
                                   size_t length)
{
    for (size_t i = 0; i < length && request->status == HTTP_MORE; i++) {
        request->status = request->has_head ? take_body_byte(request, bytes[i])
                                            : take_head_byte(request, bytes[i]);
    }
    return request->status;
}

bool http_request_is_json(const struct http_request *request)
{
    static const char type[] = "application/json";
    size_t length = sizeof type - 1;
    return strncmp(request->media, type, length) == 0 &&
           (request->media[length] == '\0' || request->media[length] == ';');
}
