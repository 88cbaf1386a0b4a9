#ifndef ENGINE_BOARD_MOVEGEN_H
#define ENGINE_BOARD_MOVEGEN_H
/*
 * All distinct legal plays of a roll.
 *
 * Rules: checkers on the bar enter first; as many dice as possible are played; when
 * only one of two different dice can be played, the higher one must be, if it can.
 * Bearing off with a die larger than needed is for the rearmost checker only. Two plays
 * that lead to the same position are one play here; which of the two ways is kept is
 * fixed, and prefers the one that starts with the higher die.
 */

#include "engine/board/position.h"

/* One hop of one checker by one die, on the mover's numbering: from 25 (bar) or 24..1,
 * to 24..1 or 0 (off). */
struct checker_move {
    uint8_t from;
    uint8_t to;
};

enum { MAX_CHECKER_MOVES = 4 };

/* A whole turn, in an order in which it can be played; count 0 is a dance. */
struct play {
    struct checker_move moves[MAX_CHECKER_MOVES];
    uint8_t count;
};

/* The most plays kept of one roll. Doubles in scattered positions come to well over
 * 1,000; what would not fit is left out. */
enum { MAX_PLAYS = 4096 };

/* About 300 KB: lives in a scratch area, not on the stack. `after[i]` is the position
 * after `plays[i]`, still seen by the player who made it: `mine` has just moved. */
struct play_list {
    int count;
    struct play plays[MAX_PLAYS];
    uint64_t keys[MAX_PLAYS]; /* private to movegen: finds repeats */
    struct position after[MAX_PLAYS];
};

/* Fills `list` with the distinct legal plays of `roll` for `mine`, who is on roll. A
 * roll without a legal play gives one entry with count 0 and the position unchanged, so
 * the list is never empty and every caller handles a dance like any other play. `pos`
 * must not be a finished game. */
void movegen_plays(const struct position *pos, struct roll roll,
                   struct play_list *list);

/* Whether `mine` can play at least one die of `roll`; false: a dance. */
bool movegen_has_play(const struct position *pos, struct roll roll);

/* Applies one checker move of `mine`, hitting a blot where there is one; the move must
 * be possible. Returns whether it hit. */
bool movegen_apply(struct position *pos, struct checker_move move);

/* The number of positions `depth` turns after `pos` (mine on roll): every roll, every
 * distinct play, a dance counting one; nothing comes after a finished game. `weighted`
 * counts each roll in its 1 or 2 ways. `lists` is room for `depth` play lists. The
 * baseline player of tests and of the bench. */
uint64_t movegen_perft(const struct position *pos, int depth, bool weighted,
                       struct play_list *lists);

#endif
