/*
 * Three tables carry the session: `states` (what entering a state does, how long it may
 * last and what happens then), `reactions` (session_reactions.c), and the answers to
 * commands (queue.c). fibs_session_enter() is the only place that changes the state.
 */
#include "fibs/session_internal.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GOOD_SESSION_MS = 60 * 1000, /* long enough to forget earlier failures */
    /* Once a log-in has succeeded the password is right; what refuses it later is a
     * server about to go down. So many times in a row that is believed. */
    REFUSALS_BELIEVED = 3,
    HANGUPS_BELIEVED = 2,      /* in answer to a log-in that was never good */
    LEAVE_IDLE_MS = 60 * 1000, /* before a restart, when not playing */
    LEAVE_PLAYING_MS = 5 * 1000
};

/* What entering a state does, or the end of a time. */
typedef void action(struct fibs_session *session, int64_t now);

bool fibs_session_is_in(const struct fibs_session *session, unsigned states)
{
    return (states & FIBS_IN(session->state)) != 0;
}

/* ---- ends of a connection -------------------------------------------------------- */

/* The connection is gone. */
static void leave_link(struct fibs_session *session, int64_t now, const char *reason)
{
    bool was_good = session->logged_in_at != FIBS_NEVER &&
                    now - session->logged_in_at >= GOOD_SESSION_MS;
    if (was_good) {
        session->backoff_ms = session->config.backoff_first_ms;
    }
    fibs_session_enter(session, now, session->is_stopping ? FIBS_OFFLINE : FIBS_BACKOFF,
                       reason);
}

void fibs_session_close(struct fibs_session *session, int64_t now, const char *reason)
{
    fibs_session_add_text(session, FIBS_EVENT_CLOSE, "%s", reason);
    leave_link(session, now, reason);
}

void fibs_session_fail(struct fibs_session *session, int64_t now, const char *reason)
{
    fibs_session_add_text(session, FIBS_EVENT_CLOSE, "%s", reason);
    fibs_session_enter(session, now, FIBS_FAILED, reason);
}

void fibs_session_refused(struct fibs_session *session, int64_t now, const char *reason)
{
    if (session->refusals_left == 0) {
        fibs_session_fail(session, now, reason);
        return;
    }
    session->refusals_left--;
    session->backoff_ms = session->config.backoff_max_ms;
    fibs_session_add_text(
        session, FIBS_EVENT_NOTICE,
        "log-in refused, though it was good before: trying again later");
    fibs_session_close(session, now, reason);
}

/* ---- entering states ------------------------------------------------------------- */

static void forget_link(struct fibs_session *session)
{
    fibs_queue_clear(&session->queue);
    session->in_flight = FIBS_CMD_NONE;
    session->logged_in_at = session->leave_at = session->motd_deadline = FIBS_NEVER;
    session->restart_at = FIBS_NEVER;
    session->account.is_ready = false;
    session->account.opponent[0] = '\0';
}

static void enter_quiet(struct fibs_session *session, int64_t now)
{
    (void)now;
    forget_link(session);
}

static void enter_connecting(struct fibs_session *session, int64_t now)
{
    (void)now;
    forget_link(session);
    (void)fibs_session_add_event(session, FIBS_EVENT_CONNECT);
}

static void enter_login_prompt(struct fibs_session *session, int64_t now)
{
    memset(&session->context, 0, sizeof session->context);
    fibs_settings_init(&session->settings);
    session->last_sent = session->last_heard = now;
}

static void enter_login_sent(struct fibs_session *session, int64_t now)
{
    session->is_doubtful = false;
    session->last_sent = now;
    (void)fibs_session_add_event(session, FIBS_EVENT_SEND_LOGIN);
}

static void enter_motd(struct fibs_session *session, int64_t now)
{
    session->logged_in_at = now;
    session->refusals_left = REFUSALS_BELIEVED;
    session->was_logged_in = true;
    session->not_before = 0;
}

static void enter_closing(struct fibs_session *session, int64_t now)
{
    fibs_queue_clear(&session->queue);
    fibs_session_send_plain(session, now, FIBS_CMD_BYE);
}

