#include "bot/loop.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <event2/event.h>

#include "bot/notify.h"
#include "bot/player.h"
#include "bot/scribe.h"
#include "bot/service.h"
#include "bot/status_http.h"
#include "bot/thinker.h"
#include "fibs/client.h"

enum {
    SIGNALS = 3,
    GOODBYE_MS = 3000, /* for commands that still wait, before we log out */
    FAREWELL_MS = 3000 /* for notifications that still wait, after it */
};

struct loop {
    const struct loop_setup *setup;
    struct event_base *base;
    struct event *timer;
    struct event *signals[SIGNALS];
    struct fibs_client *client;
    struct player *player;
    struct thinker *thinker;
    struct scribe *scribe;
    struct notify *notify; /* NULL: none */
    struct status *board;  /* of the status page; NULL: not wanted */
    struct status_http *http;
    struct service *service;     /* of a service manager; says nothing without one */
    char who[2 * FIBS_NAME_MAX]; /* see log_name() */
    bool is_online;
    bool is_leaving; /* logging out when the queue is empty, or at the deadline */
    int64_t leave_ms;
    int stops; /* signals so far */
    int status;
};

static const char *account_name(const struct loop *loop)
{
    return loop->setup->config->account.name;
}

/* The account and, in a match, the opponent: "our_bot/opp_a". */
static const char *log_name(struct loop *loop)
{
    const char *opponent = loop->player == NULL ? "" : player_opponent(loop->player);
    (void)snprintf(loop->who, sizeof loop->who, "%s%s%s", account_name(loop),
                   *opponent == '\0' ? "" : "/", opponent);
    return loop->who;
}

static void log_out(struct loop *loop)
{
    loop->is_leaving = false;
    fibs_client_stop(loop->client);
}

static bool is_over(enum fibs_session_state state)
{
    return state == FIBS_OFFLINE || state == FIBS_FAILED;
}

/* ---- what the player wants ------------------------------------------------------- */

static void pump(struct loop *loop);

static void on_answer(void *context, const struct decision_answer *answer)
{
    struct loop *loop = context;
    player_answer(loop->player, fibs_client_now_ms(), answer);
    pump(loop);
}

static void carry_out(struct loop *loop, struct player_output *output)
{
    switch (output->type) {
    case PLAYER_SEND:
        if (!fibs_client_send(loop->client, &output->command)) {
            log_event(loop->setup->log, LOG_WARNING, log_name(loop), "not sent: %s",
                      fibs_command_name(output->command.id));
        }
        break;
    case PLAYER_FORGET:
        fibs_client_forget_game_commands(loop->client);
        break;
    case PLAYER_READY:
        fibs_client_set_ready(loop->client, output->is_ready);
        break;
    case PLAYER_THINK:
        if (!thinker_ask(loop->thinker, &output->request, on_answer, loop)) {
            log_event(loop->setup->log, LOG_ERROR, log_name(loop),
                      "too many decisions wait");
        }
        break;
    case PLAYER_CANCEL:
        thinker_cancel(loop->thinker, loop, output->number);
        break;
    case PLAYER_DECIDED:
    case PLAYER_MATCH:
    case PLAYER_BOARD:
    case PLAYER_STANDING:
    case PLAYER_SAVED:
    case PLAYER_REFUSAL:
        scribe_take(loop->scribe, output);
        break;
    case PLAYER_LOG:
        fibs_client_mask(loop->client, output->log.text); /* it may quote the server */
        log_event(loop->setup->log, output->log.level, log_name(loop), "%s",
                  output->log.text);
        if (output->log.level == LOG_ERROR) {
            scribe_error(loop->scribe, output->log.text);
        }
        break;
    case PLAYER_DONE:
        loop->is_leaving = true;
        loop->leave_ms = fibs_client_now_ms() + GOODBYE_MS;
        break;
    }
}

static void set_timer(struct loop *loop)
{
    int64_t now_ms = fibs_client_now_ms();
    int64_t at_ms = player_deadline(loop->player);
    if (loop->is_leaving && loop->leave_ms < at_ms) {
        at_ms = loop->leave_ms;
    }
    if (at_ms == INT64_MAX) {
        (void)event_del(loop->timer);
        return;
    }
    int64_t wait_ms = at_ms > now_ms ? at_ms - now_ms : 0;
    struct timeval wait = {.tv_sec = (time_t)(wait_ms / 1000),
                           .tv_usec = (suseconds_t)(wait_ms % 1000) * 1000};
    (void)event_add(loop->timer, &wait);
}

