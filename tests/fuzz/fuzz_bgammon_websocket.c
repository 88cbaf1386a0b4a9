/* Bytes of a hostile server as a WebSocket: the first byte says how many come at a time, and
 * whether the right answer to the request is put before them. Lines end in LF and are not
 * longer than a message may be; it says why it ends, and after that nothing is asked of it. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "tests/fuzz/fuzz_target.h"
#include "tests/unit/fibs/bgammon/websocket_answer.h"

static void check_lines(struct bgammon_websocket *socket)
{
    size_t size, since = 0;
    const char *lines = bgammon_websocket_lines(socket, &size);
    assert(size == 0 || lines[size - 1] == '\n');
    for (size_t i = 0; i < size; i++, since++) {
        since = lines[i] == '\n' ? 0 : since;
        assert(since <= BGAMMON_LINE_MAX);
    }
    (void)bgammon_websocket_replies(socket, &size);
    assert(size <= 1 << 16);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char request[BGAMMON_REQUEST_SIZE], answer[300], frame[BGAMMON_FRAME_SIZE];
    struct error err = {.text = ""};
    struct bgammon_websocket *socket = size == 0 ? NULL : bgammon_websocket_new();
    if (socket == NULL) {
        return 0;
    }
    bool goes_on = true;
    if ((data[0] & 0x80) == 0) {
        (void)bgammon_websocket_request(socket, "::1", request);
        size_t count = websocket_answer(request, answer, sizeof answer);
        assert(bgammon_websocket_take(socket, answer, count, &err));
    }
    size_t piece = (data[0] & 0x7f) + 1U;
    for (size_t at = 1; at < size && goes_on; at += piece) {
        size_t count = size - at < piece ? size - at : piece;
        goes_on = bgammon_websocket_take(socket, (const char *)data + at, count, &err);
        check_lines(socket);
    }
    assert(goes_on == (err.text[0] == '\0'));
    assert(bgammon_websocket_frame(socket, "roll", frame) == 10);
    bgammon_websocket_free(socket);
    return 0;
}
