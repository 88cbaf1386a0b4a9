#include "fibs/session_internal.h"

#include <stdarg.h>
#include <stdio.h>

/* NULL when full. */
struct fibs_event *fibs_session_add_event(struct fibs_session *session,
                                          enum fibs_event_type type)
{
    if (session->event_count == FIBS_EVENTS_MAX) {
        session->is_overrun = true;
        return NULL;
    }
    int i = (session->first_event + session->event_count++) % FIBS_EVENTS_MAX;
    struct fibs_event *event = &session->events[i];
    event->type = type;
    event->state = session->state;
    event->command.id = FIBS_CMD_NONE;
    event->command.text[0] = '\0';
    event->message = NULL;
    event->text[0] = '\0';
    return event;
}

__attribute__((format(printf, 3, 4))) void
fibs_session_add_text(struct fibs_session *session, enum fibs_event_type type,
                      const char *format, ...)
{
    struct fibs_event *event = fibs_session_add_event(session, type);
    if (event != NULL) {
        va_list args;
        va_start(args, format);
        (void)vsnprintf(event->text, sizeof event->text, format, args);
        va_end(args);
    }
}

bool fibs_session_next_event(struct fibs_session *session, struct fibs_event *event)
{
    while (session->event_count > 0) {
        const struct fibs_event *oldest = &session->events[session->first_event];
        session->first_event = (session->first_event + 1) % FIBS_EVENTS_MAX;
        session->event_count--;
        if (oldest->type != FIBS_EVENT_NONE) {
            *event = *oldest;
            return true;
        }
    }
    event->type = FIBS_EVENT_NONE;
    return false;
}

/* The messages of the line before are about to be overwritten. */
void fibs_session_drop_messages(struct fibs_session *session)
{
    for (int i = 0; i < session->event_count; i++) {
        int slot = (session->first_event + i) % FIBS_EVENTS_MAX;
        if (session->events[slot].type == FIBS_EVENT_MESSAGE) {
            session->events[slot].type = FIBS_EVENT_NONE;
        }
    }
}
