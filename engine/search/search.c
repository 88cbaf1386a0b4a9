/*
 * The search on one thread. It goes like this, from the top down:
 *
 *   search_after(), search_rolls_alone()  the value of a position at some ply
 *     roll_value()                        a node: the mean over the 21 rolls
 *       search_choose_plays()             the play of each roll:
 *         choose_from_legal()               the pruning net ranks all legal plays
 *         keep_candidates()                 the first few are candidates
 *         best_candidate()                  the main net tells which of them is played
 *       search_choice_value()             the value of each of these plays:
 *         search_static()                   at a leaf, by the outputs of the net
 *         roll_value()                      elsewhere, by the next node
 *         search_turn_cube()                and the other side may double
 *
 * The words of engine/search:
 *
 *   legal plays  of a node: those of all rolls together
 *   candidates   the legal plays that the main net evaluates
 *   choice       the candidate that is played with a roll
 *   value        what a node is worth to mine: outputs, and one number for each slot
 *                that the cube may be in
 *   root         a position whose value the caller wants: after a play of mine, or
 *                before its roll, for a cube decision
 *   job          the roots that the search threads value together (search_roots.c)
 *   task         what one thread does of a job without a break: it chooses the plays of
 *                a root, or values one roll of a root
 *   contest      a job whose roots are the plays of one decision, most of which lose
 *   stage        of a contest: some more rolls are valued, and plays that trail by too
 *                much are given up
 *
 * search_plays.c ranks the plays of a roll: it has the move filter choose which become
 * roots at which ply.
 */
#include "engine/search/search.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/board/side_bits.h"
#include "engine/cube/params.h"
#include "engine/eval/dmp.h"
#include "engine/search/search_tree.h"

enum { CACHE_LINE = 64 };

struct search_scratch *search_scratch_new(const struct evaluator *ev)
{
    static_assert(sizeof(struct search_scratch) % CACHE_LINE == 0,
                  "as aligned_alloc wants it");
    struct search_scratch *scratch = aligned_alloc(CACHE_LINE, sizeof *scratch);
    if (scratch == NULL) {
        return NULL;
    }
    scratch->rollout = NULL;
    scratch->ranked = scratch->plays[0];
    scratch->eval = eval_scratch_new(ev);
    scratch->cache = cache_new(CACHE_BITS);
    if (scratch->eval == NULL || scratch->cache == NULL) {
        search_scratch_free(scratch);
        return NULL;
    }
    return scratch;
}

void search_scratch_free(struct search_scratch *scratch)
{
    if (scratch == NULL) {
        return;
    }
    eval_scratch_free(scratch->eval);
    cache_free(scratch->cache);
    free(scratch);
}

struct ranked_play *search_ranked(const struct search_scratch *scratch)
{
    return scratch->ranked;
}

struct eval_scratch *search_eval(const struct search_scratch *scratch)
{
    return scratch->eval;
}

struct cache *search_cache(const struct search_scratch *scratch)
{
    return scratch->cache;
}

size_t search_scratch_bytes(const struct search_scratch *scratch)
{
    return sizeof *scratch + cache_bytes(scratch->cache);
}

struct rollout **search_rollout(struct search_scratch *scratch)
{
    return &scratch->rollout;
}

struct search *search_begin(struct search_scratch *scratch, const struct evaluator *ev,
                            const struct bearoff *bearoff, const struct met *met,
                            const struct strength *strength,
                            const struct match_state *ms)
{
    struct search *search = &scratch->search;
    search->ev = ev;
    search->bearoff = bearoff;
    search->strength = strength;
    search->scratch = scratch;
    search->deadline_ms =
        strength->time.limit_ms > 0
            ? strength->time.now_ms(strength->time.context) + strength->time.limit_ms
            : INT64_MAX;
    search->plies = 0;
    search->noise = strength->noise;
    search->is_stopped = false;
    cube_model_init(&search->model, met, ms);
    search->weights[CUBE_SIDE_MINE] = cube_weights(&search->model, CUBE_SIDE_MINE);
    search->weights[CUBE_SIDE_THEIRS] = cube_weights(&search->model, CUBE_SIDE_THEIRS);
    return search;
}

struct search_scratch *search_scratch(const struct search *search)
{
    return search->scratch;
}

