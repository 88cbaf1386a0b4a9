#ifndef FIBS_SESSION_H
#define FIBS_SESSION_H
/*
 * From log-in to log-out: a pure state machine with a command queue. Lines and ticks go
 * in, events come out; no socket, clock or thread is touched.
 *
 *   offline -> connecting -> login_prompt -> login_sent -> motd -> settings -> ready
 *      ^                                                                        |
 *      +---------------- backoff <--------- closing <--------------------------+
 *
 * FIBS answers one command at a time and may drop what comes too early. So commands
 * wait in a queue; the next one goes out when the answer to the one before has come, or
 * after 1.5 s. Answers are known by the message ids that may answer each command.
 *
 * Use: feed one input, then call fibs_session_next_event() until it returns false and
 * carry the events out in order; then the next input.
 */

#include <stdbool.h>
#include <stdint.h>

#include "command.h"
#include "message.h"

enum fibs_session_state {
    FIBS_OFFLINE,
    FIBS_CONNECTING,
    FIBS_LOGIN_PROMPT, /* connected, waiting for "login: " */
    FIBS_LOGIN_SENT,
    FIBS_MOTD,     /* logged in, the who list has not ended yet */
    FIBS_SETTINGS, /* bringing toggles and variables to the wanted state */
    FIBS_READY,
    FIBS_CLOSING, /* bye sent */
    FIBS_BACKOFF, /* waiting to connect again */
    FIBS_FAILED   /* log-in refused or kicked by a second log-in: final */
};

struct fibs_session_config {
    char name[FIBS_NAME_MAX];
    char client[FIBS_CLIENT_NAME_MAX + 1];
    int keepalive_ms;     /* send a cheap command after this silence of ours: 90,000 */
    int silence_ms;       /* nothing heard for so long: the link is dead: 240,000 */
    int acknowledge_ms;   /* next command after this at the latest: 1,500 */
    int backoff_first_ms; /* 10,000, doubled up to ... */
    int backoff_max_ms;   /* 600,000; started anew after a session of a minute */
    uint64_t jitter_seed;
};
void fibs_session_config_default(struct fibs_session_config *config);

enum fibs_event_type {
    FIBS_EVENT_NONE,
    FIBS_EVENT_CONNECT,    /* open a connection (resolve the name anew) */
    FIBS_EVENT_SEND,       /* send command.text and CR LF */
    FIBS_EVENT_SEND_LOGIN, /* the caller fills in the password: it is not kept here */
    FIBS_EVENT_CLOSE,      /* close the connection now */
    FIBS_EVENT_STATE,      /* entered `state`; text: why */
    FIBS_EVENT_MESSAGE,    /* a message for the player; see `message` */
    FIBS_EVENT_NOTICE      /* something for the log: text */
};

struct fibs_event {
    enum fibs_event_type type;
    enum fibs_session_state state;
    struct fibs_command command;
    const struct fibs_message *message; /* valid until the next input */
    char text[200];
};

/* What is known of our own account: from CLIP 1, 2 and our own CLIP 5 lines. */
struct fibs_account {
    char name[FIBS_NAME_MAX];
    double rating;
    long experience;
    bool is_ready;
    char opponent[FIBS_NAME_MAX]; /* "" when not playing */
};

struct fibs_session;

struct fibs_session *fibs_session_new(const struct fibs_session_config *config);
void fibs_session_free(struct fibs_session *session);

/* Inputs. `now_ms` never goes back (a monotonic clock). */
void fibs_session_start(struct fibs_session *session, int64_t now_ms);
void fibs_session_connected(struct fibs_session *session, int64_t now_ms);
/* `reason`: for the log. `is_final`: trying again is useless (a TLS certificate
 * refused). */
void fibs_session_disconnected(struct fibs_session *session, int64_t now_ms,
                               const char *reason, bool is_final);
void fibs_session_line(struct fibs_session *session, int64_t now_ms, const char *line);
void fibs_session_tick(struct fibs_session *session, int64_t now_ms);
/* Queues a command. False when not logged in or the queue (32) is full. A command equal
 * to one still waiting in the queue is not queued twice. */
bool fibs_session_send(struct fibs_session *session, int64_t now_ms,
                       const struct fibs_command *command);
/* Drops game commands (roll, move, double, accept, reject, resign) that wait in the
 * queue: the player calls it when the position they were meant for is gone. */
void fibs_session_forget_game_commands(struct fibs_session *session);
/* Log out: the queue is dropped, bye is sent, no reconnection. */
void fibs_session_stop(struct fibs_session *session, int64_t now_ms);

/* Output: the oldest event; false when there is none. */
bool fibs_session_next_event(struct fibs_session *session, struct fibs_event *event);

/* When fibs_session_tick() has to be called next (now_ms scale), INT64_MAX: never. */
int64_t fibs_session_deadline(const struct fibs_session *session);

enum fibs_session_state fibs_session_state(const struct fibs_session *session);
const char *fibs_session_state_name(enum fibs_session_state state);
const struct fibs_account *fibs_session_account(const struct fibs_session *session);
bool fibs_session_queue_is_empty(const struct fibs_session *session);

#endif
