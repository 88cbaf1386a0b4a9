#ifndef ENGINE_STRENGTH_H
#define ENGINE_STRENGTH_H
/* How strongly the engine is to think about one decision. */

#include <stdatomic.h>
#include <stdint.h>

#include "filter.h"

/* How strongly to think; plain data, set by the caller for each call. */
struct strength {
    int play_ply; /* checker plays: 0..PLY_MAX */
    int cube_ply; /* cube actions: 0, 2 or 4 */
    const struct move_filter *filter;
    float noise;         /* standard deviation of equity added to each play; 0: none */
    uint64_t noise_seed; /* same seed and position: same noise */
    const atomic_bool *stop; /* when it becomes true, return soon with what there is;
                                may be NULL */
};

/* The default: 2-ply plays and cube, default filter, no noise. */
struct strength strength_default(void);

#endif
