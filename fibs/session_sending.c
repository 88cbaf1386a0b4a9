#include "fibs/session_internal.h"

enum { SETTING_PATIENCE = 2 }; /* acknowledge times that a setting may take */

static void send_now(struct fibs_session *session, int64_t now,
                     const struct fibs_command *command, bool is_setting)
{
    struct fibs_event *event = fibs_session_add_event(session, FIBS_EVENT_SEND);
    if (event != NULL) {
        event->command = *command;
    }
    session->in_flight = command->id;
    session->in_flight_is_setting = is_setting;
    session->answer_deadline = now + (int64_t)session->config.acknowledge_ms *
                                         (is_setting ? SETTING_PATIENCE : 1);
    session->last_sent = now;
}

/* Settings come first: what they are must be known before anything is played. */
static bool send_setting(struct fibs_session *session, int64_t now)
{
    struct fibs_command command;
    if (fibs_settings_next(&session->settings, &command)) {
        send_now(session, now, &command, true);
        return true;
    }
    for (const char *name; (name = fibs_settings_given_up(&session->settings));) {
        fibs_session_add_text(session, FIBS_EVENT_NOTICE,
                              "toggle %s is not as it should be and does not change",
                              name);
    }
    return false;
}

/* Sends what may be sent now. */
void fibs_session_pump(struct fibs_session *session, int64_t now)
{
    struct fibs_command command;
    if (session->in_flight != FIBS_CMD_NONE) {
        return;
    }
    if (fibs_session_is_in(session, FIBS_IN(FIBS_SETTINGS) | FIBS_IN(FIBS_READY)) &&
        send_setting(session, now)) {
        return;
    }
    if (session->state == FIBS_SETTINGS) {
        fibs_session_enter(session, now, FIBS_READY, "settings are as wanted");
    } else if (fibs_session_is_in(session,
                                  FIBS_IN(FIBS_READY) | FIBS_IN(FIBS_CLOSING)) &&
               fibs_queue_take(&session->queue, &command)) {
        send_now(session, now, &command, false);
    }
}

void fibs_session_take_answer(struct fibs_session *session, int64_t now,
                              const struct fibs_message *message)
{
    if (session->in_flight == FIBS_CMD_NONE) {
        return;
    }
    if (session->in_flight_is_setting) {
        if (!fibs_settings_is_answer(&session->settings, message)) {
            return;
        }
        fibs_settings_answered(&session->settings, message);
    } else if (!fibs_is_answer(session->in_flight, message)) {
        return;
    }
    session->in_flight = FIBS_CMD_NONE;
    fibs_session_pump(session, now);
}

void fibs_session_give_up_answer(struct fibs_session *session, int64_t now)
{
    bool is_bye = session->in_flight == FIBS_CMD_BYE;
    fibs_session_add_text(session, FIBS_EVENT_NOTICE, "no answer to '%s'",
                          fibs_command_name(session->in_flight));
    if (session->in_flight_is_setting) {
        fibs_settings_answered(&session->settings, NULL);
    }
    session->in_flight = FIBS_CMD_NONE;
    if (is_bye) {
        fibs_session_send_plain(session, now, FIBS_CMD_BYE); /* harmless to repeat */
    } else {
        fibs_session_pump(session, now);
    }
}

void fibs_session_send_plain(struct fibs_session *session, int64_t now,
                             enum fibs_command_id id)
{
    struct fibs_command command;
    if (fibs_command_plain(&command, id)) {
        (void)fibs_queue_add(&session->queue, &command);
    }
    fibs_session_pump(session, now);
}
