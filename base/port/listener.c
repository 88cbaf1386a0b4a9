#include "base/port/listener.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <event2/event.h>
#include <event2/util.h>

#include "base/clock.h"
#include "base/port/peer_internal.h"

enum {
    BACKLOG = 128,
    TAKEN_AT_ONCE = 8, /* in one turn of the loop; then others are heard */
    PAUSE_MS = 1000,
    LOG_EVERY_MS = 60000
};

struct listener {
    struct port_peers peers;
    int fd;
    struct event *incoming;
    struct event *pause; /* pending: the listener is off */
    int fd_max;          /* descriptors from here on are the rest of the program's */
    int64_t logged_ms;   /* 0: never */
    int64_t second;      /* the current one, */
    int taken_in_second; /* and connections in it */
};

/* ---- pauses and the log ---------------------------------------------------------- */

static void log_sometimes(struct listener *listener, const char *what,
                          const char *reason)
{
    const struct listener_service *service = &listener->peers.service;
    int64_t now_ms = clock_ms();
    struct error text;
    if (service->log != NULL &&
        (listener->logged_ms == 0 || now_ms - listener->logged_ms >= LOG_EVERY_MS)) {
        listener->logged_ms = now_ms;
        error_set(&text, "%s: connections %s: %s", service->name, what, reason);
        service->log(service->context, text.text);
    }
}

void listener_complain(struct listener *listener, const char *reason)
{
    log_sometimes(listener, "wait", reason);
}

static void pause_listener(struct listener *listener, const char *reason)
{
    static const struct timeval wait = {.tv_sec = PAUSE_MS / 1000};
    listener_complain(listener, reason);
    (void)event_del(listener->incoming);
    (void)event_add(listener->pause, &wait);
}

static void on_pause_end(evutil_socket_t fd, short what, void *arg)
{
    const struct listener *listener = arg;
    (void)fd;
    (void)what;
    (void)event_add(listener->incoming, NULL);
}

/* ---- connections ----------------------------------------------------------------- */

/* True for the last connection that a second may bring. */
static bool is_rate_reached(struct listener *listener)
{
    int64_t second = clock_ms() / 1000;
    if (second != listener->second) {
        listener->second = second;
        listener->taken_in_second = 0;
    }
    listener->taken_in_second++;
    return listener->peers.limits.per_second > 0 &&
           listener->taken_in_second >= listener->peers.limits.per_second;
}

static int limit_of(const struct listener *listener, struct in_addr address)
{
    const struct listener_limits *limits = &listener->peers.limits;
    bool is_here = ntohl(address.s_addr) >> 24 == IN_LOOPBACKNET;
    return is_here ? limits->per_address_here : limits->per_address;
}

static bool has_room_for(struct listener *listener, struct in_addr address)
{
    struct port_peers *peers = &listener->peers;
    int limit = limit_of(listener, address);
    bool has_room = true;
    if (limit > 0 && port_count_from(peers, address) >= limit) {
        log_sometimes(listener, "are closed", "too many from one address");
        has_room = port_displace(peers, &address);
    }
    if (has_room && peers->count >= peers->limits.connections) {
        log_sometimes(listener, "are closed", "too many at once");
        has_room = port_displace(peers, NULL);
    }
    return has_room;
}

/* New descriptors get the lowest free number, so `fd` tells how many are in use. */
static void take_connection(struct listener *listener, int fd,
                            const struct sockaddr_in *from)
{
    bool is_scarce = fd >= listener->fd_max;
    bool has_room = !is_scarce && has_room_for(listener, from->sin_addr);
    (void)evutil_make_socket_nonblocking(fd);
    (void)evutil_make_socket_closeonexec(fd);
    if (!has_room) {
        (void)close(fd);
    } else if (!port_add(&listener->peers, fd, from)) {
        pause_listener(listener, "out of memory");
    }
    if (is_scarce) {
        pause_listener(listener, "too few descriptors are left");
    } else if (is_rate_reached(listener)) {
        pause_listener(listener, "too many in a second");
    }
}

static bool is_passing(int error)
{
    return error == EAGAIN || error == EINTR || error == ECONNABORTED;
}

static void on_incoming(evutil_socket_t socket, short what, void *arg)
{
    struct listener *listener = arg;
    (void)what;
    for (int i = 0;
         i < TAKEN_AT_ONCE && !event_pending(listener->pause, EV_TIMEOUT, NULL); i++) {
        struct sockaddr_in from = {0};
        socklen_t length = sizeof from;
        int fd = accept(socket, (struct sockaddr *)&from, &length);
        if (fd < 0 && !is_passing(errno)) {
            pause_listener(listener, strerror(errno));
        }
        if (fd < 0) {
            return;
        }
        take_connection(listener, fd, &from);
    }
}

/* ---- opening --------------------------------------------------------------------- */

/* Returns the first descriptor that is the rest of the program's. */
static int fd_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > 1 << 20) {
        return 1 << 20;
    }
    int count = (int)limit.rlim_cur;
    return count - (count / 4 < LISTENER_FD_RESERVE ? count / 4 : LISTENER_FD_RESERVE);
}

static int open_socket(const char *address, int port, struct error *err)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    const int on = 1;
    if (inet_pton(AF_INET, address, &at.sin_addr) != 1) {
        error_set_kind(err, ERROR_REFUSED, "%.60s is not an IPv4 address", address);
        return -1;
    }
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        bind(fd, (const struct sockaddr *)&at, sizeof at) != 0 ||
        listen(fd, BACKLOG) != 0) {
        error_set_errno(err, "port %d of %s", port, address);
        if (fd >= 0) {
            (void)close(fd);
        }
        return -1;
    }
    return fd;
}

static bool start_listening(struct listener *listener, struct event_base *base)
{
    listener->incoming =
        event_new(base, listener->fd, EV_READ | EV_PERSIST, on_incoming, listener);
    listener->pause = evtimer_new(base, on_pause_end, listener);
    return listener->incoming != NULL && listener->pause != NULL &&
           event_add(listener->incoming, NULL) == 0;
}

struct listener *listener_new(struct event_base *base, const char *address, int port,
                              const struct listener_limits *limits,
                              const struct listener_service *service, struct error *err)
{
    struct listener *listener = error_allocate(sizeof *listener, err);
    if (listener == NULL) {
        return NULL;
    }
    listener->fd = -1;
    listener->fd_max = fd_limit();
    bool is_good = port_open(&listener->peers, base, limits, service);
    if (!is_good) {
        error_no_memory(err);
    } else {
        listener->fd = open_socket(address, port, err);
    }
    if (listener->fd >= 0 && !start_listening(listener, base)) {
        is_good = error_no_memory(err);
    }
    if (!is_good || listener->fd < 0) {
        listener_free(listener);
        return NULL;
    }
    return listener;
}

void listener_free(struct listener *listener)
{
    if (listener == NULL) {
        return;
    }
    port_close(&listener->peers);
    if (listener->incoming != NULL) {
        event_free(listener->incoming);
    }
    if (listener->pause != NULL) {
        event_free(listener->pause);
    }
    if (listener->fd >= 0) {
        (void)close(listener->fd);
    }
    free(listener);
}

int listener_port(const struct listener *listener)
{
    struct sockaddr_in at = {0};
    socklen_t length = sizeof at;
    return getsockname(listener->fd, (struct sockaddr *)&at, &length) == 0
               ? ntohs(at.sin_port)
               : 0;
}