const struct cube_model *search_model(const struct search *search)
{
    return &search->model;
}

int64_t search_deadline_ms(const struct search *search)
{
    return search->deadline_ms;
}

bool search_is_stopped(const struct search *search)
{
    return search->is_stopped;
}

void search_kill_cube(struct search *search)
{
    struct cube_slot *slot = &search->model.slot[0];
    search->bearoff = NULL; /* the cubeful values of the database */
    search->model.slots = 1;
    slot->doubled[CUBE_SIDE_MINE] = slot->doubled[CUBE_SIDE_THEIRS] = CUBE_NOT_TURNED;
    slot->free_side = CUBE_NOT_TURNED;
}

bool search_should_stop(struct search *search)
{
    const struct strength *strength = search->strength;
    if (strength->stop != NULL &&
        atomic_load_explicit(strength->stop, memory_order_relaxed)) {
        search->is_stopped = true;
    } else if (search->deadline_ms != INT64_MAX &&
               strength->time.now_ms(strength->time.context) >= search->deadline_ms) {
        search->is_stopped = true;
    }
    return search->is_stopped;
}

/* ---- the nets -------------------------------------------------------------------- */

/* Pruning net and main net share the cache; this keeps their entries apart. */
static const uint64_t pruning_net_key = 0x5a11a77e7b0a4d15U;

static uint64_t cache_key(const struct search *search, const struct position *after)
{
    return position_hash(after) ^
           (search->strength->uses_pruning_net ? pruning_net_key : 0);
}

/* Lists a position that is not in the cache, once if it has just been listed: plays of
 * different rolls often end alike. Returns its index among the missed. */
static int list_missed(struct search_scratch *s, int *missed,
                       const struct position *after, uint64_t key)
{
    enum { LOOKED_AT = 64 };
    int last = *missed - LOOKED_AT > 0 ? *missed - LOOKED_AT : 0;
    for (int m = *missed - 1; m >= last; m--) {
        if (s->missed_keys[m] == key) {
            return m;
        }
    }
    s->missed[*missed] = *after;
    s->missed_keys[*missed] = key;
    return (*missed)++;
}

void search_net(struct search *search, const struct position *after, int count,
                struct outputs *out)
{
    struct search_scratch *s = search->scratch;
    int missed = 0;
    for (int i = 0; i < count; i++) {
        s->keys[i] = cache_key(search, &after[i]);
        cache_prefetch(s->cache, s->keys[i]);
    }
    for (int i = 0; i < count; i++) {
        s->missed_as[i] = cache_get(s->cache, s->keys[i], &out[i])
                              ? -1
                              : list_missed(s, &missed, &after[i], s->keys[i]);
    }
    if (missed == 0) {
        return;
    }
    eval_afterstates(search->ev, s->eval,
                     search->strength->uses_pruning_net ? EVAL_PRUNING : EVAL_MAIN,
                     s->missed, missed, s->missed_outputs);
    for (int i = 0; i < count; i++) {
        if (s->missed_as[i] >= 0) {
            out[i] = s->missed_outputs[s->missed_as[i]];
        }
    }
    for (int m = 0; m < missed; m++) {
        cache_put(s->cache, s->missed_keys[m], &s->missed_outputs[m]);
    }
}

/* ---- plays inside the tree ------------------------------------------------------- */

/* The plays of one roll: [begin, begin + count) of the legal ones or of the
 * candidates. */
struct span {
    int begin;
    int count;
};

static float best_score(const struct search_legal *legal, struct span span)
{
    float best = -HUGE_VALF;
    for (int i = span.begin; i < span.begin + span.count; i++) {
        best = legal->score[i] > best ? legal->score[i] : best;
    }
    return best;
}

