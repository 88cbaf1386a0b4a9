#include "fibs/bgammon/session_internal.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "fibs/bgammon/duty.h"

/* ---- lines ----------------------------------------------------------------------- */

static void answer_ping(struct bgammon_session *session, int64_t now)
{
    struct bgammon_command command;
    (void)bgammon_command_pong(&command, session->line.text);
    bgammon_session_send_now(session, now, &command);
}

static void take_joined(struct bgammon_session *session, int64_t now)
{
    if (session->line.joined.number == 1) {
        session->has_match = true;
        session->is_opponent_gone = false;
        session->lost_game = session->is_joining_again ? 0 : session->lost_game;
        session->is_joining_again = false;
        session->game = session->line.joined.game;
    } else {
        bool was_missed = session->is_opponent_gone || session->failures > 0;
        session->is_opponent_gone = false;
        session->has_opponent = true;
        session->failures = 0;
        /* What was sent while he was away may have been refused without an event. */
        if (was_missed && session->state == BGAMMON_READY) {
            bgammon_session_ask(session, now);
        }
    }
}

/* Not of somebody who has only watched. */
static bool is_of_opponent(const struct bgammon_session *session)
{
    const char *name = session->board.board.players[1].name;
    return !session->has_board || name[0] == '\0' ||
           strcmp(session->line.player, name) == 0;
}

static void take_left(struct bgammon_session *session)
{
    if (bgammon_session_is_of_us(session, &session->line)) {
        session->has_match = session->has_board = session->is_board_new = false;
        session->game = 0;
        session->waiting = 0;
        session->ask_at = BGAMMON_NEVER;
    } else if (is_of_opponent(session)) {
        session->is_opponent_gone = true;
    }
}

/* The server counts on how long players think. Copied byte by byte, to be compared so. */
static void copy_without_time(const struct bgammon_board *board,
                              struct bgammon_board *copy)
{
    memcpy(copy, board, sizeof *copy);
    copy->players[0].inactive = copy->players[1].inactive = 0;
}

static void take_board(struct bgammon_session *session)
{
    if (!session->line.board.is_spectating) {
        struct bgammon_board board;
        copy_without_time(&session->line.board, &board);
        session->board = session->line;
        session->has_match = session->has_board = true;
        int winner = bgammon_game_winner(&session->line.board);
        session->is_won =
            winner != 0 && bgammon_wins_match(&session->line.board, winner,
                                              bgammon_game_points(&session->line.board,
                                                                  winner, false));
        session->is_opponent_gone = session->is_opponent_gone ||
                                    (session->line.board.players[1].name[0] == '\0' &&
                                     bgammon_is_begun(&session->line.board));
        session->is_as_handed = memcmp(&board, &session->handed, sizeof board) == 0;
        session->is_board_new =
            session->is_board_new || !session->is_handed_over || !session->is_as_handed;
    }
}

/* The board with the score comes next; until then it is known here only. Where a match has one
 * point the line says 0. */
static void hear_win(struct bgammon_session *session)
{
    int points = session->line.win.points > 0 ? session->line.win.points : 1;
    session->is_won =
        session->has_board &&
        bgammon_wins_match(&session->board.board,
                           bgammon_session_is_of_us(session, &session->line) ? 1 : 2,
                           points);
}

/* Whatever the opponent does shows that he is there. */
static void note_opponent(struct bgammon_session *session)
{
    const unsigned acts =
        1U << BGAMMON_ROLLED | 1U << BGAMMON_MOVED | 1U << BGAMMON_SAY;
    if ((acts & (1U << session->line.type)) != 0 &&
        !bgammon_session_is_of_us(session, &session->line)) {
        session->is_opponent_gone = false;
        session->has_opponent = true;
    }
}

