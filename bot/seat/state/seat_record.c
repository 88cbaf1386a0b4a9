/* All events of the match: the view has the newest alone. */
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "bot/seat/state/seat_internal.h"

enum { FIRST_ROOM = 256 };

/* Makes room for one more; a full record forgets its older half. */
static bool record_has_room(struct seat_record *record)
{
    if (record->count < record->room) {
        return true;
    }
    if (record->room == SEAT_RECORD_MAX) {
        record->count = SEAT_RECORD_MAX / 2;
        memmove(record->events, &record->events[SEAT_RECORD_MAX / 2],
                (size_t)record->count * sizeof record->events[0]);
        return true;
    }
    int room = record->room == 0 ? FIRST_ROOM : 2 * record->room;
    struct seat_event *events =
        aligned_alloc(alignof(struct seat_event), (size_t)room * sizeof *events);
    if (events == NULL) {
        return false;
    }
    if (record->count > 0) {
        memcpy(events, record->events, (size_t)record->count * sizeof *events);
    }
    free(record->events);
    record->events = events;
    record->room = room;
    return true;
}

static void record_add(struct seat_record *record, const struct seat_event *event)
{
    if (event->type == SEAT_EVENT_MATCH && !event->is_resumed) {
        record->count = 0;
    }
    if (event->type != SEAT_EVENT_SAYS && record_has_room(record)) {
        record->events[record->count++] = *event;
    }
    record->last = event->number;
}

void seat_record_follow(struct seat *seat)
{
    const struct seat_view *view = &seat->view;
    for (int i = 0; i < view->event_count; i++) {
        if (view->events[i].number > seat->record.last) {
            record_add(&seat->record, &view->events[i]);
        }
    }
}

const struct seat_event *seat_record(const struct seat *seat, int *count)
{
    *count = seat->record.count;
    return seat->record.events;
}

void seat_record_free(struct seat_record *record)
{
    free(record->events);
}
