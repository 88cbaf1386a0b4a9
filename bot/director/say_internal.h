#ifndef BOT_DIRECTOR_SAY_INTERNAL_H
#define BOT_DIRECTOR_SAY_INTERNAL_H
/* What the director says to users, a line at a time, with a pause after each. */

#include "bot/director/core_internal.h"

/* Queues a line. Lines that do not fit are dropped: 256 wait already. */
void director_say(struct director *d, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Says it to a side of a match if that is a foreign entrant who is on the server. */
void director_say_side(struct director *d, int match, int side, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Says the next line if its time has come. */
void director_say_next(struct director *d);
/* Forgets what was not said. */
void director_say_nothing(struct director *d);

/* As director_say_side(), of a call: not said any more when the match has left the state
 * that it is in now. */
void director_say_call(struct director *d, int match, int side, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* "round 2, anna against bert" */
struct director_title {
    char text[2 * USER_NAME_SIZE + 40];
};
struct director_title director_title(const struct director *d, int match);

/* "1 minute", "7 minutes", "2 h 15 min" */
struct director_span {
    char text[40];
};
struct director_span director_span(int64_t ms);

#endif
