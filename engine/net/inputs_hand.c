#include "engine/net/inputs_hand.h"

#include "engine/board/side_bits.h"
#include "engine/net/net_lanes_plain.h"

#define INLINE static inline

INLINE vfloat hand_share(vint count, float of)
{
    return v_div(i_float(count), v_set(of));
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

void inputs_hand(const struct position *pos, float inputs[HAND_INPUTS])
{
    struct hand_group group;
    look_at(&group, 0, pos);
    group_inputs(&group, inputs);
}
