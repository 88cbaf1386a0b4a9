#pragma once
/*
 * Who plays whom in each round of a tournament. Pure: the same plan and results give the
 * same pairings.
 *
 *   round robin  everybody meets everybody else once a leg, by the circle method: one
 *                entrant stands still, the others move on by a place each round. Each
 *                leg is the one before with sides changed. With an odd number one rests
 *                each round.
 *   Swiss        those with equal scores meet, the upper half of a group against its
 *                lower half; whoever is left over meets the best of the next group. No
 *                pair meets twice. With an odd number the last without a bye has one; it
 *                counts as a win, and nobody has two.
 *   knock-out    the bracket keeps the best seeds apart as long as can be. Where entrants
 *                are missing to a power of two, the best seeds have a bye in round 1.
 *
 * Entrants are numbered from 0. Entrant 0 is the first seed, unless the order is drawn.
 *
 * A round of a Swiss can be paired whatever the results as long as nobody has met half
 * the field yet: each entrant has then enough possible opponents for a perfect matching
 * (G. A. Dirac, "Some theorems on abstract graphs", 1952). pairing_check() allows so
 * many rounds: half the entrants, rounded up. When entrants leave on the way there may
 * be no pairing, which is said.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum {
    PAIRING_ENTRANTS_MAX = 64,
    PAIRING_LEGS_MAX = 8,
    PAIRING_ROUND_MAX = PAIRING_ENTRANTS_MAX / 2, /* pairings of one round */
    PAIRING_BYE = -1,                             /* in place of an opponent */
    PAIRING_NOBODY = -1,                          /* in place of a winner */
    PAIRING_IMPOSSIBLE = -1                       /* in place of a count */
};

enum pairing_kind { PAIRING_ROUND_ROBIN, PAIRING_SWISS, PAIRING_KNOCK_OUT };

struct pairing_plan {
    enum pairing_kind kind;
    int entrants;  /* 2 .. PAIRING_ENTRANTS_MAX */
    int legs;      /* of a round robin: 1 .. PAIRING_LEGS_MAX; 2: double */
    int rounds;    /* of a Swiss */
    uint64_t draw; /* the order of the seeds is drawn from it; 0: as numbered */
};

/* side[0] invites; side[1] may be PAIRING_BYE. */
struct pairing {
    int side[2];
};

/* A pairing of a round, and who has won: side 0 or 1, or PAIRING_NOBODY when both have
 * lost or it does not count. A bye is won by side 0. */
struct pairing_result {
    int round; /* from 0 */
    struct pairing pairing;
    int winner;
};

/* Whether there is such a tournament. False with `err`. */
bool pairing_check(const struct pairing_plan *plan, struct error *err);

/* Rounds of a good plan. */
int pairing_rounds(const struct pairing_plan *plan);

/* Sets seeds[0 .. entrants-1] to the entrants, first seed first. */
void pairing_seeds(const struct pairing_plan *plan, int seeds[PAIRING_ENTRANTS_MAX]);

/* What has happened so far, as far as pairings depend on it. */
struct pairing_history {
    const struct pairing_result *results; /* of all former rounds, in any order */
    int count;
    const bool *is_out; /* entrants who left: a Swiss pairs them no more; may be NULL */
};

/* Makes the pairings of a round, from 0 to pairing_rounds() - 1. Returns how many; or
 * PAIRING_IMPOSSIBLE: only a Swiss, when all pairings left are rematches, or fewer than
 * two entrants are left. Round robins depend on no results. In a knock-out the winner of
 * a pairing that nobody won is missing: the next opponent has a bye. */
int pairing_round(const struct pairing_plan *plan, int round,
                  const struct pairing_history *history,
                  struct pairing pairings[PAIRING_ROUND_MAX]);
