#include "bot/serve/ubgi_session.h"

struct ubgi_session ubgi_session_new(void)
{
    return (struct ubgi_session){.has_crawford = true, .cube = 1, .owner = -1};
}

static bool is_crawford_game(const struct ubgi_session *session)
{
    bool is_close = session->score[0] == session->length - 1 ||
                    session->score[1] == session->length - 1;
    return session->length > 1 && session->has_crawford && !session->is_crawford_over &&
           is_close;
}

void ubgi_session_next_game(struct ubgi_session *session)
{
    session->is_crawford_over |= is_crawford_game(session);
    session->cube = 1;
    session->owner = -1;
}

void ubgi_session_take(struct ubgi_session *session, const struct ubgi_command *command)
{
    switch (command->kind) {
    case UBGI_NEW_SESSION:
        *session = ubgi_session_new();
        session->length = command->number[0];
        session->has_jacoby = command->has_jacoby;
        session->has_crawford = command->has_crawford;
        break;
    case UBGI_SET_SCORE:
        session->score[0] = command->number[0];
        session->score[1] = command->number[1];
        break;
    case UBGI_SET_CUBE:
        session->cube = command->number[0];
        session->owner = command->owner;
        break;
    default:
        session->turn = command->owner;
        break;
    }
}

struct match_state ubgi_session_state(const struct ubgi_session *session)
{
    int me = session->turn;
    struct match_state ms = match_state_money();
    if (session->length > 0) {
        ms = match_state_match(session->length, session->score[me],
                               session->score[1 - me], is_crawford_game(session));
    }
    ms.cube = session->cube;
    ms.owner = session->owner < 0     ? CUBE_CENTRED
               : session->owner == me ? CUBE_MINE
                                      : CUBE_THEIRS;
    return ms;
}
