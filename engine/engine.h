#pragma once
/*
 * The interface of the engine: everything that the bot needs. A struct engine is
 * read-only once open and shared by all threads; each thread has its own struct
 * scratch. No function here prints or blocks. Only the functions named open, close, new
 * and free allocate memory, and the first decision of a scratch with a roller
 * (roller.h).
 *
 * Plies are GNU Backgammon's (search.h). Equities are those of the player `mine`,
 * cubeful unless the name says cubeless, and normalised to the current cube (money:
 * points / cube; match play: equivalent money equity, +1 for winning and -1 for losing
 * a single game at the current cube).
 */

#include <stddef.h>

#include "base/error.h"
#include "engine/board/match_state.h"
#include "engine/board/roll.h"
#include "engine/cube/cube_decision.h"
#include "engine/search/strength.h"

struct position;
struct ranked_play;
struct engine;
struct search_scratch;

/* Opens weights, match equity table and bearoff databases from the folder `dir` (see
 * eval.h for its list file). Returns NULL with `err` on failure. The caller closes it
 * with engine_close(), which accepts NULL. */
struct engine *engine_open(const char *dir, struct error *err);
void engine_close(struct engine *eng);

/* As eval_use_kernel(). Call it only before the engine is shared. */
bool engine_use_kernel(struct engine *eng, const char *name);

struct search_scratch *
engine_scratch_new(const struct engine *eng);             /* NULL: out of memory */
void engine_scratch_free(struct search_scratch *scratch); /* may be NULL */
/* Returns the bytes of a scratch without those of the nets. */
size_t engine_scratch_bytes(const struct search_scratch *scratch);

/* Ranks the legal plays of `roll`, best first. Plays that were searched deeper come
 * before the others.
 *
 *   pos, ms  mine is on roll and has made the cube decision
 *   ranked   out, room for `max` entries
 *
 * Returns the number written, at least 1: a dance is one entry whose play has count
 * 0. */
int engine_rank_plays(const struct engine *eng, struct search_scratch *scratch,
                      const struct strength *strength, const struct position *pos,
                      const struct match_state *ms, struct roll roll,
                      struct ranked_play *ranked, int max);

/* Ranks `count` >= 1 positions after plays of an unknown roll, in money play with a
 * dead cube. For decisions of which only the rolled-out candidates are known. Returns
 * the number written to `ranked`; their `play` is empty. */
int engine_rank_candidates(const struct engine *eng, struct search_scratch *scratch,
                           const struct strength *strength,
                           const struct position *after, int count,
                           struct ranked_play *ranked, int max);

/* Finds the play that was made in a ranked list and evaluates it as deeply as the best
 * play, so that its error is the difference of their equities.
 *
 *   strength, ms  those of the engine_rank_plays() call that wrote `ranked`
 *   after         the position after the play that was made, seen by its player
 *   ranked        the `count` plays that the call wrote; sorted again on return
 *
 * If the move filter dropped either play before the full ply, searches both at the full
 * ply; with a roller, rolls out the play that was made together with those already
 * rolled out. Returns the index of the play in `ranked`, or -1 if it is not there. */
int engine_evaluate_play(const struct engine *eng, struct search_scratch *scratch,
                         const struct strength *strength, const struct match_state *ms,
                         const struct position *after, struct ranked_play *ranked,
                         int count);

/* Finds the best cube action. Mine is on roll and has not rolled. `out` gets the
 * equities and the action of both sides, and the ply reached: where strength->cube_ply
 * is odd that of strength_cube_ply(). */
void engine_cube_decision(const struct engine *eng, struct search_scratch *scratch,
                          const struct strength *strength, const struct position *pos,
                          const struct match_state *ms, struct cube_decision *out);

/* Returns whether mine should take. The opponent is on roll and has just doubled;
 * ms->cube and ms->owner are those before the double. `out`, which may be NULL, gets
 * the doubler's decision, seen by the doubler. */
bool engine_takes_double(const struct engine *eng, struct search_scratch *scratch,
                         const struct strength *strength, const struct position *pos,
                         const struct match_state *ms, struct cube_decision *out);

/* Returns whether mine should accept that the opponent resigns `games` (1, 2, 3) times
 * the cube. `is_my_turn`: mine is on roll, else the opponent; `roll` is {0, 0} before
 * the roll. Weak levels decide this without noise and with the main net. */
bool engine_accepts_resignation(const struct engine *eng,
                                struct search_scratch *scratch,
                                const struct strength *strength,
                                const struct position *pos,
                                const struct match_state *ms, bool is_my_turn,
                                struct roll roll, int games);

/* Return what the engine has opened, for search threads (search_threads.h), rollouts
 * (rollout.h) and measurements. Valid until the engine is closed. Whether to resign is
 * in resign.h. */
const struct evaluator *engine_evaluator(const struct engine *eng);
const struct met *engine_met(const struct engine *eng);
/* The one of matches without a cube, if it is such a match. */
const struct met *engine_met_of(const struct engine *eng, bool has_no_cube);

/* Returns the number of net evaluations made with this scratch. */
uint64_t engine_evaluations(const struct search_scratch *scratch);
