#include "lab/study/study_decision.h"

#include <float.h>
#include <math.h>

#include "engine/search/search_tree.h"

const float study_windows[PLY_MAX] = {0.6F, 0.20F, 0.12F, 0.1F};

/* Evaluates the plays with the pruning net. */
static void rank_by_pruning_net(struct search *search, struct study_decision *d)
{
    struct position after[STUDY_PLAYS_MAX];
    struct outputs outputs[STUDY_PLAYS_MAX];
    for (int i = 0; i < d->count; i++) {
        after[i] = d->play[i].after;
    }
    eval_afterstates(search->ev, search->scratch->eval, EVAL_PRUNING, after, d->count,
                     outputs);
    for (int i = 0; i < d->count; i++) {
        d->pruning[i] = cube_weigh(&search->weights[SIDE_MINE], &outputs[i]);
    }
}

void study_list(struct search *search, const struct position *pos, struct roll roll,
                struct study_decision *d)
{
    int count = search_plays(search, pos, roll);
    d->count = count < STUDY_PLAYS_MAX ? count : STUDY_PLAYS_MAX;
    for (int i = 0; i < d->count; i++) {
        d->play[i] = search->scratch->ranked[i];
        d->equity[0][i] = d->play[i].equity;
    }
    if (count > 1) {
        rank_by_pruning_net(search, d);
    }
}

int study_best(const struct study_decision *d, int ply)
{
    int best = 0;
    for (int i = 1; i < d->count; i++) {
        best = d->equity[ply][i] > d->equity[ply][best] ? i : best;
    }
    return best;
}

float study_evaluate_play(struct search *search, struct study_decision *d, int play,
                          int ply)
{
    (void)search_evaluate_play(search, &d->play[play], ply);
    d->equity[ply][play] = d->play[play].equity;
    return d->play[play].equity;
}

static void evaluate_at(struct search *search, struct study_decision *d, int ply)
{
    const float *before = d->equity[ply - 1];
    const float best_before = before[study_best(d, ply - 1)];
    const float window = study_windows[ply - 1];
    float best = -FLT_MAX;
    for (int i = 0; i < d->count; i++) {
        if (before[i] >= best_before - window) {
            best = fmaxf(best, study_evaluate_play(search, d, i, ply));
        }
    }
    for (int i = 0; i < d->count; i++) {
        if (before[i] < best_before - window) {
            d->equity[ply][i] = best - (best_before - before[i]);
        }
    }
}

void study_evaluate(struct search *search, struct study_decision *d, int from, int to)
{
    for (int ply = from; ply <= to; ply++) {
        evaluate_at(search, d, ply);
    }
}

/* The callback of filter_run(): uses known equities. */
static int take_equities(void *context, int ply, struct filter_entry *entries,
                         int count)
{
    const struct study_decision *d = context;
    for (int i = 0; i < count; i++) {
        int play = entries[i].play;
        entries[i].new_equity =
            ply == PLY_PRUNING_NET ? d->pruning[play] : d->equity[ply][play];
    }
    return count;
}

void study_filter(const struct study_decision *d, const struct move_filter *filter,
                  int ply, struct filter_entry entries[STUDY_PLAYS_MAX])
{
    filter_run(filter, ply, entries, d->count, take_equities, (void *)d);
}

int study_choice(const struct study_decision *d, const struct move_filter *filter,
                 int ply)
{
    struct filter_entry entries[STUDY_PLAYS_MAX];
    study_filter(d, filter, ply, entries);
    return entries[0].play;
}
