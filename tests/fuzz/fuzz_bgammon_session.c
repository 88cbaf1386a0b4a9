/*
 * A whole session against a hostile bgammon.org server: the input's bytes are those of the
 * server, with time, drops and a player's orders between them.
 *
 *   0x10..0x1f  that many times 500 ms pass
 *   0x01 connected   0x02 disconnected   0x03 start   0x04 stop   0x05 list   0x06 leave
 *   0x07 joins match 7 as the bot that it is
 *   others: bytes of the server
 *
 * To each board that is handed over the player does its duty. Whatever comes: events are few
 * for each input, an alarm that has rung is set anew, nothing but known commands is sent,
 * and no `join` of a match that a list has told of.
 */
#include <assert.h>
#include <string.h>

#include "fibs/bgammon/duty.h"
#include "fibs/bgammon/lines.h"
#include "fibs/bgammon/session.h"
#include "tests/fuzz/fuzz_target.h"

enum { INPUT_MAX = 1 << 14, EVENTS_MAX = 32, RINGS_MAX = 64 };

struct run {
    struct bgammon_session *session;
    struct bgammon_lines lines;
    int64_t now;
};

static void order(struct run *run, enum bgammon_command_id id)
{
    struct bgammon_command command;
    assert(bgammon_command_plain(&command, id));
    (void)bgammon_session_send(run->session, run->now, &command);
}

static void do_duty(struct run *run, const struct bgammon_board *board)
{
    static const enum bgammon_command_id commands[] = {
        [BGAMMON_OPENS] = BGAMMON_CMD_ROLL,   [BGAMMON_ROLLS] = BGAMMON_CMD_DOUBLE,
        [BGAMMON_ENDS_TURN] = BGAMMON_CMD_OK, [BGAMMON_ANSWERS] = BGAMMON_CMD_OK,
        [BGAMMON_LEAVES] = BGAMMON_CMD_LEAVE,
    };
    enum bgammon_duty duty = bgammon_board_duty(board, false);
    struct bgammon_command command;
    if (duty == BGAMMON_PLAYS) {
        if (bgammon_command_move(&command, board->available.hop, 1)) {
            (void)bgammon_session_send(run->session, run->now, &command);
        }
    } else if (duty != BGAMMON_WAITS) {
        order(run, commands[duty]);
    }
}

static void check_sent(const struct bgammon_command *command)
{
    assert(command->id > BGAMMON_CMD_LOGIN && command->id < BGAMMON_COMMANDS);
    assert(memchr(command->text, '\0', sizeof command->text) != NULL);
    assert(strpbrk(command->text, "\r\n") == NULL && command->text[0] != '\0');
    assert(strncmp(command->text, "history", 7) != 0);
}

static void take_events(struct run *run)
{
    struct bgammon_session_event event;
    int count = 0;
    while (bgammon_session_next_event(run->session, &event)) {
        count++;
        assert(count <= EVENTS_MAX);
        assert(memchr(event.text, '\0', sizeof event.text) != NULL);
        if (event.type == BGAMMON_SESSION_SEND) {
            check_sent(&event.command);
        } else if (event.type == BGAMMON_SESSION_BOARD) {
            assert(event.line->type == BGAMMON_BOARD);
            do_duty(run, &event.line->board);
        }
    }
}

static void pass_time(struct run *run, int64_t ms)
{
    run->now += ms;
    for (int rings = 0; bgammon_session_deadline(run->session) <= run->now; rings++) {
        assert(rings < RINGS_MAX);
        bgammon_session_tick(run->session, run->now);
        take_events(run);
    }
}

static void feed_byte(struct run *run, uint8_t byte)
{
    char bytes[1] = {(char)byte};
    const char *at = bytes, *line;
    size_t size = 1;
    while ((line = bgammon_lines_next(&run->lines, &at, &size)) != NULL) {
        bgammon_session_line(run->session, run->now, line);
        take_events(run);
    }
}

static void join_listed(struct run *run)
{
    const struct bgammon_listing listing = {.id = 7, .players = 1};
    const struct bgammon_seats seats = bgammon_seats_listed(&listing);
    assert(!bgammon_session_join(run->session, run->now, &seats, NULL));
}

static void act(struct run *run, uint8_t byte)
{
    switch (byte) {
    case 0x01:
        bgammon_lines_init(&run->lines);
        bgammon_session_connected(run->session, run->now);
        break;
    case 0x02:
        bgammon_session_disconnected(run->session, run->now, "gone");
        break;
    case 0x03:
        bgammon_session_start(run->session, run->now);
        break;
    case 0x04:
        bgammon_session_stop(run->session, run->now);
        break;
    case 0x05:
    case 0x06:
        order(run, byte == 0x05 ? BGAMMON_CMD_LIST : BGAMMON_CMD_LEAVE);
        break;
    case 0x07:
        join_listed(run);
        break;
    default:
        feed_byte(run, byte);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct run run;
    struct bgammon_session_config config;
    if (size > INPUT_MAX) {
        return 0;
    }
    bgammon_session_config_default(&config);
    strcpy(config.name, "bot_a");
    run.session = bgammon_session_new(&config);
    run.now = 1;
    if (run.session == NULL) {
        return 0;
    }
    bgammon_lines_init(&run.lines);
    bgammon_session_start(run.session, run.now);
    take_events(&run);
    for (size_t i = 0; i < size; i++) {
        if (data[i] >= 0x10 && data[i] < 0x20) {
            pass_time(&run, (data[i] - 0x10) * 500);
        } else {
            act(&run, data[i]);
            take_events(&run);
        }
    }
    bgammon_session_free(run.session);
    return 0;
}
