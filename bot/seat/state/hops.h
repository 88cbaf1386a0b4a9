#pragma once
/*
 * A play that a person makes checker by checker, in any order: the hops that are legal
 * next, those made, and taking them back. Only steps of whole legal plays (movegen.h) are offered, so
 * that a person never gets stuck. Pure; all numbers are the mover's own points
 * (position.h).
 *
 * A target is where a checker may go, with one die or with several. Where two ways lead
 * from one point to another, the one of fewest hops is taken (off by the lower die), of
 * those that with fewest hits, or else the one that begins with the higher die; who wants
 * the other one hops die by die.
 */

#include "engine/board/movegen.h"

enum { HOPS_TARGETS_MAX = CHECKERS * CHECKER_MOVES_MAX };

struct hop {
    struct checker_move move;
    uint8_t die;
    bool is_hit;
};

struct hops_target {
    struct checker_move move;
    int count; /* of hops, 1 to 4 */
    struct hop hops[CHECKER_MOVES_MAX];
};

struct hops {
    struct roll roll;
    struct position before; /* mine on roll */
    struct position now;    /* with the hops made */
    int most;               /* hops of a whole play; 0: there is none */
    bool is_forced;         /* all plays lead to one position */
    int count;              /* of hops made */
    struct hop made[CHECKER_MOVES_MAX];
    uint8_t left[CHECKER_MOVES_MAX]; /* dice not yet used, higher first */
    int left_count;
    int target_count;
    struct hops_target targets[HOPS_TARGETS_MAX]; /* from the bar downwards */
};

/* Begins the play of `roll`. `list` is scratch memory. */
void hops_begin(struct hops *hops, const struct position *pos, struct roll roll,
                struct play_list *list);

/* Moves a checker to a target. False, with nothing changed, if it is none. */
bool hops_move(struct hops *hops, int from, int to);

/* Makes the hops of a whole play; false, with nothing changed, if they are not legal. */
bool hops_play(struct hops *hops, const struct play *play);

/* Takes the last hop back, or all of them. False: there is none. */
bool hops_undo(struct hops *hops);
bool hops_undo_all(struct hops *hops);

/* Returns whether the play is whole and may be sent; a dance is. */
bool hops_is_complete(const struct hops *hops);

/* Returns the hops made, as a play. */
struct play hops_made(const struct hops *hops);
