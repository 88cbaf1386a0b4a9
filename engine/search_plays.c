/* Ranking the plays of a roll through a move filter. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "filter.h"
#include "params.h"
#include "search.h"
#include "search_tree.h"

/* Endings that a database knows are played properly at any level. */
static float noise_of_play(const struct search *search, const struct position *after)
{
    const struct strength *strength = search->strength;
    struct outputs exact;
    if (!(strength->noise > 0.0F) || game_result(after) != 0 ||
        (search->bearoff != NULL && bearoff_outputs(search->bearoff, after, &exact))) {
        return 0.0F;
    }
    return strength->noise *
           strength_deviate(strength->noise_seed, position_hash(after));
}

static void set_value(const struct search *search, struct ranked_play *play, int ply,
                      const struct node_value *value)
{
    play->ply = ply;
    play->outputs = value->outputs;
    play->equity_cubeless = equity_cubeless(value->outputs);
    play->equity = (float)cube_equity(&search->model, value->values[0]) +
                   noise_of_play(search, &play->after);
}

/* Without its noise no play that is too far behind may seem the best one. */
static void mark_absurd_plays(const struct search *search, int count)
{
    struct ranked_play *ranked = search->scratch->ranked;
    float noise = search->strength->noise;
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

/* The nets' values of all plays at once. */
static void judge_at_0_ply(struct search *search, int count)
{
    struct scratch *s = search->scratch;
    struct outputs *outputs = s->room.outputs; /* free between nodes */
    if (search->strength->filter.by_small_net && search->strength->play_ply > 0) {
        eval_afterstates(search->ev, s->eval, EVAL_SMALL, s->list.after, count,
                         outputs);
    } else {
        search_net(search, s->list.after, count, outputs);
    }
    for (int i = 0; i < count; i++) {
        struct node_value value;
        s->ranked[i] =
            (struct ranked_play){.play = s->list.plays[i], .after = s->list.after[i]};
        search_static(search, &s->list.after[i], SIDE_MINE, outputs[i], &value);
        search_turn_cube(&search->model, SIDE_THEIRS, &value);
        set_value(search, &s->ranked[i], 0, &value);
    }
    mark_absurd_plays(search, count);
}

/* Values the plays of `entries` at a ply of 1 or more; returns how many. */
static int judge_deeper(struct search *search, int ply,
                        const struct filter_entry *entries, int count)
{
    struct scratch *s = search->scratch;
    for (int i = 0; i < count; i++) {
        s->afters[i] = &s->ranked[entries[i].play].after;
    }
    int done = search_afters(search, s->afters, count, ply, s->values);
    for (int i = 0; i < done; i++) {
        set_value(search, &s->ranked[entries[i].play], ply, &s->values[i]);
    }
    return done;
}

/* The judge of filter_run(). */
static int judge(void *context, int ply, struct filter_entry *entries, int count)
{
    struct search *search = context;
    struct scratch *s = search->scratch;
    int done = count;
    if (ply == 0) {
        judge_at_0_ply(search, count);
    } else {
        done = judge_deeper(search, ply, entries, count);
    }
    for (int i = 0; i < done; i++) {
        const struct ranked_play *play = &s->ranked[entries[i].play];
        entries[i].judged =
            play->equity + (float)DEAD_CUBE_SHARE *
                               cube_weigh(&search->weights[SIDE_MINE], &play->outputs);
    }
    return done;
}

bool search_judge_play(struct search *search, struct ranked_play *play, int ply)
{
    const struct position *after = &play->after;
    struct node_value value;
    bool is_judged = ply > 0 ? search_afters(search, &after, 1, ply, &value) == 1
                             : search_after(search, after, 0, &value);
    if (is_judged) {
        set_value(search, play, ply, &value);
    }
    return is_judged;
}

int search_plays(struct search *search, const struct position *pos, struct roll roll)
{
    struct scratch *s = search->scratch;
    movegen_plays(pos, roll, &s->list);
    eval_expect(s->eval, pos);
    int count = s->list.count;
    filter_run(&search->strength->filter, search->strength->play_ply, s->entries, count,
               judge, search);
    for (int i = 0; i < count; i++) {
        s->sorted[i] = s->ranked[s->entries[i].play];
    }
    memcpy(s->ranked, s->sorted, (size_t)count * sizeof s->ranked[0]);
    return count;
}
