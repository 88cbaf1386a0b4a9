#include "bot/account.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <event2/event.h>

#include "bot/assistant.h"
#include "bot/player.h"
#include "bot/schedule.h"
#include "bot/scribe.h"
#include "bot/service.h"
#include "bot/strength_config.h"
#include "bot/talk.h"
#include "bot/thinker.h"
#include "bot/trace.h"
#include "fibs/client.h"
#include "fibs/line.h"

enum {
    GOODBYE_MS = 3000, /* for commands that still wait, before we log out */
    OWNER_SECRET_MIN = 8
};

struct account {
    struct account_setup setup;
    struct strength strength;
    struct event *timer;
    struct fibs_client *client;
    struct player *player;
    struct scribe *scribe;
    struct trace *trace;         /* NULL: none */
    char who[2 * FIBS_NAME_MAX]; /* see log_name() */
    bool is_started;
    int64_t start_ms; /* when to connect; INT64_MAX: not told yet */
    bool is_online;
    bool is_stopping;
    bool is_leaving; /* logging out when the queue is empty, or at the deadline */
    int64_t leave_ms;
    bool is_over, has_failed;
};

static const char *account_name(const struct account *account)
{
    return account->setup.config->account.name;
}

static struct log *log_of(const struct account *account)
{
    return account->setup.office->log;
}

/* The account and, in a match, the opponent: "our_bot/opp_a". */
static const char *log_name(struct account *account)
{
    const char *opponent =
        account->player == NULL ? "" : player_opponent(account->player);
    (void)snprintf(account->who, sizeof account->who, "%s%s%s", account_name(account),
                   *opponent == '\0' ? "" : "/", opponent);
    return account->who;
}

static void log_out(struct account *account)
{
    account->is_leaving = false;
    fibs_client_stop(account->client);
}

static bool is_over(enum fibs_session_state state)
{
    return state == FIBS_OFFLINE || state == FIBS_FAILED;
}

static void end(struct account *account, bool has_failed)
{
    if (!account->is_over) {
        account->is_over = true;
        account->has_failed = has_failed;
        account->setup.on_over(account->setup.owner, account);
    }
}

/* ---- what the player wants ------------------------------------------------------- */

static void pump(struct account *account);

static void on_answer(void *context, const struct decision_answer *answer)
{
    struct account *account = context;
    player_answer(account->player, fibs_client_now_ms(), answer);
    pump(account);
}

static void log_note(struct account *account, const struct assistant_answer *answer)
{
    if (answer->note[0] != '\0') {
        log_event(log_of(account), answer->is_error ? LOG_WARNING : LOG_INFO,
                  log_name(account), "%s", answer->note);
    }
}

static void on_study(void *context, const struct assistant_answer *answer)
{
    log_note(context, answer);
}

/* For replays, which have no history to look into. */
static void trace_answer(const struct account *account, const char *kind,
                         const struct assistant_answer *answer, const char *text)
{
    char line[REPORT_LINE_SIZE + FIBS_NAME_MAX + 16];
    (void)snprintf(line, sizeof line, "%s %s %s", kind, answer->user, text);
    trace_write(account->trace, fibs_client_now_ms(), '=', line);
}

static void on_assistant(void *context, const struct assistant_answer *answer)
{
    struct account *account = context;
    int64_t now_ms = fibs_client_now_ms();
    log_note(account, answer);
    if (answer->what == ASK_LEVEL) {
        trace_answer(account, "level", answer, answer->level);
        player_recall_level(account->player, now_ms, answer->user, answer->level);
    }
    for (int i = 0; i < answer->count; i++) {
        bool is_last = i == answer->count - 1;
        trace_answer(account, is_last ? "last" : "more", answer, answer->lines[i]);
        player_report(account->player, now_ms, answer->user, answer->lines[i], is_last);
    }
    pump(account);
}

static void ask(struct account *account, enum player_question what, const char *user)
{
    if (!assistant_ask(account->setup.office->assistant, account->setup.config, what,
                       user, on_assistant, account)) {
        log_event(log_of(account), LOG_WARNING, log_name(account),
                  "too many questions wait");
    }
}

/* For the file alone: nobody is told. */
static void study_match(struct account *account, const struct match_event *event)
{
    const struct config *config = account->setup.config;
    if (event->type == MATCH_END && event->is_finished &&
        config->record.writes_matches &&
        config->record.analysis == RECORD_ANALYSIS_ALL) {
        (void)assistant_ask(account->setup.office->assistant, config, ASK_ANALYSIS,
                            event->opponent, on_study, account);
    }
}

