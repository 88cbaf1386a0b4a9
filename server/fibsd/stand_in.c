#include "server/fibsd/stand_in.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/splitmix.h"
#include "fibs/bgammon/duty.h"
#include "fibs/bgammon/lines.h"
#include "fibs/bgammon/session.h"

enum {
    PIECES = 100000,
    LOOK_MS = 2000,
    BACK_FIRST_MS = 1000, /* persons come back soon */
    BACK_MOST_MS = 4000,
    DOUBLES = 25,
    DROPS = 4,
    RESETS = 40,
    GIVES_UP = 150,
    TALKS = 60
}; /* 1 in N */

struct stand_in {
    struct bgammond *core;
    struct stand_in_config config; /* but for its texts: */
    char name[STAND_IN_TEXT], password[STAND_IN_TEXT];
    struct bgammon_session *session;
    struct bgammond_client *client; /* NULL: not connected */
    struct bgammon_lines lines;
    struct bgammon_board board; /* to act on at `act_ms` */
    int64_t act_ms;             /* INT64_MAX: nothing to do */
    int64_t look_ms;            /* when it looks for a match again */
    int64_t now_ms;             /* of the last step */
    uint64_t random;
    int lost;
};

/* ---- chance ---------------------------------------------------------------------- */

static bool is_picked(struct stand_in *stand_in, unsigned one_in)
{
    return splitmix_below(&stand_in->random, one_in) == 0;
}

/* ---- what it sends --------------------------------------------------------------- */

static void order(struct stand_in *stand_in, int64_t now, enum bgammon_command_id id)
{
    struct bgammon_command command;
    if (bgammon_command_plain(&command, id)) {
        (void)bgammon_session_send(stand_in->session, now, &command);
    }
}

static void talk(struct stand_in *stand_in, int64_t now)
{
    struct bgammon_command command;
    if (is_picked(stand_in, TALKS) && bgammon_command_say(&command, "Good luck!")) {
        (void)bgammon_session_send(stand_in->session, now, &command);
    }
}

static void play_hop(struct stand_in *stand_in, int64_t now)
{
    const struct bgammon_hops *hops = &stand_in->board.available;
    struct bgammon_command command;
    if (stand_in->board.moves.count > 0 && is_picked(stand_in, RESETS)) {
        order(stand_in, now, BGAMMON_CMD_RESET);
        return;
    }
    unsigned chosen = splitmix_below(&stand_in->random, (unsigned)hops->count);
    if (bgammon_command_move(&command, &hops->hop[chosen], 1)) {
        (void)bgammon_session_send(stand_in->session, now, &command);
    }
}

/* Before the roll. It gives up only what costs one game. */
static enum bgammon_command_id choose_roll(struct stand_in *stand_in)
{
    const struct bgammon_board *board = &stand_in->board;
    if (bgammon_may_double(board) && is_picked(stand_in, DOUBLES)) {
        return BGAMMON_CMD_DOUBLE;
    }
    bool is_cheap = bgammon_price(board) == board->cube;
    return is_cheap && is_picked(stand_in, GIVES_UP) ? BGAMMON_CMD_RESIGN
                                                     : BGAMMON_CMD_ROLL;
}

static void act(struct stand_in *stand_in, int64_t now)
{
    stand_in->act_ms = INT64_MAX;
    switch (bgammon_board_duty(&stand_in->board, stand_in->config.has_autoplay)) {
    case BGAMMON_WAITS:
        break;
    case BGAMMON_OPENS:
        talk(stand_in, now);
        order(stand_in, now, BGAMMON_CMD_ROLL);
        break;
    case BGAMMON_ROLLS:
        order(stand_in, now, choose_roll(stand_in));
        break;
    case BGAMMON_PLAYS:
        play_hop(stand_in, now);
        break;
    case BGAMMON_ENDS_TURN:
        order(stand_in, now, BGAMMON_CMD_OK);
        break;
    case BGAMMON_ANSWERS:
        order(stand_in, now,
              is_picked(stand_in, DROPS) ? BGAMMON_CMD_RESIGN : BGAMMON_CMD_OK);
        break;
    case BGAMMON_LEAVES:
        order(stand_in, now, BGAMMON_CMD_LEAVE);
        break;
    }
}

