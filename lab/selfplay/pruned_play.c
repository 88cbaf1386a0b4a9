#include "lab/selfplay/pruned_play.h"

#include <stdlib.h>
#include <string.h>

struct replier {
    struct play_list list;
    struct position batch[ROLLS * KEEP_MAX];
    struct reply *batch_owner[ROLLS * KEEP_MAX];
    struct outputs outputs[MAX_PLAYS];
    bool is_known[MAX_PLAYS]; /* whether the outputs are not from the nets */
    struct net_scratch *scratch;
    struct race_scratch *race; /* NULL: there is no race net */
};

struct replier *pruned_play_new(const struct pair *pair)
{
    const struct net *const nets[2] = {pair->small, pair->big};
    struct replier *replier =
        aligned_alloc(alignof(struct position), sizeof(struct replier));
    if (replier == NULL) {
        return NULL;
    }
    replier->scratch = net_scratch_new(nets, 2);
    replier->race = pair->race != NULL ? race_scratch_new() : NULL;
    if (replier->scratch == NULL || (pair->race != NULL && replier->race == NULL)) {
        pruned_play_free(replier);
        return NULL;
    }
    return replier;
}

void pruned_play_free(struct replier *replier)
{
    if (replier != NULL) {
        net_scratch_free(replier->scratch);
        race_scratch_free(replier->race);
        free(replier);
    }
}

static bool is_known(struct replier *replier, const struct pair *pair,
                     const struct position *after, struct outputs *outputs)
{
    int result = position_game_result(after);
    if (result != 0) {
        *outputs = outputs_of_result(result);
        return true;
    }
    if (pair->bearoff != NULL && bearoff_outputs(pair->bearoff, after, outputs)) {
        return true;
    }
    if (pair->race == NULL || position_has_contact(after)) {
        return false;
    }
    race_evaluate(pair->race, pair->bearoff, pair->kernel, replier->race, after, 1,
                  outputs);
    return true;
}

/* The best plays so far, as indices, since plays are large. */
struct ranking {
    int count;
    int play[KEEP_MAX]; /* indices in the list */
    float equity[KEEP_MAX];
};

/* Inserts a play if it is among the best; of equal ones the first stays ahead. */
static void keep_if_good(struct ranking *ranking, int keep, int play, float equity)
{
    if (ranking->count == keep && ranking->equity[keep - 1] >= equity) {
        return;
    }
    int at = ranking->count < keep ? ranking->count++ : keep - 1;
    while (at > 0 && ranking->equity[at - 1] < equity) {
        ranking->equity[at] = ranking->equity[at - 1];
        ranking->play[at] = ranking->play[at - 1];
        at--;
    }
    ranking->equity[at] = equity;
    ranking->play[at] = play;
}

/* Evaluates all plays of the list with one net and keeps the best. */
static void rank_with(struct replier *replier, const struct pair *pair,
                      const struct net *net, int keep, struct pruned_play *out)
{
    const struct play_list *list = &replier->list;
    struct ranking ranking = {.count = 0};
    net_evaluate(net, pair->kernel, replier->scratch, list->after, list->count,
                 replier->outputs);
    for (int i = 0; i < list->count; i++) {
        replier->is_known[i] =
            is_known(replier, pair, &list->after[i], &replier->outputs[i]);
        keep_if_good(&ranking, keep, i, equity_cubeless(replier->outputs[i]));
    }
    out->count = ranking.count;
    for (int k = 0; k < ranking.count; k++) {
        int i = ranking.play[k];
        out->reply[k] = (struct reply){.after = list->after[i],
                                       .outputs = replier->outputs[i],
                                       .equity = ranking.equity[k],
                                       .is_known = replier->is_known[i]};
    }
}

/* Makes the short list of a roll. A single play needs no ranking. */
static void shortlist(struct replier *replier, const struct pair *pair,
                      const struct position *on_roll, struct roll roll,
                      struct pruned_play *out)
{
    movegen_plays(on_roll, roll, &replier->list);
    if (replier->list.count == 1) {
        struct reply *only = &out->reply[0];
        out->count = 1;
        *only = (struct reply){.after = replier->list.after[0]};
        only->is_known = is_known(replier, pair, &only->after, &only->outputs);
        only->equity = equity_cubeless(only->outputs);
        return;
    }
    rank_with(replier, pair, pair->small, pair->keep, out);
    while (out->count > 1 &&
           out->reply[out->count - 1].equity < out->reply[0].equity - pair->margin) {
        out->count--;
    }
}

/* Sorts by insertion, since the nets mostly agree and the plays are nearly sorted. */
static void sort_replies(struct pruned_play *pruned_play)
{
    for (int i = 1; i < pruned_play->count; i++) {
        int at = i;
        while (at > 0 &&
               pruned_play->reply[at - 1].equity < pruned_play->reply[i].equity) {
            at--;
        }
        if (at < i) {
            struct reply moved = pruned_play->reply[i];
            memmove(&pruned_play->reply[at + 1], &pruned_play->reply[at],
                    (size_t)(i - at) * sizeof moved);
            pruned_play->reply[at] = moved;
        }
    }
}

/* Evaluates all plays on the short lists with the main net in one batch. */
static void value_shortlists(struct replier *replier, const struct pair *pair,
                             struct pruned_play *out, int count)
{
    int n = 0;
    for (int r = 0; r < count; r++) {
        for (int i = 0; i < out[r].count; i++) {
            if (!out[r].reply[i].is_known) {
                replier->batch_owner[n] = &out[r].reply[i];
                replier->batch[n++] = out[r].reply[i].after;
            }
        }
    }
    net_evaluate(pair->big, pair->kernel, replier->scratch, replier->batch, n,
                 replier->outputs);
    for (int i = 0; i < n; i++) {
        replier->batch_owner[i]->outputs = replier->outputs[i];
        replier->batch_owner[i]->equity = equity_cubeless(replier->outputs[i]);
    }
    for (int r = 0; r < count; r++) {
        sort_replies(&out[r]);
    }
}

void pruned_play_find(struct replier *replier, const struct pair *pair,
                      const struct position *on_roll, const struct weighted_roll *rolls,
                      int count, struct pruned_play *out)
{
    const struct net *only = pair->small == NULL ? pair->big
                             : pair->big == NULL ? pair->small
                                                 : NULL;
    net_expect(replier->scratch, on_roll);
    for (int r = 0; r < count; r++) {
        if (only == NULL) {
            shortlist(replier, pair, on_roll, rolls[r].roll, &out[r]);
        } else {
            movegen_plays(on_roll, rolls[r].roll, &replier->list);
            rank_with(replier, pair, only, KEEP_MAX, &out[r]);
        }
    }
    if (only == NULL) {
        value_shortlists(replier, pair, out, count);
    }
}
