#pragma once
/*
 * What the engine thinks of a person's decisions, found on a thread of its own. It thinks
 * while the bot does not: a question is prepared while the person thinks, so that the
 * judgement of what they do comes at once, and given up when the bot is to move. The
 * engine is opened with the first question. Equities are as in engine.h, at the default
 * strength. Questions go before the summary of a game or match, which takes seconds.
 */

#include "bot/seat/browser/summary.h"
#include "engine/board/notation.h"
#include "engine/engine.h"
#include "explain/explain_reason.h"

enum { TUTOR_HINTS_MAX = 5 };

/* A decision: a play of a roll, or before the roll whether to double. */
struct tutor_question {
    uint64_t number;       /* of the caller; grows */
    struct position pos;   /* mine decides, or is on roll and may double */
    struct match_state ms; /* before a double */
    struct roll roll;      /* {0, 0}: a cube action */
    bool is_answer;        /* to a double: mine is who doubled */
    bool has_after;        /* a play was made: */
    struct position after; /* judge it */
};

struct tutor_hint {
    char text[NOTATION_SIZE];
    double equity, loss, win, gammon;
    int ply;
};

struct tutor_answer {
    uint64_t number;
    bool is_good;   /* false: the engine does not answer */
    int hint_count; /* of a play: the best ones, best first */
    struct tutor_hint hints[TUTOR_HINTS_MAX];
    double loss; /* of the play that was made */
    double
        value;  /* to who decides: the chance to win the match, or for money the points
                   * that they win of the game on average */
    double win; /* ... the chance to win the game */
    struct cube_decision cube; /* of a cube action */
    /* Why the play that was made loses, or the wrong one of the two cube actions. */
    struct explain_reasons reasons;
};

struct tutor;

/* Starts the thread. `answered` is called on it. `weights`: as paths_find_weights().
 * NULL: no memory or no thread. tutor_free() accepts NULL. */
struct tutor *tutor_new(const char *weights, void (*answered)(void *context),
                        void *context);
void tutor_free(struct tutor *tutor);

/* Asks; a question that is still waiting is replaced. Another one of the same decision is
 * answered from what was found for the first. */
void tutor_ask(struct tutor *tutor, const struct tutor_question *question);
/* Gives up the question; it may still be answered. */
void tutor_forget(struct tutor *tutor);
/* Copies the newest answer; its number says to which question. */
void tutor_answer(struct tutor *tutor, struct tutor_answer *answer);

/* Asks for the summary of a match file, of its last game or of the whole match; a former
 * one is given up. The end may be written a moment later. "": none is wanted. */
void tutor_sum_up(struct tutor *tutor, const char *path, bool is_match);
/* Copies it as far as it is done; false: there is none yet. `answered` is called as it
 * goes on. */
bool tutor_summary(struct tutor *tutor, struct summary *summary);