static void carry_out(struct account *account, struct player_output *output)
{
    switch (output->type) {
    case PLAYER_SEND:
        if (!fibs_client_send(account->client, &output->command)) {
            log_event(log_of(account), LOG_WARNING, log_name(account), "not sent: %s",
                      fibs_command_name(output->command.id));
        }
        break;
    case PLAYER_FORGET:
        fibs_client_forget_game_commands(account->client);
        break;
    case PLAYER_READY:
        fibs_client_set_ready(account->client, output->is_ready);
        break;
    case PLAYER_THINK:
        if (!thinker_ask(account->setup.office->thinker, &account->strength,
                         &output->request, on_answer, account)) {
            log_event(log_of(account), LOG_ERROR, log_name(account),
                      "too many decisions wait");
        }
        break;
    case PLAYER_CANCEL:
        thinker_cancel(account->setup.office->thinker, account, output->number);
        break;
    case PLAYER_DECIDED:
    case PLAYER_MATCH:
    case PLAYER_BOARD:
    case PLAYER_STANDING:
    case PLAYER_SAVED:
    case PLAYER_REFUSAL:
    case PLAYER_LEVEL:
        scribe_take(account->scribe, output);
        if (output->type == PLAYER_MATCH) {
            study_match(account, &output->event);
        }
        break;
    case PLAYER_ASK:
        ask(account, output->ask.what, output->ask.name);
        break;
    case PLAYER_LOG:
        fibs_client_mask(account->client,
                         output->log.text); /* it may quote the server */
        log_event(log_of(account), output->log.level, log_name(account), "%s",
                  output->log.text);
        if (output->log.level == LOG_ERROR) {
            scribe_error(account->scribe, output->log.text);
        }
        break;
    case PLAYER_DONE:
        account->is_leaving = true;
        account->leave_ms = fibs_client_now_ms() + GOODBYE_MS;
        break;
    }
}

static void set_timer(struct account *account)
{
    int64_t now_ms = fibs_client_now_ms();
    int64_t at_ms = player_deadline(account->player);
    if (account->is_leaving && account->leave_ms < at_ms) {
        at_ms = account->leave_ms;
    }
    if (!account->is_started && account->start_ms < at_ms) {
        at_ms = account->start_ms;
    }
    if (at_ms == INT64_MAX) {
        (void)event_del(account->timer);
        return;
    }
    int64_t wait_ms = at_ms > now_ms ? at_ms - now_ms : 0;
    struct timeval wait = {.tv_sec = (time_t)(wait_ms / 1000),
                           .tv_usec = (suseconds_t)(wait_ms % 1000) * 1000};
    (void)event_add(account->timer, &wait);
}

/* Carries out everything the player wants, and sets the timer for its next wish. */
static void pump(struct account *account)
{
    struct player_output output;
    while (player_next_output(account->player, &output)) {
        carry_out(account, &output);
    }
    if (account->is_leaving && (fibs_client_queue_is_empty(account->client) ||
                                fibs_client_now_ms() >= account->leave_ms)) {
        log_out(account);
    }
    set_timer(account);
}

static void on_timer(evutil_socket_t fd, short what, void *arg)
{
    struct account *account = arg;
    int64_t now_ms = fibs_client_now_ms();
    (void)fd;
    (void)what;
    if (!account->is_started && now_ms >= account->start_ms) {
        account->is_started = true;
        fibs_client_start(account->client);
    }
    player_set_minute(account->player, schedule_minute(time(NULL)));
    player_tick(account->player, now_ms);
    pump(account);
}

/* ---- what the line to the server brings ------------------------------------------ */

static bool on_password(void *arg, char *buffer, size_t size)
{
    struct account *account = arg;
    struct secret secret = *account->setup.secret;
    struct engine_error err = {{0}};
    const char *path = account->setup.config->account.password_file;
    if (path[0] != '\0' && !secret_read(&secret, path, &err)) {
        log_event(log_of(account), LOG_ERROR, log_name(account), "%s", err.text);
        return false;
    }
    int length = snprintf(buffer, size, "%s", secret.text);
    secret_wipe(&secret, sizeof secret);
    return length > 0 && (size_t)length < size;
}

/* What others say, to us alone or to all. */
static void log_chat(struct account *account, const struct fibs_message *message)
{
    bool is_chat =
        message->id == FIBS_MSG_CLIP_SAYS || message->id == FIBS_MSG_CLIP_KIBITZES ||
        message->id == FIBS_MSG_CLIP_WHISPERS || message->id == FIBS_MSG_CLIP_SHOUTS;
    if (!is_chat || !account->setup.config->log.shows_chat) {
        return;
    }
    char text[400];
    (void)snprintf(text, sizeof text, "%s: %.*s: %.*s", fibs_message_name(message->id),
                   (int)message->names[0].length, message->names[0].text,
                   (int)message->texts[0].length, message->texts[0].text);
    fibs_client_mask(account->client, text);
    talk_mask(text);
    log_event(log_of(account), LOG_INFO, log_name(account), "%s", text);
}

