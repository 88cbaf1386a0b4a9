#include "arena/arena_player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/baseline_player.h"
#include "arena/child/gnubg_peer.h"
#include "arena/child/ubgi_peer.h"
#include "arena/job/work.h"
#include "arena/player_spec.h"
#include "engine/board/decision_context.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/board/rng.h"
#include "engine/engine.h"
#include "engine/eval/leaf_evaluator.h"
#include "engine/level.h"
#include "engine/search/ranked_play.h"

/* A kind of player. `answer` is NULL for kinds that do not use the cube. */
struct arena_player_kind {
    const char *name; /* "": not by name */
    bool (*open)(struct arena_player *c, const struct player_spec *spec,
                 const struct arena_player_terms *terms, struct error *err);
    int (*choose)(struct arena_player *c, const struct arena_player_turn *turn,
                  struct error *err);
    int (*answer)(struct arena_player *c, const struct decision_context *at,
                  struct error *err);
};

struct arena_player {
    const struct arena_player_kind *kind;
    struct arena_player_effort effort;
    double clock_seconds; /* time that measuring itself takes */
    uint64_t seed;
    struct outputs outputs[PLAY_LIST_MAX];
    struct leaf_evaluator *evaluator;
    struct engine *engine;
    struct search_scratch *scratch;
    struct strength strength;
    struct gnubg_peer *gnubg;
    struct ubgi_peer *ubgi;
    struct player_spec spec; /* the peer keeps texts of it */
    struct play_list *list;
};

/* ---- random, baseline player ----------------------------------------------------- */

static bool open_simple(struct arena_player *c, const struct player_spec *spec,
                        const struct arena_player_terms *terms, struct error *err)
{
    (void)spec;
    (void)err;
    c->seed = terms->noise_seed;
    return true;
}

/* Chooses by the position, so that a game does not depend on earlier games. */
static int choose_any(struct arena_player *c, const struct arena_player_turn *turn,
                      struct error *err)
{
    (void)err;
    struct rng rng;
    rng_seed(&rng, c->seed,
             position_hash(turn->pos) + turn->roll.high * 8U + turn->roll.low);
    return (int)rng_below(&rng, (uint32_t)turn->list->count);
}

static int choose_by_baseline(struct arena_player *c,
                              const struct arena_player_turn *turn, struct error *err)
{
    (void)c;
    (void)err;
    return baseline_player_choose(turn->list);
}

/* ---- nets at 0-ply --------------------------------------------------------------- */

static bool open_evaluator(struct arena_player *c, const struct player_spec *spec,
                           const struct arena_player_terms *terms, struct error *err)
{
    (void)terms;
    c->evaluator = leaf_evaluator_open(spec->name, err);
    return c->evaluator != NULL;
}

static int choose_by_evaluator(struct arena_player *c,
                               const struct arena_player_turn *turn, struct error *err)
{
    (void)err;
    leaf_evaluator_expect(c->evaluator, turn->pos);
    leaf_evaluator_value(c->evaluator, EVAL_MAIN, turn->list->after, turn->list->count,
                         c->outputs);
    return leaf_evaluator_best(c->outputs, turn->list->count);
}

/* ---- our engine ------------------------------------------------------------------ */

/* The processor time of this thread, so that a busy machine does not shorten the
 * search. */
static int64_t thread_now_ms(void *context)
{
    (void)context;
    return (int64_t)(1000.0 * work_thread_seconds());
}

static bool open_engine(struct arena_player *c, const struct player_spec *spec,
                        const struct arena_player_terms *terms, struct error *err)
{
    c->strength = strength_default();
    c->strength.play_ply = spec->ply;
    c->strength.cube_ply = spec->cube_ply;
    c->strength.noise = (float)spec->noise;
    c->strength.noise_seed = terms->noise_seed;
    if (!terms->is_cubeful) {
        strength_play_cubeless(&c->strength);
    }
    c->strength.time =
        (struct search_time_limit){.limit_ms = spec->time_ms, .now_ms = thread_now_ms};
    if (!player_spec_tune(spec, &c->strength, err) ||
        (spec->level[0] != '\0' && !level_read(spec->level, &c->strength, err))) {
        return false;
    }
    c->engine = engine_open(spec->name, err);
    if (c->engine == NULL) {
        return false;
    }
    c->scratch = engine_scratch_new(c->engine);
    return c->scratch != NULL || error_no_memory(err);
}

