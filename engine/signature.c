#include "engine/signature.h"

#include <math.h>

#include "base/digest.h"
#include "engine/board/decision_context.h"
#include "engine/board/movegen.h"
#include "engine/board/xgid.h"
#include "engine/search/ranked_play.h"

/* clang-format off */
static const char *const positions[] = {
#include "engine/signature_positions.inc"
};
/* clang-format on */
enum { POSITIONS = sizeof positions / sizeof positions[0] };
_Static_assert((int)POSITIONS <= (int)SIGNATURE_POSITIONS_MAX,
               "callers have room for all");

int signature_positions(struct decision_context at[SIGNATURE_POSITIONS_MAX],
                        struct error *err)
{
    for (int i = 0; i < POSITIONS; i++) {
        if (!xgid_read(positions[i], &at[i], err)) {
            return -1;
        }
    }
    return POSITIONS;
}

uint64_t signature_start(void)
{
    return digest_start();
}

static void add_number(struct signature *s, int64_t number)
{
    for (int i = 0; i < 2; i++) {
        s->hash = digest_u32(s->hash, (uint32_t)((uint64_t)number >> (32 * i)));
    }
}

static void add_equity(struct signature *s, float equity)
{
    add_number(s, llround((double)equity * 1e4));
}

static void add_plays(struct signature *s, int count)
{
    add_number(s, count);
    for (int i = 0; i < count; i++) {
        const struct ranked_play *ranked = &s->ranked[i];
        for (int m = 0; m < ranked->play.count; m++) {
            add_number(s, ranked->play.moves[m].from * 32 + ranked->play.moves[m].to);
        }
        add_number(s, ranked->ply);
        add_equity(s, ranked->equity);
    }
}

static void add_cube(struct signature *s, const struct cube_decision *cube)
{
    add_number(s, (int64_t)cube->action);
    add_equity(s, cube->no_double);
    add_equity(s, cube->double_take);
    add_equity(s, cube->equity_cubeless);
}

void signature_add(struct signature *s, const struct decision_context *at, int ply)
{
    struct strength strength = strength_default();
    strength.play_ply = strength.cube_ply = ply;
    if (at->roll.high == 0) {
        struct cube_decision cube;
        engine_cube_decision(s->engine, s->scratch, &strength, &at->pos, &at->ms,
                             &cube);
        add_cube(s, &cube);
        return;
    }
    int count = engine_rank_plays(s->engine, s->scratch, &strength, &at->pos, &at->ms,
                                  at->roll, s->ranked, PLAY_LIST_MAX);
    add_plays(s, count);
}

bool signature_counts(const struct decision_context *at, int ply)
{
    return at->roll.high != 0 || ply % 2 == 0;
}

uint32_t signature_hash(const struct signature *s)
{
    return (uint32_t)(s->hash ^ s->hash >> 32);
}
