#include "server/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/file.h"

enum { TICK_MS = 20, SAVE_EVERY_MS = 5000, STATE_FILE_MAX = 64 << 20 };

/* Output that waits for its time. */
struct delayed {
    int64_t due_ms;
    struct delayed *next;
    size_t size;
    char bytes[];
};

struct client {
    struct fibsd_server *server;
    struct bufferevent *link;
    struct fibsd_connection *connection;
    int number;
    struct delayed *first;
    struct delayed **last;
    struct client *next;
};

struct fibsd_server {
    struct event_base *base;
    struct fibsd *core;
    struct fibsd_server_options options;
    struct evconnlistener *listener;
    struct event *timer;
    struct client *clients;
    int64_t start_ms;
    int64_t saved_ms;
    uint64_t saved_digest; /* of the state that save_changes() saw last */
    bool has_result;       /* that the state file does not */
    int client_count;
};

static int64_t uptime_ms(const struct fibsd_server *server)
{
    return server->options.clock_ms() - server->start_ms;
}

/* ---- log ------------------------------------------------------------------------- */

static void log_bytes(const struct client *client, char direction, const char *bytes,
                      size_t size)
{
    FILE *log = client->server->options.log;
    if (log == NULL || size == 0) {
        return;
    }
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (i == 0 || bytes[i - 1] == '\n') {
            (void)fprintf(log, "%s%lld %d %c ", i > 0 ? "\n" : "",
                          (long long)uptime_ms(client->server), client->number,
                          direction);
        }
        if (byte == '\n') {
            (void)fputs("\\n", log);
        } else if (byte >= ' ' && byte < 127) {
            (void)fputc(byte, log);
        } else if (byte != '\r') {
            (void)fprintf(log, "\\x%02x", byte);
        }
    }
    (void)fputc('\n', log);
    (void)fflush(log);
}

/* ---- output ---------------------------------------------------------------------- */

/* Writes byte by byte until the socket takes no more; returns how many were written. */
static size_t write_split(const struct client *client, const char *bytes, size_t size)
{
    if (evbuffer_get_length(bufferevent_get_output(client->link)) > 0) {
        return 0;
    }
    size_t done = 0;
    while (done < size && send(bufferevent_getfd(client->link), bytes + done, 1,
                               MSG_NOSIGNAL | MSG_DONTWAIT) == 1) {
        done++;
    }
    return done;
}

static void write_now(const struct client *client, const char *bytes, size_t size)
{
    size_t done =
        client->server->options.is_split ? write_split(client, bytes, size) : 0;
    (void)bufferevent_write(client->link, bytes + done, size - done);
}

static void write_later(struct client *client, const char *bytes, size_t size)
{
    struct delayed *chunk = malloc(sizeof *chunk + size);
    if (chunk == NULL) {
        return;
    }
    memcpy(chunk->bytes, bytes, size);
    chunk->size = size;
    chunk->next = NULL;
    chunk->due_ms = uptime_ms(client->server) + client->server->options.delay_ms;
    *client->last = chunk;
    client->last = &chunk->next;
}

static void drop_first_delayed(struct client *client)
{
    struct delayed *chunk = client->first;
    client->first = chunk->next;
    if (client->first == NULL) {
        client->last = &client->first;
    }
    free(chunk);
}

static void write_due(struct client *client)
{
    while (client->first != NULL &&
           client->first->due_ms <= uptime_ms(client->server)) {
        write_now(client, client->first->bytes, client->first->size);
        drop_first_delayed(client);
    }
}

static void free_client(struct client *client)
{
    struct client **link = &client->server->clients;
    while (*link != client) {
        link = &(*link)->next;
    }
    *link = client->next;
    while (client->first != NULL) {
        drop_first_delayed(client);
    }
    bufferevent_free(client->link);
    free(client);
}

static void take_output(struct client *client)
{
    size_t size;
    const char *bytes = fibsd_output(client->connection, &size);
    if (size == 0) {
        return;
    }
    log_bytes(client, 'S', bytes, size);
    if (client->server->options.delay_ms > 0) {
        write_later(client, bytes, size);
    } else {
        write_now(client, bytes, size);
    }
    fibsd_sent(client->connection, size);
}

