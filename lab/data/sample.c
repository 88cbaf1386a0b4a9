#include "lab/data/sample.h"

#include <string.h>

#include "engine/board/position.h"

static const float unit = 65535.0F;

enum { SIBLING_MARK = 0x80 }; /* the last bit of a side */

static void pack_side(const struct side *side, uint8_t bytes[SAMPLE_SIDE])
{
    uint64_t bits = 0;
    int at = 0;
    for (int p = 1; p <= POINT_BAR; p++) {
        bits |= ((UINT64_C(1) << side->at[p]) - 1) << at;
        at += side->at[p] + 1;
    }
    for (int i = 0; i < SAMPLE_SIDE; i++) {
        bytes[i] = (uint8_t)(bits >> (8 * i));
    }
}

/* Returns false if the bits are not those of a side, which is then undefined. */
static bool unpack_side(const uint8_t bytes[SAMPLE_SIDE], struct side *side)
{
    uint64_t bits = 0;
    for (int i = 0; i < SAMPLE_SIDE; i++) {
        bits |= (uint64_t)bytes[i] << (8 * i);
    }
    int left = CHECKERS;
    for (int p = 1; p <= POINT_BAR; p++) {
        int n = __builtin_ctzll(~bits); /* there is a 0: the upper 24 are */
        side->at[p] = (uint8_t)n;
        left -= n;
        bits >>= n + 1;
    }
    side->at[POINT_OFF] = (uint8_t)left;
    return left >= 0 && bits == 0;
}

static uint16_t pack_chance(float chance)
{
    float inside = chance < 0.0F ? 0.0F : chance > 1.0F ? 1.0F : chance;
    return (uint16_t)(inside * unit + 0.5F);
}

void sample_set_target(struct sample *sample, struct outputs target)
{
    sample->target[0] = pack_chance(target.win);
    sample->target[1] = pack_chance(target.win_gammon);
    sample->target[2] = pack_chance(target.win_backgammon);
    sample->target[3] = pack_chance(target.lose_gammon);
    sample->target[4] = pack_chance(target.lose_backgammon);
}

void sample_copy(struct sample *to, const struct sample *from, size_t count)
{
    if (count > 0) {
        memcpy(to, from, count * sizeof *to);
    }
}

struct sample sample_of(const struct position *pos, struct outputs target)
{
    struct sample sample;
    sample_set_target(&sample, target);
    pack_side(&pos->mine, sample.side[0]);
    pack_side(&pos->theirs, sample.side[1]);
    return sample;
}

struct outputs sample_target(const struct sample *sample)
{
    const uint16_t *t = sample->target;
    return (struct outputs){(float)t[0] / unit, (float)t[1] / unit, (float)t[2] / unit,
                            (float)t[3] / unit, (float)t[4] / unit};
}

bool sample_is_sibling(const struct sample *sample)
{
    return (sample->side[0][SAMPLE_SIDE - 1] & SIBLING_MARK) != 0;
}

void sample_set_sibling(struct sample *sample, bool is_sibling)
{
    uint8_t *last = &sample->side[0][SAMPLE_SIDE - 1];
    *last = (uint8_t)(is_sibling ? *last | SIBLING_MARK : *last & ~SIBLING_MARK);
}

/* Returns false if the bits of a side are not those of one. */
static bool unpack(const struct sample *sample, struct position *pos)
{
    struct sample unmarked = *sample;
    sample_set_sibling(&unmarked, false);
    memset(pos, 0, sizeof *pos);
    bool is_mine = unpack_side(unmarked.side[0], &pos->mine);
    return unpack_side(unmarked.side[1], &pos->theirs) && is_mine;
}

void sample_position(const struct sample *sample, struct position *pos)
{
    (void)unpack(sample, pos);
}

bool sample_is_sound(const struct sample *sample)
{
    struct position pos;
    return unpack(sample, &pos) && position_fault(&pos) == NULL;
}
