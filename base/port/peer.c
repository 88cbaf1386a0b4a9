#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>

#include "base/clock.h"
#include "base/port/peer_internal.h"

enum {
    READ_AHEAD_MAX = 4096,
    TICK_MS = 100, /* in which a rate is counted */
    BUSY_MS = 20   /* until those who were not ready are looked at again */
};

struct peer {
    struct port_peers *peers;
    int slot;
    int64_t number; /* in the order in which they came */
    int64_t since_ms;
    struct bufferevent *link;
    struct event *deadline;
    void *connection; /* the service's own */
    struct in_addr from;
    char address[INET_ADDRSTRLEN];
    bool is_settled, is_dropped;
    bool is_waiting; /* to be heard; nothing is read meanwhile, not even the end */
};

static void start_timer(struct event *timer, int64_t ms)
{
    const struct timeval wait = {.tv_sec = (time_t)(ms / 1000),
                                 .tv_usec = (suseconds_t)(ms % 1000) * 1000};
    (void)event_add(timer, &wait);
}

const char *peer_address(const struct peer *peer)
{
    return peer->address;
}

struct bufferevent *peer_link(const struct peer *peer)
{
    return peer->link;
}

/* ---- the end --------------------------------------------------------------------- */

void peer_close(struct peer *peer)
{
    struct port_peers *peers = peer->peers;
    peer_unsettle(peer);
    peers->slots[peer->slot] = NULL;
    peers->count--;
    if (peers->newcomers != NULL) {
        (void)bufferevent_remove_from_rate_limit_group(peer->link);
    }
    int fd = bufferevent_getfd(peer->link);
    (void)bufferevent_set_rate_limit(peer->link, NULL);
    (void)bufferevent_disable(peer->link, EV_READ | EV_WRITE);
    bufferevent_free(peer->link);
    (void)close(fd); /* now: bufferevent_free() would close it in a later turn */
    event_free(peer->deadline);
    free(peer);
}

static void close_and_tell(struct peer *peer)
{
    void (*closed)(void *) = peer->peers->service.closed;
    void *connection = peer->connection;
    /* Out of sight first: `closed` may write to others, whose limits count all. */
    peer_close(peer);
    closed(connection);
}

void peer_drop(struct peer *peer)
{
    peer->is_dropped = true;
    start_timer(peer->peers->work, 0);
}

bool peer_settle(struct peer *peer)
{
    struct port_peers *peers = peer->peers;
    if (!peer->is_settled && peers->limits.settled > 0 &&
        peers->settled >= peers->limits.settled) {
        return false;
    }
    if (!peer->is_settled) {
        peer->is_settled = true;
        peers->settled++;
        if (peers->newcomers != NULL) {
            (void)bufferevent_remove_from_rate_limit_group(peer->link);
        }
    }
    return true;
}

void peer_unsettle(struct peer *peer)
{
    peer->peers->settled -= peer->is_settled;
    peer->is_settled = false;
}

void peer_set_deadline(struct peer *peer, int64_t ms)
{
    if (ms > 0) {
        start_timer(peer->deadline, ms);
    } else {
        (void)event_del(peer->deadline);
    }
}

/* ---- input ----------------------------------------------------------------------- */

size_t peer_unread(const struct peer *peer)
{
    return evbuffer_get_length(bufferevent_get_output(peer->link));
}

bool peer_is_ready(const struct peer *peer)
{
    const struct port_peers *peers = peer->peers;
    bool is_newcomer = peers->newcomers != NULL && !peer->is_settled;
    return !peer->is_dropped && peer_unread(peer) <= peers->limits.unread / 4 &&
           bufferevent_get_read_limit(peer->link) > 0 &&
           (!is_newcomer ||
            bufferevent_rate_limit_group_get_read_limit(peers->newcomers) > 0);
}

void peer_hear_later(struct peer *peer)
{
    peer->is_waiting = true;
    (void)bufferevent_disable(peer->link, EV_READ);
    if (!peer->is_dropped) {
        start_timer(peer->peers->work, peer_is_ready(peer) ? 0 : BUSY_MS);
    }
}

size_t peer_take_line(struct peer *peer, char *bytes, size_t size)
{
    struct evbuffer *input = bufferevent_get_input(peer->link);
    if (evbuffer_get_length(input) > 0 && !peer_is_ready(peer)) {
        peer_hear_later(peer);
        return 0;
    }
    struct evbuffer_ptr end = evbuffer_search_eol(input, NULL, NULL, EVBUFFER_EOL_LF);
    size_t line = end.pos < 0 ? size : (size_t)end.pos + 1;
    int taken = evbuffer_remove(input, bytes, line < size ? line : size);
    return taken > 0 ? (size_t)taken : 0;
}