static int choose_by_engine(struct arena_player *c,
                            const struct arena_player_turn *turn, struct error *err)
{
    struct ranked_play best;
    (void)engine_rank_plays(c->engine, c->scratch, &c->strength, turn->pos, turn->ms,
                            turn->roll, &best, 1);
    for (int i = 0; i < turn->list->count; i++) {
        if (position_equal(&turn->list->after[i], &best.after)) {
            return i;
        }
    }
    error_set(err, "the engine chose a play that is not legal");
    return -1;
}

static int answer_by_engine(struct arena_player *c, const struct decision_context *at,
                            struct error *err)
{
    (void)err;
    struct cube_decision decision;
    if (at->is_doubled) {
        return engine_takes_double(c->engine, c->scratch, &c->strength, &at->pos,
                                   &at->ms, NULL);
    }
    engine_cube_decision(c->engine, c->scratch, &c->strength, &at->pos, &at->ms,
                         &decision);
    return cube_decision_is_double(&decision);
}

/* ---- other programs: GNU Backgammon, engines that speak UBGI --------------------- */

static bool make_list(struct arena_player *c, struct error *err)
{
    c->list = error_allocate(sizeof *c->list, err);
    return c->list != NULL;
}

static bool open_gnubg(struct arena_player *c, const struct player_spec *spec,
                       const struct arena_player_terms *terms, struct error *err)
{
    const struct gnubg_options options = {
        .program = spec->program[0] != '\0' ? spec->program : NULL,
        .play_ply = spec->ply,
        .cube_ply = spec->cube_ply,
        .is_cubeful = terms->is_cubeful,
        .has_pruning = spec->is_pruned,
        .noise = spec->noise,
    };
    c->gnubg = make_list(c, err) ? gnubg_open(&options, err) : NULL;
    return c->gnubg != NULL;
}

static bool open_ubgi(struct arena_player *c, const struct player_spec *spec,
                      const struct arena_player_terms *terms, struct error *err)
{
    c->spec = *spec;
    const struct ubgi_options options = {
        .command = c->spec.command,
        .settings = c->spec.settings,
        .errors = c->spec.errors,
        .timeout_ms = spec->timeout_ms,
        .game_ms = spec->game_ms,
        .is_cubeful = terms->is_cubeful,
    };
    c->ubgi = make_list(c, err) ? ubgi_peer_open(&options, err) : NULL;
    return c->ubgi != NULL;
}

static int choose_by_peer(struct arena_player *c, const struct arena_player_turn *turn,
                          struct error *err)
{
    const struct decision_context at = {
        .pos = *turn->pos, .ms = *turn->ms, .roll = turn->roll};
    int found = c->gnubg != NULL ? gnubg_play(c->gnubg, &at, c->list, err)
                                 : ubgi_peer_play(c->ubgi, &at, c->list, err);
    return found < turn->list->count ? found : -1;
}

static int answer_by_peer(struct arena_player *c, const struct decision_context *at,
                          struct error *err)
{
    bool is_yes = false;
    bool is_answered = c->gnubg != NULL ? gnubg_agrees(c->gnubg, at, &is_yes, err)
                                        : ubgi_peer_agrees(c->ubgi, at, &is_yes, err);
    return is_answered ? is_yes : -1;
}

/* ---- kinds ----------------------------------------------------------------------- */

enum { RANDOM, BASELINE, GNUBG, UBGI, NAMED, LEAF_EVALUATOR = NAMED, ENGINE };

static const struct arena_player_kind kinds[] = {
    [RANDOM] = {"random", open_simple, choose_any, NULL},
    [BASELINE] = {"baseline", open_simple, choose_by_baseline, NULL},
    [GNUBG] = {"gnubg", open_gnubg, choose_by_peer, answer_by_peer},
    [UBGI] = {"ubgi", open_ubgi, choose_by_peer, answer_by_peer},
    [LEAF_EVALUATOR] = {"", open_evaluator, choose_by_evaluator, NULL},
    [ENGINE] = {"", open_engine, choose_by_engine, answer_by_engine},
};

static const struct arena_player_kind *find_player_kind(const struct player_spec *spec)
{
    for (int k = 0; k < NAMED; k++) {
        if (strcmp(spec->name, kinds[k].name) == 0) {
            return &kinds[k];
        }
    }
    return &kinds[leaf_evaluator_is_net_file(spec->name) ? LEAF_EVALUATOR : ENGINE];
}

