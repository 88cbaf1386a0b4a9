/* The kernel in plain C, one number at a time: slow, but runs on every machine. */
#include "engine/net/net_kernels.h"
#include "engine/net/net_lanes_plain.h"

enum { NET_TILE_SUMS = 3, NET_TILE_PANELS = 1 };

static inline void turn_block(float *out, const float *in)
{
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 4; k++) {
            out[k * NET_PANEL + i] = in[i * NET_PANEL + k];
        }
    }
}

#define KERNEL      net_kernel_plain
#define KERNEL_NAME "plain"

#include "engine/net/net_kernel.h"
