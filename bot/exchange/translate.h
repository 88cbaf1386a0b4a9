#ifndef BOT_EXCHANGE_TRANSLATE_H
#define BOT_EXCHANGE_TRANSLATE_H
/*
 * Translates between the board line of FIBS (fibs/board.h: absolute points, O positive,
 * X negative) and the engine's position and match state (own points 24..1). No other file
 * knows both. Rules as in the CLIP specification 1.3 and as seen on fibs.com:
 *
 *   points   colour (field 41) and direction (field 42) are read apart, though only
 *            O moving 24 -> 1 and X moving 1 -> 24 have ever been seen
 *   bar      fields 47 and 48, never the signs of points 0 and 25
 *   cube     may-double 1,1 or value 1: centred; 1,0 mine; 0,1 theirs; 0,0: a double is
 *            pending and the owner is the last one known
 *   Crawford the rule applies when either player wants it, and we always do. The board
 *            line only has a hint (field 51, set after the Crawford game), so the match
 *            memory of the player takes precedence
 */

#include <stdbool.h>

#include "base/error.h"
#include "engine/board/board_view.h"
#include "engine/board/match_state.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/board/position_id.h"
#include "fibs/board.h"
#include "fibs/command.h"
#include "fibs/message.h"

/* What earlier lines told and one board line does not. Zero: nothing is known. */
enum crawford_memory {
    CRAWFORD_UNKNOWN, /* we came in the middle of a match: use field 51 */
    CRAWFORD_AHEAD,   /* no game with a side one point away has been played yet */
    CRAWFORD_NOW,     /* this game is it */
    CRAWFORD_OVER     /* it has been played, or this match has none */
};
struct match_memory {
    enum cube_owner owner; /* before the double that is pending */
    enum crawford_memory crawford;
};

/* Translates a board line for the player and the screen. `memory` may be NULL. In the
 * view, mine is player 1 of the line (us, in our own game), and match_length is points or
 * FIBS_UNLIMITED. A board between games (turn nobody) may show a final score. False with
 * `err` when the line is not a possible position. */
bool translate_board(const struct fibs_board *board, const struct match_memory *memory,
                     struct board_view *view, struct error *err);

/* Translates a board line for analysis: mine is the player who must decide (on roll, or
 * to answer a double). False with `err` also when it is nobody's turn. */
bool translate_decision_context(const struct fibs_board *board,
                                struct decision_context *at, struct error *err);

/* Writes a play of player 1 as hops in absolute points, in playable order, checkers from
 * the bar first. Returns their number; 0 is a dance, for which there is no command. */
int translate_play(const struct fibs_board *board, const struct play *play,
                   struct fibs_hop hops[MAX_CHECKER_MOVES]);

/* Reads the move list of a line such as "opp moves bar-20 13-7 ." as a play on the
 * mover's own points; direction is the mover's (-1: 24 -> 1). False when it is none. */
bool translate_moves(struct fibs_slice moves, int direction, struct play *play);

/* Returns two dice as a roll of the engine: high first. */
struct roll translate_roll(int a, int b);

#endif
