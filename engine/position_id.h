#ifndef ENGINE_POSITION_ID_H
#define ENGINE_POSITION_ID_H
/*
 * Positions and match states as the text forms that other programs use.
 *
 * GNU position id: 14 characters, base64 of 80 bits. First the opponent, then the
 * player on roll: for each of his points 1 to 24 and the bar as many 1 bits as he has
 * checkers there, then a 0 bit. Bits fill each byte from the lowest. (GNU Backgammon
 * manual, "A technical description of the Position ID".)
 *
 * GNU match id: 12 characters, base64 of 67 bits, lowest first (the same manual, "A
 * technical description of the Match ID"; players are 0 and 1):
 *
 *     0  cube, log2 (4)              11  player who decides (1)
 *     4  owner, 3: centred (2)       12  a double is offered (1)
 *     6  player on roll (1)          13  resignation offered, 0 to 3 games (2)
 *     7  Crawford game (1)           15  dice (3 + 3), 0: not rolled
 *     8  game state, 1: going on (3) 21  match length, 0: money (15)
 *    36  score of player 0 (15)      51  score of player 1 (15)
 *    66  Jacoby rule off (1): not in the manual, but in the ids of version 1.0 and on
 *
 * XGID: "XGID=" and ten fields with colons between (eXtreme Gammon manual). 26 letters
 * for the bar of player 2, points 1 to 24 as player 1 numbers them, the bar of player
 * 1: A to O for 1 to 15 checkers of player 1, a to o for player 2, - for none. Then
 * cube (log2), its owner (1, 0, -1), the player on roll (1, -1), dice ("00" to roll,
 * "D" doubled, "B" beavered, "R" raccooned, or "63"), scores of player 1 and of player
 * 2, Crawford (match: 0, 1; money: 1 Jacoby rule + 2 beavers), match length (0: money),
 * maximum cube (log2).
 *
 * Written ids name `mine` player 1. FIBS board lines are fibs/board.h; bot/translate.h
 * joins them to these types.
 */

#include <stdbool.h>
#include <stddef.h>

#include "error.h"
#include "match_state.h"
#include "position.h"

/* All with the NUL. */
enum {
    POSITION_ID_SIZE = 15,
    MATCH_ID_SIZE = 13,
    GNU_ID_SIZE = POSITION_ID_SIZE + MATCH_ID_SIZE,
    XGID_SIZE = 96
};

/* Everything that an analysable position can carry. `mine` is the player who has to
 * decide: he is on roll, or answers a double or a resignation. */
struct situation {
    struct position pos;
    struct match_state ms; /* seen by the same player */
    struct roll roll;      /* {0, 0} before the roll */
    bool is_doubled; /* the opponent, on roll, has doubled and mine must take or pass;
                        ms.cube is still the value before the double */
    int resigned;    /* the opponent offers to lose 1, 2, 3 times the cube; else 0 */
    bool is_opponent_on_roll; /* always when is_doubled; else only with a resignation */
};

/* `mine` is on roll. Reading gives a position without position_fault(), the checkers
 * missing in the id being borne off. */
void position_id_write(const struct position *pos, char id[POSITION_ID_SIZE]);
bool position_id_read(const char *id, struct position *pos, struct engine_error *err);

/* Score, cube, owner, turn, Crawford flag, dice, double and resignation; not the
 * beavers. Reading sets all of `at` but `pos`. */
void match_id_write(const struct situation *at, char id[MATCH_ID_SIZE]);
bool match_id_read(const char *id, struct situation *at, struct engine_error *err);

/* "POSITIONID:MATCHID", with the position seen by the player on roll, as GNU Backgammon
 * has it also while a double is offered. */
void gnu_id_write(const struct situation *at, char id[GNU_ID_SIZE]);

/* XGIDs have no resignation: it is not written, and the player on roll is then read as
 * the one who decides. Beavers and raccoons to be answered are refused. The maximum
 * cube is written as 10 (1024), and checked but not kept when read. "XGID=" may be
 * missing. */
void xgid_write(const struct situation *at, char id[XGID_SIZE]);
bool xgid_read(const char *id, struct situation *at, struct engine_error *err);

/* Any of: an XGID, "POSITIONID", "POSITIONID:MATCHID", with blanks around. Money
 * without Jacoby rule or beavers and not rolled where the text says nothing. A finished
 * game is refused: there is nothing to analyse. `at` is only set on success. */
bool situation_read(const char *text, struct situation *at, struct engine_error *err);

#endif
