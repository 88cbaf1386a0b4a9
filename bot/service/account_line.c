/* Callbacks of the client: changes of state, messages, the password, the trace. */
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "bot/bgammon/bgammon_connect.h"
#include "bot/fibs/connect.h"
#include "bot/player/talk.h"
#include "bot/service/account_internal.h"

static bool is_over(enum client_state state)
{
    return state == CLIENT_OFFLINE || state == CLIENT_FAILED;
}

static bool on_password(void *arg, char *buffer, size_t size)
{
    struct account *account = arg;
    struct secret secret = *account->setup.secret;
    struct error err = {0};
    const char *path = account->setup.config->account.password_file;
    if (path[0] != '\0' && !secret_read(&secret, path, &err)) {
        account_log(account, LOG_ERROR, "%s", err.text);
        return false;
    }
    int length = snprintf(buffer, size, "%s", secret.text);
    secret_wipe(&secret, sizeof secret);
    return length > 0 && (size_t)length < size;
}

static void log_chat(struct account *account, const struct game_event *event)
{
    static const char *const verbs[EVENT_TYPES] = {
        [EVENT_TELL] = "says",
        [EVENT_KIBITZ] = "kibitzes",
        [EVENT_WHISPER] = "whispers",
        [EVENT_SHOUT] = "shouts",
    };
    const char *verb = verbs[event->type]; /* NULL: not chat */
    if (verb == NULL || !account->setup.config->log.chat) {
        return;
    }
    char text[USER_NAME_SIZE + EVENT_TEXT_SIZE + 16];
    FORMAT_TEXT(text, "%s %s: %s", event->name, verb, event->text);
    account->client->calls->mask(account->client, text);
    talk_mask(text);
    account_log(account, LOG_INFO, "%s", text);
}

static void on_event(void *arg, const struct game_event *event)
{
    struct account *account = arg;
    log_chat(account, event);
    if (event->type == EVENT_TWICE) {
        account_log(account, LOG_WARNING, "the account was logged in already");
    }
    player_event(account->player, clock_ms(), event);
    account_pump(account);
    const struct account_guest *guest = account->setup.services->guest;
    if (guest != NULL && guest->event != NULL) {
        guest->event(guest->context, account_name(account), event);
    }
}

static void on_trace(void *arg, enum client_direction direction, const char *line)
{
    struct account *account = arg;
    char text[CLIENT_LINE_SIZE];
    if (direction == CLIENT_CLOCK) {
        trace_input(account->trace, clock_ms(), "clock session");
        return;
    }
    COPY_TEXT(text, line);
    if (direction == CLIENT_FROM_USER) {
        talk_mask(text);
    }
    trace_write(account->trace, clock_ms(), direction == CLIENT_TO_SERVER ? 'C' : 'S',
                text);
}

static void on_notice(void *arg, const char *text)
{
    account_log(arg, LOG_INFO, "%s", text);
}

static void on_trouble(void *arg, const char *text)
{
    struct account *account = arg;
    account_log(account, LOG_ERROR, "%s", text);
    recorder_error(account->recorder, text);
}

static void trace_state(struct account *account, enum client_state state,
                        const char *reason)
{
    char text[300];
    if (state == CLIENT_CONNECTED) {
        trace_write(account->trace, clock_ms(), '=', "connected");
    } else if (state == CLIENT_BACKOFF || is_over(state)) {
        FORMAT_TEXT(text, "closed: %s", reason);
        trace_write(account->trace, clock_ms(), '=', text);
    }
}

/* Not every server tells a standing at the log-in. */
static void log_login(struct account *account, const struct standing *known)
{
    if (known->is_known) {
        account_log(account, LOG_INFO, "logged in as %s, rating %.2f, experience %d",
                    account_name(account), known->rating, known->experience);
    } else {
        account_log(account, LOG_INFO, "logged in as %s", account_name(account));
    }
}

/* Logs what an operator wants to know of the connection; all other states are logged at
 * debug. */
