#include "server/fibsd/timetable.h"

#include "server/fibsd/crowd.h"
#include "server/fibsd_state.h"

/* Gives notice of the restart at first, every ten seconds, and in the last one. */
static void announce_restart(struct timetable *timetable, int64_t now_ms)
{
    int64_t left_ms = (int64_t)timetable->restart_after_s * 1000 - now_ms;
    int left_s = left_ms > 0 ? (int)((left_ms + 999) / 1000) : 0;
    bool is_first = !timetable->is_restart_told;
    if (timetable->restart_after_s == 0 || left_s > timetable->restart_notice_s ||
        (!is_first && left_s >= timetable->restart_left_s)) {
        return;
    }
    if (is_first || left_s <= 1 || left_s % 10 == 0) {
        timetable->is_restart_told = true;
        timetable->restart_left_s = left_s;
        fibsd_announce_restart(timetable->core, left_s);
    }
}

static void send_crowd(struct timetable *timetable, int64_t now_ms)
{
    int64_t every_ms = (int64_t)timetable->crowd_every_s * 1000;
    if (every_ms == 0 || now_ms - timetable->crowd_ms < every_ms) {
        return;
    }
    timetable->crowd_ms = now_ms;
    for (struct fibsd_connection *c = timetable->core->connections; c != NULL;
         c = c->next) {
        crowd_write(c, (size_t)timetable->crowd_bytes);
    }
}

void timetable_tick(void *timetable, int64_t now_ms)
{
    announce_restart(timetable, now_ms);
    send_crowd(timetable, now_ms);
}
