#ifndef ARENA_PROTOCOL_GNUBG_LINE_H
#define ARENA_PROTOCOL_GNUBG_LINE_H
/*
 * The language of GNU Backgammon's external player (its command `external`): one line
 * asks, one line answers. Only text here; gnubg_peer.h runs the program.
 *
 * A question is a FIBS board line, in which mine is player 1, O, moving 24 to 1:
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
 * Observed in version 1.07.001, and dealt with here: own and opponent's score are read
 * the other way round in all questions but the answer to a double, so they are sent
 * exchanged; money play has length 9999; the Crawford game is known by the score and
 * field 51 of the board; a line may have 255 bytes.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "engine/board/decision_context.h"
#include "engine/board/movegen.h"
#include "engine/board/outputs.h"

enum { GNUBG_LINE_MAX = 256, GNUBG_REPLY_MAX = 512 };

/* The question that `at` is, with the line end and NUL; false with `err` when it has
 * no room or `at` asks nothing that can be asked. */
bool gnubg_line_write(const struct decision_context *at, char line[GNUBG_LINE_MAX],
                      struct error *err);

/* Asks what `on_roll` is worth to mine, cubeless, for money. */
bool gnubg_line_write_evaluation(const struct position *on_roll, int plies,
                                 char line[GNUBG_LINE_MAX], struct error *err);

/* The answers, without their line end. A play is the index in `list`, which is filled
 * with the plays of `roll`; -1 with `err` when it is none of them. */
int gnubg_reply_play(const char *reply, const struct position *before, struct roll roll,
                     struct play_list *list, struct error *err);

/* `is_yes` for double, take, beaver and accept; false with `err` when the word is no
 * answer to the question. */
bool gnubg_reply_cube(const char *reply, bool *is_yes, struct error *err);
bool gnubg_reply_answer(const char *reply, bool *is_yes, struct error *err);
bool gnubg_reply_resignation(const char *reply, bool *is_yes, struct error *err);

bool gnubg_reply_outputs(const char *reply, struct outputs *out, struct error *err);

#endif
