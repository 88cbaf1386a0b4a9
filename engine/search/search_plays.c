/* Ranks the plays of a roll through a move filter. */
#include <float.h>
#include <math.h>

#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/cube/params.h"
#include "engine/search/search.h"
#include "engine/search/search_tree.h"

/* Whether the game is over after a play, or in a bearoff database. */
static bool is_known_ending(const struct search *search, const struct position *after)
{
    const struct bearoff *bearoff = eval_bearoff(search->ev);
    struct outputs exact;
    return position_game_result(after) != 0 ||
           (bearoff != NULL && bearoff_outputs(bearoff, after, &exact));
}

/* Known endings are played correctly at any level: if one can be reached, plays get no
 * noise. */
static float noise_of_decision(const struct search *search)
{
    const struct play_list *list = &search->scratch->list;
    float noise = search->strength->noise;
    for (int i = 0; i < list->count && noise > 0.0F; i++) {
        noise = is_known_ending(search, &list->after[i]) ? 0.0F : noise;
    }
    return noise;
}

static float noise_of_play(const struct search *search, const struct position *after)
{
    return search->noise > 0.0F
               ? search->noise * strength_deviate(search->strength->noise_seed,
                                                  position_hash(after))
               : 0.0F;
}

static void set_value(const struct search *search, struct ranked_play *play, int ply,
                      const struct search_value *value)
{
    play->ply = ply;
    play->outputs = value->outputs;
    play->equity_cubeless = equity_cubeless(value->outputs);
    play->equity = (float)cube_equity(&search->model, value->values[0]) +
                   noise_of_play(search, &play->after);
}

/* Prevents noise from making a play the best that is too far behind without it. */
static void mark_absurd_plays(const struct search *search, int count)
{
    struct ranked_play *ranked = search->scratch->ranked;
    float noise = search->noise;
    float best = -FLT_MAX;
    if (!(noise > 0.0F)) {
        return;
    }
    for (int i = 0; i < count; i++) {
        best = fmaxf(best, ranked[i].equity - noise_of_play(search, &ranked[i].after));
    }
    for (int i = 0; i < count; i++) {
        float own = noise_of_play(search, &ranked[i].after);
        float equity = ranked[i].equity - own;
        if (equity < best - STRENGTH_DEVIATES * noise) {
            ranked[i].equity = equity - STRENGTH_DEVIATES * noise;
        }
    }
}

/* Sets the value of a play from the outputs of a net. */
static void set_static_value(const struct search *search, struct ranked_play *play,
                             struct outputs outputs)
{
    struct search_value value;
    search_static(search, &play->after, CUBE_SIDE_MINE, outputs, &value);
    search_turn_cube(&search->model, CUBE_SIDE_THEIRS, &play->after.mine, &value);
    set_value(search, play, 0, &value);
}

static void list_plays(struct search_scratch *s, int count)
{
    for (int i = 0; i < count; i++) {
        s->ranked[i].play = s->list.plays[i];
        s->ranked[i].after = s->list.after[i];
        s->ranked[i].trials = 0;
    }
}

void search_pruning_equities(struct search *search, const struct position *after,
                             int count, float *equity)
{
    struct search_scratch *s = search->scratch;
    eval_afterstates(search->ev, s->eval, EVAL_PRUNING, after, count, s->legal.outputs);
    for (int i = 0; i < count; i++) {
        equity[i] = cube_weigh(&search->weights[CUBE_SIDE_MINE], &s->legal.outputs[i]);
    }
}

/* Evaluates all plays with the pruning net, without cubeful values. */
static void value_by_pruning_net(struct search *search, int count)
{
    struct search_scratch *s = search->scratch;
    struct outputs *outputs = s->legal.outputs; /* unused between nodes */
    eval_afterstates(search->ev, s->eval, EVAL_PRUNING, s->list.after, count, outputs);
    list_plays(s, count);
    for (int i = 0; i < count; i++) {
        struct ranked_play *play = &s->ranked[i];
        play->ply = SEARCH_PLY_PRUNING_NET;
        play->outputs = outputs[i];
        play->equity_cubeless = equity_cubeless(outputs[i]);
        play->equity = cube_weigh(&search->weights[CUBE_SIDE_MINE], &outputs[i]) +
                       noise_of_play(search, &play->after);
    }
    mark_absurd_plays(search, count);
}

/* Evaluates plays with the net that plays. Does not use the cache where nothing is
 * searched: the outputs are hardly needed again, and the cache costs more than it
 * saves. */
static void value_by_net(struct search *search, const struct position *after, int count,
                         struct outputs *out)
{
    const struct strength *strength = search->strength;
    if (strength->play_ply > 0) {
        search_net(search, after, count, out);
    } else {
        eval_afterstates(search->ev, search->scratch->eval,
                         strength->uses_pruning_net ? EVAL_PRUNING : EVAL_MAIN, after,
                         count, out);
    }
}

