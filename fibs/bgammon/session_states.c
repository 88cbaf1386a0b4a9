#include "fibs/bgammon/session_internal.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/splitmix.h"

enum { GOOD_SESSION_MS = 60000 }; /* after which the pauses begin anew */

bool bgammon_session_is_in(const struct bgammon_session *session, unsigned states)
{
    return (BGAMMON_IN(session->state) & states) != 0;
}

/* ---- events ---------------------------------------------------------------------- */

struct bgammon_session_event *
bgammon_session_add_event(struct bgammon_session *session,
                          enum bgammon_session_event_type type)
{
    if (session->event_count == BGAMMON_EVENTS_MAX) {
        session->is_overrun = true;
        return NULL;
    }
    int at = (session->first_event + session->event_count++) % BGAMMON_EVENTS_MAX;
    session->events[at] =
        (struct bgammon_session_event){.type = type, .state = session->state};
    return &session->events[at];
}

void bgammon_session_add_text(struct bgammon_session *session,
                              enum bgammon_session_event_type type, const char *format,
                              ...)
{
    struct bgammon_session_event *event = bgammon_session_add_event(session, type);
    if (event != NULL) {
        va_list args;
        va_start(args, format);
        (void)vsnprintf(event->text, sizeof event->text, format, args);
        va_end(args);
    }
}

/* ---- states ---------------------------------------------------------------------- */

static const struct {
    const char *name;
    size_t limit; /* of its time, in the configuration; 0: none */
} states[BGAMMON_SESSION_STATES] = {
#define LIMIT(field) offsetof(struct bgammon_session_config, field)
    [BGAMMON_OFFLINE] = {"offline", 0},
    [BGAMMON_CONNECTING] = {"connecting", LIMIT(connect_ms)},
    [BGAMMON_GREETING] = {"greeting", LIMIT(login_ms)},
    [BGAMMON_LOGIN_SENT] = {"login_sent", LIMIT(login_ms)},
    [BGAMMON_SETTLING] = {"settling", LIMIT(settling_ms)},
    [BGAMMON_READY] = {"ready", 0},
    [BGAMMON_CLOSING] = {"closing", LIMIT(closing_ms)},
    [BGAMMON_BACKOFF] = {"backoff", 0},
    [BGAMMON_FAILED] = {"failed", 0},
};

const char *bgammon_session_state_name(enum bgammon_session_state state)
{
    return states[state].name;
}

static int64_t next_pause(struct bgammon_session *session)
{
    const struct bgammon_session_config *config = &session->config;
    int most =
        session->lost_game != 0 ? config->backoff_match_ms : config->backoff_max_ms;
    int ms = session->backoff_ms < most ? session->backoff_ms : most;
    session->backoff_ms = ms > most / 2 ? most : ms * 2;
    /* shorter by up to a quarter */
    return ms - (int64_t)(splitmix_next(&session->jitter) % (uint64_t)(ms / 4 + 1));
}

void bgammon_session_enter(struct bgammon_session *session, int64_t now,
                           enum bgammon_session_state state, const char *reason)
{
    size_t limit = states[state].limit;
    session->state = state;
    session->state_deadline = BGAMMON_NEVER;
    if (state == BGAMMON_BACKOFF) {
        session->state_deadline = now + next_pause(session);
    } else if (limit != 0) {
        session->state_deadline =
            now + *(const int *)((const char *)&session->config + limit);
    }
    bgammon_session_add_text(session, BGAMMON_SESSION_STATE, "%.150s", reason);
    if (state == BGAMMON_CONNECTING) {
        bgammon_session_forget_link(session);
        (void)bgammon_session_add_event(session, BGAMMON_SESSION_CONNECT);
    }
}

void bgammon_session_forget_link(struct bgammon_session *session)
{
    session->waiting = 0;
    session->under_way = BGAMMON_CMD_NONE;
    session->answer_deadline = session->ask_at = BGAMMON_NEVER;
    session->unanswered = session->failures = 0;
    session->has_board = session->is_board_new = session->is_handed_over = false;
    session->has_match = session->is_opponent_gone = session->is_won = false;
    session->is_absence_told = session->has_opponent = false;
    session->is_joining_again = false;
    session->game = 0;
    session->logged_in_at = BGAMMON_NEVER;
    session->last_text[0] = '\0';
}

/* A reason came in answer to the log-in: the name may be in use by our own last
 * connection. A connection that only ends is no refusal. */
static bool is_refused_for_good(struct bgammon_session *session, int64_t now)
{
    if (session->state != BGAMMON_LOGIN_SENT) {
        return false;
    }
    if (session->last_text[0] == '\0') {
        session->refusals = 0;
        return false;
    }
    session->first_refusal = session->refusals == 0 ? now : session->first_refusal;
    return ++session->refusals >= session->config.refusals && !session->was_logged_in &&
           now - session->first_refusal >= session->config.refusals_ms;
}

/* A match whose end was handed over, or heard of, is not lost with the connection. */
static bool is_match_over(const struct bgammon_session *session)
{
    return session->is_won || (session->has_board && !session->is_board_new &&
                               session->board.board.winner != 0);
}

void bgammon_session_leave_link(struct bgammon_session *session, int64_t now,
                                const char *reason)
{
    if (session->logged_in_at != BGAMMON_NEVER &&
        now - session->logged_in_at >= GOOD_SESSION_MS) {
        session->backoff_ms = session->config.backoff_first_ms;
    }
    if (session->has_match && !is_match_over(session)) {
        session->lost_game = session->game;
        session->backoff_ms = session->config.backoff_first_ms;
    }
    bool is_final = is_refused_for_good(session, now);
    if (session->state == BGAMMON_LOGIN_SENT && session->last_text[0] != '\0') {
        bgammon_session_add_text(session,
                                 is_final ||
                                         session->refusals == session->config.refusals
                                     ? BGAMMON_SESSION_TROUBLE
                                     : BGAMMON_SESSION_NOTICE,
                                 "the log-in was refused: %.140s", session->last_text);
    }
    bgammon_session_forget_link(session);
    bgammon_session_enter(session, now,
                          session->is_stopping ? BGAMMON_OFFLINE
                          : is_final           ? BGAMMON_FAILED
                                               : BGAMMON_BACKOFF,
                          reason);
}

void bgammon_session_close(struct bgammon_session *session, int64_t now,
                           const char *reason)
{
    bgammon_session_add_text(session, BGAMMON_SESSION_CLOSE, "%s", reason);
    bgammon_session_leave_link(session, now, reason);
}

void bgammon_session_lose_match(struct bgammon_session *session, const char *why)
{
    bgammon_session_add_text(session, BGAMMON_SESSION_LOST, "match %d: %.150s",
                             session->lost_game, why);
    session->lost_game = 0;
    session->is_joining_again = false;
}
