#include "fibs/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/event.h>

#include "base/clock.h"
#include "base/text.h"
#include "fibs/client_link.h"
#include "fibs/client_tls.h"
#include "fibs/line.h"
#include "fibs/mask.h"
#include "fibs/telnet.h"

enum { WRITE_MS = 60 * 1000, TIMER_MAX_MS = 3600 * 1000 };

struct fibs_client {
    struct fibs_client_config config;
    struct fibs_client_handler handler;
    void *arg;
    struct fibs_session *session;
    struct event *timer;
    struct fibs_link *link;
    struct fibs_telnet telnet;
    struct fibs_line reader;
    struct fibs_mask mask;   /* of the password, from the log-in on */
    struct fibs_mask hidden; /* of fibs_client_hide() */
    int64_t board_due_ms; /* a board without line end is taken then; INT64_MAX: none */
    struct fibs_event event; /* being carried out */
    bool is_carrying_out;
};

static void notice(struct fibs_client *client, const char *text)
{
    if (client->handler.notice != NULL) {
        client->handler.notice(client->arg, text);
    }
}

static void trace(struct fibs_client *client, enum fibs_direction direction,
                  const char *line)
{
    char text[FIBS_LINE_MAX + 1];
    if (client->handler.trace != NULL) {
        COPY_TEXT(text, line);
        fibs_client_mask(client, text);
        client->handler.trace(client->arg, direction, text);
    }
}

/* ---- the connection's end -------------------------------------------------------- */

static void lose(struct fibs_client *client, const char *reason, enum fibs_loss loss)
{
    fibs_link_close(client->link);
    fibs_session_disconnected(client->session, clock_ms(), reason, loss);
}

/* ---- writing --------------------------------------------------------------------- */

static void write_command(struct fibs_client *client,
                          const struct fibs_command *command)
{
    char masked[FIBS_COMMAND_MAX + 8];
    fibs_command_masked(command, masked, sizeof masked);
    trace(client, FIBS_TO_SERVER, masked);
    fibs_link_write(client->link, command->text, strlen(command->text));
    fibs_link_write(client->link, "\r\n", 2);
}

static bool write_secret(struct fibs_client *client, const struct fibs_command *command)
{
    char line[FIBS_COMMAND_MAX + 2];
    int length = snprintf(line, sizeof line, "%s\r\n", command->text);
    bool is_written = fibs_link_write_secret(client->link, line, (size_t)length);
    fibs_tls_wipe(line, sizeof line);
    return is_written;
}

static void send_login(struct fibs_client *client)
{
    const struct fibs_session_config *config = &client->config.session;
    const char *problem = NULL;
    char password[FIBS_PASSWORD_SIZE] = "";
    struct fibs_command command = {.id = FIBS_CMD_NONE};
    if (!client->handler.password(client->arg, password, sizeof password)) {
        problem = "there is no password";
    } else if (!fibs_command_login(&command, config->client, config->name, password)) {
        problem = "client name, user name or password cannot be sent";
    } else {
        char masked[FIBS_COMMAND_MAX];
        fibs_command_masked(&command, masked, sizeof masked);
        /* A password that is the user's name is no secret, and the name is wanted. */
        bool is_secret = strcmp(password, config->name) != 0;
        fibs_mask_learn(&client->mask, is_secret ? password : "");
        trace(client, FIBS_TO_SERVER, masked);
        problem = write_secret(client, &command) ? NULL : "cannot write the log-in";
    }
    fibs_tls_wipe(password, sizeof password);
    fibs_tls_wipe(&command, sizeof command);
    if (problem != NULL) {
        lose(client, problem, FIBS_LOSS_FINAL);
    }
}

/* ---- events of the session ------------------------------------------------------- */