/* Copies the best of some legal plays to the candidates, the earlier of equal ones. */
static struct span keep_candidates(struct search_scratch *s, struct span span,
                                   const struct search_candidate_rule *rule)
{
    const struct search_legal *legal = &s->legal;
    const float least = best_score(legal, span) - rule->window;
    int best[SEARCH_CANDIDATES_MAX];
    int found = 0;
    for (int i = span.begin; i < span.begin + span.count; i++) {
        float score = legal->score[i];
        if (score < least ||
            (found == rule->kept && !(score > legal->score[best[found - 1]]))) {
            continue;
        }
        int at = found < rule->kept ? found++ : found - 1;
        for (; at > 0 && score > legal->score[best[at - 1]]; at--) {
            best[at] = best[at - 1];
        }
        best[at] = i;
    }
    struct span kept = {s->candidates.count, found};
    for (int i = 0; i < found; i++) {
        s->candidates.after[s->candidates.count] = legal->after[best[i]];
        s->candidates.outputs[s->candidates.count++] = legal->outputs[best[i]];
    }
    return kept;
}

/* Returns the play chosen from some candidates. */
static int best_candidate(const struct search_scratch *s, struct span span,
                          const struct cube_weights *weights)
{
    int best = span.begin;
    for (int i = span.begin + 1; i < span.begin + span.count; i++) {
        if (cube_weigh(weights, &s->candidates.outputs[i]) >
            cube_weigh(weights, &s->candidates.outputs[best])) {
            best = i;
        }
    }
    return best;
}

/* How the plays of a node are chosen. */
struct choice_rule {
    struct search_candidate_rule rule;
    bool needs_main; /* the main net evaluates a single candidate, too */
    bool keeps_contact;
};

/* In a race no net evaluates the plays, so that the first ranking is final. */
static struct choice_rule choice_at(const struct search *search,
                                    const struct position *pos, enum search_node node)
{
    const struct strength *strength = search->strength;
    if (eval_needs_no_net(search->ev, pos)) {
        return (struct choice_rule){{1, 0.0F}, false, false};
    }
    return (struct choice_rule){node == SEARCH_LEAF ? strength->leaf_candidates
                                                    : strength->candidates,
                                node != SEARCH_INNER, position_keeps_contact(pos)};
}

/* Chooses the plays of rolls [first, last), whose legal plays are in the scratch. */
static void choose_from_legal(struct search *search, const struct span *spans,
                              int first, int last, enum cube_side side,
                              const struct choice_rule *choice,
                              struct search_choices *choices)
{
    struct search_scratch *s = search->scratch;
    const struct cube_weights *weights = &search->weights[side];
    struct span kept[ROLLS];
    bool is_choice = choice->needs_main;
    (choice->keeps_contact ? eval_by_net : eval_afterstates)(
        search->ev, s->eval, EVAL_PRUNING, s->legal.after, s->legal.count,
        s->legal.outputs);
    for (int i = 0; i < s->legal.count; i++) {
        s->legal.score[i] = cube_weigh(weights, &s->legal.outputs[i]);
    }
    s->candidates.count = 0;
    for (int r = first; r < last; r++) {
        kept[r] = keep_candidates(s, spans[r], &choice->rule);
        is_choice |= kept[r].count > 1;
    }
    if (is_choice) {
        search_net(search, s->candidates.after, s->candidates.count,
                   s->candidates.outputs);
    }
    for (int r = first; r < last; r++) {
        int best =
            kept[r].count > 1 ? best_candidate(s, kept[r], weights) : kept[r].begin;
        choices->after[r] = s->candidates.after[best];
        choices->outputs[r] = s->candidates.outputs[best];
    }
    s->legal.count = 0;
}

void search_choose_plays(struct search *search, const struct position *pos,
                         enum cube_side side, enum search_node node,
                         struct search_choices *choices)
{
    struct search_scratch *s = search->scratch;
    const struct choice_rule choice = choice_at(search, pos, node);
    struct span spans[ROLLS];
    int first = 0;
    s->legal.count = 0;
    eval_expect(s->eval, pos);
    for (int r = 0; r < ROLLS; r++) {
        movegen_plays(pos, roll_all[r].roll, &s->list);
        if (s->legal.count + s->list.count > SEARCH_LEGAL_MAX) {
            choose_from_legal(search, spans, first, r, side, &choice, choices);
            first = r;
        }
        spans[r] = (struct span){s->legal.count, s->list.count};
        memcpy(&s->legal.after[s->legal.count], s->list.after,
               (size_t)s->list.count * sizeof s->list.after[0]);
        s->legal.count += s->list.count;
    }
    choose_from_legal(search, spans, first, ROLLS, side, &choice, choices);
}

