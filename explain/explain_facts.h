#pragma once
/*
 * What can be counted on the board after a play: shots, dances, points, primes, hits,
 * pips. No evaluation: only the rules (engine/board). Points are the mover's.
 *
 * "Of 36" counts the ways in which two dice fall. A shot is a roll after which a legal
 * whole play of the opponent hits at least one blot, from the bar as well.
 */

#include <stdbool.h>
#include <stdint.h>

struct position;

struct explain_facts {
    uint32_t held;    /* bit p: two or more checkers on point p, 1..24 */
    int prime_length; /* the longest run of such points with a checker of theirs behind
                       * it or on the bar; 0: none is of two or more */
    int prime_low;    /* its lowest point */
    int home_points;  /* of points 1..6, those held */
    int hits;         /* checkers that the play sent to the bar */
    int pips_hit;     /* pips that they lost by it */
    int shots;        /* of 36 */
    int dances;       /* of 36, rolls with which they cannot move */
    int blots;        /* single checkers that one of the shots hits */
    int pips, their_pips;
    bool has_contact;
    bool are_theirs_open; /* a checker of theirs is on the bar or alone on a point */
    int off;              /* checkers that the play bore off */
    int crossovers; /* quarters of the board that it crossed, off is one as well */
    int wait; /* pips before a point of the longest prime or of an anchor must break: those of
               * all other checkers down to the 1 point */
    uint8_t hit_faces;   /* bit f: a checker of theirs hits with a single die f */
    uint8_t point_faces; /* bit f: ... makes one of their points 4 to 7 with a spare */
};

/* Memory of the counts, one a thread. NULL: none left. */
struct explain_scratch;
struct explain_scratch *explain_scratch_new(void);
void explain_scratch_free(struct explain_scratch *scratch); /* may be NULL */

/* Counts the facts of `after`, seen by the player who has just moved from `before`. */
void explain_facts_count(struct explain_scratch *scratch, const struct position *before,
                         const struct position *after, struct explain_facts *facts);

/* Returns with how many of 36 rolls the mover hits back after being hit, on average over
 * the opponent's shots; of the plays that hit, they choose the one that leaves the fewest.
 * 0 without shots. */
double explain_return_shots(struct explain_scratch *scratch,
                            const struct position *after);
