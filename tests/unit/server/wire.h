#pragma once
/* The server on a real port, and a client over TCP. */

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <event2/event.h>

#include "server/fibsd.h"
#include "server/server.h"
#include "tests/unit/test_case.h"

enum { ROUNDS = 3000, ROUND_US = 1000 }; /* 3 s at the most */

struct place {
    struct event_base *base;
    struct fibsd *core;
    struct server *server;
};

struct wire {
    int fd;
    char text[1 << 16];
    size_t size;
    int reads;
    bool is_closed;
};

static inline void open_place(struct place *place, const struct server_options *options)
{
    struct fibsd_config config;
    struct error err;
    fibsd_config_default(&config);
    place->base = event_base_new();
    place->core = fibsd_new(&config);
    const struct server_core core = server_core_of_fibs(place->core);
    place->server = server_new(place->base, &core, options, &err);
    assert_good(place->server != NULL, &err);
    (void)fibsd_add_account(place->core, "anna", "secret", 1500.0, 100);
}

static inline void close_place(struct place *place)
{
    server_free(place->server);
    fibsd_free(place->core);
    event_base_free(place->base);
}

static inline void dial(struct wire *wire, const struct place *place)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    address.sin_port = htons((uint16_t)server_port(place->server));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    *wire = (struct wire){.fd = socket(AF_INET, SOCK_STREAM, 0)};
    assert_int_equal(
        connect(wire->fd, (const struct sockaddr *)&address, sizeof address), 0);
}

static inline void type(const struct wire *wire, const char *text)
{
    assert_int_equal(send(wire->fd, text, strlen(text), 0), (ssize_t)strlen(text));
}

/* Lets the server run until `text` has come; false: it never did. */
static inline bool wait_for(struct wire *wire, const struct place *place,
                            const char *text)
{
    for (int i = 0; i < ROUNDS; i++) {
        (void)event_base_loop(place->base, EVLOOP_NONBLOCK);
        ssize_t got = recv(wire->fd, wire->text + wire->size,
                           sizeof wire->text - 1 - wire->size, MSG_DONTWAIT);
        wire->is_closed = got == 0;
        if (got > 0) {
            wire->size += (size_t)got;
            wire->reads++;
        }
        wire->text[wire->size] = '\0';
        if (strstr(wire->text, text) != NULL || wire->is_closed) {
            return strstr(wire->text, text) != NULL;
        }
        if (got <= 0) {
            (void)usleep(ROUND_US);
        }
    }
    return false;
}
