#include "bot/bgammon/bgammon_connect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/event.h>

#include "base/clock.h"
#include "base/text.h"
#include "bot/bgammon/bgammon_events.h"
#include "bot/bgammon/bgammon_offer.h"
#include "fibs/bgammon/duty.h"
#include "fibs/bgammon/lines.h"
#include "fibs/bgammon/session.h"
#include "fibs/bgammon/websocket.h"
#include "fibs/client_link.h"
#include "fibs/mask.h"

enum {
    WRITE_MS = 60 * 1000, /* after so long without taking bytes a server is dead */
    PASSWORD_SIZE = 160
};

struct connection {
    struct client client; /* the first member */
    const struct client_handler *handler;
    void *arg;
    char host[FIBS_HOST_MAX];
    struct bgammon_offer offer;
    char name[USER_NAME_SIZE], program[USER_CLIENT_SIZE + 8];
    struct bgammon_session *session;
    struct bgammon_translator translator;
    struct bgammon_lines lines;
    struct event *timer;
    struct fibs_link *link;
    bool has_websocket;
    struct bgammon_websocket *socket; /* of the connection; NULL: none */
    struct fibs_mask mask, hidden;
    bool is_ready;                      /* takes matches */
    struct bgammon_session_event event; /* being carried out */
    bool is_carrying_out;
};

static struct connection *of(struct client *client)
{
    return (struct connection *)client;
}

static const struct connection *known(const struct client *client)
{
    return (const struct connection *)client;
}

static void mask(const struct connection *c, char *text)
{
    fibs_mask_apply(&c->mask, text);
    fibs_mask_apply(&c->hidden, text);
}

static void trace(const struct connection *c, enum client_direction direction,
                  const char *line)
{
    char text[CLIENT_LINE_SIZE];
    bool is_said = strncmp(line, "{\"Type\":\"say\"", 13) == 0;
    if (c->handler->trace != NULL) {
        COPY_TEXT(text, line);
        mask(c, text);
        c->handler->trace(c->arg, is_said ? CLIENT_FROM_USER : direction, text);
    }
}

static void give_notice(const struct connection *c, const char *text)
{
    if (c->handler->notice != NULL) {
        c->handler->notice(c->arg, text);
    }
}

static void give_trouble(const struct connection *c, const char *text)
{
    if (c->handler->trouble != NULL) {
        c->handler->trouble(c->arg, text);
    }
}

static void pass_event(void *arg, const struct game_event *event)
{
    const struct connection *c = arg;
    c->handler->event(c->arg, event);
}

/* ---- the connection ----------------------------------------------------------------- */

static void drop_line(struct connection *c)
{
    fibs_link_close(c->link);
    bgammon_websocket_free(c->socket);
    c->socket = NULL;
}

static void lose(struct connection *c, const char *reason)
{
    drop_line(c);
    bgammon_session_disconnected(c->session, clock_ms(), reason);
}

/* Writes a command as a line or, by WebSocket, as a message. False: it is not written. */
static bool put_line(struct connection *c, const char *text, bool is_secret)
{
    char bytes[BGAMMON_FRAME_SIZE];
    size_t size;
    if (c->has_websocket) {
        size = c->socket == NULL ? 0 : bgammon_websocket_frame(c->socket, text, bytes);
    } else {
        size = (size_t)snprintf(bytes, sizeof bytes, "%s\n", text);
    }
    bool is_written = size > 0;
    if (is_secret) {
        is_written = is_written && fibs_link_write_secret(c->link, bytes, size);
        explicit_bzero(bytes, sizeof bytes);
    } else {
        fibs_link_write(c->link, bytes, size);
    }
    return is_written;
}

static void write_command(struct connection *c, const struct bgammon_command *command)
{
    trace(c, CLIENT_TO_SERVER, command->text);
    (void)put_line(c, command->text, false);
}

/* Tells why the log-in cannot be sent; NULL: it is. */
static const char *write_login(struct connection *c, const char *password)
{
    char masked[BGAMMON_COMMAND_SIZE];
    struct bgammon_command command;
    if (!bgammon_command_login(&command, c->program, c->name, password)) {
        return "user name or password cannot be sent";
    }
    fibs_mask_learn(&c->mask, strcmp(password, c->name) != 0 ? password : "");
    FORMAT_TEXT(masked, "lj %s %s ***", c->program, c->name);
    trace(c, CLIENT_TO_SERVER, masked);
    bool is_written = put_line(c, command.text, true);
    explicit_bzero(&command, sizeof command);
    return is_written ? NULL : "cannot write the log-in";
}

