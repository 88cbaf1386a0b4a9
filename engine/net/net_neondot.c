/* The kernel in 128-bit vectors with dot products of bytes, for 64-bit ARM with SDOT
 * (Cortex-A55, A75, A76 and newer, Apple M1). The Makefile compiles this file with the
 * flags for these; on other machines it is empty. */
#include "engine/net/net_kernels.h"

#if NET_HAS_NEON_KERNELS
#define NET_HAS_DOTS
#include "engine/net/net_lanes_neon.h"

#define KERNEL      net_kernel_neondot
#define KERNEL_NAME "neondot"

#include "engine/net/net_kernel.h"
#endif