/* ---- the tree -------------------------------------------------------------------- */

/* Returns the chance that the side on roll ends a race with this roll. */
static double chance_to_end(const struct search *search, const struct position *on_roll)
{
    enum { LEAST_OFF = CHECKERS - 4 }; /* before a double that bears off all the rest */
    float chance[BEAROFF_ROLLS];
    if (search->bearoff == NULL || on_roll->mine.at[POINT_OFF] < LEAST_OFF ||
        position_has_contact(on_roll) ||
        !bearoff_distribution(search->bearoff, &on_roll->mine, chance)) {
        return 0.0;
    }
    return (double)chance[1];
}

/* Returns the cube efficiencies by owner; `outputs` are mine's, `exact` are the exact
 * equities or NULL. */
static struct cube_efficiencies
efficiencies_by_owner(const struct search *search, const struct position *on_roll,
                      struct outputs outputs, const struct bearoff_equities *exact,
                      enum cube_side side)
{
    const struct strength *strength = search->strength;
    if (exact != NULL) {
        return cube_efficiencies_exact(exact, side);
    }
    if (strength->efficiency_centred >= 0.0F && position_has_contact(on_roll)) {
        return cube_efficiencies_of((double)strength->efficiency_centred,
                                    (double)strength->efficiency_owned);
    }
    return cube_efficiencies_at(on_roll, search->plies, (double)outputs.win);
}

/* Returns the cube efficiencies of a position; `outputs` are mine's, `exact` are its
 * exact equities or NULL. */
static struct cube_efficiencies efficiencies_of(const struct search *search,
                                                const struct position *on_roll,
                                                struct outputs outputs,
                                                const struct bearoff_equities *exact,
                                                enum cube_side side)
{
    struct cube_efficiencies efficiencies =
        efficiencies_by_owner(search, on_roll, outputs, exact, side);
    if (search->model.has_free_side) {
        if (exact != NULL) {
            efficiencies.free = cube_efficiency(on_roll, search->plies);
        }
        efficiencies.ends[side] = chance_to_end(search, on_roll);
    }
    efficiencies.price[side] = cube_price(&search->model, &on_roll->mine);
    efficiencies.price[cube_other(side)] = cube_price(&search->model, &on_roll->theirs);
    return efficiencies;
}

void search_static(const struct search *search, const struct position *after,
                   enum cube_side side, struct outputs outputs,
                   struct search_value *out)
{
    struct position on_roll = position_swap(after);
    enum cube_side roller = cube_other(side);
    struct bearoff_equities exact;
    bool is_known =
        search->bearoff != NULL && bearoff_cubeful(search->bearoff, &on_roll, &exact);
    out->outputs = side == CUBE_SIDE_MINE ? outputs : outputs_flip(outputs);
    if (is_known && search->model.is_money) {
        cube_values_exact(&search->model, &exact, roller, out->values);
        return;
    }
    struct cube_efficiencies efficiencies = efficiencies_of(
        search, &on_roll, out->outputs, is_known ? &exact : NULL, roller);
    if (search->model.has_dmp) {
        double more = dmp_gain(after, &outputs);
        efficiencies.dmp = side == CUBE_SIDE_MINE ? more : -more;
    }
    cube_values(&search->model, out->outputs, efficiencies, out->values);
    if (search->model.is_dmp[0]) {
        out->outputs.win += (float)efficiencies.dmp;
        out->outputs = outputs_clamp(out->outputs);
    }
}

void search_turn_cube(const struct cube_model *model, enum cube_side on_roll,
                      const struct side *passer, struct search_value *node)
{
    int price = cube_price(model, passer);
    double best[CUBE_SLOTS_MAX];
    for (int slot = 0; slot < model->slots; slot++) {
        best[slot] = cube_best(model, node->values, slot, on_roll, price);
    }
    memcpy(node->values, best, (size_t)model->slots * sizeof best[0]);
}

