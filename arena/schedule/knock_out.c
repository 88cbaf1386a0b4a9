#include <string.h>

#include "arena/schedule/pairing_internal.h"

enum { MISSING = -1 };

/* The entrants of a round in the order of the bracket: neighbours meet. */
struct bracket {
    int slots[PAIRING_ENTRANTS_MAX]; /* entrants or MISSING */
    int size;
};

/* Seed s of a bracket of half the size gets seed (size - 1 - s) as a neighbour: 0; 0 1;
 * 0 3 1 2; 0 7 3 4 1 6 2 5. */
static void bracket_seed(struct bracket *bracket, int entrants)
{
    bracket->slots[0] = 0;
    bracket->size = 1;
    while (bracket->size < entrants) {
        for (int i = bracket->size - 1; i >= 0; i--) {
            int seed = bracket->slots[i];
            bracket->slots[2 * i] = seed;
            bracket->slots[2 * i + 1] = 2 * bracket->size - 1 - seed;
        }
        bracket->size *= 2;
    }
}

static bool bracket_is_pairing(const struct pairing *pairing, int a, int b)
{
    return (pairing->side[0] == a && pairing->side[1] == b) ||
           (pairing->side[0] == b && pairing->side[1] == a);
}

/* Who goes on of two neighbours. */
static int bracket_winner(const struct pairing_history *history, int round, int a,
                          int b)
{
    if (a == MISSING || b == MISSING) {
        return a == MISSING ? b : a;
    }
    for (int i = 0; i < history->count; i++) {
        const struct pairing_result *result = &history->results[i];
        if (result->round == round && bracket_is_pairing(&result->pairing, a, b) &&
            result->winner != PAIRING_NOBODY) {
            return result->pairing.side[result->winner];
        }
    }
    return MISSING;
}

static void bracket_advance(struct bracket *bracket,
                            const struct pairing_history *history, int round)
{
    bracket->size /= 2;
    for (int i = 0; i < bracket->size; i++) {
        bracket->slots[i] = bracket_winner(history, round, bracket->slots[2 * i],
                                           bracket->slots[2 * i + 1]);
    }
}

static int bracket_pairings(const struct bracket *bracket, struct pairing *pairings)
{
    int count = 0;
    for (int i = 0; i < bracket->size; i += 2) {
        int a = bracket->slots[i], b = bracket->slots[i + 1];
        if (a != MISSING && b != MISSING) {
            pairings[count++] = (struct pairing){{a, b}};
        } else if (a != MISSING || b != MISSING) {
            pairings[count++] = (struct pairing){{a == MISSING ? b : a, PAIRING_BYE}};
        }
    }
    return count;
}

int knock_out_pairings(const struct pairing_plan *plan, const int *seeds, int round,
                       const struct pairing_history *history, struct pairing *pairings)
{
    struct bracket bracket;
    bracket_seed(&bracket, plan->entrants);
    for (int i = 0; i < bracket.size; i++) {
        bracket.slots[i] =
            bracket.slots[i] < plan->entrants ? seeds[bracket.slots[i]] : MISSING;
    }
    for (int before = 0; before < round; before++) {
        bracket_advance(&bracket, history, before);
    }
    return bracket_pairings(&bracket, pairings);
}
