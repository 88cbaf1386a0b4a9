#include "server/fibsd/until_signal.h"

#include <signal.h>
#include <stddef.h>

#include <event2/event.h>

static void stop_on_signal(evutil_socket_t signal_number, short events, void *context)
{
    (void)signal_number;
    (void)events;
    (void)event_base_loopexit(context, NULL);
}

void until_signal_run(struct event_base *base)
{
    struct event *on_term = evsignal_new(base, SIGTERM, stop_on_signal, base);
    struct event *on_int = evsignal_new(base, SIGINT, stop_on_signal, base);
    (void)event_add(on_term, NULL);
    (void)event_add(on_int, NULL);
    (void)event_base_dispatch(base);
    event_free(on_term);
    event_free(on_int);
}
