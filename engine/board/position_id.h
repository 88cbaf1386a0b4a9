#pragma once
/*
 * Reads and writes position ids and match ids as GNU Backgammon does.
 *
 * GNU position id: 14 characters, base64 of 80 bits. First the opponent, then the
 * player on roll: for each of their points 1 to 24 and the bar, one 1 bit for each
 * checker there, then a 0 bit. Bits fill each byte from the lowest. (GNU Backgammon
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
 *    66  Jacoby rule off (1): not in the manual, but in ids since version 1.0
 *
 * In ids that we write, `mine` is player 1.
 */

#include "base/error.h"

struct decision_context;
struct position;

/* Sizes in bytes with the NUL. */
enum {
    POSITION_ID_SIZE = 15,
    POSITION_MATCH_ID_SIZE = 13,
    POSITION_GNU_ID_SIZE = POSITION_ID_SIZE + POSITION_MATCH_ID_SIZE
};

/* Writes and reads the id of a position with `mine` on roll. Checkers missing from the
 * id are borne off. Reading returns false with `err`, and leaves `pos` unchanged, when
 * the id is malformed or its position impossible (position_fault()). */
void position_id_write(const struct position *pos, char id[POSITION_ID_SIZE]);
bool position_id_read(const char *id, struct position *pos, struct error *err);

/* Score, cube, owner, turn, Crawford flag, dice, double and resignation; not the
 * beavers. Sets all of `at` but `pos`. */
bool position_id_read_match(const char *id, struct decision_context *at,
                            struct error *err);

/* Writes "POSITIONID:MATCHID". The position is seen by the player on roll, also while a
 * double is offered, as in GNU Backgammon. */
void position_id_write_gnu(const struct decision_context *at,
                           char id[POSITION_GNU_ID_SIZE]);