static bool is_drained(const struct client *client)
{
    return client->first == NULL &&
           evbuffer_get_length(bufferevent_get_output(client->link)) == 0;
}

static void write_state_file(const struct fibsd_server *server, const char *text)
{
    struct file_draft draft;
    if (file_draft_open(&draft, server->options.state_file, FILE_OURS, NULL)) {
        (void)fputs(text, draft.stream);
        (void)file_draft_keep(&draft, FILE_SAFE_FROM_KILLS, NULL);
    }
}

static void save_state(struct fibsd_server *server)
{
    char *text = server->options.state_file == NULL ? NULL : fibsd_save(server->core);
    if (text != NULL) {
        write_state_file(server, text);
    }
    free(text);
}

/* Writes the state if it is another than when it was last looked at. */
static void save_changes(struct fibsd_server *server, int64_t now_ms)
{
    char *text = server->options.state_file == NULL ? NULL : fibsd_save(server->core);
    uint64_t digest = text == NULL ? server->saved_digest
                                   : digest_bytes(digest_start(), text, strlen(text));
    server->saved_ms = now_ms;
    if (digest != server->saved_digest) {
        server->saved_digest = digest;
        write_state_file(server, text);
    }
    free(text);
}

void server_save_result(struct fibsd_server *server)
{
    server->has_result = true;
}

/* Sends what the core has for everybody, and frees the clients it has finished with. */
static void pump(struct fibsd_server *server)
{
    bool is_changed = true;
    if (server->has_result) { /* nobody has heard of it */
        server->has_result = false;
        save_state(server);
    }
    while (is_changed) {
        is_changed = false;
        for (struct client *client = server->clients; client != NULL;
             client = client->next) {
            take_output(client);
            write_due(client);
        }
        for (struct client *client = server->clients; client != NULL;
             client = client->next) {
            if (fibsd_is_closing(client->connection) && is_drained(client)) {
                fibsd_disconnect(client->connection);
                free_client(client);
                is_changed = true; /* others may have been told */
                break;
            }
        }
    }
}

/* ---- events ---------------------------------------------------------------------- */

static void on_read(struct bufferevent *link, void *context)
{
    struct client *client = context;
    struct fibsd_server *server = client->server;
    char bytes[4096];
    size_t size;
    fibsd_tick(server->core, uptime_ms(server));
    while ((size = bufferevent_read(link, bytes, sizeof bytes)) > 0) {
        log_bytes(client, 'C', bytes, size);
        fibsd_receive(client->connection, bytes, size);
    }
    pump(server);
}

static void on_drained(struct bufferevent *link, void *context)
{
    (void)link;
    pump(((struct client *)context)->server);
}

static void on_event(struct bufferevent *link, short events, void *context)
{
    (void)link;
    struct client *client = context;
    struct fibsd_server *server = client->server;
    if (events & (BEV_EVENT_EOF | BEV_EVENT_ERROR)) {
        fibsd_disconnect(client->connection);
        free_client(client);
        pump(server);
    }
}

static void on_accept(struct evconnlistener *listener, evutil_socket_t fd,
                      struct sockaddr *address, int length, void *context)
{
    (void)listener;
    (void)length;
    struct fibsd_server *server = context;
    char host[INET_ADDRSTRLEN] = "unknown";
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *in = (const struct sockaddr_in *)(void *)address;
        (void)inet_ntop(AF_INET, &in->sin_addr, host, sizeof host);
    }
    int on = 1;
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct client *client = calloc(1, sizeof *client);
    struct bufferevent *link =
        bufferevent_socket_new(server->base, fd, BEV_OPT_CLOSE_ON_FREE);
    struct fibsd_connection *connection = fibsd_connect(server->core, host);
    if (client == NULL || link == NULL || connection == NULL) {
        abort(); /* a test server without memory is of no use */
    }
    client->server = server;
    client->link = link;
    client->connection = connection;
    client->number = ++server->client_count;
    client->last = &client->first;
    client->next = server->clients;
    server->clients = client;
    bufferevent_setcb(link, on_read, on_drained, on_event, client);
    (void)bufferevent_enable(link, EV_READ | EV_WRITE);
    pump(server);
}

