#ifndef ENGINE_EVAL_EVAL_H
#define ENGINE_EVAL_EVAL_H
/*
 * Static evaluation: the 0-ply value of positions just after a play.
 *
 * Order of judges: a finished game has its exact result; then the two-sided and
 * one-sided bearoff databases; then, without contact, the judge of races (race.h), if
 * there is its net; then the small or the big net. All values are those of the player
 * who has just moved (`mine`), the opponent being on roll.
 *
 * A struct evaluator is read-only once open and may be shared by all threads; each
 * thread has its own eval_scratch.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/board/outputs.h"
#include "engine/board/position.h"
#include "engine/race/bearoff.h"

struct evaluator;
struct eval_scratch;
struct race;

/* Which net judges contact positions: the small one for ranking, pruning and weak
 * levels, the big one for values. */
enum eval_net { EVAL_SMALL, EVAL_BIG };

/* Loads what `dir`/weights.txt names: "small FILE", "big FILE"; optional bearoff
 * databases, one-sided "bearoff1 FILE" and two-sided "bearoff2 FILE"; an optional net
 * of races, "race FILE", left aside where the one-sided database is not named. One file
 * a line, `#` starts a comment. NULL with `err` filled when something is missing or
 * damaged. */
struct evaluator *eval_open(const char *dir, struct error *err);
void eval_close(struct evaluator *ev); /* NULL is fine */

/* Has the nets computed by the kernel named ("plain", "avx2", "avx512") instead of the
 * fastest; all give the same bits (net.h). False, and no change, if this machine cannot
 * run it. Only before the evaluator is shared. */
bool eval_use_kernel(struct evaluator *ev, const char *name);
const char *eval_kernel_name(const struct evaluator *ev);

/* The bearoff databases it has opened, for cubeful endings; NULL where there are none.
 * Lives as long as `ev`. */
const struct bearoff *eval_bearoff(const struct evaluator *ev);

/* The judge of races; NULL where there is none. Lives as long as `ev`. */
const struct race *eval_race(const struct evaluator *ev);

struct eval_scratch *eval_scratch_new(const struct evaluator *ev); /* NULL: no memory */
void eval_scratch_free(struct eval_scratch *scratch);

/* Says that the positions to be valued next with this scratch come from `before`, mine
 * on roll, by one play each: quicker where it is so, no harm and no difference to any
 * value where it is not. Holds until it is called again. */
void eval_expect(struct eval_scratch *scratch, const struct position *before);

/* Values `count` positions (mine has just moved). They may be any positions, but it is
 * quickest when they are siblings of one decision, since the first layer is then
 * computed by differences. out[i] belongs to after[i]. */
void eval_afterstates(const struct evaluator *ev, struct eval_scratch *scratch,
                      enum eval_net net, const struct position *after, int count,
                      struct outputs *out);

/* Evaluations by nets and by the judge of races with this scratch since it was made:
 * what bench counts. */
uint64_t eval_count(const struct eval_scratch *scratch);

#endif
