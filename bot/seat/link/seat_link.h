#pragma once
/* A seat with its account's connection to a FIBS server and its timer, on an event loop. What
 * is said there becomes events, and orders become commands: bot/fibs/translate.h. */

#include "bot/seat/state/seat.h"

struct event_base;
struct seat_link;

struct seat_link_setup {
    struct seat_setup seat;
    const char *host, *password;
    int port;
    void (*changed)(void *context); /* the view has changed; may act, but not free */
    void *context;
};

/* Begins to connect. `base` and what `setup` points to must outlive the link. NULL with `err`: no memory. */
struct seat_link *seat_link_new(struct event_base *base,
                                const struct seat_link_setup *setup, struct error *err);
/* Closes the connection; the server saves the match. May be NULL. */
void seat_link_free(struct seat_link *link);

/* As seat_act(), seat_view() and seat_record(). */
bool seat_link_act(struct seat_link *link, const struct seat_action *action,
                   struct error *err);
const struct seat_view *seat_link_view(const struct seat_link *link);
const struct seat_event *seat_link_record(const struct seat_link *link, int *count);
bool seat_link_allows(const struct seat_link *link, enum seat_action_type type);
