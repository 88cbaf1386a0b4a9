#pragma once
/*
 * The "board:" line of FIBS (board style 3), field by field as the server sent it. It
 * is not interpreted here; bot/fibs/translate.h converts it to the engine's
 * position.
 *
 * 53 fields separated by colons, numbered 0..52 as in the CLIP specification. Points
 * are 0..25 in absolute numbering; positive counts are O, negative X.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum {
    FIBS_NAME_MAX = 64,    /* size of a user name, with the NUL */
    FIBS_UNLIMITED = 9999, /* match_length of an unlimited match */
    FIBS_BOARD_POINTS = 26,
    FIBS_BOARD_SIZE = 768 /* room for any written board line: 6 + 2 * 64 + 50 * 12 */
};

enum { FIBS_X = -1, FIBS_NOBODY = 0, FIBS_O = 1 }; /* colour, turn */

struct fibs_board {
    char player[2][FIBS_NAME_MAX]; /* 1, 2: "You" or a watched player; the other one */
    int match_length; /* 3: 1..99, FIBS_UNLIMITED (all above 99); 0: unknown */
    int score[2];     /* 4, 5 */
    int points[FIBS_BOARD_POINTS]; /* 6..31: index 0 X's bar, 25 O's bar */
    int turn;                      /* 32: FIBS_X, FIBS_O, FIBS_NOBODY */
    int dice[2][2];                /* 33..36: of player 1, of player 2; 0 0: none */
    int cube;                      /* 37 */
    bool may_double[2];            /* 38, 39: stays true in a Crawford game */
    bool was_doubled;              /* 40: not reliable */
    int colour;                    /* 41: of player 1, FIBS_X or FIBS_O */
    int direction;    /* 42: of player 1: -1 moves 24 -> 1, 1 moves 1 -> 24 */
    int home, bar;    /* 43, 44: obsolete, 0 or 25 */
    int off[2];       /* 45, 46 */
    int on_bar[2];    /* 47, 48: use these, not the signs of points 0 and 25 */
    int can_move;     /* 49: outdated except on the mover's own board after the roll */
    int forced_move;  /* 50: not reliable */
    int did_crawford; /* 51: not reliable: post-Crawford */
    int redoubles;    /* 52; FIBS_UNLIMITED or 0 if the server writes a word */
};

/* Parses a line that begins with "board:". The server sometimes omits the line end;
 * `*rest` then points at the text after the last field inside `line`, otherwise at the
 * terminating NUL. If that text begins with digits (":05 opp_a" is 0 and CLIP 5), the
 * redoubles are `last_redoubles` if that fits, or else the fewest digits that leave a
 * known CLIP message. `last_redoubles` is the value of the last valid board of this
 * session, initially 0.
 *
 * Checks the number and range of every field and that each side has 15 checkers,
 * counting the bars by fields 47, 48. Not checked: whether points 0 and 25 agree with
 * them (clones differ), scores against the match length (clones show 8 of 7), fields
 * 43, 44, 49..52. Returns false with `err`, which may be NULL, if the line is not a
 * usable board ("field 33 (dice of player 1): expected 0..6, found '7'"); `board` is
 * then undefined. */
bool fibs_board_parse(const char *line, int last_redoubles, struct fibs_board *board,
                      const char **rest, struct error *err);

/* Whether the text begins as a CLIP message with arguments, which 3, 4 and 6 do not have:
 * "5 opp_a ...". */
bool fibs_is_clip(const char *text);

/* Whole numbers at the beginning of a text, without sign: how many decimal digits it begins
 * with, and the number of the first `count` of them, at most 18. */
size_t fibs_digits_count(const char *text);
long fibs_digits_value(const char *text, size_t count);