void search_mean(const struct search_value below[ROLLS], int slots,
                 struct search_value *out)
{
    double outputs[5] = {0.0};
    double values[CUBE_SLOTS_MAX] = {0.0};
    for (int r = 0; r < ROLLS; r++) {
        int ways = roll_all[r].ways;
        outputs_add_to(outputs, ways, below[r].outputs);
        for (int slot = 0; slot < slots; slot++) {
            values[slot] += ways * below[r].values[slot];
        }
    }
    out->outputs = outputs_of_sum(outputs, 36.0);
    for (int slot = 0; slot < slots; slot++) {
        out->values[slot] = values[slot] / 36.0;
    }
}

static bool roll_value(struct search *search, const struct position *pos,
                       enum cube_side side, int plies, struct search_value *out);

bool search_choice_value(struct search *search, const struct search_choices *choices,
                         int r, enum cube_side side, int plies,
                         struct search_value *out)
{
    const struct position *after = &choices->after[r];
    int result = position_game_result(after);
    if (plies == 1) {
        search_static(search, after, side, choices->outputs[r], out);
    } else if (result != 0) {
        search_static(search, after, side, outputs_of_result(result), out);
    } else {
        struct position next = position_swap(after);
        if (!roll_value(search, &next, cube_other(side), plies - 1, out)) {
            return false;
        }
    }
    search_turn_cube(&search->model, cube_other(side), &after->mine, out);
    return true;
}

int search_first_alike(const struct search_choices *choices, int r)
{
    int first = 0;
    while (!position_equal(&choices->after[first], &choices->after[r])) {
        first++;
    }
    return first;
}

/* Computes the mean over the rolls of `side`, who is on roll in `pos` and sees it;
 * `plies` >= 1. Recursive through search_choice_value(), at most SEARCH_PLY_MAX deep.
 * Returns false if stopped. */
static bool roll_value(struct search *search, const struct position *pos,
                       enum cube_side side, int plies, struct search_value *out)
{
    struct search_choices *choices = &search->scratch->choices[plies];
    struct search_value below[ROLLS];
    if (search_should_stop(search)) {
        return false;
    }
    search_choose_plays(search, pos, side, plies == 1 ? SEARCH_LEAF : SEARCH_INNER,
                        choices);
    for (int r = 0; r < ROLLS; r++) {
        int first = search_first_alike(choices, r);
        if (first < r) {
            below[r] = below[first];
        } else if (!search_choice_value(search, choices, r, side, plies, &below[r])) {
            return false;
        }
    }
    search_mean(below, search->model.slots, out);
    return true;
}

static void value_unsearched(struct search *search, const struct position *after,
                             enum cube_side side, struct search_value *out)
{
    struct outputs outputs;
    search_net(search, after, 1, &outputs);
    search_static(search, after, side, outputs, out);
}

bool search_rolls_alone(struct search *search, const struct position *pos, int ply,
                        struct search_value *out)
{
    search->plies = ply;
    if (ply > 0) {
        return roll_value(search, pos, CUBE_SIDE_MINE, ply, out);
    }
    struct position after = position_swap(pos); /* seen as if theirs had just moved */
    value_unsearched(search, &after, CUBE_SIDE_THEIRS, out);
    return true;
}

bool search_after(struct search *search, const struct position *after, int ply,
                  struct search_value *out)
{
    search->plies = ply;
    if (ply > 0 && position_game_result(after) == 0) {
        struct position next = position_swap(after);
        if (!roll_value(search, &next, CUBE_SIDE_THEIRS, ply, out)) {
            return false;
        }
    } else {
        value_unsearched(search, after, CUBE_SIDE_MINE, out);
    }
    search_turn_cube(&search->model, CUBE_SIDE_THEIRS, &after->mine, out);
    return true;
}

void search_roll_candidates(struct search *search, const struct position *pos,
                            struct search_roll_candidates *out)
{
    struct search_choices *choices = &search->scratch->choices[0];
    search->plies = 0;
    search_choose_plays(search, pos, CUBE_SIDE_MINE, SEARCH_LEAF, choices);
    for (int r = 0; r < ROLLS; r++) {
        struct search_value value;
        search_static(search, &choices->after[r], CUBE_SIDE_MINE, choices->outputs[r],
                      &value);
        out->after[r] = choices->after[r];
        out->outputs[r] = value.outputs;
        out->values[r] = cube_best(&search->model, value.values, 0, CUBE_SIDE_THEIRS,
                                   cube_price(&search->model, &choices->after[r].mine));
    }
}