/* Carries out everything the player wants, and sets the timer for its next wish. */
static void pump(struct loop *loop)
{
    struct player_output output;
    while (player_next_output(loop->player, &output)) {
        carry_out(loop, &output);
    }
    if (loop->is_leaving && (fibs_client_queue_is_empty(loop->client) ||
                             fibs_client_now_ms() >= loop->leave_ms)) {
        log_out(loop);
    }
    set_timer(loop);
}

static void on_timer(evutil_socket_t fd, short what, void *arg)
{
    struct loop *loop = arg;
    (void)fd;
    (void)what;
    player_tick(loop->player, fibs_client_now_ms());
    pump(loop);
}

/* ---- what the line to the server brings ------------------------------------------ */

static bool on_password(void *arg, char *buffer, size_t size)
{
    struct loop *loop = arg;
    struct secret secret = *loop->setup->secret;
    struct engine_error err = {{0}};
    const char *path = loop->setup->config->account.password_file;
    if (secret.text[0] == '\0' && !secret_read(&secret, path, &err)) {
        log_event(loop->setup->log, LOG_ERROR, log_name(loop), "%s", err.text);
        return false;
    }
    int length = snprintf(buffer, size, "%s", secret.text);
    secret_wipe(&secret, sizeof secret);
    return length > 0 && (size_t)length < size;
}

/* What others say, to us alone or to all. */
static void log_chat(struct loop *loop, const struct fibs_message *message)
{
    bool is_chat =
        message->id == FIBS_MSG_CLIP_SAYS || message->id == FIBS_MSG_CLIP_KIBITZES ||
        message->id == FIBS_MSG_CLIP_WHISPERS || message->id == FIBS_MSG_CLIP_SHOUTS;
    if (!is_chat || !loop->setup->config->log.shows_chat) {
        return;
    }
    char text[400];
    (void)snprintf(text, sizeof text, "%s: %.*s: %.*s", fibs_message_name(message->id),
                   (int)message->names[0].length, message->names[0].text,
                   (int)message->texts[0].length, message->texts[0].text);
    fibs_client_mask(loop->client, text);
    log_event(loop->setup->log, LOG_INFO, log_name(loop), "%s", text);
}

static void on_message(void *arg, const struct fibs_message *message)
{
    struct loop *loop = arg;
    bool is_farewell = fibs_client_state(loop->client) == FIBS_CLOSING &&
                       message->id == FIBS_MSG_UNKNOWN;
    if (is_farewell) {
        return; /* free text follows `bye` */
    }
    log_chat(loop, message);
    player_message(loop->player, fibs_client_now_ms(), message);
    pump(loop);
}

static void on_trace(void *arg, enum fibs_direction direction, const char *line)
{
    struct loop *loop = arg;
    trace_write(loop->setup->trace, fibs_client_now_ms(),
                direction == FIBS_FROM_SERVER ? 'S' : 'C', line);
}

static void on_notice(void *arg, const char *text)
{
    struct loop *loop = arg;
    log_event(loop->setup->log, LOG_INFO, log_name(loop), "%s", text);
}

static void trace_state(struct loop *loop, enum fibs_session_state state,
                        const char *reason)
{
    char text[300];
    if (state == FIBS_LOGIN_PROMPT) {
        trace_write(loop->setup->trace, fibs_client_now_ms(), '=', "connected");
    } else if (state == FIBS_BACKOFF || is_over(state)) {
        (void)snprintf(text, sizeof text, "closed: %s", reason);
        trace_write(loop->setup->trace, fibs_client_now_ms(), '=', text);
    }
}

static void on_state(void *arg, enum fibs_session_state state, const char *reason)
{
    struct loop *loop = arg;
    int64_t now_ms = fibs_client_now_ms();
    trace_state(loop, state, reason);
    log_event(loop->setup->log, state == FIBS_FAILED ? LOG_ERROR : LOG_INFO,
              log_name(loop), "%s: %s", fibs_session_state_name(state), reason);
    service_status(loop->service, fibs_session_state_name(state));
    if (state == FIBS_READY && !loop->is_online) {
        loop->is_online = true;
        scribe_link(loop->scribe, LINK_UP, reason);
        player_online(loop->player, now_ms,
                      fibs_client_account(loop->client)->opponent);
    } else if (loop->is_online && (state == FIBS_BACKOFF || is_over(state))) {
        loop->is_online = false;
        scribe_link(loop->scribe, state == FIBS_OFFLINE ? LINK_CLOSED : LINK_LOST,
                    reason);
        player_offline(loop->player, now_ms);
    }
    if (state == FIBS_BACKOFF && loop->stops > 0) {
        log_out(loop); /* the match is saved on the server */
    }
    if (state == FIBS_FAILED) {
        scribe_error(loop->scribe, reason);
    }
    if (is_over(state)) {
        loop->status = state == FIBS_FAILED ? 1 : 0;
        (void)event_base_loopexit(loop->base, NULL);
    }
    pump(loop);
}

