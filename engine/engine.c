#include "engine/engine.h"

#include <stdlib.h>
#include <string.h>

#include "engine/board/position.h"
#include "engine/board/resign.h"
#include "engine/cube/met.h"
#include "engine/cube/params.h"
#include "engine/eval/eval.h"
#include "engine/rollout/roller.h"
#include "engine/rollout/rollout.h"
#include "engine/search/search.h"

struct engine {
    struct evaluator *ev;
    struct met *met;
    struct met *met_without_cube;
};

/* ---- open and close -------------------------------------------------------------- */

struct engine *engine_open(const char *dir, struct error *err)
{
    struct engine *eng = error_allocate(sizeof *eng, err);
    if (eng == NULL) {
        return NULL;
    }
    eng->ev = eval_open(dir, err);
    eng->met = eng->ev == NULL ? NULL : met_open_in(dir, err);
    eng->met_without_cube = eng->met == NULL ? NULL : met_new_without_cube(err);
    if (eng->met_without_cube == NULL) {
        engine_close(eng);
        return NULL;
    }
    return eng;
}

void engine_close(struct engine *eng)
{
    if (eng == NULL) {
        return;
    }
    met_close(eng->met);
    met_close(eng->met_without_cube);
    eval_close(eng->ev);
    free(eng);
}

bool engine_use_kernel(struct engine *eng, const char *name)
{
    return eval_use_kernel(eng->ev, name);
}

struct search_scratch *engine_scratch_new(const struct engine *eng)
{
    return search_scratch_new(eng->ev);
}

void engine_scratch_free(struct search_scratch *scratch)
{
    if (scratch != NULL) {
        rollout_free(*search_rollout(scratch));
    }
    search_scratch_free(scratch);
}

size_t engine_scratch_bytes(const struct search_scratch *scratch)
{
    return search_scratch_bytes(scratch);
}

uint64_t engine_evaluations(const struct search_scratch *scratch)
{
    return eval_count(search_eval(scratch));
}

const struct evaluator *engine_evaluator(const struct engine *eng)
{
    return eng->ev;
}

const struct met *engine_met(const struct engine *eng)
{
    return eng->met;
}

const struct met *engine_met_of(const struct engine *eng, bool has_no_cube)
{
    return has_no_cube ? eng->met_without_cube : eng->met;
}

/* ---- plays ----------------------------------------------------------------------- */

static struct search *begin_engine_search(const struct engine *eng,
                                          struct search_scratch *scratch,
                                          const struct strength *strength,
                                          const struct match_state *ms)
{
    return search_begin(scratch, eng->ev, eval_bearoff(eng->ev),
                        engine_met_of(eng, strength->is_cubeless), strength, ms);
}

static struct search *begin_play_search(const struct engine *eng,
                                        struct search_scratch *scratch,
                                        const struct strength *strength,
                                        const struct match_state *ms)
{
    struct match_state rules = *ms;
    rules.has_jacoby &= !strength->is_cubeless; /* a cube that cannot be turned */
    struct search *search = begin_engine_search(eng, scratch, strength, &rules);
    if (strength->is_cubeless) {
        search_kill_cube(search);
    }
    return search;
}

/* Returns the arguments of a roller after `search`. */
static struct roller_job roller_job_of(const struct engine *eng,
                                       const struct search *search,
                                       const struct strength *strength,
                                       const struct match_state *ms)
{
    return (struct roller_job){
        .ev = eng->ev,
        .met = engine_met_of(eng, strength->is_cubeless),
        .strength = strength,
        .ms = ms,
        .deadline_ms = search_deadline_ms(search),
        .rollout = search_rollout(search_scratch(search)),
    };
}

/* Returns the strength of the search; a roller sets its own. */
static struct strength search_strength(const struct strength *strength)
{
    return strength->roller != NULL ? roller_search_strength(strength) : *strength;
}

/* Has a roller, if there is one, rank the `count` plays of the search again; copies the
 * first `max` to `ranked` and returns how many. */
static int finish_ranking(const struct engine *eng, const struct search *search,
                          const struct strength *strength, const struct match_state *ms,
                          int count, struct ranked_play *ranked, int max)
{
    struct ranked_play *all = search_ranked(search_scratch(search));
    if (strength->roller != NULL && !search_is_stopped(search)) {
        struct roller_job job = roller_job_of(eng, search, strength, ms);
        job.is_cube_dead = strength->is_cubeless;
        roller_rank_plays(&job, all, count);
    }
    count = count < max ? count : max;
    memcpy(ranked, all, (size_t)count * sizeof ranked[0]);
    return count;
}

int engine_rank_plays(const struct engine *eng, struct search_scratch *scratch,
                      const struct strength *strength, const struct position *pos,
                      const struct match_state *ms, struct roll roll,
                      struct ranked_play *ranked, int max)
{
    struct strength searched = search_strength(strength);
    struct search *search = begin_play_search(eng, scratch, &searched, ms);
    int count = search_plays(search, pos, roll);
    return finish_ranking(eng, search, strength, ms, count, ranked, max);
}

