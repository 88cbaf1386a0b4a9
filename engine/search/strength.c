#include "engine/search/strength.h"

#include "engine/board/rng.h"
#include "engine/cube/params.h"

struct strength strength_default(void)
{
    return (struct strength){
        .play_ply = 2,
        .cube_ply = 2,
        .filter = *filter_find(filter_default_name),
        .candidates = {CANDIDATES_KEPT, (float)CANDIDATES_WINDOW},
        .efficiency_centred = -1.0F,
        .efficiency_owned = -1.0F,
        .leaf_candidates = {LEAF_CANDIDATES_KEPT, (float)LEAF_CANDIDATES_WINDOW},
    };
}

void strength_play_cubeless(struct strength *strength)
{
    strength->is_cubeless = true;
    strength->filter.nets.accept = -1;
}

/* The sum of twelve uniform numbers is close enough to normal. */
float strength_deviate(uint64_t seed, uint64_t hash)
{
    struct rng rng;
    rng_seed(&rng, hash, seed);
    double sum = -6.0;
    for (int i = 0; i < 12; i++) {
        sum += rng_unit(&rng);
    }
    float deviate = (float)sum;
    return deviate < -STRENGTH_DEVIATES  ? -STRENGTH_DEVIATES
           : deviate > STRENGTH_DEVIATES ? STRENGTH_DEVIATES
                                         : deviate;
}