void peer_charge(struct peer *peer, size_t bytes)
{
    struct port_peers *peers = peer->peers;
    if (peers->rate != NULL) {
        (void)bufferevent_decrement_read_limit(peer->link, (ev_ssize_t)bytes);
    }
    if (peers->newcomers != NULL && !peer->is_settled) {
        (void)bufferevent_rate_limit_group_decrement_read(peers->newcomers,
                                                          (ev_ssize_t)bytes);
    }
}

/* The service may close any peer meanwhile, this one, too. */
static void hear_again(struct port_peers *peers, int slot)
{
    struct peer *peer = peers->slots[slot];
    int64_t number = peer->number;
    peer->is_waiting = false;
    peers->service.hear(peer->connection);
    peer = peers->slots[slot];
    if (peer != NULL && peer->number == number && !peer->is_waiting) {
        (void)bufferevent_enable(peer->link, EV_READ);
    }
}

static void on_work(evutil_socket_t fd, short what, void *arg)
{
    struct port_peers *peers = arg;
    bool is_busy = false;
    (void)fd;
    (void)what;
    int first = (int)(peers->turn++ % (unsigned)peers->limits.connections);
    for (int k = 0; k < peers->limits.connections; k++) {
        int i = (first + k) % peers->limits.connections;
        struct peer *peer = peers->slots[i];
        if (peer != NULL && peer->is_dropped) {
            close_and_tell(peer);
        } else if (peer != NULL && peer->is_waiting && peer_is_ready(peer)) {
            hear_again(peers, i);
        }
        is_busy = is_busy || (peers->slots[i] != NULL && peers->slots[i]->is_waiting);
    }
    if (is_busy && !event_pending(peers->work, EV_TIMEOUT, NULL)) {
        start_timer(peers->work, BUSY_MS);
    }
}

static void on_input(struct bufferevent *link, void *arg)
{
    struct peer *peer = arg;
    (void)link;
    if (!peer->is_dropped) {
        peer->peers->service.hear(peer->connection);
    }
}

static void on_end(struct bufferevent *link, short what, void *arg)
{
    (void)link;
    (void)what;
    close_and_tell(arg);
}

/* ---- output ---------------------------------------------------------------------- */

/* Where all leave too much unread, the worst goes. */
static void limit_all(struct port_peers *peers)
{
    struct peer *worst = NULL;
    size_t sum = 0;
    for (int i = 0; i < peers->limits.connections; i++) {
        struct peer *peer = peers->slots[i];
        if (peer != NULL && !peer->is_dropped) {
            sum += peer_unread(peer);
            worst =
                worst == NULL || peer_unread(peer) > peer_unread(worst) ? peer : worst;
        }
    }
    if (sum > peers->limits.unread_all && worst != NULL) {
        peer_drop(worst);
    }
}

void peer_write(struct peer *peer, const char *bytes, size_t size)
{
    const struct listener_limits *limits = &peer->peers->limits;
    if (peer->is_dropped) {
        return;
    }
    if (peer_unread(peer) + size > limits->unread ||
        bufferevent_write(peer->link, bytes, size) != 0) {
        peer_drop(peer);
    } else if (peer_unread(peer) > limits->unread / 16) {
        limit_all(peer->peers);
    }
}

static void on_sent(struct bufferevent *link, void *arg)
{
    const struct peer *peer = arg;
    (void)link;
    if (peer->is_waiting) {
        start_timer(peer->peers->work, 0);
    }
    if (peer->peers->service.sent != NULL) {
        peer->peers->service.sent(peer->connection);
    }
}

static void on_time_over(evutil_socket_t fd, short what, void *arg)
{
    struct peer *peer = arg;
    (void)fd;
    (void)what;
    if (peer->peers->service.expired != NULL) {
        peer->peers->service.expired(peer->connection);
    } else {
        close_and_tell(peer);
    }
}

/* ---- all of a listener ----------------------------------------------------------- */

/* NULL: no limit, or no memory. */
static struct ev_token_bucket_cfg *new_rate(int rate)
{
    static const struct timeval tick = {.tv_usec = TICK_MS * 1000};
    const size_t most = EV_RATE_LIMIT_MAX;
    return rate > 0 ? ev_token_bucket_cfg_new((size_t)rate * TICK_MS / 1000 + 1,
                                              (size_t)rate * LISTENER_BURST + 1, most,
                                              most, &tick)
                    : NULL;
}

