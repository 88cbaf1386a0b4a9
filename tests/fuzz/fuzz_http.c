/* HTTP requests: any bytes, in pieces of any size, are a request within the limits, a
 * refusal, or not complete. */
#include <assert.h>
#include <string.h>

#include "bot/net/http_request.h"
#include "tests/fuzz/fuzz_target.h"

enum { INPUT_MAX = 32768 };

static void feed_pieces(struct http_request *request, const char *text, size_t size,
                        size_t piece)
{
    for (size_t at = 0; at < size; at += piece) {
        size_t length = size - at < piece ? size - at : piece;
        (void)http_request_feed(request, text + at, length);
    }
}

static void check_request(const struct http_request *request)
{
    size_t path = strlen(request->path), host = strlen(request->host);
    assert(request->method == HTTP_GET || request->method == HTTP_HEAD ||
           request->method == HTTP_POST);
    assert(path > 0 && path < HTTP_LINE_MAX && request->path[0] == '/');
    assert(strpbrk(request->path, "?# \r\n\t") == NULL);
    assert(host < HTTP_HOST_MAX && strpbrk(request->host, "\r\n") == NULL);
    assert(request->body_length <= HTTP_BODY_MAX);
    assert(request->body[request->body_length] == '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct http_request whole = {0}, pieces = {0};
    const char *text = (const char *)data;
    if (size == 0 || size > INPUT_MAX) {
        return 0;
    }
    enum http_status status = http_request_feed(&whole, text, size);
    feed_pieces(&pieces, text, size, 1 + data[0] % 61u);
    assert(memcmp(&whole, &pieces, sizeof whole) == 0);
    assert(status == HTTP_MORE || status == HTTP_OK ||
           (status >= HTTP_BAD_REQUEST && status <= HTTP_VERSION_NOT_SUPPORTED));
    assert(whole.head_length <= HTTP_HEAD_MAX + 1);
    assert(status != HTTP_MORE || whole.head_length + whole.body_read == size);
    if (status == HTTP_OK) {
        check_request(&whole);
    }
    return 0;
}
