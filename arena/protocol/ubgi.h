#pragma once
/*
 * UBGI, the Universal Backgammon Interface: a controller starts an engine as a child
 * process and talks with it in lines on the engine's standard input and output. This
 * file has what an engine says, written and read, and what it is asked; ubgi_command.h
 * reads what a controller says. All is pure: text in, text out.
 *
 * Three drafts are in use. They differ in the handshake, in how a question is asked and
 * in how an error is said:
 *
 *         by                       question                     answer       error
 *   0.2   bgci, 2026               position, dice, go chequer   bestmove P   error CODE TEXT
 *   0.1   bgci, 2026               the same, with setscore,     the same     the same, other
 *                                  setcube; go role chequer                  codes
 *   0.01  O. Schoenning-Johansen,  an XGID or a FIBS board      P            sorry
 *         2025
 *
 * Plays: FROM/TO for each checker and die, in the mover's numbering, "bar" and "off"; no
 * asterisks and no counts. No legal play is "pass", in 0.01 an empty line.
 *
 * Cube actions: "bestcube double" and "bestcube nodouble" are the drafts'. No draft says
 * how to answer a double; we extend 0.2 and 0.1: `position xgid` with D for dice, then
 * `go cube`, is answered with "bestcube take" or "bestcube drop".
 */

#include <stdbool.h>

#include "base/error.h"
#include "engine/board/play.h"
#include "engine/board/roll.h"

struct decision_context;
struct play_list;
struct position;

enum {
    UBGI_LINE_SIZE = 1024, /* of a line without its end, with the NUL */
    UBGI_PLAY_SIZE = 40,   /* of a play, with the NUL */
};

enum ubgi_draft { UBGI_0_2, UBGI_0_1, UBGI_0_01 };

/* What is asked about. UBGI_ANY: `go` alone; the dice decide. */
enum ubgi_role { UBGI_ANY, UBGI_CHEQUER, UBGI_CUBE, UBGI_TURN };

/* What can be wrong with a line; each draft has its own codes. */
enum ubgi_fault {
    UBGI_NO_FAULT,
    UBGI_BAD_COMMAND, /* unknown, or not of its form */
    UBGI_BAD_VALUE,   /* an argument that cannot be */
    UBGI_BAD_STATE,   /* not now: a position or dice are missing */
    UBGI_UNSUPPORTED
};

/* An engine's decision. */
struct ubgi_decision {
    enum ubgi_role role; /* not UBGI_ANY */
    bool is_answer;      /* UBGI_CUBE: to a double of the opponent */
    bool is_yes;         /* UBGI_CUBE, UBGI_TURN: double, or take */
    struct play play;    /* UBGI_CHEQUER, UBGI_TURN */
};

/* Write a line, without its end. */
void ubgi_write_decision(enum ubgi_draft draft, const struct ubgi_decision *decision,
                         char line[UBGI_LINE_SIZE]);
void ubgi_write_error(enum ubgi_draft draft, enum ubgi_fault fault, const char *text,
                      char line[UBGI_LINE_SIZE]);

/* Writes the lines, with their ends, that ask an engine for the decision `at`: a play
 * where there are dice, an answer where mine is doubled, else whether to double.
 * `is_cubeful`: score and cube matter and are sent. */
enum { UBGI_QUESTION_SIZE = 512 };
void ubgi_write_question(enum ubgi_draft draft, const struct decision_context *at,
                         bool is_cubeful, char text[UBGI_QUESTION_SIZE]);

/* Takes the first word off `*rest`: ends it with a NUL and moves `*rest` to the next one.
 * Blanks and tabs separate words. Returns "" when there is none. */
char *ubgi_next_word(char **rest);

/* ---- reading what an engine says ------------------------------------------------- */

enum ubgi_answer_kind {
    UBGI_SAYS_OTHER,   /* info, eval, key, option: need not be understood */
    UBGI_SAYS_NAME,    /* value: its name; */
    UBGI_SAYS_VERSION, /* its version; */
    UBGI_SAYS_PROTO,   /* the draft */
    UBGI_SAYS_UBGIOK,
    UBGI_SAYS_READYOK,
    UBGI_SAYS_MOVE,  /* value: a play */
    UBGI_SAYS_CUBE,  /* value: a cube action */
    UBGI_SAYS_ERROR, /* value: code and text */
};

struct ubgi_answer {
    enum ubgi_answer_kind kind;
    const char *value; /* in `text` */
    char text[UBGI_LINE_SIZE];
};

/* Reads a line without its end. While a question of draft 0.01 is open (`is_bare_asked`),
 * a line that is nothing else is its answer: a move or, for a question about the cube, an
 * action. The answer points into itself: do not copy it. */
void ubgi_answer_read(const char *line, bool is_bare_asked, struct ubgi_answer *answer);

/* Finds the play of an answer among the legal ones of `roll` from `before`, by the
 * position that it leads to: hops in any order, merged or each on its own, also in the
 * forms of 0.01 ("8-5 6-5", "8 5 6 5"); "pass" or "" if there is none. Fills `list` and
 * returns the index in it, or -1 with `err`. */
int ubgi_find_play(const char *text, const struct position *before, struct roll roll,
                   struct play_list *list, struct error *err);

/* Reads a cube action; `is_doubled`: the answer to a double. Returns false with `err` if
 * it is none. `is_yes`: double, or take. */
bool ubgi_read_action(const char *text, bool is_doubled, bool *is_yes,
                      struct error *err);
