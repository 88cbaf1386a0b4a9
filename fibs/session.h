#pragma once
/*
 * A session from log-in to log-out: a pure state machine with a command queue. Lines
 * and ticks go in, events come out; it uses no socket, clock or thread.
 *
 *   offline -> connecting -> login_prompt -> login_sent -> motd -> settings -> ready
 *      ^                                                                        |
 *      +---------------- backoff <--------- closing <--------------------------+
 *
 * FIBS answers one command at a time and may drop one that arrives too early. So
 * commands are queued; the next one is sent when the previous one was answered
 * (queue.h), or after 1.5 s. A lost command is not repeated here: the player asks for
 * the board when nothing comes. Only the session sends toggles and variables
 * (settings.h), so that nothing is flipped twice.
 *
 * Use: pass one input, then call fibs_session_next_event() until it returns false and
 * carry out the events in order; then pass the next input. Commands may be queued while
 * events are taken. If the caller does not take the events, the session closes the
 * connection (FIBS_EVENT_CLOSE). Only fibs_session_new() allocates memory.
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
    FIBS_CLOSING, /* logging out: bye is sent or queued */
    FIBS_BACKOFF, /* waiting to connect again */
    FIBS_FAILED,  /* log-in or certificate refused, logged in elsewhere: final */
    FIBS_SESSION_STATE_COUNT
};

struct fibs_session_config {
    char name[FIBS_NAME_MAX];
    char client[FIBS_CLIENT_NAME_MAX + 1];
    int connect_ms;   /* limit for name resolution, connection and TLS: 60,000 */
    int login_ms;     /* limit for the prompt and for the answer to the log-in: 60,000
                       * each */
    int motd_ms;      /* settings begin when the who list has ended, or after 10,000 */
    int settings_ms;  /* and are given up after 60,000 */
    int closing_ms;   /* limit for the server to hang up after bye: 10,000 */
    int keepalive_ms; /* send a keep-alive after this idle time: 90,000 */
    int silence_ms;   /* reconnect after this long without input: 240,000 */
    int acknowledge_ms;     /* send the next command after this at the latest: 1,500; a
                             * setting has twice that, and the time of the log-in */
    int backoff_first_ms;   /* 10,000, doubled up to ... */
    int backoff_max_ms;     /* 900,000; reset after a session of a minute, or one that a
                             * match was played in */
    int restart_pause_ms;   /* after the announced moment of a restart: 120,000 */
    int elsewhere_pause_ms; /* after another log-in took the account over: 1,800,000 */
    int elsewhere_tries;    /* so often, then it is final: 1; a session as long as the
                             * pause counts from the beginning */
    char address[FIBS_NAME_MAX]; /* of mail, which our who line is to show; it is set
                                  * at the log-in where it differs; "": leave it */
    bool hears_reports;          /* of all matches on the server that start and end */
    uint64_t jitter_seed; /* back-off times are shortened by up to a quarter, drawn from
                           * this and the name: each account has its own */
};
void fibs_session_config_default(struct fibs_session_config *config);

enum fibs_event_type {
    FIBS_EVENT_NONE,
    FIBS_EVENT_CONNECT,    /* open a connection (resolve the name again) */
    FIBS_EVENT_SEND,       /* send command.text and CR LF */
    FIBS_EVENT_SEND_LOGIN, /* fibs_command_login() with the password: never kept here */
    FIBS_EVENT_CLOSE,      /* close the connection now; text: why */
    FIBS_EVENT_STATE,      /* entered `state`; text: why */
    FIBS_EVENT_MESSAGE,    /* a message for the player; see `message` */
    FIBS_EVENT_NOTICE,     /* something for the log: text */
    FIBS_EVENT_TROUBLE     /* something that the operator should see to: text */
};

struct fibs_event {
    enum fibs_event_type type;
    enum fibs_session_state state;
    struct fibs_command command;
    const struct fibs_message *message; /* valid until the next fibs_session_line() */
    char text[200];
};

/* Our own account, from CLIP 1, 2, our own CLIP 5 lines and the answer to `toggle
 * ready`. */
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

/* Starts to connect; only from offline or failed, without effect in other states. */
void fibs_session_start(struct fibs_session *session, int64_t now_ms);
void fibs_session_connected(struct fibs_session *session, int64_t now_ms);

/* How a connection ended, and what follows. */
enum fibs_loss {
    FIBS_LOSS_BROKEN, /* failed or broke: tried again with back-off */
    FIBS_LOSS_CLOSED, /* the server closed it: the same; but a next log-in that is warned
                       * of another one means that the account is used elsewhere */
    FIBS_LOSS_UNTIMELY,  /* its certificate is not valid today: tried again after the
                          * longest back-off, until it is renewed or a clock is set */
    FIBS_LOSS_UNTRUSTED, /* its certificate was refused otherwise: final, but after a
                          * good log-in tried again as after a refused log-in */
    FIBS_LOSS_FINAL      /* trying again is useless: there is no password */
};
#define FIBS_CLOSED_BY_SERVER "the server closed the connection" /* a `reason` */

/* Reports that the connection failed or was lost. `reason` is for the log. Not needed
 * after FIBS_EVENT_CLOSE. */
void fibs_session_disconnected(struct fibs_session *session, int64_t now_ms,
                               const char *reason, enum fibs_loss loss);
/* In how many seconds the server ends, by a FIBS_MSG_RESTART or FIBS_MSG_SHUTDOWN; -1: it
 * does not tell. */
long fibs_session_announced_s(struct fibs_slice line);
/* Passes one line from fibs_line; slices of messages stay valid until the next line. */
void fibs_session_line(struct fibs_session *session, int64_t now_ms, const char *line);
void fibs_session_tick(struct fibs_session *session, int64_t now_ms);
/* Queues a command. Returns false if not logged in, if the queue (32) is full, or for
 * commands that only the session sends: login, bye, set, toggle, address, who and rawwho
 * for everybody. A command that is already in the queue is not queued again; that counts as
 * success. */
bool fibs_session_send(struct fibs_session *session, int64_t now_ms,
                       const struct fibs_command *command);
/* Drops queued commands that are valid only for one position or moment (queue.h). The
 * player calls it when that moment is over. */
void fibs_session_forget_game_commands(struct fibs_session *session);
/* Makes the account ready to play or not. Sends `toggle ready` only if the last known
 * state differs, checks the answer, and corrects it once. Inviting makes an account
 * ready by itself; a state once reached is not restored after that. Has no effect if
 * not logged in, and is forgotten when the connection ends. */
void fibs_session_set_ready(struct fibs_session *session, int64_t now_ms, bool ready);
/* Logs out: drops the queue, sends bye and does not reconnect. Ends in FIBS_OFFLINE. */
void fibs_session_stop(struct fibs_session *session, int64_t now_ms);

/* Takes the oldest event; returns false if there is none. */
bool fibs_session_next_event(struct fibs_session *session, struct fibs_event *event);

/* Returns when fibs_session_tick() must be called next, in the scale of now_ms;
 * INT64_MAX: never. */
int64_t fibs_session_deadline(const struct fibs_session *session);

enum fibs_session_state fibs_session_state(const struct fibs_session *session);
const struct fibs_account *fibs_session_account(const struct fibs_session *session);
/* Returns whether the queue is empty and the last command was answered or given up. */
bool fibs_session_queue_is_empty(const struct fibs_session *session);
