/*
 * The hand-made inputs in the units of a net. Part of net_kernel.h: it uses its vector
 * operations.
 */

/* Multiplies by the reciprocal, which is quicker than dividing and gives the same units
 * below, since no share lies near the middle between two of them. */
INLINE vfloat hand_share(vint count, float of)
{
    return v_mul(i_float(count), v_set(1.0F / of));
}

#include "engine/net/inputs_hand_lanes.h"

/* Stores the inputs in units of 2^-10, rounded. */
INLINE void store_inputs(const vfloat inputs[HAND_INPUTS], int32_t *out, int stride)
{
    for (int h = 0; h < HAND_INPUTS; h++) {
        vfloat units = v_mul(inputs[h], v_set(1024.0F));
        i_store(out + h * stride, i_trunc(v_add(units, v_set(0.5F))));
    }
}

static void hand_inputs(int32_t *out, int stride, const struct position *pos, int count)
{
    for (int i = 0; i < count; i += LANES) {
        struct hand_group group;
        vfloat inputs[HAND_INPUTS];
        for (int k = 0; k < LANES; k++) {
            look_at(&group, k, &pos[i + k < count ? i + k : count - 1]);
        }
        group_inputs(&group, inputs);
        store_inputs(inputs, out + i, stride);
    }
}