static void log_state(struct account *account, enum client_state state,
                      const char *reason)
{
    const struct config *config = account->setup.config;
    const struct standing known =
        account->client->calls->account(account->client).standing;
    account_log(account, LOG_DEBUG, "%s: %s", client_state_name(state), reason);
    if (state == CLIENT_CONNECTED) {
        account_log(account, LOG_INFO, "connected to %s:%d", config->server.host,
                    config->server.port);
    } else if (state == CLIENT_READY && !account->is_online) {
        log_login(account, &known);
    } else if (state == CLIENT_BACKOFF) {
        account_log(account, LOG_WARNING, "disconnected: %s", reason);
    } else if (state == CLIENT_OFFLINE) {
        account_log(account, LOG_INFO, "logged out: %s", reason);
    } else if (state == CLIENT_FAILED) {
        account_log(account, LOG_ERROR, "gave up: %s", reason);
    }
}

static void tell_guest(const struct account *account)
{
    const struct account_guest *guest = account->setup.services->guest;
    if (guest != NULL && guest->online != NULL) {
        guest->online(guest->context, account_name(account), account->is_online);
    }
}

static void on_state(void *arg, enum client_state state, const char *reason)
{
    struct account *account = arg;
    int64_t now_ms = clock_ms();
    bool was_online = account->is_online;
    trace_state(account, state, reason);
    log_state(account, state, reason);
    if (state == CLIENT_READY && !account->is_online) {
        account->is_online = true;
        recorder_link(account->recorder, RECORDER_LINK_UP, reason);
        player_online(account->player, now_ms,
                      account->client->calls->account(account->client).opponent);
    } else if (account->is_online && (state == CLIENT_BACKOFF || is_over(state))) {
        account->is_online = false;
        recorder_link(account->recorder,
                      state == CLIENT_OFFLINE ? RECORDER_LINK_CLOSED
                                              : RECORDER_LINK_LOST,
                      reason);
        player_offline(account->player, now_ms);
    }
    if (state == CLIENT_BACKOFF || is_over(state)) {
        recorder_offline(account->recorder, reason);
    }
    if (state == CLIENT_BACKOFF && account->is_stopping) {
        account_log_out(account); /* the match is saved on the server */
    }
    if (state == CLIENT_FAILED) {
        recorder_error(account->recorder, reason);
    }
    if (is_over(state)) {
        account_end(account, state == CLIENT_FAILED);
    }
    account_pump(account);
    if (account->is_online != was_online) {
        tell_guest(account);
    }
}

struct client_setup account_client_setup(const struct account *account)
{
    const struct config *config = account->setup.config;
    return (struct client_setup){
        .host = config->server.host,
        .port = config->server.port,
        .has_tls = config->server.tls,
        .has_websocket = config->server.transport == CONFIG_TRANSPORT_WEBSOCKET,
        .ca_file = config->server.ca_file,
        .name = config->account.name,
        .program = config->account.client,
        .address = config->account.address,
        .points = &config->invite.length,
        .patience_s = &config->play.leave_after,
        .hears_reports =
            account_guest_reports(account->setup.services->guest, config->account.name),
        .elsewhere_tries = config->connection.elsewhere_tries,
        .times = {.connect_ms = config->connection.connect_timeout * 1000,
                  .keepalive_ms = config->connection.keepalive * 1000,
                  .silence_ms = config->connection.silence * 1000,
                  .acknowledge_ms = config->connection.acknowledge,
                  .backoff_first_ms = config->connection.backoff_first * 1000,
                  .backoff_max_ms = config->connection.backoff_max * 1000,
                  .elsewhere_pause_ms = config->connection.elsewhere_pause * 1000},
        .jitter_seed = (uint64_t)getpid() ^ (uint64_t)clock_ms() << 20,
    };
}

bool account_open_client(struct account *account, struct error *err)
{
    static const struct client_handler handler = {
        .password = on_password,
        .event = on_event,
        .state = on_state,
        .notice = on_notice,
        .trouble = on_trouble,
        .trace = on_trace,
    };
    static client_open *const openers[] = {
        [CONFIG_PROTOCOL_FIBS] = fibs_connect,
        [CONFIG_PROTOCOL_BGAMMON] = bgammon_connect,
    };
    const struct client_setup setup = account_client_setup(account);
    account->client = openers[account->setup.config->server.protocol](
        account->setup.services->base, &setup, &handler, account, err);
    return account->client != NULL;
}
