#include "fibs/bgammon/session_internal.h"

#include "base/text.h"

void bgammon_session_welcome(struct bgammon_session *session, int64_t now)
{
    struct bgammon_command command;
    COPY_TEXT(session->own_name, session->line.welcome.name);
    session->was_logged_in = true;
    session->refusals = 0;
    session->logged_in_at = now;
    session->lists_to_come = 2; /* the one of the log-in, and the one asked for here */
    bgammon_session_enter(session, now, BGAMMON_SETTLING, "logged in");
    (void)bgammon_command_autoplay(&command, session->config.has_autoplay);
    bgammon_session_send_now(session, now, &command);
    (void)bgammon_command_plain(&command, BGAMMON_CMD_LIST);
    bgammon_session_send_now(session, now, &command);
}

/* The server has not put us back into the match: `session->board` is its last one. */
static void join_again(struct bgammon_session *session, int64_t now)
{
    struct error err;
    struct bgammon_command command;
    const struct bgammon_seats seats =
        bgammon_seats_seen(session->lost_game, &session->board.board);
    if (bgammon_command_join(&command, &seats, session->own_name,
                             session->config.is_person, &err)) {
        session->is_joining_again = bgammon_session_queue(session, now, &command);
    } else {
        bgammon_session_lose_match(session, err.text);
    }
}

static void settle(struct bgammon_session *session, int64_t now)
{
    bool is_lost = session->lost_game != 0 && session->lost_game != session->game;
    session->lists_to_come = 0;
    bgammon_session_enter(session, now, BGAMMON_READY,
                          session->has_match ? "back in a match" : "in no match");
    if (is_lost && !session->has_match) {
        join_again(session, now);
    } else if (is_lost) {
        bgammon_session_lose_match(session, "another one goes on");
    } else if (session->has_match && (!session->has_board || session->has_opponent)) {
        bgammon_session_ask(session, now); /* who has come meanwhile was on no board */
    }
    session->lost_game = session->is_joining_again ? session->lost_game : 0;
}

void bgammon_session_hear_list(struct bgammon_session *session, int64_t now)
{
    if (session->state == BGAMMON_SETTLING && --session->lists_to_come == 0) {
        settle(session, now);
    }
}

void bgammon_session_state_is_over(struct bgammon_session *session, int64_t now)
{
    if (session->state == BGAMMON_BACKOFF) {
        bgammon_session_enter(session, now, BGAMMON_CONNECTING, "the pause is over");
    } else if (session->state == BGAMMON_SETTLING) {
        settle(session, now);
    } else {
        bgammon_session_close(session, now, "it takes too long");
    }
}
