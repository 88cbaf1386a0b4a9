#include "inputs_hand.h"

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

/* Where each input stands. */
enum hand_input {
    SHOTS,       /* rolls of the other that hit a blot of own, of 36 */
    SHOT_PIPS,   /* mean pips lost by them, the farthest blot counting */
    SHOT_DANGER, /* shots x the strength of the other's home board */
    FREEDOM,     /* mean pips that own rearmost checker can move in a roll */
    PRIME,       /* longest run of made points before the other's rearmost checker */
    PRIME_4,     /* and whether it is at least 4, 5, 6 long */
    PRIME_5,
    PRIME_6,
    BLOCK_NEAR,  /* made points 1..6 pips before the other's rearmost checker */
    BLOCK_FAR,   /* 7..12 pips before it */
    BOARD,       /* (made points at home / 6) squared: how often one man dances */
    DANCE,       /* the same when the other has a man on the bar, else 0 */
    RACE,        /* mine: share of all pips; theirs: whether there is contact */
    REARMOST,    /* own rearmost checker's point */
    GAMMON_PIPS, /* pips until a gammon is saved, 0 once a checker is off */
    TIMING,      /* pips that can be played outside the home board, men back apart */
};

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

static void count_side(struct view *view, const struct side *own)
{
    *view = (struct view){.own = own};
    for (int p = 1; p <= POINT_BAR; p++) {
        int n = own->at[p];
        view->held |= (uint32_t)(n > 0) << p;
        view->made |= (uint32_t)(n > 1) << p;
        view->pips += p * n;
    }
    view->made &= BOARD_BITS;
    view->blots = view->held & ~view->made & BOARD_BITS;
    view->rearmost = view->held != 0 ? 31 - __builtin_clz(view->held) : 0;
}

/* The points on which `die` and then `next` can land, from any of `from`. */
static uint32_t by_way_of(uint32_t from, int die, int next, uint32_t open)
{
    return (from >> die & open) >> next;
}

/* Every target that `view` can hit with this roll. Men on the bar enter first: only
 * they hit, which misses some hits by another man after one has entered. */
static uint32_t hits(const struct view *view, struct roll roll)
{
    uint32_t from = view->held & 1U << POINT_BAR ? 1U << POINT_BAR : view->held;
    uint32_t open = ~view->blocked;
    uint32_t reached = from >> roll.high | from >> roll.low;
    if (roll.high != roll.low) {
        reached |= by_way_of(from, roll.high, roll.low, open) |
                   by_way_of(from, roll.low, roll.high, open);
        return reached & view->targets;
    }
    uint32_t step = from >> roll.high;
    for (int i = 0; i < 3; i++) {
        step = (step & open) >> roll.high;
        reached |= step;
    }
    return reached & view->targets;
}

/* Rolls, of 36, with which `hitter` hits, and the pips that costs the other. */
static void count_shots(const struct view *hitter, int *shots, int *pips)
{
    *shots = 0;
    *pips = 0;
    if (hitter->targets == 0) {
        return;
    }
    for (int r = 0; r < ROLLS; r++) {
        uint32_t hit = hits(hitter, all_rolls[r].roll);
        if (hit != 0) {
            *shots += all_rolls[r].ways;
            *pips += all_rolls[r].ways * (31 - __builtin_clz(hit));
        }
    }
}

/* The most pips that one man on `from` can move with this roll. */
static int longest_way(uint32_t from, struct roll roll, uint32_t open)
{
    if (roll.high == roll.low) {
        int steps = 0;
        while (steps < 4 && (from = from >> roll.high & open) != 0) {
            steps++;
        }
        return steps * roll.high;
    }
    uint32_t far = by_way_of(from, roll.high, roll.low, open) |
                   by_way_of(from, roll.low, roll.high, open);
    if ((far & open) != 0) {
        return roll.high + roll.low;
    }
    if ((from >> roll.high & open) != 0) {
        return roll.high;
    }
    return (from >> roll.low & open) != 0 ? roll.low : 0;
}

/* In 36ths of a pip. At home a man counts as free. */
static int count_freedom(const struct view *view)
{
    int sum = 0;
    uint32_t open = ~view->blocked;
    uint32_t from = 1U << view->rearmost;
    if (view->rearmost < 7) {
        return 36 * 8;
    }
    for (int r = 0; r < ROLLS; r++) {
        sum += all_rolls[r].ways * longest_way(from, all_rolls[r].roll, open);
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
    inputs[PRIME] = (float)run / 6.0F;
    inputs[PRIME_4] = run >= 4 ? 1.0F : 0.0F;
    inputs[PRIME_5] = run >= 5 ? 1.0F : 0.0F;
    inputs[PRIME_6] = run >= 6 ? 1.0F : 0.0F;
    inputs[BLOCK_NEAR] = (float)__builtin_popcount(near) / 6.0F;
    inputs[BLOCK_FAR] = (float)__builtin_popcount(far) / 6.0F;
}

static float board_strength(const struct view *view)
{
    float points = (float)__builtin_popcount(view->made & HOME) / 6.0F;
    return points * points;
}

static int pips_to_save_gammon(const struct side *own)
{
    int pips = 1;
    for (int p = 7; p <= POINT_BAR; p++) {
        pips += (p - 6) * own->at[p];
    }
    return own->at[POINT_OFF] > 0 ? 0 : pips;
}

static int pips_to_play(const struct side *own)
{
    int pips = 0;
    for (int p = 7; p <= 18; p++) {
        pips += (p - 6) * own->at[p];
    }
    return pips;
}

static void side_inputs(const struct view *own, const struct view *other, float *inputs)
{
    int shots;
    int pips;
    count_shots(other, &shots, &pips);
    inputs[SHOTS] = (float)shots / 36.0F;
    inputs[SHOT_PIPS] = (float)pips / (36.0F * 24.0F);
    inputs[SHOT_DANGER] = inputs[SHOTS] * board_strength(other);
    inputs[FREEDOM] = (float)count_freedom(own) / (36.0F * 8.0F);
    blockade(own, other, inputs);
    inputs[BOARD] = board_strength(own);
    inputs[DANCE] = other->own->at[POINT_BAR] > 0 ? inputs[BOARD] : 0.0F;
    inputs[REARMOST] = (float)own->rearmost / 25.0F;
    inputs[GAMMON_PIPS] = (float)pips_to_save_gammon(own->own) / 100.0F;
    inputs[TIMING] = (float)pips_to_play(own->own) / 60.0F;
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
    inputs[RACE] = (float)mine.pips / (float)(mine.pips + theirs.pips + 1);
    inputs[HAND_INPUTS_SIDE + RACE] = is_contact ? 1.0F : 0.0F;
}
