#pragma once
/*
 * Generates all distinct legal plays of a roll.
 *
 * Rules: checkers on the bar enter first; as many dice as possible are played; when
 * only one of two different dice can be played, the higher one must be, if it can. Only
 * the rearmost checker may be borne off with a die larger than needed. Plays that lead
 * to the same position count as one play; the generator always keeps the same one of
 * them, if possible one that begins with the higher die.
 */

#include <stdbool.h>

#include "engine/board/checkers.h"
#include "engine/board/play.h"
#include "engine/board/roll.h"

/* The size of a play list. Doubles in scattered positions have well over 1,000 plays;
 * plays beyond PLAY_LIST_MAX are left out. */
enum { PLAY_LIST_MAX = 4096 };

/* The plays of a roll. `after[i]` is the position after `plays[i]`, still seen by the
 * player who made the play: `mine` has just moved. About 300 KB, so keep it in a
 * scratch area and not on the stack. */
struct play_list {
    int count;
    struct play plays[PLAY_LIST_MAX];
    uint64_t keys[PLAY_LIST_MAX]; /* private to movegen.c: finds repeated positions */
    struct position after[PLAY_LIST_MAX];
};

/* Fills `list` with the distinct legal plays of `roll` for `mine`, who is on roll. The
 * list is never empty: if no checker can move, it holds one play of count 0 and the
 * unchanged position, so that callers can treat a dance like any other play. `pos` must
 * not be a finished game. */
void movegen_plays(const struct position *pos, struct roll roll,
                   struct play_list *list);

/* Returns whether `mine`, on roll, can play at least one die of `roll`; if not, it
 * dances. */
bool movegen_has_play(const struct position *pos, struct roll roll);

/* Applies one checker move of `mine` to `pos` and hits a blot on its target. The move
 * must be possible. Returns whether it hit. */
bool movegen_apply(struct position *pos, struct checker_move move);

/* Returns `pos` after all moves of a play. */
struct position movegen_after(const struct position *pos, const struct play *play);

/* Counts the positions `depth` turns after `pos`, mine being on roll, over all rolls
 * and all distinct plays. A dance counts as one play; a finished game has no
 * successors. With `weighted`, each roll counts in its 1 or 2 ways. `lists` is scratch
 * memory for `depth` play lists. Tests and the bench compare these counts with known
 * ones. */
uint64_t movegen_perft(const struct position *pos, int depth, bool weighted,
                       struct play_list *lists);