static void carry_out_event(struct fibs_client *client, struct fibs_event *event)
{
    fibs_client_mask(client, event->text);
    switch (event->type) {
    case FIBS_EVENT_NONE:
        break;
    case FIBS_EVENT_CONNECT:
        fibs_link_open(client->link);
        break;
    case FIBS_EVENT_SEND:
        write_command(client, &event->command);
        break;
    case FIBS_EVENT_SEND_LOGIN:
        send_login(client);
        break;
    case FIBS_EVENT_CLOSE:
        fibs_link_close(client->link);
        break;
    case FIBS_EVENT_STATE:
        client->handler.state(client->arg, event->state, event->text);
        break;
    case FIBS_EVENT_MESSAGE:
        client->handler.message(client->arg, event->message);
        break;
    case FIBS_EVENT_NOTICE:
        notice(client, event->text);
        break;
    case FIBS_EVENT_TROUBLE:
        if (client->handler.trouble != NULL) {
            client->handler.trouble(client->arg, event->text);
        }
        break;
    }
}

static void schedule_timer(struct fibs_client *client)
{
    int64_t deadline = fibs_session_deadline(client->session);
    if (client->board_due_ms < deadline) {
        deadline = client->board_due_ms;
    }
    if (deadline == INT64_MAX) {
        (void)event_del(client->timer);
        return;
    }
    int64_t wait = deadline - clock_ms();
    wait = wait < 0 ? 0 : wait > TIMER_MAX_MS ? TIMER_MAX_MS : wait;
    struct timeval after = {wait / 1000, wait % 1000 * 1000};
    (void)event_add(client->timer, &after);
}

/* Call it after every input. The handler's calls get here, too: the loop that is
 * already running carries their events out, in order. */
static void carry_out_events(struct fibs_client *client)
{
    if (client->is_carrying_out) {
        return;
    }
    client->is_carrying_out = true;
    while (fibs_session_next_event(client->session, &client->event)) {
        carry_out_event(client, &client->event);
    }
    client->is_carrying_out = false;
    schedule_timer(client);
}

/* ---- reading -------------------------------------------------------------- */

static void take_bytes(struct fibs_client *client, char *bytes, size_t size)
{
    const char *line;
    const char *data = bytes;
    size = fibs_telnet_filter(&client->telnet, bytes, size);
    while (fibs_link_is_up(client->link) &&
           (line = fibs_line_next(&client->reader, &data, &size)) != NULL) {
        trace(client, FIBS_FROM_SERVER, line);
        fibs_session_line(client->session, clock_ms(), line);
        carry_out_events(client);
    }
    bool is_waiting =
        fibs_link_is_up(client->link) && fibs_line_holds_board(&client->reader);
    client->board_due_ms =
        is_waiting ? clock_ms() + client->config.session.acknowledge_ms : INT64_MAX;
    schedule_timer(client);
}

/* Supplies a line end that the server has left out. */
static void supply_line_end(struct fibs_client *client)
{
    char line_end[] = "\n";
    take_bytes(client, line_end, 1);
}

static void time_is_up(evutil_socket_t fd, short what, void *arg)
{
    struct fibs_client *client = arg;
    (void)fd;
    (void)what;
    if (clock_ms() >= client->board_due_ms) {
        supply_line_end(client);
    }
    if (clock_ms() >= fibs_session_deadline(client->session)) {
        trace(client, FIBS_CLOCK, "");
    }
    fibs_session_tick(client->session, clock_ms());
    carry_out_events(client);
}

/* ---- the link ------------------------------------------------------------- */

static void link_heard(void *arg, char *bytes, size_t size)
{
    take_bytes(arg, bytes, size);
}

static void link_up(void *arg)
{
    struct fibs_client *client = arg;
    client->telnet = (struct fibs_telnet){.state = FIBS_TELNET_DATA};
    fibs_line_init(&client->reader);
    client->board_due_ms = INT64_MAX;
    fibs_session_connected(client->session, clock_ms());
    carry_out_events(client);
}

