#ifndef ARENA_PROTOCOL_GNUBG_QUESTION_H
#define ARENA_PROTOCOL_GNUBG_QUESTION_H
/*
 * The other side of gnubg_line.h: reads the questions that GNU Backgammon asks an external
 * player (`set player 0 external HOST:PORT`). A question is a FIBS board line, from which
 * alone follows what is asked; words behind the board say more.
 *
 * What version 1.07.001 sends, found by asking it about the same lop-sided positions and
 * scores with the external player on either side:
 *
 *   fields 1, 2   names; 4, 5 scores: of player 0, then player 1. In the question about a
 *                 double it is the other way round: the doubler first
 *   6 to 31       points: player 1 is positive (in the question about a double, the
 *                 doubler) and moves from 24 to 1; 0 is the other's bar, 25 their own
 *   32            turn: 1 the positive side, -1 the other; the doubler, when there is one
 *   33 to 36      the dice, in both places
 *   37 to 40      cube before a double; whether the positive side, the other may double:
 *                 1 1 is a centred cube; 1 when there is a double to answer
 *   41, 42        always 1 and -1
 *   45 to 48      always 0, also with checkers off and on the bar
 *   51, 52        0 0 in the Crawford game, 1 1 after it, 0 1 before it and without it
 *   length        0 in money play; rules of money play are not sent
 *
 * So in questions about plays and doubles the score is that of the other side than
 * FIBS's: as gnubg itself reads it, when it is the external player. It asks nothing about
 * resignations, which it judges itself; others do. It sends a NUL behind each line, and so
 * before all but the first.
 */

#include "base/error.h"

struct decision_context;

enum { GNUBG_QUESTION_SIZE = 1024 }; /* of a line without its end, with the NUL */

/* Reads a question, without its line end. Mine of `at` is the player who is asked, who is
 * on roll, or answers a double or a resignation. Returns false with `err` if it is none,
 * or the position or the score is not possible. */
bool gnubg_question_read(const char *line, struct decision_context *at,
                         struct error *err);

#endif
