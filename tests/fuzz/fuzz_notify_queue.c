/* What lies in the folder of unsent notifications: each line of the input up to an empty
 * one is the name of a file, all of which hold the rest. Whatever they are called and
 * hold, the queue gives its own, whole ones, oldest first, and comes to its end. */
#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "bot/notify/notify_queue.h"
#include "tests/fuzz/fuzz_folder.h"
#include "tests/fuzz/fuzz_target.h"

enum { INPUT_MAX = 20000, NAME_SIZE = 200, NAMES_MAX = 300 };

/* Returns the place of the line's end. */
static size_t line_end(const uint8_t *data, size_t size, size_t at)
{
    const uint8_t *end = memchr(data + at, '\n', size - at);
    return end == NULL ? size : (size_t)(end - data);
}

static bool is_name(const char *name)
{
    return name[0] != '\0' && strchr(name, '/') == NULL && strcmp(name, ".") != 0 &&
           strcmp(name, "..") != 0;
}

static void write_files(const uint8_t *data, size_t size)
{
    size_t names_end = 0, body;
    while (names_end < size && line_end(data, size, names_end) > names_end) {
        names_end = line_end(data, size, names_end);
        names_end += names_end < size;
    }
    body = names_end < size ? names_end + 1 : size;
    int count = 0;
    for (size_t at = 0; at < names_end && count < NAMES_MAX; count++) {
        char name[NAME_SIZE] = "";
        size_t end = line_end(data, size, at);
        if (end - at < sizeof name) {
            memcpy(name, data + at, end - at);
        }
        if (is_name(name)) {
            (void)fuzz_folder_write(name, data + body, size - body);
        }
        at = end + 1;
    }
}

static void check_waiting(const struct notify_waiting *waiting)
{
    assert(waiting->at_s >= 0);
    assert(strchr(waiting->id, '/') == NULL &&
           strlen(waiting->id) < sizeof waiting->id);
    assert(waiting->event[0] != '\0');
    assert(waiting->body[0] != '\0' && strlen(waiting->body) < NOTIFY_BODY_MAX);
    for (const char *c = waiting->id; *c != '\0'; c++) { /* it stands in a header */
        assert(*c > ' ' && *c <= '~');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct notify_waiting waiting, before;
    struct error err = {0};
    if (size > INPUT_MAX) {
        return 0;
    }
    const char *folder = fuzz_folder_new();
    write_files(data, size);
    struct notify_queue *queue = notify_queue_open(folder, &err);
    assert(queue != NULL);
    assert(notify_queue_count(queue) <= NOTIFY_WAITING_MAX);
    assert(notify_queue_add(queue, 2000000000, NOTIFY_START, "{\"a\":1}", &err));
    int count = 0;
    for (before.at_s = 0; notify_queue_first(queue, &waiting); count++) {
        check_waiting(&waiting);
        assert(waiting.at_s >= before.at_s);
        before = waiting;
        notify_queue_drop(queue, waiting.id);
    }
    assert(count <= NOTIFY_WAITING_MAX && notify_queue_count(queue) == 0);
    notify_queue_close(queue);
    return 0;
}
