#include "bot/serve/external_server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "arena/protocol/gnubg_question.h"
#include "bot/serve/external_answer.h"

enum { WAIT_MS = 1000, BACKLOG = 8 };

struct client {
    int socket; /* -1: this place is free */
    char line[GNUBG_QUESTION_SIZE];
    size_t used;
    bool is_cut; /* the line is longer; what follows is dropped */
};

struct external_server {
    struct external_server_options options;
    struct external_answerer *answerer;
    int socket;
    int port;
    struct client client[EXTERNAL_CLIENTS_MAX];
};

/* ---- opening --------------------------------------------------------------------- */

static bool listen_on(struct external_server *server, struct error *err)
{
    const struct external_server_options *options = &server->options;
    const int yes = 1;
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)options->port)};
    socklen_t size = sizeof at;
    if (inet_pton(AF_INET, options->address, &at.sin_addr) != 1) {
        return error_set(err, "expected a numeric address, found \"%.60s\"",
                         options->address);
    }
    server->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (server->socket < 0 ||
        setsockopt(server->socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
        bind(server->socket, (const struct sockaddr *)&at, sizeof at) != 0 ||
        listen(server->socket, BACKLOG) != 0 ||
        getsockname(server->socket, (struct sockaddr *)&at, &size) != 0) {
        return error_set(err, "%.60s port %d: %s", options->address, options->port,
                         strerror(errno));
    }
    server->port = ntohs(at.sin_port);
    return true;
}

struct external_server *
external_server_open(const struct external_server_options *options, struct error *err)
{
    struct external_server *server = calloc(1, sizeof *server);
    if (server == NULL) {
        error_set(err, "out of memory");
        return NULL;
    }
    server->options = *options;
    server->socket = -1;
    for (int i = 0; i < EXTERNAL_CLIENTS_MAX; i++) {
        server->client[i].socket = -1;
    }
    server->answerer = external_answerer_new(&server->options);
    if (server->answerer == NULL) {
        error_set(err, "out of memory");
    }
    if (server->answerer == NULL || !listen_on(server, err)) {
        external_server_close(server);
        return NULL;
    }
    return server;
}

static void drop_client(struct client *client)
{
    if (client->socket >= 0) {
        (void)close(client->socket);
        client->socket = -1;
    }
}

void external_server_close(struct external_server *server)
{
    if (server == NULL) {
        return;
    }
    for (int i = 0; i < EXTERNAL_CLIENTS_MAX; i++) {
        drop_client(&server->client[i]);
    }
    if (server->socket >= 0) {
        (void)close(server->socket);
    }
    external_answerer_free(server->answerer);
    free(server);
}

int external_server_port(const struct external_server *server)
{
    return server->port;
}

/* ---- lines ----------------------------------------------------------------------- */

/* An answer is short: a client that does not take it is gone or does not read. */
static bool send_answer(const struct client *client, const char *answer)
{
    char line[EXTERNAL_ANSWER_SIZE + 1];
    size_t length = strlen(answer);
    memcpy(line, answer, length);
    line[length++] = '\n';
    return send(client->socket, line, length, MSG_NOSIGNAL | MSG_DONTWAIT) ==
           (ssize_t)length;
}

static bool answer_line(struct external_server *server, struct client *client)
{
    char answer[EXTERNAL_ANSWER_SIZE] = "Error: the line is too long";
    client->line[client->used] = '\0';
    bool goes_on =
        client->is_cut || external_answer(server->answerer, client->line, answer);
    client->used = 0;
    client->is_cut = false;
    return goes_on && send_answer(client, answer);
}

/* Control bytes are left out: gnubg sends a NUL behind each line. */
static bool take_client_byte(struct external_server *server, struct client *client,
                             char byte)
{
    if (byte == '\n') {
        return answer_line(server, client);
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

static void hear_client(struct external_server *server, struct client *client)
{
    char bytes[GNUBG_QUESTION_SIZE];
    ssize_t count = recv(client->socket, bytes, sizeof bytes, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) {
        return;
    }
    bool goes_on = count > 0;
    for (ssize_t i = 0; goes_on && i < count; i++) {
        goes_on = take_client_byte(server, client, bytes[i]);
    }
    if (!goes_on) {
        drop_client(client);
    }
}

/* ---- connections ----------------------------------------------------------------- */

static void take_client(struct external_server *server)
{
    const int yes = 1;
    int socket = accept(server->socket, NULL, NULL);
    int i = 0;
    while (i < EXTERNAL_CLIENTS_MAX && server->client[i].socket >= 0) {
        i++;
    }
    if (socket >= 0 && i < EXTERNAL_CLIENTS_MAX) {
        (void)fcntl(socket, F_SETFD, FD_CLOEXEC);
        (void)setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        server->client[i] = (struct client){.socket = socket};
    } else if (socket >= 0) {
        (void)close(socket);
    }
}

/* poll() leaves out places whose socket is -1. */
static void serve_once(struct external_server *server)
{
    struct pollfd wanted[EXTERNAL_CLIENTS_MAX + 1];
    for (int i = 0; i < EXTERNAL_CLIENTS_MAX; i++) {
        wanted[i] = (struct pollfd){.fd = server->client[i].socket, .events = POLLIN};
    }
    wanted[EXTERNAL_CLIENTS_MAX] =
        (struct pollfd){.fd = server->socket, .events = POLLIN};
    if (poll(wanted, EXTERNAL_CLIENTS_MAX + 1, WAIT_MS) <= 0) {
        return;
    }
    for (int i = 0; i < EXTERNAL_CLIENTS_MAX; i++) {
        if (wanted[i].revents != 0) {
            hear_client(server, &server->client[i]);
        }
    }
    if (wanted[EXTERNAL_CLIENTS_MAX].revents != 0) {
        take_client(server);
    }
}

void external_server_run(struct external_server *server, const atomic_bool *stop)
{
    server->options.strength.stop = stop;
    while (!atomic_load(stop)) {
        serve_once(server);
    }
}
