#pragma once
/* Timers of the event loop, by clock_ms(). */

#include <stdbool.h>
#include <stdint.h>

struct event_base;
struct timer;

/* Called on the loop when the time has come; it may free the timer. */
typedef void timer_call(void *context);

/* Makes a timer that is not set; one that goes off again and again, each `ms`. NULL: no
 * memory. */
struct timer *timer_new(struct event_base *base, timer_call *call, void *context);
struct timer *timer_every(struct event_base *base, int64_t ms, timer_call *call,
                          void *context);
void timer_free(struct timer *timer); /* may be NULL */

/* Sets it, in place of what it was set to: to go off in `ms`; at a moment of clock_ms(),
 * INT64_MAX: never. False: no memory. */
bool timer_start(struct timer *timer, int64_t ms);
bool timer_at(struct timer *timer, int64_t at_ms);
bool timer_is_set(const struct timer *timer);
