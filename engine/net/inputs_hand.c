#include "engine/net/inputs_hand.h"

#include "engine/board/side_bits.h"

/*
 * One side is looked at as `own` against `other`. Bit p of a mask stands for point p of
 * the side that the mask belongs to, bit 25 for its bar; moving forward is shifting
 * right.
 */
struct view {
    const struct side *own;
    uint32_t held;    /* own points with a checker, the bar too */
    uint32_t made;    /* own points with two or more */
    uint32_t blots;   /* own points with one */
    uint32_t blocked; /* the other's made points, on own numbering */
    uint32_t targets; /* the other's blots, on own numbering */
    int rearmost;
    int pips;
};

enum { BOARD_BITS = 0x1fffffe, HOME = 0x7e };

static uint32_t reversed(uint32_t bits)
{
    bits = (bits >> 1 & 0x55555555U) | (bits & 0x55555555U) << 1;
    bits = (bits >> 2 & 0x33333333U) | (bits & 0x33333333U) << 2;
    bits = (bits >> 4 & 0x0f0f0f0fU) | (bits & 0x0f0f0f0fU) << 4;
    return __builtin_bswap32(bits);
}

/* Point p of one side is point 25 - p of the other. */
static uint32_t seen_from_other_side(uint32_t points)
{
    return reversed(points & BOARD_BITS) >> 6;
}

/* clang-format off */
const uint8_t hand_slot_weights[3][SIDE_SLOTS] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
     13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25},
    {0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6,
     7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19},
    {0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6,
     7, 8, 9, 10, 11, 12},
};
/* clang-format on */

static int weighted_sum(const struct side *side, const uint8_t weights[SIDE_SLOTS])
{
    int sum = 0;
    for (int p = 0; p < SIDE_SLOTS; p++) {
        sum += weights[p] * side->at[p];
    }
    return sum;
}

static int highest_bit(uint32_t bits)
{
    return 31 - __builtin_clz(bits);
}

static void count_side(struct view *view, const struct side *own)
{
    view->own = own;
    view->held = side_points_with(own, 1) & (BOARD_BITS | 1U << POINT_BAR);
    view->made = side_points_with(own, 2) & BOARD_BITS;
    view->blots = view->held & ~view->made & BOARD_BITS;
    view->rearmost = view->held != 0 ? highest_bit(view->held) : 0;
    view->pips = weighted_sum(own, hand_slot_weights[0]);
}

/* Where men on `from` can land with the first die of a roll, by die. */
static void land(uint32_t from, uint32_t open, uint32_t landed[7])
{
    for (int die = 1; die <= 6; die++) {
        landed[die] = from >> die & open;
    }
}

/* Where a double can bring them, step by step over open points. */
static uint32_t reach_by_double(uint32_t from, uint32_t open, int die)
{
    uint32_t step = from >> die;
    uint32_t reached = step;
    for (int i = 0; i < 3; i++) {
        step = (step & open) >> die;
        reached |= step;
    }
    return reached;
}

/* Rolls, of 36, with which `hitter` hits, and the pips that costs the other if the
 * farthest blot is hit. Men on the bar enter first: only they hit, which misses some
 * hits by another man after one has entered. */
static void count_shots(const struct view *hitter, int *shots, int *pips)
{
    uint32_t from = hitter->held & 1U << POINT_BAR ? 1U << POINT_BAR : hitter->held;
    uint32_t open = ~hitter->blocked;
    uint32_t targets = hitter->targets;
    uint32_t landed[7];
    *shots = 0;
    *pips = 0;
    if (targets == 0) {
        return;
    }
    land(from, open, landed); /* targets are open points */
    for (int high = 1; high <= 6; high++) {
        for (int low = 1; low < high; low++) {
            uint32_t reached =
                landed[high] | landed[low] | landed[high] >> low | landed[low] >> high;
            if ((reached & targets) != 0) {
                *shots += 2;
                *pips += 2 * highest_bit(reached & targets);
            }
        }
        uint32_t hit = reach_by_double(from, open, high) & targets;
        if (hit != 0) {
            *shots += 1;
            *pips += highest_bit(hit);
        }
    }
}

/* Steps of `die`, up to four, that one man on `from` can make. */
static int steps_of_double(uint32_t from, uint32_t open, int die)
{
    int steps = 0;
    while (steps < 4 && (from = from >> die & open) != 0) {
        steps++;
    }
    return steps;
}

/* The most pips that the rearmost man can move, summed over the 36 rolls. At home a man
 * counts as free. */
