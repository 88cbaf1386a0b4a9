#include "bot/bgammon/bgammon_connect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>

#include "base/clock.h"
#include "bot/bgammon/bgammon_events.h"
#include "fibs/bgammon/lines.h"
#include "fibs/bgammon/session.h"
#include "fibs/client_dial.h"
#include "fibs/client_secret.h"
#include "fibs/mask.h"

enum {
    ADDRESS_MS = 15 * 1000, /* limit for connecting to one address */
    WRITE_S = 60,           /* after so long without taking bytes a server is dead */
    OPEN_MS = 3000,         /* between matches that we open */
    CHUNK_SIZE = 4096,
    HOST_SIZE = 256,
    PASSWORD_SIZE = 160
};

struct connection {
    struct client client; /* the first member */
    struct event_base *base;
    const struct client_handler *handler;
    void *arg;
    char host[HOST_SIZE];
    int port, points;
    char name[USER_NAME_SIZE], program[USER_CLIENT_SIZE + 8];
    struct bgammon_session *session;
    struct bgammon_translator translator;
    struct bgammon_lines lines;
    struct event *timer;
    struct fibs_dial *dial;  /* while a connection is being made */
    struct bufferevent *bev; /* while there is one */
    struct fibs_mask mask, hidden;
    bool is_ready;                      /* takes matches */
    int64_t open_at;                    /* the next match that we open */
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
        (void)snprintf(text, sizeof text, "%s", line);
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
    if (c->dial != NULL) {
        fibs_dial_cancel(c->dial);
        c->dial = NULL;
    }
    if (c->bev != NULL) {
        bufferevent_free(c->bev);
        c->bev = NULL;
    }
}

static void lose(struct connection *c, const char *reason)
{
    drop_line(c);
    bgammon_session_disconnected(c->session, clock_ms(), reason);
}

static void write_command(struct connection *c, const struct bgammon_command *command)
{
    trace(c, CLIENT_TO_SERVER, command->text);
    if (c->bev != NULL) {
        (void)bufferevent_write(c->bev, command->text, strlen(command->text));
        (void)bufferevent_write(c->bev, "\n", 1);
    }
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
    (void)snprintf(masked, sizeof masked, "lj %s %s ***", c->program, c->name);
    trace(c, CLIENT_TO_SERVER, masked);
    bool is_written = fibs_client_write_secret(c->bev, command.text, "\n");
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
        give_trouble(c, problem);
        bgammon_session_stop(c->session, clock_ms());
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
        bgammon_events_init(&c->translator, pass_event, c);
        c->is_ready = false;
    }
    c->handler->state(c->arg, state_of(state), reason);
}

static void act_on_board(struct connection *c, const struct bgammon_board *board)
{
    struct bgammon_command command;
    enum bgammon_command_id id = bgammon_events_board(&c->translator, board);
    if (id != BGAMMON_CMD_NONE && bgammon_command_plain(&command, id)) {
        (void)bgammon_session_send(c->session, clock_ms(), &command);
    }
}

static void dialled(void *arg, int fd, const char *why);

static void start_dial(struct connection *c)
{
    drop_line(c);
    c->dial = fibs_dial_start(c->base, c->host, c->port, ADDRESS_MS, dialled, c);
    if (c->dial == NULL) {
        lose(c, "out of memory");
    }
}

