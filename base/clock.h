#pragma once
/* The clock for deadlines and durations. */

#include <pthread.h>
#include <stdint.h>
#include <time.h>

/* Milliseconds since some moment in the past. Never jumps, also when the time is set; may
 * stand still while the machine is suspended. */
int64_t clock_ms(void);
/* The same in nanoseconds. */
int64_t clock_ns(void);

/* For pthread_cond_timedwait() by this clock: initialises the condition, which is
 * destroyed as any other, and returns the moment in `ms`. */
void clock_condition_init(pthread_cond_t *condition);
struct timespec clock_after(int ms);
