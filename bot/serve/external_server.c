#include "bot/serve/external_server_internal.h"

#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

#include "arena/protocol/gnubg.h"
#include "base/port/listener.h"
#include "bot/serve/ubgi_server.h"

enum {
    WAIT_MS = 1000,
    QUESTION_COST = 256, /* a line counts as so many bytes of input more */
};

struct client {
    struct external_server *server;
    struct peer *peer;
    char line[GNUBG_QUESTION_SIZE];
    size_t used;
    bool is_cut; /* the line is longer; what follows is dropped */
};

struct external_server {
    struct external_server_options options;
    struct search_scratch *scratch;
    struct event_base *base;
    struct listener *listener;
    struct event *look; /* for `stop` */
};

/* ---- answers --------------------------------------------------------------------- */

static bool accepts(const struct external_server *server,
                    const struct decision_context *at)
{
    return engine_accepts_resignation(server->options.engine, server->scratch,
                                      &server->options.strength, &at->pos, &at->ms,
                                      !at->is_opponent_on_roll, at->roll, at->resigned);
}

static void answer_question(const struct external_server *server, const char *line,
                            char answer[EXTERNAL_ANSWER_SIZE])
{
    struct decision_context at;
    struct ubgi_decision decision = {.is_yes = false};
    char text[UBGI_LINE_SIZE];
    struct error err;
    if (!gnubg_question_read(line, &at, &err)) {
        (void)snprintf(answer, EXTERNAL_ANSWER_SIZE, "Error: %s", err.text);
        return;
    }
    decision.role = at.roll.high > 0 ? UBGI_CHEQUER : UBGI_CUBE;
    decision.is_answer = at.is_doubled;
    at.ms.has_jacoby |= at.ms.length == 0 && server->options.has_jacoby;
    at.ms.has_beavers |= at.ms.length == 0 && server->options.has_beavers;
    if (at.resigned > 0) {
        (void)snprintf(answer, EXTERNAL_ANSWER_SIZE, "%s",
                       accepts(server, &at) ? "accept" : "reject");
        return;
    }
    /* plays and cube actions are written as in the first draft of UBGI */
    bool is_asked = at.roll.high > 0 || at.is_doubled || match_state_may_double(&at.ms);
    if (is_asked) {
        (void)ubgi_server_decide(server->options.engine, server->scratch,
                                 &server->options.strength, &at, &decision);
    }
    ubgi_write_decision(UBGI_0_01, &decision, text);
    (void)snprintf(answer, EXTERNAL_ANSWER_SIZE, "%.*s", EXTERNAL_ANSWER_SIZE - 1,
                   text);
}

bool external_server_answer(const struct external_server *server, const char *line,
                            char answer[EXTERNAL_ANSWER_SIZE])
{
    answer[0] = '\0';
    if (strcmp(line, "exit") == 0 || strcmp(line, "quit") == 0) {
        return false;
    }
    if (strcmp(line, "version") == 0) {
        (void)snprintf(answer, EXTERNAL_ANSWER_SIZE, "fibsbot %s",
                       server->options.version);
    } else {
        answer_question(server, line, answer);
    }
    return true;
}

/* ---- lines ----------------------------------------------------------------------- */

static void send_answer(const struct client *client, const char *answer)
{
    char line[EXTERNAL_ANSWER_SIZE + 1];
    size_t length = strlen(answer);
    memcpy(line, answer, length);
    line[length++] = '\n';
    peer_write(client->peer, line, length);
}

static bool answer_line(struct client *client)
{
    char answer[EXTERNAL_ANSWER_SIZE] = "Error: the line is too long";
    client->line[client->used] = '\0';
    bool goes_on =
        client->is_cut || external_server_answer(client->server, client->line, answer);
    client->used = 0;
    client->is_cut = false;
    if (goes_on) {
        send_answer(client, answer);
    }
    return goes_on;
}