static void carry_out_event(struct connection *c, struct bgammon_session_event *event)
{
    mask(c, event->text);
    switch (event->type) {
    case BGAMMON_SESSION_NONE:
        break;
    case BGAMMON_SESSION_CONNECT:
        start_dial(c);
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
        bgammon_events_line(&c->translator, event->line);
        break;
    case BGAMMON_SESSION_BOARD:
        act_on_board(c, &event->line->board);
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

static bool may_open(const struct connection *c)
{
    return c->is_ready && bgammon_session_state(c->session) == BGAMMON_READY &&
           !bgammon_session_has_match(c->session) &&
           bgammon_session_is_free(c->session);
}

/* Nobody has joined it, and nobody is to. */
static bool is_to_close(const struct connection *c)
{
    return !c->is_ready && c->translator.has_board &&
           c->translator.opponent[0] == '\0' &&
           bgammon_session_state(c->session) == BGAMMON_READY &&
           bgammon_session_has_match(c->session) && bgammon_session_is_free(c->session);
}

/* Opens or leaves it; returns whether a command is out. */
static bool tend_table(struct connection *c)
{
    struct bgammon_command command;
    int64_t now = clock_ms();
    if (is_to_close(c)) {
        (void)bgammon_command_plain(&command, BGAMMON_CMD_LEAVE);
    } else if (may_open(c) && now >= c->open_at &&
               bgammon_command_create(&command, c->points, "")) {
        c->open_at = now + OPEN_MS;
    } else {
        return false;
    }
    return bgammon_session_send(c->session, now, &command);
}

static void schedule_timer(struct connection *c)
{
    int64_t at = bgammon_session_deadline(c->session);
    if (may_open(c) && c->open_at < at) {
        at = c->open_at;
    }
    if (at == INT64_MAX) {
        (void)event_del(c->timer);
        return;
    }
    int64_t wait = at - clock_ms();
    wait = wait < 0 ? 0 : wait;
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
    while (c->bev != NULL &&
           (line = bgammon_lines_next(&c->lines, &bytes, &size)) != NULL) {
        trace(c, CLIENT_FROM_SERVER, line);
        bgammon_session_line(c->session, clock_ms(), line);
        carry_out_events(c);
    }
}

static void readable(struct bufferevent *bev, void *arg)
{
    struct connection *c = arg;
    char chunk[CHUNK_SIZE];
    size_t size;
    while (c->bev == bev && (size = bufferevent_read(bev, chunk, sizeof chunk)) > 0) {
        hear_bytes(c, chunk, size);
    }
}

static void broken(struct bufferevent *bev, short what, void *arg)
{
    struct connection *c = arg;
    int error = EVUTIL_SOCKET_ERROR();
    (void)bev;
    lose(c, (what & BEV_EVENT_TIMEOUT) != 0 ? "the server takes nothing any more"
            : (what & BEV_EVENT_ERROR) != 0 && error != 0
                ? evutil_socket_error_to_string(error)
                : "connection closed by the server");
    carry_out_events(c);
}

static void dialled(void *arg, int fd, const char *why)
{
    struct connection *c = arg;
    c->dial = NULL;
    if (fd < 0) {
        lose(c, why);
    } else if ((c->bev = bufferevent_socket_new(c->base, fd, BEV_OPT_CLOSE_ON_FREE)) ==
               NULL) {
        (void)evutil_closesocket(fd);
        lose(c, "out of memory");
    } else {
        const struct timeval limit = {WRITE_S, 0};
        bufferevent_setcb(c->bev, readable, NULL, broken, c);
        bufferevent_set_timeouts(c->bev, NULL, &limit);
        (void)bufferevent_enable(c->bev, EV_READ | EV_WRITE);
        bgammon_lines_init(&c->lines);
        bgammon_session_connected(c->session, clock_ms());
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
    drop_line(c);
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

static bool connection_send(struct client *client, const struct game_order *order)
{
    struct connection *c = of(client);
    struct bgammon_command command;
    bool is_good = bgammon_session_state(c->session) == BGAMMON_READY &&
                   bgammon_events_order(&c->translator, order, &command) &&
                   (command.id == BGAMMON_CMD_NONE ||
                    bgammon_session_send(c->session, clock_ms(), &command));
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

static void set_time(int *time_ms, int wanted_ms)
{
    *time_ms = wanted_ms != 0 ? wanted_ms : *time_ms;
}

static struct bgammon_session *new_session(const struct client_setup *setup)
{
    struct bgammon_session_config config;
    bgammon_session_config_default(&config);
    (void)snprintf(config.name, sizeof config.name, "%s", setup->name);
    config.jitter_seed = setup->jitter_seed;
    set_time(&config.connect_ms, setup->times.connect_ms);
    set_time(&config.backoff_first_ms, setup->times.backoff_first_ms);
    set_time(&config.backoff_max_ms, setup->times.backoff_max_ms);
    return bgammon_session_new(&config);
}

struct client *bgammon_connect(struct event_base *base,
                               const struct client_setup *setup,
                               const struct client_handler *handler, void *arg,
                               struct error *err)
{
    if (setup->has_tls) {
        error_set(err, "server.tls: bgammon.org has no TLS on its port");
        return NULL;
    }
    struct connection *c = calloc(1, sizeof *c);
    if (c == NULL) {
        error_no_memory(err);
        return NULL;
    }
    c->client.calls = &connection_calls;
    c->base = base;
    c->handler = handler;
    c->arg = arg;
    c->port = setup->port;
    c->points = setup->points > 0 ? setup->points : 1;
    (void)snprintf(c->host, sizeof c->host, "%s", setup->host);
    (void)snprintf(c->name, sizeof c->name, "%s", setup->name);
    (void)snprintf(c->program, sizeof c->program, "%s/en", setup->program);
    bgammon_events_init(&c->translator, pass_event, c);
    c->session = new_session(setup);
    c->timer = evtimer_new(base, time_is_up, c);
    if (c->session == NULL || c->timer == NULL) {
        connection_free(&c->client);
        error_no_memory(err);
        return NULL;
    }
    return &c->client;
}
