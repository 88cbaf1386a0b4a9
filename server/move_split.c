#include "server/fibsd_core.h"

#include <stddef.h>
#include <string.h>

enum { SLOTS = 26 };

/* The checkers of a side by slot, those borne off at its home. */
static void count_own(const struct reference_board *board, int colour, int count[SLOTS])
{
    for (int slot = 0; slot < SLOTS; slot++) {
        int checkers = board->point[slot] * colour;
        count[slot] = checkers > 0 ? checkers : 0;
    }
    count[reference_bar(colour)] = reference_on_bar(board, colour);
    count[reference_home(colour)] = reference_off(board, colour);
}

/* False: there is no checker to move. */
static bool move_own(const struct reference_hop *hops, int count, int own[SLOTS])
{
    for (int i = 0; i < count; i++) {
        if (own[hops[i].from] == 0) {
            return false;
        }
        own[hops[i].from]--;
        own[hops[i].to]++;
    }
    return true;
}

const struct reference_play *move_split(const struct reference_plays *plays,
                                        const struct reference_board *board, int colour,
                                        const struct reference_hop *hops, int count)
{
    const struct reference_play *best = NULL;
    int wanted[SLOTS], own[SLOTS], least = 0;
    count_own(board, colour, wanted);
    if (count == 0 || !move_own(hops, count, wanted)) {
        return NULL;
    }
    for (int i = 0; i < plays->count; i++) {
        const struct reference_play *play = &plays->plays[i];
        int hits = reference_on_bar(&play->after, -colour);
        count_own(&play->after, colour, own);
        if (memcmp(own, wanted, sizeof own) == 0 && (best == NULL || hits < least)) {
            best = play;
            least = hits;
        }
    }
    return best;
}