/* ---- signals --------------------------------------------------------------------- */

static void stop(struct loop *loop)
{
    loop->stops++;
    log_event(loop->setup->log, LOG_INFO, log_name(loop), "asked to stop (%d)",
              loop->stops);
    service_stopping(loop->service, "asked to stop");
    if (loop->stops > 2) {
        (void)event_base_loopbreak(loop->base);
    } else if (!loop->is_online) {
        log_out(loop);
    } else {
        int how = loop->stops > 1 ? ON_STOP_LEAVE : loop->setup->config->play.on_stop;
        player_stop(loop->player, fibs_client_now_ms(), (enum on_stop)how);
    }
}

static void on_signal(evutil_socket_t number, short what, void *arg)
{
    struct loop *loop = arg;
    (void)what;
    if (number == SIGHUP) {
        struct engine_error err = {{0}};
        if (!log_reopen(loop->setup->log, &err)) {
            log_event(loop->setup->log, LOG_ERROR, log_name(loop), "%s", err.text);
        }
        scribe_reopen(loop->scribe);
        return;
    }
    stop(loop);
    pump(loop);
}

static bool watch_signals(struct loop *loop)
{
    static const int numbers[SIGNALS] = {SIGTERM, SIGINT, SIGHUP};
    (void)signal(SIGPIPE, SIG_IGN);
    for (int i = 0; i < SIGNALS; i++) {
        loop->signals[i] = evsignal_new(loop->base, numbers[i], on_signal, loop);
        if (loop->signals[i] == NULL || evsignal_add(loop->signals[i], NULL) != 0) {
            return false;
        }
    }
    return true;
}

/* ---- life ------------------------------------------------------------------------ */

static void configure(const struct loop *loop, struct fibs_client_config *client)
{
    const struct config *config = loop->setup->config;
    fibs_client_config_default(client);
    (void)snprintf(client->host, sizeof client->host, "%s", config->server.host);
    client->port = config->server.port;
    client->has_tls = config->server.has_tls;
    client->ca_file = config->server.ca_file;
    struct fibs_session_config *session = &client->session;
    (void)snprintf(session->name, sizeof session->name, "%s", config->account.name);
    (void)snprintf(session->client, sizeof session->client, "%s",
                   config->account.client);
    session->connect_ms = config->connection.connect_s * 1000;
    session->keepalive_ms = config->connection.keepalive_s * 1000;
    session->silence_ms = config->connection.silence_s * 1000;
    session->acknowledge_ms = config->connection.acknowledge_ms;
    session->backoff_first_ms = config->connection.backoff_first_s * 1000;
    session->backoff_max_ms = config->connection.backoff_max_s * 1000;
    session->jitter_seed = (uint64_t)getpid() ^ (uint64_t)fibs_client_now_ms() << 20;
}

static bool open_client(struct loop *loop, struct engine_error *err)
{
    static const struct fibs_client_handler handler = {
        .password = on_password,
        .message = on_message,
        .state = on_state,
        .notice = on_notice,
        .trace = on_trace,
    };
    struct fibs_client_config config;
    configure(loop, &config);
    loop->client = fibs_client_new(loop->base, &config, &handler, loop, err->text,
                                   sizeof err->text);
    return loop->client != NULL;
}

static void on_notify_log(void *context, bool is_error, const char *text)
{
    struct loop *loop = context;
    log_event(loop->setup->log, is_error ? LOG_WARNING : LOG_INFO, log_name(loop), "%s",
              text);
}

static bool read_notify_secrets(const struct config *config, char url[SECRET_LINE_MAX],
                                char secret[SECRET_LINE_MAX], struct engine_error *err)
{
    secret[0] = '\0';
    return secret_read_line(url, SECRET_LINE_MAX, "webhook address",
                            config->notify.url_file, err) &&
           (config->notify.secret_file[0] == '\0' ||
            secret_read_line(secret, SECRET_LINE_MAX, "webhook secret",
                             config->notify.secret_file, err));
}

