#include "bot/net/timer.h"

#include <event2/event.h>

bool timer_start(struct event *timer, int64_t ms)
{
    const struct timeval wait = {.tv_sec = (time_t)(ms / 1000),
                                 .tv_usec = (suseconds_t)(ms % 1000) * 1000};
    return event_add(timer, &wait) == 0;
}