static void on_message(void *arg, const struct fibs_message *message)
{
    struct account *account = arg;
    bool is_farewell = fibs_client_state(account->client) == FIBS_CLOSING &&
                       message->id == FIBS_MSG_UNKNOWN;
    if (is_farewell) {
        return; /* free text follows `bye` */
    }
    log_chat(account, message);
    player_message(account->player, fibs_client_now_ms(), message);
    pump(account);
}

static void on_trace(void *arg, enum fibs_direction direction, const char *line)
{
    struct account *account = arg;
    char text[FIBS_LINE_MAX + 1];
    (void)snprintf(text, sizeof text, "%s", line);
    if (strncmp(text, "12 ", 3) == 0) { /* said to us */
        talk_mask(text);
    }
    trace_write(account->trace, fibs_client_now_ms(),
                direction == FIBS_FROM_SERVER ? 'S' : 'C', text);
}

static void on_notice(void *arg, const char *text)
{
    struct account *account = arg;
    log_event(log_of(account), LOG_INFO, log_name(account), "%s", text);
}

static void trace_state(struct account *account, enum fibs_session_state state,
                        const char *reason)
{
    char text[300];
    if (state == FIBS_LOGIN_PROMPT) {
        trace_write(account->trace, fibs_client_now_ms(), '=', "connected");
    } else if (state == FIBS_BACKOFF || is_over(state)) {
        (void)snprintf(text, sizeof text, "closed: %s", reason);
        trace_write(account->trace, fibs_client_now_ms(), '=', text);
    }
}

/* For `systemctl status`, which has one line for all accounts: the latest news. */
static void tell_manager(const struct account *account, enum fibs_session_state state)
{
    char text[FIBS_NAME_MAX + 40];
    (void)snprintf(text, sizeof text, "%s: %s", account_name(account),
                   fibs_session_state_name(state));
    service_status(account->setup.office->service, text);
}

static void on_state(void *arg, enum fibs_session_state state, const char *reason)
{
    struct account *account = arg;
    int64_t now_ms = fibs_client_now_ms();
    trace_state(account, state, reason);
    log_event(log_of(account), state == FIBS_FAILED ? LOG_ERROR : LOG_INFO,
              log_name(account), "%s: %s", fibs_session_state_name(state), reason);
    tell_manager(account, state);
    if (state == FIBS_READY && !account->is_online) {
        account->is_online = true;
        scribe_link(account->scribe, LINK_UP, reason);
        player_online(account->player, now_ms,
                      fibs_client_account(account->client)->opponent);
    } else if (account->is_online && (state == FIBS_BACKOFF || is_over(state))) {
        account->is_online = false;
        scribe_link(account->scribe, state == FIBS_OFFLINE ? LINK_CLOSED : LINK_LOST,
                    reason);
        player_offline(account->player, now_ms);
    }
    if (state == FIBS_BACKOFF && account->is_stopping) {
        log_out(account); /* the match is saved on the server */
    }
    if (state == FIBS_FAILED) {
        scribe_error(account->scribe, reason);
    }
    if (is_over(state)) {
        end(account, state == FIBS_FAILED);
    }
    pump(account);
}

