#pragma once
/*
 * Static evaluation: the 0-ply outputs of positions after a play.
 *
 * A finished game has its exact result. Other positions are evaluated by the first of
 * these that covers them: the two-sided bearoff database, the one-sided one, the race
 * net if there is one (race.h, positions without contact), and the pruning net or the
 * main net. All outputs are those of the player who has just moved (`mine`), the
 * opponent being on roll.
 *
 * A struct evaluator is read-only once open, so threads may share it; each thread needs
 * its own eval_scratch.
 */

#include <stdint.h>

#include "base/error.h"
#include "engine/board/outputs.h"

struct position;
struct evaluator;
struct eval_scratch;

/* The net that evaluates contact positions: the small pruning net, which ranks and
 * prunes plays and plays the weak levels, or the large main net. */
enum eval_net { EVAL_PRUNING, EVAL_MAIN };

/* Opens the files that `dir`/weights.txt lists, one a line: the pruning net "small
 * FILE", the main net "big FILE"; optionally the one-sided bearoff database "bearoff1
 * FILE", the two-sided one "bearoff2 FILE" and the race net "race FILE", which is
 * ignored without "bearoff1". `#` begins a comment. Returns NULL with `err` when a file
 * is missing or damaged. The caller closes it with eval_close(). */
struct evaluator *eval_open(const char *dir, struct error *err);
/* Opens a weights file, whose net is both the pruning and the main net; no databases. */
struct evaluator *eval_open_net(const char *path, struct error *err);
void eval_close(struct evaluator *ev); /* may be NULL */

/* Writes the path of the net that `dir`/weights.txt lists, "" if it lists none or is not
 * there. Returns false with `err` if it cannot be read. */
enum { EVAL_PATH_SIZE = 4096 };
bool eval_net_path(const char *dir, enum eval_net net, char path[EVAL_PATH_SIZE],
                   struct error *err);

/* Returns `digest`, that of `dir`/weights.txt, with the digests of the nets listed there
 * added, so that folders with other nets have other digests. A net whose file name holds
 * its own digest adds nothing, since the list tells it; databases add nothing, since they
 * are exact. Returns `digest` as it is when the list cannot be read. */
uint64_t eval_digest_nets(uint64_t digest, const char *dir);

/* Selects the kernel that computes the nets (a name of net_kernels.h) instead of the
 * fastest one; all give the same bits (net.h). Returns false and changes nothing if
 * this machine cannot run it. Call it only before the evaluator is shared. */
bool eval_use_kernel(struct evaluator *ev, const char *name);
const char *eval_kernel_name(const struct evaluator *ev);

/* Returns the bearoff databases, for cubeful values of endings; NULL if there are none.
 * Valid until `ev` is closed. */
const struct bearoff *eval_bearoff(const struct evaluator *ev);

/* Returns the race evaluator; NULL if there is none. Valid until `ev` is closed. */
const struct race *eval_race(const struct evaluator *ev);

/* Returns whether the outputs of `pos` and of all positions that follow it are the same
 * with either net, because neither evaluates them: a race, and there is a race net. */
bool eval_needs_no_net(const struct evaluator *ev, const struct position *pos);

/* Allocates the memory that one thread needs. Returns NULL if memory is short. */
struct eval_scratch *eval_scratch_new(const struct evaluator *ev);
void eval_scratch_free(struct eval_scratch *scratch);

/* As net_expect(), a hint for speed: the positions evaluated next with this scratch
 * arise from `before`, mine on roll, by one play each. It applies until the next call. */
void eval_expect(struct eval_scratch *scratch, const struct position *before);

/* Evaluates `count` positions: out[i] gets the outputs of mine, who has just moved in
 * after[i]. Any positions will do, but siblings of one decision are quickest, since the
 * first layer is then computed by differences. */
void eval_afterstates(const struct evaluator *ev, struct eval_scratch *scratch,
                      enum eval_net net, const struct position *after, int count,
                      struct outputs *out);

/* The same for positions with contact, none of them a finished game. */
void eval_by_net(const struct evaluator *ev, struct eval_scratch *scratch,
                 enum eval_net net, const struct position *after, int count,
                 struct outputs *out);

/* Returns the number of evaluations by nets, the race net included, with this scratch
 * since it was made; bench counts these. */
uint64_t eval_count(const struct eval_scratch *scratch);
