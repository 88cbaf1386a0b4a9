#include "server/server.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <event2/bufferevent.h>
#include <event2/event.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/file.h"

enum {
    TICK_MS = 20,
    SAVE_EVERY_MS = 5000,
    SAVE_SHARE = 20, /* at most this part of the time goes to saving, 1/20 */
    STATE_FILE_MAX = 512 << 20,
    HASH_COST = 4096,  /* a password counts as so many bytes of input more, */
    LINE_COST = 64,    /* a command does, */
    OUTPUT_PART = 8,   /* and so does this part of its answer */
    GOODBYE_MS = 10000 /* for a client to read its last lines */
};

/* Output that waits for its time. */
struct delayed {
    int64_t due_ms;
    struct delayed *next;
    size_t size;
    char bytes[];
};

struct client {
    struct server *server;
    struct peer *peer;
    void *connection; /* the core's */
    int number;
    bool is_held; /* nothing is taken from it until its answer is due */
    bool is_leaving;
    struct delayed *first;
    struct delayed **last;
    size_t delayed_size;
    struct client *next;
};

struct server {
    struct event_base *base;
    struct server_core core;
    struct server_options options;
    struct listener *listener;
    struct event *timer;
    struct client *clients;
    int64_t start_ms;
    int64_t saved_ms;
    int64_t save_took_ms;  /* the last time */
    uint64_t saved_digest; /* of the state file that was written last */
    bool is_save_failing;
    bool has_result; /* that the state file does not have */
    int client_count;
};

static int64_t uptime_ms(const struct server *server)
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
    if (direction == 'C' && !client->server->core.is_logged_in(client->connection)) {
        bytes = "***";
        size = strlen(bytes);
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
    if (peer_unread(client->peer) > 0) {
        return 0;
    }
    size_t done = 0;
    while (done < size && send(bufferevent_getfd(peer_link(client->peer)), bytes + done,
                               1, MSG_NOSIGNAL | MSG_DONTWAIT) == 1) {
        done++;
    }
    return done;
}

static void write_now(const struct client *client, const char *bytes, size_t size)
{
    size_t done =
        client->server->options.is_split ? write_split(client, bytes, size) : 0;
    peer_write(client->peer, bytes + done, size - done);
}

static void write_later(struct client *client, const char *bytes, size_t size)
{
    struct delayed *chunk = client->delayed_size + size > LISTENER_UNREAD
                                ? NULL
                                : malloc(sizeof *chunk + size);
    if (chunk == NULL) {
        peer_drop(client->peer);
        return;
    }
    memcpy(chunk->bytes, bytes, size);
    chunk->size = size;
    chunk->next = NULL;
    chunk->due_ms = uptime_ms(client->server) + client->server->options.delay_ms;
    *client->last = chunk;
    client->last = &chunk->next;
    client->delayed_size += size;
}