/* What was said without a line end. Text that is no line is the beginning of one. */
static void hear_last_words(struct fibs_client *client)
{
    struct fibs_message_context context = {0};
    struct fibs_message message;
    const char *line_end = "\n";
    size_t size = 1;
    const char *line = fibs_line_next(&client->reader, &line_end, &size);
    if (line == NULL) {
        return;
    }
    fibs_message_read(&context, line, &message);
    bool is_cut = message.id == FIBS_MSG_UNKNOWN ||
                  message.id == FIBS_MSG_UNKNOWN_STARRED ||
                  message.id == FIBS_MSG_BOARD_BAD;
    if (!is_cut) {
        trace(client, FIBS_FROM_SERVER, line);
        fibs_session_line(client->session, clock_ms(), line);
        carry_out_events(client);
    }
}

static void link_lost(void *arg, enum fibs_loss loss, const char *reason)
{
    struct fibs_client *client = arg;
    if (fibs_link_is_up(client->link) && !fibs_line_ends_in_number(&client->reader)) {
        hear_last_words(client);
    }
    lose(client, reason, loss);
    carry_out_events(client);
}

bool fibs_client_check_authorities(const char *path, struct error *err)
{
    struct ssl_ctx_st *tls = fibs_tls_new(path, err);
    fibs_tls_free(tls);
    return tls != NULL;
}

void fibs_client_mask(const struct fibs_client *client, char *text)
{
    fibs_mask_apply(&client->mask, text);
    fibs_mask_apply(&client->hidden, text);
}

void fibs_client_hide(struct fibs_client *client, const char *secret)
{
    fibs_mask_learn(&client->hidden, secret);
}

/* ---- life ------------------------------------------------------------------------ */

void fibs_client_config_default(struct fibs_client_config *config)
{
    *config = (struct fibs_client_config){
        .host = "fibs.com", .port = 4321, .write_ms = WRITE_MS};
    fibs_session_config_default(&config->session);
}

struct fibs_client *fibs_client_new(struct event_base *base,
                                    const struct fibs_client_config *config,
                                    const struct fibs_client_handler *handler,
                                    void *arg, struct error *err)
{
    struct fibs_client *client = error_allocate(sizeof *client, err);
    if (client == NULL) {
        return NULL;
    }
    client->config = *config;
    client->config.ca_file = NULL;
    client->handler = *handler;
    client->arg = arg;
    client->board_due_ms = INT64_MAX;
    client->session = fibs_session_new(&config->session);
    client->timer = evtimer_new(base, time_is_up, client);
    static const struct fibs_link_handler callbacks = {link_up, link_heard, link_lost};
    const struct fibs_link_config link = {client->config.host, config->port,
                                          config->has_tls, config->ca_file,
                                          config->write_ms};
    client->link = fibs_link_new(base, &link, &callbacks, client, err);
    bool is_good =
        client->session != NULL && client->timer != NULL && client->link != NULL;
    if (client->session == NULL || client->timer == NULL) {
        error_no_memory(err);
    }
    if (!is_good) {
        fibs_client_free(client);
        return NULL;
    }
    return client;
}

void fibs_client_free(struct fibs_client *client)
{
    if (client == NULL) {
        return;
    }
    fibs_link_free(client->link);
    if (client->timer != NULL) {
        event_free(client->timer);
    }
    fibs_session_free(client->session);
    free(client);
}

/* ---- the session's functions ----------------------------------------------------- */

void fibs_client_start(struct fibs_client *client)
{
    fibs_session_start(client->session, clock_ms());
    carry_out_events(client);
}

bool fibs_client_send(struct fibs_client *client, const struct fibs_command *command)
{
    bool is_queued = fibs_session_send(client->session, clock_ms(), command);
    carry_out_events(client);
    return is_queued;
}

void fibs_client_set_ready(struct fibs_client *client, bool ready)
{
    fibs_session_set_ready(client->session, clock_ms(), ready);
    carry_out_events(client);
}

void fibs_client_stop(struct fibs_client *client)
{
    fibs_session_stop(client->session, clock_ms());
    carry_out_events(client);
}

struct fibs_session *fibs_client_session(const struct fibs_client *client)
{
    return client->session;
}
