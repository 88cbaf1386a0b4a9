/*
 * The states of the session: what entering one does, how long it may last and which one
 * follows. Sending stands here too: the last answer about settings ends a state, and
 * entering a state sends the next command. Only fibs_session_enter() changes the state.
 */
#include "fibs/session_internal.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/splitmix.h"

enum {
    GOOD_SESSION_MS = 60 * 1000, /* long enough to forget earlier failures */
    /* After a good log-in the password is right, and a refusal comes from a server that
     * is about to go down: this many in a row are not final. */
    REFUSALS_FORGIVEN = 3,
    LEAVE_IDLE_MS = 60 * 1000, /* before a restart, when not playing */
    LEAVE_PLAYING_MS = 5 * 1000
};

bool fibs_session_is_in(const struct fibs_session *session, unsigned states)
{
    return (states & FIBS_IN(session->state)) != 0;
}

/* ---- events for the caller ------------------------------------------------------- */

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

void fibs_session_add_text(struct fibs_session *session, enum fibs_event_type type,
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

void fibs_session_drop_messages(struct fibs_session *session)
{
    for (int i = 0; i < session->event_count; i++) {
        int slot = (session->first_event + i) % FIBS_EVENTS_MAX;
        if (session->events[slot].type == FIBS_EVENT_MESSAGE) {
            session->events[slot].type = FIBS_EVENT_NONE;
        }
    }
}

/* ---- sending --------------------------------------------------------------------- */

static void send_now(struct fibs_session *session, int64_t now,
                     const struct fibs_command *command, bool is_setting)
{
    struct fibs_event *event = fibs_session_add_event(session, FIBS_EVENT_SEND);
    if (event != NULL) {
        event->command = *command;
    }
    session->in_flight = command->id;
    session->in_flight_is_setting = is_setting;
    session->answer_deadline = now + session->config.acknowledge_ms;
    if (is_setting) { /* taken for lost it might never be right */
        session->answer_deadline +=
            session->config.acknowledge_ms + session->login_took;
    }
    session->last_sent = now;
}

/* Settings come first: they must be right before a match begins. */
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

void fibs_session_send_plain(struct fibs_session *session, int64_t now,
                             enum fibs_command_id id)
{
    struct fibs_command command;
    if (fibs_command_plain(&command, id)) {
        (void)fibs_queue_add(&session->queue, &command);
    }
    fibs_session_pump(session, now);
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
    if (session->in_flight != FIBS_CMD_QUESTION) { /* whose answers it does not know */
        fibs_session_add_text(session, FIBS_EVENT_NOTICE, "no answer to '%s'",
                              fibs_command_name(session->in_flight));
    }
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

/* ---- ends of a connection -------------------------------------------------------- */

static bool is_playing(const struct fibs_session *session)
{
    return session->account.opponent[0] != '\0';
}

/* A match that waits for us to come back counts as much as a long session. */
void fibs_session_leave_link(struct fibs_session *session, int64_t now,
                             const char *reason)
{
    bool was_good =
        session->logged_in_at != FIBS_NEVER &&
        (now - session->logged_in_at >= GOOD_SESSION_MS ||
         (session->state == FIBS_READY && (is_playing(session) || session->has_board)));
    if (was_good) {
        session->backoff_ms = session->config.backoff_first_ms;
    }
    fibs_session_enter(session, now, session->is_stopping ? FIBS_OFFLINE : FIBS_BACKOFF,
                       reason);
}

void fibs_session_leave_for(struct fibs_session *session, int64_t now,
                            enum fibs_session_state state, const char *reason)
{
    if (state == FIBS_BACKOFF || state == FIBS_FAILED) {
        fibs_session_add_text(session, FIBS_EVENT_CLOSE, "%s", reason);
    }
    if (state == FIBS_BACKOFF) {
        fibs_session_leave_link(session, now, reason);
    } else {
        fibs_session_enter(session, now, state, reason);
    }
}

void fibs_session_refused(struct fibs_session *session, int64_t now, const char *reason)
{
    if (session->refusals_left == 0) {
        fibs_session_leave_for(session, now, FIBS_FAILED, reason);
        return;
    }
    session->refusals_left--;
    session->backoff_ms = session->config.backoff_max_ms;
    fibs_session_add_text(
        session, FIBS_EVENT_NOTICE,
        "log-in refused, though it was good before: trying again later");
    fibs_session_leave_for(session, now, FIBS_BACKOFF, reason);
}

void fibs_session_used_elsewhere(struct fibs_session *session, int64_t now,
                                 const char *reason)
{
    if (session->is_stopping) { /* none is logged in again */
        fibs_session_leave_for(session, now, FIBS_BACKOFF, reason);
        return;
    }
    if (session->elsewhere_left == 0) {
        fibs_session_leave_for(session, now, FIBS_FAILED, reason);
        return;
    }
    session->elsewhere_left--;
    session->was_cut = true;
    session->not_before = now + session->config.elsewhere_pause_ms;
    fibs_session_add_text(session, FIBS_EVENT_TROUBLE, "%s: logging in again in %d s",
                          reason, session->config.elsewhere_pause_ms / 1000);
    fibs_session_leave_for(session, now, FIBS_BACKOFF, reason);
}

/* ---- entering states ------------------------------------------------------------- */

void fibs_session_forget_link(struct fibs_session *session)
{
    fibs_queue_clear(&session->queue);
    session->in_flight = FIBS_CMD_NONE;
    session->logged_in_at = session->leave_at = session->motd_deadline = FIBS_NEVER;
    session->restart_at = session->undisturbed_at = FIBS_NEVER;
    session->account.is_ready = session->has_board = false;
    session->account.opponent[0] = '\0';
}

static void enter_quiet(struct fibs_session *session, int64_t now)
{
    (void)now;
    fibs_session_forget_link(session);
}

static void enter_connecting(struct fibs_session *session, int64_t now)
{
    (void)now;
    fibs_session_forget_link(session);
    (void)fibs_session_add_event(session, FIBS_EVENT_CONNECT);
}

static void enter_login_prompt(struct fibs_session *session, int64_t now)
{
    memset(&session->context, 0, sizeof session->context);
    fibs_settings_init(&session->settings);
    if (session->config.hears_reports) {
        fibs_settings_want_reports(&session->settings);
    }
    session->is_second = session->has_who_list = false;
    session->has_other_address = false;
    session->who_lines = 0;
    session->last_sent = session->last_heard = now;
}

static void enter_login_sent(struct fibs_session *session, int64_t now)
{
    session->was_asked_again = false;
    session->last_sent = now;
    (void)fibs_session_add_event(session, FIBS_EVENT_SEND_LOGIN);
}

static void enter_motd(struct fibs_session *session, int64_t now)
{
    session->login_took = now - session->last_sent;
    session->logged_in_at = now;
    session->refusals_left = REFUSALS_FORGIVEN;
    session->was_logged_in = true;
    session->was_cut = false;
    session->undisturbed_at = now + session->config.elsewhere_pause_ms;
    session->not_before = 0;
}

static void enter_settings(struct fibs_session *session, int64_t now)
{
    session->context.in_motd = false; /* its end was lost, if it is still open */
    fibs_session_pump(session, now);
}

/* FIBS leaves the list out when log-ins follow each other quickly. */
static void enter_ready(struct fibs_session *session, int64_t now)
{
    struct fibs_command command;
    if (session->has_other_address &&
        fibs_command_address(&command, session->config.address)) {
        session->has_other_address = false;
        (void)fibs_queue_add(&session->queue, &command);
    }
    if (session->has_who_list) {
        fibs_session_pump(session, now);
        return;
    }
    fibs_session_add_text(session, FIBS_EVENT_NOTICE,
                          "the log-in brought no who list: asking for it");
    fibs_session_send_plain(session, now, FIBS_CMD_WHO_LIST);
}

static void enter_closing(struct fibs_session *session, int64_t now)
{
    fibs_queue_clear(&session->queue);
    fibs_session_send_plain(session, now, FIBS_CMD_BYE);
}

static int64_t longer(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* No connection is made earlier. A connection that is lost long before the server goes down
 * has another reason. */
static int64_t earliest(const struct fibs_session *session, int64_t now)
{
    bool is_down =
        session->restart_at != FIBS_NEVER && now >= session->restart_at - LEAVE_IDLE_MS;
    int64_t pause = (int64_t)session->config.restart_pause_ms * session->restart_pauses;
    return longer(session->not_before, is_down ? session->restart_at + pause : 0);
}

static void enter_backoff(struct fibs_session *session, int64_t now)
{
    int64_t not_before = earliest(session, now);
    int wait = session->backoff_ms;
    int jitter = (int)(splitmix_next(&session->jitter) % ((unsigned)wait / 4 + 1));
    session->backoff_ms = wait > session->config.backoff_max_ms / 2
                              ? session->config.backoff_max_ms
                              : wait * 2;
    session->state_deadline =
        longer(now + wait - jitter, not_before > now ? not_before + jitter : now);
    fibs_session_forget_link(session);
    fibs_session_add_text(session, FIBS_EVENT_NOTICE,
                          "connecting again in %.1f seconds",
                          (double)(session->state_deadline - now) / 1000);
}

/* ---- the states ------------------------------------------------------------------ */

#define LASTS(member) offsetof(struct fibs_session_config, member)
#define FOREVER       SIZE_MAX

static const struct {
    const char *name;
    fibs_session_action *enter; /* what entering it does */
    size_t lasts;               /* where config says how long it may last */
    enum fibs_session_state
        next;         /* which state follows then (fibs_session_leave_for) */
    const char *late; /* and why */
} states[FIBS_SESSION_STATE_COUNT] = {
    /* clang-format off */
    [FIBS_OFFLINE]      = {"offline",      enter_quiet,        FOREVER,            0, NULL},
    [FIBS_CONNECTING]   = {"connecting",   enter_connecting,   LASTS(connect_ms),  FIBS_BACKOFF, "no connection in time"},
    [FIBS_LOGIN_PROMPT] = {"login_prompt", enter_login_prompt, LASTS(login_ms),    FIBS_BACKOFF, "no log-in prompt"},
    [FIBS_LOGIN_SENT]   = {"login_sent",   enter_login_sent,   LASTS(login_ms),    FIBS_BACKOFF, "no answer to the log-in"},
    [FIBS_MOTD]         = {"motd",         enter_motd,         LASTS(motd_ms),     FIBS_SETTINGS, "the who list has no end"},
    [FIBS_SETTINGS]     = {"settings",     enter_settings,     LASTS(settings_ms), FIBS_READY, "settings take too long"},
    [FIBS_READY]        = {"ready",        enter_ready,        FOREVER,            0, NULL},
    [FIBS_CLOSING]      = {"closing",      enter_closing,      LASTS(closing_ms),  FIBS_BACKOFF, "the server did not hang up"},
    [FIBS_BACKOFF]      = {"backoff",      enter_backoff,      FOREVER,            FIBS_CONNECTING, "waited long enough"},
    [FIBS_FAILED]       = {"failed",       enter_quiet,        FOREVER,            0, NULL},
    /* clang-format on */
};

static int config_ms(const struct fibs_session_config *config, size_t offset)
{
    int ms;
    memcpy(&ms, (const char *)config + offset, sizeof ms);
    return ms;
}

void fibs_session_enter(struct fibs_session *session, int64_t now,
                        enum fibs_session_state state, const char *reason)
{
    size_t lasts = states[state].lasts;
    session->state = state;
    session->state_deadline =
        lasts == FOREVER ? FIBS_NEVER : now + config_ms(&session->config, lasts);
    fibs_session_add_text(session, FIBS_EVENT_STATE, "%s", reason);
    states[state].enter(session, now);
}

void fibs_session_state_is_over(struct fibs_session *session, int64_t now)
{
    enum fibs_session_state state = session->state;
    session->state_deadline = FIBS_NEVER;
    if (state == FIBS_LOGIN_SENT && session->was_asked_again) {
        fibs_session_refused(session, now, "log-in refused: wrong name or password");
    } else {
        fibs_session_leave_for(session, now, states[state].next, states[state].late);
    }
}

const char *fibs_session_state_name(enum fibs_session_state state)
{
    return states[state].name;
}

void fibs_session_plan_leave(struct fibs_session *session, int64_t now)
{
    if (session->restart_at != FIBS_NEVER) {
        int64_t ahead = is_playing(session) ? LEAVE_PLAYING_MS : LEAVE_IDLE_MS;
        session->leave_at = longer(session->restart_at - ahead, now);
    }
}
