#ifndef BOT_EXCHANGE_DECISION_H
#define BOT_EXCHANGE_DECISION_H
/*
 * What the player asks and the worker answers, as plain data that may cross threads,
 * and how the engine is asked for it.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/board/match_state.h"
#include "engine/board/movegen.h"
#include "engine/board/outputs.h"
#include "engine/board/position.h"
#include "engine/level.h"

enum decision_kind {
    DECIDE_PLAY,       /* which play for `roll`; or resign */
    DECIDE_CUBE,       /* double or roll; or resign */
    DECIDE_TAKE,       /* take or pass */
    DECIDE_RESIGNATION /* accept `games`, or play on */
};

/* Position and match state are seen by us, whoever's turn it is. */
struct decision_request {
    uint64_t number; /* never used twice; an answer carries it back */
    enum decision_kind kind;
    struct position pos;
    struct match_state ms; /* cube before the double that is to be answered */
    struct roll roll;      /* the dice to play; {0, 0}: not rolled */
    bool may_double;
    bool may_resign;
    double resign_doubt; /* ... also when doing better is at most as likely as this; 0:
                            only what no dice can change */
    int resign_most;     /* games, 1 or 3 */
    bool is_my_turn;     /* resignation: who is on roll */
    int games;           /* resignation: 1, 2, 3 */
    char level[LEVEL_TEXT_SIZE]; /* of strength for this opponent; "": as usual */
    int attempt; /* play: 0, 1 the best; n: the n-th best, after the server refused
                    the ones before */
};

/* A play that was considered. */
struct decision_choice {
    struct play play;
    double equity; /* cubeful, of us */
    int ply;       /* how deep it was judged */
};

enum { DECISION_CHOICES_MAX = 8 };

struct decision_answer {
    uint64_t number;
    enum decision_kind kind;
    struct play play;
    bool is_double;
    bool is_accept;      /* take; accept the resignation */
    int resign_games;    /* 1, 2, 3: resign instead; 0: do not */
    double equity;       /* of us, as chosen; for the log */
    struct outputs odds; /* of us; for the log */
    int candidates;      /* plays considered */
    int choice_count;    /* play: the best of them, ranked */
    struct decision_choice choices[DECISION_CHOICES_MAX];
    bool has_cube; /* cube, take: the equities of us if ... */
    double no_double, double_take, double_pass;
    int thinking_ms;
};

struct engine;
struct scratch;
struct strength;

/* Asks the engine. With strength->stop set while it works the answer is worthless. */
void decision_make(const struct engine *eng, struct scratch *scratch,
                   const struct strength *strength,
                   const struct decision_request *request,
                   struct decision_answer *answer);

#endif
