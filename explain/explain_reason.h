#pragma once
/*
 * Reasons as numbers, and the sentences that they make. A reason is a kind and the facts
 * that its template shows; every number of a sentence is one of them.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/board/notation.h"

/* In the order in which they are looked at and said. */
enum explain_kind {
    /* the points of the best play, one sentence */
    EXPLAIN_MAKES,
    EXPLAIN_KEEPS,
    EXPLAIN_PRIME,
    EXPLAIN_HOME,
    EXPLAIN_MAKES_ANCHOR,
    EXPLAIN_KEEPS_ANCHOR,
    /* hit, shots and dances, one sentence */
    EXPLAIN_NO_SHOT,
    EXPLAIN_NO_BLOT,
    EXPLAIN_HITS,
    EXPLAIN_HITS_MORE,
    EXPLAIN_SHOTS,
    EXPLAIN_DANCES,
    /* the rest, a sentence each */
    EXPLAIN_RETURNS,
    EXPLAIN_DUPLICATES,
    EXPLAIN_ENDS_CONTACT,
    EXPLAIN_KEEPS_CONTACT,
    EXPLAIN_OFF,
    EXPLAIN_ROLLS,
    EXPLAIN_CROSSES,
    EXPLAIN_WAITS,
    /* against it, the first one */
    EXPLAIN_BREAKS,
    EXPLAIN_NO_HIT,
    EXPLAIN_MORE_SHOTS,
    /* before the first sentence */
    EXPLAIN_BOTH_HIT,
    /* chances, one sentence; a trade replaces them */
    EXPLAIN_WINS,
    EXPLAIN_WINS_GAMMONS,
    EXPLAIN_LOSES_GAMMONS,
    EXPLAIN_TRADES_WINS,
    EXPLAIN_TRADES_SAVED,
    EXPLAIN_TRADES_GAMMONS,
    EXPLAIN_TRADES_SAFETY,
    /* cube actions, a sentence each */
    EXPLAIN_ENOUGH,
    EXPLAIN_NOT_ENOUGH,
    EXPLAIN_ENOUGH_BUT,
    EXPLAIN_THEY_PASS,
    EXPLAIN_TAKE_PRICE,
    EXPLAIN_TAKE_FREE,
    EXPLAIN_PASS_PRICE,
    EXPLAIN_LOSES_MARKET,
    EXPLAIN_KEEPS_MARKET,
    EXPLAIN_HOLDS_MARKET, /* almost surely */
    EXPLAIN_VOLATILE,
    EXPLAIN_QUIET,
    EXPLAIN_TOO_GOOD,
    EXPLAIN_DEAD_CUBE,
    EXPLAIN_LAST_GAME,
    EXPLAIN_KINDS
};

enum { EXPLAIN_NUMBERS = 4, EXPLAIN_REASONS_MAX = 16, EXPLAIN_SIZE = 640 };

struct explain_reason {
    enum explain_kind kind;
    uint32_t points; /* of the board, bit p */
    double number[EXPLAIN_NUMBERS];
};

struct explain_reasons {
    char subject[NOTATION_SIZE]; /* the best play; "": a cube action */
    int count;                   /* 0: nothing certain can be said */
    struct explain_reason reason[EXPLAIN_REASONS_MAX];
};

/* Adds one; those over EXPLAIN_REASONS_MAX are left out. */
void explain_reasons_add(struct explain_reasons *reasons, struct explain_reason reason);

/* How the players are called; NULL or "you": "you", "": "they"; "I" is who it says. */
struct explain_names {
    const char *mover;    /* who decides */
    const char *opponent; /* of who decides */
    bool moves_up;        /* points are numbered as by a mover from 1 to 24 */
};

/* Writes the sentences, or "" without reasons. Returns their length. */
size_t explain_write(const struct explain_reasons *reasons,
                     const struct explain_names *names, char text[EXPLAIN_SIZE]);

/* Returns the first reason as a question that does not name the play ("Which checkers can
 * be hit?"), or "" without reasons. */
const char *explain_question(const struct explain_reasons *reasons);
