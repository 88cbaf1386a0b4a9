/* The kernel in 512-bit vectors, for x86-64 with AVX-512 F, BW, VL and DQ (Skylake-X,
 * Zen 4 and newer). The Makefile compiles this file with the flags for these; on other
 * machines it is empty. */
#include "engine/net/net_kernels.h"

#if NET_HAS_X86_KERNELS
#include "engine/net/net_lanes_x86.h"

#define KERNEL      net_kernel_avx512
#define KERNEL_NAME "avx512"

#include "engine/net/net_kernel.h"
#endif
