#ifndef BOT_SEAT_LINK_SEAT_LINK_H
#define BOT_SEAT_LINK_SEAT_LINK_H
/* A seat with its account's connection to the server and its timer, on an event loop. */

#include "bot/seat/state/seat.h"
#include "fibs/client.h"

struct event_base;
struct seat_link;

struct seat_link_setup {
    struct seat_setup seat;
    const char *host;
    int port;
    char password[FIBS_PASSWORD_SIZE];
    void (*changed)(void *context); /* the view has changed; may act, but not free */
    void *context;
};

/* Begins to connect. `base` must outlive the link; `setup` is copied, but for what its
 * pointers point to. NULL with `err`: no memory. */
struct seat_link *seat_link_new(struct event_base *base,
                                const struct seat_link_setup *setup, struct error *err);
/* Closes the connection; the server saves the match. Wipes the password. May be NULL. */
void seat_link_free(struct seat_link *link);

/* As seat_act() and seat_view(). */
bool seat_link_act(struct seat_link *link, const struct seat_action *action,
                   struct error *err);
const struct seat_view *seat_link_view(const struct seat_link *link);
bool seat_link_allows(const struct seat_link *link, enum seat_action_type type);

#endif
