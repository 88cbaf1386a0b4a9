#pragma once
/*
 * A session with a bgammon.org server from log-in to log-out: a pure state machine. Lines
 * and ticks go in, events come out; it uses no socket, clock or thread.
 *
 *   offline -> connecting -> greeting -> login_sent -> settling -> ready
 *      ^                                                             |
 *      +----------- backoff <----------- closing <-------------------+
 *
 * One command is under way at a time: the next board, unless it is the one that was acted
 * on, or refusal answers it. After 5 s of nothing, and after a refusal, the session asks
 * for the board itself, then for the list: commands are answered in order, so all that was
 * said before is there when the list comes. Only then the board is the caller's again to
 * act on (BGAMMON_SESSION_BOARD): what came late is never acted on twice. It answers pings,
 * and takes 40 s without a line for a dead connection. Its own silence it breaks after 20
 * s, in a match by looking at the board; the caller, who may be thinking, hears of it only
 * if it is not the one it has.
 *
 * A name is in use while its old connection lingers, up to 40 s: the log-in is tried again.
 * Words are not looked at, so a wrong password shows by this: no log-in was ever good, and
 * five in a row, over a minute, were refused. The password is never here.
 *
 * Use: pass one input, then call bgammon_session_next_event() until it returns false and
 * carry out the events in order; then pass the next input. Commands may be sent while
 * events are taken. Only bgammon_session_new() allocates memory.
 */

#include <stdbool.h>
#include <stdint.h>

#include "fibs/bgammon/command.h"
#include "fibs/bgammon/event.h"

enum bgammon_session_state {
    BGAMMON_OFFLINE,
    BGAMMON_CONNECTING,
    BGAMMON_GREETING, /* connected, waiting for the first line */
    BGAMMON_LOGIN_SENT,
    BGAMMON_SETTLING, /* logged in; a match that waits for us comes now */
    BGAMMON_READY,
    BGAMMON_CLOSING,
    BGAMMON_BACKOFF, /* waiting to connect again */
    BGAMMON_FAILED,  /* the log-in is refused or cannot be: final */
    BGAMMON_SESSION_STATES
};

struct bgammon_session_config {
    char
        name[BGAMMON_NAME_SIZE]; /* of the account; each draws its own pauses from it */
    bool is_person;              /* may join persons (command.h); a bot is none */
    bool has_autoplay;           /* the server plays what is forced */
    int connect_ms;              /* limit for name resolution and connection: 60,000 */
    int login_ms;     /* ... for the greeting and the welcome; the server's: 30,000 */
    int settling_ms;  /* ready after this at the latest: 30,000 */
    int answer_ms;    /* ask for the board after this: 5,000 */
    int unanswered;   /* so often in a row, then connect again: 7 */
    int keepalive_ms; /* own silence: 20,000 */
    int silence_ms;   /* of the server: 40,000 */
    int closing_ms;   /* for the server to hang up: 10,000 */
    int refusals;     /* before any good log-in, then it is final: 5 ... */
    int refusals_ms;  /* ... of which the first is so long ago: 60,000 */
    int backoff_first_ms; /* 5,000, doubled up to ... */
    int backoff_max_ms;   /* 300,000, and to ... */
    int backoff_match_ms; /* 60,000 with a match waiting: it is kept for 15 minutes */
    uint64_t jitter_seed; /* pauses are shortened by up to a quarter */
};
void bgammon_session_config_default(struct bgammon_session_config *config);

enum bgammon_session_event_type {
    BGAMMON_SESSION_NONE,
    BGAMMON_SESSION_CONNECT,    /* open a connection (resolve the name again) */
    BGAMMON_SESSION_SEND,       /* send command.text and LF */
    BGAMMON_SESSION_SEND_LOGIN, /* bgammon_command_login() with the password */
    BGAMMON_SESSION_CLOSE,      /* close the connection now; text: why */
    BGAMMON_SESSION_STATE,      /* entered `state`; text: why */
    BGAMMON_SESSION_LINE,       /* `line`: what the server said */
    BGAMMON_SESSION_BOARD,      /* `line->board`: nothing is under way, act on it */
    BGAMMON_SESSION_AWAY, /* the opponent is away: no board comes until they are back */
    BGAMMON_SESSION_LOST, /* the match of before the drop is not there any more */
    BGAMMON_SESSION_NOTICE, /* something for the log: text */
    BGAMMON_SESSION_TROUBLE /* something that the operator should see to: text */
};

struct bgammon_session_event {
    enum bgammon_session_event_type type;
    enum bgammon_session_state state;
    struct bgammon_command command;
    const struct bgammon_event *line; /* valid until the next input */
    char text[200];
};

struct bgammon_session;

struct bgammon_session *
bgammon_session_new(const struct bgammon_session_config *config);
void bgammon_session_free(struct bgammon_session *session);

/* Inputs. `now_ms` never goes back (a monotonic clock). */

/* Starts to connect; only from offline or failed, without effect in other states. */
void bgammon_session_start(struct bgammon_session *session, int64_t now_ms);
void bgammon_session_connected(struct bgammon_session *session, int64_t now_ms);
/* The connection failed or is lost. Not needed after BGAMMON_SESSION_CLOSE. */
void bgammon_session_disconnected(struct bgammon_session *session, int64_t now_ms,
                                  const char *reason);
/* Passes a line of bgammon_lines; a bad one is a notice. */
void bgammon_session_line(struct bgammon_session *session, int64_t now_ms,
                          const char *line);
void bgammon_session_tick(struct bgammon_session *session, int64_t now_ms);

/* Queues a command. False if not ready, if 16 wait, or for commands that only the
 * session sends: the log-in, pong, set, disconnect. */
bool bgammon_session_send(struct bgammon_session *session, int64_t now_ms,
                          const struct bgammon_command *command);
/* Writes and queues a join. False with `err` when bgammon_command_join() refuses it. */
bool bgammon_session_join(struct bgammon_session *session, int64_t now_ms,
                          const struct bgammon_seats *seats, struct error *err);
/* Logs out and does not connect again. Ends in BGAMMON_OFFLINE. A match under way is
 * forfeited unless the session comes back in 15 minutes. */
void bgammon_session_stop(struct bgammon_session *session, int64_t now_ms);

/* No log-in can be good: there is no password, or the server's certificate is refused. */
void bgammon_session_give_up(struct bgammon_session *session, int64_t now_ms,
                             const char *reason);

/* Takes the oldest event; returns false if there is none. */
bool bgammon_session_next_event(struct bgammon_session *session,
                                struct bgammon_session_event *event);
/* When bgammon_session_tick() must be called next; INT64_MAX: never. */
int64_t bgammon_session_deadline(const struct bgammon_session *session);

enum bgammon_session_state bgammon_session_state(const struct bgammon_session *session);
const char *bgammon_session_state_name(enum bgammon_session_state state);
/* Whether we sit in a match, and nothing is under way. */
bool bgammon_session_has_match(const struct bgammon_session *session);
bool bgammon_session_is_free(const struct bgammon_session *session);
