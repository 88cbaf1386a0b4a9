/*
 * The hand-made inputs in the units of a net. Part of net_kernel.h: it uses its vector
 * operations.
 */

/* Multiplies by the reciprocal, which is quicker than dividing; the correction by the
 * remainder makes the result the same. */
INLINE vfloat hand_share(vint count, float of)
{
    const vfloat whole = i_float(count);
    const vfloat share = v_mul(whole, v_set(1.0F / of));
    const vfloat left = v_fma(share, v_set(-of), whole);
    return v_fma(left, v_set(1.0F / of), share);
}

#include "engine/net/inputs_hand_lanes.h"

/* Computes the inputs of up to LANES positions. */
INLINE void inputs_of(vfloat inputs[HAND_INPUTS], const struct position *pos, int count)
{
    struct hand_group group;
    for (int k = 0; k < LANES; k++) {
        look_at(&group, k, &pos[k < count ? k : count - 1]);
    }
    group_inputs(&group, inputs);
}

/* In units of 2^-10. */
static void hand_inputs(int32_t *out, int stride, const struct position *pos, int count)
{
    for (int i = 0; i < count; i += LANES) {
        vfloat inputs[HAND_INPUTS];
        inputs_of(inputs, pos + i, count - i);
        for (int h = 0; h < HAND_INPUTS; h++) {
            vfloat units = v_mul(inputs[h], v_set(1024.0F));
            i_store(out + i + h * stride, i_trunc(v_add(units, v_set(0.5F))));
        }
    }
}

static void hand_floats(float *out, int stride, const struct position *pos, int count)
{
    for (int i = 0; i < count; i += LANES) {
        vfloat inputs[HAND_INPUTS];
        inputs_of(inputs, pos + i, count - i);
        for (int h = 0; h < HAND_INPUTS; h++) {
            v_store(out + i + h * stride, inputs[h]);
        }
    }
}