int engine_rank_candidates(const struct engine *eng, struct search_scratch *scratch,
                           const struct strength *strength,
                           const struct position *after, int count,
                           struct ranked_play *ranked, int max)
{
    const struct match_state money = match_state_money();
    struct strength cubeless = *strength;
    cubeless.is_cubeless = true;
    struct strength searched = search_strength(&cubeless);
    struct search *search = begin_play_search(eng, scratch, &searched, &money);
    int found = search_candidates(search, after, count);
    return finish_ranking(eng, search, &cubeless, &money, found, ranked, max);
}

static int find_play(const struct position *after, const struct ranked_play *ranked,
                     int count)
{
    int at = 0;
    while (at < count && !position_equal(&ranked[at].after, after)) {
        at++;
    }
    return at < count ? at : -1;
}

static bool is_searched_deeper(const struct ranked_play *a, const struct ranked_play *b)
{
    return a->ply > b->ply || (a->ply == b->ply && a->equity > b->equity);
}

/* Sorts by depth (a rollout is the deepest), then by equity; equal plays keep their
 * order. */
static void sort_plays(struct ranked_play *ranked, int count)
{
    for (int i = 1; i < count; i++) {
        struct ranked_play play = ranked[i];
        int at = i;
        while (at > 0 && is_searched_deeper(&play, &ranked[at - 1])) {
            ranked[at] = ranked[at - 1];
            at--;
        }
        ranked[at] = play;
    }
}

/* Moves play `at` behind those that have been rolled out, or behind the best play if
 * there are none; returns their number including this play. */
static int move_behind_rolled_out(struct ranked_play *ranked, int at)
{
    struct ranked_play play = ranked[at];
    int place = 1;
    while (place < at && ranked[place].trials > 0) {
        place++;
    }
    memmove(&ranked[place + 1], &ranked[place], (size_t)(at - place) * sizeof play);
    ranked[place] = play;
    return place + 1;
}

/* Evaluates a play at the full ply if it has been evaluated less deeply. */
static void evaluate_fully(struct search *search, int ply, struct ranked_play *play)
{
    if (play->ply < ply) {
        (void)search_evaluate_play(search, play, ply);
    }
}

int engine_evaluate_play(const struct engine *eng, struct search_scratch *scratch,
                         const struct strength *strength, const struct match_state *ms,
                         const struct position *after, struct ranked_play *ranked,
                         int count)
{
    struct strength searched = search_strength(strength);
    int at = find_play(after, ranked, count);
    if (at <= 0 || (strength->roller != NULL && ranked[at].trials > 0)) {
        return at;
    }
    struct search *search = begin_play_search(eng, scratch, &searched, ms);
    evaluate_fully(search, searched.play_ply, &ranked[0]);
    evaluate_fully(search, searched.play_ply, &ranked[at]);
    if (strength->roller != NULL) {
        struct roller_job job = roller_job_of(eng, search, strength, ms);
        job.is_cube_dead = strength->is_cubeless;
        roller_compare_plays(&job, ranked, move_behind_rolled_out(ranked, at));
    }
    sort_plays(ranked, count);
    return find_play(after, ranked, count);
}

/* ---- the cube -------------------------------------------------------------------- */

static bool is_known_ending(const struct engine *eng, const struct position *pos)
{
    const struct bearoff *bearoff = eval_bearoff(eng->ev);
    return bearoff != NULL && bearoff_two_sided_covers(bearoff, pos);
}

/* Whether the filter says that 0-ply is enough. */
static bool is_clear_cube(const struct search *search, const struct strength *strength,
                          const struct position *pos, const struct search_value *value)
{
    float threshold = strength->filter.cube_threshold;
    const struct cube_model *model = search_model(search);
    double doubled =
        cube_doubled(model, value->values, cube_price(model, &pos->theirs));
    return threshold > 0.0F &&
           cube_equity(model, value->values[0]) - cube_equity(model, doubled) >
               (double)threshold;
}

/* Whether theirs, having taken, would redouble whatever happens (2-away against 3-away and
 * the like): then a double is worth what a dead cube of four times is, and 0-ply errs by
 * .1, while a search of some 2 ms tells. Weak levels are to err. */
static bool is_searched_at_0_ply(const struct search *search,
                                 const struct strength *strength)
{
    const struct cube_model *model = search_model(search);
    return model->slot[0].doubled[CUBE_SIDE_MINE] != CUBE_NOT_TURNED &&
           model->slot[model->root_doubled].free_side == CUBE_SIDE_THEIRS &&
           strength->cube_noise <= 0.0F && !strength->is_bare_at_0_ply;
}

/* Computes the value of every cube with mine on roll, at ply `wanted` or the deepest
 * ply completed before a stop; returns that ply. Under a time limit it goes through the
 * lower plies first. */
