#include "server/bgammon/bgammond_internal.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/text.h"

enum { LOGIN_MS = 30000, GOODBYE_MS = 1000, MEN = 15 };

/* ---- clients --------------------------------------------------------------------- */

struct bgammond_client *bgammond_connect(struct bgammond *server)
{
    static const char greeting[] =
        "hello Welcome to bgammon.org! Please log in by sending the 'login' command. You may "
        "specify a username, otherwise you will be assigned a random username.\n";
    struct bgammond_client *client = calloc(1, sizeof *client);
    if (client != NULL) {
        client->server = server;
        client->connected_ms = client->heard_ms = client->pinged_ms = server->now_ms;
        client->close_ms = INT64_MAX;
        client->next = server->clients;
        server->clients = client;
        bgammond_write(client, greeting, sizeof greeting - 1);
    }
    return client;
}

void bgammond_disconnect(struct bgammond_client *client)
{
    struct bgammond_client **link = &client->server->clients;
    client->is_closing = true;
    if (client->match != NULL) {
        bgammond_match_leave(client);
    }
    bgammond_login_linger(client);
    while (*link != client) {
        link = &(*link)->next;
    }
    *link = client->next;
    free(client->line.at);
    free(client->output.at);
    free(client);
}

bool bgammond_is_closing(const struct bgammond_client *client)
{
    return client->is_closing;
}

bool bgammond_is_logged_in(const struct bgammond_client *client)
{
    return client->name[0] != '\0';
}

/* ---- lines ----------------------------------------------------------------------- */

static void take_client_line(struct bgammond_client *client)
{
    char *line = client->line.at;
    line[strcspn(line, "\r\n")] = '\0';
    client->line.size = 0;
    client->heard_ms = client->server->now_ms;
    line += strspn(line, " ");
    if (line[0] == '\0' || client->server->is_hung) {
        return;
    }
    if (client->name[0] == '\0') {
        bgammond_login_take(client, line);
    } else {
        bgammond_command_take(client, line);
    }
}

void bgammond_receive(struct bgammond_client *client, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size && !client->is_closing; i++) {
        if (client->close_ms != INT64_MAX) {
            return; /* refused: nothing more is heard */
        }
        char byte = (char)(bytes[i] == '\0' ? '?' : bytes[i]);
        if (!bgammond_add_bytes(&client->line, &byte, 1, BGAMMOND_LINE_LONGEST)) {
            client->is_closing = true;
        } else if (byte == '\n') {
            take_client_line(client);
        }
    }
}

/* ---- time ------------------------------------------------------------------------ */

static void ping(struct bgammond_client *client)
{
    char moment[24];
    int64_t now = client->server->now_ms;
    FORMAT_TEXT(moment, "%lld",
                (long long)(client->server->config.epoch_s + now / 1000));
    client->pinged_ms = now;
    bgammond_view_send(client, json_pack("{s:s,s:s,s:s}", "Type", "ping", "Player", "",
                                         "Message", moment));
}

static void watch_client(struct bgammond_client *client)
{
    static const char late[] =
        "notice Connection terminated: User did not send login command within 30 seconds.\n";
    const struct bgammond_config *config = &client->server->config;
    int64_t now = client->server->now_ms;
    if (now >= client->close_ms || now - client->heard_ms > config->silence_ms) {
        client->is_closing = true;
    } else if (client->name[0] == '\0') {
        if (client->close_ms == INT64_MAX && now - client->connected_ms >= LOGIN_MS) {
            bgammond_write(client, late, sizeof late - 1);
            client->close_ms = now + GOODBYE_MS;
        }
    } else if (now - client->pinged_ms >= config->ping_ms) {
        ping(client);
    }
}

void bgammond_tick(struct bgammond *server, int64_t now_ms)
{
    server->now_ms = now_ms;
    for (struct bgammond_client *client = server->clients; client != NULL;
         client = client->next) {
        watch_client(client);
    }
    bgammond_login_forget(server, false);
    bgammond_match_tick(server);
}

/* ---- making and freeing ---------------------------------------------------------- */

void bgammond_config_default(struct bgammond_config *config)
{
    *config =
        (struct bgammond_config){.seed = 1, .ping_ms = 30000, .silence_ms = 40000};
}

static bool read_start(const char *json, int start[BGAMMOND_SLOTS])
{
    json_t *array = json_loads(json, 0, NULL);
    bool is_good = json_array_size(array) == BGAMMOND_SLOTS;
    for (size_t i = 0; is_good && i < BGAMMOND_SLOTS; i++) {
        const json_t *slot = json_array_get(array, i);
        json_int_t men = json_integer_value(slot);
        is_good = json_is_integer(slot) && men >= -MEN && men <= MEN;
        start[i] = is_good ? (int)men : 0;
    }
    json_decref(array);
    return is_good;
}

bool bgammond_config_start(struct bgammond_config *config, const char *json,
                           struct error *err)
{
    struct reference_board board;
    if (!read_start(json, config->start)) {
        return error_set(err, "expected %d numbers as [0,-2,...]", BGAMMOND_SLOTS);
    }
    bgammond_view_read(config->start, &board);
    const char *fault = reference_fault(&board);
    if (fault == NULL && reference_result(&board) != 0) {
        fault = "the game is over";
    }
    config->has_start = fault == NULL;
    return fault == NULL || error_set(err, "the board cannot be: %s", fault);
}

struct bgammond *bgammond_new(const struct bgammond_config *config)
{
    struct bgammond *server = calloc(1, sizeof *server);
    if (server == NULL || (server->generator = reference_generator_new()) == NULL) {
        free(server);
        return NULL;
    }
    server->config = *config;
    server->random = config->seed;
    return server;
}

void bgammond_free(struct bgammond *server)
{
    if (server == NULL) {
        return;
    }
    while (server->clients != NULL) {
        bgammond_disconnect(server->clients);
    }
    bgammond_match_free_all(server);
    bgammond_login_forget(server, true);
    reference_generator_free(server->generator);
    free(server);
}

bool bgammond_is_hung(const struct bgammond *server)
{
    return server->is_hung;
}

const struct bgammond_counts *bgammond_counts(const struct bgammond *server)
{
    return &server->counts;
}
