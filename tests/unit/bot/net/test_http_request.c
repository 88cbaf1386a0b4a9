/* Requests as bytes: which are taken, and with which status the others are refused. */
#include <string.h>

#include "bot/net/http_request.h"
#include "tests/unit/test_case.h"

#define HOST "Host: localhost\r\n"
#define POST "POST /p HTTP/1.1\r\n" HOST

static struct http_request request;

static enum http_status feed(const char *bytes, size_t length)
{
    memset(&request, 0, sizeof request);
    return http_request_feed(&request, bytes, length);
}

TEST(request_is_the_same_in_one_piece_and_by_bytes)
{
    static const char text[] = "POST /tell?a=1 HTTP/1.1\r\nhOST:  localhost:80 \t\r\n"
                               "Content-Length: 5\r\nX-Y: z\r\n\r\nhello more";
    assert_int_equal(feed(text, sizeof text - 1), HTTP_OK);
    struct http_request whole = request;
    memset(&request, 0, sizeof request);
    size_t end = 0;
    while (http_request_feed(&request, text + end, 1) == HTTP_MORE) {
        end++;
    }
    assert_string_equal(text + end, "o more");
    assert_memory_equal(&whole, &request, sizeof whole);
    assert_int_equal(request.method, HTTP_POST);
    assert_string_equal(request.path, "/tell");
    assert_string_equal(request.host, "localhost:80");
    assert_int_equal(request.body_length, 5);
    assert_string_equal(request.body, "hello");
}

