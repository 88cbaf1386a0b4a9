#include "engine/rollout/rollout_dice.h"

#include "engine/board/rng.h"

static void shuffle(struct rng *rng, uint8_t permuted[ROLLOUT_DICE_WAYS])
{
    for (int i = 0; i < ROLLOUT_DICE_WAYS; i++) {
        int j = (int)rng_below(rng, (uint32_t)i + 1);
        permuted[i] = permuted[j];
        permuted[j] = (uint8_t)i;
    }
}

void rollout_dice_init(struct rollout_dice *dice, uint64_t seed, bool is_stratified)
{
    struct rng rng;
    dice->seed = seed;
    dice->is_stratified = is_stratified;
    rng_seed(&rng, seed, 0);
    for (int turn = 0; turn < ROLLOUT_DICE_TURNS; turn++) {
        for (int digit = 0; digit < ROLLOUT_DICE_DIGITS; digit++) {
            shuffle(&rng, dice->permuted[turn][digit]);
        }
    }
}

/* Returns the index of a roll in roll_all[], whose order is 1-1, 2-1, 2-2,
 * 3-1, ... 6-6. */
static int roll_index(int a, int b)
{
    int high = a > b ? a : b;
    int low = a > b ? b : a;
    return (high - 1) * high / 2 + low - 1;
}

static int drawn_way(const struct rollout_dice *dice, int trial, int turn)
{
    struct rng rng;
    uint64_t stream = ((uint64_t)trial << 16 | (uint64_t)turn) + 1; /* stream 0 is for
                                                                     * the tables */
    rng_seed(&rng, dice->seed, stream);
    return (int)rng_below(&rng, ROLLOUT_DICE_WAYS);
}

static int stratified_way(const struct rollout_dice *dice, int trial, int turn)
{
    int sum = 0;
    for (int digit = 0; digit <= turn && digit < ROLLOUT_DICE_DIGITS; digit++) {
        sum += dice->permuted[turn][digit][trial % ROLLOUT_DICE_WAYS];
        trial /= ROLLOUT_DICE_WAYS;
    }
    return sum % ROLLOUT_DICE_WAYS;
}

int rollout_dice_roll(const struct rollout_dice *dice, int trial, int turn)
{
    int way = dice->is_stratified && turn < ROLLOUT_DICE_TURNS
                  ? stratified_way(dice, trial, turn)
                  : drawn_way(dice, trial, turn);
    return roll_index(way / 6 + 1, way % 6 + 1);
}