bool port_open(struct port_peers *peers, struct event_base *base,
               const struct listener_limits *limits,
               const struct listener_service *service)
{
    *peers = (struct port_peers){.limits = *limits, .service = *service, .base = base};
    peers->limits.unread = limits->unread > 0 ? limits->unread : LISTENER_UNREAD;
    peers->limits.unread_all =
        limits->unread_all > 0 ? limits->unread_all : LISTENER_UNREAD_ALL;
    peers->slots = calloc((size_t)limits->connections, sizeof(struct peer *));
    peers->work = evtimer_new(base, on_work, peers);
    peers->rate = new_rate(limits->input_rate);
    peers->newcomers_rate = new_rate(limits->newcomers_rate);
    if (peers->newcomers_rate != NULL) {
        peers->newcomers =
            bufferevent_rate_limit_group_new(base, peers->newcomers_rate);
    }
    return peers->slots != NULL && peers->work != NULL &&
           (peers->rate != NULL) == (limits->input_rate > 0) &&
           (peers->newcomers != NULL) == (limits->newcomers_rate > 0);
}

void port_close(struct port_peers *peers)
{
    for (int i = 0; peers->slots != NULL && i < peers->limits.connections; i++) {
        if (peers->slots[i] != NULL) {
            close_and_tell(peers->slots[i]);
        }
    }
    free(peers->slots);
    if (peers->work != NULL) {
        event_free(peers->work);
    }
    if (peers->newcomers != NULL) {
        bufferevent_rate_limit_group_free(peers->newcomers);
    }
    if (peers->newcomers_rate != NULL) {
        ev_token_bucket_cfg_free(peers->newcomers_rate);
    }
    if (peers->rate != NULL) {
        ev_token_bucket_cfg_free(peers->rate);
    }
}

static void set_link(struct peer *peer)
{
    const struct port_peers *peers = peer->peers;
    bufferevent_setwatermark(peer->link, EV_READ, 0, READ_AHEAD_MAX);
    if (peers->rate != NULL) {
        (void)bufferevent_set_rate_limit(peer->link, peers->rate);
        /* It begins with what a tick brings; let it begin with a whole burst. */
        (void)bufferevent_decrement_read_limit(
            peer->link, -(ev_ssize_t)peers->limits.input_rate * LISTENER_BURST);
    }
    if (peers->newcomers != NULL) {
        (void)bufferevent_add_to_rate_limit_group(peer->link, peers->newcomers);
    }
    bufferevent_setcb(peer->link, on_input, on_sent, on_end, peer);
    (void)bufferevent_enable(peer->link, EV_READ | EV_WRITE);
}

static void set_socket(int fd)
{
    const int on = 1;
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    (void)setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
}

static int free_slot(const struct port_peers *peers)
{
    int slot = 0;
    while (peers->slots[slot] != NULL) {
        slot++;
    }
    return slot;
}

static struct peer *new_peer(struct port_peers *peers, int fd,
                             const struct sockaddr_in *from)
{
    struct peer *peer = calloc(1, sizeof *peer);
    if (peer == NULL) {
        return NULL;
    }
    *peer = (struct peer){.peers = peers,
                          .slot = free_slot(peers),
                          .number = peers->next_number++,
                          .since_ms = clock_ms(),
                          .from = from->sin_addr};
    (void)inet_ntop(AF_INET, &from->sin_addr, peer->address, sizeof peer->address);
    peer->deadline = evtimer_new(peers->base, on_time_over, peer);
    peer->link =
        peer->deadline == NULL ? NULL : bufferevent_socket_new(peers->base, fd, 0);
    if (peer->link == NULL) {
        if (peer->deadline != NULL) {
            event_free(peer->deadline);
        }
        free(peer);
        return NULL;
    }
    return peer;
}

bool port_add(struct port_peers *peers, int fd, const struct sockaddr_in *from)
{
    struct peer *peer = new_peer(peers, fd, from);
    if (peer == NULL) {
        (void)close(fd);
        return false;
    }
    peers->slots[peer->slot] = peer;
    peers->count++;
    set_socket(fd);
    set_link(peer);
    peer_set_deadline(peer, peers->limits.setup_ms);
    peer->connection = peers->service.open(peers->service.context, peer);
    bool is_open = peer->connection != NULL;
    if (!is_open) {
        peer_close(peer);
    }
    return is_open;
}

int port_count_from(const struct port_peers *peers, struct in_addr address)
{
    int count = 0;
    for (int i = 0; i < peers->limits.connections; i++) {
        const struct peer *peer = peers->slots[i];
        count += peer != NULL && peer->from.s_addr == address.s_addr;
    }
    return count;
}

bool port_displace(struct port_peers *peers, const struct in_addr *address)
{
    int64_t latest_ms = clock_ms() - peers->limits.grace_ms;
    struct peer *oldest = NULL;
    for (int i = 0; i < peers->limits.connections; i++) {
        struct peer *peer = peers->slots[i];
        if (peer != NULL && !peer->is_settled && peer->since_ms <= latest_ms &&
            (address == NULL || peer->from.s_addr == address->s_addr) &&
            (oldest == NULL || peer->number < oldest->number)) {
            oldest = peer;
        }
    }
    if (oldest != NULL) {
        close_and_tell(oldest);
    }
    return oldest != NULL;
}
