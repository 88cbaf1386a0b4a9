#include "server/bgammon/bgammond_port.h"

#include <stdlib.h>
#include <sys/socket.h>

#include <event2/bufferevent.h>
#include <event2/event.h>

#include "base/clock.h"

enum { TICK_MS = 20, LINE_COST = 64, OUTPUT_PART = 8, PIECE = 7, GOODBYE_MS = 10000 };

struct guest {
    struct bgammond_port *port;
    struct peer *peer;
    struct bgammond_client *client;
    int number;
    bool is_leaving;
    struct guest *next;
};

struct bgammond_port {
    struct bgammond *core;
    struct bgammond_port_options options;
    struct listener *listener;
    struct event *timer;
    struct guest *guests;
    int64_t start_ms;
    int guest_count;
};

/* ---- log ------------------------------------------------------------------------- */

static int64_t port_uptime_ms(const struct bgammond_port *port)
{
    return clock_ms() - port->start_ms;
}

/* Lines come whole from the core, and nearly so from clients. */
static void log_lines(const struct guest *guest, char direction, const char *bytes,
                      size_t size)
{
    FILE *log = guest->port->options.log;
    bool is_login = direction == 'C' && !bgammond_is_logged_in(guest->client);
    if (log == NULL || size == 0) {
        return;
    }
    (void)fprintf(log, "%lld %d %c ", (long long)port_uptime_ms(guest->port),
                  guest->number, direction);
    for (size_t i = 0; i < size && !is_login; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        (void)fputc(byte == '\n' && i + 1 < size ? '\n' : byte < ' ' ? ' ' : byte, log);
    }
    (void)fputs(is_login ? "***\n" : "\n", log);
    (void)fflush(log);
}

/* ---- output ---------------------------------------------------------------------- */

/* Sends pieces until the socket takes no more; returns how many bytes were sent. */
static size_t send_pieces(const struct guest *guest, const char *bytes, size_t size)
{
    int fd = bufferevent_getfd(peer_link(guest->peer));
    size_t done = 0;
    while (done < size && peer_unread(guest->peer) == 0) {
        size_t piece = size - done < PIECE ? size - done : PIECE;
        ssize_t sent = send(fd, bytes + done, piece, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent <= 0) {
            break;
        }
        done += (size_t)sent;
    }
    return done;
}

static void send_output(struct guest *guest)
{
    size_t size;
    const char *bytes = bgammond_output(guest->client, &size);
    if (size > 0) {
        log_lines(guest, 'S', bytes, size);
        size_t done =
            guest->port->options.is_split ? send_pieces(guest, bytes, size) : 0;
        peer_write(guest->peer, bytes + done, size - done);
        bgammond_sent(guest->client, size);
    }
}

static void forget_guest(struct guest *guest)
{
    struct guest **link = &guest->port->guests;
    while (*link != guest) {
        link = &(*link)->next;
    }
    *link = guest->next;
    bgammond_disconnect(guest->client);
    free(guest);
}

/* Who does not read his last lines is closed in a while. */
static bool has_finished(struct guest *guest)
{
    bool is_leaving = bgammond_is_closing(guest->client);
    if (is_leaving && !guest->is_leaving) {
        guest->is_leaving = true;
        peer_set_deadline(guest->peer, GOODBYE_MS);
    }
    return is_leaving && peer_unread(guest->peer) == 0;
}

/* Sends what the core has for everybody, and frees the guests it has finished with. */
static void serve_guests(struct bgammond_port *port)
{
    struct guest *gone = NULL;
    do {
        gone = NULL;
        for (struct guest *guest = port->guests; guest != NULL; guest = guest->next) {
            send_output(guest);
            gone = has_finished(guest) ? guest : gone;
        }
        if (gone != NULL) { /* others are told */
            peer_close(gone->peer);
            forget_guest(gone);
        }
    } while (gone != NULL);
}

/* ---- events ---------------------------------------------------------------------- */

/* A line at a time: in between others have their turn. */
static void hear_guest(void *arg)
{
    struct guest *guest = arg;
    struct bgammond_port *port = guest->port;
    char bytes[1024];
    size_t said, size = peer_take_line(guest->peer, bytes, sizeof bytes);
    if (size == 0) {
        return;
    }
    bgammond_tick(port->core, port_uptime_ms(port));
    log_lines(guest, 'C', bytes, size);
    bgammond_receive(guest->client, bytes, size);
    (void)bgammond_output(guest->client, &said);
    peer_charge(guest->peer, LINE_COST + said / OUTPUT_PART);
    if (bgammond_is_logged_in(guest->client) && peer_settle(guest->peer)) {
        peer_set_deadline(guest->peer, 0);
    }
    peer_hear_later(guest->peer);
    serve_guests(port);
}

static void continue_guest(void *arg)
{
    serve_guests(((struct guest *)arg)->port);
}

static void close_guest(void *arg)
{
    struct bgammond_port *port = ((struct guest *)arg)->port;
    forget_guest(arg);
    serve_guests(port);
}

static void *open_guest(void *context, struct peer *peer)
{
    struct bgammond_port *port = context;
    struct guest *guest = calloc(1, sizeof *guest);
    struct bgammond_client *client =
        guest == NULL ? NULL : bgammond_connect(port->core);
    if (client == NULL) {
        free(guest);
        return NULL;
    }
    *guest = (struct guest){.port = port,
                            .peer = peer,
                            .client = client,
                            .number = ++port->guest_count,
                            .next = port->guests};
    port->guests = guest;
    serve_guests(port);
    return guest;
}

static void tick_port(evutil_socket_t fd, short events, void *arg)
{
    (void)fd;
    (void)events;
    struct bgammond_port *port = arg;
    int64_t now_ms = port_uptime_ms(port);
    bgammond_tick(port->core, now_ms);
    port->options.on_tick(port->options.tick_context, now_ms);
    serve_guests(port);
}

/* ---- life ------------------------------------------------------------------------ */

static bool start_timer(struct event_base *base, struct bgammond_port *port)
{
    static const struct timeval every = {0, (long)TICK_MS * 1000};
    port->timer = event_new(base, -1, EV_PERSIST, tick_port, port);
    return port->timer != NULL && event_add(port->timer, &every) == 0;
}

struct bgammond_port *bgammond_port_new(struct event_base *base, struct bgammond *core,
                                        const struct bgammond_port_options *options,
                                        struct error *err)
{
    const struct listener_service service = {
        .name = "port",
        .open = open_guest,
        .hear = hear_guest,
        .sent = continue_guest,
        .closed = close_guest,
        .log = options->warn,
        .context = calloc(1, sizeof(struct bgammond_port))};
    struct bgammond_port *port = service.context;
    if (port == NULL) {
        (void)error_no_memory(err);
        return NULL;
    }
    port->core = core;
    port->options = *options;
    port->start_ms = clock_ms();
    port->listener = listener_new(base, options->address, options->port,
                                  &options->limits, &service, err);
    if (port->listener == NULL || !start_timer(base, port)) {
        bgammond_port_free(port);
        return NULL;
    }
    return port;
}

void bgammond_port_free(struct bgammond_port *port)
{
    if (port != NULL) {
        listener_free(port->listener);
        if (port->timer != NULL) {
            event_free(port->timer);
        }
        free(port);
    }
}

int bgammond_port_number(const struct bgammond_port *port)
{
    return listener_port(port->listener);
}
