/* The face of the core: connections, bytes in, time. */
#include <stdlib.h>
#include <string.h>

#include "server/fibsd_core.h"

enum { OUTPUT_KEPT = 16 << 10, HASHED_IN_TICK = 2 };

void fibsd_config_default(struct fibsd_config *config)
{
    *config = (struct fibsd_config){.seed = 1,
                                    .epoch_s = 1700000000,
                                    .idle_ms = 3600 * 1000,
                                    .password_delay_ms = 1000,
                                    .password_cost = PASSWORD_COST,
                                    .new_accounts = 20,
                                    .new_accounts_all = 500};
}

struct fibsd *fibsd_new(const struct fibsd_config *config)
{
    struct fibsd *server = calloc(1, sizeof *server);
    if (server == NULL) {
        return NULL;
    }
    server->config = *config;
    server->port = 4321;
    server->random = config->seed;
    server->generator = reference_generator_new();
    if (server->generator == NULL) {
        free(server);
        return NULL;
    }
    return server;
}

void fibsd_set_port(struct fibsd *server, int port)
{
    server->port = port;
}

static void free_user(struct fibsd_user *user)
{
    while (user->messages != NULL) {
        struct fibsd_stored_message *next = user->messages->next;
        free(user->messages);
        user->messages = next;
    }
    free(user->email);
    free(user->away);
    accounts_list_free(&user->gagged);
    accounts_list_free(&user->blinded);
    accounts_list_free(&user->awaited);
    free(user);
}

static void free_connection(struct fibsd_connection *connection)
{
    struct fibsd_connection **link = &connection->server->connections;
    while (*link != connection) {
        link = &(*link)->next;
    }
    *link = connection->next;
    free(connection->output.bytes);
    free(connection);
}

void fibsd_free(struct fibsd *server)
{
    if (server == NULL) {
        return;
    }
    while (server->connections != NULL) {
        free_connection(server->connections);
    }
    while (server->matches != NULL) {
        match_remove(server->matches);
    }
    for (int i = 0; i < server->user_count; i++) {
        free_user(server->users[i]);
    }
    free(server->users);
    free(server->index);
    reference_generator_free(server->generator);
    free(server);
}

struct fibsd_connection *fibsd_connect(struct fibsd *server, const char *host)
{
    struct fibsd_connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        return NULL;
    }
    connection->server = server;
    connection->last_input_ms = server->now_ms;
    connection->last_command_ms = INT64_MIN / 2;
    size_t length = strlen(host);
    memcpy(connection->host, host,
           length < FIBSD_NAME_SIZE ? length : FIBSD_NAME_SIZE - 1);
    struct fibsd_connection **link = &server->connections;
    while (*link != NULL) {
        link = &(*link)->next;
    }
    *link = connection;
    login_greet(connection);
    return connection;
}

/* ---- closing --------------------------------------------------------------------- */

/* Logs out users who were cut off. A departure can cut others. */
static void carry_out_cuts(struct fibsd *server)
{
    struct fibsd_connection *connection = server->connections;
    while (connection != NULL) {
        if (connection->is_cut && connection->user != NULL) {
            login_user_departs(connection->user, FIBSD_DROPS_CONNECTION);
            connection = server->connections;
        } else {
            connection = connection->next;
        }
    }
}

static void finish_input(struct fibsd *server)
{
    carry_out_cuts(server);
    text_send_prompts(server);
}

void fibsd_disconnect(struct fibsd_connection *connection)
{
    struct fibsd *server = connection->server;
    if (connection->user != NULL) {
        login_user_departs(connection->user, FIBSD_DROPS_CONNECTION);
    }
    free_connection(connection);
    finish_input(server);
}

bool fibsd_is_closing(const struct fibsd_connection *connection)
{
    return connection->is_closing;
}

const char *fibsd_output(const struct fibsd_connection *connection, size_t *size)
{
    *size = connection->output.size;
    return connection->output.bytes;
}

void fibsd_sent(struct fibsd_connection *connection, size_t size)
{
    struct fibsd_text *output = &connection->output;
    if (size == 0) {
        return;
    }
    memmove(output->bytes, output->bytes + size, output->size - size);
    output->size -= size;
    if (output->size == 0 && output->capacity > OUTPUT_KEPT) {
        free(output->bytes);
        *output = (struct fibsd_text){0};
    }
}

bool fibsd_is_logged_in(const struct fibsd_connection *connection)
{
    return connection->user != NULL;
}

int fibsd_hash_count(const struct fibsd *server)
{
    return server->hash_count;
}

bool fibsd_is_held(const struct fibsd_connection *connection)
{
    return connection->held_until_ms > 0;
}

/* ---- bytes in -------------------------------------------------------------------- */

/* Returns the byte, or -1 if it belongs to a telnet sequence: IAC verb option, IAC SB
 * ... IAC SE, IAC x. */
