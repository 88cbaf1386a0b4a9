#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H
/*
 * The face of the engine: everything that bot/ asks for. Open once, read-only after
 * that, shared by all threads; each thread owns a struct scratch. No function here
 * prints, blocks or allocates, except open, close and scratch_new/free.
 *
 * Plies are GNU Backgammon's: 0-ply is the net on the position after the play; eXtreme
 * Gammon counts one more. Equities are cubeful unless the name says cubeless,
 * normalised to the current cube (money: points / cube; match play: equivalent money
 * equity, +1 is winning and -1 losing a single game at the current cube), of the player
 * `mine`.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "match_state.h"
#include "movegen.h"
#include "outputs.h"
#include "position.h"

struct engine;
struct scratch;

/* One level of a move filter (GNU Backgammon's three numbers). Of the plays ranked so
 * far the best `accept` always go on to the deeper evaluation, and of the next ones at
 * most `extra` whose equity is within `threshold` of the best. accept < 0: this level
 * prunes nothing and is passed over without an evaluation of its own. */
struct filter_level {
    int accept;
    int extra;
    float threshold;
};

enum { PLY_MAX = 4 };

/* level[n] decides which plays go from n-ply on to deeper judgement in an evaluation of
 * plies[...]: see filter_find(). */
struct move_filter {
    const char *name;
    struct filter_level level[PLY_MAX]
                             [PLY_MAX]; /* [ply of the decision - 1][sub-ply] */
    bool by_small_net; /* the small net makes the first ranking of a deeper search */
};

/* A built-in filter by name ("gnubg-normal", "gnubg108-normal", "xg-normal", ...), NULL
 * if there is none. filter_name(i) walks them, NULL at the end. */
const struct move_filter *filter_find(const char *name);
const char *filter_name(int i);

/* The same from text, into `filter`: a name, or "base-filter:N" or
 * "base-filter:N:CUTOFF" (M. Higgins' scheme: the small net ranks, at most N plays
 * within CUTOFF of its best are searched). False with `err`. */
bool filter_read(const char *text, struct move_filter *filter,
                 struct engine_error *err);

/* How strongly to think; plain data, set by the caller for each call. */
struct strength {
    int play_ply; /* checker plays: 0..PLY_MAX */
    int cube_ply; /* cube actions: 0, 2 or 4 */
    const struct move_filter *filter;
    float noise;         /* standard deviation of equity added to each play; 0: none */
    uint64_t noise_seed; /* same seed and position: same noise */
    const atomic_bool *stop; /* when it becomes true, return soon with what there is;
                                may be NULL */
};

/* The default: 2-ply plays and cube, default filter, no noise. */
struct strength strength_default(void);

/* Opens weights, match equity table and bearoff databases from `dir` (see eval.h for
 * the list file). NULL with `err` filled. */
struct engine *engine_open(const char *dir, struct engine_error *err);
void engine_close(struct engine *eng);

/* Has the nets computed by the kernel named ("plain", "avx2", "avx512") instead of the
 * fastest; all give the same bits. False, and no change, if this machine cannot run it.
 * Only before the engine is shared. */
bool engine_use_kernel(struct engine *eng, const char *name);

struct scratch *scratch_new(const struct engine *eng); /* NULL: no memory */
void scratch_free(struct scratch *scratch);
size_t scratch_bytes(const struct scratch *scratch); /* its memory, the nets' apart */

struct ranked_play {
    struct play play;
    struct position after;  /* mine has just moved */
    struct outputs outputs; /* of mine, at `ply` */
    float equity_cubeless;
    float equity; /* cubeful */
    int ply;      /* how deep this play was judged */
};

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

enum cube_action { NO_DOUBLE, DOUBLE_TAKE, DOUBLE_PASS, TOO_GOOD };
const char *cube_action_name(enum cube_action action); /* "no_double", ... */

struct cube_decision {
    struct outputs outputs; /* of mine, on roll */
    float equity_cubeless;
    float no_double; /* equities of mine at the current cube if he ... */
    float double_take;
    float double_pass;       /* +1 in money play */
    enum cube_action action; /* the best action of both */
    bool is_allowed; /* may_double(); if not, action is NO_DOUBLE and the double_*
                        values say what would be if the cube could be turned */
    bool is_beaver;  /* money with beavers: the taker's best answer is a beaver */
    int ply;
};

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
 */
bool engine_accepts_resignation(const struct engine *eng, struct scratch *scratch,
                                const struct strength *strength,
                                const struct position *pos,
                                const struct match_state *ms, bool is_my_turn,
                                struct roll roll, int games);

/* How many games (1, 2, 3) mine, on roll, should resign now because nothing can be
 * saved any more, or 0 to play on. Certain cases only. */
int engine_resigns(const struct engine *eng, struct scratch *scratch,
                   const struct strength *strength, const struct position *pos,
                   const struct match_state *ms);

/* Match winning chance of mine at a score before a game starts, for reports. */
double engine_match_winning_chance(const struct engine *eng,
                                   const struct match_state *ms);

/* Net evaluations made with this scratch so far. */
uint64_t engine_evaluations(const struct scratch *scratch);

#endif