static void hear_line(struct bgammon_session *session, int64_t now)
{
    note_opponent(session);
    switch (session->line.type) {
    case BGAMMON_PING:
        answer_ping(session, now);
        break;
    case BGAMMON_JOINED:
        take_joined(session, now);
        break;
    case BGAMMON_LEFT:
        take_left(session);
        break;
    case BGAMMON_BOARD:
        take_board(session);
        break;
    case BGAMMON_WIN:
        hear_win(session);
        break;
    default:
        break;
    }
    bgammon_session_take_answer(session, now, &session->line);
    if (session->line.type == BGAMMON_LIST) {
        bgammon_session_hear_list(session, now);
    }
}

/* A log-in is answered by a welcome, or by a reason and the end of the connection. */
static void take_login_line(struct bgammon_session *session, int64_t now)
{
    if (session->line.type == BGAMMON_WELCOME) {
        bgammon_session_welcome(session, now);
    } else if (session->line.type == BGAMMON_PING) {
        answer_ping(session, now);
    } else if (session->line.type == BGAMMON_NOTICE ||
               session->line.type == BGAMMON_TEXT) {
        COPY_TEXT(session->last_text, session->line.text);
    }
}

/* The board is the caller's when nothing can change it any more. While the opponent is away
 * only a match that is over can be acted on. */
static void hand_over_board(struct bgammon_session *session)
{
    bool is_live = !session->is_opponent_gone || session->board.board.winner != 0;
    if (session->state == BGAMMON_READY && session->is_board_new &&
        session->has_match && is_live && session->under_way == BGAMMON_CMD_NONE &&
        session->waiting == 0 && session->ask_at == BGAMMON_NEVER) {
        struct bgammon_session_event *event =
            bgammon_session_add_event(session, BGAMMON_SESSION_BOARD);
        if (event != NULL) {
            session->is_board_new = false;
            session->is_handed_over = true;
            copy_without_time(&session->board.board, &session->handed);
            event->line = &session->board;
        }
    }
}

/* Once for each absence. */
static void tell_absence(struct bgammon_session *session)
{
    bool is_absent = session->has_match && session->has_board &&
                     session->is_opponent_gone && session->board.board.winner == 0;
    if (session->state == BGAMMON_READY && is_absent != session->is_absence_told) {
        session->is_absence_told = is_absent;
        if (is_absent) {
            (void)bgammon_session_add_event(session, BGAMMON_SESSION_AWAY);
        }
    }
}

static void react_to_line(struct bgammon_session *session, int64_t now)
{
    struct bgammon_session_event *event =
        bgammon_session_add_event(session, BGAMMON_SESSION_LINE);
    if (event != NULL) {
        event->line = &session->line;
    }
    if (session->state == BGAMMON_GREETING) {
        (void)bgammon_session_add_event(session, BGAMMON_SESSION_SEND_LOGIN);
        session->last_sent = now;
        bgammon_session_enter(session, now, BGAMMON_LOGIN_SENT, "greeted");
    } else if (session->state == BGAMMON_LOGIN_SENT) {
        take_login_line(session, now);
    } else {
        hear_line(session, now);
    }
}

/* Each input ends here: what may be sent is, and what may be acted on is told. If the
 * caller did not take events and some were lost, a new connection is made. */
static void end_input(struct bgammon_session *session, int64_t now)
{
    bgammon_session_pump(session, now);
    hand_over_board(session);
    tell_absence(session);
    if (session->is_overrun) {
        session->is_overrun = false;
        session->event_count = 0;
        if (bgammon_session_is_in(session, BGAMMON_LINKED)) {
            bgammon_session_close(session, now, "events were not taken");
        }
    }
}

void bgammon_session_line(struct bgammon_session *session, int64_t now_ms,
                          const char *line)
{
    struct error err;
    if (!bgammon_session_is_in(session, BGAMMON_LINKED)) {
        return;
    }
    session->last_heard = now_ms;
    if (bgammon_event_read(line, &session->line, &err)) {
        react_to_line(session, now_ms);
    } else {
        bgammon_session_add_text(session, BGAMMON_SESSION_NOTICE,
                                 "a line is not understood: %.150s", err.text);
    }
    end_input(session, now_ms);
}

