#include "bot/seat/link/seat_link.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "bot/base/seat_client.h"
#include "bot/fibs/connect.h"
#include "bot/net/timer.h"

struct seat_link {
    struct seat_link_setup setup;
    struct seat *seat;
    struct client *client;
    struct timer *timer;
    uint64_t version; /* of the view, announced last */
    bool is_started, is_online;
};

/* ---- out of the seat ------------------------------------------------------------- */

/* Carries out what the seat wants, and announces a changed view. */
static void link_pump(struct seat_link *link)
{
    struct game_order order;
    while (seat_next_order(link->seat, &order)) {
        (void)link->client->calls->send(link->client, &order);
    }
    (void)timer_at(link->timer, seat_deadline(link->seat));
    uint64_t version = seat_view(link->seat)->version;
    if (version != link->version) {
        link->version = version;
        link->setup.changed(link->setup.context);
    }
}

static void on_timer(void *context)
{
    struct seat_link *link = context;
    if (!link->is_started) {
        link->is_started = true;
        link->client->calls->start(link->client);
    }
    seat_tick(link->seat, clock_ms());
    link_pump(link);
}

/* ---- out of the client ----------------------------------------------------------- */

static bool on_password(void *arg, char *buffer, size_t size)
{
    const struct seat_link *link = arg;
    int length = snprintf(buffer, size, "%s", link->setup.password);
    return length > 0 && (size_t)length < size;
}

static void on_event(void *arg, const struct game_event *event)
{
    struct seat_link *link = arg;
    seat_hear(link->seat, clock_ms(), event);
    link_pump(link);
}

static void on_state(void *arg, enum client_state state, const char *reason)
{
    struct seat_link *link = arg;
    if (state == CLIENT_READY && !link->is_online) {
        link->is_online = true;
        if (link->setup.seat.is_guest) { /* invitations come */
            link->client->calls->set_ready(link->client, true);
        }
        seat_online(link->seat, clock_ms());
    } else if (state == CLIENT_BACKOFF || state == CLIENT_OFFLINE ||
               state == CLIENT_FAILED) {
        link->is_online = false;
        seat_offline(link->seat, clock_ms(), reason);
    }
    link_pump(link);
}

static const struct client_handler handler = {
    .password = on_password, .event = on_event, .state = on_state};

/* ---- life ------------------------------------------------------------------------ */

static bool link_open_client(struct seat_link *link, struct event_base *base,
                             struct error *err)
{
    enum { BACKOFF_FIRST_MS = 500, BACKOFF_MAX_MS = 5000 }; /* the server is near */
    const struct client_setup setup = {.host = link->setup.host,
                                       .port = link->setup.port,
                                       .name = link->setup.seat.name,
                                       .program = SEAT_CLIENT,
                                       .elsewhere_tries = 1,
                                       .times = {.backoff_first_ms = BACKOFF_FIRST_MS,
                                                 .backoff_max_ms = BACKOFF_MAX_MS}};
    link->client = fibs_connect(base, &setup, &handler, link, err);
    return link->client != NULL;
}

struct seat_link *seat_link_new(struct event_base *base,
                                const struct seat_link_setup *setup, struct error *err)
{
    struct seat_link *link = error_allocate(sizeof *link, err);
    if (link == NULL) {
        return NULL;
    }
    link->setup = *setup;
    link->seat = seat_new(&setup->seat);
    link->timer = timer_new(base, on_timer, link);
    if (link->seat == NULL || link->timer == NULL) {
        error_no_memory(err);
    } else if (link_open_client(link, base, err)) {
        /* Nothing is announced before the caller has the link. */
        (void)timer_start(link->timer, 0);
        return link;
    }
    seat_link_free(link);
    return NULL;
}

void seat_link_free(struct seat_link *link)
{
    if (link == NULL) {
        return;
    }
    if (link->client != NULL) {
        link->client->calls->free(link->client);
    }
    timer_free(link->timer);
    seat_free(link->seat);
    free(link);
}

bool seat_link_act(struct seat_link *link, const struct seat_action *action,
                   struct error *err)
{
    bool is_done = seat_act(link->seat, clock_ms(), action, err);
    link_pump(link);
    return is_done;
}

const struct seat_view *seat_link_view(const struct seat_link *link)
{
    return seat_view(link->seat);
}

const struct seat_event *seat_link_record(const struct seat_link *link, int *count)
{
    return seat_record(link->seat, count);
}

bool seat_link_allows(const struct seat_link *link, enum seat_action_type type)
{
    return seat_allows(link->seat, type);
}
