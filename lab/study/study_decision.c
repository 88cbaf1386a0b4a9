#include "lab/study/filter_study.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "engine/board/position.h"
#include "engine/search/search.h"

/* Plays this far behind the best at n-ply are hopeless. */
static const float windows[SEARCH_PLY_MAX] = {0.6F, 0.20F, 0.12F, 0.1F};

void study_list(struct search *search, const struct position *pos, struct roll roll,
                struct study_decision *d)
{
    struct position after[STUDY_PLAYS_MAX];
    int count = search_plays(search, pos, roll);
    d->count = count < STUDY_PLAYS_MAX ? count : STUDY_PLAYS_MAX;
    for (int i = 0; i < d->count; i++) {
        d->play[i] = search_ranked(search_scratch(search))[i];
        after[i] = d->play[i].after;
        d->equity[0][i] = d->play[i].equity;
    }
    if (count > 1) {
        search_pruning_equities(search, after, d->count, d->pruning);
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

/* Evaluates one play and returns its equity, without the other plays. */
static float evaluate_play(struct search *search, struct study_decision *d, int play,
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
    const float window = windows[ply - 1];
    float best = -FLT_MAX;
    for (int i = 0; i < d->count; i++) {
        if (before[i] >= best_before - window) {
            best = fmaxf(best, evaluate_play(search, d, i, ply));
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
            ply == SEARCH_PLY_PRUNING_NET ? d->pruning[play] : d->equity[ply][play];
    }
    return count;
}

/* Runs the plays through `filter`. The equities at all plies up to `ply` must be known. */
static void filter_plays(const struct study_decision *d, const struct filter *filter,
                         int ply, struct filter_entry entries[STUDY_PLAYS_MAX])
{
    filter_run(filter, ply, entries, d->count, take_equities, (void *)d);
}

int study_choice(const struct study_decision *d, const struct filter *filter, int ply)
{
    struct filter_entry entries[STUDY_PLAYS_MAX];
    filter_plays(d, filter, ply, entries);
    return entries[0].play;
}

/* ---- which decisions need the full ply ------------------------------------------ */

/* By the ply before the full one: plays this far behind are hopeless, or evaluated in
 * one decision of ONE_IN. The value for 1-ply was measured (study_weight()); 0-ply
 * differs from 1-ply four times as much as 1-ply from 2-ply; the others are
 * conservative. */
static const float hopeless[SEARCH_PLY_MAX] = {0.24F, 0.06F, 0.06F, 0.06F};
static const float unlikely[SEARCH_PLY_MAX] = {0.08F, 0.02F, 0.02F, 0.02F};
enum { ONE_IN = 4 };

struct screen {
    struct search *search;
    struct study_decision *decision;
    int ply;           /* the full one */
    int known;         /* up to which all plays are evaluated */
    uint32_t left_out; /* plays, by bit, that some filter leaves out */
};

static bool is_play_in(uint32_t plays, int play)
{
    return (plays >> play & 1) != 0;
}

/* Returns the plays that are not hopeless at `ply`, by bit. */
static uint32_t contenders(const struct study_decision *d, int ply)
{
    const float *equity = d->equity[ply];
    const float least = equity[study_best(d, ply)] - windows[ply];
    uint32_t plays = 0;
    for (int i = 0; i < d->count; i++) {
        plays |= (uint32_t)(equity[i] >= least) << i;
    }
    return plays;
}

/* Returns the plays that the first level leaves out, by the values at 0-ply alone; plays
 * are in the order of these. */
static uint32_t left_out_at_first(const struct screen *s, const struct filter *filter)
{
    const struct study_decision *d = s->decision;
    const struct filter_level *level = filter_level_at(filter, s->ply, 0);
    struct filter_entry entries[STUDY_PLAYS_MAX];
    for (int i = 0; i < d->count; i++) {
        entries[i] = (struct filter_entry){.play = i, .equity = d->equity[0][i]};
    }
    int kept = level->accept < 0 ? d->count : filter_keep(level, entries, d->count);
    uint32_t out = (uint32_t)(~UINT64_C(0) << kept);
    return out & contenders(d, 0);
}

/* Whether a later level, or the pruning net, can leave out a play that is not
 * hopeless. */
static bool needs_more(const struct screen *s, const struct filter *filter, int count)
{
    bool needs = filter->by_pruning_net;
    for (int n = 1; n < s->ply; n++) {
        const struct filter_level *level = filter_level_at(filter, s->ply, n);
        needs |= level->accept >= 0 && (level->threshold < windows[n] ||
                                        level->accept + level->extra < count);
    }
    return needs;
}

/* Returns the plays left out before the full ply. Only which plays reach the full ply
 * matters, so the values of the ply before are used for it. */
static uint32_t left_out_before_full(struct screen *s, const struct filter *filter)
{
    struct study_decision *d = s->decision;
    struct filter_entry entries[STUDY_PLAYS_MAX];
    uint32_t out = 0;
    memcpy(d->equity[s->ply], d->equity[s->ply - 1], sizeof d->equity[0]);
    filter_plays(d, filter, s->ply, entries);
    for (int i = 1; i < d->count; i++) { /* the first may be the only one left */
        out |= (uint32_t)(entries[i].ply < s->ply) << entries[i].play;
    }
    return out & contenders(d, s->ply - 1);
}

static void find_left_out(struct screen *s, const struct filter *filter, int filters)
{
    const uint32_t hopeful = contenders(s->decision, 0);
    for (int f = 0; f < filters; f++) {
        uint32_t out = left_out_at_first(s, &filter[f]);
        int kept = __builtin_popcount(hopeful & ~out);
        if (needs_more(s, &filter[f], kept)) {
            study_evaluate(s->search, s->decision, s->known + 1, s->ply - 1);
            s->known = s->ply - 1;
            out = left_out_before_full(s, &filter[f]);
        }
        s->left_out |= out;
    }
}

/* Returns the best play that no filter leaves out; -1 if each is left out by some. */
static int find_kept(const struct screen *s)
{
    const struct study_decision *d = s->decision;
    const float *equity = d->equity[s->known];
    int best = -1;
    for (int i = 0; i < d->count; i++) {
        if (!is_play_in(s->left_out, i) && (best < 0 || equity[i] > equity[best])) {
            best = i;
        }
    }
    return best;
}

static float equity_at(struct screen *s, int play, int ply)
{
    return ply <= s->known ? s->decision->equity[ply][play]
                           : evaluate_play(s->search, s->decision, play, ply);
}

/* Drops the plays that are at least `window` behind `kept` at `ply`. */
static void drop_beaten(struct screen *s, int kept, int ply, float window)
{
    const float least = equity_at(s, kept, ply) - window;
    for (int i = 0; i < s->decision->count; i++) {
        if (is_play_in(s->left_out, i) && equity_at(s, i, ply) <= least) {
            s->left_out &= ~(UINT32_C(1) << i);
        }
    }
}

/* Whether one of the plays left out is only slightly behind `kept` at `ply`. */
static bool has_likely(const struct screen *s, int kept, int ply)
{
    const struct study_decision *d = s->decision;
    const float *equity = d->equity[ply];
    bool has = false;
    for (int i = 0; i < d->count && position_has_contact(&d->play[kept].after); i++) {
        has |= is_play_in(s->left_out, i) && equity[i] > equity[kept] - unlikely[ply];
    }
    return has;
}

int study_weight(struct search *search, struct study_decision *d,
                 const struct filter *filter, int filters, int ply, int known,
                 struct rng *rng)
{
    struct screen screen = {
        .search = search, .decision = d, .ply = ply, .known = known};
    find_left_out(&screen, filter, filters);
    int kept = find_kept(&screen);
    if (kept < 0) {
        return 1;
    }
    for (int n = 0; n < ply && screen.left_out != 0; n++) {
        drop_beaten(&screen, kept, n, n < ply - 1 ? windows[n] : hopeless[n]);
    }
    int weight = has_likely(&screen, kept, ply - 1) ? 1 : ONE_IN;
    if (screen.left_out == 0 || (weight > 1 && rng_below(rng, ONE_IN) != 0)) {
        return 0;
    }
    drop_beaten(&screen, kept, ply, 0.0F);
    return screen.left_out != 0 ? weight : 0;
}
