/* A session that hears the lines of a real match changed: bytes flipped, lines cut, doubled,
 * left out. It may lose the match, never its way. */
#include <stdlib.h>
#include <string.h>

#include "fibs/bgammon/duty.h"
#include "fibs/bgammon/lines.h"
#include "fibs/bgammon/session.h"
#include "tests/unit/server/fibsd/bgammon_world.h"
#include "tests/unit/test_case.h"

enum { STEPS = 20000, EVENTS_MOST = 64, MUTATED = 12 /* lines: 1 in N */, CLOCKS = 5 };

struct victim {
    struct world world; /* of persons who join it */
    struct bgammond_client *client;
    struct bgammon_session *session;
    struct bgammon_lines lines;
    uint64_t random;
    int acted, mutated, connected;
};

static unsigned below(struct victim *v, unsigned bound)
{
    v->random = v->random * 6364136223846793005U + 1442695040888963407U;
    return (unsigned)((v->random >> 33) % bound);
}

static void hear(struct victim *v, const char *line);

static void order(struct victim *v, enum bgammon_command_id id)
{
    struct bgammon_command command;
    assert_true(bgammon_command_plain(&command, id));
    (void)bgammon_session_send(v->session, v->world.now, &command);
}

static void do_duty(struct victim *v, const struct bgammon_board *board)
{
    struct bgammon_command command;
    v->acted++;
    switch (bgammon_board_duty(board, false)) {
    case BGAMMON_OPENS:
    case BGAMMON_ROLLS:
        order(v, BGAMMON_CMD_ROLL);
        break;
    case BGAMMON_PLAYS:
        if (bgammon_command_move(&command, board->available.hop, 1)) {
            (void)bgammon_session_send(v->session, v->world.now, &command);
        }
        break;
    case BGAMMON_ENDS_TURN:
    case BGAMMON_ANSWERS:
        order(v, BGAMMON_CMD_OK);
        break;
    case BGAMMON_LEAVES:
        order(v, BGAMMON_CMD_LEAVE);
        break;
    case BGAMMON_WAITS:
        break;
    }
}

static void hang_up(struct victim *v)
{
    if (v->client != NULL) {
        bgammond_disconnect(v->client);
        v->client = NULL;
    }
}

static void say(struct victim *v, const char *text)
{
    if (v->client != NULL) {
        bgammond_receive(v->client, text, strlen(text));
        bgammond_receive(v->client, "\n", 1);
    }
}

static void obey(struct victim *v, const struct bgammon_session_event *event)
{
    switch (event->type) {
    case BGAMMON_SESSION_CONNECT:
        bgammon_lines_init(&v->lines);
        v->client = bgammond_connect(v->world.core);
        v->connected++;
        bgammon_session_connected(v->session, v->world.now);
        break;
    case BGAMMON_SESSION_SEND:
        say(v, event->command.text);
        break;
    case BGAMMON_SESSION_SEND_LOGIN:
        say(v, "lj test/en bot_victim");
        break;
    case BGAMMON_SESSION_CLOSE:
        hang_up(v);
        break;
    case BGAMMON_SESSION_BOARD:
        do_duty(v, &event->line->board);
        break;
    default:
        break;
    }
}

static void obey_all(struct victim *v)
{
    struct bgammon_session_event event;
    for (int count = 0; bgammon_session_next_event(v->session, &event); count++) {
        assert_true(count < EVENTS_MOST);
        obey(v, &event);
    }
}

static void hear(struct victim *v, const char *line)
{
    bgammon_session_line(v->session, v->world.now, line);
    obey_all(v);
}

/* Passes the line on, at times changed. */
static void hear_mutated(struct victim *v, const char *line)
{
    static char copy[BGAMMON_LINE_MAX + 1];
    size_t length = strlen(line);
    memcpy(copy, line, length + 1);
    if (length == 0 || below(v, MUTATED) != 0) {
        hear(v, copy);
        return;
    }
    v->mutated++;
    unsigned at = below(v, (unsigned)length);
    switch (below(v, 5)) {
    case 0: /* left out */
        return;
    case 1:
        hear(v, copy);
        break;
    case 2:
        copy[at] = '\0';
        break;
    case 3:
        copy[at] = (char)(1 + below(v, 255));
        break;
    default: /* another digit somewhere: a number that is wrong */
        at += (unsigned)strcspn(copy + at, "0123456789");
        copy[at < length ? at : 0] = (char)('0' + below(v, 10));
    }
    hear(v, copy);
}

static void hear_core(struct victim *v)
{
    size_t size = 0;
    const char *output = v->client == NULL ? "" : bgammond_output(v->client, &size);
    char *bytes = malloc(size + 1);
    const char *at = bytes, *line;
    memcpy(bytes, output, size);
    if (size > 0) {
        bgammond_sent(v->client, size);
    }
    while ((line = bgammon_lines_next(&v->lines, &at, &size)) != NULL) {
        hear_mutated(v, line);
    }
    free(bytes);
    if (v->client != NULL && bgammond_is_closing(v->client)) {
        hang_up(v);
        bgammon_session_disconnected(v->session, v->world.now, "closed");
        obey_all(v);
    }
}

static void step(struct victim *v)
{
    struct bgammon_command create;
    world_step(&v->world);
    hear_core(v);
    /* several clocks may run out at once */
    for (int i = 0; bgammon_session_deadline(v->session) <= v->world.now; i++) {
        assert_true(i < CLOCKS);
        bgammon_session_tick(v->session, v->world.now);
        obey_all(v);
    }
    if (!bgammon_session_has_match(v->session) && bgammon_session_is_free(v->session) &&
        bgammon_command_create(&create, 3, "")) {
        (void)bgammon_session_send(v->session, v->world.now, &create);
    }
    obey_all(v);
}

TEST(changed_lines_never_lead_a_session_astray)
{
    static struct victim v;
    struct bgammon_session_config config;
    struct bgammond_config plain;
    bgammond_config_default(&plain);
    world_open(&v.world, &plain);
    world_add(&v.world, "person_a", true, false, 1, 0);
    world_add(&v.world, "person_b", true, false, 1, 0);
    bgammon_session_config_default(&config);
    v.session = bgammon_session_new(&config);
    bgammon_session_start(v.session, 0);
    obey_all(&v);
    for (int i = 0; i < STEPS; i++) {
        step(&v);
        if (bgammon_session_state(v.session) == BGAMMON_FAILED) {
            bgammon_session_start(v.session, v.world.now);
        }
    }
    print_message("%d lines changed, %d boards acted on, %d connections\n", v.mutated,
                  v.acted, v.connected);
    assert_true(v.mutated > 100 && v.acted > 100);
    assert_int_equal(bgammond_counts(v.world.core)->forbidden_joins, 0);
    assert_int_equal(bgammond_counts(v.world.core)->unknown, 0);
    hang_up(&v);
    bgammon_session_free(v.session);
    world_close(&v.world);
}

TEST_MAIN(NULL, NULL)
