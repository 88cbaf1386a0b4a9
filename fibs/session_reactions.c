#include "fibs/session_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOTD_MS = 15 * 1000,   /* a motd still open then has lost its end */
    NOTICE_DEFAULT_S = 60, /* a restart announced without a number */
    NOTICE_MAX_S = 24 * 60 * 60,
    SHUTDOWN_PAUSES = 5 /* a shutdown lasts longer than a restart */
};

typedef void reaction(struct fibs_session *session, int64_t now,
                      const struct fibs_message *message);

static void send_login(struct fibs_session *session, int64_t now,
                       const struct fibs_message *message)
{
    (void)message;
    fibs_session_enter(session, now, FIBS_LOGIN_SENT, "the server asks for a name");
}

/* A second prompt. The welcome wins if it comes all the same. */
static void doubt_login(struct fibs_session *session, int64_t now,
                        const struct fibs_message *message)
{
    (void)message;
    session->is_doubtful = true;
    session->state_deadline = now + session->config.acknowledge_ms;
}

/* JIBS repeats the password in its refusal: what follows the name is not shown. */
static void refuse_login(struct fibs_session *session, int64_t now,
                         const struct fibs_message *message)
{
    char reason[160];
    char text[100];
    struct fibs_slice shown = message->line;
    if (message->id == FIBS_MSG_LOGIN_INCORRECT && message->text_count > 0) {
        shown.length = (size_t)(message->texts[0].text - shown.text);
    }
    (void)snprintf(reason, sizeof reason, "log-in refused: the server says '%s'",
                   fibs_slice_copy(shown, text, sizeof text));
    fibs_session_refused(session, now, reason);
}

static bool is_same_name(struct fibs_slice slice, const char *name)
{
    size_t length = strlen(name);
    if (slice.length != length) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if ((slice.text[i] | 0x20) != (name[i] | 0x20)) {
            return false;
        }
    }
    return true;
}

static void welcome(struct fibs_session *session, int64_t now,
                    const struct fibs_message *message)
{
    if (!is_same_name(message->names[0], session->config.name)) {
        fibs_session_add_text(session, FIBS_EVENT_NOTICE, "a welcome for someone else");
        return;
    }
    (void)fibs_slice_copy(message->names[0], session->account.name,
                          sizeof session->account.name);
    fibs_session_enter(session, now, FIBS_MOTD, "logged in");
}

static void read_own_info(struct fibs_session *session, int64_t now,
                          const struct fibs_message *message)
{
    (void)now;
    if (message->number_count > 14 && message->real_count > 0) {
        session->account.rating = message->reals[0];
        session->account.experience = message->numbers[8];
        session->account.is_ready = message->numbers[14] != 0;
    }
}

static void read_who_info(struct fibs_session *session, int64_t now,
                          const struct fibs_message *message)
{
    struct fibs_account *account = &session->account;
    if (!fibs_slice_is(message->names[0], account->name)) {
        return;
    }
    account->is_ready = message->numbers[0] != 0;
    account->rating = message->reals[0];
    account->experience = message->numbers[2];
    (void)fibs_slice_copy(message->names[1], account->opponent,
                          sizeof account->opponent);
    if (strcmp(account->opponent, "-") == 0) {
        account->opponent[0] = '\0';
    }
    fibs_settings_note_ready(&session->settings, account->is_ready);
    fibs_session_plan_leave(session, now);
}

static void read_ready(struct fibs_session *session, int64_t now,
                       const struct fibs_message *message)
{
    (void)now;
    session->account.is_ready = message->id == FIBS_MSG_TG_READY_YES;
}

static void open_motd(struct fibs_session *session, int64_t now,
                      const struct fibs_message *message)
{
    (void)message;
    session->motd_deadline = now + MOTD_MS;
}

static void close_motd(struct fibs_session *session, int64_t now,
                       const struct fibs_message *message)
{
    (void)now;
    (void)message;
    session->motd_deadline = FIBS_NEVER;
}

static void begin_settings(struct fibs_session *session, int64_t now,
                           const struct fibs_message *message)
{
    (void)message;
    fibs_session_enter(session, now, FIBS_SETTINGS, "the who list has ended");
}

static void kicked(struct fibs_session *session, int64_t now,
                   const struct fibs_message *message)
{
    (void)message;
    fibs_session_fail(session, now, "the same user logged in from elsewhere");
}