/* ---- time ------------------------------------------------------------------------ */

typedef void session_alarm(struct bgammon_session *session, int64_t now);

static void link_is_dead(struct bgammon_session *session, int64_t now)
{
    bgammon_session_close(session, now, "nothing heard for too long");
}

/* In a match the board is looked at: should something have gone unheard, it is heard now. */
static void keep_alive(struct bgammon_session *session, int64_t now)
{
    struct bgammon_command command;
    if (session->state == BGAMMON_READY && session->has_match &&
        session->under_way == BGAMMON_CMD_NONE) {
        bgammon_session_check(session, now);
        return;
    }
    (void)bgammon_command_pong(&command, "0");
    bgammon_session_send_now(session, now, &command);
}

/* The first clock to run out, and `*what` it does; BGAMMON_NEVER if none runs. */
static int64_t first_alarm(const struct bgammon_session *session, session_alarm **what)
{
    const struct bgammon_session_config *config = &session->config;
    const bool is_linked = bgammon_session_is_in(session, BGAMMON_LINKED);
    const bool is_online = bgammon_session_is_in(session, BGAMMON_LOGGED_IN);
    const bool is_free = session->under_way == BGAMMON_CMD_NONE;
    const struct {
        bool runs;
        int64_t at;
        session_alarm *what;
    } clocks[] = {
        {true, session->state_deadline, bgammon_session_state_is_over},
        {is_online && !is_free, session->answer_deadline,
         bgammon_session_give_up_answer},
        {is_online && is_free, session->ask_at, bgammon_session_ask},
        {is_linked, session->last_heard + config->silence_ms, link_is_dead},
        {is_online, session->last_sent + config->keepalive_ms, keep_alive},
    };
    int64_t at = BGAMMON_NEVER;
    *what = NULL;
    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        if (clocks[i].runs && clocks[i].at < at) {
            at = clocks[i].at;
            *what = clocks[i].what;
        }
    }
    return at;
}

int64_t bgammon_session_deadline(const struct bgammon_session *session)
{
    session_alarm *what;
    return first_alarm(session, &what);
}

void bgammon_session_tick(struct bgammon_session *session, int64_t now_ms)
{
    session_alarm *what;
    if (first_alarm(session, &what) <= now_ms && what != NULL) {
        what(session, now_ms);
        end_input(session, now_ms);
    }
}

/* ---- other inputs ---------------------------------------------------------------- */

void bgammon_session_start(struct bgammon_session *session, int64_t now_ms)
{
    if (session->state == BGAMMON_OFFLINE || session->state == BGAMMON_FAILED) {
        session->is_stopping = session->was_logged_in = false;
        session->refusals = session->lost_game = 0;
        session->backoff_ms = session->config.backoff_first_ms;
        bgammon_session_enter(session, now_ms, BGAMMON_CONNECTING, "started");
    }
}

void bgammon_session_connected(struct bgammon_session *session, int64_t now_ms)
{
    if (session->state == BGAMMON_CONNECTING) {
        session->last_heard = session->last_sent = now_ms;
        bgammon_session_enter(session, now_ms, BGAMMON_GREETING, "connected");
    }
}

void bgammon_session_disconnected(struct bgammon_session *session, int64_t now_ms,
                                  const char *reason)
{
    if (bgammon_session_is_in(session,
                              BGAMMON_LINKED | BGAMMON_IN(BGAMMON_CONNECTING))) {
        bgammon_session_leave_link(session, now_ms, reason);
        end_input(session, now_ms);
    }
}

bool bgammon_session_send(struct bgammon_session *session, int64_t now_ms,
                          const struct bgammon_command *command)
{
    enum bgammon_command_id id = command->id;
    return id > BGAMMON_CMD_SET && id < BGAMMON_CMD_DISCONNECT &&
           bgammon_session_queue(session, now_ms, command);
}

