#ifndef BOT_NET_TIMER_H
#define BOT_NET_TIMER_H
/* Timers of the event loop in milliseconds. */

#include <stdbool.h>
#include <stdint.h>

struct event;

/* Sets a timer, an event without a descriptor, to go off in `ms`. False: no memory. */
bool timer_start(struct event *timer, int64_t ms);

#endif
