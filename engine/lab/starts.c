#include "engine/lab/starts.h"

#include <stddef.h>
#include <string.h>

/* Adds `count` checkers on random points low..high (25 is the bar). A point of the
 * other side's is taken as it is: the whole position is checked at the end. */
static void place(struct side *side, int count, int low, int high, struct rng *rng)
{
    for (int i = 0; i < count; i++) {
        side->at[low + (int)rng_below(rng, (uint32_t)(high - low + 1))]++;
    }
}

/* 2 to 6 men in the other home board or on the bar, the rest on the way home. */
static void men_back(struct side *side, struct rng *rng)
{
    int back = 2 + (int)rng_below(rng, 5);
    place(side, back, 19, POINT_BAR, rng);
    place(side, CHECKERS - back, 1, 13, rng);
}

static void scattered(struct side *side, struct rng *rng)
{
    place(side, CHECKERS, 1, 24, rng);
}

static void bearing_off(struct side *side, struct rng *rng)
{
    int off = (int)rng_below(rng, 12);
    side->at[POINT_OFF] = (uint8_t)off;
    place(side, CHECKERS - off, 1, 6, rng);
}

/* 1 to 4 men waiting for a shot, the rest at home. */
static void waiting(struct side *side, struct rng *rng)
{
    int back = 1 + (int)rng_below(rng, 4);
    place(side, back, 19, POINT_BAR, rng);
    place(side, CHECKERS - back, 1, 8, rng);
}

static void coming_home(struct side *side, struct rng *rng)
{
    place(side, CHECKERS, 1, 12, rng);
}

/* Pairs of sides that make an odd position, alike likely. */
static const struct {
    void (*mine)(struct side *side, struct rng *rng);
    void (*theirs)(struct side *side, struct rng *rng);
} kinds[] = {
    {men_back, men_back},   {men_back, coming_home}, {men_back, coming_home},
    {scattered, scattered}, {scattered, men_back},   {bearing_off, waiting},
    {bearing_off, waiting}, {coming_home, waiting},  {coming_home, coming_home},
};

/* A side's checkers gather on points: random single ones would be all blots. */
static void gather(struct side *side, struct rng *rng)
{
    for (int p = 1; p <= 24; p++) {
        int other = 1 + (int)rng_below(rng, 24);
        bool is_near = other / 7 == p / 7;
        if (side->at[p] == 1 && side->at[other] > 0 && is_near && other != p) {
            side->at[p]--;
            side->at[other]++;
        }
    }
}

static void odd_position(struct rng *rng, struct position *pos)
{
    const char *fault;
    do {
        uint32_t kind = rng_below(rng, sizeof kinds / sizeof kinds[0]);
        memset(pos, 0, sizeof *pos);
        kinds[kind].mine(&pos->mine, rng);
        kinds[kind].theirs(&pos->theirs, rng);
        gather(&pos->mine, rng);
        gather(&pos->theirs, rng);
        fault = position_fault(pos);
    } while (fault != NULL || game_result(pos) != 0);
    if (rng_below(rng, 2) == 0) {
        *pos = position_swap(pos);
    }
}

void start_game(struct rng *rng, double odd, struct position *pos, struct roll *roll)
{
    *roll = rng_roll(rng);
    if (rng_unit(rng) < odd) {
        odd_position(rng, pos);
        return;
    }
    position_start(pos);
    while (roll->high == roll->low) {
        *roll = rng_roll(rng);
    }
}

/* One side's men on points 1..farthest, home points thrice as often as others. */
static void place_runners(struct side *side, int farthest, struct rng *rng)
{
    int off = rng_below(rng, 2) == 0 ? (int)rng_below(rng, CHECKERS) : 0;
    side->at[POINT_OFF] = (uint8_t)off;
    for (int i = off; i < CHECKERS; i++) {
        bool is_home = rng_below(rng, 4) != 0;
        place(side, 1, 1, is_home && farthest > 6 ? 6 : farthest, rng);
    }
}

void start_race(struct rng *rng, struct position *pos)
{
    int farthest = 3 + (int)rng_below(rng, 19);
    memset(pos, 0, sizeof *pos);
    place_runners(&pos->mine, farthest, rng);
    place_runners(&pos->theirs, 24 - farthest, rng);
}
