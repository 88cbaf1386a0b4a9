#include "fibs/bgammon/session_internal.h"

#include <string.h>

enum { FIRST_PAUSE_MS = 250 };

/* ---- sending --------------------------------------------------------------------- */

void bgammon_session_send_now(struct bgammon_session *session, int64_t now,
                              const struct bgammon_command *command)
{
    struct bgammon_session_event *event =
        bgammon_session_add_event(session, BGAMMON_SESSION_SEND);
    if (event != NULL) {
        event->command = *command;
    }
    session->last_sent = now;
}

static void send_word(struct bgammon_session *session, int64_t now,
                      enum bgammon_command_id id)
{
    struct bgammon_command command;
    (void)bgammon_command_plain(&command, id);
    bgammon_session_send_now(session, now, &command);
}

static void wait_for_answer(struct bgammon_session *session, int64_t now,
                            enum bgammon_command_id id)
{
    session->under_way = id;
    session->answer_deadline = now + session->config.answer_ms;
}

void bgammon_session_check(struct bgammon_session *session, int64_t now)
{
    session->ask_at = BGAMMON_NEVER;
    wait_for_answer(session, now, BGAMMON_CMD_BOARD);
    send_word(session, now, BGAMMON_CMD_BOARD);
    send_word(session, now, BGAMMON_CMD_LIST);
}

/* A board that is asked for already will show all that has happened until now. */
void bgammon_session_ask(struct bgammon_session *session, int64_t now)
{
    session->is_handed_over = false;
    session->is_board_new = session->has_board;
    if (session->under_way != BGAMMON_CMD_BOARD) {
        bgammon_session_check(session, now);
    }
}

/* ---- answers --------------------------------------------------------------------- */

#define ANSWER(type) (1U << (BGAMMON_##type))

/* What answers a command, beside a refusal; 0: nothing does, so it is not waited for. */
static const unsigned answers[BGAMMON_COMMANDS] = {
    [BGAMMON_CMD_LIST] = ANSWER(LIST),  [BGAMMON_CMD_CREATE] = ANSWER(BOARD),
    [BGAMMON_CMD_JOIN] = ANSWER(BOARD), [BGAMMON_CMD_LEAVE] = ANSWER(LEFT),
    [BGAMMON_CMD_ROLL] = ANSWER(BOARD), [BGAMMON_CMD_DOUBLE] = ANSWER(BOARD),
    [BGAMMON_CMD_MOVE] = ANSWER(BOARD), [BGAMMON_CMD_RESET] = ANSWER(BOARD),
    [BGAMMON_CMD_OK] = ANSWER(BOARD),   [BGAMMON_CMD_RESIGN] = ANSWER(BOARD),
    [BGAMMON_CMD_BOARD] = ANSWER(LIST),
};

void bgammon_session_pump(struct bgammon_session *session, int64_t now)
{
    while (session->waiting > 0 && session->under_way == BGAMMON_CMD_NONE) {
        struct bgammon_command next = session->queue[0];
        session->waiting--;
        for (int i = 0; i < session->waiting; i++) {
            session->queue[i] = session->queue[i + 1];
        }
        if (answers[next.id] != 0) {
            session->is_board_new = session->is_handed_over = false;
            wait_for_answer(session, now, next.id);
        }
        bgammon_session_send_now(session, now, &next);
    }
}

/* What is under way may bring it: so it does not wait behind that. */
static void want_board(struct bgammon_session *session, int64_t now)
{
    if (session->under_way == BGAMMON_CMD_NONE ||
        session->under_way == BGAMMON_CMD_BOARD) {
        bgammon_session_ask(session, now);
    } else {
        session->ask_at = now;
    }
}

bool bgammon_session_queue(struct bgammon_session *session, int64_t now,
                           const struct bgammon_command *command)
{
    if (session->state != BGAMMON_READY || session->waiting == BGAMMON_QUEUE_MAX) {
        return false;
    }
    if (command->id == BGAMMON_CMD_BOARD) {
        want_board(session, now);
        return true;
    }
    session->queue[session->waiting++] = *command;
    bgammon_session_pump(session, now);
    return true;
}

