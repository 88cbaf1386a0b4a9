#ifndef BOT_BASE_MOMENT_INTERNAL_H
#define BOT_BASE_MOMENT_INTERNAL_H
/* What only tests call. */

#include <time.h>

#include "bot/base/moment.h"

/* Reads the text. False, and `*moment` stays, when it is no such moment; a day or hour
 * that the calendar does not have is none. */
bool moment_read(const char *text, time_t *moment);

#endif