static int value_before_roll(struct search *search, const struct strength *strength,
                             const struct position *pos, int wanted,
                             struct search_value *value)
{
    struct search_value deep;
    bool is_limited = strength->time.limit_ms > 0;
    int reached = 0;
    wanted = strength_cube_ply(wanted);
    if (wanted == 0 && is_searched_at_0_ply(search, strength)) {
        wanted = 2;
    }
    (void)search_rolls(search, pos, 0, value);
    if (wanted == 0 || is_clear_cube(search, strength, pos, value)) {
        return 0;
    }
    for (int ply = is_limited ? 2 : wanted; ply <= wanted; ply += 2) {
        if (!search_cube(search, pos, ply, &deep)) {
            break;
        }
        *value = deep;
        reached = ply;
    }
    return reached;
}

/* Adds noise to the value of a double, which also affects the take. */
static void add_cube_noise(const struct cube_model *model,
                           const struct strength *strength, const struct position *pos,
                           struct search_value *value)
{
    float error = strength->cube_noise *
                  strength_deviate(strength->noise_seed, position_hash(pos));
    value->values[model->root_doubled] +=
        (double)error * cube_scale(model) / model->factor;
}

void engine_cube_decision(const struct engine *eng, struct search_scratch *scratch,
                          const struct strength *strength, const struct position *pos,
                          const struct match_state *ms, struct cube_decision *out)
{
    struct search_value value;
    struct strength searched = search_strength(strength);
    struct search *search = begin_engine_search(eng, scratch, &searched, ms);
    bool is_known = is_known_ending(eng, pos);
    bool is_exact = is_known && ms->length == 0;
    int wanted = is_exact ? 0 : searched.cube_ply;
    out->trials = 0;
    out->ply = value_before_roll(search, &searched, pos, wanted, &value);
    out->outputs = value.outputs;
    out->equity_cubeless = equity_cubeless(value.outputs);
    if (strength->cube_noise > 0.0F && !is_known) {
        add_cube_noise(search_model(search), &searched, pos, &value);
    }
    cube_decide(search_model(search), ms, value.values,
                cube_price(search_model(search), &pos->theirs), out);
    if (strength->roller != NULL && wanted > 0 && !search_is_stopped(search)) {
        struct roller_job job = roller_job_of(eng, search, strength, ms);
        roller_cube_decision(&job, pos, out);
    }
}

bool engine_takes_double(const struct engine *eng, struct search_scratch *scratch,
                         const struct strength *strength, const struct position *pos,
                         const struct match_state *ms, struct cube_decision *out)
{
    struct cube_decision decision;
    struct position doubler = position_swap(pos);
    struct match_state doubler_ms = match_state_swap(ms);
    engine_cube_decision(eng, scratch, strength, &doubler, &doubler_ms, &decision);
    if (out != NULL) {
        *out = decision;
    }
    return cube_decision_is_take(&decision);
}

/* ---- resignations ---------------------------------------------------------------- */

/* Returns the cubeful value of playing on, whoever is to roll or play. */
static double value_of_playing_on(struct search *search,
                                  const struct strength *strength,
                                  const struct position *pos, bool is_my_turn,
                                  struct roll roll)
{
    const struct cube_model *model = search_model(search);
    struct search_value value;
    if (!is_my_turn) {
        if (!search_after(search, pos, strength->play_ply, &value)) {
            (void)search_after(search, pos, 0, &value);
        }
        return cube_equity(model, value.values[0]);
    }
    if (roll.high != 0) {
        (void)search_plays(search, pos, roll);
        return (double)search_ranked(search_scratch(search))[0].equity;
    }
    (void)value_before_roll(search, strength, pos, strength->cube_ply, &value);
    return cube_equity(model, cube_best(model, value.values, 0, CUBE_SIDE_MINE,
                                        cube_price(model, &pos->theirs)));
}

/* Returns the strength without a weak level's noise and net: weak levels do not prolong
 * a game that is over. */
static struct strength strength_without_noise(const struct strength *strength)
{
    struct strength noiseless = search_strength(strength);
    noiseless.noise = 0.0F;
    noiseless.uses_pruning_net = false;
    return noiseless;
}

bool engine_accepts_resignation(const struct engine *eng,
                                struct search_scratch *scratch,
                                const struct strength *strength,
                                const struct position *pos,
                                const struct match_state *ms, bool is_my_turn,
                                struct roll roll, int games)
{
    struct strength noiseless = strength_without_noise(strength);
    if (games >= resign_highest_win(pos)) {
        return true;
    }
    struct search *search = begin_engine_search(eng, scratch, &noiseless, ms);
    const struct cube_model *model = search_model(search);
    double offered = cube_equity(model, cube_result(model, games));
    double played = value_of_playing_on(search, &noiseless, pos, is_my_turn, roll);
    return offered >= played - RESIGN_MARGIN;
}