/* Evaluates the plays of `entries` at 0-ply. */
static void value_at_0_ply(struct search *search, const struct filter_entry *entries,
                           int count)
{
    struct search_scratch *s = search->scratch;
    struct search_legal *legal = &s->legal; /* unused between nodes */
    for (int i = 0; i < count; i++) {
        legal->after[i] = s->ranked[entries[i].play].after;
    }
    value_by_net(search, legal->after, count, legal->outputs);
    for (int i = 0; i < count; i++) {
        set_static_value(search, &s->ranked[entries[i].play], legal->outputs[i]);
    }
}

/* Whether plays in scratch->afters may be given up. */
static bool may_give_up(const struct search *search, int ply, int count)
{
    const struct strength *strength = search->strength;
    if (ply < 2 || ply < strength->play_ply || !strength->filter.gives_up[ply - 1] ||
        count > SEARCH_CONTEST_MAX || search->noise > 0.0F) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (position_game_result(search->scratch->afters[i]) != 0) {
            return false;
        }
    }
    return true;
}

/* Evaluates the plays of `entries` at a ply of 1 or more; returns with how many it is
 * done. */
static int value_deeper(struct search *search, int ply, struct filter_entry *entries,
                        int count)
{
    struct search_scratch *s = search->scratch;
    bool is_given_up[SEARCH_CONTEST_MAX] = {false};
    for (int i = 0; i < count; i++) {
        s->afters[i] = &s->ranked[entries[i].play].after;
    }
    bool is_contest = may_give_up(search, ply, count);
    int done = is_contest ? search_contest(search, s->afters, count, ply, s->values,
                                           is_given_up)
                          : search_afters(search, s->afters, count, ply, s->values);
    for (int i = 0; i < done; i++) {
        entries[i].is_given_up = is_contest && is_given_up[i];
        if (!entries[i].is_given_up) {
            set_value(search, &s->ranked[entries[i].play], ply, &s->values[i]);
        }
    }
    return done;
}

/* The callback of filter_run(). */
static int evaluate(void *context, int ply, struct filter_entry *entries, int count)
{
    struct search *search = context;
    struct search_scratch *s = search->scratch;
    int done = count;
    search->plies = ply > 0 ? ply : 0;
    if (ply == SEARCH_PLY_PRUNING_NET) {
        value_by_pruning_net(search, count);
    } else if (ply == 0 && entries[0].ply == SEARCH_PLY_PRUNING_NET) {
        value_at_0_ply(search, entries, count);
    } else if (ply == 0) {
        list_plays(s, count);
        value_at_0_ply(search, entries, count);
        mark_absurd_plays(search, count);
    } else {
        done = value_deeper(search, ply, entries, count);
    }
    for (int i = 0; i < done; i++) {
        const struct ranked_play *play = &s->ranked[entries[i].play];
        entries[i].new_equity =
            play->equity +
            (float)DEAD_CUBE_SHARE *
                cube_weigh(&search->weights[CUBE_SIDE_MINE], &play->outputs);
    }
    return done;
}

bool search_evaluate_play(struct search *search, struct ranked_play *play, int ply)
{
    const struct position *after = &play->after;
    struct search_value value;
    bool is_valued = ply > 0 ? search_afters(search, &after, 1, ply, &value) == 1
                             : search_after(search, after, 0, &value);
    if (is_valued) {
        set_value(search, play, ply, &value);
    }
    return is_valued;
}

/* Returns the filter of a decision. Omits the level between the nets where it is of no
 * use: with noise, when only the pruning net plays, and when no net is needed. */
static struct filter filter_of(const struct strength *strength,
                               const struct position *pos)
{
    struct filter filter = strength->filter;
    if (strength->noise > 0.0F || strength->uses_pruning_net ||
        !position_has_contact(pos)) {
        filter.nets.accept = -1;
    }
    return filter;
}

/* Ranks the plays in the list. */
static int rank_list(struct search *search, const struct filter *filter)
{
    struct search_scratch *s = search->scratch;
    search->noise = noise_of_decision(search);
    int count = s->list.count;
    filter_run(filter, search->strength->play_ply, s->entries, count, evaluate, search);
    struct ranked_play *sorted = s->ranked == s->plays[0] ? s->plays[1] : s->plays[0];
    for (int i = 0; i < count; i++) {
        sorted[i] = s->ranked[s->entries[i].play];
    }
    s->ranked = sorted;
    return count;
}

int search_plays(struct search *search, const struct position *pos, struct roll roll)
{
    struct search_scratch *s = search->scratch;
    struct filter filter = filter_of(search->strength, pos);
    movegen_plays(pos, roll, &s->list);
    eval_expect(s->eval, pos);
    return rank_list(search, &filter);
}

int search_candidates(struct search *search, const struct position *after, int count)
{
    struct play_list *list = &search->scratch->list;
    struct filter filter = filter_of(search->strength, &after[0]);
    list->count = count < PLAY_LIST_MAX ? count : PLAY_LIST_MAX;
    for (int i = 0; i < list->count; i++) {
        list->after[i] = after[i];
        list->plays[i] = (struct play){.count = 0};
    }
    return rank_list(search, &filter);
}