TEST(requests_are_taken_or_refused_with_their_status)
{
    static const struct {
        const char *text;
        enum http_status want;
    } rows[] = {
        {"GET / HTTP/1.1\r\n" HOST "\r\n", HTTP_OK},
        {"GET / HTTP/1.1\n"
         "Host: localhost\n\n",
         HTTP_OK},
        {"GET / HTTP/1.0\r\n\r\n", HTTP_OK},
        {"HEAD /a/b?c=<d> HTTP/1.1\r\n" HOST "\r\n", HTTP_OK},
        {POST "\r\n", HTTP_OK},
        {POST "Content-Length: 0\r\n\r\n", HTTP_OK},
        {POST "Content-Length: 2\r\n\r\na", HTTP_MORE},
        {"GET / HTTP/1.1\r\n" HOST "\r", HTTP_MORE},
        {"", HTTP_MORE},
        /* request lines */
        {"nonsense\r\n", HTTP_BAD_REQUEST},
        {"\r\n", HTTP_BAD_REQUEST},
        {"GET /\r\n", HTTP_BAD_REQUEST},
        {"GET  / HTTP/1.1\r\n", HTTP_BAD_REQUEST},
        {"GET / a HTTP/1.1\r\n", HTTP_BAD_REQUEST},
        {"GET / HTTP/1.1 \r\n", HTTP_BAD_REQUEST},
        {"GET / HTTP/11\r\n", HTTP_BAD_REQUEST},
        {"GET / http/1.1\r\n", HTTP_BAD_REQUEST},
        {"GET http://localhost/ HTTP/1.1\r\n", HTTP_BAD_REQUEST},
        {"GET /\x80 HTTP/1.1\r\n", HTTP_BAD_REQUEST},
        {"GET / HTTP/2.0\r\n", HTTP_VERSION_NOT_SUPPORTED},
        {"get / HTTP/1.1\r\n", HTTP_NOT_IMPLEMENTED},
        {"CONNECT / HTTP/1.1\r\n", HTTP_NOT_IMPLEMENTED},
        {"GETGETGETGET / HTTP/1.1\r\n", HTTP_NOT_IMPLEMENTED},
        /* fields */
        {"GET / HTTP/1.1\r\n\r\n", HTTP_BAD_REQUEST},
        {"GET / HTTP/1.1\r\nHost:\r\n", HTTP_BAD_REQUEST},
        {"GET / HTTP/1.1\r\n" HOST HOST, HTTP_BAD_REQUEST},
        {"GET / HTTP/1.1\r\nHost : localhost\r\n", HTTP_BAD_REQUEST},
        {"GET / HTTP/1.1\r\n: localhost\r\n", HTTP_BAD_REQUEST},
        {"GET / HTTP/1.1\r\nnonsense\r\n", HTTP_BAD_REQUEST},
        {"GET / HTTP/1.1\r\n" HOST " folded\r\n", HTTP_BAD_REQUEST},
        {"GET / HTTP/1.1\r\nA: b\rc\r\n", HTTP_BAD_REQUEST},
        {"GET / HTTP/1.1\r\nA: \x1b[2J\r\n", HTTP_BAD_REQUEST},
        /* bodies */
        {POST "Content-Length: -1\r\n", HTTP_BAD_REQUEST},
        {POST "Content-Length: 1x\r\n", HTTP_BAD_REQUEST},
        {POST "Content-Length:\r\n", HTTP_BAD_REQUEST},
        {POST "Content-Length: 1\r\nContent-Length: 1\r\n", HTTP_BAD_REQUEST},
        {POST "Content-Length: 4096\r\n\r\n", HTTP_MORE},
        {POST "Content-Length: 4097\r\n", HTTP_CONTENT_TOO_LARGE},
        {POST "Content-Length: 18446744073709551617\r\n", HTTP_CONTENT_TOO_LARGE},
        {POST "Transfer-Encoding: chunked\r\n", HTTP_LENGTH_REQUIRED},
        {POST "Content-Length: 1\r\ntransfer-encoding: gzip\r\n", HTTP_LENGTH_REQUIRED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        enum http_status status = feed(rows[i].text, strlen(rows[i].text));
        if (status != rows[i].want) {
            fail_msg("%s gives %d, not %d", rows[i].text, (int)status,
                     (int)rows[i].want);
        }
    }
}

TEST(bytes_of_zero_are_refused_in_the_head_and_kept_in_the_body)
{
    static const char head[] = "GET / HTTP/1.1\r\nA: \0\r\n";
    static const char body[] = POST "Content-Length: 3\r\n\r\na\0b";
    assert_int_equal(feed(head, sizeof head - 1), HTTP_BAD_REQUEST);
    assert_int_equal(feed(body, sizeof body - 1), HTTP_OK);
    assert_memory_equal(request.body, "a\0b", 4);
}

static enum http_status feed_repeated(const char *start, const char *piece)
{
    enum http_status status = feed(start, strlen(start));
    for (int i = 0; i < 100000 && status == HTTP_MORE; i++) {
        status = http_request_feed(&request, piece, strlen(piece));
    }
    return status;
}

TEST(endless_requests_are_refused_at_their_limits)
{
    assert_int_equal(feed_repeated("", "x"), HTTP_URI_TOO_LONG);
    assert_int_equal(request.head_length, HTTP_LINE_MAX);
    assert_int_equal(feed_repeated("GET /", "/a"), HTTP_URI_TOO_LONG);
    assert_int_equal(feed_repeated("GET / HTTP/1.1\r\nA: ", "b"),
                     HTTP_HEADERS_TOO_LARGE);
    assert_int_equal(request.head_length, HTTP_HEAD_MAX + 1);
    assert_int_equal(feed_repeated("GET / HTTP/1.1\r\n", "A: b\r\n"),
                     HTTP_HEADERS_TOO_LARGE);
    assert_int_equal(feed_repeated("GET / HTTP/1.1\r\nHost: ", "abc.\n"),
                     HTTP_BAD_REQUEST);
    assert_int_equal(feed_repeated(POST "Content-Length: 4096\r\n\r\n", "y"), HTTP_OK);
    assert_int_equal(strlen(request.body), HTTP_BODY_MAX);
}

TEST(longest_line_and_host_fit)
{
    char text[HTTP_LINE_MAX + HTTP_HOST_MAX + 100], host[HTTP_HOST_MAX + 1];
    char path[HTTP_LINE_MAX];
    memset(path, 'p', sizeof path);
    memset(host, 'h', sizeof host);
    path[0] = '/';
    path[HTTP_LINE_MAX - 1 - strlen("GET  HTTP/1.1\r")] = '\0';
    host[HTTP_HOST_MAX - 1] = '\0';
    FORMAT_TEXT(text, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", path, host);
    assert_int_equal(feed(text, strlen(text)), HTTP_OK);
    assert_string_equal(request.path, path);
    assert_string_equal(request.host, host);
    FORMAT_TEXT(text, "GET / HTTP/1.1\r\nHost: %sh\r\n\r\n", host);
    assert_int_equal(feed(text, strlen(text)), HTTP_BAD_REQUEST);
}

TEST_MAIN(NULL, NULL)
