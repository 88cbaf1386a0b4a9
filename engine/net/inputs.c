#include "engine/net/inputs.h"

#include <stddef.h>
#include <string.h>

#include "base/digest.h"
#include "engine/board/rng.h"
#include "engine/board/side_bits.h"
#include "engine/net/net_lanes_plain.h"

/* clang-format off */
/* The row of the n-th checker (from 1) in each slot (0 off, 1..24 points, 25 bar), mine
 * and then theirs, the slot's rows beginning at `first`. */
#define POINT(first) {0, (first), (first) + 1, (first) + 2, (first) + 3, (first) + 4, \
                      SAME_5((first) + 5), SAME_5((first) + 5)}
#define SAME_5(row)  (row), (row), (row), (row), (row)
#define BAR(first)   {0, (first), (first) + 1, SAME_5((first) + 2), \
                      SAME_5((first) + 2), (first) + 2, (first) + 2, (first) + 2}
#define OFF(first)   {0, (first), (first) + 1, (first) + 2, (first) + 3, (first) + 4, \
                      (first) + 5, (first) + 6, (first) + 7, (first) + 8, (first) + 9, \
                      (first) + 10, (first) + 11, (first) + 12, (first) + 13, (first) + 14}
#define SIX(first)   POINT(first), POINT((first) + 6), POINT((first) + 12), \
                     POINT((first) + 18), POINT((first) + 24), POINT((first) + 30)
#define SIDE(first)  OFF((first) + 147), SIX(first), SIX((first) + 36), \
                     SIX((first) + 72), SIX((first) + 108), BAR((first) + 144), \
                     {0}, {0}, {0}, {0}, {0}, {0}
const uint16_t input_slot_rows[2 * SIDE_SLOTS][CHECKERS + 1] = {
    SIDE(0), SIDE(INPUT_ROWS_SIDE),
};
#undef SIDE
#undef SIX
#undef OFF
#undef POINT
#undef BAR
#undef SAME_5
/* clang-format on */

/* ---- hand-made inputs ------------------------------------------------------------ */

#define INLINE static inline

INLINE net_vfloat hand_share(net_vint count, float of)
{
    return i_float(count) / v_set(of);
}

#include "engine/net/inputs_hand_lanes.h"

/* clang-format off */
const uint8_t inputs_hand_slot_weights[3][SIDE_SLOTS] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
     13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25},
    {0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6,
     7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19},
    {0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6,
     7, 8, 9, 10, 11, 12},
};
/* clang-format on */

static void fill_hand_inputs(const struct position *pos, float inputs[INPUTS_HAND])
{
    struct input_hand_group group;
    look_at(&group, 0, pos);
    group_inputs(&group, inputs);
}

/* ---- input sets ------------------------------------------------------------------ */

/* By id, from 1. */
static const struct input_set sets[] = {
    {"checkers", 1, 0, NULL},
    {"checkers+hand", 2, INPUTS_HAND, fill_hand_inputs},
};
enum { SETS = sizeof sets / sizeof sets[0] };

const struct input_set *input_set_by_id(uint32_t id)
{
    return id >= 1 && id <= SETS ? &sets[id - 1] : NULL;
}

const struct input_set *input_set_by_name(const char *name)
{
    for (int i = 0; i < SETS; i++) {
        if (strcmp(sets[i].name, name) == 0) {
            return &sets[i];
        }
    }
    return NULL;
}

/* All slots of a position, mine and then theirs. */
static const uint8_t *slots_of(const struct position *pos)
{
    return pos->mine.at;
}

void inputs_rows(const struct position *pos, uint16_t rows[INPUTS_ACTIVE])
{
    int count = 0;
    for (uint64_t held = position_slots_with(pos, 1); held != 0; held &= held - 1) {
        int slot = __builtin_ctzll(held);
        for (int n = 1; n <= slots_of(pos)[slot]; n++) {
            rows[count++] = input_slot_rows[slot][n];
        }
    }
}

void inputs_changes(const struct position *from, const struct position *to,
                    struct input_changes *changes)
{
    uint16_t *add = changes->add;
    uint16_t *remove = changes->remove;
    for (int by = 1;; by++) {
        uint64_t more = position_slots_above(to, from, by);
        uint64_t fewer = position_slots_above(from, to, by);
        if ((more | fewer) == 0) {
            break;
        }
        for (; more != 0; more &= more - 1) {
            int slot = __builtin_ctzll(more);
            *add++ = input_slot_rows[slot][slots_of(from)[slot] + by];
        }
        for (; fewer != 0; fewer &= fewer - 1) {
            int slot = __builtin_ctzll(fewer);
            *remove++ = input_slot_rows[slot][slots_of(from)[slot] - by + 1];
        }
    }
    changes->count = (int)(add - changes->add);
}

/* Any spread of 15 checkers a side; both may hold a point, which does no harm here. */
static void scatter(struct side *side, struct rng *rng)
{
    memset(side, 0, sizeof *side);
    int heap = (int)rng_below(rng, POINT_BAR + 1);
    for (int i = 0; i < CHECKERS; i++) {
        int other = (int)rng_below(rng, POINT_BAR + 1);
        side->at[rng_below(rng, 3) == 0 ? heap : other]++;
    }
}

uint64_t input_set_digest(const struct input_set *set)
{
    struct rng rng;
    rng_seed(&rng, set->id, 0);
    uint64_t digest = digest_start();
    for (int i = 0; i < 2000; i++) {
        struct position pos;
        uint16_t rows[INPUTS_ACTIVE];
        float extras[INPUT_EXTRAS_MAX];
        scatter(&pos.mine, &rng);
        scatter(&pos.theirs, &rng);
        inputs_rows(&pos, rows);
        for (int r = 0; r < INPUTS_ACTIVE; r++) {
            digest = digest_u32(digest, rows[r]);
        }
        if (set->fill != NULL) {
            set->fill(&pos, extras);
            for (int e = 0; e < set->extras; e++) {
                digest = digest_u32(digest, (uint32_t)(int32_t)(extras[e] * 65536.0F));
            }
        }
    }
    return digest;
}
