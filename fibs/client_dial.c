#include "fibs/client_dial.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <event2/dns.h>
#include <event2/event.h>
#include <event2/util.h>

#include "base/text.h"

struct fibs_dial {
    struct event_base *base;
    struct evdns_base *dns;
    struct evdns_getaddrinfo_request *request; /* while is_resolving */
    bool is_resolving;
    bool is_cancelled; /* cancelled, but the resolver still uses the dial */
    struct evutil_addrinfo *addresses, *next;
    int fd; /* of the current attempt, or connected; -1: none */
    struct event *writable;
    struct event *over; /* reports the end */
    struct timeval limit;
    fibs_dial_done *done;
    void *arg;
    char where[90]; /* "fibs.com port 4321" */
    char why[200];  /* the last failure */
};

static void free_dial(struct fibs_dial *dial)
{
    if (dial->writable != NULL) {
        event_free(dial->writable);
    }
    if (dial->over != NULL) {
        event_free(dial->over);
    }
    if (dial->fd >= 0) {
        (void)close(dial->fd);
    }
    if (dial->addresses != NULL) {
        evutil_freeaddrinfo(dial->addresses);
    }
    if (dial->dns != NULL) {
        evdns_base_free(dial->dns, 0);
    }
    free(dial);
}

static void report_result(evutil_socket_t fd, short what, void *arg)
{
    struct fibs_dial *dial = arg;
    struct fibs_dial last = *dial;
    (void)fd;
    (void)what;
    if (!dial->is_cancelled) {
        dial->fd = -1; /* now owned by the callee */
    }
    free_dial(dial);
    if (!last.is_cancelled) {
        last.done(last.arg, last.fd, last.why);
    }
}

/* Reports the result from the event loop: then no call reports before it has returned,
 * and the resolver has run its last callbacks before it is freed. */
static void end_dial(struct fibs_dial *dial)
{
    event_active(dial->over, EV_TIMEOUT, 0);
}

/* ---- addresses ------------------------------------------------------------------- */

/* Makes the system detect a dead peer within two minutes even if nothing is sent. */
static void tune_socket(int fd)
{
    const struct {
        int level, option, value;
    } options[] = {
        {SOL_SOCKET, SO_KEEPALIVE, 1},    {IPPROTO_TCP, TCP_KEEPIDLE, 60},
        {IPPROTO_TCP, TCP_KEEPINTVL, 20}, {IPPROTO_TCP, TCP_KEEPCNT, 3},
        {IPPROTO_TCP, TCP_NODELAY, 1},
    };
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        (void)setsockopt(fd, options[i].level, options[i].option, &options[i].value,
                         sizeof options[i].value);
    }
}

static void drop_socket(struct fibs_dial *dial, int error)
{
    FORMAT_TEXT(dial->why, "cannot connect to %s: %s", dial->where, strerror(error));
    if (dial->writable != NULL) {
        event_free(dial->writable);
        dial->writable = NULL;
    }
    if (dial->fd >= 0) {
        (void)close(dial->fd);
        dial->fd = -1;
    }
}

static void socket_writable(evutil_socket_t fd, short what, void *arg);

/* Returns false if the address cannot be used. */
static bool try_address(struct fibs_dial *dial, const struct evutil_addrinfo *address)
{
    dial->fd = socket(address->ai_family, SOCK_STREAM, 0);
    if (dial->fd < 0 || evutil_make_socket_nonblocking(dial->fd) != 0 ||
        evutil_make_socket_closeonexec(dial->fd) != 0) {
        drop_socket(dial, errno);
        return false;
    }
    tune_socket(dial->fd);
    if (connect(dial->fd, address->ai_addr, (socklen_t)address->ai_addrlen) != 0 &&
        errno != EINPROGRESS) {
        drop_socket(dial, errno);
        return false;
    }
    dial->writable = event_new(dial->base, dial->fd, EV_WRITE, socket_writable, dial);
    if (dial->writable == NULL || event_add(dial->writable, &dial->limit) != 0) {
        drop_socket(dial, ENOMEM);
        return false;
    }
    return true;
}

static void try_next(struct fibs_dial *dial)
{
    while (dial->next != NULL) {
        const struct evutil_addrinfo *address = dial->next;
        dial->next = dial->next->ai_next;
        if (try_address(dial, address)) {
            return;
        }
    }
    end_dial(dial);
}

static void socket_writable(evutil_socket_t fd, short what, void *arg)
{
    struct fibs_dial *dial = arg;
    int error = 0;
    socklen_t size = sizeof error;
    if ((what & EV_TIMEOUT) != 0) {
        error = ETIMEDOUT;
    } else if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0) {
        error = errno;
    }
    if (error == 0) {
        end_dial(dial);
        return;
    }
    drop_socket(dial, error);
    try_next(dial);
}

/* ---- names ----------------------------------------------------------------------- */

static void resolved(int result, struct evutil_addrinfo *addresses, void *arg)
{
    struct fibs_dial *dial = arg;
    dial->is_resolving = false;
    dial->addresses = dial->next = addresses;
    if (result != 0 || dial->is_cancelled) {
        FORMAT_TEXT(dial->why, "no address of %s: %s", dial->where,
                    evutil_gai_strerror(result));
        end_dial(dial);
        return;
    }
    try_next(dial);
}

static struct evdns_base *new_resolver(struct event_base *base)
{
    struct evdns_base *dns = evdns_base_new(base, EVDNS_BASE_INITIALIZE_NAMESERVERS |
                                                      EVDNS_BASE_DISABLE_WHEN_INACTIVE);
    if (dns == NULL) { /* without a name server, addresses and the hosts file still
                        * work */
        dns = evdns_base_new(base, EVDNS_BASE_DISABLE_WHEN_INACTIVE);
        if (dns != NULL) {
            (void)evdns_base_load_hosts(dns, "/etc/hosts");
        }
    }
    return dns;
}

struct fibs_dial *fibs_dial_start(struct event_base *base, const char *host, int port,
                                  int try_ms, fibs_dial_done *done, void *arg)
{
    struct fibs_dial *dial = calloc(1, sizeof *dial);
    if (dial == NULL) {
        return NULL;
    }
    dial->base = base;
    dial->fd = -1;
    dial->limit = (struct timeval){try_ms / 1000, try_ms % 1000 * 1000};
    dial->done = done;
    dial->arg = arg;
    FORMAT_TEXT(dial->where, "%.64s port %d", host, port);
    FORMAT_TEXT(dial->why, "no address of %s", dial->where);
    dial->over = event_new(base, -1, 0, report_result, dial);
    dial->dns = new_resolver(base);
    if (dial->over == NULL || dial->dns == NULL) {
        free_dial(dial);
        return NULL;
    }
    char service[16];
    FORMAT_TEXT(service, "%d", port);
    struct evutil_addrinfo hints = {.ai_family = AF_UNSPEC,
                                    .ai_socktype = SOCK_STREAM,
                                    .ai_protocol = IPPROTO_TCP,
                                    .ai_flags = EVUTIL_AI_NUMERICSERV};
    dial->is_resolving = true;
    dial->request = evdns_getaddrinfo(dial->dns, host, service, &hints, resolved, dial);
    return dial;
}

void fibs_dial_cancel(struct fibs_dial *dial)
{
    if (dial->is_resolving) {
        dial->is_cancelled = true;
        evdns_getaddrinfo_cancel(dial->request);
    } else {
        free_dial(dial);
    }
}
