#pragma once
/* Events of a match, as the player puts them out. */

#include <stdbool.h>

#include "bot/game/standing.h"
#include "bot/game/user_name.h"
#include "engine/board/checkers.h"
#include "engine/board/match_state.h"
#include "engine/board/movegen.h"
#include "engine/level.h"

/* For records, the history and the screen. Each type lists the fields it fills. Numbers
 * are as in match/record.h. */
enum match_event_type {
    MATCH_START, /* opponent, length (0: unlimited), is_resumed */
    MATCH_GAME_START,
    MATCH_GAME_RESUME, /* position and score as the server has them now; side: whose
                          turn; points: the cube, owner, is_doubled: a double is open;
                          roll: for the first turn that has not been reported, or 0 */
    MATCH_PLAY,
    MATCH_DOUBLE, /* points: the cube offered */
    MATCH_TAKE,
    MATCH_DROP,
    MATCH_RESIGN,         /* points: games 1, 2, 3; accepted */
    MATCH_GAME_END,       /* side: who won; points */
    MATCH_GAME_CORRECTED, /* the game that has just ended: side and points, as the server's
                             score shows them */
    MATCH_SAVED,          /* left or cut off: it may be resumed; is_unkept: the server
                             does not save it */
    MATCH_RESUMED, /* resumed while we still remember it; otherwise MATCH_START */
    MATCH_END      /* is_finished: won or lost, not left; score; ratings */
};

/* Ratings of a finished rated match, as far as the server's rating block and who lines
 * tell them: [0] ours, [1] the opponent's. */
struct match_ratings {
    struct standing before[2], after[2];
};
struct match_event {
    enum match_event_type type;
    bool is_mine; /* side */
    struct roll roll;
    struct play play;
    struct position pos;
    int my_score, their_score;
    int points;
    int length;
    bool is_resumed;
    bool is_finished;
    bool is_unkept;
    enum cube_owner owner;
    bool is_doubled;
    struct match_ratings ratings;
    char opponent[USER_NAME_SIZE];
    char level[LEVEL_TEXT_SIZE]; /* that we play them at; "": the usual one */
};