static int drop_telnet(struct fibsd_connection *connection, unsigned char byte)
{
    enum { IAC = 255, SB = 250, SE = 240, WILL = 251 };
    switch (connection->telnet) {
    case FIBSD_TELNET_DATA:
        if (byte == IAC) {
            connection->telnet = FIBSD_TELNET_IAC;
            return -1;
        }
        return byte;
    case FIBSD_TELNET_IAC:
        connection->telnet = byte == SB                   ? FIBSD_TELNET_SUB
                             : byte >= WILL && byte < IAC ? FIBSD_TELNET_OPTION
                                                          : FIBSD_TELNET_DATA;
        break;
    case FIBSD_TELNET_OPTION:
        connection->telnet = FIBSD_TELNET_DATA;
        break;
    case FIBSD_TELNET_SUB:
        connection->telnet = byte == IAC ? FIBSD_TELNET_SUB_IAC : FIBSD_TELNET_SUB;
        break;
    case FIBSD_TELNET_SUB_IAC:
        connection->telnet = byte == SE ? FIBSD_TELNET_DATA : FIBSD_TELNET_SUB;
        break;
    }
    return -1;
}

static bool is_command_lost(struct fibsd_connection *connection)
{
    struct fibsd *server = connection->server;
    const struct fibsd_hooks *hooks = &server->config.hooks;
    int64_t gap_ms = server->now_ms - connection->last_command_ms;
    connection->last_command_ms = server->now_ms;
    return hooks->loses_command != NULL &&
           hooks->loses_command(hooks->context, server, gap_ms);
}

/* A line of the log-in that has to wait stays where it is. */
static void take_login_line(struct fibsd_connection *connection, char *line)
{
    size_t length = strlen(line);
    connection->held_until_ms = 0;
    login_line(connection, line);
    if (fibsd_is_held(connection)) {
        connection->line_length = length;
    }
}

static void take_input_line(struct fibsd_connection *connection)
{
    char line[FIBSD_COMMAND_MAX + 1];
    memcpy(line, connection->line, connection->line_length);
    line[connection->line_length] = '\0';
    bool is_overlong = connection->is_overlong;
    connection->line_length = 0;
    connection->is_overlong = false;
    connection->last_input_ms = connection->server->now_ms;
    struct fibsd_user *user = connection->user;
    if (user == NULL) {
        take_login_line(connection, line);
        return;
    }
    connection->is_at_prompt = false;
    if (is_overlong) {
        text_tell(user, "** Line too long: at most %d characters.", FIBSD_COMMAND_MAX);
    } else if (!is_command_lost(connection)) {
        commands_run(user, line);
        if (user->match != NULL) {
            accounts_reach_phase(user, FIBSD_PHASE_NONE);
        }
    }
}

static void take_connection_byte(struct fibsd_connection *connection, int byte)
{
    bool is_ended = byte == '\n' && connection->is_after_cr;
    connection->is_after_cr = byte == '\r';
    if (is_ended) {
        return;
    }
    if (byte == '\n' || byte == '\r') {
        take_input_line(connection);
        finish_input(connection->server);
    } else if (byte == '\b' || byte == 127) {
        connection->line_length -= connection->line_length > 0;
    } else if (connection->line_length == FIBSD_COMMAND_MAX) {
        connection->is_overlong = true;
    } else if (byte >= 128) {
        connection->line[connection->line_length++] = '?';
    } else if (byte >= ' ' || byte == '\t') {
        connection->line[connection->line_length++] = (char)byte;
    }
}

void fibsd_receive(struct fibsd_connection *connection, const char *bytes, size_t size)
{
    for (size_t i = 0;
         i < size && !connection->is_closing && !fibsd_is_held(connection); i++) {
        int byte = drop_telnet(connection, (unsigned char)bytes[i]);
        if (byte >= 0) {
            take_connection_byte(connection, byte);
        }
    }
}

/* ---- time ------------------------------------------------------------------------ */

static void close_idle(struct fibsd *server)
{
    for (struct fibsd_connection *c = server->connections; c != NULL; c = c->next) {
        if (!c->is_closing &&
            server->now_ms - c->last_input_ms >= server->config.idle_ms) {
            text_connection_line(c, "Connection timed out.");
            if (c->user != NULL) {
                login_user_departs(c->user, FIBSD_TIMED_OUT);
            }
            c->is_closing = true;
        }
    }
}

/* Takes the lines whose time has come. */
static void release_held(struct fibsd *server)
{
    for (struct fibsd_connection *c = server->connections; c != NULL; c = c->next) {
        if (fibsd_is_held(c) && c->held_until_ms <= server->now_ms && !c->is_closing) {
            take_input_line(c);
        }
    }
}

void fibsd_tick(struct fibsd *server, int64_t now_ms)
{
    server->now_ms = now_ms;
    accounts_hash_some(server, HASHED_IN_TICK);
    release_held(server);
    if (server->config.idle_ms > 0) {
        close_idle(server);
    }
    finish_input(server);
}

void fibsd_announce_restart(struct fibsd *server, int seconds)
{
    for (struct fibsd_connection *c = server->connections; c != NULL; c = c->next) {
        c->is_closing = c->is_closing || seconds <= 0;
        if (c->user != NULL && seconds > 0) {
            text_tell(c->user, "*** ATTENTION ! FIBS will restart in %d second%s",
                      seconds, plural(seconds));
        } else if (c->user != NULL) {
            login_user_departs(c->user, FIBSD_DROPS_CONNECTION);
        }
    }
    finish_input(server);
}
