#ifndef ENGINE_POSITION_ID_H
#define ENGINE_POSITION_ID_H
/*
 * Positions and match states as the text forms that other programs use.
 *
 *   GNU position id   14 characters, base64 of 80 bits (GNU Backgammon manual, "A
 * technical description of the Position ID") GNU match id      12 characters, base64 of
 * 66 bits XGID              "XGID=...": 26 board letters and nine fields (eXtreme
 * Gammon manual)
 *
 * FIBS board lines are fibs/board.h; bot/translate.h joins them to these types.
 */

#include <stdbool.h>
#include <stddef.h>

#include "error.h"
#include "match_state.h"
#include "position.h"

enum { POSITION_ID_SIZE = 15, MATCH_ID_SIZE = 13, XGID_SIZE = 96 }; /* with the NUL */

/* Everything that an analysable position can carry. */
struct situation {
    struct position pos;   /* mine: on roll, or the one who must answer a double */
    struct match_state ms; /* seen by the same player */
    struct roll roll;      /* {0, 0} before the roll */
    bool is_doubled; /* the opponent has doubled, mine must take or pass; ms.cube is
                        still the value before the double */
    int resigned;    /* the opponent offers to lose 1, 2, 3 times the cube; else 0 */
};

/* `mine` is on roll in a GNU position id. */
void position_id_write(const struct position *pos, char id[POSITION_ID_SIZE]);
bool position_id_read(const char *id, struct position *pos, struct engine_error *err);

/* The match id holds score, cube, owner, turn, Crawford flag, dice, double,
 * resignation. */
void match_id_write(const struct situation *at, char id[MATCH_ID_SIZE]);
/* Sets all of `at` but `pos`. */
bool match_id_read(const char *id, struct situation *at, struct engine_error *err);

void xgid_write(const struct situation *at, char id[XGID_SIZE]);
bool xgid_read(const char *id, struct situation *at, struct engine_error *err);

/* Any of: an XGID (with or without "XGID="), "POSITIONID", "POSITIONID:MATCHID". Money
 * and not rolled where the text says nothing. */
bool situation_read(const char *text, struct situation *at, struct engine_error *err);

#endif
