#pragma once
/*
 * The protocol of GNU Backgammon's external player (its command `external`): a question
 * is one line, an answer is one line. This file handles the text only; gnubg_peer.h
 * runs the program.
 *
 * A question is a FIBS board line in which mine is player 1, O, moving from 24 to 1:
 *
 *   mine to play a roll         the board with dice    "8/5 6/5 ", "" without a play
 *   mine on roll, to double?    dice 0 0               "double" or "roll"
 *   mine to answer a double     was-doubled 1, turn:   "take", "drop" or "beaver"
 *                               the doubler
 *   mine to answer a            turn: the resigner,    "accept" or "reject"
 *   resignation                 then " resignation N"
 *   what a position is worth    "evaluation fibsboard  five probabilities and equity of
 *                               BOARD plies N cube     mine, on roll
 *                               on|off prune"
 *
 * Observed in version 1.07.001 and handled here: it exchanges own and opponent's score
 * in all questions except the answer to a double, so they are sent exchanged; money
 * play has length 9999; it recognises the Crawford game by the score and field 51 of
 * the board; a line may have 255 bytes.
 */

#include <stdbool.h>

#include "base/error.h"
#include "engine/board/outputs.h"
#include "engine/board/play.h"

struct play_list;
struct position;
struct roll;
struct decision_context;

enum { GNUBG_LINE_MAX = 256, GNUBG_REPLY_MAX = 512 };

/* Writes the question for the decision `at`, with line end and NUL. Returns false with
 * `err` if it is too long or gnubg has no such question. */
bool gnubg_line_write(const struct decision_context *at, char line[GNUBG_LINE_MAX],
                      struct error *err);

/* Writes the question for the cubeless money evaluation of `on_roll` for mine. */
bool gnubg_line_write_evaluation(const struct position *on_roll, int plies,
                                 char line[GNUBG_LINE_MAX], struct error *err);

/* Reads the answer (without its line end) to a checker play. Fills `list` with the
 * plays of `roll` and returns the index of the play in it; -1 with `err` if it is not
 * among them. */
int gnubg_reply_play(const char *reply, const struct position *before, struct roll roll,
                     struct play_list *list, struct error *err);

/* Reads the answer to the cube question or resignation `at`: `is_yes` is true for double,
 * take, beaver and accept. Returns false with `err` if the text is no answer to it. */
bool gnubg_reply_yes(const char *reply, const struct decision_context *at, bool *is_yes,
                     struct error *err);

/* Reads the answer to an evaluation. Returns false with `err` if it is malformed. */
bool gnubg_reply_outputs(const char *reply, struct outputs *out, struct error *err);

/* ---- reading questions ----------------------------------------------------------- */

/*
 * The other side: the questions that GNU Backgammon asks an external player
 * (`set player 0 external HOST:PORT`). A question is a FIBS board line, from which
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
enum { GNUBG_QUESTION_SIZE = 1024 }; /* of a line without its end, with the NUL */

/* Reads a question, without its line end. Mine of `at` is the player who is asked, who is
 * on roll, or answers a double or a resignation. Returns false with `err` if it is none,
 * or the position or the score is not possible. */
bool gnubg_question_read(const char *line, struct decision_context *at,
                         struct error *err);