/* Without notifications the bot plays all the same. */
static void open_notify(struct loop *loop)
{
    const struct config *config = loop->setup->config;
    char url[SECRET_LINE_MAX], secret[SECRET_LINE_MAX];
    struct engine_error err = {{0}};
    struct notify_config notify;
    if (config->notify.url_file[0] == '\0') {
        return;
    }
    notify_config_default(&notify);
    notify.queue = config->notify.queue;
    notify.ca_file = config->server.ca_file;
    notify.shape = (enum notify_shape)config->notify.shape;
    notify.url = url;
    notify.secret = secret;
    if (notify_events_read(config->notify.events, &notify.events, &err) &&
        read_notify_secrets(config, url, secret, &err)) {
        loop->notify = notify_new(loop->base, &notify, on_notify_log, loop, &err);
    }
    secret_wipe(url, sizeof url);
    secret_wipe(secret, sizeof secret);
    if (loop->notify == NULL) {
        log_event(loop->setup->log, LOG_ERROR, log_name(loop), "no notifications: %s",
                  err.text);
    }
}

/* A service manager that cannot be reached is not worth a match ... */
static void open_service(struct loop *loop)
{
    struct engine_error err = {{0}};
    loop->service = service_new(loop->base, &err);
    if (err.text[0] != '\0') {
        log_event(loop->setup->log, LOG_WARNING, log_name(loop), "%s", err.text);
    }
}

/* ... nor is a page. */
static void open_status(struct loop *loop)
{
    const struct loop_setup *setup = loop->setup;
    const struct config *config = setup->config;
    struct engine_error err = {{0}};
    if (config->status.port == 0) {
        return;
    }
    loop->board = status_new((int64_t)time(NULL));
    if (setup->history != NULL &&
        !status_load(loop->board, account_name(loop), config->history.file, &err)) {
        log_event(setup->log, LOG_WARNING, account_name(loop), "status page: %s",
                  err.text);
    }
    loop->http = status_http_new(loop->base, config->status.port, loop->board,
                                 setup->log, loop->notify, &err);
    if (loop->http == NULL) {
        log_event(setup->log, LOG_ERROR, account_name(loop), "%s", err.text);
        return;
    }
    log_event(setup->log, LOG_INFO, account_name(loop),
              "status page at http://127.0.0.1:%d/", status_http_port(loop->http));
}

static bool open_loop(struct loop *loop, struct engine_error *err)
{
    const struct loop_setup *setup = loop->setup;
    loop->base = event_base_new();
    loop->player = player_new(setup->config);
    if (loop->base != NULL) {
        open_service(loop);
        open_notify(loop);
        open_status(loop);
    }
    const struct scribe_outlets outlets = {setup->log, setup->history, loop->notify,
                                           loop->board};
    loop->scribe = scribe_new(setup->config, &outlets);
    if (loop->base == NULL || loop->player == NULL || loop->scribe == NULL) {
        engine_error_set(err, "no memory");
        return false;
    }
    loop->timer = evtimer_new(loop->base, on_timer, loop);
    if (loop->timer == NULL || !watch_signals(loop)) {
        engine_error_set(err, "cannot set up timers and signals");
        return false;
    }
    loop->thinker = thinker_new(loop->base, setup->engine, &setup->strength,
                                setup->config->strength.threads, err);
    return loop->thinker != NULL && open_client(loop, err);
}

static void close_loop(struct loop *loop)
{
    fibs_client_free(loop->client);
    thinker_free(loop->thinker);
    scribe_free(loop->scribe);
    status_http_free(loop->http);
    status_free(loop->board);
    notify_free(loop->notify);
    service_free(loop->service);
    player_free(loop->player);
    for (int i = 0; i < SIGNALS; i++) {
        if (loop->signals[i] != NULL) {
            event_free(loop->signals[i]);
        }
    }
    if (loop->timer != NULL) {
        event_free(loop->timer);
    }
    if (loop->base != NULL) {
        event_base_free(loop->base);
    }
}

int loop_run(const struct loop_setup *setup)
{
    struct loop loop = {.setup = setup};
    struct engine_error err = {{0}};
    if (!open_loop(&loop, &err)) {
        log_event(setup->log, LOG_ERROR, setup->config->account.name, "%s", err.text);
        close_loop(&loop);
        return 1;
    }
    service_ready(loop.service, "connecting");
    fibs_client_start(loop.client);
    pump(&loop);
    (void)event_base_dispatch(loop.base);
    notify_drain(loop.notify, FAREWELL_MS);
    close_loop(&loop);
    return loop.status;
}