bool bgammon_session_join(struct bgammon_session *session, int64_t now_ms,
                          const struct bgammon_seats *seats, struct error *err)
{
    struct bgammon_command command;
    return bgammon_command_join(&command, seats, session->own_name,
                                session->config.is_person, err) &&
           (bgammon_session_send(session, now_ms, &command) ||
            error_set(err, "not now: the session is %s",
                      bgammon_session_state_name(session->state)));
}

void bgammon_session_stop(struct bgammon_session *session, int64_t now_ms)
{
    struct bgammon_command command;
    session->is_stopping = true;
    if (bgammon_session_is_in(session, BGAMMON_LOGGED_IN)) {
        session->waiting = 0;
        session->under_way = BGAMMON_CMD_NONE;
        (void)bgammon_command_plain(&command, BGAMMON_CMD_DISCONNECT);
        bgammon_session_send_now(session, now_ms, &command);
        bgammon_session_enter(session, now_ms, BGAMMON_CLOSING, "asked to stop");
    } else if (session->state == BGAMMON_BACKOFF) {
        bgammon_session_enter(session, now_ms, BGAMMON_OFFLINE, "asked to stop");
    } else if (bgammon_session_is_in(session, BGAMMON_IN(BGAMMON_CONNECTING) |
                                                  BGAMMON_IN(BGAMMON_GREETING) |
                                                  BGAMMON_IN(BGAMMON_LOGIN_SENT))) {
        bgammon_session_close(session, now_ms, "asked to stop");
    }
    end_input(session, now_ms);
}

void bgammon_session_give_up(struct bgammon_session *session, int64_t now_ms,
                             const char *reason)
{
    bgammon_session_add_text(session, BGAMMON_SESSION_CLOSE, "%s", reason);
    bgammon_session_forget_link(session);
    bgammon_session_enter(session, now_ms, BGAMMON_FAILED, reason);
}

/* ---- making, freeing, state ------------------------------------------------------ */

void bgammon_session_config_default(struct bgammon_session_config *config)
{
    *config = (struct bgammon_session_config){
        .connect_ms = 60000,
        .login_ms = 30000,
        .settling_ms = 30000,
        .answer_ms = 5000,
        .unanswered = 7,
        .keepalive_ms = 20000,
        .silence_ms = 40000,
        .closing_ms = 10000,
        .refusals = 5,
        .refusals_ms = 60000,
        .backoff_first_ms = 5000,
        .backoff_max_ms = 300000,
        .backoff_match_ms = 60000,
    };
}

struct bgammon_session *bgammon_session_new(const struct bgammon_session_config *config)
{
    struct bgammon_session *session = calloc(1, sizeof *session);
    if (session != NULL) {
        session->config = *config;
        session->jitter = config->jitter_seed;
        for (const char *at = config->name; *at != '\0'; at++) {
            session->jitter = session->jitter * 31 + (unsigned char)*at;
        }
        session->state_deadline = BGAMMON_NEVER;
        bgammon_session_forget_link(session);
    }
    return session;
}

void bgammon_session_free(struct bgammon_session *session)
{
    free(session);
}

bool bgammon_session_next_event(struct bgammon_session *session,
                                struct bgammon_session_event *event)
{
    if (session->event_count == 0) {
        return false;
    }
    *event = session->events[session->first_event];
    session->first_event = (session->first_event + 1) % BGAMMON_EVENTS_MAX;
    session->event_count--;
    return true;
}

enum bgammon_session_state bgammon_session_state(const struct bgammon_session *session)
{
    return session->state;
}

bool bgammon_session_has_match(const struct bgammon_session *session)
{
    return session->has_match;
}

bool bgammon_session_is_free(const struct bgammon_session *session)
{
    return session->under_way == BGAMMON_CMD_NONE && session->waiting == 0;
}
