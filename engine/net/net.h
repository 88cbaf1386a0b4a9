#pragma once
/*
 * A net ready to evaluate positions: weights in the layout of the kernels, and the
 * forward pass.
 *
 * The outputs for a position have the same bits whatever else is in its batch, with
 * every kernel and compiler, on every machine (net_kernels.h). A struct net is
 * read-only once made, so threads may share it; each thread needs its own net_scratch.
 */

#include "base/error.h"
#include "engine/board/outputs.h"
#include "engine/net/net_kernels.h"
#include "engine/net/weights.h"

struct position;
struct net;
struct net_scratch;

/* Finds a kernel by name: "plain" or one of net_kernels.h; NULL stands for the fastest that
 * this machine can run. Returns NULL if there is no such kernel or this machine cannot
 * run it. */
const struct net_kernel *net_kernel_find(const char *name);

/* Make a net from weights, which are copied, or from a file. The caller frees it with
 * net_free(). net_new() returns NULL if memory is short; net_load() returns NULL with
 * `err`, also if the file is damaged or of another kind. */
struct net *net_new(const struct weights *w);
struct net *net_load(const char *path, struct error *err);
void net_free(struct net *net);

/* Returns the digest of the net's file. */
uint64_t net_digest(const struct net *net);

/* Returns whether nets of this shape compute their second layer in bytes. */
bool net_has_bytes(const struct net_shape *shape);

/* Finds the units of the weights of such a layer: sets unit[o] to that of output
 * o < NET_PANEL, whose weight of input i < n_in is matrix[i * row + o]. It is the smallest
 * with which they fit in bytes and the sums that the kernels keep in 16 bits
 * (net_kernels.h) cannot overflow. */
void net_byte_units(const float *matrix, int n_in, int row, double unit[NET_PANEL]);

/* Returns what the layer in bytes adds to the sum of output o of a class: the bias of its
 * file and the correction of what rounding adds on average. */
double net_byte_offset(const struct net *net, int class, int output);

/* Allocates the memory that one thread needs to evaluate with any of the nets; entries
 * of `nets` may be NULL. Returns NULL if memory is short. The caller frees it with
 * net_scratch_free(). */
struct net_scratch *net_scratch_new(const struct net *const *nets, int count);
void net_scratch_free(struct net_scratch *scratch);

/* Announces that the positions evaluated next arise from `before`, mine on roll, by one
 * play each. Their first layers are then computed from its first layer, where that is
 * quicker. Only a hint: no output depends on it. */
void net_expect(struct net_scratch *scratch, const struct position *before);

/* Evaluates `count` positions, none of them a finished game: out[i] gets the outputs of
 * mine, who has just moved in pos[i], limited by outputs_clamp(). Quickest for sibling
 * positions, since first layers are computed by differences from that of net_expect()'s
 * position or of pos[0]. */
void net_evaluate(const struct net *net, const struct net_kernel *kernel,
                  struct net_scratch *scratch, const struct position *pos, int count,
                  struct outputs *out);