static int count_freedom(const struct view *view)
{
    uint32_t from = 1U << view->rearmost;
    uint32_t open = ~view->blocked;
    uint32_t landed[7];
    int sum = 0;
    if (view->rearmost < 7) {
        return 36 * 8;
    }
    land(from, open, landed);
    for (int high = 1; high <= 6; high++) {
        for (int low = 1; low < high; low++) {
            uint32_t far = (landed[high] >> low | landed[low] >> high) & open;
            sum += 2 * (far != 0            ? high + low
                        : landed[high] != 0 ? high
                        : landed[low] != 0  ? low
                                            : 0);
        }
        sum += high * steps_of_double(from, open, high);
    }
    return sum;
}

static int longest_run(uint32_t points)
{
    int length = 0;
    while (points != 0) {
        points &= points >> 1;
        length++;
    }
    return length;
}

static uint32_t between(int low, int high)
{
    uint32_t up_to_high = high >= 0 ? (2U << (high < 30 ? high : 30)) - 1 : 0;
    uint32_t below_low = low > 0 ? (1U << (low < 31 ? low : 31)) - 1 : 0;
    return up_to_high & ~below_low;
}

static void blockade(const struct view *own, const struct view *other, float *inputs)
{
    int before = 25 - other->rearmost; /* own number of where its rearmost man stands */
    uint32_t near = own->made & between(before + 1, before + 6);
    uint32_t far = own->made & between(before + 7, before + 12);
    int run = longest_run(own->made & between(before + 1, 24));
    inputs[HAND_PRIME] = (float)run / 6.0F;
    inputs[HAND_PRIME_4] = run >= 4 ? 1.0F : 0.0F;
    inputs[HAND_PRIME_5] = run >= 5 ? 1.0F : 0.0F;
    inputs[HAND_PRIME_6] = run >= 6 ? 1.0F : 0.0F;
    inputs[HAND_BLOCK_NEAR] = (float)__builtin_popcount(near) / 6.0F;
    inputs[HAND_BLOCK_FAR] = (float)__builtin_popcount(far) / 6.0F;
}

static float board_strength(const struct view *view)
{
    float points = (float)__builtin_popcount(view->made & HOME) / 6.0F;
    return points * points;
}

/* Pips until all are home, and one more to bear one off. */
static int pips_to_save_gammon(const struct side *own)
{
    return own->at[POINT_OFF] > 0 ? 0 : 1 + weighted_sum(own, hand_slot_weights[1]);
}

static void side_inputs(const struct view *own, const struct view *other, float *inputs)
{
    int shots;
    int pips;
    count_shots(other, &shots, &pips);
    inputs[HAND_SHOTS] = (float)shots / 36.0F;
    inputs[HAND_SHOT_PIPS] = (float)pips / (36.0F * 24.0F);
    inputs[HAND_SHOT_DANGER] = inputs[HAND_SHOTS] * board_strength(other);
    inputs[HAND_FREEDOM] = (float)count_freedom(own) / (36.0F * 8.0F);
    blockade(own, other, inputs);
    inputs[HAND_BOARD] = board_strength(own);
    inputs[HAND_DANCE] = other->own->at[POINT_BAR] > 0 ? inputs[HAND_BOARD] : 0.0F;
    inputs[HAND_REARMOST] = (float)own->rearmost / 25.0F;
    inputs[HAND_GAMMON_PIPS] = (float)pips_to_save_gammon(own->own) / 100.0F;
    inputs[HAND_TIMING] = (float)weighted_sum(own->own, hand_slot_weights[2]) / 60.0F;
}

void inputs_hand(const struct position *pos, float inputs[HAND_INPUTS])
{
    struct view mine;
    struct view theirs;
    count_side(&mine, &pos->mine);
    count_side(&theirs, &pos->theirs);
    mine.blocked = seen_from_other_side(theirs.made);
    mine.targets = seen_from_other_side(theirs.blots);
    theirs.blocked = seen_from_other_side(mine.made);
    theirs.targets = seen_from_other_side(mine.blots);
    side_inputs(&mine, &theirs, inputs);
    side_inputs(&theirs, &mine, inputs + HAND_INPUTS_SIDE);
    bool is_contact = mine.rearmost + theirs.rearmost > 24;
    inputs[HAND_RACE] = (float)mine.pips / (float)(mine.pips + theirs.pips + 1);
    inputs[HAND_INPUTS_SIDE + HAND_RACE] = is_contact ? 1.0F : 0.0F;
}
