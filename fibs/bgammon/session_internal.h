#pragma once
/*
 * What the files of the session share; nobody else includes this. From the ground up:
 *
 *   session_states.c   events for the caller; states, their times, pauses
 *   session_orders.c   commands: one under way, asking for the board
 *   session_login.c    from the welcome to ready: a match that waits
 *   session.c          lines, the clocks, the caller's calls
 */

#include "fibs/bgammon/session.h"

#define BGAMMON_NEVER INT64_MAX

enum { BGAMMON_EVENTS_MAX = 64, BGAMMON_QUEUE_MAX = 16 };

struct bgammon_session {
    struct bgammon_session_config config;
    enum bgammon_session_state state;
    int64_t state_deadline;
    bool is_stopping;
    char own_name[BGAMMON_NAME_SIZE];
    char last_text[BGAMMON_TEXT_SIZE]; /* of the server: why it refuses a log-in */

    struct bgammon_command queue[BGAMMON_QUEUE_MAX];
    int waiting;
    enum bgammon_command_id under_way; /* BGAMMON_CMD_NONE: none; BOARD: asks for it */
    int64_t answer_deadline;
    int64_t ask_at;    /* for the board; BGAMMON_NEVER: not planned */
    int unanswered;    /* in a row */
    int failures;      /* in a row */
    int lists_to_come; /* before all of the log-in is heard */

    struct bgammon_event line;    /* the last one heard */
    struct bgammon_event board;   /* the last board heard, in this connection */
    bool has_board, is_board_new; /* it is not acted on yet */
    bool is_handed_over; /* a board like `handed`, and no command was sent since */
    struct bgammon_board handed; /* without what time changes */
    bool is_as_handed;           /* the last board heard is like it */
    bool has_match, is_opponent_gone;
    bool is_absence_told;
    bool has_opponent; /* has done something since the log-in */
    bool is_won;       /* the match, by the last line: no board has the score yet */
    int game;
    int lost_game;         /* of the connection before; 0: none */
    bool is_joining_again; /* `lost_game` */

    int64_t last_sent, last_heard, logged_in_at;
    bool was_logged_in; /* since the start: so the password is right */
    int refusals;       /* in a row, since ... */
    int64_t first_refusal;
    int backoff_ms; /* the next pause, before jitter */
    uint64_t jitter;

    struct bgammon_session_event events[BGAMMON_EVENTS_MAX]; /* a ring */
    int first_event, event_count;
    bool is_overrun;
};

/* ---- session_states.c ------------------------------------------------------------ */

#define BGAMMON_IN(state) (1U << (state))
enum {
    BGAMMON_LOGGED_IN = BGAMMON_IN(BGAMMON_SETTLING) | BGAMMON_IN(BGAMMON_READY),
    BGAMMON_LINKED = BGAMMON_LOGGED_IN | BGAMMON_IN(BGAMMON_GREETING) |
                     BGAMMON_IN(BGAMMON_LOGIN_SENT) | BGAMMON_IN(BGAMMON_CLOSING)
};
bool bgammon_session_is_in(const struct bgammon_session *session, unsigned states);

/* Adds an event of this type and the current state; NULL when full. */
struct bgammon_session_event *
bgammon_session_add_event(struct bgammon_session *session,
                          enum bgammon_session_event_type type);
__attribute__((format(printf, 3, 4))) void
bgammon_session_add_text(struct bgammon_session *session,
                         enum bgammon_session_event_type type, const char *format, ...);

void bgammon_session_enter(struct bgammon_session *session, int64_t now,
                           enum bgammon_session_state state, const char *reason);
/* The connection is gone, or is closed here. */
void bgammon_session_leave_link(struct bgammon_session *session, int64_t now,
                                const char *reason);
void bgammon_session_close(struct bgammon_session *session, int64_t now,
                           const char *reason);
/* Forgets what belongs to one connection. */
void bgammon_session_forget_link(struct bgammon_session *session);
/* `lost_game` does not go on. */
void bgammon_session_lose_match(struct bgammon_session *session, const char *why);

/* ---- session_orders.c ------------------------------------------------------------ */

void bgammon_session_send_now(struct bgammon_session *session, int64_t now,
                              const struct bgammon_command *command);
/* Sends the next command of the queue if none is under way. */
void bgammon_session_pump(struct bgammon_session *session, int64_t now);
/* Adds a command to the queue; false if not ready, or if it is full. */
bool bgammon_session_queue(struct bgammon_session *session, int64_t now,
                           const struct bgammon_command *command);
/* Asks for the board, and knows what was said before when it is there. The caller gets it
 * again; of _check() only if it is another one. */
void bgammon_session_check(struct bgammon_session *session, int64_t now);
void bgammon_session_ask(struct bgammon_session *session, int64_t now);
/* Whether the line tells of the player that we are. */
bool bgammon_session_is_of_us(const struct bgammon_session *session,
                              const struct bgammon_event *line);
/* What a line means for the command under way. */
void bgammon_session_take_answer(struct bgammon_session *session, int64_t now,
                                 const struct bgammon_event *line);
void bgammon_session_give_up_answer(struct bgammon_session *session, int64_t now);

/* ---- session_login.c ------------------------------------------------------------- */

/* The log-in was good. */
void bgammon_session_welcome(struct bgammon_session *session, int64_t now);
/* After the last list of a log-in all of it is heard. */
void bgammon_session_hear_list(struct bgammon_session *session, int64_t now);
void bgammon_session_state_is_over(struct bgammon_session *session, int64_t now);
