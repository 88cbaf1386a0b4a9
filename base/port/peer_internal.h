#pragma once
/* The peers of one listener, for listener.c. */

#include <netinet/in.h>

#include "base/port/listener.h"

struct bufferevent_rate_limit_group;
struct ev_token_bucket_cfg;
struct event;

struct port_peers {
    struct listener_limits limits;
    struct listener_service service;
    struct event_base *base;
    struct event *work; /* for those who wait or are to be closed */
    struct ev_token_bucket_cfg *rate, *newcomers_rate; /* NULL: no limit */
    struct bufferevent_rate_limit_group *newcomers;    /* NULL: likewise */
    int count, settled;
    int64_t next_number;
    unsigned turn;       /* whose it is to be heard first */
    struct peer **slots; /* `limits.connections` */
};

/* False: no memory; port_close() frees the rest. */
bool port_open(struct port_peers *peers, struct event_base *base,
               const struct listener_limits *limits,
               const struct listener_service *service);
void port_close(struct port_peers *peers);

/* Adds the peer of a socket; there must be a slot. False: no memory, and it is closed. */
bool port_add(struct port_peers *peers, int fd, const struct sockaddr_in *from);

int port_count_from(const struct port_peers *peers, struct in_addr address);

/* Closes the oldest peer that has not settled for the time of grace, of those of one
 * address if there is one. False: there is none. */
bool port_displace(struct port_peers *peers, const struct in_addr *address);

/* Whether to work for the peer now: it is within its rate, and reads what it gets. */
bool peer_is_ready(const struct peer *peer);
