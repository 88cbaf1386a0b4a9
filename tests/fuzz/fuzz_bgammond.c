/*
 * The server that speaks like bgammon.org against hostile clients: the input's bytes come
 * from three of them, and time passes.
 *
 *   0x01..0x03  the next bytes are this client's   0x04 it is gone, and comes back
 *   0x10..0x1f  that many times 2 s pass           others: its bytes
 *
 * Whatever comes: what the server sends are lines of JSON, but for the first, and a match
 * never holds an impossible board.
 */
#include <assert.h>
#include <string.h>

#include "server/bgammon/bgammond_internal.h"
#include "tests/fuzz/fuzz_target.h"

enum { INPUT_MAX = 1 << 13, CLIENTS = 3 };

struct run {
    struct bgammond *core;
    struct bgammond_client *clients[CLIENTS];
    int64_t now;
};

static void check_output(struct bgammond_client *client)
{
    size_t size;
    const char *bytes = bgammond_output(client, &size);
    for (size_t at = 0; at < size;) {
        const char *end = memchr(bytes + at, '\n', size - at);
        assert(end != NULL);
        assert(bytes[at] == '{' || bytes[at] == 'h' || bytes[at] == 'n');
        at = (size_t)(end - bytes) + 1;
    }
    bgammond_sent(client, size);
}

static void check_matches(const struct bgammond *core)
{
    for (const struct bgammond_match *match = core->matches; match != NULL;
         match = match->next) {
        assert(reference_fault(&match->board) == NULL);
        assert(match->moved_count >= 0 && match->moved_count <= REFERENCE_MOST_HOPS);
        assert(match->cube >= 1 && match->cube <= BGAMMOND_CUBE_MOST);
    }
}

/* Who is closed comes back. */
static void settle(struct run *run)
{
    for (int i = 0; i < CLIENTS; i++) {
        if (run->clients[i] != NULL) {
            check_output(run->clients[i]);
        }
        if (run->clients[i] != NULL && bgammond_is_closing(run->clients[i])) {
            bgammond_disconnect(run->clients[i]);
            run->clients[i] = NULL;
        }
        if (run->clients[i] == NULL) {
            run->clients[i] = bgammond_connect(run->core);
        }
    }
    check_matches(run->core);
}

static void take_byte(struct run *run, int *who, uint8_t byte)
{
    if (byte >= 0x01 && byte <= CLIENTS) {
        *who = byte - 1;
    } else if (byte == 0x04) {
        bgammond_disconnect(run->clients[*who]);
        run->clients[*who] = NULL;
        settle(run);
    } else if (byte >= 0x10 && byte < 0x20) {
        run->now += (byte - 0x10) * 2000;
        bgammond_tick(run->core, run->now);
        settle(run);
    } else {
        char said = (char)byte;
        bgammond_receive(run->clients[*who], &said, 1);
        if (byte == '\n') {
            settle(run);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bgammond_config config;
    int who = 0;
    if (size > INPUT_MAX) {
        return 0;
    }
    bgammond_config_default(&config);
    struct run run = {.core = bgammond_new(&config)};
    assert(run.core != NULL);
    assert(bgammond_add_account(run.core, "carl", "word", 1500));
    settle(&run);
    for (size_t i = 0; i < size; i++) {
        assert(run.clients[who] != NULL);
        take_byte(&run, &who, data[i]);
    }
    bgammond_free(run.core);
    return 0;
}