static void drop_first_delayed(struct client *client)
{
    struct delayed *chunk = client->first;
    client->first = chunk->next;
    client->delayed_size -= chunk->size;
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

static void forget_client(struct client *client)
{
    struct client **link = &client->server->clients;
    while (*link != client) {
        link = &(*link)->next;
    }
    *link = client->next;
    while (client->first != NULL) {
        drop_first_delayed(client);
    }
    client->server->core.disconnect(client->connection);
    free(client);
}

static void take_output(struct client *client)
{
    const struct server_core *core = &client->server->core;
    size_t size;
    const char *bytes = core->output(client->connection, &size);
    if (size == 0) {
        return;
    }
    log_bytes(client, 'S', bytes, size);
    if (client->server->options.delay_ms > 0) {
        write_later(client, bytes, size);
    } else {
        write_now(client, bytes, size);
    }
    core->sent(client->connection, size);
}

/* Returns whether all has been said; who does not listen is closed in a while. */
static bool is_ready_to_go(struct client *client)
{
    bool is_leaving = client->server->core.is_closing(client->connection);
    if (is_leaving && !client->is_leaving) {
        client->is_leaving = true;
        peer_set_deadline(client->peer, GOODBYE_MS);
    }
    return is_leaving && client->first == NULL && peer_unread(client->peer) == 0;
}

static bool is_held(const struct client *client)
{
    const struct server_core *core = &client->server->core;
    return core->is_held != NULL && core->is_held(client->connection);
}

/* Nothing is taken from a client that waits to be told whether its password is right. */
static void hold_or_release(struct client *client)
{
    bool is_held_now = is_held(client);
    if (is_held_now && !client->is_held) {
        (void)bufferevent_disable(peer_link(client->peer), EV_READ);
    } else if (!is_held_now && client->is_held) {
        peer_hear_later(client->peer);
    }
    client->is_held = is_held_now;
}

/* The operator is told of the first of failures in a row. */
static bool write_state_file(struct server *server, const char *text)
{
    struct file_draft draft;
    struct error err;
    bool is_written =
        file_draft_open(&draft, server->options.state_file, FILE_OURS, &err);
    if (is_written) {
        (void)fputs(text, draft.stream);
        is_written = file_draft_keep(&draft, FILE_SAFE_FROM_KILLS, &err);
    }
    if (!is_written && !server->is_save_failing && server->options.warn != NULL) {
        server->options.warn(server, err.text);
    }
    server->is_save_failing = !is_written;
    return is_written;
}

/* Writes the state if it is another than the file's. */
static void save_changes(struct server *server)
{
    char *text = server->options.state_file != NULL
                     ? server->core.save(server->core.server)
                     : NULL; /* or memory is short */
    if (text != NULL) {
        uint64_t digest = digest_bytes(digest_start(), text, strlen(text));
        if (digest != server->saved_digest && write_state_file(server, text)) {
            server->saved_digest = digest;
        }
    }
    free(text);
}

void server_save_result(struct server *server)
{
    server->has_result = true;
}

/* Sends what the core has for everybody, and frees the clients it has finished with. */
static void pump(struct server *server)
{
    bool is_changed = true;
    if (server->has_result) { /* nobody has heard of it */
        server->has_result = false;
        save_changes(server);
    }
    while (is_changed) {
        is_changed = false;
        for (struct client *client = server->clients; client != NULL;
             client = client->next) {
            take_output(client);
            write_due(client);
            hold_or_release(client);
        }
        for (struct client *client = server->clients; client != NULL;
             client = client->next) {
            if (is_ready_to_go(client)) {
                peer_close(client->peer);
                forget_client(client);
                is_changed = true; /* others may have been told */
                break;
            }
        }
    }
}

/* ---- events ---------------------------------------------------------------------- */

static int hash_count(const struct server_core *core)
{
    return core->hash_count == NULL ? 0 : core->hash_count(core->server);
}

/* A line at a time: in between others have their turn. */
static void on_hear(void *arg)
{
    struct client *client = arg;
    struct server *server = client->server;
    const struct server_core *core = &server->core;
    char bytes[1024];
    size_t said, size = peer_take_line(client->peer, bytes, sizeof bytes);
    if (size == 0) {
        return;
    }
    core->tick(core->server, uptime_ms(server));
    log_bytes(client, 'C', bytes, size);
    int hashes = hash_count(core);
    core->receive(client->connection, bytes, size);
    (void)core->output(client->connection, &said);
    hashes = hash_count(core) - hashes;
    peer_charge(client->peer,
                LINE_COST + said / OUTPUT_PART + (size_t)hashes * HASH_COST);
    if (core->is_logged_in(client->connection) && peer_settle(client->peer)) {
        peer_set_deadline(client->peer, 0);
    }
    if (!is_held(client)) {
        peer_hear_later(client->peer);
    }
    pump(server);
}

static void on_sent(void *arg)
{
    pump(((struct client *)arg)->server);
}

static void on_closed(void *arg)
{
    struct client *client = arg;
    struct server *server = client->server;
    forget_client(client);
    pump(server);
}

static void *on_open(void *context, struct peer *peer)
{
    struct server *server = context;
    struct client *client = calloc(1, sizeof *client);
    void *connection =
        client == NULL ? NULL
                       : server->core.connect(server->core.server, peer_address(peer));
    if (connection == NULL) {
        free(client);
        return NULL;
    }
    client->server = server;
    client->peer = peer;
    client->connection = connection;
    client->number = ++server->client_count;
    client->last = &client->first;
    client->next = server->clients;
    server->clients = client;
    pump(server);
    return client;
}

/* ---- state file ------------------------------------------------------------------ */

/* Returns the text of the file, which the caller frees; NULL with `err`. */
static char *read_state(FILE *file, const char *path, struct error *err)
{
    struct stat st;
    bool is_small = fstat(fileno(file), &st) == 0 && st.st_size <= STATE_FILE_MAX;
    char *text = is_small ? calloc(1, (size_t)st.st_size + 1) : NULL;
    if (text == NULL) {
        error_at_path(err, 0, path, is_small ? "no memory for it" : "too large");
    } else if (fread(text, 1, (size_t)st.st_size, file) != (size_t)st.st_size) {
        error_at_path(err, 0, path, "cannot be read");
        free(text);
        text = NULL;
    }
    return text;
}

static bool load_state(struct server *server, struct error *err)
{
    const char *path = server->options.state_file;
    FILE *file = path == NULL ? NULL : file_to_read(path, err);
    if (file == NULL) {
        return path == NULL || errno == ENOENT; /* none yet */
    }
    char *text = read_state(file, path, err);
    int bad_line = text == NULL ? -1 : server->core.load(server->core.server, text);
    free(text);
    (void)fclose(file);
    if (bad_line > 0) {
        error_set(err, "%s: line %d is not a saved state", path, bad_line);
    }
    return bad_line == 0;
}

/* Often, but a large state less often. */
static bool is_save_due(const struct server *server, int64_t now_ms)
{
    int every_ms = server->options.save_every_ms;
    int64_t since_ms = now_ms - server->saved_ms;
    return since_ms >= (every_ms > 0 ? every_ms : SAVE_EVERY_MS) &&
           since_ms >= SAVE_SHARE * server->save_took_ms;
}

static void on_tick(evutil_socket_t fd, short events, void *context)
{
    (void)fd;
    (void)events;
    struct server *server = context;
    int64_t now_ms = uptime_ms(server);
    server->core.tick(server->core.server, now_ms);
    if (server->options.on_tick != NULL) {
        server->options.on_tick(server->options.tick_context, now_ms);
    }
    pump(server);
    if (is_save_due(server, now_ms)) {
        server->saved_ms = now_ms;
        save_changes(server);
        server->save_took_ms = uptime_ms(server) - now_ms;
    }
}

/* ---- opening --------------------------------------------------------------------- */

static bool listen_on(struct server *server, struct error *err)
{
    const struct server_options *options = &server->options;
    const struct listener_service service = {.name = "port",
                                             .open = on_open,
                                             .hear = on_hear,
                                             .sent = on_sent,
                                             .closed = on_closed,
                                             .log = options->warn,
                                             .context = server};
    server->listener = listener_new(server->base, options->address, options->port,
                                    &options->limits, &service, err);
    if (server->listener != NULL && server->core.listens != NULL) {
        server->core.listens(server->core.server, server_port(server));
    }
    return server->listener != NULL;
}

const struct listener_limits server_limits = {.connections = 512,
                                              .per_address = 32,
                                              .per_second = 1000,
                                              .setup_ms = 120000,
                                              .input_rate = 64 << 10,
                                              .newcomers_rate = 64 << 10};

struct server *server_new(struct event_base *base, const struct server_core *core,
                          const struct server_options *options, struct error *err)
{
    struct server *server = error_allocate(sizeof *server, err);
    if (server == NULL) {
        return NULL;
    }
    server->base = base;
    server->core = *core;
    server->options = *options;
    if (core->save == NULL) { /* it keeps nothing */
        server->options.state_file = NULL;
    }
    if (server->options.clock_ms == NULL) {
        server->options.clock_ms = clock_ms;
    }
    if (server->options.limits.connections == 0) {
        server->options.limits = server_limits;
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

void server_free(struct server *server)
{
    if (server == NULL) {
        return;
    }
    save_changes(server);
    listener_free(server->listener);
    if (server->timer != NULL) {
        event_free(server->timer);
    }
    free(server);
}

int server_port(const struct server *server)
{
    return listener_port(server->listener);
}
