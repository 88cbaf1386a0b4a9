#pragma once
/*
 * Requests of the player and answers of the worker, as plain data that may cross
 * threads, and the function that asks the engine. Where the strength has a clock but no
 * limit, a roller has a second for a decision.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/board/checkers.h"
#include "engine/board/match_state.h"
#include "engine/board/movegen.h"
#include "engine/board/outputs.h"
#include "engine/level.h"

enum decision_kind {
    DECISION_PLAY,       /* which play for `roll`; or resign */
    DECISION_CUBE,       /* double or roll; or resign */
    DECISION_TAKE,       /* take or pass */
    DECISION_RESIGNATION /* accept `games`, or play on */
};

/* Position and match state are from our side, whoever's turn it is. */
struct decision_request {
    uint64_t number; /* never used twice; an answer carries it back */
    enum decision_kind kind;
    struct position pos;
    struct match_state ms; /* with the cube before the double to be answered */
    struct roll roll;      /* the dice to play; {0, 0}: not rolled */
    bool may_double;
    bool may_resign;
    double resign_max_chance; /* ... also when doing better has at most this chance; 0:
                                 only when no dice can change the result */
    int resign_most;          /* games, 1 or 3 */
    bool is_my_turn;          /* resignation: who is on roll */
    int games;                /* resignation: 1, 2, 3 */
    char level[LEVEL_TEXT_SIZE]; /* of strength for this opponent; "": as usual */
    int attempt; /* play: 0, 1 the best; n: the n-th best, after the server refused
                    the better ones */
};

/* A play that was considered. */
struct decision_choice {
    struct play play;
    double equity; /* cubeful, of us */
    int ply;       /* of the evaluation */
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
    double match_chance; /* of winning the match, by that equity; 0 when the match is
                            unlimited */
    struct outputs odds; /* of us; for the log */
    int candidates;      /* plays considered */
    int choice_count;    /* play: the best of them, ranked */
    struct decision_choice choices[DECISION_CHOICES_MAX];
    bool has_cube; /* cube, take: the equities of us if ... */
    double no_double, double_take, double_pass;
    int thinking_ms;
};

struct engine;
struct search_scratch;
struct strength;

/* Asks the engine and fills in `answer`. When strength->stop is set meanwhile, the
 * answer is worthless. `scratch` must not be used by another thread at the same time. */
void decision_make(const struct engine *eng, struct search_scratch *scratch,
                   const struct strength *strength,
                   const struct decision_request *request,
                   struct decision_answer *answer);
