/*
 * The match of a UBGI client as draft 0.1 describes it: `newsession`, `setscore`, `setcube`
 * and `setturn` name it piece by piece. Players are 0 and 1. Plain data; never fails.
 */
#ifndef BOT_SERVE_UBGI_SESSION_H
#define BOT_SERVE_UBGI_SESSION_H

#include <stdbool.h>

#include "arena/protocol/ubgi_command.h"
#include "engine/board/match_state.h"

struct ubgi_session {
    int length; /* points; 0: money */
    bool has_jacoby;
    bool has_crawford;     /* the rule */
    bool is_crawford_over; /* its game has been played */
    int score[2];
    int cube;
    int owner; /* -1: the centre */
    int turn;
};

/* Money, with the cube in the middle. */
struct ubgi_session ubgi_session_new(void);

/* The next game of the match: the cube is in the middle again. */
void ubgi_session_next_game(struct ubgi_session *session);

/* Takes what a UBGI_NEW_SESSION, UBGI_SET_SCORE, UBGI_SET_CUBE or UBGI_SET_TURN says. */
void ubgi_session_take(struct ubgi_session *session,
                       const struct ubgi_command *command);

/* The match state of the player on turn. */
struct match_state ubgi_session_state(const struct ubgi_session *session);

#endif
