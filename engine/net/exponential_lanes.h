/*
 * Computes e^x in each of NET_LANES with the Taylor polynomial of the sixth degree, not
 * with libm, whose last bit differs between machines. No include guard: the kernels and
 * race_rolls.c define INLINE and the vector operations of net_kernel.h and then include
 * it.
 */

INLINE net_vfloat exponential(net_vfloat x)
{
    static const float factorials[] = {1.0F / 120.0F, 1.0F / 24.0F, 1.0F / 6.0F,
                                       0.5F,          1.0F,         1.0F};
    const net_vfloat round = v_set(12582912.0F); /* 1.5 * 2^23: see v_power() */
    x = v_min(v_max(x, v_set(-80.0F)), v_set(80.0F));
    net_vfloat t = x * v_set(1.44269504F) + round;
    net_vfloat n = t - round;
    net_vfloat f = /* ln 2 in two parts */
        x - n * v_set(0.693359375F) + n * v_set(2.12194440e-4F);
    net_vfloat p = v_set(1.0F / 720.0F);
    for (int k = 0; k < 6; k++) {
        p = p * f + v_set(factorials[k]);
    }
    return p * v_power(t);
}
