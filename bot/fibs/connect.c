#include "bot/fibs/connect.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bot/fibs/translate.h"
#include "fibs/client.h"
#include "fibs/line.h"

_Static_assert((int)CLIENT_READY == (int)FIBS_READY, "states agree");
_Static_assert((int)CLIENT_STATES == (int)FIBS_SESSION_STATE_COUNT, "states agree");
_Static_assert((int)CLIENT_LINE_SIZE > (int)FIBS_LINE_MAX, "lines fit");
_Static_assert((int)CLIENT_CLOCK == (int)FIBS_CLOCK, "directions agree");

struct connection {
    struct client client; /* the first member */
    struct fibs_client *line;
    struct fibs_translator translator;
    const struct client_handler *handler;
    void *arg;
};

static struct connection *of(struct client *client)
{
    return (struct connection *)client;
}

static const struct fibs_client *fibs_of(const struct client *client)
{
    return ((const struct connection *)client)->line;
}

/* ---- calls ------------------------------------------------------------------------- */

static void connection_free(struct client *client)
{
    if (client != NULL) {
        fibs_client_free(of(client)->line);
        free(client);
    }
}

static void connection_start(struct client *client)
{
    fibs_client_start(of(client)->line);
}

static bool connection_send(struct client *client, const struct game_order *order)
{
    struct fibs_command command;
    return translate_order(&of(client)->translator, order, &command) &&
           fibs_client_send(of(client)->line, &command);
}

static void connection_set_ready(struct client *client, bool ready)
{
    fibs_client_set_ready(of(client)->line, ready);
}

static void connection_forget(struct client *client)
{
    fibs_session_forget_game_commands(fibs_client_session(of(client)->line));
}

static void connection_stop(struct client *client)
{
    fibs_client_stop(of(client)->line);
}

static enum client_state connection_state(const struct client *client)
{
    return (enum client_state)fibs_session_state(fibs_client_session(fibs_of(client)));
}

static struct client_account connection_account(const struct client *client)
{
    const struct fibs_account *known =
        fibs_session_account(fibs_client_session(fibs_of(client)));
    struct client_account account = {
        .standing = {true, known->rating, (int)known->experience}};
    COPY_TEXT(account.opponent, known->opponent);
    return account;
}

static bool connection_is_idle(const struct client *client)
{
    return fibs_session_queue_is_empty(fibs_client_session(fibs_of(client)));
}

static int64_t connection_deadline(const struct client *client)
{
    return fibs_session_deadline(fibs_client_session(fibs_of(client)));
}

static void connection_mask(const struct client *client, char *text)
{
    fibs_client_mask(fibs_of(client), text);
}

static void connection_hide(struct client *client, const char *secret)
{
    fibs_client_hide(of(client)->line, secret);
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

/* ---- what the client of FIBS says --------------------------------------------------- */

static bool pass_password(void *arg, char *buffer, size_t size)
{
    const struct connection *c = arg;
    return c->handler->password != NULL && c->handler->password(c->arg, buffer, size);
}

/* Free text follows `bye`. */
static void pass_message(void *arg, const struct fibs_message *message)
{
    struct connection *c = arg;
    struct game_event event;
    if (fibs_session_state(fibs_client_session(c->line)) == FIBS_CLOSING &&
        message->id == FIBS_MSG_UNKNOWN) {
        return;
    }
    translate_event(&c->translator, message, &event);
    c->handler->event(c->arg, &event);
}

static void pass_state(void *arg, enum fibs_session_state state, const char *reason)
{
    const struct connection *c = arg;
    c->handler->state(c->arg, (enum client_state)state, reason);
}

static void pass_notice(void *arg, const char *text)
{
    const struct connection *c = arg;
    if (c->handler->notice != NULL) {
        c->handler->notice(c->arg, text);
    }
}

static void pass_trouble(void *arg, const char *text)
{
    const struct connection *c = arg;
    if (c->handler->trouble != NULL) {
        c->handler->trouble(c->arg, text);
    }
}

static void pass_trace(void *arg, enum fibs_direction direction, const char *line)
{
    const struct connection *c = arg;
    bool is_said = direction == FIBS_FROM_SERVER && strncmp(line, "12 ", 3) == 0;
    if (c->handler->trace != NULL) {
        c->handler->trace(c->arg,
                          is_said ? CLIENT_FROM_USER : (enum client_direction)direction,
                          line);
    }
}

/* ---- making ------------------------------------------------------------------------- */

static void configure(const struct client_setup *setup,
                      struct fibs_client_config *config)
{
    struct fibs_session_config *session = &config->session;
    const struct client_times *times = &setup->times;
    fibs_client_config_default(config);
    COPY_TEXT(config->host, setup->host);
    config->port = setup->port;
    config->has_tls = setup->has_tls;
    config->ca_file = setup->ca_file;
    COPY_TEXT(session->name, setup->name);
    COPY_TEXT(session->client, setup->program);
    FORMAT_TEXT(session->address, "%.63s",
                setup->address != NULL ? setup->address : "");
    session->hears_reports = setup->hears_reports;
    session->jitter_seed = setup->jitter_seed;
    client_set_time(&session->connect_ms, times->connect_ms);
    client_set_time(&session->keepalive_ms, times->keepalive_ms);
    client_set_time(&session->silence_ms, times->silence_ms);
    client_set_time(&session->acknowledge_ms, times->acknowledge_ms);
    client_set_time(&session->backoff_first_ms, times->backoff_first_ms);
    client_set_time(&session->backoff_max_ms, times->backoff_max_ms);
    client_set_time(&session->elsewhere_pause_ms, times->elsewhere_pause_ms);
    session->elsewhere_tries = setup->elsewhere_tries;
}

struct client *fibs_connect(struct event_base *base, const struct client_setup *setup,
                            const struct client_handler *handler, void *arg,
                            struct error *err)
{
    static const struct fibs_client_handler callbacks = {
        pass_password, pass_message, pass_state, pass_notice, pass_trouble, pass_trace};
    struct fibs_client_config config;
    struct connection *c = error_allocate(sizeof *c, err);
    if (c == NULL) {
        return NULL;
    }
    c->client.calls = &connection_calls;
    c->handler = handler;
    c->arg = arg;
    COPY_TEXT(c->translator.name, setup->name);
    configure(setup, &config);
    c->line = fibs_client_new(base, &config, &callbacks, c, err);
    if (c->line == NULL) {
        free(c);
        return NULL;
    }
    return &c->client;
}
