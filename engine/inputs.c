#include "inputs.h"

#include <stddef.h>
#include <string.h>

#include "digest.h"
#include "inputs_hand.h"
#include "rng.h"
#include "side_bits.h"

/* clang-format off */
/* First row of each slot (0 off, 1..24 points, 25 bar) and how many it has. */
static const uint8_t first_row[SIDE_SLOTS] = {
    147,
    0, 6, 12, 18, 24, 30, 36, 42, 48, 54, 60, 66,
    72, 78, 84, 90, 96, 102, 108, 114, 120, 126, 132, 138,
    144,
};
static const uint8_t slot_rows[SIDE_SLOTS] = {
    15,
    6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6,
    6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6,
    3,
};
/* clang-format on */

static const struct input_set sets[] = {
    {"checkers", 1, 0, NULL},
    {"checkers+hand", 2, HAND_INPUTS, inputs_hand},
};

const struct input_set *input_set_by_id(uint32_t id)
{
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        if (sets[i].id == id) {
            return &sets[i];
        }
    }
    return NULL;
}

const struct input_set *input_set_by_name(const char *name)
{
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        if (strcmp(sets[i].name, name) == 0) {
            return &sets[i];
        }
    }
    return NULL;
}

/* The row of the n-th checker (from 1) in a slot of mine (side 0) or theirs (1). */
static uint16_t row_of(int side, int slot, int n)
{
    int most = slot_rows[slot];
    return (uint16_t)(side * INPUT_ROWS_SIDE + first_row[slot] + (n < most ? n : most) -
                      1);
}

static const struct side *side_of(const struct position *pos, int side)
{
    return side == 0 ? &pos->mine : &pos->theirs;
}

void inputs_rows(const struct position *pos, uint16_t rows[INPUTS_ACTIVE])
{
    int count = 0;
    for (int side = 0; side < 2; side++) {
        const uint8_t *at = side_of(pos, side)->at;
        for (int slot = POINT_OFF; slot <= POINT_BAR; slot++) {
            for (int n = 1; n <= at[slot]; n++) {
                rows[count++] = row_of(side, slot, n);
            }
        }
    }
}

void inputs_changes(const struct position *from, const struct position *to,
                    struct input_changes *changes)
{
    int added = 0;
    int removed = 0;
    for (int side = 0; side < 2; side++) {
        const struct side *a = side_of(from, side);
        const struct side *b = side_of(to, side);
        for (uint32_t differ = side_points_that_differ(a, b); differ; differ &= differ - 1) {
            int slot = __builtin_ctz(differ);
            for (int n = a->at[slot]; n < b->at[slot]; n++) {
                changes->add[added++] = row_of(side, slot, n + 1);
            }
            for (int n = a->at[slot]; n > b->at[slot]; n--) {
                changes->remove[removed++] = row_of(side, slot, n);
            }
        }
    }
    changes->added = added;
    changes->removed = removed;
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
