#pragma once
/*
 * What the files of the session share; nobody else includes this. From the ground up:
 *
 *   session_states.c     events for the caller; states, their times, what is sent
 *   session_reactions.c  which message does what in which state
 *   session.c            lines, the clocks, the caller's calls
 */

#include "fibs/line.h"
#include "fibs/queue.h"
#include "fibs/session.h"
#include "fibs/settings.h"

#define FIBS_NEVER INT64_MAX

enum {
    FIBS_EVENTS_MAX = 64,
    FIBS_GLUED_MAX = 8 /* messages taken out of one line */
};

struct fibs_session {
    struct fibs_session_config config;
    enum fibs_session_state state;
    int64_t state_deadline;
    struct fibs_account account;
    struct fibs_settings settings;
    bool is_stopping;
    bool was_asked_again; /* a second prompt came: refused unless a welcome follows */

    struct fibs_queue queue;
    enum fibs_command_id in_flight; /* sent, not answered; FIBS_CMD_NONE: none */
    bool in_flight_is_setting;
    int64_t answer_deadline;

    int64_t last_sent, last_heard;
    int64_t login_took;   /* until the welcome: so long answers may take */
    int64_t logged_in_at; /* FIBS_NEVER: not since the last connection */
    int64_t motd_deadline;
    int64_t leave_at;   /* log out before a restart; FIBS_NEVER: none announced */
    int64_t restart_at; /* FIBS_NEVER: none announced */
    int restart_pauses; /* of so many restart_pause_ms after it */
    int64_t not_before; /* no connection earlier */
    int backoff_ms;     /* the next wait, before jitter */
    int refusals_left;
    int certificate_refusals; /* in a row */
    bool was_logged_in;       /* since the start: so the password is right */
    int hangups;              /* in answer to log-ins before that */
    uint64_t jitter;

    bool was_cut;           /* the server ended the last session and did not say why */
    bool has_other_address; /* than config.address, and it was not set yet */
    int who_lines;          /* since the log-in */
    bool has_who_list;      /* it has come, or the server has none */
    bool has_board;         /* one has come since we were ready: a match goes on */

    bool is_second;         /* the server has warned that another session exists */
    int elsewhere_left;     /* tries after another log-in */
    int64_t undisturbed_at; /* the session has lasted then; FIBS_NEVER: none runs */

    char line[FIBS_LINE_MAX + 1];
    struct fibs_message_context context;
    struct fibs_message messages[FIBS_GLUED_MAX];

    struct fibs_event events[FIBS_EVENTS_MAX]; /* a ring */
    int first_event, event_count;
    bool is_overrun;
};

/* Groups of states. */
#define FIBS_IN(state) (1U << (state))
enum {
    FIBS_LOGGED_IN = FIBS_IN(FIBS_MOTD) | FIBS_IN(FIBS_SETTINGS) | FIBS_IN(FIBS_READY),
    FIBS_ONLINE = FIBS_LOGGED_IN | FIBS_IN(FIBS_CLOSING),
    FIBS_CONNECTED =
        FIBS_ONLINE | FIBS_IN(FIBS_LOGIN_PROMPT) | FIBS_IN(FIBS_LOGIN_SENT),
    FIBS_LINKED = FIBS_CONNECTED | FIBS_IN(FIBS_CONNECTING)
};
bool fibs_session_is_in(const struct fibs_session *session, unsigned states);

/* What entering a state does, or a clock that has run out. */
typedef void fibs_session_action(struct fibs_session *session, int64_t now);

/* Changes the state, tells the caller why, and does what entering the new one does. */
void fibs_session_enter(struct fibs_session *session, int64_t now,
                        enum fibs_session_state state, const char *reason);
/* The state has lasted too long. */
void fibs_session_state_is_over(struct fibs_session *session, int64_t now);
/* The connection is gone. */
void fibs_session_leave_link(struct fibs_session *session, int64_t now,
                             const char *reason);
void fibs_session_forget_link(struct fibs_session *session);
/* Goes on to `state`. FIBS_BACKOFF closes the connection, which is made again later
 * unless the session is stopping; FIBS_FAILED closes it finally. */
void fibs_session_leave_for(struct fibs_session *session, int64_t now,
                            enum fibs_session_state state, const char *reason);
/* The log-in was refused: final unless name and password were good before. */
void fibs_session_refused(struct fibs_session *session, int64_t now,
                          const char *reason);
/* The account is used elsewhere: waits long, so that two programs do not disconnect each
 * other for ever, or gives up. */
void fibs_session_used_elsewhere(struct fibs_session *session, int64_t now,
                                 const char *reason);
/* Decides when to log out before an announced restart. */
void fibs_session_plan_leave(struct fibs_session *session, int64_t now);

/* Adds an event of this type and the current state, zero otherwise; NULL when full. */
struct fibs_event *fibs_session_add_event(struct fibs_session *session,
                                          enum fibs_event_type type);
__attribute__((format(printf, 3, 4))) void
fibs_session_add_text(struct fibs_session *session, enum fibs_event_type type,
                      const char *format, ...);
/* Drops the messages not taken yet: they are about to be overwritten. */
void fibs_session_drop_messages(struct fibs_session *session);

/* Sends what may be sent now. */
void fibs_session_pump(struct fibs_session *session, int64_t now);
void fibs_session_send_plain(struct fibs_session *session, int64_t now,
                             enum fibs_command_id id);
/* Sends the next command if the message answers the one in flight. */
void fibs_session_take_answer(struct fibs_session *session, int64_t now,
                              const struct fibs_message *message);
void fibs_session_give_up_answer(struct fibs_session *session, int64_t now);

/* Does what the message means in this state (session_reactions.c). */
void fibs_session_react(struct fibs_session *session, int64_t now,
                        const struct fibs_message *message);

const char *fibs_session_state_name(enum fibs_session_state state); /* for tests */