static void send_login(struct connection *c)
{
    char password[PASSWORD_SIZE] = "";
    bool has_one = c->handler->password != NULL &&
                   c->handler->password(c->arg, password, sizeof password);
    const char *problem = has_one ? write_login(c, password) : "there is no password";
    explicit_bzero(password, sizeof password);
    if (problem != NULL) { /* it would be the same at the next try */
        bgammon_session_give_up(c->session, clock_ms(), problem);
    }
}

/* ---- what the session says ---------------------------------------------------------- */

static enum client_state state_of(enum bgammon_session_state state)
{
    static const enum client_state states[BGAMMON_SESSION_STATES] = {
        [BGAMMON_OFFLINE] = CLIENT_OFFLINE,    [BGAMMON_CONNECTING] = CLIENT_CONNECTING,
        [BGAMMON_GREETING] = CLIENT_CONNECTED, [BGAMMON_LOGIN_SENT] = CLIENT_LOGGING_IN,
        [BGAMMON_SETTLING] = CLIENT_WELCOMED,  [BGAMMON_READY] = CLIENT_READY,
        [BGAMMON_CLOSING] = CLIENT_CLOSING,    [BGAMMON_BACKOFF] = CLIENT_BACKOFF,
        [BGAMMON_FAILED] = CLIENT_FAILED,
    };
    return states[state];
}

static void enter_state(struct connection *c, enum bgammon_session_state state,
                        const char *reason)
{
    if (state == BGAMMON_CONNECTING || state == BGAMMON_BACKOFF) {
        bgammon_events_reconnect(&c->translator);
        c->is_ready = false;
    }
    c->handler->state(c->arg, state_of(state), reason);
}

static void act_on_board(struct connection *c, const struct bgammon_board *board)
{
    struct bgammon_command command;
    if (board->variant != 0 &&
        bgammon_command_say(&command, "Sorry, I play backgammon only.")) {
        (void)bgammon_session_send(c->session, clock_ms(), &command);
    }
    enum bgammon_command_id id = bgammon_events_board(&c->translator, board);
    if (id != BGAMMON_CMD_NONE && bgammon_command_plain(&command, id)) {
        (void)bgammon_session_send(c->session, clock_ms(), &command);
    }
}

static void hear_line(struct connection *c, const struct bgammon_event *line)
{
    const char *note = bgammon_offer_line(&c->offer, line, clock_ms());
    bgammon_events_line(&c->translator, line);
    if (note != NULL && line->type == BGAMMON_NOTICE) {
        char text[BGAMMON_TEXT_SIZE];
        memcpy(text, line->text, sizeof text);
        mask(c, text);
        give_notice(c, text);
    }
    if (note != NULL) {
        give_notice(c, note);
    }
}

static void wait_for_opponent(struct connection *c)
{
    bgammon_events_away(&c->translator);
    if (c->translator.opponent[0] == '\0') {
        bgammon_offer_alone(&c->offer, clock_ms());
        give_notice(c, "we sit in a match whose opponent is away");
    }
}

static void carry_out_event(struct connection *c, struct bgammon_session_event *event)
{
    mask(c, event->text);
    switch (event->type) {
    case BGAMMON_SESSION_NONE:
        break;
    case BGAMMON_SESSION_CONNECT:
        drop_line(c);
        fibs_link_open(c->link);
        break;
    case BGAMMON_SESSION_SEND:
        write_command(c, &event->command);
        break;
    case BGAMMON_SESSION_SEND_LOGIN:
        send_login(c);
        break;
    case BGAMMON_SESSION_CLOSE:
        drop_line(c);
        break;
    case BGAMMON_SESSION_STATE:
        enter_state(c, event->state, event->text);
        break;
    case BGAMMON_SESSION_LINE:
        hear_line(c, event->line);
        break;
    case BGAMMON_SESSION_BOARD:
        act_on_board(c, &event->line->board);
        break;
    case BGAMMON_SESSION_AWAY:
        wait_for_opponent(c);
        break;
    case BGAMMON_SESSION_LOST:
        give_trouble(c, "the match of before the connection was lost does not go on");
        break;
    case BGAMMON_SESSION_NOTICE:
        give_notice(c, event->text);
        break;
    case BGAMMON_SESSION_TROUBLE:
        give_trouble(c, event->text);
        break;
    }
}

/* ---- our table ---------------------------------------------------------------------- */

static struct bgammon_offer_case offer_case(const struct connection *c)
{
    const struct bgammon_translator *t = &c->translator;
    return (struct bgammon_offer_case){
        .now_ms = clock_ms(),
        .is_ready = c->is_ready,
        .is_free = bgammon_session_state(c->session) == BGAMMON_READY &&
                   bgammon_session_is_free(c->session),
        .has_match = bgammon_session_has_match(c->session),
        .is_empty = t->has_board && t->opponent[0] == '\0',
        .is_begun = bgammon_is_begun(&t->board),
    };
}

