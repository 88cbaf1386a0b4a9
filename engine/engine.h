#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H
/*
 * The face of the engine: everything that bot/ asks for. Open once, read-only after
 * that, shared by all threads; each thread owns a struct scratch. No function here
 * prints, blocks or allocates, except open, close and engine_scratch_new/free; the first
 * decision of a scratch at a roller's level (roller.h) makes room for its games.
 *
 * Plies are GNU Backgammon's: 0-ply is the net on the position after the play; eXtreme
 * Gammon counts one more. Equities are cubeful unless the name says cubeless,
 * normalised to the current cube (money: points / cube; match play: equivalent money
 * equity, +1 is winning and -1 losing a single game at the current cube), of the player
 * `mine`.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/board/match_state.h"
#include "engine/board/movegen.h"
#include "engine/board/outputs.h"
#include "engine/board/position.h"
#include "engine/cube/cube_decision.h"
#include "engine/search/filter.h"
#include "engine/search/ranked_play.h"
#include "engine/search/search_threads.h"
#include "engine/search/strength.h"

struct engine;
struct scratch;

/* Opens weights, match equity table and bearoff databases from `dir` (see eval.h for
 * the list file). NULL with `err` filled. */
struct engine *engine_open(const char *dir, struct error *err);
void engine_close(struct engine *eng);

/* Has the nets computed by the kernel named ("plain", "avx2", "avx512") instead of the
 * fastest; all give the same bits. False, and no change, if this machine cannot run it.
 * Only before the engine is shared. */
bool engine_use_kernel(struct engine *eng, const char *name);
/* The name of the kernel in use; the engine owns it. */
const char *engine_kernel_name(const struct engine *eng);

struct scratch *engine_scratch_new(const struct engine *eng); /* NULL: no memory */
void engine_scratch_free(struct scratch *scratch);
size_t
engine_scratch_bytes(const struct scratch *scratch); /* its memory, the nets' apart */

/* Threads to think about one decision with (search threads.h), for strength.search threads; to be freed
 * with search_threads_free() before the engine is closed. NULL with `err`. */
struct search_threads *engine_search_threads_new(const struct engine *eng, int threads,
                                                 struct error *err);

/* Ranks the legal plays of `roll`, best first: plays judged deeper come before the
 * others.
 *
 *   pos, ms  mine is on roll; the cube has been decided on
 *   ranked   out, room for `max` entries
 *
 * Returns the number written, at least 1: a dance is one entry whose play has count 0.
 */
int engine_rank_plays(const struct engine *eng, struct scratch *scratch,
                      const struct strength *strength, const struct position *pos,
                      const struct match_state *ms, struct roll roll,
                      struct ranked_play *ranked, int max);

/* Ranks `count` >= 1 positions after plays of a roll that is not known, as
 * engine_rank_plays() would, for money with a cube that nobody may turn: for decisions
 * of which rollouts know the candidates alone. Their `play` is empty. */
int engine_rank_candidates(const struct engine *eng, struct scratch *scratch,
                           const struct strength *strength,
                           const struct position *after, int count,
                           struct ranked_play *ranked, int max);

/* For judging errors: has the play that led to `after` and the best one judged at the
 * full ply, by a roller rolled out together with all that were, if the filter dropped
 * either before, and ranks `count` plays anew. The
 * arguments are those of engine_rank_plays() and what it wrote. Returns the number of
 * the play in `ranked`, or -1 if it is not there. */
int engine_judge_play(const struct engine *eng, struct scratch *scratch,
                      const struct strength *strength, const struct match_state *ms,
                      const struct position *after, struct ranked_play *ranked,
                      int count);

/* Mine is on roll and has not rolled. */
void engine_cube_decision(const struct engine *eng, struct scratch *scratch,
                          const struct strength *strength, const struct position *pos,
                          const struct match_state *ms, struct cube_decision *out);

/* Whether mine should take. Mine is not on roll: the opponent is, and has just doubled;
 * ms->cube is the value before the double and ms->owner whoever had it. `out` (may be
 * NULL) is the doubler's decision. */
bool engine_takes_double(const struct engine *eng, struct scratch *scratch,
                         const struct strength *strength, const struct position *pos,
                         const struct match_state *ms, struct cube_decision *out);

/* Whether to accept that the opponent resigns `games` (1, 2, 3) times the cube.
 * `is_my_turn`: mine is on roll (roll {0,0} or the dice shown), else the opponent is.
 * The noise of weak levels and their small net have no part in it. */
bool engine_accepts_resignation(const struct engine *eng, struct scratch *scratch,
                                const struct strength *strength,
                                const struct position *pos,
                                const struct match_state *ms, bool is_my_turn,
                                struct roll roll, int games);

/* How many games (1, 2, 3) mine, on roll, should resign now because nothing can be
 * saved any more, or 0 to play on. Certain cases only. */
int engine_resigns(const struct position *pos, const struct match_state *ms);

/* What it has opened, for rollouts (rollout.h) and measurements; lives as long as
 * `eng`. */
struct evaluator;
struct met;
const struct evaluator *engine_evaluator(const struct engine *eng);
const struct met *engine_met(const struct engine *eng);

/* Net evaluations made with this scratch so far. */
uint64_t engine_evaluations(const struct scratch *scratch);

#endif
