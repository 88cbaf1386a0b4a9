/*
 * The face of the session: lines, ticks and the caller's calls. Three tables do the
 * work: the states (session_states.c), the reactions to messages (session_reactions.c),
 * and the answers to commands (queue.c).
 */
#include "fibs/session_internal.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/text.h"

enum { HANGUPS_FORGIVEN = 2 }; /* in answer to a log-in that was never good */

/* ---- lines ----------------------------------------------------------------------- */

/* Before the welcome, lines may be a banner, or pushes to a log-in that failed. */
static bool is_for_player(const struct fibs_session *session, enum fibs_message_id id)
{
    if (fibs_session_is_in(session, FIBS_ONLINE)) {
        return id != FIBS_MSG_MOTD_TEXT;
    }
    return id == FIBS_MSG_ALREADY_LOGGED_IN || id == FIBS_MSG_CLIP_WELCOME ||
           id == FIBS_MSG_KICKED_SECOND_LOGIN;
}

static void take_message(struct fibs_session *session, int64_t now,
                         const struct fibs_message *message)
{
    if (is_for_player(session, message->id)) {
        struct fibs_event *event = fibs_session_add_event(session, FIBS_EVENT_MESSAGE);
        if (event != NULL) {
            event->message = message;
        }
    }
    bool is_of_settings = fibs_settings_note(&session->settings, message);
    if (is_of_settings && message->id == FIBS_MSG_BOARD) {
        fibs_session_add_text(session, FIBS_EVENT_NOTICE,
                              "toggle double has the opposite sense on this server");
    }
    fibs_session_react(session, now, message);
    if (fibs_session_is_in(session, FIBS_ONLINE)) {
        fibs_session_take_answer(session, now, message);
        if (is_of_settings) {
            fibs_session_pump(session, now); /* one may have become wrong */
        }
    }
}

/* If the caller did not take events and some were lost, starts a new connection. */
static void handle_overrun(struct fibs_session *session, int64_t now)
{
    if (session->is_overrun) {
        session->is_overrun = false;
        session->event_count = 0;
        if (fibs_session_is_in(session, FIBS_LINKED)) {
            fibs_session_leave_for(session, now, FIBS_BACKOFF, "events were not taken");
        } else {
            fibs_session_add_text(session, FIBS_EVENT_STATE, "events were not taken");
        }
    }
}

static void keep_line(struct fibs_session *session, const char *line)
{
    size_t length = strlen(line);
    length = length < FIBS_LINE_MAX ? length : FIBS_LINE_MAX;
    memcpy(session->line, line, length);
    session->line[length] = '\0';
}

void fibs_session_line(struct fibs_session *session, int64_t now_ms, const char *line)
{
    if (!fibs_session_is_in(session, FIBS_CONNECTED)) {
        return;
    }
    fibs_session_drop_messages(session);
    keep_line(session, line);
    session->last_heard = now_ms;
    const char *text = session->line;
    for (int i = 0; *text != '\0' && fibs_session_is_in(session, FIBS_CONNECTED); i++) {
        if (i == FIBS_GLUED_MAX) {
            fibs_session_add_text(
                session, FIBS_EVENT_NOTICE,
                "more than %d messages in one line: the rest is dropped",
                FIBS_GLUED_MAX);
            break;
        }
        fibs_message_read(&session->context, text, &session->messages[i]);
        text = session->messages[i].rest.text;
        take_message(session, now_ms, &session->messages[i]);
    }
    handle_overrun(session, now_ms);
}

/* ---- time ------------------------------------------------------------------------ */

static void close_motd(struct fibs_session *session, int64_t now)
{
    (void)now;
    session->context.in_motd = false;
    session->motd_deadline = FIBS_NEVER;
}

static void leave_for_restart(struct fibs_session *session, int64_t now)
{
    session->leave_at = FIBS_NEVER;
    fibs_session_enter(session, now, FIBS_CLOSING, "the server is about to go down");
}

static void link_is_dead(struct fibs_session *session, int64_t now)
{
    fibs_session_leave_for(session, now, FIBS_BACKOFF, "nothing heard for too long");
}

static void keep_alive(struct fibs_session *session, int64_t now)
{
    fibs_session_send_plain(session, now,
                            session->has_who_list ? FIBS_CMD_TIME : FIBS_CMD_WHO_LIST);
}

/* Whoever was logged in elsewhere before has gone. */
static void was_undisturbed(struct fibs_session *session, int64_t now)
{
    (void)now;
    session->undisturbed_at = FIBS_NEVER;
    session->elsewhere_left = session->config.elsewhere_tries;
}

/* Returns when the first clock runs out, and `*what` it does then; FIBS_NEVER and NULL
 * if none runs. */
