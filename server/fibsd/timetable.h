#pragma once
/* What fibsd does to its clients at set times: a restart, and crowds of strangers. */

#include "server/fibsd.h"

struct timetable {
    struct fibsd *core;
    int restart_after_s;  /* seconds since the start; 0: never */
    int restart_notice_s; /* the first notice comes this long before it */
    int crowd_bytes;      /* to each client (crowd.h) ... */
    int crowd_every_s;    /* ... at this interval; 0: never */

    bool is_restart_told; /* from here on set by timetable_tick() */
    int restart_left_s;   /* in the last notice */
    int64_t crowd_ms;     /* time of the last crowd */
};

/* Does what is due; for `on_tick` of struct server_options. `timetable` is a
 * struct timetable. */
void timetable_tick(void *timetable, int64_t now_ms);
