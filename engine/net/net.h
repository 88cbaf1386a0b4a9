#ifndef ENGINE_NET_NET_H
#define ENGINE_NET_NET_H
/*
 * A net ready to play: weights in the layout of the kernels, and the forward pass.
 *
 * The value of a position is the same in every bit whatever else stands in its batch,
 * on every kernel, compiler and machine (net_kernels.h). A struct net is read-only once
 * made and shared by threads; each thread has its own net_scratch.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/board/outputs.h"
#include "engine/board/position.h"
#include "engine/net/net_kernels.h"
#include "engine/net/weights.h"

struct net;
struct net_scratch;

/* A kernel that this machine can run: "plain", "avx2", "avx512", or the fastest for
 * NULL. NULL when the name is unknown or the machine cannot. */
const struct net_kernel *net_kernel_find(const char *name);

/* `w` is copied. NULL without memory. */
struct net *net_new(const struct weights *w);
struct net *net_load(const char *path, struct error *err);
void net_free(struct net *net);

/* The digest of its file. */
uint64_t net_digest(const struct net *net);

/* Room for evaluating with any of the nets (some may be NULL). NULL: no memory. */
struct net_scratch *net_scratch_new(const struct net *const *nets, int count);
void net_scratch_free(struct net_scratch *scratch);

/* Says that the positions to be valued next come from `before`, mine on roll, by one
 * play each: their first layers are then made from its, if that is near. */
void net_expect(struct net_scratch *scratch, const struct position *before);

/* Values `count` positions, mine having just moved, finished games excepted. Quickest
 * when they are siblings: first layers come by differences from that of the position
 * expected, or of pos[0]. The outputs are clamped (outputs_clamp). */
void net_evaluate(const struct net *net, const struct net_kernel *kernel,
                  struct net_scratch *scratch, const struct position *pos, int count,
                  struct outputs *out);

#endif