static int64_t next_alarm(const struct fibs_session *session,
                          fibs_session_action **what)
{
    const struct fibs_session_config *config = &session->config;
    const bool is_waiting = session->in_flight != FIBS_CMD_NONE;
    const bool is_free = session->state == FIBS_READY && !is_waiting;
    const bool is_online = fibs_session_is_in(session, FIBS_ONLINE);
    const bool is_logged_in = fibs_session_is_in(session, FIBS_LOGGED_IN);
    const struct {
        bool runs;
        int64_t at;
        fibs_session_action *what;
    } clocks[] = {
        /* clang-format off */
        {true,         session->state_deadline,  fibs_session_state_is_over},
        {is_waiting,   session->answer_deadline, fibs_session_give_up_answer},
        {is_online,    session->motd_deadline,   close_motd},
        {is_logged_in, session->leave_at,        leave_for_restart},
        {is_logged_in, session->undisturbed_at,  was_undisturbed},
        {is_online,    session->last_heard + config->silence_ms,   link_is_dead},
        {is_free,      session->last_sent + config->keepalive_ms,  keep_alive},
        /* clang-format on */
    };
    int64_t at = FIBS_NEVER;
    *what = NULL;
    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        if (clocks[i].runs && clocks[i].at < at) {
            at = clocks[i].at;
            *what = clocks[i].what;
        }
    }
    return at;
}

int64_t fibs_session_deadline(const struct fibs_session *session)
{
    fibs_session_action *what;
    return next_alarm(session, &what);
}

void fibs_session_tick(struct fibs_session *session, int64_t now_ms)
{
    fibs_session_action *what;
    if (next_alarm(session, &what) <= now_ms && what != NULL) {
        what(session, now_ms);
        handle_overrun(session, now_ms);
    }
}

/* ---- other inputs ---------------------------------------------------------------- */

void fibs_session_start(struct fibs_session *session, int64_t now_ms)
{
    if (fibs_session_is_in(session, FIBS_IN(FIBS_OFFLINE) | FIBS_IN(FIBS_FAILED))) {
        session->is_stopping = false;
        session->not_before = 0;
        session->refusals_left = session->certificate_refusals = 0;
        session->was_logged_in = session->was_cut = false;
        session->elsewhere_left = session->config.elsewhere_tries;
        session->hangups = 0;
        session->backoff_ms = session->config.backoff_first_ms;
        fibs_session_enter(session, now_ms, FIBS_CONNECTING, "started");
        handle_overrun(session, now_ms);
    }
}

void fibs_session_connected(struct fibs_session *session, int64_t now_ms)
{
    if (session->state == FIBS_CONNECTING) {
        session->certificate_refusals = 0;
        fibs_session_enter(session, now_ms, FIBS_LOGIN_PROMPT, "connected");
        handle_overrun(session, now_ms);
    }
}

/* Some servers refuse a log-in by hanging up. One hang-up may be an accident, but a
 * wrong password must not be tried for ever. */
static void hung_up_on_login(struct fibs_session *session, int64_t now,
                             const char *reason)
{
    if (session->was_asked_again) {
        fibs_session_refused(session, now, "log-in refused: wrong name or password");
    } else if (!session->was_logged_in && ++session->hangups > HANGUPS_FORGIVEN) {
        fibs_session_leave_for(session, now, FIBS_FAILED,
                               "log-in refused: the server hangs up each time");
    } else {
        fibs_session_leave_link(session, now, reason);
    }
}

/* The operator is told once, until a connection is good again. */
static void wait_for_certificate(struct fibs_session *session, int64_t now,
                                 const char *reason)
{
    bool is_first = session->certificate_refusals++ == 0;
    session->backoff_ms = session->config.backoff_max_ms;
    fibs_session_add_text(session, is_first ? FIBS_EVENT_TROUBLE : FIBS_EVENT_NOTICE,
                          "%s: trying again later", reason);
    fibs_session_leave_link(session, now, reason);
}

static void refuse_certificate(struct fibs_session *session, int64_t now,
                               const char *reason)
{
    if (session->refusals_left == 0) {
        fibs_session_enter(session, now, FIBS_FAILED, reason);
    } else {
        session->refusals_left--;
        wait_for_certificate(session, now, reason);
    }
}

/* Ended without a word from the server why, when logged in. */
static bool is_cut(const struct fibs_session *session, enum fibs_loss loss)
{
    return loss == FIBS_LOSS_CLOSED && fibs_session_is_in(session, FIBS_LOGGED_IN) &&
           session->restart_at == FIBS_NEVER;
}

