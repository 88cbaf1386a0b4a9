#pragma once
/*
 * A tournament as it is stored: one row for the whole, one an entrant, one a match. Plain
 * data. The rows are all that director_restore() needs, so whoever shows a tournament
 * (status page, report) reads these, from director_rows() or from a database.
 */

#include <stdbool.h>
#include <stdint.h>

#include "arena/schedule/pairing.h"
#include "arena/schedule/table.h"
#include "bot/game/standing.h"
#include "bot/game/user_name.h"

enum {
    DIRECTOR_ENTRANTS_MAX = PAIRING_ENTRANTS_MAX,
    DIRECTOR_MATCHES_MAX =
        PAIRING_LEGS_MAX * DIRECTOR_ENTRANTS_MAX * (DIRECTOR_ENTRANTS_MAX - 1) / 2,
    DIRECTOR_WHY_SIZE = 120
};

enum director_phase { DIRECTOR_OPEN, DIRECTOR_RUNNING, DIRECTOR_FINISHED };

struct director_whole {
    enum director_phase phase; /* open: entrants may register */
    int round;                 /* from 0; the last that was drawn; -1: none */
    struct pairing_plan plan;  /* entrants: 0 while open */
    int length;                /* points of each match */
};

struct director_entrant {
    int number; /* from 0; as in the plan */
    char name[USER_NAME_SIZE];
    bool is_ours;                /* one of our accounts, which takes orders */
    bool is_out;                 /* dropped out, or was put out */
    char why[DIRECTOR_WHY_SIZE]; /* is_out; "" otherwise */
    /* Points of experience that they must have, and their rating then: those of the first
     * who line, and after each match that counts, its points more. */
    struct standing standing;
    /* Bit i: the server may have saved a match with entrant i that does not
     * count. */
    uint64_t uncalled;
};

enum director_state {
    DIRECTOR_MATCH_DUE, /* drawn; its turn has not come, or a player is not free yet */
    DIRECTOR_MATCH_CALLED, /* both are to begin */
    DIRECTOR_MATCH_PLAYING,
    DIRECTOR_MATCH_INTERRUPTED, /* saved by the server; goes on before anything else */
    DIRECTOR_MATCH_DONE,        /* won and lost */
    DIRECTOR_MATCH_FORFEITED, /* one or both have lost without playing it to its end */
    DIRECTOR_MATCH_VOID       /* does not count; `why` says why */
};

/* Where a result comes from. */
enum director_source {
    DIRECTOR_SOURCE_NONE,
    DIRECTOR_SOURCE_BYE,
    DIRECTOR_SOURCE_PLAYER,   /* one of our accounts played it */
    DIRECTOR_SOURCE_SERVER,   /* the server reported it to everybody */
    DIRECTOR_SOURCE_STANDING, /* ratings and experience changed as by this match */
    DIRECTOR_SOURCE_BOTH,     /* both players said the same */
    DIRECTOR_SOURCE_RULE,     /* no-show, absence, dropping out */
    DIRECTOR_SOURCE_OPERATOR  /* awarded */
};

struct director_match {
    int number; /* from 0; in the order in which they were drawn */
    int round;
    struct pairing pairing; /* entrants; the second may be PAIRING_BYE */
    enum director_state state;
    int winner;    /* side, or PAIRING_NOBODY */
    int score[2];  /* of the sides at the end; both 0: not known */
    int away[2];   /* how often each side has left it, or was cut off */
    bool is_begun; /* the server has it, or had it: it was played at least a little */
    enum director_source source;
    char by[USER_NAME_SIZE];     /* the operator who awarded it; "" otherwise */
    char why[DIRECTOR_WHY_SIZE]; /* forfeited, void or awarded */
    struct standing standing[2]; /* of the sides when it was called */
    signed char claim[2]; /* what each side reported: 1 won, -1 lost, 0 nothing */
};

/* When a match came to its states, the first time for each: seconds since 1970, UTC; 0: not
 * yet. The director does not need them; whoever stores its rows adds them. */
struct director_times {
    int64_t drawn_s, called_s, started_s, ended_s;
};

/* The rows of a tournament. `matches` is in the order of their numbers. */
struct director_rows {
    struct director_whole whole;
    int entrant_count, match_count;
    const struct director_entrant *entrants;
    const struct director_match *matches;
};

/* Whether a director can have written these rows. False with `err`. */
bool director_rows_check(const struct director_rows *rows, struct error *err);

/* Whether the match is over in one way or another. */
bool director_match_is_over(const struct director_match *match);

/* Called, and not over: what is seen of the two now belongs to this match. */
bool director_is_open(const struct director_match *match);

/* Writes the results so far to `room`, which has room for one a match, and returns how
 * many. `has_void`: with the void matches, as pairings need it, since the two have met;
 * tables leave them out. */
int director_results(const struct director_rows *rows, bool has_void,
                     struct pairing_result *room);

/* Makes the table of the tournament so far, best first, and returns the number of its
 * rows; 0 before the start. `room`, as above, is working memory. */
int director_table(const struct director_rows *rows, struct pairing_result *room,
                   struct table_row table[DIRECTOR_ENTRANTS_MAX]);