/* Opens or leaves it; returns whether a command is out. */
static bool tend_table(struct connection *c)
{
    struct bgammon_command command;
    const struct bgammon_offer_case now = offer_case(c);
    enum bgammon_command_id due = bgammon_offer_due(&c->offer, &now);
    if (due == BGAMMON_CMD_CREATE) {
        c->translator.former[0] = '\0';
    }
    bool is_good = due == BGAMMON_CMD_CREATE
                       ? bgammon_command_create(&command, c->offer.opened, "")
                       : bgammon_command_plain(&command, due);
    return is_good && bgammon_session_send(c->session, now.now_ms, &command);
}

static void schedule_timer(struct connection *c)
{
    int64_t at = bgammon_session_deadline(c->session);
    const struct bgammon_offer_case now = offer_case(c);
    int64_t offer_at = bgammon_offer_deadline(&c->offer, &now);
    at = offer_at < at ? offer_at : at;
    if (at == INT64_MAX) {
        (void)event_del(c->timer);
        return;
    }
    int64_t wait = at > now.now_ms ? at - now.now_ms : 0;
    const struct timeval after = {wait / 1000, wait % 1000 * 1000};
    (void)event_add(c->timer, &after);
}

/* Call it after every input. The handler's calls get here, too: the loop that is already
 * running carries their events out, in order. */
static void carry_out_events(struct connection *c)
{
    if (c->is_carrying_out) {
        return;
    }
    c->is_carrying_out = true;
    do {
        while (bgammon_session_next_event(c->session, &c->event)) {
            carry_out_event(c, &c->event);
        }
    } while (tend_table(c));
    c->is_carrying_out = false;
    schedule_timer(c);
}

static void time_is_up(evutil_socket_t fd, short what, void *arg)
{
    struct connection *c = arg;
    (void)fd;
    (void)what;
    if (clock_ms() >= bgammon_session_deadline(c->session)) {
        bgammon_session_tick(c->session, clock_ms());
    }
    carry_out_events(c);
}

/* ---- bytes -------------------------------------------------------------------------- */

static void hear_bytes(struct connection *c, const char *bytes, size_t size)
{
    const char *line;
    while (fibs_link_is_up(c->link) &&
           (line = bgammon_lines_next(&c->lines, &bytes, &size)) != NULL) {
        trace(c, CLIENT_FROM_SERVER, line);
        bgammon_session_line(c->session, clock_ms(), line);
        carry_out_events(c);
    }
}

/* What ends the connection is heard after what came before it. */
static void hear_frames(struct connection *c, const char *bytes, size_t size)
{
    struct error err = {0};
    bool was_open = bgammon_websocket_is_open(c->socket);
    bool goes_on = bgammon_websocket_take(c->socket, bytes, size, &err);
    const char *replies = bgammon_websocket_replies(c->socket, &size);
    fibs_link_write(c->link, replies, size);
    if (!was_open && bgammon_websocket_is_open(c->socket)) {
        bgammon_session_connected(c->session, clock_ms());
        carry_out_events(c);
    }
    if (c->socket != NULL) {
        const char *lines = bgammon_websocket_lines(c->socket, &size);
        hear_bytes(c, lines, size);
    }
    if (!goes_on) {
        lose(c, err.text);
        carry_out_events(c);
    }
}

static void link_heard(void *arg, char *bytes, size_t size)
{
    struct connection *c = arg;
    if (c->has_websocket) {
        hear_frames(c, bytes, size);
    } else {
        hear_bytes(c, bytes, size);
    }
}

static void ask_for_websocket(struct connection *c)
{
    char request[BGAMMON_REQUEST_SIZE];
    c->socket = bgammon_websocket_new();
    if (c->socket == NULL) {
        lose(c, "out of memory");
        return;
    }
    size_t size = bgammon_websocket_request(c->socket, c->host, request);
    fibs_link_write(c->link, request, size);
}

static void link_up(void *arg)
{
    struct connection *c = arg;
    bgammon_lines_init(&c->lines);
    if (c->has_websocket) {
        ask_for_websocket(c);
    } else {
        bgammon_session_connected(c->session, clock_ms());
    }
    carry_out_events(c);
}

/* A certificate that is refused is refused at the next try, too. */
static void link_lost(void *arg, enum fibs_loss loss, const char *reason)
{
    struct connection *c = arg;
    if (loss == FIBS_LOSS_UNTRUSTED) {
        bgammon_session_give_up(c->session, clock_ms(), reason);
    } else {
        lose(c, reason);
    }
    carry_out_events(c);
}

/* ---- calls -------------------------------------------------------------------------- */