/* Control bytes are left out: gnubg sends a NUL behind each line. */
static bool take_client_byte(struct client *client, char byte)
{
    if (byte == '\n') {
        return answer_line(client);
    }
    if ((unsigned char)byte < ' ') {
        return true;
    }
    if (client->used < sizeof client->line - 1) {
        client->line[client->used++] = byte;
    } else {
        client->is_cut = true;
    }
    return true;
}

/* ---- connections ----------------------------------------------------------------- */

static void *open_client(void *context, struct peer *peer)
{
    struct client *client = calloc(1, sizeof *client);
    if (client != NULL) {
        client->server = context;
        client->peer = peer;
    }
    return client;
}

/* A line at a time: the clients ask in turn. */
static void hear_client(void *arg)
{
    struct client *client = arg;
    char bytes[GNUBG_QUESTION_SIZE];
    size_t count = peer_take_line(client->peer, bytes, sizeof bytes);
    bool goes_on = true;
    for (size_t i = 0; goes_on && i < count; i++) {
        goes_on = take_client_byte(client, bytes[i]);
    }
    if (!goes_on) {
        peer_close(client->peer);
        free(client);
    } else if (count > 0) {
        if (bytes[count - 1] == '\n' && peer_settle(client->peer)) {
            peer_set_deadline(client->peer, 0);
        }
        peer_charge(client->peer, QUESTION_COST);
        peer_hear_later(client->peer);
    }
}

static bool listen_on(struct external_server *server, struct error *err)
{
    const struct external_server_options *options = &server->options;
    const struct listener_limits limits = {.connections = EXTERNAL_CLIENTS_MAX,
                                           .per_address = EXTERNAL_CLIENTS_MAX / 2,
                                           .grace_ms = EXTERNAL_GRACE_MS,
                                           .setup_ms = EXTERNAL_SETUP_MS,
                                           .per_second = EXTERNAL_RATE_MAX,
                                           .input_rate = EXTERNAL_INPUT_RATE};
    const struct listener_service service = {.name = "external player",
                                             .open = open_client,
                                             .hear = hear_client,
                                             .closed = free,
                                             .log = options->warn,
                                             .context = server};
    server->listener = listener_new(server->base, options->address, options->port,
                                    &limits, &service, err);
    return server->listener != NULL;
}

static void do_nothing(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    (void)arg;
}

/* ---- life ------------------------------------------------------------------------ */

static bool start_looking(struct external_server *server)
{
    static const struct timeval every = {.tv_sec = WAIT_MS / 1000};
    server->base = event_base_new();
    server->look = server->base == NULL
                       ? NULL
                       : event_new(server->base, -1, EV_PERSIST, do_nothing, NULL);
    return server->look != NULL && event_add(server->look, &every) == 0;
}

struct external_server *
external_server_open(const struct external_server_options *options, struct error *err)
{
    struct external_server *server = error_allocate(sizeof *server, err);
    if (server == NULL) {
        return NULL;
    }
    server->options = *options;
    server->scratch = engine_scratch_new(options->engine);
    bool is_good = server->scratch != NULL && start_looking(server);
    if (!is_good) {
        error_no_memory(err);
    }
    if (!is_good || !listen_on(server, err)) {
        external_server_close(server);
        return NULL;
    }
    return server;
}

void external_server_close(struct external_server *server)
{
    if (server == NULL) {
        return;
    }
    listener_free(server->listener);
    if (server->look != NULL) {
        event_free(server->look);
    }
    if (server->base != NULL) {
        event_base_free(server->base);
    }
    engine_scratch_free(server->scratch);
    free(server);
}

int external_server_port(const struct external_server *server)
{
    return listener_port(server->listener);
}

void external_server_run(struct external_server *server, const atomic_bool *stop)
{
    server->options.strength.stop = stop;
    while (!atomic_load(stop)) {
        (void)event_base_loop(server->base, EVLOOP_ONCE);
    }
}
