/* The kernel in 128-bit vectors, for 64-bit ARM; on other machines it is empty. */
#include "engine/net/net_kernels.h"

#if NET_HAS_NEON_KERNELS
#include "engine/net/net_lanes_neon.h"

#define KERNEL      net_kernel_neon
#define KERNEL_NAME "neon"

#include "engine/net/net_kernel.h"
#endif