/* ---- matches --------------------------------------------------------------------- */

static void look_for_match(struct stand_in *stand_in, int64_t now)
{
    struct bgammon_command command;
    stand_in->look_ms = now + LOOK_MS;
    if (stand_in->config.is_person) {
        order(stand_in, now, BGAMMON_CMD_LIST);
        return;
    }
    unsigned most = (unsigned)stand_in->config.points_most;
    if (bgammon_command_create(&command,
                               1 + (int)splitmix_below(&stand_in->random, most), "")) {
        (void)bgammon_session_send(stand_in->session, now, &command);
    }
}

/* Joins one of the matches in which somebody waits. */
static void choose_match(struct stand_in *stand_in, int64_t now,
                         const struct bgammon_event *line)
{
    const struct bgammon_listing *chosen = NULL;
    unsigned open = 0;
    for (int i = 0; i < line->list.count; i++) {
        const struct bgammon_listing *listing = &line->list.games[i];
        if (listing->players == 1 && !listing->has_password &&
            is_picked(stand_in, ++open)) {
            chosen = listing;
        }
    }
    bool is_free = bgammon_session_is_free(stand_in->session) &&
                   !bgammon_session_has_match(stand_in->session) &&
                   bgammon_session_state(stand_in->session) == BGAMMON_READY;
    if (chosen != NULL && is_free) {
        const struct bgammon_seats seats = bgammon_seats_listed(chosen);
        (void)bgammon_session_join(stand_in->session, now, &seats, NULL);
    }
}

/* ---- the connection -------------------------------------------------------------- */

static void hang_up(struct stand_in *stand_in)
{
    if (stand_in->client != NULL) {
        bgammond_disconnect(stand_in->client);
        stand_in->client = NULL;
    }
    stand_in->act_ms = INT64_MAX;
}

static void connect_to_core(struct stand_in *stand_in, int64_t now)
{
    bgammon_lines_init(&stand_in->lines);
    stand_in->client = bgammond_connect(stand_in->core);
    if (stand_in->client != NULL) {
        bgammon_session_connected(stand_in->session, now);
    } else {
        bgammon_session_disconnected(stand_in->session, now, "out of memory");
    }
}

static void send_command(const struct stand_in *stand_in,
                         const struct bgammon_command *command)
{
    if (stand_in->client != NULL) {
        bgammond_receive(stand_in->client, command->text, strlen(command->text));
        bgammond_receive(stand_in->client, "\n", 1);
    }
}

static void log_in(const struct stand_in *stand_in)
{
    struct bgammon_command command;
    if (bgammon_command_login(&command, "fibsd/en", stand_in->name,
                              stand_in->password)) {
        send_command(stand_in, &command);
    }
    explicit_bzero(&command, sizeof command);
}

static void obey_event(struct stand_in *stand_in, int64_t now,
                       const struct bgammon_session_event *event)
{
    switch (event->type) {
    case BGAMMON_SESSION_CONNECT:
        connect_to_core(stand_in, now);
        break;
    case BGAMMON_SESSION_SEND:
        send_command(stand_in, &event->command);
        break;
    case BGAMMON_SESSION_SEND_LOGIN:
        log_in(stand_in);
        break;
    case BGAMMON_SESSION_CLOSE:
        hang_up(stand_in);
        break;
    case BGAMMON_SESSION_LINE:
        if (event->line->type == BGAMMON_LIST && stand_in->config.is_person) {
            choose_match(stand_in, now, event->line);
        }
        break;
    case BGAMMON_SESSION_BOARD:
        stand_in->board = event->line->board;
        stand_in->act_ms = now + stand_in->config.pace_ms;
        break;
    case BGAMMON_SESSION_LOST:
        stand_in->lost++;
        break;
    default:
        break;
    }
}

static bool obey_events(struct stand_in *stand_in, int64_t now)
{
    struct bgammon_session_event event;
    bool is_busy = false;
    while (bgammon_session_next_event(stand_in->session, &event)) {
        obey_event(stand_in, now, &event);
        is_busy = true;
    }
    return is_busy;
}

