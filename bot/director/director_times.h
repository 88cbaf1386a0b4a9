#ifndef BOT_DIRECTOR_DIRECTOR_TIMES_H
#define BOT_DIRECTOR_DIRECTOR_TIMES_H
/* When a match came to its states, the first time for each: seconds since 1970, UTC; 0: not
 * yet. The director does not need them; whoever stores its rows adds them. */

#include <stdint.h>

struct director_times {
    int64_t drawn_s, called_s, started_s, ended_s;
};

#endif