static void timed_out(struct fibs_session *session, int64_t now,
                      const struct fibs_message *message)
{
    (void)message;
    fibs_session_close(session, now, "the server closed an idle connection");
}

/* "FIBS will restart in 60 seconds" or "in 10 minutes": the number, or the digits a
 * clone's text has. */
static int announced_seconds(const struct fibs_message *message)
{
    long seconds = NOTICE_DEFAULT_S;
    struct fibs_slice unit = message->texts[1];
    if (message->number_count > 0) {
        seconds = message->numbers[0];
    } else if (message->texts[0].length > 0 && message->texts[0].text[0] >= '0' &&
               message->texts[0].text[0] <= '9') {
        seconds = strtol(message->texts[0].text, NULL, 10);
    }
    seconds = seconds < NOTICE_MAX_S ? seconds : NOTICE_MAX_S;
    if (fibs_slice_is(unit, "minute") || fibs_slice_is(unit, "minutes")) {
        seconds *= 60;
    }
    return seconds < NOTICE_MAX_S ? (int)seconds : NOTICE_MAX_S;
}

static void hear_restart(struct fibs_session *session, int64_t now,
                         const struct fibs_message *message)
{
    int pauses = message->id == FIBS_MSG_SHUTDOWN ? SHUTDOWN_PAUSES : 1;
    session->restart_at = now + (int64_t)announced_seconds(message) * 1000;
    session->not_before =
        session->restart_at + (int64_t)session->config.restart_pause_ms * pauses;
    fibs_session_plan_leave(session, now);
}

/* The first row that fits state and message is carried out. */
static const struct {
    unsigned states;
    enum fibs_message_id message;
    reaction *react;
} reactions[] = {
    /* clang-format off */
    {FIBS_ONLINE,                FIBS_MSG_CLIP_WHO_INFO,       read_who_info},
    {FIBS_IN(FIBS_MOTD),         FIBS_MSG_CLIP_WHO_END,        begin_settings},
    {FIBS_ONLINE,                FIBS_MSG_CLIP_MOTD_BEGIN,     open_motd},
    {FIBS_ONLINE,                FIBS_MSG_CLIP_MOTD_END,       close_motd},
    {FIBS_ONLINE,                FIBS_MSG_CLIP_OWN_INFO,       read_own_info},
    {FIBS_ONLINE,                FIBS_MSG_TG_READY_YES,        read_ready},
    {FIBS_ONLINE,                FIBS_MSG_TG_READY_NO,         read_ready},
    {FIBS_LOGGED_IN,             FIBS_MSG_RESTART,             hear_restart},
    {FIBS_LOGGED_IN,             FIBS_MSG_SHUTDOWN,            hear_restart},
    {FIBS_CONNECTED,             FIBS_MSG_KICKED_SECOND_LOGIN, kicked},
    {FIBS_CONNECTED,             FIBS_MSG_CONN_TIMEOUT,        timed_out},
    {FIBS_CONNECTED,             FIBS_MSG_INACTIVITY_KICK,     timed_out},
    {FIBS_IN(FIBS_LOGIN_PROMPT), FIBS_MSG_LOGIN_PROMPT,        send_login},
    {FIBS_IN(FIBS_LOGIN_SENT),   FIBS_MSG_LOGIN_PROMPT,        doubt_login},
    {FIBS_IN(FIBS_LOGIN_SENT),   FIBS_MSG_CLIP_WELCOME,        welcome},
    {FIBS_IN(FIBS_LOGIN_SENT),   FIBS_MSG_PASSWORD_PROMPT,     refuse_login},
    {FIBS_IN(FIBS_LOGIN_SENT),   FIBS_MSG_LOGIN_INCORRECT,     refuse_login},
    {FIBS_IN(FIBS_LOGIN_SENT),   FIBS_MSG_ACCESS_DENIED,       refuse_login},
    {FIBS_IN(FIBS_LOGIN_SENT),   FIBS_MSG_TOO_MANY_LOGINS,     refuse_login},
    {FIBS_IN(FIBS_LOGIN_SENT),   FIBS_MSG_GUEST_WELCOME,       refuse_login},
    /* clang-format on */
};

void fibs_session_react(struct fibs_session *session, int64_t now,
                        const struct fibs_message *message)
{
    for (size_t i = 0; i < sizeof reactions / sizeof reactions[0]; i++) {
        if (reactions[i].message == message->id &&
            fibs_session_is_in(session, reactions[i].states)) {
            reactions[i].react(session, now, message);
            return;
        }
    }
}
