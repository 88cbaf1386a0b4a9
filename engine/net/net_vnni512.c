/* The kernel in 512-bit vectors with dot products of bytes, for x86-64 with AVX-512 VNNI as
 * well (Ice Lake, Zen 4 and newer). The Makefile compiles this file with the flags for
 * these; on other machines it is empty. */
#include "engine/net/net_kernels.h"

#if NET_HAS_X86_KERNELS
#define NET_HAS_DOTS
#include "engine/net/net_lanes_x86.h"

#define KERNEL      net_kernel_vnni512
#define KERNEL_NAME "vnni512"

#include "engine/net/net_kernel.h"
#endif