static void configure(const struct account *account, struct fibs_client_config *client)
{
    const struct config *config = account->setup.config;
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

static bool open_client(struct account *account, struct engine_error *err)
{
    static const struct fibs_client_handler handler = {
        .password = on_password,
        .message = on_message,
        .state = on_state,
        .notice = on_notice,
        .trace = on_trace,
    };
    struct fibs_client_config config;
    configure(account, &config);
    account->client = fibs_client_new(account->setup.office->base, &config, &handler,
                                      account, err->text, sizeof err->text);
    return account->client != NULL;
}

static bool open_trace(struct account *account, struct engine_error *err)
{
    const struct config *config = account->setup.config;
    if (config->log.trace[0] == '\0') {
        return true;
    }
    account->trace = trace_open(config->log.trace, config->account.name, err);
    if (account->trace != NULL) {
        trace_set_limit(account->trace, (int64_t)config->log.trace_mb * 1000000,
                        config->log.trace_files);
    }
    return account->trace != NULL;
}

/* Without his secret the owner has nothing to say; the bot plays all the same. */
static void open_owner(struct account *account)
{
    const struct config *config = account->setup.config;
    char secret[TALK_SECRET_MAX];
    struct engine_error err = {{0}};
    if (config->owner.name[0] == '\0') {
        return;
    }
    if (!secret_read_line(secret, sizeof secret, "owner secret",
                          config->owner.secret_file, &err)) {
        log_event(log_of(account), LOG_ERROR, log_name(account), "no owner: %s",
                  err.text);
    } else if (strlen(secret) < OWNER_SECRET_MIN || strpbrk(secret, " \t") != NULL) {
        log_event(log_of(account), LOG_ERROR, log_name(account),
                  "no owner: expected a secret of %d to %d characters without blanks",
                  OWNER_SECRET_MIN, TALK_SECRET_MAX - 1);
    } else {
        player_set_owner_secret(account->player, secret);
        fibs_client_hide(account->client, secret);
    }
    secret_wipe(secret, sizeof secret);
}

/* Quotas and pauses go on after a restart; without a history they begin anew. */
static void recall(struct account *account)
{
    const struct config *config = account->setup.config;
    struct engine_error err = {{0}};
    if (account->setup.office->history == NULL) {
        return;
    }
    if (!encounters_load(player_encounters(account->player), config->history.file,
                         config->account.name, config->server.host,
                         fibs_client_now_ms(), (int64_t)time(NULL), &err)) {
        log_event(log_of(account), LOG_WARNING, log_name(account),
                  "what was played lately: %s", err.text);
    }
}

static bool open_parts(struct account *account, struct engine_error *err)
{
    const struct office *office = account->setup.office;
    const struct scribe_outlets outlets = {office->log, office->history, office->notify,
                                           office->status};
    if (!strength_from_config(account->setup.config, &account->strength, err)) {
        return false;
    }
    /* other errors another day, and of another account */
    account->strength.noise_seed = (uint64_t)time(NULL) ^ (uint64_t)(uintptr_t)account
                                                              << 20;
    account->player = player_new(account->setup.config);
    account->scribe = scribe_new(account->setup.config, &outlets);
    account->timer = evtimer_new(office->base, on_timer, account);
    if (account->player == NULL || account->scribe == NULL || account->timer == NULL) {
        engine_error_set(err, "no memory");
        return false;
    }
    if (!open_trace(account, err) || !open_client(account, err)) {
        return false;
    }
    open_owner(account);
    recall(account);
    player_set_access(account->player, office->access);
    player_set_minute(account->player, schedule_minute(time(NULL)));
    return true;
}

struct account *account_new(const struct account_setup *setup, struct engine_error *err)
{
    struct account *account = calloc(1, sizeof *account);
    if (account == NULL) {
        engine_error_set(err, "no memory");
        return NULL;
    }
    account->setup = *setup;
    account->start_ms = INT64_MAX;
    if (!open_parts(account, err)) {
        account_free(account);
        return NULL;
    }
    return account;
}

void account_free(struct account *account)
{
    if (account == NULL) {
        return;
    }
    assistant_forget(account->setup.office->assistant, account);
    fibs_client_free(account->client);
    scribe_free(account->scribe);
    player_free(account->player);
    trace_close(account->trace);
    if (account->timer != NULL) {
        event_free(account->timer);
    }
    free(account);
}

void account_start(struct account *account, int delay_ms)
{
    account->start_ms = fibs_client_now_ms() + delay_ms;
    set_timer(account);
}

void account_stop(struct account *account, enum on_stop how)
{
    if (account->is_over) {
        return;
    }
    account->is_stopping = true;
    if (!account->is_started) {
        account->start_ms = INT64_MAX;
        end(account, false);
    } else if (!account->is_online) {
        log_out(account);
    } else {
        player_stop(account->player, fibs_client_now_ms(), how);
    }
    pump(account);
}

void account_tell_state(struct account *account)
{
    char text[200];
    player_describe(account->player, text, sizeof text);
    log_event(log_of(account), LOG_INFO, log_name(account), "state: %s, %s",
              fibs_session_state_name(fibs_client_state(account->client)), text);
}

void account_reopen(struct account *account)
{
    struct strength strength;
    struct engine_error err = {{0}};
    if (strength_from_config(account->setup.config, &strength, &err)) {
        strength.noise_seed = account->strength.noise_seed;
        account->strength = strength;
    } else {
        log_event(log_of(account), LOG_ERROR, log_name(account), "%s", err.text);
    }
    scribe_reopen(account->scribe);
}

bool account_is_online(const struct account *account)
{
    return account->is_online;
}

bool account_is_playing(const struct account *account)
{
    return player_opponent(account->player)[0] != '\0';
}

bool account_is_over(const struct account *account)
{
    return account->is_over;
}

bool account_has_failed(const struct account *account)
{
    return account->has_failed;
}