void fibs_session_disconnected(struct fibs_session *session, int64_t now_ms,
                               const char *reason, enum fibs_loss loss)
{
    if (!fibs_session_is_in(session, FIBS_LINKED)) {
        return;
    }
    session->was_cut = session->was_cut || is_cut(session, loss);
    if (loss == FIBS_LOSS_FINAL) {
        fibs_session_enter(session, now_ms, FIBS_FAILED, reason);
    } else if (loss == FIBS_LOSS_UNTIMELY) {
        wait_for_certificate(session, now_ms, reason);
    } else if (loss == FIBS_LOSS_UNTRUSTED) {
        refuse_certificate(session, now_ms, reason);
    } else if (session->state == FIBS_LOGIN_SENT) {
        hung_up_on_login(session, now_ms, reason);
    } else {
        fibs_session_leave_link(session, now_ms, reason);
    }
    handle_overrun(session, now_ms);
}

/* Only the session itself logs in and out and changes settings. */
static const bool is_own_command[FIBS_CMD_COUNT] = {
    [FIBS_CMD_NONE] = true, [FIBS_CMD_LOGIN] = true,   [FIBS_CMD_BYE] = true,
    [FIBS_CMD_SET] = true,  [FIBS_CMD_TOGGLE] = true,  [FIBS_CMD_WHO_LIST] = true,
    [FIBS_CMD_WHO] = true,  [FIBS_CMD_ADDRESS] = true,
};

bool fibs_session_send(struct fibs_session *session, int64_t now_ms,
                       const struct fibs_command *command)
{
    if (!fibs_session_is_in(session, FIBS_LOGGED_IN) || is_own_command[command->id] ||
        !fibs_queue_add(&session->queue, command)) {
        return false;
    }
    fibs_session_pump(session, now_ms);
    handle_overrun(session, now_ms);
    return true;
}

void fibs_session_set_ready(struct fibs_session *session, int64_t now_ms, bool ready)
{
    if (fibs_session_is_in(session, FIBS_LOGGED_IN)) {
        fibs_settings_want_ready(&session->settings, ready);
        fibs_session_pump(session, now_ms);
        handle_overrun(session, now_ms);
    }
}

void fibs_session_forget_game_commands(struct fibs_session *session)
{
    fibs_queue_forget_game(&session->queue);
}

void fibs_session_stop(struct fibs_session *session, int64_t now_ms)
{
    session->is_stopping = true;
    if (fibs_session_is_in(session, FIBS_LOGGED_IN)) {
        fibs_session_enter(session, now_ms, FIBS_CLOSING, "asked to stop");
    } else if (fibs_session_is_in(session, FIBS_LINKED & ~FIBS_IN(FIBS_CLOSING))) {
        fibs_session_leave_for(session, now_ms, FIBS_BACKOFF, "asked to stop");
    } else if (session->state == FIBS_BACKOFF) {
        fibs_session_enter(session, now_ms, FIBS_OFFLINE, "asked to stop");
    }
    handle_overrun(session, now_ms);
}

/* ---- making, freeing, state ------------------------------------------------------ */

void fibs_session_config_default(struct fibs_session_config *config)
{
    *config = (struct fibs_session_config){
        .connect_ms = 60 * 1000,
        .login_ms = 60 * 1000,
        .motd_ms = 10 * 1000,
        .settings_ms = 60 * 1000,
        .closing_ms = 10 * 1000,
        .keepalive_ms = 90 * 1000,
        .silence_ms = 240 * 1000,
        .acknowledge_ms = 1500,
        .backoff_first_ms = 10 * 1000,
        .backoff_max_ms = 900 * 1000,
        .restart_pause_ms = 120 * 1000,
        .elsewhere_pause_ms = 1800 * 1000,
        .elsewhere_tries = 1,
    };
}

struct fibs_session *fibs_session_new(const struct fibs_session_config *config)
{
    struct fibs_session *session = calloc(1, sizeof *session);
    if (session != NULL) {
        session->config = *config;
        /* accounts of one process have the same seed, but do not come back at once */
        session->jitter =
            config->jitter_seed ^
            digest_bytes(digest_start(), config->name, strlen(config->name));
        session->state = FIBS_OFFLINE;
        session->state_deadline = FIBS_NEVER;
        COPY_TEXT(session->account.name, config->name);
        fibs_session_forget_link(session);
        fibs_settings_init(&session->settings);
    }
    return session;
}

void fibs_session_free(struct fibs_session *session)
{
    free(session);
}

enum fibs_session_state fibs_session_state(const struct fibs_session *session)
{
    return session->state;
}

const struct fibs_account *fibs_session_account(const struct fibs_session *session)
{
    return &session->account;
}

bool fibs_session_queue_is_empty(const struct fibs_session *session)
{
    return session->queue.count == 0 && session->in_flight == FIBS_CMD_NONE;
}
