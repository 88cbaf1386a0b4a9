#include "lab/study/evaluation.h"

#include <stdlib.h>
#include <string.h>

#include "arena/child/gnubg_peer.h"
#include "engine/board/position.h"
#include "engine/engine.h"
#include "engine/eval/leaf_evaluator.h"
#include "engine/level.h"
#include "lab/study/study_search.h"

struct evaluation_source {
    struct player_spec spec;
    struct leaf_evaluator *leaf_evaluator; /* for 0-ply; else NULL */
    struct gnubg_peer *gnubg;
    struct study_search study;      /* for plies or a filter */
    struct engine *engine;          /* for a level; else NULL */
    struct search_scratch *scratch; /* its */
    struct strength strength;
};

static bool open_level(struct evaluation_source *source, struct error *err)
{
    const struct player_spec *spec = &source->spec;
    source->strength = strength_default();
    if (!player_spec_tune(spec, &source->strength, err) ||
        !level_read(spec->level, &source->strength, err)) {
        return false;
    }
    source->engine = engine_open(spec->name, err);
    if (source->engine == NULL) {
        return false;
    }
    source->scratch = engine_scratch_new(source->engine);
    return source->scratch != NULL || error_no_memory(err);
}

static bool open_by_spec(struct evaluation_source *source, struct error *err)
{
    const struct player_spec *spec = &source->spec;
    if (strcmp(spec->name, "gnubg") == 0) {
        const struct gnubg_options options = {
            .program = spec->program[0] != '\0' ? spec->program : NULL,
            .has_pruning = spec->is_pruned,
        };
        source->gnubg = gnubg_open(&options, err);
        return source->gnubg != NULL;
    }
    if (spec->command[0] != '\0') {
        return error_set(err, "engines that speak UBGI tell no equities");
    }
    if (spec->level[0] != '\0' && !leaf_evaluator_is_net_file(spec->name)) {
        return open_level(source, err);
    }
    bool is_searched = spec->ply > 0 || spec->filter[0] != '\0';
    if (is_searched && !leaf_evaluator_is_net_file(spec->name)) {
        bool is_open = study_search_open(&source->study, spec->name, false, err);
        source->study.strength.play_ply = spec->ply;
        return is_open && player_spec_tune(spec, &source->study.strength, err);
    }
    source->leaf_evaluator = leaf_evaluator_open(spec->name, err);
    return source->leaf_evaluator != NULL;
}

struct evaluation_source *evaluation_source_open(const char *text, struct error *err)
{
    struct evaluation_source *source = error_allocate(sizeof *source, err);
    if (source == NULL) {
        return NULL;
    }
    if (!player_spec_read(text, &source->spec, err) || !open_by_spec(source, err)) {
        evaluation_source_close(source);
        return NULL;
    }
    return source;
}

void evaluation_source_close(struct evaluation_source *source)
{
    if (source == NULL) {
        return;
    }
    leaf_evaluator_close(source->leaf_evaluator);
    gnubg_close(source->gnubg);
    study_search_close(&source->study);
    engine_scratch_free(source->scratch);
    engine_close(source->engine);
    free(source);
}

static bool ask_gnubg(struct evaluation_source *source, const struct position *after,
                      int count, struct outputs *out, struct error *err)
{
    for (int i = 0; i < count; i++) {
        if (!gnubg_value(source->gnubg, &after[i], source->spec.ply, &out[i], err)) {
            return false;
        }
    }
    return true;
}

/* ---- search ---------------------------------------------------------------------- */

/* Sets the outputs of the candidates from their ranking; returns the index of the first
 * in it. */
static int take_ranking(const struct ranked_play *ranked, const struct position *after,
                        int count, struct outputs *out)
{
    int best = 0;
    for (int i = 0; i < count; i++) {
        for (int r = 0; r < count; r++) {
            if (position_equal(&ranked[r].after, &after[i])) {
                out[i] = ranked[r].outputs;
                best = r == 0 ? i : best;
            }
        }
    }
    return best;
}

/* Searches the candidates, with a filter as in a game but with a dead cube; returns the
 * index of the one that it would play. */
static int search_siblings(struct evaluation_source *source,
                           const struct position *after, int count, struct outputs *out)
{
    const struct match_state money = match_state_money();
    struct search *search = study_search_begin(&source->study, &money);
    search_kill_cube(search);
    if (source->spec.filter[0] != '\0') {
        (void)search_candidates(search, after, count);
        return take_ranking(search_ranked(source->study.scratch), after, count, out);
    }
    for (int i = 0; i < count; i++) {
        struct search_value value;
        (void)search_after(search, &after[i], source->spec.ply, &value);
        out[i] = value.outputs;
    }
    return leaf_evaluator_best(out, count);
}

/* Returns the index of the candidate that the level plays, as in a game. */
static int play_level(struct evaluation_source *source, const struct position *after,
                      int count, struct outputs *out)
{
    struct ranked_play ranked[ROLLOUT_CANDIDATES_MAX];
    (void)engine_rank_candidates(source->engine, source->scratch, &source->strength,
                                 after, count, ranked, count);
    return take_ranking(ranked, after, count, out);
}

int evaluation_source_value(struct evaluation_source *source,
                            const struct position *after, int count,
                            struct outputs *out, struct error *err)
{
    if (source->gnubg != NULL) {
        return ask_gnubg(source, after, count, out, err)
                   ? leaf_evaluator_best(out, count)
                   : -1;
    }
    if (source->engine != NULL) {
        return play_level(source, after, count, out);
    }
    if (source->leaf_evaluator == NULL) {
        return search_siblings(source, after, count, out);
    }
    leaf_evaluator_value(source->leaf_evaluator, source->spec.net, after, count, out);
    return leaf_evaluator_best(out, count);
}
