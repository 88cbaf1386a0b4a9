/*
 * Bytes from the server: the first byte of the input is the size of a read. The lines
 * must not depend on it, must be printable and within the limit.
 */
#include <assert.h>
#include <string.h>

#include "fibs/line.h"
#include "fibs/telnet.h"
#include "tests/fuzz/fuzz_target.h"

enum { INPUT_MAX = 1 << 14 };

static void check(const char *line)
{
    size_t length = strlen(line);
    assert(length <= FIBS_LINE_MAX && (length == 0 || line[length - 1] != ' '));
    for (size_t i = 0; i < length; i++) {
        assert(line[i] >= ' ' && line[i] <= '~');
    }
}

/* The lines of the bytes in reads of `part`, each ended by LF; returns their length. */
static size_t read_in_parts(const uint8_t *data, size_t size, size_t part, char *lines)
{
    struct fibs_telnet telnet = {FIBS_TELNET_DATA, 0};
    static struct fibs_line reader;
    fibs_line_init(&reader);
    size_t length = 0;
    for (size_t from = 0; from < size; from += part) {
        static char bytes[INPUT_MAX];
        size_t count = size - from < part ? size - from : part;
        memcpy(bytes, data + from, count);
        count = fibs_telnet_filter(&telnet, bytes, count);
        const char *next = bytes;
        for (const char *line;
             (line = fibs_line_next(&reader, &next, &count)) != NULL;) {
            check(line);
            size_t more = strlen(line);
            memcpy(lines + length, line, more);
            lines[length + more] = '\n';
            length += more + 1;
        }
        (void)fibs_line_holds_board(&reader);
    }
    return length;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* a line is never longer than its bytes; a prompt ends one without a byte of its
     * own, hence twice the room */
    static char whole[2 * INPUT_MAX], parts[2 * INPUT_MAX];
    if (size < 2 || size > INPUT_MAX) {
        return 0;
    }
    size_t length = read_in_parts(data + 1, size - 1, size, whole);
    size_t again = read_in_parts(data + 1, size - 1, (size_t)data[0] + 1, parts);
    assert(length == again && memcmp(whole, parts, length) == 0);
    return 0;
}