bool arena_player_knows_cube(const char *text)
{
    struct player_spec spec;
    return player_spec_read(text, &spec, NULL) &&
           find_player_kind(&spec)->answer != NULL;
}

bool arena_player_is_program(const char *text)
{
    struct player_spec spec;
    return player_spec_read(text, &spec, NULL) &&
           (strcmp(spec.name, kinds[UBGI].name) == 0 ||
            strcmp(spec.name, kinds[GNUBG].name) == 0);
}

bool arena_player_is_installed(const char *text)
{
    struct player_spec spec;
    char path[CHILD_PATH_MAX];
    if (!player_spec_read(text, &spec, NULL)) {
        return true;
    }
    if (strcmp(spec.name, kinds[UBGI].name) == 0) {
        return ubgi_peer_is_installed(spec.command);
    }
    return strcmp(spec.name, kinds[GNUBG].name) != 0 ||
           gnubg_find(spec.program[0] != '\0' ? spec.program : NULL, path);
}

bool arena_player_identify(const char *text, const struct arena_player_terms *terms,
                           char identity[ARENA_PLAYER_IDENTITY_SIZE], struct error *err)
{
    struct player_spec spec;
    identity[0] = '\0';
    if (!player_spec_read(text, &spec, err)) {
        return false;
    }
    if (strcmp(spec.name, kinds[UBGI].name) != 0 || !arena_player_is_installed(text)) {
        return true;
    }
    struct arena_player *c = arena_player_open(text, terms, err);
    if (c != NULL) {
        (void)snprintf(identity, ARENA_PLAYER_IDENTITY_SIZE, "%s",
                       ubgi_peer_identity(c->ubgi));
    }
    arena_player_close(c);
    return c != NULL;
}

/* ---- the player ------------------------------------------------------------------ */

/* Returns the processor time of this thread, or 0 for kinds whose decisions are too
 * short to be measured. */
static double seconds_now(const struct arena_player *c)
{
    return c->engine != NULL ? work_thread_seconds() : 0.0;
}

/* Returns the time that reading the clock, a system call, adds to a measurement. */
static double seconds_of_clock(const struct arena_player *c)
{
    enum { LOOKS = 1000 };
    double start = seconds_now(c);
    for (int i = 1; i < LOOKS; i++) {
        (void)seconds_now(c);
    }
    return (seconds_now(c) - start) / LOOKS;
}

struct arena_player *arena_player_open(const char *text,
                                       const struct arena_player_terms *terms,
                                       struct error *err)
{
    struct player_spec spec;
    if (!player_spec_read(text, &spec, err)) {
        return NULL;
    }
    struct arena_player *c = error_allocate(sizeof *c, err);
    if (c == NULL) {
        return NULL;
    }
    c->kind = find_player_kind(&spec);
    if (!c->kind->open(c, &spec, terms, err)) {
        arena_player_close(c);
        return NULL;
    }
    c->clock_seconds = seconds_of_clock(c);
    return c;
}

void arena_player_close(struct arena_player *c)
{
    if (c == NULL) {
        return;
    }
    gnubg_close(c->gnubg);
    ubgi_peer_close(c->ubgi);
    leaf_evaluator_close(c->evaluator);
    free(c->list);
    engine_scratch_free(c->scratch);
    engine_close(c->engine);
    free(c);
}

void arena_player_new_game(struct arena_player *c)
{
    if (c->ubgi != NULL) {
        ubgi_peer_new_game(c->ubgi);
    }
}

int arena_player_choose(struct arena_player *c, const struct arena_player_turn *turn,
                        struct error *err)
{
    if (turn->list->count == 1) {
        return 0;
    }
    double start = seconds_now(c);
    int choice = c->kind->choose(c, turn, err);
    c->effort.seconds += seconds_now(c) - start - c->clock_seconds;
    c->effort.plays++;
    return choice;
}

int arena_player_answer(struct arena_player *c, const struct decision_context *at,
                        struct error *err)
{
    double start = seconds_now(c);
    int found = c->kind->answer(c, at, err);
    c->effort.seconds += seconds_now(c) - start - c->clock_seconds;
    c->effort.cubes++;
    return found;
}

struct arena_player_effort arena_player_effort(const struct arena_player *c)
{
    struct arena_player_effort effort = c->effort;
    if (c->gnubg != NULL) {
        effort.seconds = gnubg_seconds(c->gnubg);
    }
    if (c->ubgi != NULL) {
        effort.seconds = ubgi_peer_seconds(c->ubgi);
    }
    return effort;
}
