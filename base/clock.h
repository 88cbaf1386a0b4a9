#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H
/* The clock for deadlines and durations. */

#include <stdint.h>

/* Milliseconds since some moment in the past. Never jumps, also when the time is set; may
 * stand still while the machine is suspended. */
int64_t clock_ms(void);

#endif
