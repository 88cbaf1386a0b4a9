#include "arena/schedule/pairing_internal.h"

/* Pairing i of a turn of the circle, of `places` places, an even number; the last place
 * stands still. Sides alternate so that all invite about as often as they are invited. */
static struct pairing round_robin_pairing(int places, int turn, int i)
{
    int moving = places - 1;
    int a = (turn + i) % moving, b = (turn - i + moving) % moving;
    if (i == 0) {
        b = moving;
    }
    return (i == 0 ? turn : i) % 2 == 0 ? (struct pairing){{a, b}}
                                        : (struct pairing){{b, a}};
}

int round_robin_pairings(const struct pairing_plan *plan, const int *seeds, int round,
                         const struct pairing_history *history,
                         struct pairing *pairings)
{
    int places = plan->entrants + plan->entrants % 2, count = 0;
    int leg = round / (places - 1), turn = round % (places - 1);
    (void)history;
    for (int i = 0; i < places / 2; i++) {
        struct pairing p = round_robin_pairing(places, turn, i);
        if (p.side[0] < plan->entrants && p.side[1] < plan->entrants) {
            pairings[count++] =
                (struct pairing){{seeds[p.side[leg % 2]], seeds[p.side[1 - leg % 2]]}};
        }
    }
    return count;
}
