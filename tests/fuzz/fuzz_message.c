/*
 * Lines from the server, one a line of the input, as the line reader may give them. All
 * parts of a message must lie within its line, and glued lines must get shorter.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fibs/message.h"
#include "tests/fuzz/fuzz_target.h"

enum { INPUT_MAX = 1 << 13 };

static void check_slice(struct fibs_slice slice, struct fibs_slice line)
{
    assert(slice.text >= line.text &&
           slice.text + slice.length <= line.text + line.length);
}

static void check(const struct fibs_message *message)
{
    for (int i = 0; i < FIBS_NAMES_MAX; i++) {
        check_slice(message->names[i], message->line);
        assert(message->names[i].length < FIBS_NAME_MAX);
    }
    for (int i = 0; i < FIBS_TEXTS_MAX; i++) {
        check_slice(message->texts[i], message->line);
    }
    check_slice(message->rest, message->line);
    assert(message->id >= FIBS_MSG_UNKNOWN && message->id < FIBS_MSG_COUNT &&
           message->rest.length <= message->line.length &&
           (message->rest.length != message->line.length || message->line.length == 0));
}

static void read_line(struct fibs_message_context *context, const char *line)
{
    struct fibs_message message;
    do {
        fibs_message_read(context, line, &message);
        check(&message);
        line = message.rest.text;
    } while (message.rest.length > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > INPUT_MAX) {
        return 0;
    }
    char *text = malloc(size + 1); /* exactly as large as needed */
    if (text == NULL) {
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    struct fibs_message_context context = {.in_motd = false};
    for (char *line = text; line < text + size; line += strlen(line) + 1) {
        line[strcspn(line, "\n")] = '\0';
        read_line(&context, line);
    }
    free(text);
    return 0;
}