/* splitmix64 (S. Vigna, public domain) */
static uint64_t next_jitter(struct fibs_session *session)
{
    uint64_t z = session->jitter += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

static int64_t longer(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static void enter_backoff(struct fibs_session *session, int64_t now)
{
    int wait = session->backoff_ms;
    int jitter = (int)(next_jitter(session) % ((unsigned)wait / 4 + 1));
    session->backoff_ms = wait > session->config.backoff_max_ms / 2
                              ? session->config.backoff_max_ms
                              : wait * 2;
    session->state_deadline =
        longer(now + wait - jitter,
               session->not_before > now ? session->not_before + jitter : now);
    forget_link(session);
    fibs_session_add_text(session, FIBS_EVENT_NOTICE,
                          "connecting again in %.1f seconds",
                          (double)(session->state_deadline - now) / 1000);
}

/* ---- times that have run out ----------------------------------------------------- */

static void connect_late(struct fibs_session *session, int64_t now)
{
    fibs_session_close(session, now, "no connection in time");
}

static void prompt_late(struct fibs_session *session, int64_t now)
{
    fibs_session_close(session, now, "no log-in prompt");
}

static void login_late(struct fibs_session *session, int64_t now)
{
    if (session->is_doubtful) {
        fibs_session_refused(session, now, "log-in refused: wrong name or password");
    } else {
        fibs_session_close(session, now, "no answer to the log-in");
    }
}

static void motd_late(struct fibs_session *session, int64_t now)
{
    session->context.in_motd = false;
    fibs_session_enter(session, now, FIBS_SETTINGS, "the who list has no end");
}

static void settings_late(struct fibs_session *session, int64_t now)
{
    fibs_session_enter(session, now, FIBS_READY, "settings take too long");
}

static void closing_late(struct fibs_session *session, int64_t now)
{
    fibs_session_close(session, now, "the server did not hang up");
}

static void backoff_over(struct fibs_session *session, int64_t now)
{
    fibs_session_enter(session, now, FIBS_CONNECTING, "waited long enough");
}

/* ---- the states ------------------------------------------------------------------ */

#define LASTS(member) offsetof(struct fibs_session_config, member)
#define FOREVER       SIZE_MAX

static const struct {
    const char *name;
    action *enter; /* what entering it does */
    size_t lasts;  /* where config says how long it may last */
    action *late;  /* and what happens then */
} states[FIBS_SESSION_STATE_COUNT] = {
    /* clang-format off */
    [FIBS_OFFLINE]      = {"offline",      enter_quiet,        FOREVER,            NULL},
    [FIBS_CONNECTING]   = {"connecting",   enter_connecting,   LASTS(connect_ms),  connect_late},
    [FIBS_LOGIN_PROMPT] = {"login_prompt", enter_login_prompt, LASTS(login_ms),    prompt_late},
    [FIBS_LOGIN_SENT]   = {"login_sent",   enter_login_sent,   LASTS(login_ms),    login_late},
    [FIBS_MOTD]         = {"motd",         enter_motd,         LASTS(motd_ms),     motd_late},
    [FIBS_SETTINGS]     = {"settings",     fibs_session_pump,  LASTS(settings_ms), settings_late},
    [FIBS_READY]        = {"ready",        fibs_session_pump,  FOREVER,            NULL},
    [FIBS_CLOSING]      = {"closing",      enter_closing,      LASTS(closing_ms),  closing_late},
    [FIBS_BACKOFF]      = {"backoff",      enter_backoff,      FOREVER,            backoff_over},
    [FIBS_FAILED]       = {"failed",       enter_quiet,        FOREVER,            NULL},
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

static bool is_playing(const struct fibs_session *session)
{
    return session->account.opponent[0] != '\0';
}

/* Before a restart: a game goes on nearly to the end, an idle account leaves early. */
void fibs_session_plan_leave(struct fibs_session *session, int64_t now)
{
    if (session->restart_at != FIBS_NEVER) {
        int64_t ahead = is_playing(session) ? LEAVE_PLAYING_MS : LEAVE_IDLE_MS;
        session->leave_at = longer(session->restart_at - ahead, now);
    }
}

/* ---- lines ----------------------------------------------------------------------- */

/* What comes before the welcome may be anybody's: a banner, or pushes to a log-in that
 * failed. */
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
    fibs_session_react(session, now, message);
    if (fibs_session_is_in(session, FIBS_ONLINE)) {
        fibs_session_take_answer(session, now, message);
        if (is_of_settings) {
            fibs_session_pump(session, now); /* perhaps one is seen to be wrong */
        }
    }
}

/* A caller who lets events pile up has lost some: the way back is a new connection. */
static void settle(struct fibs_session *session, int64_t now)
{
    if (session->is_overrun) {
        session->is_overrun = false;
        session->event_count = 0;
        if (fibs_session_is_in(session, FIBS_LINKED)) {
            fibs_session_close(session, now, "events were not taken");
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
    settle(session, now_ms);
}

/* ---- time ------------------------------------------------------------------------ */

static void motd_open_too_long(struct fibs_session *session, int64_t now)
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
    fibs_session_close(session, now, "nothing heard for too long");
}

static void keep_alive(struct fibs_session *session, int64_t now)
{
    fibs_session_send_plain(session, now, FIBS_CMD_TIME);
}

static void state_is_over(struct fibs_session *session, int64_t now)
{
    session->state_deadline = FIBS_NEVER;
    states[session->state].late(session, now);
}

/* The clock that runs out first; FIBS_NEVER and NULL if none runs. */
static int64_t next_alarm(const struct fibs_session *session, action **what)
{
    const struct fibs_session_config *config = &session->config;
    const bool is_waiting = session->in_flight != FIBS_CMD_NONE;
    const bool is_free = session->state == FIBS_READY && !is_waiting;
    const bool is_online = fibs_session_is_in(session, FIBS_ONLINE);
    const bool is_logged_in = fibs_session_is_in(session, FIBS_LOGGED_IN);
    const struct {
        bool runs;
        int64_t at;
        action *what;
    } clocks[] = {
        /* clang-format off */
        {true,         session->state_deadline,  state_is_over},
        {is_waiting,   session->answer_deadline, fibs_session_give_up_answer},
        {is_online,    session->motd_deadline,   motd_open_too_long},
        {is_logged_in, session->leave_at,        leave_for_restart},
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
    action *what;
    return next_alarm(session, &what);
}

void fibs_session_tick(struct fibs_session *session, int64_t now_ms)
{
    action *what;
    if (next_alarm(session, &what) <= now_ms && what != NULL) {
        what(session, now_ms);
        settle(session, now_ms);
    }
}

/* ---- other inputs ---------------------------------------------------------------- */

void fibs_session_start(struct fibs_session *session, int64_t now_ms)
{
    if (fibs_session_is_in(session, FIBS_IN(FIBS_OFFLINE) | FIBS_IN(FIBS_FAILED))) {
        session->is_stopping = false;
        session->not_before = 0;
        session->refusals_left = 0;
        session->was_logged_in = false;
        session->hangups = 0;
        session->backoff_ms = session->config.backoff_first_ms;
        fibs_session_enter(session, now_ms, FIBS_CONNECTING, "started");
        settle(session, now_ms);
    }
}

void fibs_session_connected(struct fibs_session *session, int64_t now_ms)
{
    if (session->state == FIBS_CONNECTING) {
        fibs_session_enter(session, now_ms, FIBS_LOGIN_PROMPT, "connected");
        settle(session, now_ms);
    }
}

/* Some servers refuse a log-in without a word. A password must not be tried for ever,
 * but one hang-up may be an accident. */
static void hung_up_on_login(struct fibs_session *session, int64_t now,
                             const char *reason)
{
    if (session->is_doubtful) {
        fibs_session_refused(session, now, "log-in refused: wrong name or password");
    } else if (!session->was_logged_in && ++session->hangups > HANGUPS_BELIEVED) {
        fibs_session_fail(session, now,
                          "log-in refused: the server hangs up each time");
    } else {
        leave_link(session, now, reason);
    }
}

void fibs_session_disconnected(struct fibs_session *session, int64_t now_ms,
                               const char *reason, bool is_final)
{
    if (!fibs_session_is_in(session, FIBS_LINKED)) {
        return;
    }
    if (is_final) {
        fibs_session_enter(session, now_ms, FIBS_FAILED, reason);
    } else if (session->state == FIBS_LOGIN_SENT) {
        hung_up_on_login(session, now_ms, reason);
    } else {
        leave_link(session, now_ms, reason);
    }
    settle(session, now_ms);
}

/* Log-in, log-out and settings are the session's own business. */
static bool is_callers(enum fibs_command_id id)
{
    switch (id) {
    case FIBS_CMD_NONE:
    case FIBS_CMD_LOGIN:
    case FIBS_CMD_BYE:
    case FIBS_CMD_SET:
    case FIBS_CMD_TOGGLE:
        return false;
    default:
        return true;
    }
}

bool fibs_session_send(struct fibs_session *session, int64_t now_ms,
                       const struct fibs_command *command)
{
    if (!fibs_session_is_in(session, FIBS_LOGGED_IN) || !is_callers(command->id) ||
        !fibs_queue_add(&session->queue, command)) {
        return false;
    }
    fibs_session_pump(session, now_ms);
    settle(session, now_ms);
    return true;
}

void fibs_session_set_ready(struct fibs_session *session, int64_t now_ms, bool ready)
{
    if (fibs_session_is_in(session, FIBS_LOGGED_IN)) {
        fibs_settings_want_ready(&session->settings, ready);
        fibs_session_pump(session, now_ms);
        settle(session, now_ms);
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
        fibs_session_enter(session, now_ms, FIBS_CLOSING, "told to stop");
    } else if (fibs_session_is_in(session, FIBS_LINKED & ~FIBS_IN(FIBS_CLOSING))) {
        fibs_session_close(session, now_ms, "told to stop");
    } else if (session->state == FIBS_BACKOFF) {
        fibs_session_enter(session, now_ms, FIBS_OFFLINE, "told to stop");
    }
    settle(session, now_ms);
}

/* ---- life and questions ---------------------------------------------------------- */

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
    };
}

struct fibs_session *fibs_session_new(const struct fibs_session_config *config)
{
    struct fibs_session *session = calloc(1, sizeof *session);
    if (session != NULL) {
        session->config = *config;
        session->jitter = config->jitter_seed;
        session->state = FIBS_OFFLINE;
        session->state_deadline = FIBS_NEVER;
        (void)snprintf(session->account.name, sizeof session->account.name, "%s",
                       config->name);
        forget_link(session);
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

const char *fibs_session_state_name(enum fibs_session_state state)
{
    return states[state].name;
}

const struct fibs_account *fibs_session_account(const struct fibs_session *session)
{
    return &session->account;
}

bool fibs_session_queue_is_empty(const struct fibs_session *session)
{
    return session->queue.count == 0 && session->in_flight == FIBS_CMD_NONE;
}
