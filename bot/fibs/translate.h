#pragma once
/*
 * Translates between the language of FIBS (fibs/) and a table of play (bot/game): lines
 * become events, orders become commands. No other file knows both. A second server has a
 * translator of its own beside this room.
 *
 * Boards: rules as in the CLIP specification 1.3 and as seen on fibs.com:
 *
 *   points   colour (field 41) and direction (field 42) are read apart, though only
 *            O moving 24 -> 1 and X moving 1 -> 24 have ever been seen
 *   bar      fields 47 and 48, never the signs of points 0 and 25
 *   cube     may-double 1,1 or value 1: centred; 1,0 mine; 0,1 theirs; 0,0: a double is
 *            pending and the line does not tell the owner
 *   Crawford the rule applies when either player wants it, and we always do. The board
 *            line only has a hint (field 51, set after the Crawford game), so the match
 *            memory of who reads the event takes precedence
 */

#include <stdbool.h>

#include "base/error.h"
#include "bot/game/event.h"
#include "bot/game/order.h"
#include "engine/board/decision_context.h"
#include "fibs/command.h"
#include "fibs/message.h"

/* For one account. What plays need of the last board of our own game: colours may swap
 * between games. */
struct fibs_translator {
    char name[USER_NAME_SIZE]; /* of the account */
    bool has_board;            /* of this game */
    int direction;             /* of us: -1: 24 -> 1 */
};

/* Translates a line that was read; event->line points into it. */
void translate_event(struct fibs_translator *translator,
                     const struct fibs_message *message, struct game_event *event);

/* Writes the command for an order. False with an empty command when there is none: a name
 * or text that cannot be sent, a dance, a play before the first board. */
bool translate_order(const struct fibs_translator *translator,
                     const struct game_order *order, struct fibs_command *command);

/* Translates a board line. */
void translate_board(const struct fibs_board *board, struct game_board *read);

/* Translates a board line for analysis: mine is the player who must decide (on roll, or
 * to answer a double). False with `err` when it is no position or nobody's turn. */
bool translate_decision_context(const struct fibs_board *board,
                                struct decision_context *at, struct error *err);

/* Writes a play of ours as hops in absolute points, in playable order, checkers from the
 * bar first; `direction` is ours. Returns their number; 0 is a dance, for which there is
 * no command. */
int translate_play(const struct play *play, int direction,
                   struct fibs_hop hops[CHECKER_MOVES_MAX]);

/* Reads the move list of a line such as "opp moves bar-20 13-7 ." as a play on the
 * mover's own points, and the mover's direction (-1: 24 -> 1; 0: a dance). False when it
 * is none. */
bool translate_moves(struct fibs_slice moves, int *direction, struct play *play);

/* Returns two dice as a roll of the engine: high first. */
struct roll translate_roll(int a, int b);
