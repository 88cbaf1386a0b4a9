/* WebSocket as a client of bgammon.org: the beginning, lines from frames, frames of commands,
 * answers, and what ends it. */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/fibs/bgammon/websocket_answer.h"
#include "tests/unit/test_case.h"

static struct bgammon_websocket *begin(char answer[300])
{
    char request[BGAMMON_REQUEST_SIZE];
    struct bgammon_websocket *socket = bgammon_websocket_new();
    assert_non_null(socket);
    size_t size = bgammon_websocket_request(socket, "ws.example.org", request);
    assert_int_equal(size, strlen(request));
    assert_non_null(strstr(request, "GET / HTTP/1.1\r\nHost: ws.example.org\r\n"));
    assert_string_equal(request + size - 4, "\r\n\r\n");
    (void)websocket_answer(request, answer, 300);
    return socket;
}

static struct bgammon_websocket *open_socket(void)
{
    char answer[300];
    struct error err;
    struct bgammon_websocket *socket = begin(answer);
    assert_false(bgammon_websocket_is_open(socket));
    assert_true(bgammon_websocket_take(socket, answer, strlen(answer), &err));
    assert_true(bgammon_websocket_is_open(socket));
    return socket;
}

static void expect_lines(struct bgammon_websocket *socket, const char *wanted)
{
    size_t size;
    const char *lines = bgammon_websocket_lines(socket, &size);
    assert_int_equal(size, strlen(wanted));
    assert_true(size == 0 || memcmp(lines, wanted, size) == 0);
}

TEST(messages_become_lines_however_the_bytes_come)
{
    /* a text; one in two fragments with a ping between them; a binary one, not heard */
    static const char frames[] = "\x81\x03one"
                                 "\x01\x02tw\x89\x02hi\x80\x01o"
                                 "\x82\x03"
                                 "bin"
                                 "\x81\x03"
                                 "a\nb";
    const size_t size = sizeof frames - 1;
    for (size_t piece = 1; piece <= size; piece++) {
        char found[100] = "", answers = 0;
        struct bgammon_websocket *socket = open_socket();
        for (size_t at = 0; at < size; at += piece) {
            struct error err;
            size_t count, part = size - at < piece ? size - at : piece;
            assert_true(bgammon_websocket_take(socket, frames + at, part, &err));
            const char *lines = bgammon_websocket_lines(socket, &count);
            strncat(found, count == 0 ? "" : lines, count);
            (void)bgammon_websocket_replies(socket, &count);
            answers = (char)(answers + (count == 0 ? 0 : 1));
            assert_true(count == 0 || count == 2 + 4 + 2); /* a masked pong */
        }
        assert_string_equal(found, "one\ntwo\na b\n");
        assert_int_equal(answers, 1);
        bgammon_websocket_free(socket);
    }
}

TEST(what_follows_the_answer_at_once_is_heard)
{
    char bytes[400];
    struct error err;
    struct bgammon_websocket *socket = begin(bytes);
    strcat(bytes, "\x81\x05hello");
    assert_true(bgammon_websocket_take(socket, bytes, strlen(bytes), &err));
    expect_lines(socket, "hello\n");
    bgammon_websocket_free(socket);
}

TEST(a_command_is_one_masked_text)
{
    char frame[BGAMMON_FRAME_SIZE], command[BGAMMON_COMMAND_SIZE + 1];
    struct bgammon_websocket *socket = open_socket();
    assert_int_equal(bgammon_websocket_frame(socket, "roll", frame), 2 + 4 + 4);
    assert_int_equal((unsigned char)frame[0], 0x81);
    assert_int_equal((unsigned char)frame[1], 0x84);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(frame[6 + i] ^ frame[2 + i], "roll"[i]);
    }
    memset(command, 'x', BGAMMON_COMMAND_SIZE);
    command[BGAMMON_COMMAND_SIZE] = '\0';
    assert_int_equal(bgammon_websocket_frame(socket, command, frame),
                     4 + 4 + BGAMMON_COMMAND_SIZE);
    bgammon_websocket_free(socket);
}

static void refuse_answer(const char *answer, const char *why)
{
    char right[300];
    struct error err = {.text = ""};
    struct bgammon_websocket *socket = begin(right);
    assert_false(bgammon_websocket_take(socket, answer, strlen(answer), &err));
    assert_non_null(strstr(err.text, why));
    assert_false(bgammon_websocket_is_open(socket));
    bgammon_websocket_free(socket);
}

TEST(another_answer_is_refused)
{
    char *endless = malloc(10001);
    assert_non_null(endless);
    refuse_answer("HTTP/1.1 404 Not Found\r\n\r\n",
                  "speaks no WebSocket: HTTP/1.1 404");
    refuse_answer("HTTP/1.1 101 Switching Protocols\r\n\r\n",
                  "another WebSocket request");
    refuse_answer(
        "HTTP/1.1 101 x\r\nSec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\n"
        "\r\n",
        "another WebSocket request");
    memset(endless, 'x', 10000);
    endless[10000] = '\0';
    refuse_answer(endless, "too long");
    free(endless);
}

TEST(an_extension_that_was_not_asked_for_is_refused)
{
    char answer[400];
    struct error err = {.text = ""};
    struct bgammon_websocket *socket = begin(answer);
    strcpy(answer + strlen(answer) - 2,
           "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n");
    assert_false(bgammon_websocket_take(socket, answer, strlen(answer), &err));
    assert_non_null(strstr(err.text, "extension: permessage-deflate"));
    bgammon_websocket_free(socket);
}

static void end_by(const char *frames, size_t size, const char *why)
{
    struct error err = {.text = ""};
    struct bgammon_websocket *socket = open_socket();
    if (bgammon_websocket_take(socket, frames, size, &err)) {
        fail_msg("%zu bytes from %02x are taken", size, (unsigned char)frames[0]);
    }
    assert_non_null(strstr(err.text, why));
    bgammon_websocket_free(socket);
}

TEST(a_close_and_broken_frames_end_it)
{
    end_by("\x88\x02\x03\xe9", 4, "status 1001");
    end_by("\x81\x83"
           "abcdxyz",
           9, "WebSocket");                           /* a server masks nothing */
    end_by("\xc1\x01x", 3, "WebSocket");              /* a reserved bit */
    end_by("\x80\x01x", 3, "WebSocket");              /* continues nothing */
    end_by("\x81\x01\xff", 3, "WebSocket");           /* no UTF-8 */
    end_by("\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x01" /* 64 KiB + 1 */
           "x",
           11, "WebSocket");
}

TEST(an_address_of_ipv6_is_a_host_in_brackets)
{
    char request[BGAMMON_REQUEST_SIZE];
    struct bgammon_websocket *socket = bgammon_websocket_new();
    assert_non_null(socket);
    (void)bgammon_websocket_request(socket, "::1", request);
    assert_non_null(strstr(request, "\r\nHost: [::1]\r\n"));
    bgammon_websocket_free(socket);
}

TEST(only_status_101_opens_it)
{
    static const char *const status[] = {"100", "111", "200"};
    for (size_t i = 0; i < sizeof status / sizeof status[0]; i++) {
        char answer[300];
        struct error err;
        struct bgammon_websocket *socket = begin(answer);
        memcpy(strstr(answer, "101"), status[i], 3);
        assert_false(bgammon_websocket_take(socket, answer, strlen(answer), &err));
        assert_false(bgammon_websocket_is_open(socket));
        bgammon_websocket_free(socket);
    }
}

TEST_MAIN(NULL, NULL)
