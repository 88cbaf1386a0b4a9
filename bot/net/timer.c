#include "bot/net/timer.h"

#include <event2/event.h>
#include <stdlib.h>

#include "base/clock.h"

struct timer {
    struct event *event;
    timer_call *call;
    void *context;
};

static void on_time(evutil_socket_t fd, short what, void *arg)
{
    const struct timer *timer = arg;
    (void)fd;
    (void)what;
    timer->call(timer->context);
}

static struct timer *make_timer(struct event_base *base, short kind, timer_call *call,
                                void *context)
{
    struct timer *timer = calloc(1, sizeof *timer);
    if (timer != NULL) {
        *timer =
            (struct timer){event_new(base, -1, kind, on_time, timer), call, context};
    }
    if (timer != NULL && timer->event == NULL) {
        free(timer);
        timer = NULL;
    }
    return timer;
}

struct timer *timer_new(struct event_base *base, timer_call *call, void *context)
{
    return make_timer(base, 0, call, context);
}

struct timer *timer_every(struct event_base *base, int64_t ms, timer_call *call,
                          void *context)
{
    struct timer *timer = make_timer(base, EV_PERSIST, call, context);
    if (timer != NULL && !timer_start(timer, ms)) {
        timer_free(timer);
        timer = NULL;
    }
    return timer;
}

void timer_free(struct timer *timer)
{
    if (timer != NULL) {
        event_free(timer->event);
    }
    free(timer);
}

bool timer_start(struct timer *timer, int64_t ms)
{
    const struct timeval wait = {.tv_sec = (time_t)(ms / 1000),
                                 .tv_usec = (suseconds_t)(ms % 1000) * 1000};
    return event_add(timer->event, &wait) == 0;
}

bool timer_at(struct timer *timer, int64_t at_ms)
{
    int64_t wait_ms = at_ms - clock_ms();
    return at_ms == INT64_MAX ? event_del(timer->event) == 0
                              : timer_start(timer, wait_ms > 0 ? wait_ms : 0);
}

bool timer_is_set(const struct timer *timer)
{
    return event_pending(timer->event, EV_TIMEOUT, NULL) != 0;
}
