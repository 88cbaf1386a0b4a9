#pragma once
/*
 * Searches a position over dice and plays.
 *
 * Ply: 0-ply is the net on the position after the play (or, for a cube decision, on the
 * position before the roll). Each further ply averages over the 21 rolls of the side
 * next to play, which makes its best play. This is GNU Backgammon's count; eXtreme
 * Gammon's is one more.
 *
 *   rank plays, 2-ply:
 *     mine's play | theirs' roll and play | mine's roll and play: net
 *   cube decision, 2-ply:
 *     mine's roll and play | theirs' roll and play: net
 *
 * Plays inside the tree: the pruning net evaluates the plays of all 21 rolls of a node
 * in one batch. The main net evaluates the best candidates of each roll, and the best
 * of these is played. Candidates are compared by the equity of a dead cube at the
 * current value, or at the doubled one where a taken double is evaluated
 * (search_cube()); it is linear in the outputs. A leaf uses the outputs of the main net
 * that are already known.
 *
 * The cube in the tree: every node has an array of values, one for each state of the
 * cube that can arise (struct cube_slot), so one walk of the tree values them all. At a
 * leaf cube_values() computes them from the outputs; at each node above, the side on
 * roll doubles where that is best for it. Money endings in the two-sided database are
 * exact.
 *
 * A scratch is for one thread. Results depend neither on its earlier use nor on the
 * number of threads: the tree below a root is split into tasks, one for each roll,
 * which free threads execute and whose results are added in the order of the rolls.
 */

#include "engine/board/movegen.h"
#include "engine/board/roll.h"
#include "engine/cube/cube.h"
#include "engine/eval/cache.h"
#include "engine/eval/eval.h"
#include "engine/race/bearoff.h"
#include "engine/search/ranked_play.h"
#include "engine/search/strength.h"

struct search_scratch;
struct search;

/* The value of a position: mine's outputs and the value of every slot of the model. */
struct search_value {
    struct outputs outputs;
    double values[CUBE_SLOTS_MAX];
};

/* Allocates a scratch. Returns NULL if memory is short. */
struct search_scratch *search_scratch_new(const struct evaluator *ev);
void search_scratch_free(struct search_scratch *scratch); /* may be NULL */

/* What others may see of a scratch: the plays that were ranked last, the memory of the
 * nets, the cache, its bytes without those of the nets, and the rollout of a roller
 * (roller.h), which engine.c owns. */
struct ranked_play *search_ranked(const struct search_scratch *scratch);
struct eval_scratch *search_eval(const struct search_scratch *scratch);
struct cache *search_cache(const struct search_scratch *scratch);
size_t search_scratch_bytes(const struct search_scratch *scratch);
struct rollout **search_rollout(struct search_scratch *scratch);

/* Begins the search for one decision; `bearoff` is for exact money endings and may be
 * NULL. The search lives in `scratch`, until the next one begins there; what is passed
 * must live as long. */
struct search *search_begin(struct search_scratch *scratch, const struct evaluator *ev,
                            const struct bearoff *bearoff, const struct met *met,
                            const struct strength *strength,
                            const struct match_state *ms);

/* The scratch of a search; the cube, for the values that it computes; its deadline, by
 * the clock in its strength (INT64_MAX: none); and whether it was stopped. */
struct search_scratch *search_scratch(const struct search *search);
const struct cube_model *search_model(const struct search *search);
int64_t search_deadline_ms(const struct search *search);
bool search_is_stopped(const struct search *search);

/* Makes the cube dead for this search: nobody may double, and values follow from the
 * outputs at the current stakes alone. Call it after search_begin(). */
void search_kill_cube(struct search *search);

/* Computes the mean over mine's rolls at `ply`; mine is on roll and has made the cube
 * decision. Returns false if stopped; `out` is then undefined. */
bool search_rolls(struct search *search, const struct position *pos, int ply,
                  struct search_value *out);

/* The same for a cube decision: the value of a taken double comes from plays that fit
 * the doubled stakes, where gammons may be worth more or less. They are searched apart if
 * that can matter. */
bool search_cube(struct search *search, const struct position *pos, int ply,
                 struct search_value *out);

/* Computes the value of a position after mine's play at `ply`; theirs is on roll and
 * may double. Returns false if stopped; `out` is then undefined. */
bool search_after(struct search *search, const struct position *after, int ply,
                  struct search_value *out);

/* For the luck of rolls: the play of mine, on roll, for each roll at the leaves of the
 * tree, its outputs, and mine's value in slot 0 after theirs has doubled where that is
 * best. */
struct search_roll_candidates {
    struct position after[ROLLS];
    struct outputs outputs[ROLLS];
    double values[ROLLS];
};
void search_roll_candidates(struct search *search, const struct position *pos,
                            struct search_roll_candidates *out);

/* Evaluates a play again, at `ply`. Returns false if stopped; the play is then
 * unchanged. */
bool search_evaluate_play(struct search *search, struct ranked_play *play, int ply);

/* Sets the equities of at most PLAY_LIST_MAX plays by the pruning net, with a dead cube. */
void search_pruning_equities(struct search *search, const struct position *after,
                             int count, float *equity);

/* Ranks all plays of `roll`, best first, in search_ranked(). Returns their number. */
int search_plays(struct search *search, const struct position *pos, struct roll roll);

/* The same for 1..PLAY_LIST_MAX positions after plays of one unknown roll. Their `play` is
 * empty. */
int search_candidates(struct search *search, const struct position *after, int count);