/* ---- state file ------------------------------------------------------------------ */

static bool load_state(struct fibsd_server *server, struct error *err)
{
    const char *path = server->options.state_file;
    FILE *file = path == NULL ? NULL : fopen(path, "r");
    if (path == NULL || (file == NULL && errno == ENOENT)) {
        return true; /* none yet */
    }
    if (file == NULL) {
        error_set(err, "%s: %s", path, strerror(errno));
        return false;
    }
    char *text = calloc(1, STATE_FILE_MAX + 1);
    int bad_line = -1;
    if (text != NULL) {
        size_t size = fread(text, 1, STATE_FILE_MAX, file);
        text[size] = '\0';
        bad_line = fibsd_load(server->core, text);
    }
    free(text);
    (void)fclose(file);
    if (bad_line != 0) {
        error_set(err, "%s: line %d is not a saved state", path, bad_line);
    }
    return bad_line == 0;
}

static void on_tick(evutil_socket_t fd, short events, void *context)
{
    (void)fd;
    (void)events;
    struct fibsd_server *server = context;
    int64_t now_ms = uptime_ms(server);
    fibsd_tick(server->core, now_ms);
    if (server->options.on_tick != NULL) {
        server->options.on_tick(server->options.tick_context, now_ms);
    }
    pump(server);
    int every_ms = server->options.save_every_ms;
    if (now_ms - server->saved_ms >= (every_ms > 0 ? every_ms : SAVE_EVERY_MS)) {
        save_changes(server, now_ms);
    }
}

/* ---- opening --------------------------------------------------------------------- */

static bool listen_on(struct fibsd_server *server, struct error *err)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    address.sin_port = htons((uint16_t)server->options.port);
    if (inet_pton(AF_INET, server->options.address, &address.sin_addr) != 1) {
        error_set(err, "%s is not an IPv4 address", server->options.address);
        return false;
    }
    server->listener = evconnlistener_new_bind(
        server->base, on_accept, server, LEV_OPT_CLOSE_ON_FREE | LEV_OPT_REUSEABLE, 64,
        (const struct sockaddr *)&address, sizeof address);
    if (server->listener == NULL) {
        error_set(err, "cannot listen on %s:%d: %s", server->options.address,
                  server->options.port, strerror(errno));
    }
    return server->listener != NULL;
}

struct fibsd_server *server_new(struct event_base *base, struct fibsd *core,
                                const struct fibsd_server_options *options,
                                struct error *err)
{
    struct fibsd_server *server = calloc(1, sizeof *server);
    if (server == NULL) {
        error_set(err, "out of memory");
        return NULL;
    }
    server->base = base;
    server->core = core;
    server->options = *options;
    if (server->options.clock_ms == NULL) {
        server->options.clock_ms = clock_ms;
    }
    server->start_ms = server->options.clock_ms();
    const struct timeval tick = {0, (long)TICK_MS * 1000};
    if (!load_state(server, err) || !listen_on(server, err)) {
        server->options.state_file = NULL;
        server_free(server);
        return NULL;
    }
    server->timer = event_new(base, -1, EV_PERSIST, on_tick, server);
    if (server->timer == NULL || event_add(server->timer, &tick) != 0) {
        error_set(err, "no timer");
        server_free(server);
        return NULL;
    }
    return server;
}

void server_free(struct fibsd_server *server)
{
    if (server == NULL) {
        return;
    }
    save_state(server);
    while (server->clients != NULL) {
        fibsd_disconnect(server->clients->connection);
        free_client(server->clients);
    }
    if (server->timer != NULL) {
        event_free(server->timer);
    }
    if (server->listener != NULL) {
        evconnlistener_free(server->listener);
    }
    free(server);
}

int server_port(const struct fibsd_server *server)
{
    struct sockaddr_in address = {0};
    socklen_t size = sizeof address;
    (void)getsockname(evconnlistener_get_fd(server->listener),
                      (struct sockaddr *)&address, &size);
    return ntohs(address.sin_port);
}
