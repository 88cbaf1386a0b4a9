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
 * after 1.5 s (queue.h knows the answers). A lost command is not repeated here: the
 * player asks for the board when nothing comes. Toggles and variables are the session's
 * own business (settings.h), so that nothing can be flipped twice.
 *
 * Use: feed one input, then call fibs_session_next_event() until it returns false and
 * carry the events out in order; then the next input. Commands may be queued while
 * events are being taken. A caller who does not take his events loses the connection
 * (FIBS_EVENT_CLOSE), never memory: no call allocates but fibs_session_new().
 */

#include <stdbool.h>
#include <stdint.h>

#include "fibs/command.h"
#include "fibs/message.h"

enum fibs_session_state {
    FIBS_OFFLINE,
    FIBS_CONNECTING,
    FIBS_LOGIN_PROMPT, /* connected, waiting for "login: " */
    FIBS_LOGIN_SENT,
    FIBS_MOTD,     /* logged in, the who list has not ended yet */
    FIBS_SETTINGS, /* bringing toggles and variables to the wanted state */
    FIBS_READY,
    FIBS_CLOSING, /* logging out: bye is sent or waits for its turn */
    FIBS_BACKOFF, /* waiting to connect again */
    FIBS_FAILED,  /* log-in refused or kicked by a second log-in: final */
    FIBS_SESSION_STATE_COUNT
};

struct fibs_session_config {
    char name[FIBS_NAME_MAX];
    char client[FIBS_CLIENT_NAME_MAX + 1];
    int connect_ms;   /* name, connection and TLS take at most so long: 60,000 */
    int login_ms;     /* the prompt, and the answer to the log-in: 60,000 each */
    int motd_ms;      /* settings begin when the who list has ended, or after 10,000 */
    int settings_ms;  /* and are given up after 60,000 */
    int closing_ms;   /* after bye the server hangs up: 10,000 */
    int keepalive_ms; /* send a cheap command after this silence of ours: 90,000 */
    int silence_ms;   /* nothing heard for so long: the link is dead: 240,000 */
    int acknowledge_ms;   /* next command after this at the latest: 1,500 */
    int backoff_first_ms; /* 10,000, doubled up to ... */
    int backoff_max_ms;   /* 900,000; started anew after a session of a minute */
    int restart_pause_ms; /* after the announced moment of a restart: 120,000 */
    uint64_t jitter_seed; /* waits are up to a quarter shorter, drawn from this */
};
void fibs_session_config_default(struct fibs_session_config *config);

enum fibs_event_type {
    FIBS_EVENT_NONE,
    FIBS_EVENT_CONNECT,    /* open a connection (resolve the name anew) */
    FIBS_EVENT_SEND,       /* send command.text and CR LF */
    FIBS_EVENT_SEND_LOGIN, /* fibs_command_login() with the password: never kept here */
    FIBS_EVENT_CLOSE,      /* close the connection now; text: why */
    FIBS_EVENT_STATE,      /* entered `state`; text: why */
    FIBS_EVENT_MESSAGE,    /* a message for the player; see `message` */
    FIBS_EVENT_NOTICE      /* something for the log: text */
};

struct fibs_event {
    enum fibs_event_type type;
    enum fibs_session_state state;
    struct fibs_command command;
    const struct fibs_message *message; /* valid until the next fibs_session_line() */
    char text[200];
};

/* What is known of our own account: from CLIP 1, 2, our own CLIP 5 lines and the answer
 * to `toggle ready`. */
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

/* From offline or failed; has no effect in other states. */
void fibs_session_start(struct fibs_session *session, int64_t now_ms);
void fibs_session_connected(struct fibs_session *session, int64_t now_ms);
/* The connection could not be made, or is gone. `reason`: for the log. `is_final`:
 * trying again is useless (a TLS certificate refused). Not needed after
 * FIBS_EVENT_CLOSE. */
void fibs_session_disconnected(struct fibs_session *session, int64_t now_ms,
                               const char *reason, bool is_final);
/* One line as fibs_line gives it; its slices stay good until the next line. */
void fibs_session_line(struct fibs_session *session, int64_t now_ms, const char *line);
void fibs_session_tick(struct fibs_session *session, int64_t now_ms);
/* Queues a command. False when not logged in, the queue (32) is full, or the command is
 * the session's own: login, bye, set, toggle. A command equal to one still waiting in
 * the queue is not queued twice (true). */
bool fibs_session_send(struct fibs_session *session, int64_t now_ms,
                       const struct fibs_command *command);
/* Drops commands that wait in the queue and are only good for one position or moment
 * (queue.h): the player calls it when what they were meant for is gone. */
void fibs_session_forget_game_commands(struct fibs_session *session);
/* Makes the account ready to play, or not. Sends `toggle ready` only when the server's
 * last word differs, checks the answer, and corrects it once. Inviting makes an account
 * ready by itself: a wish once fulfilled is not held against that. Has no effect when
 * not logged in, and is forgotten with the connection. */
void fibs_session_set_ready(struct fibs_session *session, int64_t now_ms, bool ready);
/* Log out: the queue is dropped, bye is sent, no reconnection. Ends in FIBS_OFFLINE. */
void fibs_session_stop(struct fibs_session *session, int64_t now_ms);

/* Output: the oldest event; false when there is none. */
bool fibs_session_next_event(struct fibs_session *session, struct fibs_event *event);

/* When fibs_session_tick() has to be called next (now_ms scale), INT64_MAX: never. */
int64_t fibs_session_deadline(const struct fibs_session *session);

enum fibs_session_state fibs_session_state(const struct fibs_session *session);
const char *fibs_session_state_name(enum fibs_session_state state);
const struct fibs_account *fibs_session_account(const struct fibs_session *session);
/* Nothing waits and the last command has been answered or given up. */
bool fibs_session_queue_is_empty(const struct fibs_session *session);

#endif
