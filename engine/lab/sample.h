#ifndef ENGINE_LAB_SAMPLE_H
#define ENGINE_LAB_SAMPLE_H
/*
 * What training learns from: an afterstate and its value for the player who has just
 * moved. 72 bytes, so that millions fit in memory.
 */

#include <string.h>

#include "engine/outputs.h"
#include "engine/position.h"

enum { SAMPLE_SLOTS = POINT_BAR + 1 };

struct sample {
    uint8_t mine[SAMPLE_SLOTS];
    uint8_t theirs[SAMPLE_SLOTS];
    struct outputs target;
};

static inline struct sample sample_of(const struct position *pos, struct outputs target)
{
    struct sample s;
    memcpy(s.mine, pos->mine.at, sizeof s.mine);
    memcpy(s.theirs, pos->theirs.at, sizeof s.theirs);
    s.target = target;
    return s;
}

static inline void sample_position(const struct sample *s, struct position *pos)
{
    memset(pos, 0, sizeof *pos);
    memcpy(pos->mine.at, s->mine, sizeof s->mine);
    memcpy(pos->theirs.at, s->theirs, sizeof s->theirs);
}

#endif