static void connection_free(struct client *client)
{
    if (client == NULL) {
        return;
    }
    struct connection *c = of(client);
    bgammon_websocket_free(c->socket);
    fibs_link_free(c->link);
    if (c->timer != NULL) {
        event_free(c->timer);
    }
    bgammon_session_free(c->session);
    free(c);
}

static void connection_start(struct client *client)
{
    bgammon_session_start(of(client)->session, clock_ms());
    carry_out_events(of(client));
}

/* A text that is too long for one line is said in several. */
static bool connection_send(struct client *client, const struct game_order *order)
{
    struct connection *c = of(client);
    struct game_order part = *order;
    struct bgammon_command command;
    const char *rest = order->text;
    bool is_good = bgammon_session_state(c->session) == BGAMMON_READY;
    do {
        rest = bgammon_said_next(rest, part.text);
        is_good = is_good && bgammon_events_order(&c->translator, &part, &command) &&
                  (command.id == BGAMMON_CMD_NONE ||
                   bgammon_session_send(c->session, clock_ms(), &command));
    } while (is_good && *rest != '\0');
    carry_out_events(c);
    return is_good;
}

static void connection_set_ready(struct client *client, bool ready)
{
    of(client)->is_ready = ready;
    carry_out_events(of(client));
}

/* One command is under way at a time, and it is for the board of now. */
static void connection_forget(struct client *client)
{
    (void)client;
}

static void connection_stop(struct client *client)
{
    bgammon_session_stop(of(client)->session, clock_ms());
    carry_out_events(of(client));
}

static enum client_state connection_state(const struct client *client)
{
    return state_of(bgammon_session_state(known(client)->session));
}

static struct client_account connection_account(const struct client *client)
{
    struct client_account account = {.standing = {.is_known = false}};
    memcpy(account.opponent, known(client)->translator.opponent,
           sizeof account.opponent);
    return account;
}

static bool connection_is_idle(const struct client *client)
{
    return bgammon_session_is_free(known(client)->session);
}

static int64_t connection_deadline(const struct client *client)
{
    return bgammon_session_deadline(known(client)->session);
}

static void connection_mask(const struct client *client, char *text)
{
    mask(known(client), text);
}

static void connection_hide(struct client *client, const char *secret)
{
    fibs_mask_learn(&of(client)->hidden, secret);
}

static const struct client_calls connection_calls = {
    .free = connection_free,
    .start = connection_start,
    .send = connection_send,
    .set_ready = connection_set_ready,
    .forget = connection_forget,
    .stop = connection_stop,
    .state = connection_state,
    .account = connection_account,
    .is_idle = connection_is_idle,
    .deadline = connection_deadline,
    .mask = connection_mask,
    .hide = connection_hide,
};

/* ---- making ------------------------------------------------------------------------- */

static struct bgammon_session *new_session(const struct client_setup *setup)
{
    struct bgammon_session_config config;
    bgammon_session_config_default(&config);
    COPY_TEXT(config.name, setup->name);
    config.jitter_seed = setup->jitter_seed;
    client_set_time(&config.connect_ms, setup->times.connect_ms);
    client_set_time(&config.backoff_first_ms, setup->times.backoff_first_ms);
    client_set_time(&config.backoff_max_ms, setup->times.backoff_max_ms);
    return bgammon_session_new(&config);
}

struct client *bgammon_connect(struct event_base *base,
                               const struct client_setup *setup,
                               const struct client_handler *handler, void *arg,
                               struct error *err)
{
    static const struct fibs_link_handler callbacks = {link_up, link_heard, link_lost};
    const struct fibs_link_config link = {
        setup->host, setup->port, setup->has_websocket, setup->ca_file, WRITE_MS};
    if (setup->has_tls && !setup->has_websocket) {
        error_set(err, "server.tls: bgammon.org has no TLS but by WebSocket");
        return NULL;
    }
    struct connection *c = error_allocate(sizeof *c, err);
    if (c == NULL) {
        return NULL;
    }
    c->client.calls = &connection_calls;
    c->handler = handler;
    c->arg = arg;
    c->has_websocket = setup->has_websocket;
    bgammon_offer_init(&c->offer, setup->points, setup->patience_s);
    COPY_TEXT(c->host, setup->host);
    COPY_TEXT(c->name, setup->name);
    FORMAT_TEXT(c->program, "%s/en", setup->program);
    bgammon_events_init(&c->translator, pass_event, c);
    c->session = new_session(setup);
    c->timer = evtimer_new(base, time_is_up, c);
    if (c->session == NULL || c->timer == NULL) {
        error_no_memory(err);
    } else {
        c->link = fibs_link_new(base, &link, &callbacks, c, err);
    }
    if (c->link == NULL) {
        connection_free(&c->client);
        return NULL;
    }
    return &c->client;
}