/* Takes a piece of what the core has sent; false if there is none. */
static bool hear_piece(struct stand_in *stand_in, int64_t now)
{
    char piece[4096];
    size_t size = 0;
    const char *output =
        stand_in->client == NULL ? NULL : bgammond_output(stand_in->client, &size);
    size_t most =
        stand_in->config.piece > 0 && stand_in->config.piece < (int)sizeof piece
            ? (size_t)stand_in->config.piece
            : sizeof piece;
    if (size == 0) {
        return false;
    }
    size = size < most ? size : most;
    memcpy(piece, output, size);
    bgammond_sent(stand_in->client, size);
    const char *at = piece, *line;
    while ((line = bgammon_lines_next(&stand_in->lines, &at, &size)) != NULL) {
        bgammon_session_line(stand_in->session, now, line);
        (void)obey_events(stand_in, now);
    }
    return true;
}

static bool hear_core(struct stand_in *stand_in, int64_t now)
{
    int pieces = 0;
    while (pieces < PIECES && hear_piece(stand_in, now)) {
        pieces++;
    }
    return pieces > 0;
}

/* The core has finished with us. */
static bool notice_end(struct stand_in *stand_in, int64_t now)
{
    size_t left;
    if (stand_in->client == NULL || !bgammond_is_closing(stand_in->client)) {
        return false;
    }
    (void)bgammond_output(stand_in->client, &left);
    if (left > 0) {
        return false;
    }
    hang_up(stand_in);
    bgammon_session_disconnected(stand_in->session, now, "the server hung up");
    (void)obey_events(stand_in, now);
    return true;
}

/* Whether there is something to begin: a board to act on, a match to look for. */
static bool begin_something(struct stand_in *stand_in, int64_t now)
{
    bool is_idle = bgammon_session_state(stand_in->session) == BGAMMON_READY &&
                   !bgammon_session_has_match(stand_in->session) &&
                   bgammon_session_is_free(stand_in->session);
    if (stand_in->act_ms <= now) {
        act(stand_in, now);
    } else if (is_idle && stand_in->look_ms <= now) {
        look_for_match(stand_in, now);
    } else {
        return false;
    }
    (void)obey_events(stand_in, now);
    return true;
}

bool stand_in_step(struct stand_in *stand_in, int64_t now_ms)
{
    stand_in->now_ms = now_ms;
    bool is_busy = obey_events(stand_in, now_ms);
    if (bgammon_session_deadline(stand_in->session) <= now_ms) {
        bgammon_session_tick(stand_in->session, now_ms);
        (void)obey_events(stand_in, now_ms);
        is_busy = true;
    }
    is_busy = hear_core(stand_in, now_ms) || is_busy;
    is_busy = notice_end(stand_in, now_ms) || is_busy;
    return begin_something(stand_in, now_ms) || is_busy;
}

/* ---- life ------------------------------------------------------------------------ */

struct stand_in *stand_in_new(struct bgammond *core,
                              const struct stand_in_config *config)
{
    struct stand_in *stand_in = calloc(1, sizeof *stand_in);
    struct bgammon_session_config session;
    bgammon_session_config_default(&session);
    (void)snprintf(session.name, sizeof session.name, "%s", config->name);
    session.is_person = config->is_person;
    session.has_autoplay = config->has_autoplay;
    session.jitter_seed = config->seed;
    session.backoff_first_ms = BACK_FIRST_MS;
    session.backoff_max_ms = session.backoff_match_ms = BACK_MOST_MS;
    if (stand_in == NULL ||
        (stand_in->session = bgammon_session_new(&session)) == NULL) {
        free(stand_in);
        return NULL;
    }
    stand_in->core = core;
    stand_in->config = *config;
    (void)snprintf(stand_in->name, sizeof stand_in->name, "%s", config->name);
    (void)snprintf(stand_in->password, sizeof stand_in->password, "%s",
                   config->password);
    stand_in->act_ms = INT64_MAX;
    stand_in->random = config->seed;
    bgammon_session_start(stand_in->session, 0);
    return stand_in;
}

void stand_in_free(struct stand_in *stand_in)
{
    if (stand_in != NULL) {
        bgammon_session_stop(stand_in->session, stand_in->now_ms);
        (void)obey_events(stand_in, stand_in->now_ms);
        hang_up(stand_in);
        bgammon_session_free(stand_in->session);
        free(stand_in);
    }
}

int stand_in_lost(const struct stand_in *stand_in)
{
    return stand_in->lost;
}