static bool is_refusal(const struct bgammon_event *line)
{
    return line->type >= BGAMMON_FAILED_CREATE && line->type <= BGAMMON_FAILED_OK;
}

bool bgammon_session_is_of_us(const struct bgammon_session *session,
                              const struct bgammon_event *line)
{
    return strcmp(line->player, session->own_name) == 0;
}

/* Our die of the opening brings no board until the other has rolled; theirs may come before. */
static bool is_opening_die(const struct bgammon_session *session,
                           const struct bgammon_event *line)
{
    return session->under_way == BGAMMON_CMD_ROLL && line->type == BGAMMON_ROLLED &&
           session->has_board && session->board.board.turn == 0 &&
           bgammon_session_is_of_us(session, line);
}

/* The board that a command of ours was ordered at, once more: it was on its way. */
static bool is_former_board(const struct bgammon_session *session,
                            const struct bgammon_event *line)
{
    return line->type == BGAMMON_BOARD && session->under_way >= BGAMMON_CMD_ROLL &&
           session->under_way <= BGAMMON_CMD_RESIGN && session->is_as_handed;
}

/* That the opponent has left is no answer to our `leave`. */
static bool is_answer(const struct bgammon_session *session,
                      const struct bgammon_event *line)
{
    enum bgammon_command_id id = session->under_way;
    return ((answers[id] & (1U << line->type)) != 0 &&
            (id != BGAMMON_CMD_LEAVE || !session->has_match)) ||
           is_opening_die(session, line);
}

/* The state is not what we thought. Once it is asked for at once; who goes on being
 * refused asks more and more slowly. */
static int64_t refusal_pause(const struct bgammon_session *session)
{
    int64_t pause = FIRST_PAUSE_MS;
    for (int i = 2; i < session->failures && pause < session->config.answer_ms; i++) {
        pause *= 2;
    }
    return pause < session->config.answer_ms ? pause : session->config.answer_ms;
}

static void take_refusal(struct bgammon_session *session, int64_t now)
{
    bool is_asked = session->has_match && session->under_way == BGAMMON_CMD_BOARD;
    session->under_way = is_asked ? BGAMMON_CMD_BOARD : BGAMMON_CMD_NONE;
    session->waiting = 0;
    if (session->is_joining_again) {
        bgammon_session_lose_match(session, "it is not there any more");
    }
    if (!session->has_match) {
        return;
    }
    /* Who was there before us and has done nothing since then may be away. */
    session->is_opponent_gone =
        session->is_opponent_gone || (session->failures > 1 && !session->has_opponent);
    if (session->failures++ == 0) {
        bgammon_session_ask(session, now);
    } else {
        session->ask_at = now + refusal_pause(session);
    }
}

void bgammon_session_take_answer(struct bgammon_session *session, int64_t now,
                                 const struct bgammon_event *line)
{
    enum bgammon_command_id id = session->under_way;
    if (is_refusal(line)) {
        take_refusal(session, now);
    } else if (id != BGAMMON_CMD_NONE && is_answer(session, line) &&
               !is_former_board(session, line)) {
        session->under_way = BGAMMON_CMD_NONE;
        session->unanswered = 0;
        session->failures = id == BGAMMON_CMD_BOARD ? session->failures : 0;
        session->ask_at = line->type == BGAMMON_BOARD ? BGAMMON_NEVER : session->ask_at;
    }
}

/* A board that was asked for is waited for: its list would be taken for that of a later
 * question, and each answer for the next one. */
void bgammon_session_give_up_answer(struct bgammon_session *session, int64_t now)
{
    enum bgammon_command_id id = session->under_way;
    session->under_way = BGAMMON_CMD_NONE;
    if (++session->unanswered > session->config.unanswered) {
        bgammon_session_close(session, now, "commands are not answered");
        return;
    }
    if (!session->has_match) {
        bgammon_session_add_text(session, BGAMMON_SESSION_NOTICE,
                                 "a command was not answered");
    }
    if (session->is_joining_again) {
        bgammon_session_lose_match(session, "there is no answer");
    }
    if (id == BGAMMON_CMD_BOARD) {
        wait_for_answer(session, now, id);
    } else if (session->has_match) {
        bgammon_session_ask(session, now);
    }
}
