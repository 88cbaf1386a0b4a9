/*
 * A whole session against a hostile server: the input's bytes go through telnet and
 * line reader into the session, with time, drops and the player's calls between them.
 *
 *   0x10..0x1f  that many times 500 ms pass
 *   0x01 connected   0x02 disconnected   0x03 roll   0x04 ready   0x05 not ready
 *   0x06 restart it if it is over   0x07 closed by the server   0x08, 0x0e certificate
 *   refused (its time; otherwise)   others: bytes of the server
 *
 * Whatever comes: events are few for each input, an alarm that has rung is set anew,
 * and no more toggles are flipped than wishes and log-ins allow.
 */
#include <assert.h>
#include <string.h>

#include "fibs/line.h"
#include "fibs/session.h"
#include "fibs/telnet.h"
#include "tests/fuzz/fuzz_target.h"

enum {
    INPUT_MAX = 1 << 14,
    EVENTS_MAX = 32,
    FLIPS_PER_CONNECTION = 30, /* of 15 toggles, each with one correction */
    FLIPS_PER_WISH = 2
};

struct run {
    struct fibs_session *session;
    struct fibs_telnet telnet;
    struct fibs_line reader;
    int64_t now;
    int flips_left;
};

static void take_events(struct run *run)
{
    struct fibs_event event;
    int count = 0;
    while (fibs_session_next_event(run->session, &event)) {
        count++;
        assert(count <= EVENTS_MAX);
        assert(memchr(event.text, '\0', sizeof event.text) != NULL);
        if (event.type == FIBS_EVENT_MESSAGE) {
            assert(event.message->line.length <= FIBS_LINE_MAX);
        } else if (event.type == FIBS_EVENT_SEND &&
                   strncmp(event.command.text, "toggle ", 7) == 0) {
            run->flips_left--;
            assert(run->flips_left >= 0);
        } else if (event.type == FIBS_EVENT_CONNECT) {
            run->flips_left += FLIPS_PER_CONNECTION;
        }
    }
}

static void pass_time(struct run *run, int64_t ms)
{
    run->now += ms;
    for (int rings = 0; fibs_session_deadline(run->session) <= run->now; rings++) {
        assert(rings < EVENTS_MAX);
        fibs_session_tick(run->session, run->now);
        take_events(run);
    }
}

static void feed_byte(struct run *run, uint8_t byte)
{
    char bytes[1] = {(char)byte};
    size_t count = fibs_telnet_filter(&run->telnet, bytes, 1);
    const char *at = bytes;
    const char *line;
    while ((line = fibs_line_next(&run->reader, &at, &count)) != NULL) {
        fibs_session_line(run->session, run->now, line);
        take_events(run);
    }
}

static void connected(struct run *run)
{
    memset(&run->telnet, 0, sizeof run->telnet);
    fibs_line_init(&run->reader);
    fibs_session_connected(run->session, run->now);
}

static void act(struct run *run, uint8_t byte)
{
    struct fibs_command roll;
    switch (byte) {
    case 0x01:
        connected(run);
        break;
    case 0x02:
        fibs_session_disconnected(run->session, run->now, "gone", FIBS_LOSS_BROKEN);
        break;
    case 0x07:
    case 0x08:
    case 0x0e:
        fibs_session_disconnected(run->session, run->now, "gone",
                                  byte == 0x07   ? FIBS_LOSS_CLOSED
                                  : byte == 0x08 ? FIBS_LOSS_UNTIMELY
                                                 : FIBS_LOSS_UNTRUSTED);
        break;
    case 0x03:
        (void)fibs_command_plain(&roll, FIBS_CMD_ROLL);
        (void)fibs_session_send(run->session, run->now, &roll);
        break;
    case 0x04:
    case 0x05:
        run->flips_left += FLIPS_PER_WISH;
        fibs_session_set_ready(run->session, run->now, byte == 0x04);
        break;
    case 0x06:
        fibs_session_start(run->session, run->now);
        break;
    default:
        feed_byte(run, byte);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fibs_session_config config;
    if (size > INPUT_MAX) {
        return 0;
    }
    fibs_session_config_default(&config);
    strcpy(config.name, "our_bot");
    strcpy(config.client, "our_client");
    struct run run = {.session = fibs_session_new(&config), .now = 1};
    if (run.session == NULL) {
        return 0;
    }
    fibs_session_start(run.session, run.now);
    take_events(&run);
    for (size_t i = 0; i < size; i++) {
        if (data[i] >= 0x10 && data[i] < 0x20) {
            pass_time(&run, (data[i] - 0x10) * 500);
        } else {
            act(&run, data[i]);
            take_events(&run);
        }
    }
    fibs_session_free(run.session);
    return 0;
}
