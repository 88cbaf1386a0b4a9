#include "lab/race/race_start_positions.h"

#include <string.h>

#include "engine/board/position.h"

enum { PLIES_MAX = 400, HOME = 6, POINTS = 23 };

int race_positions_of_game(struct rng *rng, const struct race_chooser *chooser,
                           struct play_list *list, struct position *races, int max)
{
    struct position pos;
    struct roll roll = rng_opening_roll(rng);
    int count = 0;
    position_start(&pos);
    for (int n = 0; n < PLIES_MAX && count < max && position_game_result(&pos) == 0;
         n++) {
        if (!position_has_contact(&pos)) {
            races[count++] = pos;
        }
        movegen_plays(&pos, roll, list);
        pos = position_swap(&list->after[chooser->choose(chooser->context, list)]);
        roll = rng_roll(rng);
    }
    return count;
}

static int random_between(struct rng *rng, int low, int high)
{
    return low + (int)rng_below(rng, (uint32_t)(high - low + 1));
}

/* Places checkers on few or many points: each goes on the point of another one, or on a
 * random point. */
static void place_on_points(struct side *side, int count, int low, int high,
                            struct rng *rng)
{
    int points[POINTS];
    int used = 0;
    uint32_t wide = rng_below(rng, 4);
    for (int i = 0; i < count; i++) {
        if (used == 0 || rng_below(rng, 4) < wide) {
            points[used++] = random_between(rng, low, high);
        }
        side->at[points[rng_below(rng, (uint32_t)used)]]++;
    }
}

void race_random_side(struct rng *rng, int farthest, struct side *side)
{
    memset(side, 0, sizeof *side);
    int off = rng_below(rng, 3) == 0 ? random_between(rng, 1, CHECKERS - 1) : 0;
    int outside = random_between(rng, 0, CHECKERS - off);
    if (rng_below(rng, 2) == 0) {
        outside = outside < 4 ? outside : 1 + outside % 3;
    }
    side->at[POINT_OFF] = (uint8_t)off;
    place_on_points(side, outside, HOME + 1, farthest, rng);
    place_on_points(side, CHECKERS - off - outside, random_between(rng, 1, 4), HOME,
                    rng);
}
